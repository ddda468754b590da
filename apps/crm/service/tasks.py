"""Tasks: what is to be done, and calls that were made.

https://help.salesforce.com/s/articleView?id=sales.tasks.htm
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from typing import Annotated, Any

from pydantic import Field
from sqlalchemy import select

from workworld.apps.crm.models import Task
from workworld.apps.crm.schema.objects import of_name
from workworld.apps.crm.schema.picklists import TASK_DONE
from workworld.apps.crm.service import (
    activity_links,
    automations,
    notices,
    people,
    records,
    saving,
)
from workworld.apps.crm.service.reading import Loaded
from workworld.apps.crm.service.saving import Options, Saving
from workworld.apps.crm.types import RecordId, Values
from workworld.clock import from_microseconds, to_microseconds
from workworld.context import Context, Surface
from workworld.operations import Effect, operation
from workworld.zones import zone

TaskId = Annotated[RecordId, Field(description="A task's id.")]
TELL_DUE = "crm.tasks.tell_due"
MORNING = time(8)
"""When people are told what is due."""
# The vendor's API changes the task's record instead.
_DOORS = (Surface.UI, Surface.MCP)
_tasks = Task.__table__.c


@operation(Effect.WRITE, scope="api", doors=_DOORS)
def complete(
    ctx: Context,
    *,
    task_id: TaskId,
    follow_up: Annotated[
        Values | None,
        Field(description="Values of a further task, such as Subject and ActivityDate."),
    ] = None,
) -> Sequence[Loaded]:
    """Mark a task as completed, and create the one that follows it if its values are given.

    Answers the task, and the one that follows it if there is one.
    """
    row = records.known(ctx, "Task", task_id)
    records.change(ctx, row, {"Status": TASK_DONE})
    done = Loaded(of_name("Task"), {"Id": row.id})
    if follow_up is None:
        return [done]
    kept = {"Priority": row.priority, "WhoId": row.who_id, "WhatId": row.what_id}
    usual = {name: value for name, value in kept.items() if value is not None}
    made = records.insert(ctx, of_name("Task"), {**usual, **follow_up})
    made.recurs_from_id = row.id
    return [done, Loaded(of_name("Task"), {"Id": made.id})]


# It is due every morning, and nobody asks for it.
@operation(Effect.WRITE, scope=None, doors=(Surface.SYSTEM,), outlives_account=True)
def tell_due(ctx: Context) -> None:
    """Tell everybody which of their tasks are due today, and which since yesterday are overdue."""
    where = zone(people.org(ctx).zone)
    today = from_microseconds(ctx.clock.now_us()).astimezone(where).date()
    yesterday = (today - timedelta(days=1)).isoformat()
    query = select(Task).where(
        ~_tasks.is_deleted,
        ~_tasks.is_closed,
        _tasks.activity_date.in_([yesterday, today.isoformat()]),
    )
    for task in ctx.session.scalars(query.order_by(_tasks.owner_id, _tasks.id)).all():
        is_late = task.activity_date == yesterday
        kind = notices.TASK_OVERDUE if is_late else notices.TASK_DUE
        said = "is overdue" if is_late else "is due today"
        text = f"reports: the task “{task.subject or 'without a subject'}” {said}"
        notices.tell_owner(ctx, kind, "Task", task.id, task.owner_id, text, part="due")
    plan_morning(ctx, today + timedelta(days=1))


def plan_morning(ctx: Context, day: date) -> None:
    """Have everybody told on the morning of a day what is due."""
    morning = datetime.combine(day, MORNING, tzinfo=zone(people.org(ctx).zone))
    automations.later(ctx, to_microseconds(morning), TELL_DUE)


def is_overdue(task: Any, today: date) -> bool:
    """Whether an open task was due before a day, which is the viewer's."""
    due = task.activity_date
    return not task.is_closed and due is not None and due < today.isoformat()


@saving.before("Task")
def _derive(ctx: Context, saved: Saving) -> None:
    """Whether it is done and when it was; and the account that it concerns."""
    task = saved.row
    activity_links.settle(ctx, saved)
    task.is_closed = task.status == TASK_DONE
    if task.is_closed and not saved.old.get("is_closed"):
        task.completed_us = ctx.clock.now_us()
    elif not task.is_closed:
        task.completed_us = None
    if task.call_seconds is not None and task.call_seconds < 0:
        said = "Call Duration: value outside of valid range on numeric field"
        saved.refuse("NUMBER_OUTSIDE_VALID_RANGE", said, "CallDurationInSeconds")


def made(ctx: Context, values: dict[str, Any], options: Options) -> Loaded:
    """Create a task, as part of a service's step."""
    row = records.insert(ctx, of_name("Task"), values, options)
    return Loaded(of_name("Task"), {"Id": row.id})
