"""Fields that administrators add to objects: made, changed and removed.

https://help.salesforce.com/s/articleView?id=platform.adding_fields.htm
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field as Argument
from sqlalchemy import delete as delete_rows
from sqlalchemy import func, select, update

from workworld.apps.crm import record_ids
from workworld.apps.crm.models import (
    FieldPermission,
    FieldSetting,
    PageLayout,
    PicklistValue,
)
from workworld.apps.crm.schema import objects, shapes
from workworld.apps.crm.schema.kinds import Field
from workworld.apps.crm.schema.objects import SObject
from workworld.apps.crm.service import (
    custom_field_rows,
    custom_values,
    field_checks,
    people,
    refusals,
    setup_audit,
)
from workworld.apps.crm.service.field_types import (
    TYPES,
    FieldType,
    adaptable,
)
from workworld.apps.crm.service.refusals import RecordError, RecordRefused
from workworld.apps.crm.service.setup_settings import checked
from workworld.apps.crm.types import SObjectName
from workworld.context import Context, Surface
from workworld.operations import Effect, operation

FieldName = Annotated[
    str, Argument(description="Its API name, such as Docks__c.", min_length=1, max_length=80)
]
Settings = Annotated[
    Mapping[str, Any],
    Argument(
        description="Its settings by the vendor's names: label, fullName, inlineHelpText, required,"
        " unique, externalId, trackHistory, defaultValue, length, scale, valueSet (a value in each"
        " line), referenceTo, relationshipName, displayFormat, formula, returnType,"
        " summaryForeignKey (Contact.AccountId), summaryOperation, summarizedField, hiddenFrom and"
        " readOnlyFor (ids of profiles)."
    ),
]
# The vendor's metadata API speaks SOAP, which is not part of this one.
_DOORS = (Surface.UI, Surface.MCP)
_SECTION = "Custom Fields"
_fields, _permissions = FieldSetting.__table__.c, FieldPermission.__table__.c


@dataclass(frozen=True, slots=True)
class FieldShown:
    """A field of an object, as administrators see it."""

    sobject: str
    name: str
    label: str
    type: str
    """As people call it."""
    is_added: bool
    is_required: bool
    controller: str
    field: Field
    metadata: Mapping[str, Any]
    """Of one that was added, its settings by the vendor's names."""


@operation(Effect.READ, scope="api", doors=_DOORS)
def list(ctx: Context, *, sobject: SObjectName) -> Sequence[FieldShown]:
    """List the fields of an object with their settings, those that were added first.

    Raises:
        Forbidden: ``INSUFFICIENT_ACCESS_OR_READONLY``: the caller does not set the CRM up.
        NotFound: ``INVALID_TYPE``: nothing can be added to such an object.
    """
    setup_audit.require_admin(ctx)
    kind = object_of(sobject)
    fields = sorted(kind.fields.values(), key=lambda each: (not each.is_added, each.label))
    return [shown(ctx, kind, each) for each in fields if each.name != "SystemModstamp"]


@operation(Effect.READ, scope="api", doors=_DOORS)
def info(ctx: Context, *, sobject: SObjectName, field: FieldName) -> FieldShown:
    """Read the settings of one field."""
    setup_audit.require_admin(ctx)
    kind = object_of(sobject)
    return shown(ctx, kind, field_of(kind, field))


@operation(Effect.WRITE, scope="api", doors=_DOORS)
def create(
    ctx: Context,
    *,
    sobject: SObjectName,
    type: Annotated[FieldType, Argument(description="What it holds.")],
    settings: Settings,
) -> FieldShown:
    """Add a field to an object; it is there at once in forms, lists, reports and queries.

    Raises:
        Forbidden: ``INSUFFICIENT_ACCESS_OR_READONLY``: the caller does not set the CRM up.
        Invalid: with what is wrong with which setting; ``LIMIT_EXCEEDED``: there is no room.
    """
    setup_audit.require_admin(ctx)
    kind, of_type = object_of(sobject), TYPES[type]
    made: Any = checked(of_type.settings, settings)
    name = custom_field_rows.free_name(kind, made)
    columns = field_checks.columns(ctx, kind, name, type, made)
    row = FieldSetting(
        id=record_ids.next_id(ctx.ids, "00N"),
        sobject=kind.name,
        name=name,
        slot=None if type == "Summary" else custom_field_rows.free_slot(ctx, kind),
        position=len(custom_values.added(kind)) + 1,
        created_us=ctx.clock.now_us(),
        created_by_id=people.me(ctx).id,
        **columns,
    )
    ctx.session.add(row)
    custom_field_rows.begin_values(ctx, row, made)
    custom_field_rows.place(ctx, kind.name, name)
    custom_field_rows.secure(ctx, kind.name, name, made)
    apply(ctx)
    custom_field_rows.fill(ctx, row)
    return _noted(ctx, kind.name, name, "created")


