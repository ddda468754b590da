"""Tables as people see them: blocks of cells that touch each other."""

from __future__ import annotations

from workworld.apps.sheets.engine.addresses import Area
from workworld.apps.sheets.service.grids import Grid, Place


def found(grid: Grid, area: Area) -> Area | None:
    """The table at a range: the block around the last filled cell in it; None if it is blank.

    https://developers.google.com/workspace/sheets/api/guides/values#append_values
    """
    filled = _filled(grid)
    inside = [place for place in filled if place in area]
    return _block(filled, max(inside)) if inside else None


def around(grid: Grid, area: Area) -> Area:
    """A range as it is; of one cell the block of filled cells that it belongs to."""
    return area if area.size > 1 else _block(_filled(grid), (area.top, area.left))


def grown(grid: Grid, area: Area) -> Area:
    """A range with the filled rows that go on right below it."""
    filled, bottom = _filled(grid), area.bottom
    while any((bottom, column) in filled for column in range(area.left, area.right)):
        bottom += 1
    return Area(area.top, area.left, bottom, area.right)


def _filled(grid: Grid) -> set[Place]:
    return {place for place, cell in grid.cells(grid.used()).items() if cell.kind}


def _block(filled: set[Place], start: Place) -> Area:
    """The rectangle around a cell and all that touch it, at edges or corners, or one another."""
    waiting, seen = [start], {start}
    while waiting:
        row, column = waiting.pop()
        for place in _beside(row, column):
            if place in filled and place not in seen:
                seen.add(place)
                waiting.append(place)
    rows, columns = [row for row, _ in seen], [column for _, column in seen]
    return Area(min(rows), min(columns), max(rows) + 1, max(columns) + 1)


def _beside(row: int, column: int) -> list[Place]:
    return [(row + down, column + right) for down in (-1, 0, 1) for right in (-1, 0, 1)]
