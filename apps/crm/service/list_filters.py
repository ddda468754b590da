"""Filters of list views: a field, an operator, and the values that it is compared with.

They are read as filters of reports are, so that a report and a list tell the same; besides, a list
knows records by their names.
https://help.salesforce.com/s/articleView?id=platform.filter_operators.htm
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, FromClause, and_, false, func, not_, or_, select, true

from workworld.apps.crm.models import Group, User
from workworld.apps.crm.schema import filter_logic, objects
from workworld.apps.crm.schema.filter_logic import LogicError
from workworld.apps.crm.schema.kinds import Field, Kind
from workworld.apps.crm.schema.objects import SObject
from workworld.apps.crm.service import conditions, sight
from workworld.apps.crm.service.conditions import ConditionError
from workworld.context import Context
from workworld.directory.models import Person
from workworld.errors import Invalid, Problem

MOST = 20
"""How many filters a list view may have."""
EMPTY, NOT_EMPTY = "empty", "notEmpty"
LABELS: Mapping[str, str] = {
    **dict(conditions.LABELS.items()),
    EMPTY: "is empty",
    NOT_EMPTY: "is not empty",
}
"""The operators, and what people call them."""
_OF_NAMES = ("equals", "notEqual", "contains", "notContain", "startsWith")
_OPPOSITE = {"notEqual": "equals", "notContain": "contains"}
_LONGEST, _MOST_VALUES = 255, 100
_users, _people, _groups = User.__table__.c, Person.__table__.c, Group.__table__.c
Matches = Callable[[ColumnElement[Any]], ColumnElement[bool]]
"""A name's expression → the condition on it."""


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
    usual: Sequence[str] = conditions.operators(field.kind)
    if field.kind is Kind.REFERENCE:
        usual = _OF_NAMES
    return usual if field.kind is Kind.BOOLEAN else (*usual, EMPTY, NOT_EMPTY)


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
    found = [one(ctx, sobject, table, each) for each in filters]
    return filter_logic.folded(tree, found, both=and_, either=or_, negated=not_)


def one(ctx: Context, sobject: SObject, table: FromClause, given: Filter) -> ColumnElement[bool]:
    """What rows must be like that one filter finds; never null."""
    field = sobject.field(given.field)
    if field is None or not sight.readable(ctx, sobject, field):
        return false()
    value = field.of(table)
    if given.operator in (EMPTY, NOT_EMPTY):
        nothing = or_(value.is_(None), value == "") if field.kind.is_text else value.is_(None)
        return not_(nothing) if given.operator == NOT_EMPTY else nothing
    if field.kind is Kind.REFERENCE:
        return _of_names(ctx, field, value, given)
    known = conditions.calendar(ctx)
    operator: Any = given.operator
    found = conditions.condition(field, value, operator, given.values, known)
    return func.coalesce(found, false())


def named_like(
    ctx: Context, field: Field, value: ColumnElement[Any], matches: Matches
) -> ColumnElement[bool]:
    """Whether a reference names a record of a certain name that the caller sees.

    Args:
        ctx: who looks.
        field: the reference.
        value: its expression.
        matches: the condition on the name.
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


def _records_named(ctx: Context, sobject: SObject, matches: Matches) -> Any:
    table = sobject.model.__table__.alias()
    name = sobject.name_field
    if name is None:
        return select(table.c.id).where(false())
    return select(table.c.id).where(matches(name.of(table)), sight.rows(ctx, sobject, table))


def _of_names(
    ctx: Context, field: Field, value: ColumnElement[Any], given: Filter
) -> ColumnElement[bool]:
    """A reference is asked by what it names, or by its id."""
    named = Field("Name", field.label, Kind.STRING)
    operator: Any = _OPPOSITE.get(given.operator, given.operator)
    known = conditions.calendar(ctx)

    def matches(name: ColumnElement[Any]) -> ColumnElement[bool]:
        return conditions.condition(named, name, operator, given.values, known)

    found = or_(value.in_(given.values), named_like(ctx, field, value, matches))
    certain = func.coalesce(found, false())
    return not_(certain) if given.operator in _OPPOSITE else certain


def _read(ctx: Context, sobject: SObject, number: int, given: Mapping[str, Any]) -> Filter:
    field = sobject.field(str(given.get("field", "")))
    if field is None or not sight.readable(ctx, sobject, field):
        raise _wrong(f"filters.{number}.field", f"Filter {number}: choose a field.")
    operator = str(given.get("operator", ""))
    if operator not in operators(field):
        said = f"Filter {number}: {field.label} cannot be asked so."
        raise _wrong(f"filters.{number}.operator", said)
    values = given.get("values", ())
    if isinstance(values, str) or not isinstance(values, Sequence):
        values = [values]
    texts = tuple(str(each).strip() for each in values if str(each).strip())
    made = Filter(field.name, operator, texts)
    problem = _problem(ctx, sobject, made)
    if problem:
        raise _wrong(f"filters.{number}.value", f"Filter {number}: {problem}")
    return made


def _problem(ctx: Context, sobject: SObject, given: Filter) -> str:
    """What is wrong with the values of a filter; empty if nothing is."""
    if given.operator in (EMPTY, NOT_EMPTY):
        return ""
    if any(len(each) > _LONGEST for each in given.values) or len(given.values) > _MOST_VALUES:
        return "That is too much."
    if not given.values:
        return "Give a value."
    try:
        one(ctx, sobject, sobject.model.__table__, given)
    except ConditionError as wrong:
        return str(wrong)
    return ""


def _wrong(field: str, said: str) -> Invalid:
    return Invalid("INVALID_FILTER", said, problems=[Problem(said, field)])
