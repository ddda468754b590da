"""Kinds of an object's records: who may make which, and which values such records may have.

https://help.salesforce.com/s/articleView?id=platform.customize_recordtype.htm
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import bindparam, select

from workworld.apps.crm.models import RecordType, RecordTypeGrant
from workworld.apps.crm.models.records import Adaptable
from workworld.apps.crm.schema import objects, picklists
from workworld.apps.crm.schema.kinds import Field, Kind
from workworld.apps.crm.schema.objects import SObject
from workworld.apps.crm.service import currencies, people
from workworld.apps.crm.service.saving import ANY, Saving, before
from workworld.apps.crm.types import SObjectName
from workworld.context import Context, Surface
from workworld.database import constant, rows_of
from workworld.operations import Effect, operation

FIELD = "RecordTypeId"
MASTER = "012000000000000AAA"
"""Stands for all records that are of no type."""
_types, _grants = RecordType.__table__.c, RecordTypeGrant.__table__.c
_OF_OBJECT = constant(
    select(
        _types.id,
        _types.name,
        _types.developer_name,
        _types.description,
        _types.is_active,
        _types["values"],
        _types.defaults,
        _grants.is_default,
    )
    .outerjoin(
        RecordTypeGrant.__table__,
        (_grants.record_type_id == _types.id) & (_grants.profile_id == bindparam("profile")),
    )
    .where(_types.sobject == bindparam("sobject"), ~_types.is_deleted)
    .order_by(_types.name, _types.id)
)


class TypeSeen(NamedTuple):
    """A type as the caller knows it."""

    id: str
    name: str
    developer_name: str
    description: str
    is_active: bool
    is_available: bool
    """Whether they may make such records."""
    is_default: bool
    """Whether what they make is of this type unless they say otherwise."""
    values: Mapping[str, Sequence[str]]
    """By field, the values that such records may have."""
    defaults: Mapping[str, str]


# The vendor tells them with an object's description.
@operation(Effect.READ, scope="api", doors=(Surface.UI, Surface.MCP))
def list(ctx: Context, *, sobject: SObjectName) -> Sequence[TypeSeen]:
    """List the record types of an object, and which of them the caller's new records may have."""
    people.me(ctx)
    return of(ctx, sobject)


def of(ctx: Context, sobject: str) -> Sequence[TypeSeen]:
    """The types of an object by name, those too that are not in use."""
    return ctx.remembered(("crm record types", sobject.lower()), lambda: _of(ctx, sobject))


def offered(ctx: Context, sobject: str) -> Sequence[TypeSeen]:
    """The types of which the caller may make records."""
    return [each for each in of(ctx, sobject) if each.is_available]


def usual(ctx: Context, sobject: str) -> str | None:
    """The type that the caller's new records have unless they say otherwise; None for none."""
    return next((each.id for each in of(ctx, sobject) if each.is_default), None)


def find(ctx: Context, sobject: str, record_type_id: str | None) -> TypeSeen | None:
    """A type of an object by its id."""
    if not record_type_id:
        return None
    return next((each for each in of(ctx, sobject) if each.id == record_type_id), None)


def values_of(
    ctx: Context, sobject: SObject, field: Field, record_type_id: str | None
) -> Sequence[str]:
    """The values of a list that records of a type may be given.

    Args:
        ctx: whose world it is.
        sobject: of which object they are.
        field: which list.
        record_type_id: their type; None for records of none.
    """
    listed = picklists.VALUES.get(field.picklist, ())
    if field.name == "CurrencyIsoCode" and (idle := currencies.inactive(ctx)):
        listed = tuple(each for each in listed if each not in idle)
    found = find(ctx, sobject.name, record_type_id)
    if found is None or field.name not in found.values:
        return listed
    chosen = found.values[field.name]
    return [each for each in listed if each in chosen]


def _of(ctx: Context, sobject: str) -> Sequence[TypeSeen]:
    known = objects.find(sobject)
    if known is None:
        return ()
    asked = {"sobject": known.name, "profile": people.me(ctx).profile_id}
    return [
        TypeSeen(
            row.id,
            row.name,
            row.developer_name,
            row.description or "",
            row.is_active,
            row.is_active and row.is_default is not None,
            bool(row.is_active and row.is_default),
            row.values,
            row.defaults,
        )
        for row in rows_of(ctx.session, _OF_OBJECT, asked)
    ]


@before(ANY, order=10)
def _settle(ctx: Context, saved: Saving) -> None:
    """Give a new record its type, with what such records have; refuse one that it cannot have."""
    row: Any = saved.row
    if not isinstance(row, Adaptable):
        return
    name, given = saved.sobject.name, "record_type_id" in saved.given
    if saved.is_new and not given and row.record_type_id is None:
        row.record_type_id = usual(ctx, name)
    if row.record_type_id is None or not (saved.is_new or saved.changed("record_type_id")):
        return
    found = find(ctx, name, row.record_type_id)
    if found is None or (given and not saved.options.system and not found.is_available):
        said = f"Record Type ID: this ID value isn't valid for the user: {row.record_type_id}"
        saved.refuse("INVALID_CROSS_REFERENCE_KEY", said, FIELD)
    elif saved.is_new:
        _begin(saved, found)


def _begin(saved: Saving, found: TypeSeen) -> None:
    """Give a new record the values that its type begins with, where nobody gave others."""
    for name, value in found.defaults.items():
        field = saved.sobject.field(name)
        if field is None or not field.column or field.column in saved.given:
            continue
        if getattr(saved.row, field.column, None) in (None, field.default):
            setattr(saved.row, field.column, value)


def limits(field: Field) -> bool:
    """Whether types of records may limit the values of a field."""
    return field.kind in (Kind.PICKLIST, Kind.MULTIPICKLIST) and field.name != "CurrencyIsoCode"
