"""Requests that copy cells, and that cut them and put them elsewhere.

https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets/request#copypasterequest
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from workworld.apps.sheets.engine import formulas
from workworld.apps.sheets.engine.addresses import Area
from workworld.apps.sheets.engine.changes import Copied, Moved
from workworld.apps.sheets.models import ConditionalRule, Merge, Validation
from workworld.apps.sheets.service import current_values
from workworld.apps.sheets.service.editing import Editing
from workworld.apps.sheets.service.grids import BLANK, CellRow, Grid, Place
from workworld.apps.sheets.service.requests import merges
from workworld.apps.sheets.service.requests.dimensions import grow
from workworld.apps.sheets.service.requests.lying import (
    areas,
    carve,
    minus,
    new_id,
    on,
    text_of,
    without,
)
from workworld.apps.sheets.service.requests.places import area_of
from workworld.apps.sheets.service.requests.registry import request
from workworld.apps.sheets.service.requests.shapes import GridCoordinate, GridRange, Shape
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


class CutPaste(Shape):
    """Cells that are put elsewhere."""

    source: GridRange
    destination: GridCoordinate
    paste_type: PasteType = "PASTE_NORMAL"


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
    grow(edit, target, "row", area.bottom)
    grow(edit, target, "column", area.right)
    if given.paste_type == "PASTE_COLUMN_WIDTHS":
        copy_sizes(edit, (source, block.left, block.right), (target, left, area.right))
        return
    edit.check_writable(target, area)
    if given.paste_type not in _OF_RULES:
        cells = _pasted(edit, source, block, target, area, given, turned=turned)
        if given.paste_type in _LOOKS:
            merged = [] if turned else [each for _, each in merges.inside(edit, source, block)]
            merges.part(edit, target, area)
        edit.put(target, cells)
        if given.paste_type in _LOOKS:
            for each in merged:
                for corner in _corners(block, area, each) if block.holds(each) else ():
                    merges.add(edit, target, corner)
    if given.paste_type in (*_ALL, "PASTE_DATA_VALIDATION"):
        _copy_rules(edit, Validation, (source, block), (target, area), turned=turned)
    if given.paste_type in (*_LOOKS, "PASTE_CONDITIONAL_FORMATTING"):
        _copy_rules(edit, ConditionalRule, (source, block), (target, area), turned=turned)


@request("cutPaste", "Cut and paste")
def cut_paste(edit: Editing, given: CutPaste) -> None:
    """Put cells elsewhere; references to them follow, wherever they are."""
    source, target = edit.grid(given.source.sheet_id), edit.grid(given.destination.sheet_id)
    block = area_of(source, given.source)
    rows = given.destination.row_index - block.top
    columns = given.destination.column_index - block.left
    area = block.moved(rows, columns)
    if source is target and not rows and not columns:
        return
    grow(edit, target, "row", area.bottom)
    grow(edit, target, "column", area.right)
    edit.check_writable(source, block)
    edit.check_writable(target, area)
    if given.paste_type not in _ALL:
        _take_part(edit, given, source, block)
        return
    move(edit, source, block, target, rows, columns)


def move(edit: Editing, source: Grid, block: Area, target: Grid, rows: int, columns: int) -> None:
    """Put a block of cells so much further down and to the right, maybe on another sheet.

    Raises:
        Invalid: ``merge_conflict``, merged cells lie partly within it or where it goes.
    """
    area = block.moved(rows, columns)
    merges.check_whole(edit, source, block)
    _make_way(edit, source, block, target, area)
    going = _separated(edit, source, block)
    edit.structure(Moved(source.sheet.title, block, target.sheet.title, rows, columns))
    cells = source.cells(block)
    if source is not target:
        for thing in going:
            thing.sheet_id = target.sheet.id
        cells = {at: _at_home(cell, source, target) for at, cell in cells.items()}
    edit.put(source, dict.fromkeys(cells))
    fresh: dict[Place, CellRow | None] = dict.fromkeys(target.cells(area))
    fresh |= {(row + rows, column + columns): each for (row, column), each in cells.items()}
    edit.put(target, fresh)


def _make_way(edit: Editing, source: Grid, block: Area, target: Grid, area: Area) -> None:
    """Take away what lies where cells are put, but for what comes along with them."""
    for thing, merged in merges.inside(edit, target, area):
        if source is target and block.holds(merged):
            continue
        merges.check_whole(edit, target, area)
        edit.ctx.session.delete(thing)
    kept = [block] if source is target else []
    for model in (Validation, ConditionalRule):
        for thing in on(edit, model, target):
            pieces = [area]
            for each in kept:
                pieces = [left for piece in pieces for left in minus(piece, each)]
            without(edit, target, thing, pieces)


def _separated(
    edit: Editing, grid: Grid, block: Area
) -> list[Merge | Validation | ConditionalRule]:
    """What lies on a block, parted from what of it lies around it."""
    going = [thing for thing, _ in merges.inside(edit, grid, block)]
    found: list[Merge | Validation | ConditionalRule] = [*going]
    for model in (Validation, ConditionalRule):
        for thing in on(edit, model, grid):
            shared = [cut for each in areas(thing, grid) if (cut := each.common(block))]
            if not shared:
                continue
            if all(block.holds(each) for each in areas(thing, grid)):
                found.append(thing)
                continue
            ranges = [text_of(grid, each) for each in shared]
            found.append(_twin(edit, thing, grid, ranges))
            without(edit, grid, thing, [block])
    edit.ctx.session.flush()  # the move looks for them past what waits
    return found


def _twin(
    edit: Editing, thing: Validation | ConditionalRule, grid: Grid, ranges: list[str]
) -> Validation | ConditionalRule:
    """The same rule on other ranges."""
    twin = type(thing)(
        id=new_id(edit.ctx),
        sheet_id=grid.sheet.id,
        position=thing.position,
        ranges=ranges,
        rule=thing.rule,
    )
    edit.ctx.session.add(twin)
    return twin


def _at_home(cell: CellRow, source: Grid, target: Grid) -> CellRow:
    """A formula that went to another sheet and goes on naming what it named."""
    if cell.kind != "formula" or cell.text is None:
        return cell

    def put(part: formulas.Part) -> str | None:
        if part.reference is None or part.reference.sheet is not None:
            return None
        return str(part.reference._replace(sheet=source.sheet.title))

    del target  # what names it goes on doing so
    return cell._replace(text=formulas.replaced(cell.text, put))


def _take_part(edit: Editing, given: CutPaste, source: Grid, block: Area) -> None:
    """Copy some of what cells are, and take it away where it was."""
    to = given.destination
    copy_paste(
        edit,
        CopyPaste(
            source=given.source,
            destination=GridRange(
                sheet_id=to.sheet_id,
                start_row_index=to.row_index,
                end_row_index=to.row_index + block.height,
                start_column_index=to.column_index,
                end_column_index=to.column_index + block.width,
            ),
            paste_type=given.paste_type,
        ),
    )
    area = block.moved(to.row_index - block.top, to.column_index - block.left)
    is_same = given.source.sheet_id == to.sheet_id
    for at, cell in source.cells(block).items():
        if is_same and at in area:
            continue
        left = cell._replace(style_id=None) if given.paste_type == "PASTE_FORMAT" else cell
        if given.paste_type in ("PASTE_VALUES", "PASTE_FORMULA"):
            left = cell.holding(None)
        edit.put(source, {at: left})


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
                new = old._replace(kind=new.kind, number=new.number, text=new.text)
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


def _corners(block: Area, area: Area, piece: Area) -> Iterator[Area]:
    """Where a part of a block lies in each of its copies."""
    for top in range(area.top, area.bottom, block.height):
        for left in range(area.left, area.right, block.width):
            yield piece.moved(top - block.top, left - block.left)


def _copy_rules(
    edit: Editing,
    model: type[Validation] | type[ConditionalRule],
    source: tuple[Grid, Area],
    target: tuple[Grid, Area],
    *,
    turned: bool,
) -> None:
    """Let a destination have the rules of what is copied there."""
    grid, block = source
    to, area = target
    found = list[tuple[Validation | ConditionalRule, list[Area]]]()
    for thing in on(edit, model, grid):
        shared = [cut for each in areas(thing, grid) if (cut := each.common(block))]
        if shared:
            found.append((thing, shared))
    carve(edit, to, model, area)
    for thing, shared in found:
        pieces = [
            copy
            for each in shared
            for copy in _corners(
                _turned(block, block) if turned else block,
                area,
                _turned(each, block) if turned else each,
            )
        ]
        ranges = [text_of(to, each) for each in pieces]
        if grid is to and isinstance(thing, ConditionalRule) and not turned:
            kept = [each for each in thing.ranges if each not in ranges]
            if thing in edit.ctx.session.deleted:
                _twin(edit, thing, to, ranges)
            else:
                thing.ranges = [*kept, *ranges]
        else:
            _twin(edit, thing, to, ranges)


def _turned(piece: Area, block: Area) -> Area:
    """A part of a block when rows are columns."""
    top, left = piece.left - block.left + block.top, piece.top - block.top + block.left
    return Area(top, left, top + piece.width, left + piece.height)
