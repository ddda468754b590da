"""Requests that put rows of a range in order, or out of it.

https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets/request#sortrangerequest
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import Field

from workworld.apps.sheets.engine import ordering
from workworld.apps.sheets.engine.addresses import Area
from workworld.apps.sheets.engine.changes import Copied
from workworld.apps.sheets.service import current_values, sorting, themes
from workworld.apps.sheets.service.editing import Editing
from workworld.apps.sheets.service.grids import BLANK, CellRow, Grid, Place
from workworld.apps.sheets.service.requests import merges
from workworld.apps.sheets.service.requests.copies import shifted
from workworld.apps.sheets.service.requests.places import area_of
from workworld.apps.sheets.service.requests.registry import request
from workworld.apps.sheets.service.requests.shapes import (
    Color,
    ColorStyle,
    GridRange,
    Index,
    Shape,
)
from workworld.apps.sheets.service.styles import Format
from workworld.errors import Invalid
from workworld.randomness import Stream


class SortSpec(Shape):
    """A column to sort by: its values, or which of its cells have a colour."""

    dimension_index: Index = 0
    sort_order: Literal["SORT_ORDER_UNSPECIFIED", "ASCENDING", "DESCENDING"] = "ASCENDING"
    foreground_color: Color | None = None
    foreground_color_style: ColorStyle | None = None
    background_color: Color | None = None
    background_color_style: ColorStyle | None = None


class SortRange(Shape):
    """Rows that are put in order; the first column counts most."""

    range: GridRange
    sort_specs: Annotated[list[SortSpec], Field(max_length=100)]


class RandomizeRange(Shape):
    """Rows that are put in a random order."""

    range: GridRange


@request("sortRange", "Sort range")
def sort_range(edit: Editing, given: SortRange) -> None:
    """Put rows in order; relative references of their formulas go along."""
    grid = edit.grid(given.range.sheet_id)
    area = area_of(grid, given.range)
    if not given.sort_specs:
        raise Invalid("invalid_request", "At least one sortSpec must be set.")
    sort(edit, grid, area, given.sort_specs)


@request("randomizeRange", "Randomize range")
def randomize_range(edit: Editing, given: RandomizeRange) -> None:
    """Put rows in a random order."""
    grid = edit.grid(given.range.sheet_id)
    area = _used(grid, area_of(grid, given.range))
    names = (edit.workbook.id, edit.workbook.revision, grid.sheet.id, str(area))
    places = list(range(area.height))
    _arrange(edit, grid, area, Stream("sheets randomize", *names).sample(places, len(places)))


def sort(edit: Editing, grid: Grid, area: Area, specs: Sequence[SortSpec]) -> None:
    """Put the rows of a rectangle in order.

    Raises:
        Invalid: ``merge_conflict``, or a column outside the rectangle.
        Forbidden: some are protected.
    """
    for each in specs:
        if not area.left <= each.dimension_index < area.right:
            said = f"dimensionIndex {each.dimension_index} is outside the range."
            raise Invalid("invalid_request", said)
    area = _used(grid, area)
    if area.height < 2:
        return
    values, cells = current_values.values(edit, grid, area), grid.cells(area)

    def look_of(cell: CellRow) -> Format:
        return edit.styles.shown(cell.style_id)

    told = [themes.resolved(each.json_form(), edit.styles.theme) for each in specs]
    keys = [sorting.key(each, area, values, cells, look_of) for each in told]
    _arrange(edit, grid, area, ordering.order(area.height, keys))


def _used(grid: Grid, area: Area) -> Area:
    """A rectangle without the rows at its end that hold nothing and look like nothing."""
    bottom = max((row + 1 for row, _ in grid.cells(area)), default=area.top)
    return Area(area.top, area.left, bottom, area.right)


def _arrange(edit: Editing, grid: Grid, area: Area, order: Sequence[int]) -> None:
    """Let rows stand in another order."""
    edit.check_writable(grid, area)
    if merges.inside(edit, grid, area):
        raise Invalid("merge_conflict", sorting.MERGED)
    cells, fresh = grid.cells(area), dict[Place, CellRow | None]()
    for to, place in enumerate(order):
        if to == place:
            continue
        change = Copied(to - place, 0)
        for column in range(area.left, area.right):
            at, origin = (area.top + to, column), (area.top + place, column)
            if at in cells or origin in cells:
                fresh[at] = shifted(cells.get(origin, BLANK), grid.sheet.title, change)
    edit.put(grid, fresh)
