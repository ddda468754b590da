"""Formulas of rules over records: which fields they may name, and what those hold.

Rules are the organisation's, so they see every field, whoever saves the record.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date, datetime
from decimal import Decimal
from functools import lru_cache
from typing import Any

from sqlalchemy import select

from workworld.apps.crm.schema import objects, shapes
from workworld.apps.crm.schema.kinds import CENTS, Field
from workworld.apps.crm.schema.kinds import Kind as FieldKind
from workworld.apps.crm.schema.objects import SObject
from workworld.apps.crm.schema.shapes import Shape
from workworld.apps.crm.service import people
from workworld.clock import from_microseconds
from workworld.context import Context
from workworld.formulas import Formula, Held, Kind, Value, read

_MOST_PARENTS = 5
_KINDS: Mapping[FieldKind, Kind] = {
    FieldKind.PICKLIST: Kind.PICKLIST,
    FieldKind.MULTIPICKLIST: Kind.MULTIPICKLIST,
    FieldKind.BOOLEAN: Kind.BOOLEAN,
    FieldKind.INT: Kind.NUMBER,
    FieldKind.DOUBLE: Kind.NUMBER,
    FieldKind.PERCENT: Kind.NUMBER,
    FieldKind.CURRENCY: Kind.NUMBER,
    FieldKind.DATE: Kind.DATE,
    FieldKind.DATETIME: Kind.DATETIME,
}
"""All others are texts."""
_READERS: Mapping[FieldKind, Callable[[Any], Value]] = {
    FieldKind.BOOLEAN: bool,
    FieldKind.INT: Decimal,
    FieldKind.DOUBLE: lambda it: Decimal(repr(it)),
    FieldKind.PERCENT: lambda it: Decimal(repr(it)) / 100,
    FieldKind.CURRENCY: lambda it: Decimal(it) / CENTS,
    FieldKind.DATE: date.fromisoformat,
    FieldKind.DATETIME: from_microseconds,
}
_ME = {"$User.Id": "id", "$User.ProfileId": "profile_id", "$User.UserRoleId": "role_id"}
"""What formulas may ask of whoever saves the record."""
_PROFILE = "$Profile.Name"


class RecordFacts:
    """What a formula is told of a record.

    Args:
        ctx: who saves it.
        sobject: what it is.
        row: its values, by column.
        old: its values before; empty for a new one.
        is_new: whether it is being made.
    """

    def __init__(
        self, ctx: Context, sobject: SObject, row: Any, old: Mapping[str, Any], *, is_new: bool
    ) -> None:
        self._ctx, self._sobject, self._row, self._old = ctx, sobject, row, old
        self._is_new = is_new

    @property
    def sobject(self) -> SObject:
        """What the record is."""
        return self._sobject

    @property
    def now(self) -> datetime:
        """The world's time."""
        return self._ctx.clock.now()

    @property
    def today(self) -> date:
        """The caller's day."""
        return people.today(self._ctx)

    @property
    def is_new(self) -> bool:
        """Whether the record is being made."""
        return self._is_new

    def value(self, name: str) -> Value:
        """What a field of the record, of a parent or of the caller holds."""
        if name.startswith("$"):
            return self._of_caller(name)
        *ways, last = name.split(".")
        if not ways:
            return self._own(last)
        return _of_parent(self._ctx, self._sobject, self._row, ways, last)

    def prior(self, name: str) -> Value:
        """What a field of the record held before."""
        field = self._sobject.fields[name.lower()]
        if self._is_new or field.column not in self._old:
            return self._own(name)
        return value_of(field, self._old[field.column])

    def _own(self, name: str) -> Value:
        field = self._sobject.fields[name.lower()]
        if field.column:
            return value_of(field, getattr(self._row, field.column, None))
        if self._is_new or not self._row.id:
            return None
        table = self._sobject.model.__table__
        query = select(field.of(table)).where(table.c.id == self._row.id)
        with self._ctx.session.no_autoflush:  # what is being checked is not written yet
            return value_of(field, self._ctx.session.scalar(query))

    def _of_caller(self, name: str) -> Value:
        if name == _PROFILE:
            return people.profile(self._ctx).name
        found: str | None = getattr(people.me(self._ctx), _ME[name])
        return found


def formula(sobject: str, text: str) -> Formula:
    """The condition that a rule of an object has.

    Raises:
        FormulaError: it means nothing.
    """
    return _formula(shapes.in_force(), sobject, text, Kind.BOOLEAN)


def expression(sobject: str, text: str, wanted: Kind | None = None) -> Formula:
    """What a field of an object is worked out by.

    Raises:
        FormulaError: it means nothing, or yields something else than is wanted.
    """
    return _formula(shapes.in_force(), sobject, text, wanted)


@lru_cache(maxsize=512)
def _formula(_shape: Shape, sobject: str, text: str, wanted: Kind | None) -> Formula:
    return read(text, lambda name: _held(objects.of_name(sobject), name), wanted)


def value_formula(sobject: str, text: str) -> Formula:
    """What a rule of an object works out, of whatever kind.

    Raises:
        FormulaError: it means nothing.
    """
    return _formula(shapes.in_force(), sobject, text, None)


def _held(sobject: SObject, name: str) -> Held | None:
    """The field that a formula means, however it writes its capitals."""
    if name.startswith("$"):
        known = {each.lower(): each for each in (*_ME, _PROFILE)}
        found = known.get(name.lower())
        return Held(found, Kind.TEXT) if found else None
    *ways, last = name.split(".")
    if len(ways) > _MOST_PARENTS:
        return None
    written: list[str] = []
    for way in ways:
        above = leading(sobject, way)
        if above is None:
            return None
        written.append(above.relationship)
        sobject = objects.of_name(above.references[0])
    field = sobject.field(last)
    if field is None:
        return None
    return Held(".".join([*written, field.name]), kind_of(field))


def leading(sobject: SObject, way: str) -> Field | None:
    """The field by which a formula goes to a parent; ``Owner`` is taken for a user."""
    return next(
        (
            each
            for each in sobject.fields.values()
            if each.references and each.relationship.lower() == way.lower()
        ),
        None,
    )


def _of_parent(ctx: Context, sobject: SObject, row: Any, ways: list[str], last: str) -> Value:
    found: Any = row
    with ctx.session.no_autoflush:  # what is being checked is not written yet
        for way in ways:
            field = leading(sobject, way)
            if field is None or found is None:
                return None
            above_id = getattr(found, field.column)
            sobject = objects.of_name(field.references[0])
            named = objects.of_prefix(above_id[:3]) if above_id else None
            if named is not sobject:
                return None  # a queue owns it, where a user was meant
            found = ctx.session.get(sobject.model, above_id)
        if found is None:
            return None
        asked = sobject.fields[last.lower()]
        if asked.column:
            return value_of(asked, getattr(found, asked.column))
        table = sobject.model.__table__
        return value_of(
            asked, ctx.session.scalar(select(asked.of(table)).where(table.c.id == found.id))
        )


def kind_of(field: Field) -> Kind:
    """What formulas take a field for."""
    return _KINDS.get(field.kind, Kind.TEXT)


def value_of(field: Field, held: Any) -> Value:
    """What a column keeps, as formulas know it: a percentage is a part of one."""
    if held is None or held == "":
        return None
    reader = _READERS.get(field.kind)
    return reader(held) if reader else held
