"""The field history: which tracked field of a record had which value before.

https://help.salesforce.com/s/articleView?id=platform.tracking_field_history.htm
"""

from __future__ import annotations

from typing import Any

from workworld.apps.crm import record_ids
from workworld.apps.crm.models import FieldChange
from workworld.apps.crm.service import people, saving
from workworld.apps.crm.service.saving import Saving
from workworld.context import Context
from workworld.database import insert_row

CREATED = "created"
"""Stands for a field where the record itself is new."""
_PREFIX = "017"


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
            _write(ctx, saved, field.name, saved.old[field.column], now)


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


def _text(value: Any) -> str | None:
    if value is None or isinstance(value, str):
        return value
    return str(value).lower() if isinstance(value, bool) else str(value)
