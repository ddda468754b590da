"""Deleting issues, with all that belongs to them."""

from __future__ import annotations

from sqlalchemy import BindParameter, Delete, Update, bindparam, delete, or_, select, update

from workworld.apps.tracker import notification_names as n
from workworld.apps.tracker.models import (
    Attachment,
    Comment,
    CommentCopy,
    CommentReaction,
    FormerKey,
    HistoryItem,
    Issue,
    IssueComponent,
    IssueLabel,
    IssueLink,
    IssueProperty,
    IssueSprint,
    IssueType,
    IssueValue,
    IssueVersion,
    LastViewed,
    Rating,
    RemoteLink,
    Request,
    RequestParticipant,
    SlaCycle,
    SprintChange,
    Vote,
    Watcher,
    Worklog,
)
from workworld.apps.tracker.service import (
    attachments,
    audience,
    hook_events,
    issue_news,
    losses,
    recipients,
)
from workworld.context import Context
from workworld.database import Base, constant, rows_of
from workworld.errors import Conflict
from workworld.files import files

_issues, _types = Issue.__table__.c, IssueType.__table__.c
_ISSUE: BindParameter[str] = bindparam("issue")
_PARTS = constant(
    select(_issues.id)
    .where(
        _issues.parent_id == _ISSUE,
        _issues.type_id.in_(select(_types.id).where(_types.level < 0)),
    )
    .order_by(_issues.rank)
)
_OWNED = (
    Comment,
    Worklog,
    HistoryItem,
    Watcher,
    Vote,
    Attachment,
    IssueLabel,
    IssueComponent,
    IssueVersion,
    IssueSprint,
    IssueValue,
    IssueProperty,
    RemoteLink,
    SprintChange,
    FormerKey,
    LastViewed,
    Request,
    RequestParticipant,
    Rating,
    SlaCycle,
)
"""Tables whose rows are an issue's own."""


def _statements() -> list[Delete | Update]:
    links, comments = IssueLink.__table__.c, Comment.__table__.c
    said = select(comments.id).where(comments.issue_id == _ISSUE)
    reactions, copies = delete(CommentReaction), delete(CommentCopy)
    linked = or_(links.source_id == _ISSUE, links.target_id == _ISSUE)
    below = update(Issue).where(_issues.parent_id == _ISSUE)
    return [
        reactions.where(CommentReaction.__table__.c.comment_id.in_(said)),
        copies.where(CommentCopy.__table__.c.comment_id.in_(said)),
        delete(IssueLink).where(linked),
        below.values(parent_id=None),  # what stood below an epic
        *(_own(each) for each in _OWNED),
        delete(Issue).where(_issues.id == _ISSUE),
    ]


def _own(model: type[Base]) -> Delete:
    return delete(model).where(model.__table__.c.issue_id == _ISSUE)


_REMOVE = _statements()


def remove(ctx: Context, issue: Issue, *, with_subtasks: bool) -> None:
    """Delete an issue and whatever belongs to it.

    Raises:
        Conflict: ``has_subtasks``, and they are not to be deleted as well.
    """
    parts = [row.id for row in rows_of(ctx.session, _PARTS, {"issue": issue.id})]
    if parts and not with_subtasks:
        said = (
            f"The issue '{issue.key}' has {len(parts)} sub-tasks. You must specify the"
            " 'deleteSubtasks' parameter to delete this issue and all its sub-tasks."
        )
        raise Conflict("has_subtasks", said)
    for part_id in parts:
        _take_away(ctx, ctx.session.get_one(Issue, part_id))
    _take_away(ctx, issue)


def _take_away(ctx: Context, issue: Issue) -> None:
    wanted = recipients.of_event(ctx, recipients.circle_of(ctx, issue), n.DELETED)
    told = audience.of_issue(ctx, issue.id, wanted.people)  # which cannot be asked later
    losses.tell(ctx, hook_events.ISSUE_DELETED, {"issue_id": issue.id})
    facts = {
        "parent_id": issue.parent_id,
        "told_ids": [*told],
        "named_ids": sorted(wanted.named),
        "watching_ids": sorted(wanted.watching),
    }
    issue_news.tell(ctx, "tracker.issue_deleted", issue, **facts)
    ctx.session.flush()  # what is waiting to be written belongs to it
    ctx.session.expunge(issue)
    attached = attachments.files_of(ctx, _issues.id == issue.id)
    connection = ctx.session.connection()
    for statement in _REMOVE:
        connection.execute(statement, {"issue": issue.id})
    files.drop_unattached(ctx, attached)
