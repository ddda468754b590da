"""The numbers of a chart as rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from workworld.charts.wording import amount, place

if TYPE_CHECKING:
    from workworld.charts.points import Axis, Series

MOST_ROWS = 120
"""More would make a page too long for whoever reads all of it; the picture shows them."""


@dataclass(frozen=True, slots=True)
class Cell:
    """What stands in a table, and where it leads."""

    text: str
    url: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """A row: its head, and a cell for each other column."""

    head: str
    cells: Sequence[Cell]


@dataclass(frozen=True, slots=True)
class Table:
    """Rows below the names of columns.

    Args:
        columns: the first is what the rows are.
        rows: at most ``MOST_ROWS``.
        left_out: how many rows are not shown; the oldest, so to say: the first ones.
    """

    columns: Sequence[str]
    rows: Sequence[Row]
    left_out: int = 0


def of_series(series: Sequence[Series], x: Axis) -> Table:
    """A row for each place on the x axis, and a column for each series."""
    places = list(dict.fromkeys(point.x for each in series for point in each.points))
    if x.scale != "category":
        places.sort()
    held = [{point.x: point for point in each.points} for each in series]
    rows = []
    for where in places[-MOST_ROWS:]:
        found = [points.get(where) for points in held]
        cells = [Cell(amount(each.y), each.url) if each else Cell("") for each in found]
        rows.append(Row(place(where, x.scale), cells))
    columns = [x.title, *(each.name for each in series)]
    return Table(columns, rows, max(0, len(places) - MOST_ROWS))
