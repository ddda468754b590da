"""Meetings that take place again and again.

The vendor keeps the series in an event of its own; here the first meeting stands for it.
https://help.salesforce.com/s/articleView?id=sales.creating_recurring_events.htm
"""

from __future__ import annotations

import calendar
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from typing import Annotated, Any

from pydantic import Field
from sqlalchemy import select

from workworld.apps.crm.models import Event
from workworld.apps.crm.schema.objects import of_name
from workworld.apps.crm.service import records, saving
from workworld.apps.crm.service.refusals import refused
from workworld.apps.crm.service.saving import Options, Saving
from workworld.apps.crm.types import RecordId
from workworld.clock import from_microseconds, to_microseconds
from workworld.context import Context, Surface
from workworld.directory.people import my_zone
from workworld.operations import Effect, operation

_MOST = 100
_FRIDAY, _DECEMBER = 4, 12
_DAYS = {"Daily": 1, "Every Weekday": 1, "Weekly": 7, "Every Two Weeks": 14}
_COPIED = (
    *("subject", "who_id", "what_id", "is_all_day", "location", "show_as", "description"),
    *("owner_id", "repeats", "repeats_until"),
)
_SYSTEM = Options(system=True, notify=False)
_events = Event.__table__.c


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
    if event.series_id is None:
        raise refused("INVALID_OPERATION", "This event does not repeat.")
    query = select(Event).where(
        _events.series_id == event.series_id,
        _events.start_us >= event.start_us,
        ~_events.is_deleted,
    )
    rows = ctx.session.scalars(query.order_by(_events.start_us.desc(), _events.id)).all()
    for row in rows:
        records.remove(ctx, row)
    return len(rows)


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
    elif len(list(_days(ctx, event))) > _MOST:
        said = f"A series has {_MOST} events at most: let it end earlier."
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
    for day in list(_days(ctx, event))[1:]:
        start = begins.replace(year=day.year, month=day.month, day=day.day, fold=0)
        end = from_microseconds(to_microseconds(start) + length_us)
        values: dict[str, Any] = {names[each]: getattr(event, each) for each in _COPIED}
        values |= {"StartDateTime": start.isoformat(), "EndDateTime": end.isoformat()}
        values["RecurrenceActivityId"] = event.id
        given = {name: value for name, value in values.items() if value not in (None, "")}
        records.insert(ctx, kind, given, _SYSTEM)


def _days(ctx: Context, event: Event) -> Iterator[date]:
    """The days of a series, the first one included; one more than there may be, at most."""
    first = _local(ctx, event.start_us).date()
    last = date.fromisoformat(str(event.repeats_until))
    day, count = first, 0
    while day <= last and count <= _MOST:
        if event.repeats != "Every Weekday" or day.weekday() <= _FRIDAY or day == first:
            yield day
            count += 1
        day = _month_after(day, first) if event.repeats == "Monthly" else day + _step(event)


def _step(event: Event) -> timedelta:
    return timedelta(days=_DAYS[str(event.repeats)])


def _month_after(day: date, first: date) -> date:
    """The same day of the next month, or its last one."""
    year, month = (day.year + 1, 1) if day.month == _DECEMBER else (day.year, day.month + 1)
    return date(year, month, min(first.day, calendar.monthrange(year, month)[1]))


def _local(ctx: Context, at_us: int) -> datetime:
    return from_microseconds(at_us).astimezone(my_zone(ctx))
