"""Who is in cadences, as callers get them: with the step that is next and when it is due."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import select

from workworld.apps.crm.models import Cadence, CadenceTracker, Task
from workworld.apps.crm.models.cadences import RUNNING
from workworld.apps.crm.service import reading
from workworld.context import Context


@dataclass(frozen=True, slots=True)
class Target:
    """Somebody who is in a cadence, or was.

    Args:
        id: of their place in it.
        cadence_id: which one.
        cadence: what it is called.
        target_id: the lead or contact.
        target: what they are called.
        owner_id: the user who follows them up.
        owner: what they are called.
        state: ``Active``, ``Complete`` or ``Stopped``.
        reason: why it was stopped.
        step: which step is next, from 1; of all.
        steps: how many there are.
        kind: of the step: ``email``, ``call`` or ``task``.
        subject: what it is called.
        due: its day.
        task_id: its task.
    """

    id: str
    cadence_id: str
    cadence: str
    target_id: str
    target: str
    owner_id: str
    owner: str
    state: str
    reason: str
    step: int
    steps: int
    kind: str
    subject: str
    due: str | None
    task_id: str | None


def told(ctx: Context, rows: Sequence[CadenceTracker]) -> Sequence[Target]:
    """Places in cadences as callers get them, in the same order."""
    names = reading.names(ctx, {each for row in rows for each in (row.target_id, row.owner_id)})
    cadences = {each.id: each for each in ctx.session.scalars(select(Cadence))}
    tasks = Task.__table__.c
    ids = [each.task_id for each in rows if each.task_id and each.state == RUNNING]
    due = dict(
        ctx.session.execute(select(tasks.id, tasks.activity_date).where(tasks.id.in_(ids))).all()
    )
    return [
        Target(
            each.id,
            each.cadence_id,
            cadences[each.cadence_id].name,
            each.target_id,
            names.get(each.target_id, ""),
            each.owner_id,
            names.get(each.owner_id, ""),
            each.state,
            each.reason,
            min(each.step + 1, len(each.steps)),
            len(each.steps),
            *_step(each),
            due.get(each.task_id or ""),
            each.task_id if each.state == RUNNING else None,
        )
        for each in rows
    ]


def _step(row: CadenceTracker) -> tuple[str, str]:
    if row.state != RUNNING:
        return "", ""
    step = row.steps[row.step]
    return step["kind"], step["subject"]
