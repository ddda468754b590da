"""How a cadence goes on: each step is a task, the next one comes up when it is done.

Who answers, is converted or deleted is followed up no more.
https://help.salesforce.com/s/articleView?id=sales.hvs_cadences_exit_criteria.htm
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import func, select

from workworld.apps.crm import record_ids
from workworld.apps.crm.models import CadenceTracker, Contact, EmailTemplate, Lead, Task
from workworld.apps.crm.models.cadences import COMPLETED, RUNNING, STOPPED
from workworld.apps.crm.schema.objects import of_name
from workworld.apps.crm.schema.picklists import TASK_DONE
from workworld.apps.crm.service import hearing, playbooks, records
from workworld.apps.crm.service.saving import Options, Saving, after, after_delete
from workworld.context import Context

CALL, EMAIL = "call", "email"
REPLIED, CONVERTED, REMOVED, DELETED = "Replied", "Converted", "ManuallyRemoved", "Deleted"
_SUBTYPES = {CALL: "Call", EMAIL: "Email"}
_SYSTEM = Options(system=True, notify=False)
_trackers = CadenceTracker.__table__.c


def begin(
    ctx: Context, cadence_id: str, steps: Sequence[Any], target_id: str, owner_id: str
) -> CadenceTracker:
    """Put a lead or contact at the first step of a cadence.

    Args:
        ctx: in whose step.
        cadence_id: which one.
        steps: its steps.
        target_id: who is followed up.
        owner_id: the user who does that.
    """
    tracker = CadenceTracker(
        id=record_ids.next_id(ctx.ids, "77B"),
        cadence_id=cadence_id,
        target_id=target_id,
        owner_id=owner_id,
        steps=list(steps),
        state=RUNNING,
        step=0,
        started_us=ctx.clock.now_us(),
    )
    ctx.session.add(tracker)
    _come_up(ctx, tracker)
    return tracker


def stop(ctx: Context, trackers: Iterable[CadenceTracker], reason: str) -> int:
    """Follow somebody up no more: the step that is due goes away. How many it was."""
    count = 0
    for each in trackers:
        each.state, each.reason, each.ended_us = STOPPED, reason, ctx.clock.now_us()
        task = ctx.session.get(Task, each.task_id) if each.task_id else None
        if task is not None and not task.is_closed and not task.is_deleted:
            records.remove(ctx, task, with_id=each.id)
        ctx.touch(hearing.topic_of(each.target_id))
        count += 1
    return count


def running(ctx: Context, *conditions: Any) -> Sequence[CadenceTracker]:
    """Who is in a cadence now, by when they were put there."""
    query = select(CadenceTracker).where(_trackers.state == RUNNING, *conditions)
    ordered = query.order_by(_trackers.started_us, _trackers.id)
    return ctx.session.scalars(ordered).all()


def replied(ctx: Context, address: str) -> None:
    """Somebody has written to us: whoever has their address is followed up no more."""
    said = address.strip().lower()
    if not said:
        return
    ids: list[str] = []
    for model in (Lead, Contact):
        columns = model.__table__.c
        query = select(columns.id).where(func.lower(columns.email) == said, ~columns.is_deleted)
        ids += ctx.session.scalars(query.order_by(columns.id))
    if ids:
        stop(ctx, running(ctx, _trackers.target_id.in_(ids)), REPLIED)


def _come_up(ctx: Context, tracker: CadenceTracker) -> None:
    """Make the task of the step that is next, or end the cadence."""
    if tracker.step >= len(tracker.steps):
        tracker.state, tracker.ended_us, tracker.task_id = COMPLETED, ctx.clock.now_us(), None
        return
    step = tracker.steps[tracker.step]
    values = {
        "Subject": step["subject"],
        "ActivityDate": playbooks.working_day(ctx, int(step.get("days", 0))),
        "TaskSubtype": _SUBTYPES.get(step["kind"], "Task"),
        "WhoId": tracker.target_id,
        "OwnerId": tracker.owner_id,
        "Description": _told(ctx, step),
    }
    given = {name: value for name, value in values.items() if value}
    task = records.insert(ctx, of_name("Task"), given, _SYSTEM)
    tracker.task_id = task.id
    ctx.touch(hearing.topic_of(tracker.target_id))


def _told(ctx: Context, step: dict[str, Any]) -> str:
    template_id = step.get("template_id")
    template = ctx.session.get(EmailTemplate, template_id) if template_id else None
    lines = [str(step.get("notes", "")), f"Template: {template.name}" if template else ""]
    return "\n".join(each for each in lines if each)


def _go_on(ctx: Context, task_id: str) -> None:
    for each in running(ctx, _trackers.task_id == task_id):
        each.step += 1
        _come_up(ctx, each)


def _did(ctx: Context, who_id: str | None, kind: str) -> None:
    """Somebody was called or written to: that is the step, if it is the one that is due."""
    for each in running(ctx, _trackers.target_id == who_id) if who_id else ():
        task = ctx.session.get(Task, each.task_id) if each.task_id else None
        if each.steps[each.step]["kind"] == kind and task is not None and not task.is_closed:
            records.change(ctx, task, {"Status": TASK_DONE}, _SYSTEM)


@after("Task", order=70)
def _follow_task(ctx: Context, saving: Saving) -> None:
    task: Task = saving.row
    if not task.is_closed or not saving.changed("is_closed"):
        return
    if saving.is_new and task.subtype == _SUBTYPES[CALL]:
        _did(ctx, task.who_id, CALL)
    elif not saving.is_new:
        _go_on(ctx, task.id)


@after_delete("Task")
def _skip(ctx: Context, task: Task) -> None:
    _go_on(ctx, task.id)


@after("EmailMessage", order=70)
def _follow_mail(ctx: Context, saving: Saving) -> None:
    if not saving.is_new:
        return
    if not saving.row.is_incoming:
        _did(ctx, saving.row.who_id, EMAIL)
    elif not saving.options.system and saving.row.who_id:  # what arrives by itself says more
        stop(ctx, running(ctx, _trackers.target_id == saving.row.who_id), REPLIED)


@after("Lead", order=70)
def _follow_lead(ctx: Context, saving: Saving) -> None:
    if saving.row.is_converted and saving.changed("is_converted") and not saving.is_new:
        stop(ctx, running(ctx, _trackers.target_id == saving.row.id), CONVERTED)


@after_delete("Lead", "Contact")
def _let_go(ctx: Context, row: Any) -> None:
    stop(ctx, running(ctx, _trackers.target_id == row.id), DELETED)
