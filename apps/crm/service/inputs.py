"""Values as callers send them, checked and turned into what columns keep.

https://developer.salesforce.com/docs/atlas.en-us.object_reference.meta/object_reference/primitive_data_types.htm
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import select, true

from workworld.apps.crm import record_ids
from workworld.apps.crm.schema import objects
from workworld.apps.crm.schema.kinds import Field, Kind
from workworld.apps.crm.schema.objects import SObject
from workworld.apps.crm.service import borrowing, input_values, sight
from workworld.apps.crm.service.refusals import RecordError, RecordRefused, refused
from workworld.context import Context


def read(
    ctx: Context,
    sobject: SObject,
    values: Mapping[str, Any],
    *,
    creating: bool,
    system: bool = False,
) -> dict[str, Any]:
    """The columns that a caller gives values to.

    Args:
        ctx: who gives them.
        sobject: of what.
        values: JSON values by API name.
        creating: whether it is a new record.
        system: whether the organisation itself gives them: every field that has a column is open,
            and every record may be named.

    Raises:
        RecordRefused: there is no such field, it is read-only, or a value does not fit; all
            values that do not fit are told at once.
    """
    found: dict[str, Any] = {}
    errors: list[RecordError] = []
    for name, value in values.items():
        if name.lower() == "attributes" and isinstance(value, Mapping):
            continue  # what a record that was read carries along
        field, sent = _field(ctx, sobject, name, value, system=system)
        _require_open(ctx, sobject, field, creating=creating, system=system)
        try:
            found[field.column] = _value(ctx, field, sent, system=system)
        except input_values.Unfit as unfit:
            errors.append(RecordError(unfit.code, unfit.message, (field.name,)))
    if errors:
        raise RecordRefused(errors)
    return found


def kept(ctx: Context, field: Field, value: Any) -> Any:
    """A JSON value of a field as its column keeps it.

    Raises:
        RecordRefused: it does not fit.
    """
    try:
        return _value(ctx, field, value, system=True)
    except input_values.Unfit as unfit:
        raise RecordRefused([RecordError(unfit.code, unfit.message, (field.name,))]) from None


def _field(
    ctx: Context, sobject: SObject, name: str, value: Any, *, system: bool
) -> tuple[Field, Any]:
    """The field that is meant and the value for it: a parent may be named by an external id."""
    field = sobject.field(name)
    if field is not None and (system or sight.readable(ctx, sobject, field)):
        return field, value
    leading = [
        each
        for each in sobject.fields.values()
        if each.relationship and each.relationship.lower() == name.lower()
    ]
    if leading and isinstance(value, Mapping) and sight.readable(ctx, sobject, leading[0]):
        return leading[0], _referred(ctx, leading[0], value)
    if found := borrowing.field_of(ctx, sobject, name):
        return found, value  # which nobody may write
    said = f"No such column '{name[:80]}' on sobject of type {sobject.name}"
    raise refused("INVALID_FIELD", said, name[:80])


def _require_open(
    ctx: Context, sobject: SObject, field: Field, *, creating: bool, system: bool
) -> None:
    may = field.createable if creating else field.updateable
    is_open = sight.editable(ctx, sobject, field) if field.updateable else True
    if field.column and field.kind is not Kind.ID and (system or (may and is_open)):
        return
    said = (
        f"Unable to create/update fields: {field.name}. Please check the security settings of"
        " this field and verify that it is read/write for your profile or permission set."
    )
    raise refused("INVALID_FIELD_FOR_INSERT_UPDATE", said, field.name)


def _referred(ctx: Context, field: Field, value: Mapping[str, Any]) -> str:
    """The id of the parent that an external id names."""
    above = objects.of_name(field.references[0])
    named = {name: given for name, given in value.items() if name != "attributes"}
    key = above.field(next(iter(named), ""))
    if len(named) == 1 and key is not None and (key.is_external_id or key.kind is Kind.ID):
        table = above.model.__table__
        wanted = next(iter(named.values()))
        query = select(table.c.id).where(
            table.c[key.column] == str(wanted), sight.rows(ctx, above, table)
        )
        found = ctx.session.scalars(query.limit(2)).all()
        if len(found) == 1:
            return str(found[0])
        said = f"Foreign key external ID: {str(wanted)[:80]} not found for field {key.name}"
        raise refused("INVALID_FIELD", f"{said} in entity {above.name}", field.name)
    raise refused("INVALID_FIELD", f"{field.relationship} takes one external ID", field.name)


def _value(ctx: Context, field: Field, value: Any, *, system: bool) -> Any:
    if value is None or (isinstance(value, str) and not value.strip()):
        return _nothing(field)
    if field.kind is Kind.REFERENCE:
        return _reference(ctx, field, value, system=system)
    return input_values.READERS[field.kind](field, value)


def _nothing(field: Field) -> Any:
    """What a field has without a value."""
    if field.kind is Kind.BOOLEAN:
        return False
    return None


def _reference(ctx: Context, field: Field, value: Any, *, system: bool) -> str:
    full = record_ids.full(value.strip()) if isinstance(value, str) else None
    if full is None:
        said = f"{field.label}: id value of incorrect type: {str(value)[:80]}"
        raise input_values.Unfit("MALFORMED_ID", said)
    above = objects.of_prefix(record_ids.prefix_of(full))
    if above is None or above.name not in field.references:
        said = f"{field.label}: id value of incorrect type: {full}"
        raise input_values.Unfit("FIELD_INTEGRITY_EXCEPTION", said)
    table = above.model.__table__
    seen = true() if system else sight.rows(ctx, above, table)
    if ctx.session.scalar(select(table.c.id).where(table.c.id == full, seen)) is None:
        raise input_values.Unfit("INVALID_CROSS_REFERENCE_KEY", "invalid cross reference id")
    return full
