"""Where widgets stand on a dashboard: a grid of twelve columns in which nothing overlaps.

https://developer.salesforce.com/docs/atlas.en-us.api_analytics.meta/api_analytics/sforce_analytics_rest_api_dashboard_layout.htm
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

COLUMNS, MOST_HEIGHT = 12, 12
LEAST_WIDTH, LEAST_HEIGHT = 2, 2
USUAL: Mapping[str, tuple[int, int]] = {"metric": (4, 3), "gauge": (4, 4)}
"""How wide and high a new widget of a kind is; all others are half as wide as the dashboard."""
_OTHERS = (6, 6)


@dataclass(frozen=True, slots=True)
class Cell:
    """Where a widget stands, and how large it is, in columns and rows of the grid.

    Args:
        column: its first column, from 0.
        row: its first row, from 0.
        width: in columns.
        height: in rows.
    """

    column: int
    row: int
    width: int
    height: int

    def overlaps(self, other: Cell) -> bool:
        """Whether two widgets would cover one another."""
        return (
            self.column < other.column + other.width
            and other.column < self.column + self.width
            and self.row < other.row + other.height
            and other.row < self.row + self.height
        )


def usual(kind: str) -> tuple[int, int]:
    """How wide and high a widget of a kind is at first."""
    return USUAL.get(kind, _OTHERS)


def fitted(cell: Cell) -> Cell:
    """The same within the grid: no wider than it, not beyond its edge."""
    width = min(max(cell.width, LEAST_WIDTH), COLUMNS)
    height = min(max(cell.height, LEAST_HEIGHT), MOST_HEIGHT)
    return Cell(min(max(cell.column, 0), COLUMNS - width), max(cell.row, 0), width, height)


def free(there: Sequence[Cell], width: int, height: int) -> Cell:
    """The first place where something of a size fits: from the top, and from the left."""
    row = 0
    while True:
        for column in range(COLUMNS - width + 1):
            wanted = Cell(column, row, width, height)
            if not any(wanted.overlaps(each) for each in there):
                return wanted
        row += 1


def passing(wanted: Cell, was: Cell, others: Sequence[Cell]) -> Cell:
    """Where something comes to stand that is moved down: below what its upper edge has passed."""
    for each in sorted(others, key=lambda cell: cell.row):
        reaches = each.row >= was.row + was.height and wanted.row > each.row
        if reaches and wanted.overlaps(each):
            wanted = replace(wanted, row=each.row + each.height)
    return wanted


def steps(cell: Cell, others: Sequence[Cell]) -> dict[str, Cell]:
    """Where something can be moved and how it can be resized by a step, by what that is called."""
    beside = [
        each
        for each in others
        if each.column < cell.column + cell.width and cell.column < each.column + each.width
    ]
    above = [each.row for each in beside if each.row < cell.row]
    below = [each.row + each.height for each in beside if each.row >= cell.row + cell.height]
    found = {
        "left": replace(cell, column=cell.column - 1),
        "right": replace(cell, column=cell.column + 1),
        "up": replace(cell, row=max(above, default=cell.row)),
        "down": replace(cell, row=min(below, default=cell.row)),
        "wider": replace(cell, width=cell.width + 1),
        "narrower": replace(cell, width=cell.width - 1),
        "taller": replace(cell, height=cell.height + 1),
        "shorter": replace(cell, height=cell.height - 1),
    }
    return {name: fitted(each) for name, each in found.items() if fitted(each) != cell}


def arranged(cells: Mapping[str, Cell], moved: str = "") -> dict[str, Cell]:
    """The same without overlaps or empty rows between.

    Args:
        cells: where each widget stands or is wanted, by its id.
        moved: the widget that stays where it is wanted; those below it make room.
    """
    settled: dict[str, Cell] = {}
    order = sorted(cells, key=lambda id: (id != moved, cells[id].row, cells[id].column, id))
    for id in order:
        settled[id] = _lowered(cells[id], settled)
    compact: dict[str, Cell] = {}
    for id in sorted(settled, key=lambda id: (settled[id].row, settled[id].column, id)):
        compact[id] = _raised(settled[id], compact)
    return compact


def _lowered(cell: Cell, settled: Mapping[str, Cell]) -> Cell:
    while any(cell.overlaps(each) for each in settled.values()):
        cell = replace(cell, row=cell.row + 1)
    return cell


def _raised(cell: Cell, settled: Mapping[str, Cell]) -> Cell:
    while cell.row:
        higher = replace(cell, row=cell.row - 1)
        if any(higher.overlaps(each) for each in settled.values()):
            break
        cell = higher
    return cell