@operation(Effect.WRITE, scope="api", doors=_DOORS)
def change(
    ctx: Context, *, sobject: SObjectName, field: FieldName, settings: Settings
) -> FieldShown:
    """Change settings of a field that was added; what is left out stays, its type and name too.

    Raises:
        Forbidden: ``INSUFFICIENT_ACCESS_OR_READONLY``: the caller does not set the CRM up.
        NotFound: ``NOT_FOUND``.
        Invalid: with what is wrong with which setting.
    """
    setup_audit.require_admin(ctx)
    kind = object_of(sobject)
    row = _row(ctx, kind, field)
    type = field_checks.type_of(row)
    held = field_checks.settings_of(ctx, row)
    given = {**held, **settings, "fullName": row.name}
    made: Any = checked(TYPES[type].settings, given)
    for column, value in field_checks.columns(ctx, kind, row.name, type, made, row).items():
        if column not in ("kind", "picklist", "next_number"):
            setattr(row, column, value)
    custom_field_rows.secure(ctx, kind.name, row.name, made)
    apply(ctx)
    if row.formula:
        ids = custom_field_rows.all_ids(ctx, kind)
        custom_values.work_out(ctx, objects.of_name(kind.name), ids)
    return _noted(ctx, kind.name, row.name, "changed")


@operation(Effect.WRITE, scope="api", doors=_DOORS)
def delete(ctx: Context, *, sobject: SObjectName, field: FieldName) -> None:
    """Remove a field that was added, with what records hold in it.

    Raises:
        Forbidden: ``INSUFFICIENT_ACCESS_OR_READONLY``: the caller does not set the CRM up.
        NotFound: ``NOT_FOUND``.
        Invalid: ``DEPENDENCY_EXISTS``: something is set up that names it.
    """
    setup_audit.require_admin(ctx)
    kind = object_of(sobject)
    row = _row(ctx, kind, field)
    if users := custom_field_rows.used_by(ctx, row):
        said = f"This field is in use: {', '.join(users)}. Take it out of there first."
        raise RecordRefused([RecordError("DEPENDENCY_EXISTS", said, (row.name,))])
    if row.slot:
        # What the field held goes with it; to the records that is no change of theirs.
        ctx.session.execute(update(kind.model).values({row.slot: None}))
    if row.picklist:
        listed = PicklistValue.__table__.c.picklist == row.picklist
        ctx.session.execute(delete_rows(PicklistValue).where(listed))
    mine = (_permissions.sobject == kind.name, _permissions.field == row.name)
    ctx.session.execute(delete_rows(FieldPermission).where(*mine))
    for layout in ctx.session.scalars(select(PageLayout).where(PageLayout.sobject == kind.name)):
        layout.sections = [
            [title, *([each for each in names if each != row.name] for names in sides)]
            for title, *sides in layout.sections
        ]
    setup_audit.note(ctx, _SECTION, "deleted", f"Deleted {kind.label} field {row.label}")
    ctx.session.delete(row)
    apply(ctx)


def object_of(name: str) -> SObject:
    """An object to which something can be added.

    Raises:
        NotFound: ``INVALID_TYPE``.
    """
    found = objects.find(name)
    if found is None or found.name not in adaptable():
        raise refusals.no_object(name)
    return found


def field_of(sobject: SObject, name: str) -> Field:
    """One of an object's fields.

    Raises:
        NotFound: ``NOT_FOUND``.
    """
    found = sobject.field(name)
    if found is None:
        raise refusals.not_found()
    return found


def apply(ctx: Context) -> None:
    """Let what was changed about objects be in force for the rest of the step."""
    ctx.session.flush()  # the shape is read from the rows
    shapes.forget(ctx.session)


def setting_of(ctx: Context, sobject: str, field: str) -> FieldSetting:
    """The row of a field's settings, made if there is none: of a field that is declared."""
    query = select(FieldSetting).where(_fields.sobject == sobject, _fields.name == field)
    found = ctx.session.scalars(query).first()
    if found is None:
        found = FieldSetting(
            id=record_ids.next_id(ctx.ids, "00N"),
            sobject=sobject,
            name=field,
            created_us=ctx.clock.now_us(),
            created_by_id=people.me(ctx).id,
        )
        ctx.session.add(found)
    return found


def shown(ctx: Context, kind: SObject, field: Field) -> FieldShown:
    """A field as administrators see it."""
    type, metadata = field_checks.plain_type(field), {}
    if field.is_added:
        row = _row(ctx, kind, field.name)
        type = TYPES[field_checks.type_of(row)].label
        metadata = field_checks.settings_of(ctx, row)
    return FieldShown(
        kind.name,
        field.name,
        field.label,
        type,
        field.is_added,
        field.required,
        field.controller,
        field,
        metadata,
    )


def _row(ctx: Context, kind: SObject, name: str) -> Any:
    query = select(FieldSetting).where(
        _fields.sobject == kind.name, func.lower(_fields.name) == name.lower()
    )
    found = ctx.session.scalars(query.where(_fields.kind.is_not(None))).first()
    if found is None:
        raise refusals.not_found()
    return found


def _noted(ctx: Context, sobject: str, name: str, action: str) -> FieldShown:
    kind = objects.of_name(sobject)
    field = field_of(kind, name)
    said = f"{action.capitalize()} {kind.label} field {field.label}"
    setup_audit.note(ctx, _SECTION, action, said)
    return shown(ctx, kind, field)
