"""Requests that copy cells.

https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets/request#copypasterequest
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from workworld.apps.sheets.engine import formulas
from workworld.apps.sheets.engine.addresses import Area
from workworld.apps.sheets.engine.changes import Copied
from workworld.apps.sheets.models import ConditionalRule, Validation
from workworld.apps.sheets.service import current_values
from workworld.apps.sheets.service.editing import Editing
from workworld.apps.sheets.service.grids import BLANK, CellRow, Grid, Place
from workworld.apps.sheets.service.requests import merges
from workworld.apps.sheets.service.requests.copied_rules import copy_rules, corners
from workworld.apps.sheets.service.requests.dimensions import grow
from workworld.apps.sheets.service.requests.places import area_of, check_count
from workworld.apps.sheets.service.requests.registry import request
from workworld.apps.sheets.service.requests.shapes import GridRange, Shape
from workworld.apps.sheets.service.requests.sizes import copy_sizes

PasteType = Literal[
    "PASTE_NORMAL",
    "PASTE_VALUES",
    "PASTE_FORMAT",
    "PASTE_NO_BORDERS",
    "PASTE_FORMULA",
    "PASTE_DATA_VALIDATION",
    "PASTE_CONDITIONAL_FORMATTING",
    "PASTE_COLUMN_WIDTHS",
]
"""What of cells is pasted; the last is ours, for what menus offer besides the vendor's API."""
_LOOKS = ("PASTE_NORMAL", "PASTE_NO_BORDERS", "PASTE_FORMAT")
_ALL = ("PASTE_NORMAL", "PASTE_NO_BORDERS")
_OF_RULES = ("PASTE_DATA_VALIDATION", "PASTE_CONDITIONAL_FORMATTING")


class CopyPaste(Shape):
    """Cells that are copied; a destination that is a multiple of them is filled."""

    source: GridRange
    destination: GridRange
    paste_type: PasteType = "PASTE_NORMAL"
    paste_orientation: Literal["NORMAL", "TRANSPOSE"] = "NORMAL"


@request("copyPaste", "Paste")
def copy_paste(edit: Editing, given: CopyPaste) -> None:
    """Copy cells; relative references of formulas go along."""
    source, target = edit.grid(given.source.sheet_id), edit.grid(given.destination.sheet_id)
    block = area_of(source, given.source)
    turned = given.paste_orientation == "TRANSPOSE"
    height, width = (block.width, block.height) if turned else (block.height, block.width)
    top = given.destination.start_row_index or 0
    left = given.destination.start_column_index or 0
    wide = given.destination.area(len(target.rows), len(target.columns))
    area = Area(
        top, left, top + _multiple(wide.height, height), left + _multiple(wide.width, width)
    )
    check_count(area.size)
    grow(edit, target, "row", area.bottom)
    grow(edit, target, "column", area.right)
    if given.paste_type == "PASTE_COLUMN_WIDTHS":
        copy_sizes(edit, (source, block.left, block.right), (target, left, area.right))
        return
    edit.check_writable(target, area)
    if given.paste_type not in _OF_RULES:
        cells = _pasted(edit, source, block, target, area, given, turned=turned)
        merged: list[Area] = []
        if given.paste_type in _LOOKS:
            if not turned:
                merged = [each for _, each in merges.inside(edit, source, block)]
            merges.part(edit, target, area)
        edit.put(target, cells)
        if given.paste_type in _LOOKS:
            for each in merged:
                for corner in corners(block, area, each) if block.holds(each) else ():
                    merges.add(edit, target, corner)
    if given.paste_type in (*_ALL, "PASTE_DATA_VALIDATION"):
        copy_rules(edit, Validation, (source, block), (target, area), turned=turned)
    if given.paste_type in (*_LOOKS, "PASTE_CONDITIONAL_FORMATTING"):
        copy_rules(edit, ConditionalRule, (source, block), (target, area), turned=turned)


def _multiple(size: int, of: int) -> int:
    return size if size > of and size % of == 0 else of


def _pasted(
    edit: Editing,
    source: Grid,
    block: Area,
    target: Grid,
    area: Area,
    given: CopyPaste,
    *,
    turned: bool,
) -> dict[Place, CellRow | None]:
    """What the cells of a destination become."""
    cells, there = source.cells(block), target.cells(area)
    values = (
        current_values.values(edit, source, block) if given.paste_type == "PASTE_VALUES" else []
    )
    found: dict[Place, CellRow | None] = {}
    for at, origin in _origins(block, area, turned=turned):
        cell, old = cells.get(origin, BLANK), there.get(at, BLANK)
        if given.paste_type == "PASTE_VALUES":
            new = old.holding(values[origin[0] - block.top][origin[1] - block.left])
        elif given.paste_type == "PASTE_FORMAT":
            new = old._replace(style_id=cell.style_id)
        else:
            change = Copied(at[0] - origin[0], at[1] - origin[1])
            new = shifted(cell, source.sheet.title, change)
            if given.paste_type == "PASTE_FORMULA":
                new = old.holding(new.input).having("chipRuns", (new.extra or {}).get("chipRuns"))
            elif given.paste_type == "PASTE_NO_BORDERS":
                look = dict(edit.styles.format(cell.style_id))
                look.pop("borders", None)
                new = new._replace(style_id=edit.styles.id_of(look))
        found[at] = new
    return found


def shifted(cell: CellRow, title: str, change: Copied) -> CellRow:
    """A cell as it is elsewhere: the relative references of its formula go along."""
    if cell.kind != "formula" or cell.text is None:
        return cell
    return cell._replace(text=formulas.changed(cell.text, title, change))


def _origins(block: Area, area: Area, *, turned: bool) -> Iterator[tuple[Place, Place]]:
    """Each cell of a destination with the one that is copied there."""
    height, width = (block.width, block.height) if turned else (block.height, block.width)
    for row in range(area.top, area.bottom):
        for column in range(area.left, area.right):
            down, along = (row - area.top) % height, (column - area.left) % width
            if turned:
                down, along = along, down
            yield (row, column), (block.top + down, block.left + along)
