"""Groups of a report's rows: what rows are grouped by, and what each group is called."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from functools import cache
from typing import Any

from sqlalchemy import ColumnElement, case, func

from workworld.apps.crm.schema import periods, picklists
from workworld.apps.crm.schema.kinds import CENTS, Kind
from workworld.apps.crm.schema.periods import Calendar, Unit
from workworld.apps.crm.schema.pick_labels import label_of
from workworld.apps.crm.service import conditions, reading, report_columns
from workworld.apps.crm.service.report_parts import Grouping
from workworld.apps.crm.service.report_queries import Source, column_of
from workworld.apps.crm.service.report_types import ReportColumn
from workworld.clock import from_microseconds, to_microseconds
from workworld.context import Context

EMPTY = "-"
"""What a group of rows without a value is called."""
_FIRST_YEAR = 2000
_SECOND = 1_000_000


@dataclass(slots=True)
class Group:
    """Rows that have something in common.

    Args:
        key: what it is, in addresses; empty for rows without a value.
        label: what people call it.
        record_id: the record that it is, if it is one.
        groups: those within it, in their order.
    """

    key: str
    label: str
    record_id: str = ""
    groups: list[Group] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Axis:
    """What rows are grouped by, as an expression and as people read it.

    Args:
        grouping: what the report says.
        column: what it is of.
        source: where its rows come from.
        known: by what days are read.
        is_common: whether other blocks of a joined report have the same groups.
    """

    grouping: Grouping
    column: ReportColumn
    source: Source
    known: Calendar
    is_common: bool = False

    @property
    def is_record(self) -> bool:
        """Whether each group is a record: those of owners, accounts, products."""
        named = self.column.field.is_name and (bool(self.column.steps) or self.is_common)
        return bool(self.column.named) or named

    @property
    def expression(self) -> ColumnElement[Any]:
        """What the query groups by; days, where there are to be longer periods."""
        if self.is_record:
            return self.source.identity(self.column)
        value = self.source.value(self.column)
        if self.column.field.kind is Kind.DATETIME:
            return _day(value, self.known)
        return value

    def key(self, value: Any) -> str:
        """The group that a value of the expression belongs to."""
        if value is None or value == "":
            return ""
        if self.column.is_dated:
            return _start(self.grouping.unit, str(value), self.known)
        if self.column.field.kind is Kind.BOOLEAN:
            return "true" if value else "false"
        return str(value)

    def condition(self, key: str) -> ColumnElement[bool]:
        """What must hold of the rows of one group.

        Raises:
            ConditionError: there is no such group.
        """
        column = self.column
        value = self.source.identity(column) if self.is_record else self.source.value(column)
        if not key:
            return value.is_(None) | (value == "") if column.field.kind.is_text else value.is_(None)
        if column.is_dated:
            try:
                day = date.fromisoformat(key)
                run = periods.containing(self.grouping.unit, day, self.known)
            except (ValueError, OverflowError):
                raise conditions.ConditionError(f"There is no group “{key[:80]}”.") from None
            return conditions.within(column.field, value, run, self.known)
        if column.field.kind is Kind.BOOLEAN:
            return value.is_(key == "true")
        if column.field.kind.is_number:
            try:
                return value == float(key)
            except ValueError:
                raise conditions.ConditionError(f"There is no group “{key[:80]}”.") from None
        return value == key

    def groups(self, ctx: Context, keys: Iterable[str]) -> list[Group]:
        """The groups with some keys, in their order."""
        found = sorted(set(keys))
        labels = self._labels(ctx, found)
        made = [
            Group(each, labels.get(each, each), each if self.is_record else "") for each in found
        ]
        made.sort(key=self.place, reverse=self.grouping.descending)
        return made

    def _labels(self, ctx: Context, keys: Sequence[str]) -> Mapping[str, str]:
        named: Mapping[str, str] = {"": EMPTY}
        if self.is_record:
            return {**named, **reading.names(ctx, [each for each in keys if each])}
        if self.column.is_dated:
            days = {each: date.fromisoformat(each) for each in keys if each}
            unit = self.grouping.unit
            labels = {each: _label(unit, day, self.known) for each, day in days.items()}
            return {**named, **labels}
        if self.column.field.kind is Kind.BOOLEAN:
            return {**named, "true": "True", "false": "False"}
        if self.column.field.kind is Kind.CURRENCY:
            return {**named, **{each: f"{int(each) / CENTS:,.2f}" for each in keys if each}}
        listed = self.column.field.picklist
        return {**{each: label_of(listed, each) for each in keys}, **named}

    def place(self, group: Group) -> tuple[bool, float, str, str]:
        """Where a group stands: those without a value first."""
        values = picklists.VALUES.get(self.column.field.picklist, ())
        if self.column.bucket is not None:
            values = report_columns.buckets_of(self.column.bucket, self.column.source[0])
        number = 0.0
        if group.key in values:
            number = float(values.index(group.key))
        elif values:
            number = float(len(values))
        elif self.column.field.kind.is_number and group.key:
            number = float(group.key)
        label = group.key if self.column.is_dated else group.label.casefold()
        return bool(group.key), number, label, group.key


def axis(source: Source, grouping: Grouping, known: Calendar, *, is_common: bool = False) -> Axis:
    """What rows are grouped by.

    Raises:
        Invalid: ``BAD_REQUEST``: the caller may not see the column.
    """
    return Axis(grouping, column_of(source, grouping.column), source, known, is_common)


def _start(unit: Unit, text: str, known: Calendar) -> str:
    """The first day of the period that a day lies in."""
    return _starts(unit, text, known.fiscal_start)


def _label(unit: Unit, day: date, known: Calendar) -> str:
    try:
        return periods.label(unit, day, known)
    except OverflowError:
        return day.isoformat()


@cache
def _starts(unit: Unit, text: str, fiscal_start: int) -> str:
    day = date.fromisoformat(text[:10])
    fixed = Calendar(day, UTC, fiscal_start)  # type: ignore[arg-type]  # no zone matters to a day
    try:
        return periods.starts(unit, day, fixed).isoformat()
    except OverflowError:  # the first days of the calendar have no week or quarter before them
        return day.isoformat()


def _day(moment: ColumnElement[Any], known: Calendar) -> ColumnElement[Any]:
    """The viewer's day of a moment, as an ISO date."""
    offsets = _offsets(str(known.zone), known.today.year + 1, known)
    offset = case(*((moment >= since, seconds) for since, seconds in offsets), else_=0)
    return func.date(moment / _SECOND + offset, "unixepoch")


_known_offsets: dict[tuple[str, int], list[tuple[int, int]]] = {}


def _offsets(name: str, last_year: int, known: Calendar) -> list[tuple[int, int]]:
    """Since when how many seconds are added to universal time in a zone, the latest first."""
    kept = _known_offsets.get((name, last_year))
    if kept is not None:
        return kept

    def offset(us: int) -> int:
        at = from_microseconds(us).astimezone(known.zone).utcoffset()
        return round(at.total_seconds()) if at else 0

    hour = 3600 * _SECOND
    begun = to_microseconds(datetime(_FIRST_YEAR, 1, 1, tzinfo=UTC))
    ends = to_microseconds(datetime(last_year + 1, 1, 1, tzinfo=UTC))
    found = [(begun, offset(begun))]
    step = 24 * 7 * hour
    for since in range(begun, ends, step):
        if offset(since + step) == found[-1][1]:
            continue
        low, high = since, since + step
        while high - low > hour // 4:
            middle = (low + high) // (2 * hour // 4) * (hour // 4)
            if middle <= low:
                break
            low, high = (middle, high) if offset(middle) == found[-1][1] else (low, middle)
        found.append((high, offset(high)))
    _known_offsets[name, last_year] = found[::-1]
    return found[::-1]
