"""Blocks of cells as a grid's script fetches them, and what it asks about a selection."""

from __future__ import annotations

import re
from typing import Any

import flask

from workworld.apps.sheets.engine.addresses import Area
from workworld.apps.sheets.engine.signatures import signatures
from workworld.apps.sheets.engine.values import Error
from workworld.apps.sheets.pages import cell_styles
from workworld.apps.sheets.pages.blueprint import BLUEPRINT
from workworld.apps.sheets.pages.cell_styles import Look, look_of, runs_of
from workworld.apps.sheets.service import blocks, selections, sparklines
from workworld.apps.sheets.service.cell_pictures import Picture
from workworld.apps.sheets.service.lenses import Lens
from workworld.apps.sheets.service.sights import Block, CellShown, SheetShown, View
from workworld.context import Context
from workworld.doors.web import page
from workworld.errors import Invalid
from workworld.randomness import digest

_CORNER = re.compile(r"(\d{1,8}):(\d{1,8})")
_KINDS = {bool: "b", float: "n", int: "n", str: "t", Error: "e"}
Json = dict[str, Any]


@BLUEPRINT.get("/s/<workbook>/blocks")
def show_blocks(workbook: str) -> Any:
    """Blocks of a sheet; with ``whole`` how the sheet is built besides."""
    args = flask.request.args
    view: View = page(
        blocks.show,
        lambda _ctx, found: found,
        workbook_id=workbook,
        gid=number("gid"),
        corners=corners(args.get("blocks", "0:0")),
        shows_formulas=args.get("formulas") in ("1", "true"),
        lens=args.get("lens", ""),
    )
    if args.get("known") == str(view.revision):
        return flask.jsonify({"revision": view.revision, "blocks": []})
    return flask.jsonify(payload(view, whole=args.get("whole") == "1"))


@BLUEPRINT.get("/s/<workbook>/edges")
def show_edge(workbook: str) -> Any:
    """Where the data around a cell ends."""
    found: selections.Spot = page(
        selections.edge,
        _plain,
        workbook_id=workbook,
        gid=number("gid"),
        row=number("row"),
        column=number("column"),
        way=flask.request.args.get("way", ""),
        last=number("last"),
    )
    area = found.area
    return flask.jsonify({"row": area.top, "column": area.left, "range": _range(area)})


@BLUEPRINT.get("/s/<workbook>/spots")
def show_spot(workbook: str) -> Any:
    """The cells that a text of the name box means."""
    found: selections.Spot = page(
        selections.find,
        _plain,
        workbook_id=workbook,
        gid=number("gid"),
        text=flask.request.args.get("text", ""),
    )
    return flask.jsonify({"gid": found.gid, "range": _range(found.area)})


@BLUEPRINT.get("/s/<workbook>/statistics")
def show_statistics(workbook: str) -> Any:
    """What a selection sums up to."""
    found: selections.Facts = page(
        selections.sum_up,
        _plain,
        workbook_id=workbook,
        gid=number("gid"),
        ranges=[each for each in flask.request.args.get("ranges", "").split(",") if each],
    )
    return flask.jsonify({"facts": found.shown})


@BLUEPRINT.get("/s/<workbook>/choices")
def show_choices(workbook: str) -> Any:
    """The values that a cell's rule allows."""
    values = page(
        selections.choices,
        _plain,
        workbook_id=workbook,
        gid=number("gid"),
        row=number("row"),
        column=number("column"),
    )
    return flask.jsonify({"values": values})


@BLUEPRINT.get("/s/<workbook>/functions")
def show_functions(workbook: str) -> Any:  # noqa: ARG001 - all workbooks have the same
    """The functions that formulas may call."""
    found = [
        {"name": each.name, "arguments": each.arguments, "about": each.about}
        for each in signatures()
    ]
    return flask.jsonify({"functions": found})


def payload(view: View, *, whole: bool = True) -> Json:
    """What a grid's script is told of a workbook.

    Args:
        view: as it is now.
        whole: whether to tell how the sheet is built, and the tabs.
    """
    found: Json = {
        "revision": view.revision,
        "blocks": [_block(each) for each in view.blocks],
    }
    if whole:
        tabs = flask.render_template("editor_tabs.html", book=Book(view))
        bar = flask.render_template("editor_lens.html", book=Book(view), lens=view.sheet.lens)
        found |= {"title": view.title, "sheet": _sheet(view.sheet), "tabs": tabs, "bar": bar}
        found["theme"] = cell_styles.theme_of(view.theme)
        found["now"] = [f"{view.now:%Y-%m-%d}", f"{view.now:%H:%M:%S}"]
    return found


