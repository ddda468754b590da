"""Requests that put rows and columns in, take them out and move them.

https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets/request#insertdimensionrequest
"""

from __future__ import annotations

from workworld.apps.sheets.engine.addresses import Area
from workworld.apps.sheets.engine.changes import Axis, Deleted, Inserted, Reordered
from workworld.apps.sheets.models import Line
from workworld.apps.sheets.service.editing import Editing
from workworld.apps.sheets.service.grids import BLANK, Grid
from workworld.apps.sheets.service.requests.places import AXES, lines_of
from workworld.apps.sheets.service.requests.registry import request
from workworld.apps.sheets.service.requests.shapes import Dimension, DimensionRange, Index, Shape
from workworld.errors import Invalid


class InsertDimension(Shape):
    """New lines before those that stand in a range."""

    range: DimensionRange
    inherit_from_before: bool = False


class DeleteDimension(Shape):
    """Lines that go."""

    range: DimensionRange


class AppendDimension(Shape):
    """New lines at the end."""

    sheet_id: int = 0
    dimension: Dimension
    length: Index


class MoveDimension(Shape):
    """Lines that go before another."""

    source: DimensionRange
    destination_index: Index


@request("insertDimension", "Insert rows or columns")
def insert_dimension(edit: Editing, given: InsertDimension) -> None:
    """Put lines in; they look as those before or behind them."""
    grid, axis = edit.grid(given.range.sheet_id), AXES[given.range.dimension]
    start, end = given.range.start_index or 0, given.range.end_index or 0
    if start >= end:
        raise Invalid("invalid_request", "endIndex must be greater than startIndex.")
    if start > len(grid.lines(axis)):
        raise Invalid("exceeds_grid_limits", f"Cannot insert behind the last {axis}.")
    if given.inherit_from_before and start == 0:
        raise Invalid("invalid_request", "inheritFromBefore cannot be true at index 0.")
    insert(edit, grid, axis, start, end - start)
    like = start - 1 if given.inherit_from_before else end
    _look_alike(edit, grid, axis, range(start, end), like)


@request("deleteDimension", "Delete rows or columns")
def delete_dimension(edit: Editing, given: DeleteDimension) -> None:
    """Take lines out, but never all of a sheet's."""
    grid = edit.grid(given.range.sheet_id)
    axis, start, end = lines_of(grid, given.range)
    lines = grid.lines(axis)
    if end - start == len(lines):
        raise Invalid("invalid_request", f"You can't delete all the {axis}s on the sheet.")
    edit.check_writable(grid, _across(grid, axis, start, end))
    edit.structure(Deleted(grid.sheet.title, axis, start, end - start))
    edit.reorder(grid, axis, lines.deleted(start, end))
    frozen = f"frozen_{axis}s"
    kept = getattr(grid.sheet, frozen)
    gone = max(0, min(end, kept) - start)
    setattr(grid.sheet, frozen, kept - gone)


@request("appendDimension", "Add rows or columns")
def append_dimension(edit: Editing, given: AppendDimension) -> None:
    """Put lines in at the end."""
    grid, axis = edit.grid(given.sheet_id), AXES[given.dimension]
    if given.length:
        grow(edit, grid, axis, len(grid.lines(axis)) + given.length)


@request("moveDimension", "Move rows or columns")
def move_dimension(edit: Editing, given: MoveDimension) -> None:
    """Put lines elsewhere; formulas go on naming what they named."""
    grid = edit.grid(given.source.sheet_id)
    axis, start, end = lines_of(grid, given.source)
    to, lines = given.destination_index, grid.lines(axis)
    if to > len(lines):
        raise Invalid("exceeds_grid_limits", f"Cannot move behind the last {axis}.")
    if start <= to <= end:
        return
    low, high = min(start, to), max(end, to)
    edit.check_writable(grid, _across(grid, axis, low, high))
    edit.structure(Reordered(grid.sheet.title, axis, start, end, to))
    edit.reorder(grid, axis, lines.moved(start, end, to))


def insert(edit: Editing, grid: Grid, axis: Axis, at: int, count: int) -> None:
    """Put lines in before line ``at``; at the end they are just added.

    Raises:
        Invalid: ``too_large``, that would be more cells than a workbook may have.
    """
    lines, sheet = grid.lines(axis), grid.sheet
    first = sheet.next_row_id if axis == "row" else sheet.next_column_id
    if at < len(lines):
        edit.structure(Inserted(sheet.title, axis, at, count))
    if axis == "row":
        sheet.next_row_id = first + count
    else:
        sheet.next_column_id = first + count
    edit.reorder(grid, axis, lines.inserted(at, first, count))


def grow(edit: Editing, grid: Grid, axis: Axis, count: int) -> None:
    """See to it that a sheet has so many lines at least.

    Raises:
        Invalid: as ``insert`` does.
    """
    there = len(grid.lines(axis))
    if count > there:
        insert(edit, grid, axis, there, count - there)


def _across(grid: Grid, axis: Axis, start: int, end: int) -> Area:
    whole = grid.area
    if axis == "row":
        return Area(start, whole.left, end, whole.right)
    return Area(whole.top, start, whole.bottom, end)


def _look_alike(edit: Editing, grid: Grid, axis: Axis, new: range, like: int) -> None:
    """Let new lines look as another, and be as high or wide."""
    lines = grid.lines(axis)
    if not 0 <= like < len(lines):
        return
    session, sheet_id = edit.ctx.session, grid.sheet.id
    known = session.get(Line, (sheet_id, axis, lines.id_at(like)))
    size = None if known is None or known.is_fit else known.size  # blank rows need no more
    if known is not None and (size is not None or known.style_id is not None):
        for each in new:
            session.add(
                Line(
                    sheet_id=sheet_id,
                    axis=axis,
                    line_id=lines.id_at(each),
                    size=size,
                    is_hidden=False,
                    style_id=known.style_id,
                )
            )
    styled = {
        at: BLANK._replace(style_id=cell.style_id)
        for at, cell in grid.cells(_across(grid, axis, like, like + 1)).items()
        if cell.style_id is not None
    }
    edit.put(
        grid,
        {
            ((each, at[1]) if axis == "row" else (at[0], each)): cell
            for each in new
            for at, cell in styled.items()
        },
    )
