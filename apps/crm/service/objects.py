"""What objects there are, and what the caller may do with each of them and of their fields."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from workworld.apps.crm.schema import objects
from workworld.apps.crm.schema.kinds import Field
from workworld.apps.crm.schema.objects import Children, SObject
from workworld.apps.crm.service import borrowing, people, record_types, refusals, sight
from workworld.apps.crm.service.record_types import TypeSeen
from workworld.apps.crm.soql import activity_objects, known_objects
from workworld.apps.crm.types import SObjectName
from workworld.context import Context, Surface
from workworld.operations import Effect, operation


class Allowed(NamedTuple):
    """What the caller may do with an object's records."""

    create: bool
    edit: bool
    delete: bool


class FieldSeen(NamedTuple):
    """A field that the caller may read."""

    field: Field
    is_createable: bool
    is_updateable: bool


@dataclass(frozen=True, slots=True)
class Description:
    """An object as the caller may know it.

    Args:
        sobject: the object.
        allowed: what they may do with its records.
        fields: those that they may read.
        children: the ways to records that name its own.
        types: the kinds of its records.
    """

    sobject: SObject
    allowed: Allowed
    fields: Sequence[FieldSeen]
    children: Sequence[Children]
    types: Sequence[TypeSeen] = ()


# The pages show an object by its list views and records.
@operation(Effect.READ, scope="api", doors=(Surface.REST, Surface.MCP))
def describe_all(ctx: Context) -> Sequence[tuple[SObject, Allowed]]:
    """List the objects whose records you may read, and what you may do with them."""
    people.me(ctx)
    derived = {each.name.lower(): each for each in known_objects.derived()}
    known = {**derived, **objects.objects()}
    return [
        (each, _allowed(ctx, each))
        for _, each in sorted(known.items())
        if sight.may(ctx, each, "read")
    ]


# The pages show an object by its list views and records.
@operation(Effect.READ, scope="api", doors=(Surface.REST, Surface.MCP))
def describe(ctx: Context, *, sobject: SObjectName) -> Description:
    """Tell an object's fields, types, picklist values and relationships.

    Raises:
        NotFound: ``INVALID_TYPE``.
    """
    found = _described(ctx, sobject)
    allowed = _allowed(ctx, found)
    return Description(
        found,
        allowed,
        [
            *(_seen(ctx, found, allowed, each) for each in sight.fields(ctx, found)),
            *(FieldSeen(each.field, False, False) for each in borrowing.readable(ctx, found)),
        ],
        [
            each
            for each in (*objects.children(found.name), *activity_objects.children(found.name))
            if _is_read(ctx, each)
        ],
        record_types.of(ctx, found.name),
    )


def _described(ctx: Context, name: str) -> SObject:
    """An object by its name, one too whose records are but found by queries."""
    people.me(ctx)
    found = known_objects.find(name)
    if found is None or not sight.may(ctx, found, "read"):
        raise refusals.no_object(name)
    return found


def field_of(ctx: Context, sobject: SObject, name: str) -> Field:
    """A field of an object that the caller may read, by its API name.

    Raises:
        RecordRefused: ``INVALID_FIELD``: there is none.
    """
    found = sobject.field(name) or borrowing.field_of(ctx, sobject, name)
    if found is None or not sight.readable(ctx, sobject, found):
        said = f"No such column '{name[:80]}' on sobject of type {sobject.name}"
        raise refusals.refused("INVALID_FIELD", said)
    return found


def _allowed(ctx: Context, sobject: SObject) -> Allowed:
    return Allowed(
        sobject.createable and sight.may(ctx, sobject, "create"),
        sobject.updateable and sight.may(ctx, sobject, "edit"),
        sobject.deletable and sight.may(ctx, sobject, "delete"),
    )


def _seen(ctx: Context, sobject: SObject, allowed: Allowed, field: Field) -> FieldSeen:
    may = sight.editable(ctx, sobject, field)
    return FieldSeen(
        field,
        allowed.create and field.createable and may,
        allowed.edit and field.updateable and may,
    )


def _is_read(ctx: Context, way: Children) -> bool:
    child = known_objects.of_name(way.sobject)
    field = child.field(way.field)
    return sight.may(ctx, child, "read") and field is not None and sight.readable(ctx, child, field)
