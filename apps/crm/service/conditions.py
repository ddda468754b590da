"""Conditions on one field, as filters of reports say them: an operator and some values.

https://developer.salesforce.com/docs/atlas.en-us.api_analytics.meta/api_analytics/sforce_analytics_rest_api_filter_operators_reference_page.htm
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, date, datetime
from decimal import Decimal, InvalidOperation
from typing import Any, Literal

from sqlalchemy import ColumnElement, and_, false, func, not_, or_

from workworld.apps.crm import record_ids
from workworld.apps.crm.schema import periods
from workworld.apps.crm.schema.kinds import CENTS, Field, Kind
from workworld.apps.crm.schema.periods import Calendar, Period
from workworld.apps.crm.service import people
from workworld.clock import to_microseconds
from workworld.context import Context

Operator = Literal[
    "equals",
    "notEqual",
    "lessThan",
    "greaterThan",
    "lessOrEqual",
    "greaterOrEqual",
    "contains",
    "notContain",
    "startsWith",
    "includes",
    "excludes",
    "between",
]
LABELS: Mapping[Operator, str] = {
    "equals": "equals",
    "notEqual": "not equal to",
    "lessThan": "less than",
    "greaterThan": "greater than",
    "lessOrEqual": "less or equal",
    "greaterOrEqual": "greater or equal",
    "contains": "contains",
    "notContain": "does not contain",
    "startsWith": "starts with",
    "includes": "includes",
    "excludes": "excludes",
    "between": "between",
}
_ORDERED: tuple[Operator, ...] = (
    "lessThan",
    "greaterThan",
    "lessOrEqual",
    "greaterOrEqual",
    "between",
)
_EVERY: tuple[Operator, ...] = ("equals", "notEqual")
_TRUTHS = {"true": True, "1": True, "yes": True, "false": False, "0": False, "no": False}
_LARGEST = Decimal(10) ** 16
_SPECIAL = str.maketrans({"\\": "\\\\", "%": "\\%", "_": "\\_"})
_ASCII_LOWER = {number: number + 32 for number in range(ord("A"), ord("Z") + 1)}
"""As the database makes letters small, which knows no others."""


class ConditionError(ValueError):
    """A filter that makes no sense; the message says why, for whoever wrote it."""


def calendar(ctx: Context) -> Calendar:
    """By what the caller's relative dates are read."""
    fiscal_start = people.org(ctx).fiscal_year_start
    return Calendar(people.today(ctx), people.zone_of(ctx), fiscal_start)


def operators(kind: Kind) -> Sequence[Operator]:
    """What values of a kind can be asked."""
    if kind is Kind.MULTIPICKLIST:
        return ("includes", "excludes", *_EVERY)
    if kind is Kind.BOOLEAN or kind in (Kind.ID, Kind.REFERENCE):
        return _EVERY
    if kind.is_number or kind in (Kind.DATE, Kind.DATETIME):
        return (*_EVERY, *_ORDERED)
    return (*_EVERY, "contains", "notContain", "startsWith", "lessThan", "greaterThan")


def condition(
    field: Field,
    column: ColumnElement[Any],
    operator: Operator,
    values: Sequence[str],
    known: Calendar,
) -> ColumnElement[bool]:
    """The condition that a filter is.

    A value that is empty stands for fields without a value; with ``notEqual``, ``notContain`` and
    ``excludes`` those count as different from every other value.

    Args:
        field: what is asked.
        column: its expression.
        operator: one that ``operators`` gives for its kind.
        values: in the form that people write them: ``1000``, ``2026-03-17``, ``THIS_QUARTER``.
        known: by what relative dates are read.

    Raises:
        ConditionError: the operator does not go with the field, or a value is none of its kind.
    """
    if operator not in operators(field.kind):
        said = f"{field.label} cannot be asked with “{LABELS[operator]}”."
        raise ConditionError(said)
    asked = [each.strip() for each in values] or [""]
    if operator == "between":
        return _between(field, column, asked, known)
    opposite = {"notEqual": "equals", "notContain": "contains", "excludes": "includes"}
    if operator in opposite:
        positive = [_one(field, column, opposite[operator], each, known) for each in asked]
        different = not_(or_(*positive))
        return different if "" in asked else or_(different, column.is_(None))
    return or_(*(_one(field, column, operator, each, known) for each in asked))


def _between(
    field: Field, column: ColumnElement[Any], values: Sequence[str], known: Calendar
) -> ColumnElement[bool]:
    if len(values) != 2:
        raise ConditionError(f"{field.label}: “between” takes two values, from and to.")
    first, last = values
    bounds = [
        _one(field, column, operator, value, known)
        for operator, value in (("greaterOrEqual", first), ("lessOrEqual", last))
        if value
    ]
    return and_(*bounds) if bounds else column.is_not(None)


