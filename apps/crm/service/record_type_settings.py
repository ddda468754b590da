"""Kinds of records, as administrators set them: made, changed, given to profiles, put out of use.

https://help.salesforce.com/s/articleView?id=platform.creating_record_types.htm
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from pydantic import Field as Argument
from sqlalchemy import delete, select

from workworld.apps.crm import record_ids
from workworld.apps.crm.models import RecordType, RecordTypeGrant
from workworld.apps.crm.schema import picklists
from workworld.apps.crm.schema.kinds import Kind
from workworld.apps.crm.schema.objects import SObject
from workworld.apps.crm.service import (
    custom_fields,
    field_checks,
    people,
    record_types,
    refusals,
    setup_audit,
)
from workworld.apps.crm.service.field_settings import profiles_offered
from workworld.apps.crm.service.setup_settings import SetupSettings, checked
from workworld.apps.crm.types import RecordId, SObjectName
from workworld.automation import Asked
from workworld.context import Context, Surface
from workworld.operations import Effect, operation

_DOORS = (Surface.UI, Surface.MCP)
_SECTION = "Record Types"
_types, _grants = RecordType.__table__.c, RecordTypeGrant.__table__.c


class TypeValues(SetupSettings):
    """Which values of a list such records may have."""

    field: Annotated[str, Asked("line"), Argument(title="Field", min_length=1, max_length=80)]
    values: Annotated[
        str,
        Asked("area"),
        Argument(title="Values", max_length=10_000, description="One in each line; none for all."),
    ] = ""
    default: Annotated[str, Asked("line"), Argument(title="Default", max_length=255)] = ""


class RecordTypeSettings(SetupSettings):
    """A kind of records."""

    name: Annotated[
        str, Asked("line"), Argument(title="Record type label", min_length=1, max_length=80)
    ]
    developer_name: Annotated[
        str,
        Asked("line"),
        Argument(
            alias="fullName",
            title="Record type name",
            max_length=80,
            pattern=r"^([A-Za-z](_?[A-Za-z0-9])*)?$",
            description="By default it follows from the label.",
        ),
    ] = ""
    description: Annotated[str, Asked("line"), Argument(title="Description", max_length=255)] = ""
    active: Annotated[bool, Asked("tick"), Argument(title="Active")] = True
    profiles: Annotated[
        list[str],
        Asked("several", offers=profiles_offered),
        Argument(title="Made by users with", default_factory=list),
    ]
    usual: Annotated[
        list[str],
        Asked("several", offers=profiles_offered),
        Argument(alias="defaultFor", title="Usual for users with", default_factory=list),
    ]
    values: Annotated[
        list[TypeValues],
        Argument(
            alias="picklistValues",
            title="Values of lists",
            max_length=50,
            default_factory=list,
        ),
    ]


Settings = Annotated[
    Mapping[str, Any],
    Argument(
        description="Its settings: name, fullName, description, active, profiles and defaultFor"
        " (ids of profiles), picklistValues (field, values with one in each line, default)."
    ),
]


# The vendor's metadata API speaks SOAP, which is not part of this one.
@operation(Effect.READ, scope="api", doors=_DOORS)
def info(ctx: Context, *, record_type_id: RecordId) -> Mapping[str, Any]:
    """Read the settings of a record type.

    Raises:
        Forbidden: ``INSUFFICIENT_ACCESS_OR_READONLY``: the caller does not set the CRM up.
        NotFound: ``NOT_FOUND``.
    """
    setup_audit.require_admin(ctx)
    return _told(ctx, _known(ctx, record_type_id))


@operation(Effect.WRITE, scope="api", doors=_DOORS)
def create(ctx: Context, *, sobject: SObjectName, settings: Settings) -> Mapping[str, Any]:
    """Make a record type of an object.

    Raises:
        Forbidden: ``INSUFFICIENT_ACCESS_OR_READONLY``: the caller does not set the CRM up.
        Invalid: with what is wrong with which setting.
    """
    setup_audit.require_admin(ctx)
    kind = custom_fields.object_of(sobject)
    made = checked(RecordTypeSettings, settings)
    me, now = people.me(ctx).id, ctx.clock.now_us()
    row = RecordType(
        id=record_ids.next_id(ctx.ids, "012"),
        sobject=kind.name,
        created_us=now,
        created_by_id=me,
        modified_us=now,
        modified_by_id=me,
        is_deleted=False,
        developer_name=_free_name(ctx, kind, made),
        **_columns(kind, made),
    )
    ctx.session.add(row)
    ctx.session.flush()  # grants refer to it
    return _saved(ctx, row, made, "created")


@operation(Effect.WRITE, scope="api", doors=_DOORS)
def change(ctx: Context, *, record_type_id: RecordId, settings: Settings) -> Mapping[str, Any]:
    """Change settings of a record type; what is left out stays.

    Raises:
        Forbidden: ``INSUFFICIENT_ACCESS_OR_READONLY``: the caller does not set the CRM up.
        NotFound: ``NOT_FOUND``.
        Invalid: with what is wrong with which setting.
    """
    setup_audit.require_admin(ctx)
    row = _known(ctx, record_type_id)
    kind = custom_fields.object_of(row.sobject)
    held = {name: value for name, value in _told(ctx, row).items() if name not in _TOLD_APART}
    made = checked(RecordTypeSettings, {**held, **settings, "fullName": row.developer_name})
    for column, value in _columns(kind, made).items():
        setattr(row, column, value)
    row.modified_us, row.modified_by_id = ctx.clock.now_us(), people.me(ctx).id
    row.version += 1
    return _saved(ctx, row, made, "changed")


_TOLD_APART = ("id", "sobject")


def _saved(ctx: Context, row: RecordType, made: RecordTypeSettings, action: str) -> dict[str, Any]:
    _grant(ctx, row, made)
    said = f"{action.capitalize()} {row.sobject} record type {row.name}"
    setup_audit.note(ctx, _SECTION, action, said)
    ctx.session.flush()  # what is told is read from the rows
    return _told(ctx, row)


def _known(ctx: Context, record_type_id: str) -> Any:
    full = record_ids.full(record_type_id)
    row = ctx.session.get(RecordType, full) if full else None
    if row is None or row.is_deleted:
        raise refusals.not_found()
    return row


def _told(ctx: Context, row: RecordType) -> dict[str, Any]:
    query = select(_grants.profile_id, _grants.is_default).where(_grants.record_type_id == row.id)
    grants = ctx.session.execute(query.order_by(_grants.profile_id)).all()
    names = sorted({*row.values, *row.defaults})
    return {
        "id": row.id,
        "sobject": row.sobject,
        "name": row.name,
        "fullName": row.developer_name,
        "description": row.description or "",
        "active": row.is_active,
        "profiles": [each.profile_id for each in grants],
        "defaultFor": [each.profile_id for each in grants if each.is_default],
        "picklistValues": [
            {
                "field": name,
                "values": "\n".join(row.values.get(name, ())),
                "default": row.defaults.get(name, ""),
            }
            for name in names
        ],
    }


def _free_name(ctx: Context, kind: SObject, made: RecordTypeSettings) -> str:
    name = made.developer_name or re.sub(r"[^A-Za-z0-9]+", "_", made.name).strip("_")
    if not name or not name[0].isalpha():
        raise field_checks.wrong("fullName", "Record type name: begin with a letter.")
    if any(each.developer_name.lower() == name.lower() for each in record_types.of(ctx, kind.name)):
        raise field_checks.wrong("fullName", f"There is another record type {name}.")
    return name


def _columns(kind: SObject, made: RecordTypeSettings) -> dict[str, Any]:
    values: dict[str, Sequence[str]] = {}
    defaults: dict[str, str] = {}
    for number, each in enumerate(made.values):
        at = f"picklistValues-{number}-"
        field = kind.field(each.field)
        if field is None or not field.column or not record_types.limits(field):
            said = f"{kind.label} has no list called {each.field}."
            raise field_checks.wrong(f"{at}field", said)
        chosen, known = field_checks.lines(each.values), picklists.VALUES[field.picklist]
        wrong = next((value for value in chosen if value not in known), None)
        if wrong is not None:
            raise field_checks.wrong(f"{at}values", f"{field.label} has no value {wrong}.")
        if chosen:
            values[field.name] = chosen
        if each.default and field.kind is Kind.PICKLIST:
            if each.default not in (chosen or known):
                raise field_checks.wrong(f"{at}default", "The default is none of the values.")
            defaults[field.name] = each.default
    return {
        "name": made.name,
        "description": made.description or None,
        "is_active": made.active,
        "values": values,
        "defaults": defaults,
    }


def _grant(ctx: Context, row: RecordType, made: RecordTypeSettings) -> None:
    """Say who makes such records; of an object's types a profile has one that is usual."""
    known = {profile_id for profile_id, _ in profiles_offered(ctx)}
    wanted = sorted({*made.profiles, *made.usual} & known)
    ctx.session.execute(delete(RecordTypeGrant).where(_grants.record_type_id == row.id))
    beside = select(_types.id).where(_types.sobject == row.sobject, _types.id != row.id)
    for profile_id in wanted:
        is_usual = profile_id in made.usual
        if is_usual:
            query = select(RecordTypeGrant).where(
                _grants.profile_id == profile_id, _grants.record_type_id.in_(beside)
            )
            for other in ctx.session.scalars(query):
                other.is_default = False
        ctx.session.add(
            RecordTypeGrant(profile_id=profile_id, record_type_id=row.id, is_default=is_usual)
        )
