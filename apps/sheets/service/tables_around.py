"""The table that a cell stands in: all cells that touch one another."""

from __future__ import annotations

from workworld.apps.sheets.engine.addresses import Area
from workworld.apps.sheets.service.grids import Grid


def around(grid: Grid, area: Area) -> Area:
    """A range as it is; of one cell the rectangle of filled cells that it belongs to."""
    if area.size > 1:
        return area
    used = grid.used()
    filled = {place for place, cell in grid.cells(used).items() if cell.kind}
    found = area
    while (larger := _larger(found, filled, grid.area)) != found:
        found = larger
    return found


def _larger(area: Area, filled: set[tuple[int, int]], grid: Area) -> Area:
    """The rectangle with those of its neighbouring lines in which something touches it."""

    def has(top: int, left: int, bottom: int, right: int) -> bool:
        return any(
            (row, column) in filled for row in range(top, bottom) for column in range(left, right)
        )

    top, left, bottom, right = area.top, area.left, area.bottom, area.right
    low, high = max(left - 1, 0), min(right + 1, grid.right)
    first, last = max(top - 1, 0), min(bottom + 1, grid.bottom)
    return Area(
        first if top and has(first, low, top, high) else top,
        low if left and has(first, low, last, left) else left,
        last if bottom < grid.bottom and has(bottom, low, last, high) else bottom,
        high if right < grid.right and has(first, right, last, high) else right,
    )
