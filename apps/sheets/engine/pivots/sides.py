"""The two sides of a pivot table: groups within groups, in their order, with their totals."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from workworld.apps.sheets.engine.ordering import rank
from workworld.apps.sheets.engine.pivots.definitions import Bucket, Definition, Grouping
from workworld.apps.sheets.engine.values import Value


@dataclass(slots=True)
class Branch:
    """A group along one side, with the groups within it."""

    path: tuple[Bucket, ...]
    rows: list[int]
    branches: list[Branch] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Line:
    """A row or column of the table, as far as one side decides it."""

    path: tuple[Bucket, ...]
    rows: tuple[int, ...]
    total_of: int | None = None
    """Whose total it is, as depth: 0 for the grand total; None for a line of single groups."""
    measure: int | None = None

    @property
    def labels(self) -> tuple[Value, ...]:
        """What its groups are called, from the outermost."""
        return tuple(each.label for each in self.path)


class Sides:
    """Rows grouped along the sides of a table.

    Args:
        definition: the table.
        source: the rows of its source, without headings.
        rows: which of them are looked at.
    """

    def __init__(
        self, definition: Definition, source: Sequence[Sequence[Value]], rows: list[int]
    ) -> None:
        self.definition, self.source, self.rows = definition, source, rows

    def lines(
        self, side: Sequence[Grouping], other: Sequence[Grouping], *, spread: bool
    ) -> list[Line]:
        """The lines of a side.

        Args:
            side: by what it is grouped.
            other: by what the other side is.
            spread: whether there is a line for each value.
        """
        trunk = Branch((), self.rows)
        self._grow(trunk, side, other)
        found = list(_walk(trunk, side))
        measures = range(len(self.definition.measures))
        if spread and measures:
            return [Line(e.path, e.rows, e.total_of, at) for e in found for at in measures]
        return found

    def _grow(self, trunk: Branch, side: Sequence[Grouping], other: Sequence[Grouping]) -> None:
        depth = len(trunk.path)
        if depth == len(side):
            return
        grouping = side[depth]
        groups = dict[tuple[float, float, str], Branch]()
        for row in trunk.rows:
            bucket = grouping.bucket(self.source[row][grouping.column])
            branch = groups.get(bucket.order)
            if branch is None:
                branch = groups[bucket.order] = Branch((*trunk.path, bucket), [])
            branch.rows.append(row)
        found = sorted(groups.values(), key=lambda each: each.path[-1].order)
        blank = [each for each in found if each.path[-1].label is None]
        found = [each for each in found if each.path[-1].label is not None]
        found.sort(key=self._order(grouping, other), reverse=grouping.descending)
        trunk.branches = [*found, *blank][: grouping.most]
        for each in trunk.branches:
            self._grow(each, side, other)
        if grouping.most is not None:
            trunk.rows = sorted(row for each in trunk.branches for row in each.rows)

    def _order(
        self, grouping: Grouping, other: Sequence[Grouping]
    ) -> Callable[[Branch], tuple[float, float, str]]:
        by = grouping.by_value
        if by is None or by.measure >= len(self.definition.measures):
            return lambda branch: branch.path[-1].order

        def order(branch: Branch) -> tuple[float, float, str]:
            rows = branch.rows
            for place, label in zip(other, by.path, strict=False):
                rows = [
                    row
                    for row in rows
                    if text(place.bucket(self.source[row][place.column]).label) == label
                ]
            return rank(self.definition.measures[by.measure].total(rows))

        return order


def _walk(trunk: Branch, side: Sequence[Grouping]) -> Iterator[Line]:
    """The lines of a side: those of its groups, each with its total behind them."""
    depth = len(trunk.path)
    if depth == len(side):
        yield Line(trunk.path, tuple(trunk.rows), None if side else 0)
        return
    for each in trunk.branches:
        yield from _walk(each, side)
    if side[depth].has_totals:
        yield Line(trunk.path, tuple(trunk.rows), depth)


def text(label: Value) -> str:
    """A label as a text: what groups are named by."""
    if isinstance(label, float) and label == int(label):
        return str(int(label))
    return "" if label is None else str(label)
