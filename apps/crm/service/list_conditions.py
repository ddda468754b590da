"""What rows must be like that the filters of a list view find.

https://help.salesforce.com/s/articleView?id=platform.filter_operators.htm
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import ColumnElement, FromClause, and_, false, func, not_, or_, select, true

from workworld.apps.crm.models import Group, User
from workworld.apps.crm.schema import filter_logic, objects
from workworld.apps.crm.schema.kinds import Field, Kind
from workworld.apps.crm.schema.objects import SObject
from workworld.apps.crm.service import sight
from workworld.apps.crm.service.list_filters import Filter, calendar, days_of, number_of
from workworld.context import Context
from workworld.directory.models import Person

_users, _people, _groups = User.__table__.c, Person.__table__.c, Group.__table__.c
_NEGATIVE = ("notEqual", "notContain", "excludes")


def condition(
    ctx: Context, sobject: SObject, table: FromClause, filters: Sequence[Filter], logic: str
) -> ColumnElement[bool]:
    """What rows must be like that filters find.

    Args:
        ctx: whose days and names count.
        sobject: the object.
        table: its table, or an alias of it.
        filters: checked; those on fields that the caller may no longer read find nothing.
        logic: how they work together; empty if all must hold.
    """
    tree = filter_logic.parse(logic, len(filters))
    if tree is None:
        return true()
    conditions = [one(ctx, sobject, table, each) for each in filters]
    return filter_logic.folded(tree, conditions, both=and_, either=or_, negated=not_)


def one(ctx: Context, sobject: SObject, table: FromClause, given: Filter) -> ColumnElement[bool]:
    """What rows must be like that one filter finds; never null."""
    field = sobject.field(given.field)
    if field is None or not sight.readable(ctx, sobject, field):
        return false()
    value = field.of(table)
    if given.operator in ("empty", "notEmpty"):
        nothing = or_(value.is_(None), value == "") if field.kind.is_text else value.is_(None)
        return not_(nothing) if given.operator == "notEmpty" else nothing
    certain = func.coalesce(_positive(ctx, field, value, given), false())
    return not_(certain) if given.operator in _NEGATIVE else certain


def like(value: ColumnElement[Any], pattern: str, text: str) -> ColumnElement[bool]:
    """Whether a text is found in a value, regardless of case.

    Args:
        value: what is searched.
        pattern: ``%{}%`` for anywhere, ``{}%`` for the beginning.
        text: what is sought, as it was typed.
    """
    plain = text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    return value.like(pattern.format(plain), escape="\\")


def named_like(
    ctx: Context, field: Field, value: ColumnElement[Any], matches: Callable[..., Any]
) -> ColumnElement[bool]:
    """Whether a reference names a record of a certain name that the caller sees.

    Args:
        ctx: who looks.
        field: the reference.
        value: its expression.
        matches: the condition on the name's expression.
    """
    ways: list[ColumnElement[bool]] = []
    for name in field.references:
        if name == "User":
            found = select(_users.id).join(Person, _people.id == _users.person_id)
            ways.append(value.in_(found.where(matches(_people.name))))
        elif name == "Group":
            ways.append(value.in_(select(_groups.id).where(matches(_groups.name))))
        else:
            ways.append(value.in_(_records_named(ctx, objects.of_name(name), matches)))
    return or_(false(), *ways)


def _records_named(ctx: Context, sobject: SObject, matches: Callable[..., Any]) -> Any:
    table = sobject.model.__table__.alias()
    name = sobject.name_field
    if name is None:
        return select(table.c.id).where(false())
    return select(table.c.id).where(matches(name.of(table)), sight.rows(ctx, sobject, table))


def _positive(
    ctx: Context, field: Field, value: ColumnElement[Any], given: Filter
) -> ColumnElement[bool]:
    """The condition of an operator, or of that whose opposite it is; may be null."""
    if field.kind in (Kind.DATE, Kind.DATETIME):
        return _of_days(ctx, field, value, given)
    if field.kind is Kind.REFERENCE:
        return _of_reference(ctx, field, value, given)
    if field.kind.is_number:
        return _of_numbers(field, value, given)
    if field.kind is Kind.BOOLEAN:
        return value.is_(given.values[0].lower() == "true")
    return _of_texts(value, given, is_several=field.kind is Kind.MULTIPICKLIST)


def _of_numbers(field: Field, value: ColumnElement[Any], given: Filter) -> ColumnElement[bool]:
    numbers = [number_of(field, each) for each in given.values]
    return _compared(value, given.operator, [(each, each) for each in numbers], after=False)


def _of_days(
    ctx: Context, field: Field, value: ColumnElement[Any], given: Filter
) -> ColumnElement[bool]:
    spans: list[tuple[Any, Any]] = []
    for text in given.values:
        days = days_of(ctx, text)
        if days is None:
            return false()
        if field.kind is Kind.DATETIME:
            spans.append(days.moments(calendar(ctx)))
        else:
            spans.append((days.first.isoformat(), days.after.isoformat()))
    return _compared(value, given.operator, spans, after=True)


def _compared(
    value: ColumnElement[Any], operator: str, spans: Sequence[tuple[Any, Any]], *, after: bool
) -> ColumnElement[bool]:
    """Compare a value with spans.

    Args:
        value: the field's.
        operator: the filter's.
        spans: where each of the filter's values begins, and ends.
        after: whether the end is the first that is no longer in it.
    """
    (low, high), last = spans[0], spans[-1][1]

    def until(end: Any) -> ColumnElement[bool]:
        return value < end if after else value <= end

    ordered = {
        "lessThan": value < low,
        "greaterThan": value >= high if after else value > high,
        "lessOrEqual": until(high),
        "greaterOrEqual": value >= low,
        "between": and_(value >= low, until(last)),
    }
    if operator in ordered:
        return ordered[operator]
    return or_(*(and_(value >= begin, until(end)) for begin, end in spans))


def _of_texts(value: ColumnElement[Any], given: Filter, *, is_several: bool) -> ColumnElement[bool]:
    if is_several:
        listed = func.concat(";", value, ";")
        return or_(*(like(listed, "%;{};%", each) for each in given.values))
    if given.operator in ("contains", "notContain"):
        return or_(*(like(value, "%{}%", each) for each in given.values))
    if given.operator == "startsWith":
        return or_(*(like(value, "{}%", each) for each in given.values))
    return value.collate("NOCASE").in_(given.values)


def _of_reference(
    ctx: Context, field: Field, value: ColumnElement[Any], given: Filter
) -> ColumnElement[bool]:
    def matches(name: ColumnElement[Any]) -> ColumnElement[bool]:
        return _of_texts(name, given, is_several=False)

    by_name = named_like(ctx, field, value, matches)
    if given.operator in ("equals", "notEqual"):
        return or_(value.in_(given.values), by_name)
    return by_name
