"""What happens to issues in a sprint under way: the record that its reports are made of."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import bindparam, insert, select

from workworld.apps.tracker import numbers
from workworld.apps.tracker.models import Issue, Sprint, SprintChange
from workworld.context import Context
from workworld.database import constant, plain_rows, rows_of

COMMITTED = "committed"
ADDED = "added"
REMOVED = "removed"
COMPLETED = "completed"
REOPENED = "reopened"
ESTIMATED = "estimated"
NOT_COMPLETED = "not_completed"
COMPLETED_OUTSIDE = "completed_outside"

_columns = SprintChange.__table__.c
_OF_SPRINT = constant(
    select(SprintChange.__table__)
    .where(_columns.sprint_id == bindparam("sprint"))
    .order_by(_columns.changed_us, _columns.id)
)
_sprints = Sprint.__table__.c
_IS_ACTIVE = constant(
    select(_sprints.id).where(_sprints.id == bindparam("sprint"), _sprints.state == "active")
)


def of_sprint(ctx: Context, sprint_id: int) -> list[SprintChange]:
    """All that happened to a sprint's issues, from the first."""
    return plain_rows(ctx.session, SprintChange, _OF_SPRINT, {"sprint": sprint_id})


def is_active(ctx: Context, sprint_id: int | None) -> bool:
    """Whether a sprint is under way."""
    return sprint_id is not None and bool(rows_of(ctx.session, _IS_ACTIVE, {"sprint": sprint_id}))


def record(ctx: Context, sprint_id: int, kind: str, issues: Sequence[Issue]) -> None:
    """Write down that the same happened to issues of a sprint."""
    now = ctx.clock.now_us()
    made = [
        {
            "id": numbers.next_id(ctx.ids, "sprint change"),
            "sprint_id": sprint_id,
            "issue_id": issue.id,
            "kind": kind,
            "points": issue.story_points,
            "changed_us": now,
        }
        for issue in issues
    ]
    if made:
        ctx.session.execute(insert(SprintChange), made)


def note_status(ctx: Context, issue: Issue, *, was_done: bool, is_done: bool) -> None:
    """An issue went from one category of status to another: its sprint may have to know."""
    if was_done != is_done and is_active(ctx, issue.sprint_id):
        record(ctx, issue.sprint_id or 0, COMPLETED if is_done else REOPENED, [issue])


def note_estimate(ctx: Context, issue: Issue) -> None:
    """An issue was estimated anew: its sprint may have to know."""
    if is_active(ctx, issue.sprint_id):
        record(ctx, issue.sprint_id or 0, ESTIMATED, [issue])
