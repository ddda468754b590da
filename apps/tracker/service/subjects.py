"""What the audit log calls the tracker's rows, for those who may see them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from workworld.apps.tracker import APP
from workworld.apps.tracker.models import (
    Attachment,
    Board,
    Comment,
    CommentReaction,
    Component,
    HistoryItem,
    Issue,
    IssueComponent,
    IssueLabel,
    IssueLink,
    IssueProperty,
    IssueSprint,
    IssueValue,
    IssueVersion,
    Project,
    RecipientChange,
    RemoteLink,
    RoleActor,
    Sprint,
    Version,
    Vote,
    Watcher,
    Worklog,
)
from workworld.apps.tracker.service import addresses
from workworld.audit.subjects import Subject, subject
from workworld.context import Context
from workworld.directory import people
from workworld.permissions import seen


@subject(Issue)
def _issue(ctx: Context, key: Mapping[str, Any]) -> Subject | None:
    return _at_issue(ctx, key["id"], "{}")


@subject(IssueComponent)
@subject(IssueLabel)
@subject(IssueProperty)
@subject(IssueSprint)
@subject(IssueValue)
@subject(IssueVersion)
@subject(Vote)
@subject(Watcher)
def _of_issue(ctx: Context, key: Mapping[str, Any]) -> Subject | None:
    return _at_issue(ctx, key["issue_id"])


@subject(Comment)
def _comment(ctx: Context, key: Mapping[str, Any]) -> Subject | None:
    comment = seen(ctx, Comment, key["id"])
    issue = seen(ctx, Issue, comment.issue_id) if comment else None
    if comment is None or issue is None:
        return None
    return Subject(f"on {issue.key}", addresses.of_comment(ctx, issue.key, comment.id))


@subject(CommentReaction)
def _reaction(ctx: Context, key: Mapping[str, Any]) -> Subject | None:
    return _comment(ctx, {"id": key["comment_id"]})


@subject(HistoryItem)
def _change(ctx: Context, key: Mapping[str, Any]) -> Subject | None:
    row = seen(ctx, HistoryItem, key["change_id"], key["position"])
    return _at_issue(ctx, row.issue_id) if row else None


@subject(Worklog)
def _worklog(ctx: Context, key: Mapping[str, Any]) -> Subject | None:
    row = ctx.session.get(Worklog, key["id"])
    return _at_issue(ctx, row.issue_id) if row else None


@subject(Attachment)
def _attachment(ctx: Context, key: Mapping[str, Any]) -> Subject | None:
    row = ctx.session.get(Attachment, key["id"])
    return _at_issue(ctx, row.issue_id) if row else None


@subject(RemoteLink)
def _remote_link(ctx: Context, key: Mapping[str, Any]) -> Subject | None:
    row = ctx.session.get(RemoteLink, key["id"])
    return _at_issue(ctx, row.issue_id) if row else None


@subject(IssueLink)
def _link(ctx: Context, key: Mapping[str, Any]) -> Subject | None:
    row = ctx.session.get(IssueLink, key["id"])
    target = _at_issue(ctx, row.target_id, "{}") if row else None
    source = _at_issue(ctx, row.source_id, "{}") if row else None
    if source is None or target is None:
        return None
    return Subject(f"between {source.name} and {target.name}", source.url)


@subject(Project)
def _project(ctx: Context, key: Mapping[str, Any]) -> Subject | None:
    return _at_project(ctx, key["id"], "{}")


@subject(RecipientChange)
@subject(RoleActor)
def _role(ctx: Context, key: Mapping[str, Any]) -> Subject | None:
    return _at_project(ctx, key["project_id"])


@subject(Component)
def _component(ctx: Context, key: Mapping[str, Any]) -> Subject | None:
    row = ctx.session.get(Component, key["id"])
    return _at_project(ctx, row.project_id, f"“{row.name}” of {{}}") if row else None


@subject(Version)
def _version(ctx: Context, key: Mapping[str, Any]) -> Subject | None:
    row = ctx.session.get(Version, key["id"])
    return _at_project(ctx, row.project_id, f"“{row.name}” of {{}}") if row else None


@subject(Board)
def _board(ctx: Context, key: Mapping[str, Any]) -> Subject | None:
    row = ctx.session.get(Board, key["id"])
    return _at_project(ctx, row.project_id, f"“{row.name}” of {{}}") if row else None


@subject(Sprint)
def _sprint(ctx: Context, key: Mapping[str, Any]) -> Subject | None:
    row = ctx.session.get(Sprint, key["id"])
    board = ctx.session.get(Board, row.board_id) if row else None
    return _at_project(ctx, board.project_id, f"“{row.name}” of {{}}") if row and board else None


def _at_issue(ctx: Context, issue_id: str, name: str = "of {}") -> Subject | None:
    issue = seen(ctx, Issue, issue_id)
    if issue is None:
        return None
    return Subject(name.format(issue.key), addresses.of_issue(ctx, issue.key))


def _at_project(ctx: Context, project_id: str, name: str = "in {}") -> Subject | None:
    project = seen(ctx, Project, project_id)
    if project is None:
        return None
    url = people.canonical_url(ctx.session, APP.id, f"/p/{project.key}")
    return Subject(name.replace("{}", project.key), url)
