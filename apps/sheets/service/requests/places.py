"""Where requests apply: ranges and lines of a sheet, held to its grid."""

from __future__ import annotations

from workworld.apps.sheets.engine.addresses import Area
from workworld.apps.sheets.engine.changes import Axis
from workworld.apps.sheets.service.grids import Grid
from workworld.apps.sheets.service.refusals import beyond_the_grid
from workworld.apps.sheets.service.requests.shapes import Dimension, DimensionRange, GridRange
from workworld.errors import Invalid

MOST_AT_ONCE, MOST_IN_ALL = 1_000_000, 2_000_000
"""How many cells one request and a list of them may change."""
AXES: dict[Dimension, Axis] = {"ROWS": "row", "COLUMNS": "column"}


def area_of(grid: Grid, given: GridRange) -> Area:
    """The cells of a range.

    Raises:
        Invalid: it has none, or reaches beyond the grid.
    """
    area = given.area(len(grid.rows), len(grid.columns))
    if area.top >= area.bottom or area.left >= area.right:
        raise Invalid("invalid_request", "The range must not be empty.")
    if not grid.area.holds(area):
        raise beyond_the_grid(f"{grid.sheet.title}!{area}", len(grid.rows), len(grid.columns))
    return area


def check_count(count: int, most: int = MOST_AT_ONCE) -> None:
    """See to it that a request does not write more cells or lines than can be done at once.

    Raises:
        Invalid: ``too_large``.
    """
    if count > most:
        said = f"More than {most} cells cannot be changed at once."
        raise Invalid("too_large", said)


def lines_of(grid: Grid, given: DimensionRange) -> tuple[Axis, int, int]:
    """The lines of a range: whether they are rows, the first, and the one behind the last.

    Raises:
        Invalid: there are none, or they reach beyond the grid.
    """
    axis = AXES[given.dimension]
    count = len(grid.lines(axis))
    start = given.start_index or 0
    end = count if given.end_index is None else given.end_index
    if start >= end:
        raise Invalid("invalid_request", "endIndex must be greater than startIndex.")
    if end > count:
        said = f"Cannot reach {axis} {end}: the sheet has {count}."
        raise Invalid("exceeds_grid_limits", said)
    return axis, start, end
