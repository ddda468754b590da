"""One's own calendar: the meetings and open tasks of some days.

https://help.salesforce.com/s/articleView?id=sales.calendar_lex_considerations.htm
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Annotated, Any

from pydantic import Field
from sqlalchemy import or_, select

from workworld.apps.crm.models import Event, Task
from workworld.apps.crm.schema.objects import of_name
from workworld.apps.crm.service import invitations, people, refusals, sight
from workworld.clock import from_microseconds, to_microseconds
from workworld.context import Context, Surface
from workworld.directory.people import my_zone
from workworld.operations import Effect, operation

_LONGEST = 62
_events, _tasks = Event.__table__.c, Task.__table__.c


@dataclass(frozen=True, slots=True)
class Entry:
    """A meeting, or a task that is due.

    Args:
        sobject: ``Event`` or ``Task``.
        id: the record's.
        subject: what it is about.
        day: its day in the reader's zone, as ISO has it.
        start_us: when a meeting begins; null for tasks.
        end_us: when it ends.
        is_all_day: whether a meeting takes whole days.
        location: where it is.
    """

    sobject: str
    id: str
    subject: str
    day: str
    start_us: int | None
    end_us: int | None
    is_all_day: bool
    location: str
    answer: str = ""
    """What the reader has answered to an invitation; empty for a meeting of their own."""
    is_own: bool = True


# The vendor's API queries events and tasks.
@operation(Effect.READ, scope="api", doors=(Surface.UI, Surface.MCP))
def show(
    ctx: Context,
    *,
    first: Annotated[str, Field(description="The first day: 2026-03-16.", max_length=10)],
    days: Annotated[int, Field(description="How many days.", ge=1, le=_LONGEST)] = 7,
) -> Sequence[Entry]:
    """List the caller's own meetings and open tasks of some days, in the order of time.

    Raises:
        Invalid: ``INVALID_DATE``: there is no such day.
    """
    mine = people.me(ctx).id
    try:
        begins = date.fromisoformat(first)
        ends = begins + timedelta(days=days)
        low, high = (
            to_microseconds(datetime.combine(d, time(), my_zone(ctx))) for d in (begins, ends)
        )
    except (ValueError, OverflowError):
        raise refusals.refused("INVALID_DATE", f"There is no day {first}.", "first") from None
    found: list[Entry] = []
    event, task = of_name("Event"), of_name("Task")
    if sight.may(ctx, event, "read"):
        answers = invitations.mine(ctx)
        query = select(Event.__table__).where(
            or_(_events.owner_id == mine, _events.id.in_(list(answers))), ~_events.is_deleted,
            _events.start_us < high, _events.end_us >= low,
        )  # fmt: skip
        found += [
            _meeting(ctx, row, begins, answers.get(row.id, ""))
            for row in ctx.session.execute(query)
        ]
    if sight.may(ctx, task, "read"):
        query = select(Task.__table__).where(
            _tasks.owner_id == mine, ~_tasks.is_deleted, ~_tasks.is_closed,
            _tasks.activity_date >= begins.isoformat(), _tasks.activity_date < ends.isoformat(),
        )  # fmt: skip
        found += [
            Entry("Task", row.id, row.subject or "", row.activity_date, None, None, False, "")
            for row in ctx.session.execute(query)
        ]
    return sorted(found, key=lambda each: (each.day, each.start_us or 0, each.subject, each.id))


def _meeting(ctx: Context, event: Any, begins: date, answer: str) -> Entry:
    if event.is_all_day:
        starts = from_microseconds(event.start_us).date()
    else:
        starts = from_microseconds(event.start_us).astimezone(my_zone(ctx)).date()
    day = max(starts, begins).isoformat()
    told = (event.start_us, event.end_us, event.is_all_day, event.location or "")
    is_own = event.owner_id == people.me(ctx).id
    return Entry("Event", event.id, event.subject or "Meeting", day, *told, answer, is_own)
