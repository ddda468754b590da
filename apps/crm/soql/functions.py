"""Functions of fields: totals, parts of dates, and how values are shown.

https://developer.salesforce.com/docs/atlas.en-us.soql_sosl.meta/soql_sosl/sforce_api_calls_soql_select_date_functions.htm
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from typing import Any
from zoneinfo import ZoneInfo  # noqa: TID251 - a type; zones come from workworld.zones

from sqlalchemy import (
    ColumnElement,
    Integer,
    String,
    case,
    cast,
    distinct,
    func,
    literal,
    select,
)

from workworld.apps.crm.schema import aliases, fiscal, objects
from workworld.apps.crm.schema.kinds import Field, Kind
from workworld.apps.crm.soql.joins import Found, Level
from workworld.apps.crm.soql.tree import Call, Expression, Path
from workworld.apps.crm.soql.wording import FIELD, MALFORMED
from workworld.zones import zone

AGGREGATES = ("count", "count_distinct", "sum", "avg", "min", "max")
SHOWN = ("tolabel", "format", "convertcurrency")
"""What changes how a value is shown."""
_SECOND = 1_000_000
_FIRST_YEAR, _LAST_YEAR = 2000, 2040
"""Between these the clocks of a zone are known to change; later as in the last year."""


@dataclass(frozen=True, slots=True)
class Value:
    """Something that a query asks for, or compares."""

    sql: ColumnElement[Any]
    kind: Kind
    name: str
    """By what name it stands among the results."""
    found: Found | None = None
    """The field behind it."""
    is_aggregate: bool = False
    formats: bool = False
    """Whether it is shown as people write it."""
    converts: bool = False
    """Whether an amount is in the organisation's currency."""


def evaluated(level: Level, expression: Expression) -> Value:
    """What an expression is, for one level of a query.

    Raises:
        QueryRefused: there is no such field or function, or they do not go together.
    """
    if isinstance(expression, Path):
        found = level.find(expression)
        return Value(found.value, found.field.kind, found.names[-1], found)
    if expression.name in AGGREGATES:
        return _aggregate(level, expression)
    if expression.name in SHOWN:
        return _shown(level, expression)
    if expression.name in _PARTS:
        return _part_of_date(level, expression)
    said = f"Invalid function: {expression.name}" if len(expression.name) < 80 else "Invalid name"
    raise level.scope.refusal(MALFORMED, said, expression.at)


def in_corporate(level: Level, value: Value) -> ColumnElement[Any]:
    """An amount in the organisation's currency."""
    code = None if value.converts else currency_of(value)
    return value.sql if code is None else level.scope.in_corporate(value.sql, code)


def currency_of(value: Value) -> ColumnElement[Any] | None:
    """The code of an amount's currency: that of its record, or of the record above it."""
    if value.found is None:
        return None
    sobject = value.found.sobject
    (_, table), *_ = value.found.node.targets.values()
    if own := sobject.field("CurrencyIsoCode"):
        return own.of(table)
    leading = sobject.field(sobject.parent) if sobject.parent else None
    above = objects.of_name(leading.references[0]) if leading else None
    theirs = above.field("CurrencyIsoCode") if above else None
    if leading is None or above is None or theirs is None:
        return None
    beyond = aliases.beyond(above.name, table, leading.column)
    held = select(theirs.of(beyond)).where(beyond.c.id == leading.of(table))
    return held.correlate(table).scalar_subquery()


# Totals


def _aggregate(level: Level, call: Call) -> Value:
    if call.argument is None:
        if call.name != "count":
            raise level.scope.refusal(MALFORMED, "unexpected token: ')'", call.at)
        return Value(func.count(), Kind.INT, "", is_aggregate=True)
    inner = evaluated(level, call.argument)
    field = inner.found.field if inner.found else None
    if inner.is_aggregate or (field is not None and not _takes(call.name, field)):
        shown = field.name if field else call.name
        said = f"field {shown} does not support aggregate operator {call.name.upper()}"
        raise level.scope.refusal(FIELD, said, call.at)
    if call.name == "count":
        if inner.kind is Kind.ID and inner.found and inner.found.node is level.root:
            return Value(func.count(), Kind.INT, "", is_aggregate=True)  # an index may tell
        return Value(func.count(inner.sql), Kind.INT, "", is_aggregate=True)
    if call.name == "count_distinct":
        return Value(func.count(distinct(inner.sql)), Kind.INT, "", is_aggregate=True)
    sql = in_corporate(level, inner) if inner.kind is Kind.CURRENCY else inner.sql
    made = getattr(func, call.name)(sql)
    kind = Kind.DOUBLE if call.name == "avg" and inner.kind is Kind.INT else inner.kind
    return Value(made, kind, "", inner.found, is_aggregate=True, converts=True)


def _takes(name: str, field: Field) -> bool:
    if name in ("sum", "avg"):
        return field.kind.is_number
    is_long = field.kind is Kind.TEXTAREA
    if name in ("min", "max"):
        unordered = (Kind.BOOLEAN, Kind.ID, Kind.REFERENCE, Kind.MULTIPICKLIST)
        return not is_long and field.kind not in unordered
    return not is_long and field.kind is not Kind.BOOLEAN


