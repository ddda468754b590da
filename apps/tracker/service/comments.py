"""Comments: what people say of issues."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Annotated, Any

from pydantic import Field
from sqlalchemy import Integer, Select, bindparam, cast, func
from sqlalchemy import delete as sql_delete

from workworld.apps.tracker import numbers
from workworld.apps.tracker import permission_names as names
from workworld.apps.tracker.listed import Listed
from workworld.apps.tracker.models import Comment, Issue
from workworld.apps.tracker.service import (
    access,
    comment_copies,
    comment_sight,
    history,
    projects,
    refusals,
    sight,
    site,
    texts,
    watchers,
)
from workworld.apps.tracker.types import IssueRef, PageSize, RichText, Start
from workworld.context import Context
from workworld.database import constant, insert_row, plain_rows, rows_of
from workworld.errors import Forbidden, Invalid, NotFound, Problem, Refused
from workworld.operations import Effect, operation
from workworld.permissions import permits, require, seen, sight_of, visible

SERVICE_DESK = "service_desk"
_LONGEST = 32_767
_comments, _issues = Comment.__table__.c, Issue.__table__.c
CommentId = Annotated[
    str, Field(description="A comment's id, such as 10042.", min_length=1, max_length=64)
]
RoleId = Annotated[
    str | None,
    Field(
        description="Only who has this role in the project sees it; empty for everybody.",
        max_length=64,
    ),
]
IsInternal = Annotated[bool, Field(description="Of a service desk: hidden from customers.")]


@operation(Effect.READ, scope="read:jira-work")
def list(
    ctx: Context,
    *,
    issue: IssueRef,
    start: Start = 0,
    limit: PageSize = 50,
    newest_first: Annotated[bool, Field(description="The newest first.")] = False,
) -> Listed[Comment]:
    """List the comments of an issue that the caller may see, oldest first by default."""
    row = sight.read(ctx, issue)
    values = sight_of(ctx) | {"issue": row.id, "most": limit, "start": start}
    rows = plain_rows(ctx.session, Comment, _of_issue(newest_first), values)
    (found,) = rows_of(ctx.session, _count(), values)
    return Listed(rows, found.total, start)


@operation(Effect.READ, scope="read:jira-work")
def info(ctx: Context, *, issue: IssueRef, comment_id: CommentId) -> Comment:
    """Read a comment of an issue."""
    return _known(ctx, sight.read(ctx, issue), comment_id)


@operation(Effect.WRITE, scope="write:jira-work")
def add(
    ctx: Context,
    *,
    issue: IssueRef,
    body: RichText,
    role_id: RoleId = None,
    is_internal: IsInternal = False,
) -> Comment:
    """Comment on an issue, for everybody who sees it, or for some of them."""
    return put(ctx, sight.read(ctx, issue), body, role_id=role_id, is_internal=is_internal)


@operation(Effect.WRITE, scope="write:jira-work")
def edit(
    ctx: Context,
    *,
    issue: IssueRef,
    comment_id: CommentId,
    body: RichText,
    role_id: RoleId = None,
    is_internal: Annotated[bool | None, Field(description="None leaves it as it is.")] = None,
) -> Comment:
    """Change what a comment says, and for whom; what is not given stays as it is."""
    row = sight.read(ctx, issue)
    known = _known(ctx, row, comment_id)
    require(ctx, "tracker.comments.edit", known)
    said = _said(ctx, body)
    comment = ctx.session.get_one(Comment, known.id)
    if role_id is not None:
        comment.role_id = _role(ctx, row, role_id)
    if is_internal is not None:
        _require_desk(ctx, row, is_internal=is_internal)
        comment.is_internal = is_internal
    before = texts.mentions_in(comment.body)
    comment.body, comment.body_text = said.json, said.words
    comment.updated_us, comment.updated_by = ctx.clock.now_us(), ctx.actor.person_id
    history.stamp(ctx, row)
    new = [each for each in said.mentions if each not in before]
    _tell(ctx, "tracker.comment_edited", comment, row, new)
    return comment


@operation(Effect.WRITE, scope="write:jira-work")
def delete(ctx: Context, *, issue: IssueRef, comment_id: CommentId) -> Issue:
    """Delete a comment for good."""
    row = sight.read(ctx, issue)
    comment = _known(ctx, row, comment_id)
    require(ctx, "tracker.comments.delete", comment)
    copied = [
        each.place for each in comment_copies.of_comment(ctx, comment.id) if not each.is_source
    ]
    ctx.session.execute(sql_delete(Comment).where(Comment.id == comment.id))
    history.stamp(ctx, row)
    _tell(ctx, "tracker.comment_deleted", comment, row, (), copied=copied)
    return row


def put(
    ctx: Context,
    issue: Issue,
    body: RichText,
    *,
    role_id: str | None = None,
    is_internal: bool = False,
    origin: texts.Origin | None = None,
) -> Comment:
    """Comment on an issue that the caller sees, as part of something else that they do.

    Args:
        issue: what it is about.
        body: what it says.
        role_id: who alone sees it; None for everybody.
        is_internal: whether customers do not see it.
        origin: who said it elsewhere, and when. Nobody is told, since it is no news.

    Raises:
        Forbidden: ``permission_denied``.
        Invalid: ``invalid_fields``: it says nothing or too much, or is for nobody.
    """
    require(ctx, "tracker.comments.add", issue)
    said = _said(ctx, body)
    _require_desk(ctx, issue, is_internal=is_internal)
    now = origin.at_us if origin else ctx.clock.now_us()
    comment = Comment(
        id=numbers.next_id(ctx.ids, "comment"),
        issue_id=issue.id,
        author_id=origin.author_id if origin else ctx.actor.person_id,
        body=said.json,
        body_text=said.words,
        role_id=_role(ctx, issue, role_id or ""),
        is_internal=is_internal,
        created_us=now,
        updated_us=now,
        updated_by=None,
    )
    insert_row(ctx.session, comment)
    history.stamp(ctx, issue)
    if origin:
        _tell(ctx, "tracker.comment_imported", comment, issue, ())
        return comment
    watchers.begin_by_habit(ctx, issue.id, [ctx.actor.person_id])
    _tell(ctx, "tracker.comment_added", comment, issue, said.mentions)
    return comment


@permits("tracker.comments.add", Issue)
def _may_add(ctx: Context, issue: Issue) -> Refused | None:
    return access.why_not_with(ctx, names.COMMENT, issue)


@permits("tracker.comments.edit", Comment)
def _may_edit(ctx: Context, comment: Comment) -> Refused | None:
    return _why_not(ctx, comment, names.EDIT_OWN_COMMENTS, names.EDIT_ALL_COMMENTS)


@permits("tracker.comments.delete", Comment)
def _may_delete(ctx: Context, comment: Comment) -> Refused | None:
    return _why_not(ctx, comment, names.DELETE_OWN_COMMENTS, names.DELETE_ALL_COMMENTS)


def _why_not(ctx: Context, comment: Comment, own: str, every: str) -> Refused | None:
    issue = sight.read(ctx, comment.issue_id)
    return refusals.why_not_theirs(ctx, issue, comment.author_id, own=own, every=every)


def _known(ctx: Context, issue: Issue, comment_id: str) -> Comment:
    """A comment of an issue that the caller sees: a row to be read.

    Raises:
        NotFound: ``comment_not_found``.
    """
    comment = seen(ctx, Comment, comment_id)
    if comment is None or comment.issue_id != issue.id:
        said = f"Can not find a comment for the id: {comment_id}."
        raise NotFound("comment_not_found", said)
    return comment


def _said(ctx: Context, body: RichText) -> texts.Kept:
    said = texts.kept(ctx, body)
    if said.is_empty:
        raise _wrong("Comment body can not be empty!")
    if len(said.words) > _LONGEST:
        raise _wrong(
            f"The entered text is too long. It exceeds the limit of {_LONGEST} characters."
        )
    return said


def _wrong(what: str, field: str = "comment") -> Invalid:
    return Invalid("invalid_fields", problems=[Problem(what, field)])


def _role(ctx: Context, issue: Issue, role_id: str) -> str | None:
    """The role for which a comment is; the caller has it themselves.

    Raises:
        Invalid: ``invalid_fields``: there is no such role, or the caller does not have it.
    """
    if not role_id:
        return None
    role = site.roles(ctx).get(role_id)
    if role is None:
        raise _wrong(f"Role with id {role_id!r} does not exist.", "commentLevel")
    if not comment_sight.has_role(ctx, issue.project_id, role_id):
        said = f"You are currently not a member of the project role: {role.name}."
        raise _wrong(said, "commentLevel")
    return role_id


def _require_desk(ctx: Context, issue: Issue, *, is_internal: bool) -> None:
    """See to it that an internal comment has customers from whom it is kept, and is no customer's.

    Raises:
        Invalid: ``invalid_fields``: the project is no service desk.
        Forbidden: ``permission_denied``: the caller could not read it themselves.
    """
    if not is_internal:
        return
    if projects.known(ctx, issue.project_id).kind != SERVICE_DESK:
        raise _wrong("Only comments of service projects can be internal.")
    if not access.has(ctx, names.BROWSE, issue.project_id):
        said = "You do not have permission to comment internally on this request."
        raise Forbidden("permission_denied", said)


def _tell(
    ctx: Context,
    kind: str,
    comment: Comment,
    issue: Issue,
    mentions: Sequence[str],
    **facts: Any,
) -> None:
    ctx.emit(
        kind,
        comment_id=comment.id,
        issue_id=issue.id,
        key=issue.key,
        project_id=issue.project_id,
        text=comment.body_text,
        mentions=[*mentions],
        is_public=comment.role_id is None and not comment.is_internal,
        **facts,
    )


@cache
def _of_issue(newest_first: bool) -> Select[Any]:
    # Made when it is first asked, since who sees what is declared by then.
    order = (_comments.created_us, cast(_comments.id, Integer))
    query = visible(Comment).where(_comments.issue_id == bindparam("issue"))
    ordered = query.order_by(*(each.desc() for each in order) if newest_first else order)
    return constant(ordered.limit(bindparam("most")).offset(bindparam("start")))


@cache
def _count() -> Select[Any]:
    query = visible(Comment).where(_comments.issue_id == bindparam("issue"))
    return constant(query.with_only_columns(func.count().label("total")))
