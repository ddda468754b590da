"""Which values of lists a record may have: those in use, of its type, and of what controls them.

https://help.salesforce.com/s/articleView?id=platform.fields_about_dependent_fields.htm
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workworld.apps.crm.schema import picklists
from workworld.apps.crm.schema.kinds import Field, Kind
from workworld.apps.crm.schema.objects import SObject
from workworld.apps.crm.service import record_types
from workworld.apps.crm.service.saving import ANY, Saving, checks
from workworld.context import Context

_LISTS = (Kind.PICKLIST, Kind.MULTIPICKLIST)
_OUTSIDE = "INVALID_OR_NULL_FOR_RESTRICTED_PICKLIST"
_DEPENDS = "FIELD_INTEGRITY_EXCEPTION"


def key_of(value: Any) -> str:
    """What a controlling field holds, as it is kept beside the values that it allows."""
    if value is None:
        return ""
    return str(bool(value)).lower() if isinstance(value, bool | int) else str(value)


def allowed_by(field: Field, controlling: Any) -> frozenset[str]:
    """The values that a dependent field may have while another one holds something."""
    return field.allowed.get(key_of(controlling), frozenset())


@checks(ANY, order=5)
def _check(ctx: Context, saved: Saving) -> None:
    for field in saved.sobject.fields.values():
        if field.kind in _LISTS and field.column:
            _check_field(ctx, saved, field)


def _check_field(ctx: Context, saved: Saving, field: Field) -> None:
    held = getattr(saved.row, field.column, None)
    if not held:
        return
    values = str(held).split(";") if field.kind is Kind.MULTIPICKLIST else [str(held)]
    # What a record has had all along stays, though it would not be given any more.
    if field.column in saved.given and (saved.is_new or saved.changed(field.column)):
        _check_use(ctx, saved, field, values)
    if field.controller:
        _check_dependence(saved, field, values)


def _check_use(ctx: Context, saved: Saving, field: Field, values: Sequence[str]) -> None:
    if not record_types.limits(field):
        return
    type_id = getattr(saved.row, "record_type_id", None)
    usable = record_types.values_of(ctx, saved.sobject, field, type_id)
    known = {each.value for each in picklists.all_values(field.picklist)}
    before = str(saved.old.get(field.column) or "").split(";")
    for each in values:
        if each in known and each not in usable and each not in before:
            said = f"{field.label}: bad value for restricted picklist field: {each}"
            saved.refuse(_OUTSIDE, said, field.name)


def _check_dependence(saved: Saving, field: Field, values: Sequence[str]) -> None:
    leading = _leading(saved.sobject, field)
    if leading is None or not saved.changed(field.column, leading.column):
        return
    allowed = allowed_by(field, getattr(saved.row, leading.column, None))
    for each in values:
        if each not in allowed:
            said = f"{field.label}: bad value for dependent picklist field: {each}"
            saved.refuse(_DEPENDS, said, field.name)


def _leading(sobject: SObject, field: Field) -> Field | None:
    found = sobject.field(field.controller)
    return found if found is not None and found.column else None
