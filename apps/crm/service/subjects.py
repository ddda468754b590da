"""What the audit log calls the CRM's rows, for those who may see them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import select

from workworld.apps.crm.models import FieldChange
from workworld.apps.crm.schema import objects
from workworld.apps.crm.service import addresses, people, reading
from workworld.audit.subjects import Subject, subject
from workworld.context import Context


def _record(ctx: Context, key: Mapping[str, Any]) -> Subject | None:
    """A record under its name, or under that of the record that it belongs to."""
    sobject = objects.of_prefix(str(key["id"])[:3])
    if sobject is None or people.find(ctx, ctx.actor.person_id) is None:
        return None
    found = reading.load(ctx, sobject, [key["id"]], deleted=True).get(key["id"])
    if found is None:
        return None
    named = sobject.name_field
    name = found.values.get(named.name) if named else None
    if name is None and sobject.parent:
        above_id = found.values.get(sobject.fields[sobject.parent.lower()].name)
        return _of(ctx, above_id) if above_id else None
    return Subject(str(name or found.id), addresses.of_record(ctx, found.id))


def _of(ctx: Context, record_id: str) -> Subject | None:
    """What belongs to a record, under that record's name."""
    above = _record(ctx, {"id": record_id})
    return Subject(f"of {above.name}", above.url) if above else None


@subject(FieldChange)
def _change(ctx: Context, key: Mapping[str, Any]) -> Subject | None:
    record_id = ctx.session.scalar(select(FieldChange.record_id).where(FieldChange.id == key["id"]))
    return _of(ctx, record_id) if record_id else None


for _each in objects.objects().values():
    subject(_each.model)(_record)
