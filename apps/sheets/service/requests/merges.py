"""Requests that merge cells and part them.

https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets/request#mergecellsrequest
"""

from __future__ import annotations

from typing import Literal

from workworld.apps.sheets.engine.addresses import Area
from workworld.apps.sheets.engine.changes import Axis
from workworld.apps.sheets.models import Merge
from workworld.apps.sheets.service.editing import Editing
from workworld.apps.sheets.service.grids import BLANK, Grid
from workworld.apps.sheets.service.lying import areas, new_id, on, text_of
from workworld.apps.sheets.service.requests.places import area_of, check_count
from workworld.apps.sheets.service.requests.registry import request
from workworld.apps.sheets.service.requests.shapes import GridRange, Shape
from workworld.errors import Invalid

_PARTLY = "You must select all cells in a merged range to merge or unmerge them."
_FROZEN = "You can't merge frozen and non-frozen cells."


class MergeCells(Shape):
    """Cells that are shown as one: all of a range, or those of each column or row."""

    range: GridRange
    merge_type: Literal["MERGE_ALL", "MERGE_COLUMNS", "MERGE_ROWS"] = "MERGE_ALL"


class UnmergeCells(Shape):
    """A range in which no cells are merged any more."""

    range: GridRange


@request("mergeCells", "Merge cells")
def merge_cells(edit: Editing, given: MergeCells) -> None:
    """Merge cells: what the first one holds stays, what the others hold goes."""
    grid = edit.grid(given.range.sheet_id)
    area = area_of(grid, given.range)
    edit.check_writable(grid, area)
    if crosses(area, "row", grid.sheet.frozen_rows) or crosses(
        area, "column", grid.sheet.frozen_columns
    ):
        raise Invalid("merge_conflict", _FROZEN)
    part(edit, grid, area)
    match given.merge_type:
        case "MERGE_COLUMNS":
            columns = range(area.left, area.right)
            pieces = [Area(area.top, at, area.bottom, at + 1) for at in columns]
        case "MERGE_ROWS":
            rows = range(area.top, area.bottom)
            pieces = [Area(at, area.left, at + 1, area.right) for at in rows]
        case _:
            pieces = [area]
    check_count(len(pieces) * 100)  # each is a thing of its own, and looked through ever after
    for each in pieces:
        add(edit, grid, each)


@request("unmergeCells", "Unmerge cells")
def unmerge_cells(edit: Editing, given: UnmergeCells) -> None:
    """Part merged cells; those that lie partly outside the range are refused."""
    grid = edit.grid(given.range.sheet_id)
    area = area_of(grid, given.range)
    edit.check_writable(grid, area)
    part(edit, grid, area)


def add(edit: Editing, grid: Grid, area: Area) -> None:
    """Merge the cells of a rectangle in which none are merged."""
    if area.size == 1:
        return
    first = (area.top, area.left)
    cells = grid.cells(area)
    edit.put(
        grid,
        {
            at: BLANK._replace(style_id=cells.get(first, BLANK).style_id)
            for at in cells
            if at != first
        },
    )
    thing = Merge(
        id=new_id(edit.ctx), sheet_id=grid.sheet.id, position=0, ranges=[text_of(grid, area)]
    )
    edit.ctx.session.add(thing)


def part(edit: Editing, grid: Grid, area: Area) -> None:
    """Part the merged cells of a rectangle.

    Raises:
        Invalid: ``merge_conflict``, some lie partly outside it.
    """
    for thing, merged in inside(edit, grid, area):
        if not area.holds(merged):
            raise Invalid("merge_conflict", _PARTLY)
        edit.ctx.session.delete(thing)


def inside(edit: Editing, grid: Grid, area: Area) -> list[tuple[Merge, Area]]:
    """The merged cells that share some with a rectangle."""
    return [
        (thing, merged)
        for thing in on(edit, Merge, grid)
        for merged in areas(thing, grid)
        if merged.common(area) is not None
    ]


def check_whole(edit: Editing, grid: Grid, area: Area, said: str = _PARTLY) -> None:
    """See to it that no merged cells lie partly within a rectangle.

    Raises:
        Invalid: ``merge_conflict``.
    """
    if any(not area.holds(merged) for _, merged in inside(edit, grid, area)):
        raise Invalid("merge_conflict", said)


def crosses(area: Area, axis: Axis, frozen: int) -> bool:
    """Whether a rectangle lies on both sides of the edge of what is frozen."""
    start, end = (area.top, area.bottom) if axis == "row" else (area.left, area.right)
    return start < frozen < end
