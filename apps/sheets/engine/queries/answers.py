"""Queries answered: rows chosen, grouped, turned, sorted, cut and named."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from workworld.apps.sheets.engine.format_codes import FormatError
from workworld.apps.sheets.engine.number_formats import exact, shown
from workworld.apps.sheets.engine.queries.evaluation import Row, holds, of_group, of_row, sort_key
from workworld.apps.sheets.engine.queries.parsing import parsed
from workworld.apps.sheets.engine.queries.trees import (
    TOTALS,
    Column,
    Literal,
    Query,
    QueryError,
    Term,
    columns_of,
    totals_of,
)
from workworld.apps.sheets.engine.values import Value

Rows = list[list[Value]]
_MOST_CELLS = 1_000_000
_SIGNS = {"+": "sum", "-": "difference", "*": "product", "/": "quotient", "%": "modulus"}
_NAMES = {"dayofweek": "dayOfWeek", "todate": "toDate", "datediff": "dateDiff"}


class _Told(NamedTuple):
    """A column of the answer."""

    term: Term
    label: str
    pivot: tuple[Value, ...] | None = None
    """Of which values it tells totals."""


def answered(
    rows: Rows, text: str, headers: int = -1, *, offset: int = 0, now: float = 0.0
) -> Rows:
    """What a query makes of rows.

    Args:
        rows: the data, with its headers.
        text: the query.
        headers: how many rows of it are headers; -1 to see for itself.
        offset: the column of the sheet that the data begins with, which letters name.
        now: the day and time that ``now()`` tells.

    Returns:
        Rows, with one of labels before them where any column has one; nothing where there are none.

    Raises:
        QueryError: the query cannot be read, or not be worked out.
    """
    query = parsed(text, len(rows[0]), offset)
    count = _headers(rows) if headers < 0 else min(headers, len(rows))
    names = [
        " ".join(_said(row[at]) for row in rows[:count] if row[at] is not None)
        for at in range(len(rows[0]))
    ]
    return _Answer(query, names, _of_one_kind(rows[count:]), now).rows()


class _Answer:
    def __init__(self, query: Query, names: Sequence[str], data: Rows, now: float) -> None:
        self._query, self._names, self._now = query, names, now
        self._select = query.select or [Column(at) for at in range(len(names))]
        self._data = data
        self._is_grouped = bool(query.group or query.pivot or any(map(totals_of, self._select)))
        self._check()
        if query.where is not None:
            self._data = [row for row in data if holds(query.where, row, now)]

    def _check(self) -> None:
        query = self._query
        if query.where is not None and totals_of(query.where):
            raise QueryError("“where” is about single rows: it cannot have totals.")
        if any(totals_of(each) for each in (*query.group, *query.pivot)):
            raise QueryError("Rows cannot be grouped by totals.")
        if not self._is_grouped:
            if any(totals_of(each.term) for each in query.order):
                raise QueryError("Rows can be sorted by totals only where they are grouped.")
            return
        known = {*query.group, *query.pivot}
        for term in (*self._select, *(each.term for each in query.order)):
            if term in known:
                continue
            for column in columns_of(term, outside_totals=True):
                if column not in known:
                    name = self._names[column.at] or f"Col{column.at + 1}"
                    raise QueryError(f"“{name}” has to be in a total, or in “group by”.")

    def rows(self) -> Rows:
        """The answer with its labels."""
        told, found = self._grouped() if self._is_grouped else self._plain()
        found = found[self._query.offset :]
        if self._query.limit is not None:
            found = found[: self._query.limit]
        found = self._formatted(told, found)
        labels: list[Value] = [each.label or None for each in told]
        return [labels, *found] if any(labels) else found

    def _plain(self) -> tuple[list[_Told], Rows]:
        lines = list(self._data)
        for order in reversed(self._query.order):
            lines.sort(
                key=lambda row, term=order.term: sort_key(of_row(term, row, self._now)),  # type: ignore[misc]
                reverse=order.descends,
            )
        told = [_Told(each, self._label(each)) for each in self._select]
        return told, [[of_row(each, row, self._now) for each in self._select] for row in lines]

    def _grouped(self) -> tuple[list[_Told], Rows]:
        told = self._columns()
        groups = _groups(self._data, self._query.group, self._now)
        if not groups and not self._query.group and not self._query.pivot:
            groups = [[]]
        for order in reversed(self._query.order):
            groups.sort(
                key=lambda rows, term=order.term: sort_key(of_group(term, rows, self._now)),  # type: ignore[misc]
                reverse=order.descends,
            )
        if len(told) * len(groups) > _MOST_CELLS:
            raise QueryError(f"The answer has more than {_MOST_CELLS:,} cells.")
        return told, [self._line(told, rows) for rows in groups]

    def _line(self, told: Sequence[_Told], rows: Sequence[Row]) -> list[Value]:
        """What is told of a group of rows."""
        by_pivot = dict[tuple[Value, ...], list[Row]]()
        for row in rows if self._query.pivot else ():
            by_pivot.setdefault(self._turned(row), []).append(row)
        found = list[Value]()
        for each in told:
            kept = rows if each.pivot is None else by_pivot.get(each.pivot)
            found.append(None if kept is None else of_group(each.term, kept, self._now))
        return found

    def _turned(self, row: Row) -> tuple[Value, ...]:
        return tuple(of_row(each, row, self._now) for each in self._query.pivot)

    def _columns(self) -> list[_Told]:
        """What is told of each group: with a pivot, totals for each of its values."""
        if not self._query.pivot:
            return [_Told(each, self._label(each)) for each in self._select]
        groups = _groups(self._data, self._query.pivot, self._now)
        values = [self._turned(rows[0]) for rows in groups]
        totals = [each for each in self._select if totals_of(each)]
        found = [_Told(each, self._label(each)) for each in self._select if not totals_of(each)]
        for value in values:
            said = ",".join(map(_said, value))
            for term in totals:
                further = self._label(term) if len(totals) > 1 or term in self._query.labels else ""
                found.append(_Told(term, f"{said} {further}".strip(), value))
        return found

    def _label(self, term: Term) -> str:
        given = self._query.labels.get(term)
        return self._name(term) if given is None else given

    def _name(self, term: Term) -> str:
        if isinstance(term, Column):
            return self._names[term.at]
        if isinstance(term, Literal):
            return _said(term.value)
        inner = [self._name(each) for each in term.given]
        if term.name in TOTALS:
            return f"{term.name} {inner[0]}"
        sign = _SIGNS.get(term.name) or _NAMES.get(term.name, term.name)
        return f"{sign}({' '.join(inner)})"

    def _formatted(self, told: Sequence[_Told], found: Rows) -> Rows:
        codes = [self._query.formats.get(each.term) for each in told]
        if not any(codes):
            return found
        try:
            return [
                [
                    value if code is None or value is None else shown(value, code).text
                    for value, code in zip(row, codes, strict=True)
                ]
                for row in found
            ]
        except FormatError as error:
            raise QueryError(str(error)) from None


def _groups(rows: Sequence[Row], terms: Sequence[Term], now: float) -> list[list[Row]]:
    """Rows that agree in some terms together, in the order of these."""
    keyed = [([sort_key(of_row(each, row, now)) for each in terms], row) for row in rows]
    keyed.sort(key=lambda each: each[0])
    return [[row for _, row in some] for _, some in groupby(keyed, lambda each: each[0])]


def _headers(rows: Rows) -> int:
    """Whether the first row is one of headers: texts above something else."""
    first, below = rows[0], rows[1:]
    is_texts = any(first) and all(each is None or isinstance(each, str) for each in first)
    has_others = any(
        not isinstance(each, str) and each is not None for row in below for each in row
    )
    return int(is_texts and has_others)


def _of_one_kind(rows: Rows) -> Rows:
    """Columns with values of one kind each, the one that most are of; others count as blank."""
    if not rows:
        return rows
    kinds = list[type]()
    for column in zip(*rows, strict=True):
        counts = dict.fromkeys((float, str, bool), 0)
        for value in column:
            if type(value) in counts:
                counts[type(value)] += 1
        kinds.append(max(counts, key=counts.__getitem__))
    return [
        [value if type(value) is kind else None for value, kind in zip(row, kinds, strict=True)]
        for row in rows
    ]


def _said(value: Value) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float):
        return exact(value) if math.isfinite(value) else str(value)
    return "" if value is None else str(value)
