"""Reminders of tasks and meetings: at a time of one's own choosing.

https://help.salesforce.com/s/articleView?id=sales.activities_reminders.htm
"""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from workworld.apps.crm import record_ids
from workworld.apps.crm.schema import objects
from workworld.apps.crm.service import automations, notices, saving
from workworld.apps.crm.service.saving import Saving
from workworld.apps.crm.types import RecordId
from workworld.context import Context, Surface
from workworld.operations import Effect, operation

REMIND = "crm.reminders.remind"


# It is due at the time of a reminder, and nobody asks for it.
@operation(Effect.WRITE, scope=None, doors=(Surface.SYSTEM,), outlives_account=True)
def remind(
    ctx: Context,
    *,
    record_id: Annotated[RecordId, Field(description="The id of a task or a meeting.")],
    due_us: Annotated[int, Field(description="When the reminder was to be, in microseconds.")],
) -> None:
    """Remind the owner of a task or meeting of it, if that is still wanted at this time."""
    sobject = objects.of_prefix(record_ids.prefix_of(record_id))
    row: Any = ctx.session.get(sobject.model, record_id) if sobject else None
    if sobject is None or row is None or row.is_deleted or not row.is_reminded:
        return
    if row.reminder_us == due_us and not getattr(row, "is_closed", False):
        called = row.subject or f"a {sobject.label.lower()}"
        text = f"reports: you wanted to be reminded of “{called}”"
        told = (sobject.name, row.id, row.owner_id, text)
        notices.tell_owner(ctx, notices.REMINDER, *told, part="reminder")


@saving.before("Task", "Event")
def _settle(_ctx: Context, saved: Saving) -> None:
    """A reminder has a time, and a time of one asks for it."""
    row = saved.row
    if row.is_reminded and row.reminder_us is None:
        row.is_reminded = False
    elif row.reminder_us is not None and "is_reminded" not in saved.given:
        row.is_reminded = True


@saving.after("Task", "Event", order=60)
def _plan(ctx: Context, saved: Saving) -> None:
    row = saved.row
    due_us: int | None = row.reminder_us
    is_anew = row.is_reminded and saved.changed("reminder_us", "is_reminded")
    if is_anew and due_us is not None and due_us > ctx.clock.now_us():
        automations.later(ctx, due_us, REMIND, record_id=row.id, due_us=due_us)