def corners(text: str) -> list[tuple[int, int]]:
    """The corners of blocks: ``0:0,100:40``.

    Raises:
        Invalid: it is none of that form.
    """
    found = [_CORNER.fullmatch(each) for each in text.split(",")]
    if not all(found):
        raise Invalid("invalid_blocks", "Blocks are named by their first row and column.")
    return [
        (int(each[1]) // blocks.HEIGHT * blocks.HEIGHT, int(each[2]) // blocks.WIDTH * blocks.WIDTH)
        for each in found
        if each
    ]


def number(name: str) -> int:
    """A number of the address; 0 if there is none.

    Raises:
        Invalid: it is something else.
    """
    text = flask.request.args.get(name, "0")
    if not (text.isdecimal() and text.isascii() and len(text) < 12):
        raise Invalid("invalid_number", f"{name} is a number from zero.")
    return int(text)


class Book:
    """A workbook, as the templates of its editor know it."""

    def __init__(self, view: View) -> None:
        self.id, self.title = view.workbook_id, view.title
        self.gid, self.sheet_title = view.sheet.gid, view.sheet.title
        self.sheets = view.tabs
        self.role: str = view.role
        self.may_edit = view.may_edit
        self.may_copy = view.may_edit or view.readers_may_copy


def _plain(_ctx: Context, found: Any) -> Any:
    return found


def _range(area: Area) -> Json:
    return {"top": area.top, "left": area.left, "bottom": area.bottom, "right": area.right}


def _sheet(sheet: SheetShown) -> Json:
    order = sheet.order
    return {
        "gid": sheet.gid,
        "title": sheet.title,
        "rows": sheet.rows,
        "columns": sheet.columns,
        "rowSize": sheet.row_size,
        "columnSize": sheet.column_size,
        "used": [sheet.used.bottom, sheet.used.right],
        "frozenRows": sheet.frozen_rows,
        "frozenColumns": sheet.frozen_columns,
        "gridlines": sheet.has_gridlines,
        "rowRuns": (order.lying(sheet.row_axes) if order else sheet.row_axes).runs,
        "order": [order.top, order.rows] if order else None,
        "columnRuns": sheet.column_axes.runs,
        "merges": [_edges(each) for each in sheet.merges],
        "filter": _lens(sheet.lens),
        "warned": [[*_edges(area), said] for area, said in sheet.warned],
        "shape": digest(sheet.shape).hex()[:16],
    }


def _edges(area: Area) -> list[int]:
    return [area.top, area.left, area.bottom, area.right]


def _lens(lens: Lens | None) -> Json | None:
    if lens is None:
        return None
    sorts = sorted({int(each.get("dimensionIndex") or 0) for each in lens.sorts})
    columns = sorted({*lens.criteria, *sorts})
    return {"lens": lens.text, "range": _range(lens.area), "columns": columns}


def _block(block: Block) -> Json:
    styles: dict[str, Look] = {}
    looks: dict[tuple[int, str], str] = {}
    rows: dict[int, list[Any]] = {}
    for each in block.cells:
        key = (id(each.look), each.colour)
        if key not in looks:
            look = look_of(each.look, each.colour)
            looks[key] = look.id if look else ""
            if look:
                styles[look.id] = look
        kind = _KINDS.get(type(each.value), "")
        cell = [each.column, each.text, kind, looks[key], _extra(each)]
        while not cell[-1] and len(cell) > 1:
            cell.pop()  # a page holds a thousand of them
        rows.setdefault(each.row, [each.row]).append(cell)
    return {
        "top": block.area.top,
        "left": block.area.left,
        "rows": [*rows.values()],
        "styles": {name: list(look) for name, look in styles.items()},
    }


def _extra(cell: CellShown) -> Json:
    found: Json = {}
    if cell.typed != cell.text:
        found["i"] = cell.typed
    if isinstance(cell.value, Error):
        found["e"] = f"{cell.value.code} {cell.value.explanation}".strip()
    if cell.problem:
        found["w"] = cell.problem
    if cell.note:
        found["n"] = cell.note
    if cell.link:
        found["u"] = cell.link
    if cell.control:
        found["v"] = cell.control
    if cell.has_thread:
        found["t"] = 1
    if cell.is_pivot:
        found["p"] = 1
    if cell.runs:
        found["r"] = runs_of(cell.runs, cell.look)
    if cell.chips:
        found["c"] = [list(each) for each in cell.chips]
    if cell.picture:
        found["g"] = _picture(cell.picture)
    return found


def _picture(picture: Picture) -> Json:
    if picture.kind == "sparkline":
        parts = [list(each) for each in sparklines.drawn(picture.details).parts]
        return {"said": picture.said, "parts": parts}
    size = [picture.width, picture.height] if picture.mode == "custom" else None
    return {"said": picture.said, "url": picture.url, "mode": picture.mode, "size": size}
