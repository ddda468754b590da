"""What lies on ranges, as files have it: merges, validation, conditional formats, filters, groups.

Charts and pivot tables are left to ``pictures``.
"""

from __future__ import annotations

from typing import Any

from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet
from sqlalchemy import select
from sqlalchemy.orm import Session

from workworld.apps.sheets.engine.addresses import parse
from workworld.apps.sheets.models import (
    BasicFilter,
    ConditionalRule,
    Group,
    Merge,
    Protection,
    Validation,
)
from workworld.apps.sheets.service.grids import Grid
from workworld.apps.sheets.service.xlsx import highlights, validations

_DEEPEST = 7
"""How deep groups may lie in one another in files."""


def write(session: Session, page: Worksheet, grid: Grid) -> None:
    """Write all that lies on ranges of a sheet."""
    for merge in _of(session, Merge, grid):
        page.merge_cells(closed(merge.ranges[0], grid))
    for validation in _of(session, Validation, grid):
        _write_validation(page, grid, validation)
    for order, rule in enumerate(_of(session, ConditionalRule, grid), 1):
        _write_conditional(page, grid, rule, order)
    for each in _of(session, BasicFilter, grid):
        page.auto_filter.ref = closed(each.ranges[0], grid)
    for group in _of(session, Group, grid):
        _write_group(page, group)
    if any(each.is_sheet and not each.warns_only for each in _of(session, Protection, grid)):
        page.protection.enable()


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


def _write_validation(page: Worksheet, grid: Grid, thing: Validation) -> None:
    ranges = [each for each in thing.ranges if parse(each)]
    found = validations.validation(thing.rule, _first(ranges, grid)) if ranges else None
    if found is not None:
        for each in ranges:
            found.add(closed(each, grid))
        page.add_data_validation(found)


def _write_conditional(page: Worksheet, grid: Grid, thing: ConditionalRule, order: int) -> None:
    ranges = [each for each in thing.ranges if parse(each)]
    found = highlights.conditional(thing.rule, _first(ranges, grid)) if ranges else None
    if found is not None:
        page.conditional_formatting.add(" ".join(closed(each, grid) for each in ranges), found)
        found.priority = order


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
