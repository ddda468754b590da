"""Which issues are in which sprint: a sub-task is where its parent is."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import bindparam, select

from workworld.apps.tracker import field_ids
from workworld.apps.tracker.models import Issue, IssueSprint, IssueType, Sprint
from workworld.apps.tracker.service import sprint_changes
from workworld.apps.tracker.service.history import Item
from workworld.context import Context
from workworld.database import constant, insert_row, rows_of
from workworld.errors import Invalid, Problem

_sprints = Sprint.__table__.c
_members = IssueSprint.__table__.c
_SPRINTS_OF = constant(
    select(_sprints.id, _sprints.name, _sprints.state)
    .join(IssueSprint, _members.sprint_id == _sprints.id)
    .where(_members.issue_id == bindparam("issue"))
    .order_by(_sprints.completed_us.is_(None), _sprints.completed_us, _sprints.position)
)
_types = IssueType.__table__.c
_LEVEL = constant(select(_types.level).where(_types.id == bindparam("type")))


def put(ctx: Context, issue: Issue, sprint: Sprint | None) -> list[Item]:
    """Put an issue and its sub-tasks into a sprint that is not closed, or into none.

    It writes the record of the sprint, but no history.

    Returns:
        How its field changed, for the history; nothing if it did not.

    Raises:
        Invalid: ``invalid_fields``: the issue is a sub-task or an epic, or the sprint is closed.
    """
    if issue.sprint_id == (sprint.id if sprint else None):
        return []
    _require_fitting(ctx, issue, sprint)
    before = _sprints_of(ctx, issue)
    _record(ctx, issue, sprint)
    _move(ctx, [issue, *_children(ctx, issue)], sprint)
    return [_change(before, _sprints_of(ctx, issue))]


def inside(ctx: Context, sprint_id: int) -> Sequence[Issue]:
    """The issues that are in a sprint now, by rank and without their sub-tasks, seen or not."""
    found = select(Issue).join(IssueType, IssueType.id == Issue.type_id)
    wanted = found.where(Issue.sprint_id == sprint_id, IssueType.level >= 0).order_by(Issue.rank)
    return ctx.session.scalars(wanted).all()


def stay(ctx: Context, issue: Issue) -> None:
    """An issue was in a sprint when it closed: it stays there, and is free for another one."""
    for each in (issue, *_children(ctx, issue)):
        each.sprint_id = None
        ctx.touch(f"tracker.issue:{each.id}", f"tracker.project:{each.project_id}")
    ctx.session.flush()  # plain rows are read past the session, and must find it


def follow(ctx: Context, issue: Issue, parent: Issue | None) -> None:
    """Put a sub-task where its parent is."""
    sprint_id = parent.sprint_id if parent else None
    if issue.sprint_id != sprint_id:
        _move(ctx, [issue], ctx.session.get(Sprint, sprint_id) if sprint_id else None)


def _require_fitting(ctx: Context, issue: Issue, sprint: Sprint | None) -> None:
    level = rows_of(ctx.session, _LEVEL, {"type": issue.type_id})[0].level
    if level < 0:
        said = "A sub-task is in the sprint of its parent: move the parent instead."
        raise _refusal(said)
    if sprint is not None and level > 0:
        raise _refusal("An epic is in no sprint: move the issues below it instead.")
    if sprint is not None and sprint.state == "closed":
        raise _refusal(f"{sprint.name} is closed.")


def _refusal(said: str) -> Invalid:
    return Invalid("invalid_fields", said, problems=[Problem(said, field_ids.SPRINT)])


def _children(ctx: Context, issue: Issue) -> Sequence[Issue]:
    below = select(Issue).join(IssueType, IssueType.id == Issue.type_id)
    wanted = below.where(Issue.parent_id == issue.id, IssueType.level < 0).order_by(Issue.rank)
    return ctx.session.scalars(wanted).all()


def _record(ctx: Context, issue: Issue, sprint: Sprint | None) -> None:
    if issue.sprint_id is not None and sprint_changes.is_active(ctx, issue.sprint_id):
        sprint_changes.record(ctx, issue.sprint_id, sprint_changes.REMOVED, [issue])
    if sprint is not None and sprint.state == "active":
        sprint_changes.record(ctx, sprint.id, sprint_changes.ADDED, [issue])


def _move(ctx: Context, issues: Sequence[Issue], sprint: Sprint | None) -> None:
    for issue in issues:
        if issue.sprint_id is not None:
            known = ctx.session.get(IssueSprint, (issue.id, issue.sprint_id))
            if known is not None:
                ctx.session.delete(known)
        issue.sprint_id = sprint.id if sprint else None
        ctx.touch(f"tracker.issue:{issue.id}", f"tracker.project:{issue.project_id}")
    ctx.session.flush()  # what is inserted below passes by the session
    for issue in issues:
        if sprint is not None and not ctx.session.get(IssueSprint, (issue.id, sprint.id)):
            insert_row(ctx.session, IssueSprint(issue_id=issue.id, sprint_id=sprint.id))


def _sprints_of(ctx: Context, issue: Issue) -> list[Sprint]:
    return rows_of(ctx.session, _SPRINTS_OF, {"issue": issue.id})


def _change(before: Sequence[Sprint], after: Sequence[Sprint]) -> Item:
    return Item(
        "Sprint", field_ids.SPRINT, _ids(before), _names(before), _ids(after), _names(after)
    )


def _ids(sprints: Sequence[Sprint]) -> str:
    return ", ".join(str(sprint.id) for sprint in sprints)


def _names(sprints: Sequence[Sprint]) -> str:
    return ", ".join(sprint.name for sprint in sprints)