def _one(
    field: Field, column: ColumnElement[Any], operator: str, value: str, known: Calendar
) -> ColumnElement[bool]:
    if not value:
        if operator not in ("equals", "includes"):
            return false()
        return or_(column.is_(None), column == "") if field.kind.is_text else column.is_(None)
    if field.kind in (Kind.DATE, Kind.DATETIME):
        return _dated(field, column, operator, value, known)
    if operator in ("contains", "startsWith"):
        before = "%" if operator == "contains" else ""
        return column.like(f"{before}{value.translate(_SPECIAL)}%", escape="\\")
    if operator == "includes":
        parts = [f";{each.strip()};" for each in value.split(";") if each.strip()]
        return and_(*(func.instr(";" + column + ";", each) > 0 for each in parts))
    made = _read(field, value)
    if field.kind.is_text:
        column = func.lower(column)
    compare: Mapping[str, Callable[[], ColumnElement[bool]]] = {
        "equals": lambda: column == made,
        "lessThan": lambda: column < made,
        "greaterThan": lambda: column > made,
        "lessOrEqual": lambda: column <= made,
        "greaterOrEqual": lambda: column >= made,
    }
    return compare[operator]()


def _read(field: Field, value: str) -> Any:
    """A value in the form that columns keep it."""
    if field.kind.is_text:
        return value.translate(_ASCII_LOWER)
    if field.kind is Kind.BOOLEAN:
        if value.lower() not in _TRUTHS:
            raise ConditionError(f"{field.label} is true or false, not “{value[:80]}”.")
        return _TRUTHS[value.lower()]
    if field.kind.is_number:
        return _number(field, value)
    full = record_ids.full(value)
    if full is None:
        raise ConditionError(f"{field.label}: “{value[:80]}” is no record ID.")
    return full


def _number(field: Field, value: str) -> float | int:
    try:
        number = Decimal(value.replace(",", ""))
    except InvalidOperation:
        raise ConditionError(f"{field.label}: “{value[:80]}” is no number.") from None
    if not number.is_finite() or abs(number) >= _LARGEST:
        raise ConditionError(f"{field.label}: “{value[:80]}” is too large.")
    return float(number * CENTS) if field.kind is Kind.CURRENCY else float(number)


def _dated(
    field: Field, column: ColumnElement[Any], operator: str, value: str, known: Calendar
) -> ColumnElement[bool]:
    """A comparison with a run of days: before it, in it, after it."""
    if field.kind is Kind.DATETIME and "T" in value.upper() and not periods.is_literal(value):
        moment = _moment(field, value)
        first, after = moment, moment + 1
    else:
        run = _period(field, value, known)
        first, after = _bounds(field, run, known)
    compare: Mapping[str, Callable[[], ColumnElement[bool]]] = {
        "equals": lambda: and_(column >= first, column < after),
        "lessThan": lambda: column < first,
        "greaterThan": lambda: column >= after,
        "lessOrEqual": lambda: column < after,
        "greaterOrEqual": lambda: column >= first,
    }
    return compare[operator]()


def within(
    field: Field, column: ColumnElement[Any], run: Period, known: Calendar
) -> ColumnElement[bool]:
    """The condition that a date or moment lies in a run of days."""
    first, after = _bounds(field, run, known)
    return and_(column >= first, column < after)


def _bounds(field: Field, run: Period, known: Calendar) -> tuple[Any, Any]:
    if field.kind is Kind.DATETIME:
        return run.moments(known)
    return run.first.isoformat(), run.after.isoformat()


def _period(field: Field, value: str, known: Calendar) -> Period:
    try:
        found = periods.period(value, known)
        if found is not None:
            return found
        day = date.fromisoformat(value)
        return periods.containing(periods.Unit.DAY, day, known)
    except (ValueError, OverflowError):
        said = "is no date such as 2026-03-17 or THIS_QUARTER"
        raise ConditionError(f"{field.label}: “{value[:80]}” {said}.") from None


def _moment(field: Field, value: str) -> int:
    try:
        made = datetime.fromisoformat(value)
        return to_microseconds(made if made.tzinfo else made.replace(tzinfo=UTC))
    except (ValueError, OverflowError):
        said = "is no date such as 2026-03-17 or THIS_QUARTER"
        raise ConditionError(f"{field.label}: “{value[:80]}” {said}.") from None
