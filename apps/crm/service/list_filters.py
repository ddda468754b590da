"""Filters of list views: a field, an operator, and the values that it is compared with.

https://help.salesforce.com/s/articleView?id=platform.filter_operators.htm
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from decimal import Decimal, InvalidOperation
from typing import Any, NamedTuple

from workworld.apps.crm.schema import filter_logic, periods
from workworld.apps.crm.schema.filter_logic import LogicError
from workworld.apps.crm.schema.kinds import CENTS, Field, Kind
from workworld.apps.crm.schema.objects import SObject
from workworld.apps.crm.schema.periods import Calendar, Period
from workworld.apps.crm.service import people, sight
from workworld.context import Context
from workworld.directory.models import Person
from workworld.errors import Invalid, Problem
from workworld.zones import zone

MOST = 20
"""How many filters a list view may have."""
LONGEST = 255
_ORDERED = ("lessThan", "greaterThan", "lessOrEqual", "greaterOrEqual", "between")
_WORDS = ("contains", "notContain", "startsWith")
_SEVERAL = ("includes", "excludes")
_EITHER = ("equals", "notEqual", "empty", "notEmpty")
OPERATORS: Mapping[str, str] = {
    "equals": "equals",
    "notEqual": "not equal to",
    "lessThan": "less than",
    "greaterThan": "greater than",
    "lessOrEqual": "less or equal",
    "greaterOrEqual": "greater or equal",
    "between": "between",
    "contains": "contains",
    "notContain": "does not contain",
    "startsWith": "starts with",
    "includes": "includes",
    "excludes": "excludes",
    "empty": "is empty",
    "notEmpty": "is not empty",
}
"""The vendor's names of operators, and what people call them."""


class Filter(NamedTuple):
    """One filter."""

    field: str
    """An API name."""
    operator: str
    values: tuple[str, ...] = ()

    def stored(self) -> dict[str, Any]:
        """As a list view's row keeps it."""
        return {"field": self.field, "operator": self.operator, "values": list(self.values)}


def operators(field: Field) -> Sequence[str]:
    """The operators that make sense for a field, the usual one first."""
    kind = field.kind
    if kind is Kind.BOOLEAN:
        return ("equals", "notEqual")
    if kind is Kind.MULTIPICKLIST:
        return (*_SEVERAL, "empty", "notEmpty")
    if kind.is_number or kind in (Kind.DATE, Kind.DATETIME):
        return ("equals", "notEqual", *_ORDERED, "empty", "notEmpty")
    if kind is Kind.ID:
        return ("equals", "notEqual")
    return (*_EITHER[:2], *_WORDS, *_EITHER[2:])


def read(ctx: Context, sobject: SObject, given: Sequence[Mapping[str, Any]]) -> list[Filter]:
    """Filters that a caller gives, checked.

    Raises:
        Invalid: ``INVALID_FILTER``: says which one, and what is wrong with it.
    """
    if len(given) > MOST:
        raise _wrong("filters", f"A list view has at most {MOST} filters.")
    return [_read(ctx, sobject, number, each) for number, each in enumerate(given, 1)]


def check_logic(logic: str, count: int) -> str:
    """A logic that fits some filters, as it is kept.

    Raises:
        Invalid: ``INVALID_FILTER``: it names a filter that there is not, or makes no sense.
    """
    try:
        tree = filter_logic.parse(logic, count)
    except LogicError as wrong:
        raise _wrong("logic", str(wrong)) from wrong
    return filter_logic.written(tree) if tree is not None and logic.strip() else ""


def calendar(ctx: Context) -> Calendar:
    """By what the caller's relative dates are read."""
    found = ctx.session.get(Person, ctx.actor.person_id)
    where = zone(found.zone if found else people.org(ctx).zone)
    return Calendar(people.today(ctx), where, people.org(ctx).fiscal_year_start)


def days_of(ctx: Context, text: str) -> Period | None:
    """The days that a text stands for, ``2026-03-17`` or ``LAST_N_DAYS:30``; None if it is none."""
    try:
        found = periods.period(text, calendar(ctx))
        if found is not None:
            return found
        day = date.fromisoformat(text)
        return periods.containing(periods.Unit.DAY, day, calendar(ctx))
    except (ValueError, OverflowError):
        return None


def number_of(field: Field, text: str) -> float | int | None:
    """What a text is for a field of numbers, as its column keeps it; None if it is no number."""
    try:
        number = Decimal(text.replace(",", "").removeprefix("$").removesuffix("%").strip())
    except InvalidOperation:
        return None
    if not number.is_finite() or abs(number) >= 10**16:
        return None
    return (
        int((number * CENTS).to_integral_value()) if field.kind is Kind.CURRENCY else float(number)
    )


def _read(ctx: Context, sobject: SObject, number: int, given: Mapping[str, Any]) -> Filter:
    field = sobject.field(str(given.get("field", "")))
    if field is None or not sight.readable(ctx, sobject, field):
        raise _wrong(f"filters.{number}.field", f"Filter {number}: choose a field.")
    operator = str(given.get("operator", ""))
    if operator not in operators(field):
        said = f"Filter {number}: “{field.label}” cannot be compared so."
        raise _wrong(f"filters.{number}.operator", said)
    values = given.get("values", ())
    if isinstance(values, str) or not isinstance(values, Sequence):
        values = [values]
    texts = tuple(str(each).strip() for each in values if str(each).strip())
    made = Filter(field.name, operator, texts)
    problem = _problem(ctx, field, made)
    if problem:
        raise _wrong(f"filters.{number}.value", f"Filter {number}: {problem}")
    return made


def _problem(ctx: Context, field: Field, given: Filter) -> str:
    """What is wrong with the values of a filter; empty if nothing is."""
    if given.operator in ("empty", "notEmpty"):
        return ""
    if any(len(each) > LONGEST for each in given.values) or len(given.values) > 100:
        return "that is too much."
    if given.operator == "between" and len(given.values) != 2:
        return "give both ends."
    if not given.values:
        return "give a value."
    return next(filter(None, (_unfit(ctx, field, each) for each in given.values)), "")


def _unfit(ctx: Context, field: Field, text: str) -> str:
    """Why a field cannot be compared with a text; empty if it can."""
    if field.kind in (Kind.DATE, Kind.DATETIME) and days_of(ctx, text) is None:
        return f"“{text}” is no day. Write 2026-03-17, TODAY or LAST_N_DAYS:30."
    if field.kind.is_number and number_of(field, text) is None:
        return f"“{text}” is no number."
    if field.kind is Kind.BOOLEAN and text.lower() not in ("true", "false"):
        return "choose true or false."
    return ""


def _wrong(field: str, said: str) -> Invalid:
    return Invalid("INVALID_FILTER", said, problems=[Problem(said, field)])
