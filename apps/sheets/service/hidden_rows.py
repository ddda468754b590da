"""Which rows and columns are out of sight: hidden by somebody, by a filter, in a closed group."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import select

from workworld.apps.sheets.engine.addresses import parse
from workworld.apps.sheets.engine.changes import Axis
from workworld.apps.sheets.models import BasicFilter, Group, Line
from workworld.apps.sheets.service.grids import Grid
from workworld.apps.sheets.service.lines import hides


def by_hand(grid: Grid) -> frozenset[int]:
    """Rows that somebody hid, or that are in a closed group."""
    query = select(Line.line_id).where(
        Line.sheet_id == grid.sheet.id, Line.axis == "row", Line.is_hidden
    )
    found = (grid.rows.index_of(each) for each in grid.session.scalars(query))
    return frozenset(each for each in found if each is not None) | frozenset(in_groups(grid, "row"))


def by_filter(grid: Grid) -> frozenset[int]:
    """Rows that the sheet's filter does not let through."""
    query = select(BasicFilter).where(BasicFilter.sheet_id == grid.sheet.id)
    places = (
        grid.rows.index_of(row_id)
        for each in grid.session.scalars(query)
        for row_id in each.hidden_rows
    )
    return frozenset(each for each in places if each is not None)


@hides
def filtered(grid: Grid, axis: Axis) -> Iterable[int]:
    """Rows that the sheet's filter does not let through."""
    return by_filter(grid) if axis == "row" else ()


@hides
def in_groups(grid: Grid, axis: Axis) -> Iterable[int]:
    """Lines of closed groups."""
    query = select(Group).where(Group.sheet_id == grid.sheet.id, Group.is_collapsed)
    return {
        index
        for each in grid.session.scalars(query)
        if (run := span(each.ranges[0], axis)) is not None
        for index in range(*run)
        if index < len(grid.lines(axis))
    }


def span(range_text: str, axis: Axis) -> tuple[int, int] | None:
    """From which line to before which whole lines go; None for those of the other axis."""
    reference = parse(range_text)
    if reference is None:
        return None
    first, last = reference.first, reference.end
    ends = (first.row, last.row) if axis == "row" else (first.column, last.column)
    others = (first.column, last.column) if axis == "row" else (first.row, last.row)
    if ends[0] is None or ends[1] is None or others != (None, None):
        return None
    return min(ends[0], ends[1]), max(ends[0], ends[1]) + 1
