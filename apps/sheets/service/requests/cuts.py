"""Requests that cut cells and put them elsewhere.

https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets/request#cutpasterequest
"""

from __future__ import annotations

from typing import Any

from workworld.apps.sheets.engine import formulas
from workworld.apps.sheets.engine.addresses import Area
from workworld.apps.sheets.engine.changes import Moved
from workworld.apps.sheets.models import ConditionalRule, Merge, Validation
from workworld.apps.sheets.service.editing import Editing
from workworld.apps.sheets.service.grids import CellRow, Grid, Place
from workworld.apps.sheets.service.lying import areas, minus, on, rule_for, without
from workworld.apps.sheets.service.requests import merges
from workworld.apps.sheets.service.requests.copied_rules import add
from workworld.apps.sheets.service.requests.copies import CopyPaste, PasteType, copy_paste
from workworld.apps.sheets.service.requests.dimensions import grow
from workworld.apps.sheets.service.requests.places import area_of, check_count
from workworld.apps.sheets.service.requests.registry import request
from workworld.apps.sheets.service.requests.shapes import GridCoordinate, GridRange, Shape


class CutPaste(Shape):
    """Cells that are put elsewhere."""

    source: GridRange
    destination: GridCoordinate
    paste_type: PasteType = "PASTE_NORMAL"


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
    check_count(block.size)
    grow(edit, target, "row", area.bottom)
    grow(edit, target, "column", area.right)
    edit.check_writable(source, block)
    edit.check_writable(target, area)
    if given.paste_type not in ("PASTE_NORMAL", "PASTE_NO_BORDERS"):
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
        cells = {at: _at_home(cell, source) for at, cell in cells.items()}
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
    kinds: Any = (Validation, ConditionalRule)
    for model in kinds:
        for thing in on(edit, model, grid):
            there = areas(thing, grid)
            shared = [cut for each in there if (cut := each.common(block))]
            if not shared:
                continue
            if all(block.holds(each) for each in there):
                found.append(thing)
                continue
            rule = rule_for(grid, thing.rule, there, shared)
            without(edit, grid, thing, [block])
            twin: Validation | ConditionalRule = add(edit, model, grid, rule, shared)
            found.append(twin)
    edit.ctx.session.flush()  # the move looks for them past what waits
    return found


def _at_home(cell: CellRow, source: Grid) -> CellRow:
    """A formula that went to another sheet and goes on naming what it named."""
    if cell.kind != "formula" or cell.text is None:
        return cell

    def put(part: formulas.Part) -> str | None:
        if part.reference is None or part.reference.sheet is not None:
            return None
        return str(part.reference._replace(sheet=source.sheet.title))

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
