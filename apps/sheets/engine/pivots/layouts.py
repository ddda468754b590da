"""A pivot table worked out and laid out: headings, groups, values, totals."""

from __future__ import annotations

from collections.abc import Sequence

from workworld.apps.sheets.engine import values
from workworld.apps.sheets.engine.pivots.definitions import (
    Bucket,
    Definition,
    Grouping,
    Layout,
    Spot,
)
from workworld.apps.sheets.engine.pivots.sides import Line, Sides, text
from workworld.apps.sheets.engine.values import Error, Value

GRAND_TOTAL = "Grand Total"
MOST_CELLS = 200_000
"""A table has at most so many cells."""


class TooLargeError(Exception):
    """A pivot table would have more cells than ``MOST_CELLS``."""


def laid_out(
    definition: Definition,
    headings: Sequence[str],
    source: Sequence[Sequence[Value]],
    kept: Sequence[int] | None = None,
) -> Layout:
    """Work a pivot table out.

    Args:
        definition: what it shows.
        headings: what the columns of its source are called.
        source: the rows of its source, without headings.
        kept: which rows its filters leave; all, if not given.

    Raises:
        TooLargeError: it would be larger than a table may be.
    """
    rows = list(range(len(source))) if kept is None else list(kept)
    return _Table(definition, headings, source, rows).layout()


