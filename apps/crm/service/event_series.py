"""Meetings that take place again and again.

The vendor keeps the series in an event of its own; here the first meeting stands for it.
https://help.salesforce.com/s/articleView?id=sales.creating_recurring_events.htm
"""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Any

from pydantic import Field

from workworld.apps.crm.models import Event
from workworld.apps.crm.schema.objects import of_name
from workworld.apps.crm.service import records, recurrences, saving
from workworld.apps.crm.service.recurrences import (
    DAILY,
    MONTHLY,
    MOST,
    WEEKDAYS,
    WEEKLY,
    Rule,
)
from workworld.apps.crm.service.saving import Options, Saving
from workworld.apps.crm.types import RecordId
from workworld.clock import from_microseconds, to_microseconds
from workworld.context import Context, Surface
from workworld.directory.people import my_zone
from workworld.operations import Effect, operation

_KINDS = {
    "Daily": (DAILY, 1),
    "Every Weekday": (WEEKDAYS, 1),
    "Weekly": (WEEKLY, 1),
    "Every Two Weeks": (WEEKLY, 2),
    "Monthly": (MONTHLY, 1),
}
"""The vendor's type of recurrence, and the interval, by what people choose."""
_COPIED = (
    *("subject", "who_id", "what_id", "is_all_day", "location", "show_as", "description"),
    *("owner_id", "repeats", "repeats_until"),
)
_SYSTEM = Options(system=True, notify=False)


# The vendor's REST API deletes the records one by one.
@operation(Effect.WRITE, scope="api", doors=(Surface.UI, Surface.MCP))
def delete(
    ctx: Context,
    *,
    event_id: Annotated[RecordId, Field(description="A meeting of the series.")],
) -> int:
    """Delete a meeting and all that follow it in its series: how many they were.

    Raises:
        Invalid: ``INVALID_OPERATION``: it is in no series.
    """
    event = records.known(ctx, "Event", event_id)
    return recurrences.remove_from(ctx, event, Event.series_id, Event.start_us)


@saving.before("Event", order=60)
def _check(ctx: Context, saved: Saving) -> None:
    event: Event = saved.row
    if not saved.is_new or event.repeats is None or event.series_id is not None:
        return
    if event.repeats_until is None:
        said = "Say until when the event repeats."
        saved.refuse("REQUIRED_FIELD_MISSING", said, "Repeats_Until__c")
    elif event.repeats_until <= _local(ctx, event.start_us).date().isoformat():
        said = "The event repeats until a day after its start."
        saved.refuse("FIELD_INTEGRITY_EXCEPTION", said, "Repeats_Until__c")
    elif len(_days(ctx, event)) > MOST:
        said = f"A series has {MOST} events at most: let it end earlier."
        saved.refuse("FIELD_INTEGRITY_EXCEPTION", said, "Repeats_Until__c")


@saving.after("Event", order=60)
def _repeat(ctx: Context, saved: Saving) -> None:
    """Make the meetings that follow the first one of a series."""
    event: Event = saved.row
    if not saved.is_new or event.repeats is None or event.series_id is not None:
        return
    event.series_id = event.id
    kind = of_name("Event")
    names = {each.column: each.name for each in kind.fields.values() if each.column}
    begins, length_us = _local(ctx, event.start_us), event.end_us - event.start_us
    ahead_us = event.start_us - event.reminder_us if event.reminder_us is not None else None
    for day in _days(ctx, event)[1:]:
        start = begins.replace(year=day.year, month=day.month, day=day.day, fold=0)
        end = from_microseconds(to_microseconds(start) + length_us)
        values: dict[str, Any] = {names[each]: getattr(event, each) for each in _COPIED}
        values |= {"StartDateTime": start.isoformat(), "EndDateTime": end.isoformat()}
        values["RecurrenceActivityId"] = event.id
        if ahead_us is not None:
            reminder = from_microseconds(to_microseconds(start) - ahead_us)
            values["ReminderDateTime"] = reminder.isoformat()
        given = {name: value for name, value in values.items() if value not in (None, "")}
        records.insert(ctx, kind, given, _SYSTEM)


def _days(ctx: Context, event: Event) -> list[date]:
    """The days of a series, the first one included; one more than there may be, at most."""
    first = _local(ctx, event.start_us).date()
    last = date.fromisoformat(str(event.repeats_until))
    kind, interval = _KINDS[str(event.repeats)]
    rule = Rule(kind, interval, recurrences.mask_of(first), first.day)
    return [first, *(each for each in recurrences.days(rule, first, last) if each > first)]


def _local(ctx: Context, at_us: int) -> datetime:
    return from_microseconds(at_us).astimezone(my_zone(ctx))
