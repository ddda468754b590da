"""The field history: which tracked field of a record had which value before.

https://help.salesforce.com/s/articleView?id=platform.tracking_field_history.htm
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field as Argument
from sqlalchemy import select

from workworld.apps.crm import record_ids
from workworld.apps.crm.models import FieldChange
from workworld.apps.crm.schema import objects
from workworld.apps.crm.schema.kinds import Field, Kind
from workworld.apps.crm.service import people, records, refusals, saving, sight
from workworld.apps.crm.service.saving import Saving
from workworld.apps.crm.types import RecordId
from workworld.context import Context, Surface
from workworld.database import insert_row
from workworld.operations import Effect, operation

CREATED = "created"
"""Stands for a field where the record itself is new."""
MOST_CHANGES = 2_000
_PREFIX = "017"
# The vendor has no resource for it: each object has a history object beside it.
_DOORS = (Surface.UI, Surface.MCP)
_changes = FieldChange.__table__.c


@dataclass(frozen=True, slots=True)
class Change:
    """A field of a record got another value.

    Args:
        id: its own.
        field: which one; None where the record itself was created.
        old: what it had before, as the column keeps it; as a text what the field does not hold.
        new: what it has had since.
        at_us: when, in microseconds since the Unix epoch.
        by_id: the user who changed it.
    """

    id: str
    field: Field | None
    old: Any
    new: Any
    at_us: int
    by_id: str


@operation(Effect.READ, scope="api", doors=_DOORS)
def list(
    ctx: Context,
    *,
    record_id: RecordId,
    limit: Annotated[
        int, Argument(description="How many changes at most.", ge=1, le=MOST_CHANGES)
    ] = 200,
) -> Sequence[Change]:
    """List what became of a record's tracked fields, the latest first.

    Fields that the caller may not see are left out.
    """
    full = record_ids.full(record_id)
    kind = objects.of_prefix(record_ids.prefix_of(full)) if full else None
    if full is None or kind is None:
        raise refusals.not_found()
    records.known(ctx, kind.name, full)
    seen = [each.name for each in sight.fields(ctx, kind)]
    query = (
        select(FieldChange.__table__)
        .where(_changes.record_id == full, _changes.field.in_([CREATED, *seen]))
        .order_by(_changes.changed_us.desc(), _changes.id.desc())
        .limit(limit)
    )
    return [
        Change(
            row.id,
            field,
            _value(field, row.old_value),
            _value(field, row.new_value),
            row.changed_us,
            row.changed_by_id,
        )
        for row in ctx.session.execute(query)
        for field in [kind.field(row.field)]
    ]


def _value(field: Field | None, text: str | None) -> Any:
    """What a column kept, from the text of it.

    It stays a text where an added field of this name was of another kind then.
    """
    if field is None or text is None:
        return text
    if field.kind is Kind.BOOLEAN:
        return text == "true"
    try:
        if field.kind in (Kind.CURRENCY, Kind.INT, Kind.DATETIME):
            return int(text)
        return float(text) if field.kind in (Kind.DOUBLE, Kind.PERCENT) else text
    except ValueError:
        return text


@saving.after(saving.ANY, order=10)
def _note(ctx: Context, saved: Saving) -> None:
    """Keep what tracked fields were before; of a new record, that it is there."""
    tracked = [each for each in saved.sobject.fields.values() if each.is_tracked]
    if not tracked:
        return
    if saved.is_new:
        _write(ctx, saved, CREATED, None, None)
        return
    for field in tracked:
        if saved.changed(field.column):
            now = getattr(saved.row, field.column)
            _write(ctx, saved, field.name, _kept(field, saved.old[field.column]), _kept(field, now))


def _write(ctx: Context, saved: Saving, field: str, old: Any, new: Any) -> None:
    row = FieldChange(
        id=record_ids.next_id(ctx.ids, _PREFIX),
        sobject=saved.sobject.name,
        record_id=saved.row.id,
        field=field,
        old_value=_text(old),
        new_value=_text(new),
        changed_us=ctx.clock.now_us(),
        changed_by_id=people.me(ctx).id,
    )
    insert_row(ctx.session, row)


def _kept(field: Field, value: Any) -> Any:
    """A value as its kind has it: the columns of added fields keep truths as numbers."""
    return bool(value) if field.kind is Kind.BOOLEAN and value is not None else value


def _text(value: Any) -> str | None:
    if value is None or isinstance(value, str):
        return value
    return str(value).lower() if isinstance(value, bool) else str(value)