class _Table:
    def __init__(
        self,
        definition: Definition,
        headings: Sequence[str],
        source: Sequence[Sequence[Value]],
        rows: list[int],
    ) -> None:
        self.definition, self.headings = definition, headings
        self._known = dict[tuple[tuple[int, ...], int], Value]()
        in_rows = definition.measures_in_rows
        grown = Sides(definition, source, rows)
        self.downs = grown.lines(definition.rows, definition.columns, spread=in_rows)
        self.alongs = grown.lines(definition.columns, definition.rows, spread=not in_rows)
        self._sets = dict[tuple[int, ...], frozenset[int]]()
        if len(self.downs) * len(self.alongs) > MOST_CELLS:
            raise TooLargeError
        down, along = (
            {row for line in lines for row in line.rows} for lines in (self.downs, self.alongs)
        )
        self._all = tuple(sorted(down & along))

    def layout(self) -> Layout:
        """All cells of the table."""
        made = Layout()
        top = self._heights()
        left = max(len(self.definition.rows), 1 if self.definition.columns else 0)
        if self.definition.measures_in_rows and len(self.definition.measures) > 1:
            left = len(self.definition.rows) + 1
        self._head(made, top, left)
        self._stub(made, top)
        for down, one in enumerate(self.downs):
            for along, other in enumerate(self.alongs):
                spot = self._spot(down, one, along, other)
                if spot is not None:
                    made[top + down, left + along] = spot
        return made

    def _heights(self) -> int:
        """How many rows the headings take."""
        columns, measures = self.definition.columns, self.definition.measures
        below = len(measures) > 1 and not self.definition.measures_in_rows
        return len(columns) + (2 if columns and below else 1)

    def _heading(self, grouping: Grouping) -> str:
        return grouping.label or self.headings[grouping.column]

    def _head(self, made: Layout, top: int, left: int) -> None:
        definition = self.definition
        for at, each in enumerate(definition.rows):
            made[top - 1, at] = Spot(self._heading(each), "field")
        several = len(definition.measures) > 1
        if definition.columns:
            if definition.measures and not several:
                made[0, 0] = Spot(definition.measures[0].name, "field")
            for at, each in enumerate(definition.columns):
                made[at, left + at if at == 0 else left - 1] = Spot(self._heading(each), "field")
            self._column_labels(made, left)
        if not definition.measures_in_rows and (several or not definition.columns):
            for along, line in enumerate(self.alongs):
                if line.measure is not None:
                    name = definition.measures[line.measure].name
                    made[top - 1, left + along] = Spot(name, "field", measure=line.measure)

    def _column_labels(self, made: Layout, left: int) -> None:
        last: tuple[Bucket, ...] | None = None
        for along, line in enumerate(self.alongs):
            if line.total_of is not None:
                if not line.measure:
                    spot = Spot(_total_name(line), "total", rows=line.rows)
                    made[1 + max(line.total_of - 1, 0), left + along] = spot
                last = None
                continue
            for depth, bucket in enumerate(line.path):
                grouping = self.definition.columns[depth]
                is_new = last is None or last[: depth + 1] != line.path[: depth + 1]
                if is_new or (grouping.repeats and not line.measure):
                    made[1 + depth, left + along] = _label(line, depth, grouping, bucket)
            last = line.path

    def _stub(self, made: Layout, top: int) -> None:
        """The headings of rows."""
        definition = self.definition
        last: tuple[Bucket, ...] | None = None
        several = definition.measures_in_rows and len(definition.measures) > 1
        for down, line in enumerate(self.downs):
            row = top + down
            if several and line.measure is not None:
                name = definition.measures[line.measure].name
                made[row, len(definition.rows)] = Spot(name, "field", measure=line.measure)
            if line.total_of is not None:
                if not line.measure and definition.rows:
                    at = max(line.total_of - 1, 0)
                    made[row, at] = Spot(_total_name(line), "total", rows=line.rows)
                last = None
                continue
            for depth, bucket in enumerate(line.path):
                grouping = definition.rows[depth]
                is_new = last is None or last[: depth + 1] != line.path[: depth + 1]
                if is_new or (grouping.repeats and not line.measure):
                    made[row, depth] = _label(line, depth, grouping, bucket)
            last = line.path

    def _spot(self, down: int, one: Line, along: int, other: Line) -> Spot | None:
        measure = one.measure if one.measure is not None else other.measure
        if measure is None and len(self.definition.measures) == 1:
            measure = 0
        if measure is None:
            return None
        rows = self._common(one.rows, other.rows)
        value = self._value(measure, rows) if rows else None
        value = self._shown(measure, value, down, along, rows)
        if value is None:
            return None
        return Spot(
            value, "value", measure, rows=rows, row_path=one.labels, column_path=other.labels
        )

    def _value(self, measure: int, rows: tuple[int, ...]) -> Value:
        key = rows, measure
        if key not in self._known:
            self._known[key] = self.definition.measures[measure].total(rows)
        return self._known[key]

    def _common(self, one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
        if len(one) > len(other):
            one, other = other, one
        among = self._sets.get(other)
        if among is None:
            among = self._sets[other] = frozenset(other)
        return tuple(each for each in one if each in among)

    def _shown(
        self, measure: int, value: Value, down: int, along: int, rows: tuple[int, ...]
    ) -> Value:
        shown_as = self.definition.measures[measure].shown_as
        if not shown_as or isinstance(value, Error):
            return value
        one, other = self.downs[down], self.alongs[along]
        if shown_as.endswith("DIFFERENCE_FROM_PREVIOUS"):
            return self._difference(measure, value, down, along, shown_as.startswith("PERCENT"))
        if not rows:
            return None
        whole = {
            "PERCENT_OF_ROW_TOTAL": one.rows,
            "PERCENT_OF_COLUMN_TOTAL": other.rows,
            "PERCENT_OF_GRAND_TOTAL": self._all,
        }[shown_as]
        return _ratio(value, self._value(measure, tuple(whole)))

    def _difference(
        self, measure: int, value: Value, down: int, along: int, percent: bool
    ) -> Value:
        """Against the group before it: along the columns, if there are any, else down the rows."""
        if self.definition.columns:
            lines, at, fixed = self.alongs, along, self.downs[down]
        else:
            lines, at, fixed = self.downs, down, self.alongs[along]
        line = lines[at]
        if line.total_of is not None:
            return None
        earlier = (
            each
            for each in reversed(lines[:at])
            if each.measure == line.measure and each.total_of is None
        )
        before = next(earlier, None)
        if before is None or before.path[:-1] != line.path[:-1]:
            return None
        rows = self._common(fixed.rows, before.rows)
        if value is None and not rows:
            return None
        now, last = value or 0.0, self._value(measure, rows) if rows else 0.0
        if not isinstance(now, float) or not isinstance(last, float):
            return None
        return _ratio(now - last, last) if percent else now - last


def _total_name(line: Line) -> str:
    return f"{text(line.path[-1].label)} Total" if line.path else GRAND_TOTAL


def _label(line: Line, depth: int, grouping: Grouping, bucket: Bucket) -> Spot:
    return Spot(
        bucket.label, "label", column=grouping.column, rows=line.rows, row_path=line.labels[:depth]
    )


def _ratio(value: Value, whole: Value) -> Value:
    if not isinstance(value, float) or not isinstance(whole, float):
        return value if isinstance(value, Error) else None
    return value / whole if whole else Error(values.DIVISION)
