"""What lies on ranges, as files have it: merges, validation, conditional formats, filters, groups.

Charts are left to ``pictures``.
"""

from __future__ import annotations

from typing import Any

from openpyxl.cell.cell import MergedCell
from openpyxl.styles import PatternFill
from openpyxl.styles import Protection as Locking
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet
from sqlalchemy import select
from sqlalchemy.orm import Session

from workworld.apps.sheets.engine.addresses import Area, parse
from workworld.apps.sheets.models import (
    Banding,
    BasicFilter,
    ConditionalRule,
    FilterView,
    Group,
    Merge,
    Pivot,
    Protection,
    Table,
    Thread,
    Validation,
)
from workworld.apps.sheets.service import appearance
from workworld.apps.sheets.service.grids import Grid
from workworld.apps.sheets.service.views import View
from workworld.apps.sheets.service.xlsx import (
    filters,
    highlights,
    named_tables,
    print_setups,
    validations,
)
from workworld.apps.sheets.service.xlsx.colours import written

_MOST_FREE = 50_000
_DEEPEST = 7
"""How deep groups may lie in one another in files."""


def write(session: Session, view: View, page: Worksheet, grid: Grid, taken: set[str]) -> list[str]:
    """Write all that lies on ranges of a sheet.

    Args:
        session: the world's.
        view: the workbook.
        page: the sheet's.
        grid: the sheet.
        taken: see ``named_tables.write``.

    Returns:
        What files cannot tell, in words.
    """
    notes: list[str] = []
    for merge in _of(session, Merge, grid):
        page.merge_cells(closed(merge.ranges[0], grid))
    notes += [
        "validation rules that no file can tell, such as lists of long texts"
        for validation in _of(session, Validation, grid)
        if not _write_validation(page, grid, validation)
    ]
    notes += [
        "conditional formats that no file can tell"
        for order, rule in enumerate(_of(session, ConditionalRule, grid), 1)
        if not _write_conditional(page, grid, rule, order)
    ]
    for each in _of(session, BasicFilter, grid):
        notes += filters.write(view, page, grid, each)
    for group in _of(session, Group, grid):
        _write_group(page, group)
    for banding in _of(session, Banding, grid):
        _write_bands(view, page, grid, banding)
    print_setups.write(page, grid)
    notes += named_tables.write(page, grid, _of(session, Table, grid), taken)
    notes += _write_protection(page, grid, _of(session, Protection, grid))
    return notes + [said for model, said in _UNTOLD.items() if _of(session, model, grid)]


_UNTOLD: dict[Any, str] = {
    FilterView: "filter views",
    Pivot: "definitions of pivot tables (their values are kept)",
    Thread: "conversations as such (they are notes in the file)",
}
"""What files do not hold, or only in another form."""


def _write_bands(view: View, page: Worksheet, grid: Grid, thing: Banding) -> None:
    """Paint alternating colours, where cells have no ground of their own."""
    for text in thing.ranges:
        reference = parse(text)
        area = reference.area(len(grid.rows), len(grid.columns)) if reference else None
        shown = area and area.common(Area(0, 0, view.values.extent(grid).bottom, len(grid.columns)))
        for at in appearance.places(shown):
            style = appearance.band(thing.settings, area or grid.area, at)
            ground = written({"xStyle": style}, "x") if style else None
            cell: Any = page.cell(at[0] + 1, at[1] + 1)
            if ground and not cell.fill.fill_type and not isinstance(cell, MergedCell):
                cell.fill = PatternFill("solid", fgColor=ground)


def _write_protection(page: Worksheet, grid: Grid, things: list[Protection]) -> list[str]:
    notes = []
    for thing in things:
        if not thing.is_sheet:
            notes.append("protected ranges")
        elif not thing.warns_only:
            page.protection.enable()
            for text in thing.ranges:
                reference = parse(text)
                area = reference.area(len(grid.rows), len(grid.columns)) if reference else None
                for row, column in appearance.places(
                    area if area and area.size < _MOST_FREE else None
                ):
                    page.cell(row + 1, column + 1).protection = Locking(locked=False)
        if thing.editor_ids or thing.warns_only or thing.is_for_company:
            notes.append("who may edit what is protected")
    return notes


def _of(session: Session, model: Any, grid: Grid) -> list[Any]:
    query = select(model).where(model.sheet_id == grid.sheet.id)
    return list(session.scalars(query.order_by(model.position, model.id)))


def closed(range_text: str, grid: Grid) -> str:
    """A range with both ends, the grid's where it has none of its own."""
    reference = parse(range_text)
    if reference is None:
        return "A1"
    return str(reference.area(len(grid.rows), len(grid.columns)))


def _first(ranges: list[str], grid: Grid) -> str:
    return closed(ranges[0], grid).partition(":")[0]


def _write_validation(page: Worksheet, grid: Grid, thing: Validation) -> bool:
    ranges = [each for each in thing.ranges if parse(each)]
    found = validations.validation(thing.rule, _first(ranges, grid)) if ranges else None
    if found is not None:
        for each in ranges:
            found.add(closed(each, grid))
        page.add_data_validation(found)
    return found is not None


def _write_conditional(page: Worksheet, grid: Grid, thing: ConditionalRule, order: int) -> bool:
    ranges = [each for each in thing.ranges if parse(each)]
    found = highlights.conditional(thing.rule, _first(ranges, grid)) if ranges else None
    if found is not None:
        page.conditional_formatting.add(" ".join(closed(each, grid) for each in ranges), found)
        found.priority = order
    return found is not None


def _write_group(page: Worksheet, group: Group) -> None:
    reference = parse(group.ranges[0])
    if reference is None:
        return
    first, last = reference.first, reference.end
    if first.row is not None and last.row is not None:
        for row in range(first.row, last.row + 1):
            line: Any = page.row_dimensions[row + 1]
            line.outlineLevel = min(line.outlineLevel + 1, _DEEPEST)
            line.hidden = line.hidden or group.is_collapsed
    elif first.column is not None and last.column is not None:
        for column in range(first.column, last.column + 1):
            side: Any = page.column_dimensions[get_column_letter(column + 1)]
            side.outlineLevel = min(side.outlineLevel + 1, _DEEPEST)
            side.hidden = side.hidden or group.is_collapsed
