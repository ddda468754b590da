"""The steps in which every record is saved: what comes before its row is written, and after."""

from __future__ import annotations

from typing import Any

from workworld.apps.crm.models import Record
from workworld.apps.crm.schema.objects import SObject
from workworld.apps.crm.service import hearing, refusals, saving
from workworld.apps.crm.service.saving import Saving
from workworld.context import Context


def prepare(ctx: Context, saved: Saving) -> None:
    """See to it that a record is fit to be saved, with all that follows from its values.

    Raises:
        RecordRefused: something is wrong with it.
    """
    _require_values(saved)
    saving.run("before", ctx, saved.sobject, saved)
    saved.settle()
    if not saved.options.system or saved.options.checked:
        saving.run("checks", ctx, saved.sobject, saved)
        saved.settle()


def _require_values(saved: Saving) -> None:
    missing = [
        field.name
        for field in saved.sobject.fields.values()
        if field.column and getattr(saved.row, field.column, None) is None
        if field.required or (field.column in saved.given and not field.is_nillable)
    ]
    if missing:
        saved.errors.append(refusals.required(missing))
        saved.settle()


def finish(ctx: Context, saved: Saving, happened: str) -> None:
    """Write a record, do what follows, and tell of it; ``happened`` is such as ``created``."""
    ctx.session.flush()  # what follows reads the row, and refers to it
    saving.run("after", ctx, saved.sobject, saved)
    changed = [
        field.name
        for field in saved.sobject.fields.values()
        if field.column and field.updateable and saved.changed(field.column)
    ]
    tell(ctx, saved.sobject, saved.row, happened, changed)


def tell(ctx: Context, sobject: SObject, row: Record, happened: str, changed: Any) -> None:
    """Tell what happened to a record, and which of its fields changed, by API name."""
    facts = {"sobject": sobject.name, "record_id": row.id, "changed": list(changed)}
    ctx.emit(f"crm.record_{happened}", **facts)
    ctx.touch(*hearing.topics_of(sobject, row))
