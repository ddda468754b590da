"""How rows and columns of a sheet lie on its page: their sizes, and which are out of sight."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from sqlalchemy import select

from workworld.apps.sheets.engine.changes import Axis
from workworld.apps.sheets.models import Line
from workworld.apps.sheets.service.grids import Grid

Hides = Callable[[Grid, Axis], Iterable[int]]
_hiders: list[Hides] = []


def hides(function: Hides) -> Hides:
    """Let a function say which lines of a sheet are out of sight, by index from zero.

    That somebody hid them is known here; filters and closed groups say so of theirs.
    """
    _hiders.append(function)
    return function


@dataclass(frozen=True, slots=True)
class Axes:
    """What of a sheet's rows or columns is not as usual, by index from zero."""

    sizes: Mapping[int, int] = field(default_factory=dict)
    """In pixels."""
    hidden: frozenset[int] = frozenset()
    styles: Mapping[int, int] = field(default_factory=dict)
    """The looks of cells that have none of their own."""

    @property
    def runs(self) -> list[list[int]]:
        """Lines of another size than the usual: first, count and size; 0 for what is hidden."""
        sizes = {**self.sizes, **dict.fromkeys(self.hidden, 0)}
        found: list[list[int]] = []
        for index in sorted(sizes):
            if found and sum(found[-1][:2]) == index and found[-1][2] == sizes[index]:
                found[-1][1] += 1
            else:
                found.append([index, 1, sizes[index]])
        return found


def axes(grid: Grid, axis: Axis) -> Axes:
    """How the rows or columns of a sheet lie."""
    sizes, hidden, styles = dict[int, int](), set[int](), dict[int, int]()
    query = select(Line).where(Line.sheet_id == grid.sheet.id, Line.axis == axis)
    for line in grid.session.scalars(query):
        index = grid.lines(axis).index_of(line.line_id)
        if index is None:
            continue
        if line.size is not None:
            sizes[index] = line.size
        if line.is_hidden:
            hidden.add(index)
        if line.style_id is not None:
            styles[index] = line.style_id
    for each in _hiders:
        hidden.update(each(grid, axis))
    return Axes(sizes, frozenset(hidden), styles)