# How values are shown


def _shown(level: Level, call: Call) -> Value:
    if call.argument is None:
        raise level.scope.refusal(MALFORMED, "unexpected token: ')'", call.at)
    inner = evaluated(level, call.argument)
    if call.name == "convertcurrency":
        if inner.kind is not Kind.CURRENCY:
            said = f"{inner.name} is not a currency field"
            raise level.scope.refusal(FIELD, said, call.at)
        sql = in_corporate(level, inner)
        return Value(sql, inner.kind, inner.name, inner.found, inner.is_aggregate, converts=True)
    formats = call.name == "format"
    return Value(
        inner.sql,
        inner.kind,
        inner.name,
        inner.found,
        inner.is_aggregate,
        formats=formats,
        converts=inner.converts,
    )


# Parts of dates

Part = Callable[[ColumnElement[Any], int], ColumnElement[Any]]
"""An ISO day or moment, and the month in which fiscal years begin → the part."""


def _day_in_month(day: ColumnElement[Any], _: int) -> ColumnElement[Any]:
    return fiscal.number(day, 9, 2)


def _day_in_year(day: ColumnElement[Any], _: int) -> ColumnElement[Any]:
    return cast(func.strftime("%j", day), Integer)


def _seventh(days: ColumnElement[Any]) -> ColumnElement[Any]:
    """The week of a day that is counted from 1: the first seven are the first."""
    return (days + 6) // 7


_PARTS: Mapping[str, Part] = {
    "calendar_month": fiscal.month,
    "calendar_quarter": lambda day, _: fiscal.third(fiscal.month(day)),
    "calendar_year": fiscal.year,
    "day_in_month": _day_in_month,
    "day_in_week": lambda day, _: cast(func.strftime("%w", day), Integer) + 1,
    "day_in_year": _day_in_year,
    "day_only": lambda day, _: func.substr(day, 1, 10),
    "fiscal_month": fiscal.fiscal_month,
    "fiscal_quarter": fiscal.fiscal_quarter,
    "fiscal_year": fiscal.fiscal_year,
    "hour_in_day": lambda day, _: fiscal.number(day, 12, 2),
    "week_in_month": lambda day, start: _seventh(_day_in_month(day, start)),
    "week_in_year": lambda day, start: _seventh(_day_in_year(day, start)),
}
_OF_MOMENTS = ("day_only", "hour_in_day")


def _part_of_date(level: Level, call: Call) -> Value:
    argument, moves = call.argument, False
    if isinstance(argument, Call) and argument.name == "converttimezone":
        argument, moves = argument.argument, True
    if argument is None:
        raise level.scope.refusal(MALFORMED, "unexpected token: ')'", call.at)
    inner = evaluated(level, argument)
    allowed = (Kind.DATETIME,) if call.name in _OF_MOMENTS or moves else (Kind.DATE, Kind.DATETIME)
    if inner.kind not in allowed or inner.is_aggregate:
        said = f"Invalid field type for function {call.name.upper()}: {inner.name}"
        raise level.scope.refusal(FIELD, said, call.at)
    day = inner.sql
    if inner.kind is Kind.DATETIME:
        seconds = day // _SECOND
        if moves:
            seconds = seconds + _offset(seconds, level.scope.calendar.zone)
        day = func.strftime("%Y-%m-%dT%H:%M", seconds, "unixepoch", type_=String)
    sql = _PARTS[call.name](day, level.scope.calendar.fiscal_start)
    kind = Kind.DATE if call.name == "day_only" else Kind.INT
    return Value(sql, kind, "", inner.found)


def _offset(seconds: ColumnElement[Any], where: ZoneInfo) -> ColumnElement[Any]:
    """How many seconds a zone's clocks are ahead at a moment."""
    changes = _changes(where.key)
    first, rest = changes[0], changes[1:]
    if not rest:
        return literal(first[1])
    whens = [(seconds >= moment, offset) for moment, offset in reversed(rest)]
    return case(*whens, else_=first[1])


@cache
def _changes(name: str) -> tuple[tuple[int, int], ...]:
    """The moments at which a zone's clocks change, in seconds, and how far they are ahead then."""
    where = zone(name)

    def offset(moment: int) -> int:
        ahead = datetime.fromtimestamp(moment, UTC).astimezone(where).utcoffset()
        return int(ahead.total_seconds()) if ahead else 0

    at = int(datetime(_FIRST_YEAR, 1, 1, tzinfo=UTC).timestamp())
    end = int(datetime(_LAST_YEAR, 1, 1, tzinfo=UTC).timestamp())
    found = [(at, offset(at))]
    while at < end:
        following = at + 28 * 24 * 3600
        if offset(following) != found[-1][1]:
            low, high = at, following
            while high - low > 1:
                middle = (low + high) // 2
                low, high = (middle, high) if offset(middle) == found[-1][1] else (low, middle)
            found.append((high, offset(high)))
        at = following
    return tuple(found)
