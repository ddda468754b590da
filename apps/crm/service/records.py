"""Records of all objects: created, read, changed, deleted and brought back, here alone.

https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/using_resources_working_with_records.htm
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import Field as Argument
from sqlalchemy import inspect, select

from workworld.apps.crm import record_ids
from workworld.apps.crm.schema import objects
from workworld.apps.crm.schema.kinds import Kind
from workworld.apps.crm.schema.objects import SObject
from workworld.apps.crm.service import (
    inputs,
    people,
    reading,
    refusals,
    restorals,
    rights,
    saves,
    saving,
    sight,
)
from workworld.apps.crm.service.reading import Loaded
from workworld.apps.crm.service.refusals import EntityModified
from workworld.apps.crm.service.saving import Options, Saving
from workworld.apps.crm.types import AllowDuplicates, RecordId, SObjectName, Values, Version
from workworld.context import Context, Surface
from workworld.errors import Invalid
from workworld.operations import Effect, operation

SCOPE = "api"
_USUAL = Options()
# The vendor's REST API neither restores nor clones records.
_WITHOUT_REST = (Surface.MCP, Surface.UI)


def sobject_of(ctx: Context, name: str) -> SObject:
    """An object whose records the caller may read.

    Raises:
        NotFound: ``INVALID_TYPE``: there is none, or they may not know of it.
    """
    people.me(ctx)
    found = objects.find(name)
    if found is None or not sight.may(ctx, found, "read"):
        raise refusals.no_object(name)
    return found


def known(ctx: Context, sobject_name: str, record_id: str, *, deleted: bool = False) -> Any:
    """A record that the caller sees: an object to be changed.

    Args:
        ctx: who asks.
        sobject_name: what it is.
        record_id: of 15 or 18 characters.
        deleted: whether it may lie in the recycle bin.

    Raises:
        NotFound: ``NOT_FOUND``, or ``ENTITY_IS_DELETED`` for one in the recycle bin.
    """
    sobject = sobject_of(ctx, sobject_name)
    full = record_ids.full(record_id)
    if full is None or objects.of_prefix(record_ids.prefix_of(full)) is not sobject:
        raise refusals.not_found()
    seen = sight.seen_rows(ctx)
    if full not in seen:
        table = sobject.model.__table__
        query = select(sobject.model).where(
            table.c.id == full, sight.rows(ctx, sobject, table, deleted=True)
        )
        seen[full] = ctx.session.scalar(query)
    row = seen[full]
    if row is None:
        raise refusals.not_found()
    if row.is_deleted and not deleted:
        raise refusals.deleted()
    return row


@operation(Effect.READ, scope=SCOPE)
def get(ctx: Context, *, sobject: SObjectName, record_id: RecordId) -> Loaded:
    """Read one record: the values of all fields that the caller may see."""
    row = known(ctx, sobject, record_id)
    kind = objects.of_model(type(row))
    return reading.load(ctx, kind, [row.id])[row.id]


@operation(Effect.WRITE, scope=SCOPE)
def create(
    ctx: Context,
    *,
    sobject: SObjectName,
    values: Values,
    allow_duplicates: AllowDuplicates = False,
    assign: Annotated[
        bool, Argument(description="Whether assignment rules may choose its owner.")
    ] = True,
) -> Loaded:
    """Create a record. Errors tell every field that is wrong."""
    kind = sobject_of(ctx, sobject)
    options = Options(allow_duplicates=allow_duplicates, assign=assign)
    row = insert(ctx, kind, values, options)
    return Loaded(kind, {"Id": row.id})


@operation(Effect.WRITE, scope=SCOPE)
def update(
    ctx: Context,
    *,
    sobject: SObjectName,
    record_id: RecordId,
    values: Values,
    allow_duplicates: AllowDuplicates = False,
    version: Version = None,
) -> Loaded:
    """Change fields of a record; whatever is left out stays as it is."""
    row = known(ctx, sobject, record_id)
    if version is not None and version != row.version:
        raise EntityModified(row.modified_by_id, row.modified_us)
    change(ctx, row, values, Options(allow_duplicates=allow_duplicates))
    return Loaded(objects.of_model(type(row)), {"Id": row.id})


# Pages know of each record whether it is there.
@operation(Effect.WRITE, scope=SCOPE, doors=(Surface.REST, Surface.MCP))
def upsert(
    ctx: Context,
    *,
    sobject: SObjectName,
    field: Annotated[
        str, Argument(description="The external id field that finds the record.", max_length=80)
    ],
    value: Annotated[str, Argument(description="Its value there.", max_length=255)],
    values: Values,
    allow_duplicates: AllowDuplicates = False,
) -> Loaded:
    """Change the record with an external id, or create one that has it.

    Answers the record with ``created`` among its values.
    """
    kind = sobject_of(ctx, sobject)
    options = Options(allow_duplicates=allow_duplicates)
    found = reading.by_external_id(ctx, kind, field, value)
    if found is not None:
        change(ctx, found, values, options)
        return Loaded(kind, {"Id": found.id, "created": False})
    key = kind.field(field)
    named = {} if key is None or key.kind is Kind.ID else {key.name: value}
    row = insert(ctx, kind, {**values, **named}, options)
    return Loaded(kind, {"Id": row.id, "created": True})


@operation(Effect.WRITE, scope=SCOPE)
def delete(ctx: Context, *, sobject: SObjectName, record_id: RecordId) -> None:
    """Put a record into the recycle bin, with what belongs to it."""
    remove(ctx, known(ctx, sobject, record_id))


@operation(Effect.WRITE, scope=SCOPE, doors=_WITHOUT_REST)
def restore(ctx: Context, *, sobject: SObjectName, record_id: RecordId) -> Loaded:
    """Bring a record back from the recycle bin, with what went along when it was deleted."""
    row = bring_back(ctx, sobject, record_id)
    return Loaded(objects.of_model(type(row)), {"Id": row.id})


@operation(Effect.WRITE, scope=SCOPE, doors=_WITHOUT_REST)
def clone(
    ctx: Context, *, sobject: SObjectName, record_id: RecordId, values: Values | None = None
) -> Loaded:
    """Create a record like another one, except for the values that are given."""
    row = known(ctx, sobject, record_id)
    kind = objects.of_model(type(row))
    there = reading.load(ctx, kind, [row.id])[row.id].values
    copied = {
        field.name: getattr(row, field.column)
        for field in kind.fields.values()
        if field.createable and field.column and field.name in there and not field.is_external_id
        if field.name != "OwnerId" and sight.editable(ctx, kind, field)
    }
    made = insert(ctx, kind, values or {}, _USUAL, like=copied)
    return Loaded(kind, {"Id": made.id})


def insert(
    ctx: Context,
    sobject: SObject,
    values: Mapping[str, Any],
    options: Options = _USUAL,
    *,
    like: Mapping[str, Any] | None = None,
) -> Any:
    """Create a record, as part of a service's step.

    Args:
        ctx: who creates it.
        sobject: what it is.
        values: JSON values by API name.
        options: how it is to be saved.
        like: further values by API name, as columns keep them.

    Raises:
        Forbidden: the caller may not create records of the object.
        RecordRefused: something is wrong with it.
    """
    if not options.system and not sight.may(ctx, sobject, "create"):
        raise refusals.insufficient_access()
    given = inputs.read(ctx, sobject, values, creating=True, system=options.system)
    copied = {sobject.fields[name.lower()].column: value for name, value in (like or {}).items()}
    row: Any = sobject.model(**{**_defaults(ctx, sobject), **copied, **given})
    saved = Saving(row, sobject, True, {}, frozenset(given), options)
    if not options.system and sobject.parent:
        rights.require_above(ctx, sobject, row)
    saves.prepare(ctx, saved)
    row.id = record_ids.next_id(ctx.ids, sobject.prefix)
    row.created_us = row.modified_us = ctx.clock.now_us()
    row.created_by_id = row.modified_by_id = people.me(ctx).id
    ctx.session.add(row)
    saves.finish(ctx, saved, "created")
    return row


def change(ctx: Context, row: Any, values: Mapping[str, Any], options: Options = _USUAL) -> Any:
    """Change fields of a record that the caller sees, as part of a service's step.

    Args:
        ctx: who changes it.
        row: the record.
        values: JSON values by API name.
        options: how it is to be saved.

    Raises:
        Forbidden: the caller may not change it.
        RecordRefused: something is wrong with it then.
    """
    sobject = objects.of_model(type(row))
    if not options.system:
        rights.require(ctx, sobject, row, "edit")
    given = inputs.read(ctx, sobject, values, creating=False, system=options.system)
    old = {each.key: getattr(row, each.key) for each in inspect(type(row)).column_attrs}
    with ctx.session.no_autoflush:  # what is refused is never written
        for column, value in given.items():
            setattr(row, column, value)
        saved = Saving(row, sobject, False, old, frozenset(given), options)
        if not options.system and sobject.has_owner and saved.changed("owner_id"):
            rights.require_whole(ctx, sobject, row)
        saves.prepare(ctx, saved)
    row.modified_us = ctx.clock.now_us()
    row.modified_by_id = people.me(ctx).id
    row.version += 1
    saves.finish(ctx, saved, "updated")
    return row


def bring_back(
    ctx: Context, sobject: str, record_id: str, along: restorals.Along | None = None
) -> Any:
    """Take a record that the caller may delete out of the recycle bin, as part of a step.

    Args:
        ctx: who restores it.
        sobject: what it is.
        record_id: its id.
        along: what ``restorals.along`` answered in this step.

    Raises:
        Forbidden: the caller may not restore it.
        Invalid: ``UNDELETE_FAILED``: it is not in the bin.
        NotFound: it is not there for the caller.
    """
    row = known(ctx, sobject, record_id, deleted=True)
    if not row.is_deleted:
        raise Invalid("UNDELETE_FAILED", "entity is not in the recycle bin")
    rights.require(ctx, objects.of_model(type(row)), row, "delete")
    restorals.bring_back(ctx, row, along)
    return row


def remove(ctx: Context, row: Any, *, with_id: str | None = None) -> None:
    """Put a record that the caller sees into the recycle bin, as part of a service's step.

    Args:
        ctx: who deletes it.
        row: the record.
        with_id: the record whose deletion takes this one along; nobody's permission is asked then.

    Raises:
        Forbidden: the caller may not delete it.
        Refused: something stands in the way.
    """
    sobject = objects.of_model(type(row))
    if with_id is None:
        rights.require(ctx, sobject, row, "delete")
    saving.run("before_delete", ctx, sobject, row)
    row.is_deleted, row.deleted_with_id = True, with_id
    row.deleted_us = row.modified_us = ctx.clock.now_us()
    row.deleted_by_id = row.modified_by_id = people.me(ctx).id
    row.version += 1
    ctx.session.flush()  # what follows asks for rows that are left
    saving.run("after_delete", ctx, sobject, row)
    saves.tell(ctx, sobject, row, "deleted", ())


def _defaults(ctx: Context, sobject: SObject) -> dict[str, Any]:
    found = {
        each.column: each.default
        for each in sobject.fields.values()
        if each.column and each.default is not None
    }
    return found | ({"owner_id": people.me(ctx).id} if sobject.has_owner else {})
