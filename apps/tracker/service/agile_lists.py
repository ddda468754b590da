"""The issues of boards, sprints and epics, by rank, as the vendor's agile API lists them.

https://developer.atlassian.com/cloud/jira/software/rest/api-group-board/
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from pydantic import Field
from sqlalchemy import ColumnElement, func, select

from workworld.apps.tracker import field_ids as f
from workworld.apps.tracker.listed import Listed
from workworld.apps.tracker.models import Issue, IssueSprint, IssueType, Sprint, Status
from workworld.apps.tracker.service import (
    board_filters,
    boards,
    search,
    sight,
    site,
    sprints,
)
from workworld.apps.tracker.service.issues import edit as edit_issue
from workworld.apps.tracker.types import (
    BoardId,
    IssueKeys,
    IssueRef,
    Jql,
    PageSize,
    SprintId,
    Start,
)
from workworld.context import Context, Surface
from workworld.database import rows_of
from workworld.errors import NotFound
from workworld.operations import Effect, operation
from workworld.permissions import sight_of, visible

_issues, _places = Issue.__table__.c, IssueSprint.__table__.c
_sprints, _types, _statuses = Sprint.__table__.c, IssueType.__table__.c, Status.__table__.c
_EPICS = _issues.type_id.in_(select(_types.id).where(_types.level > 0))
_OPEN_SPRINTS = select(_sprints.id).where(_sprints.state.in_(("active", "future")))
_DONE = select(_statuses.id).where(_statuses.category == "done")
_DOORS = (Surface.REST, Surface.MCP)
Narrowed = Annotated[Jql, Field(description="What else they are to fulfil, in JQL.")]
OnBoard = Annotated[
    BoardId | None, Field(description="Those alone that this board shows; None for all.")
]


@operation(Effect.READ, scope="read:jira-work", doors=_DOORS)
def of_board(
    ctx: Context,
    *,
    board_id: BoardId,
    jql: Narrowed = "",
    start: Start = 0,
    limit: PageSize = 50,
) -> Listed[Issue]:
    """List the issues of a board, by rank."""
    wanted = board_filters.of_board(ctx, boards.known(ctx, board_id))
    return _listed(ctx, [wanted], jql, start, limit)


@operation(Effect.READ, scope="read:jira-work", doors=(Surface.REST,))
def backlog(
    ctx: Context,
    *,
    board_id: BoardId,
    jql: Narrowed = "",
    start: Start = 0,
    limit: PageSize = 50,
) -> Listed[Issue]:
    """List the open issues of a board that are in no open sprint, by rank, without epics."""
    wanted = board_filters.of_board(ctx, boards.known(ctx, board_id))
    is_open = _issues.status_id.not_in(_DONE)
    is_free = _issues.sprint_id.is_(None) | _issues.sprint_id.not_in(_OPEN_SPRINTS)
    return _listed(ctx, [wanted, is_open, is_free, ~_EPICS], jql, start, limit)


@operation(Effect.READ, scope="read:jira-work", doors=(Surface.REST,))
def of_sprint(
    ctx: Context,
    *,
    sprint_id: SprintId,
    board_id: OnBoard = None,
    jql: Narrowed = "",
    start: Start = 0,
    limit: PageSize = 50,
) -> Listed[Issue]:
    """List the issues of a sprint, by rank; of a closed one those that it ended with."""
    sprints.known(ctx, sprint_id)
    inside = select(_places.issue_id).where(_places.sprint_id == sprint_id)
    wanted = [_issues.id.in_(inside), *_on(ctx, board_id)]
    return _listed(ctx, wanted, jql, start, limit)


@operation(Effect.READ, scope="read:jira-work", doors=(Surface.REST,))
def epics(
    ctx: Context, *, board_id: BoardId, start: Start = 0, limit: PageSize = 50
) -> Listed[Issue]:
    """List the epics of a board's project, by rank."""
    project_id = boards.known(ctx, board_id).project_id
    return _listed(ctx, [_EPICS, _issues.project_id == project_id], "", start, limit)


@operation(Effect.READ, scope="read:jira-work", doors=(Surface.REST,))
def epic(ctx: Context, *, epic: IssueRef) -> Issue:
    """Read an epic."""
    return _epic(ctx, epic)


@operation(Effect.READ, scope="read:jira-work", doors=(Surface.REST,))
def of_epic(
    ctx: Context,
    *,
    epic: IssueRef,
    board_id: OnBoard = None,
    jql: Narrowed = "",
    start: Start = 0,
    limit: PageSize = 50,
) -> Listed[Issue]:
    """List the issues of an epic, by rank; of ``none`` those that are in no epic."""
    wanted: list[ColumnElement[bool]]
    if epic == "none":
        wanted = [_issues.parent_id.is_(None), ~_EPICS]
    else:
        wanted = [_issues.parent_id == _epic(ctx, epic).id]
    return _listed(ctx, [*wanted, *_on(ctx, board_id)], jql, start, limit)


@operation(Effect.WRITE, scope="write:jira-work", doors=(Surface.REST,))
def put_into_epic(ctx: Context, *, epic: IssueRef, issues: IssueKeys) -> Sequence[Issue]:
    """Put issues into an epic; each is in one at most."""
    return _put(ctx, issues, _epic(ctx, epic).id)


@operation(Effect.WRITE, scope="write:jira-work", doors=(Surface.REST,))
def take_from_epics(ctx: Context, *, issues: IssueKeys) -> Sequence[Issue]:
    """Take issues out of the epics that they are in."""
    return _put(ctx, issues, None)


def _on(ctx: Context, board_id: int | None) -> Sequence[ColumnElement[bool]]:
    """The condition that issues are on a board, if there is one."""
    return [] if board_id is None else [board_filters.of_board(ctx, boards.known(ctx, board_id))]


def _put(ctx: Context, refs: Sequence[str], epic_id: str | None) -> Sequence[Issue]:
    return [edit_issue(ctx, issue=ref, fields={f.PARENT: epic_id}) for ref in refs]


def _epic(ctx: Context, ref: str) -> Issue:
    """An epic that the caller sees: a row to be read.

    Raises:
        NotFound: ``epic_not_found``.
    """
    row = sight.found(ctx, ref)
    if row is None or site.issue_types(ctx)[row.type_id].level <= 0:
        said = "The requested epic cannot be found or you do not have permission to view it."
        raise NotFound("epic_not_found", said)
    return row


def _listed(
    ctx: Context, wanted: Sequence[ColumnElement[bool]], jql: str, start: int, limit: int
) -> Listed[Issue]:
    query = visible(Issue).where(*wanted)
    order: Sequence[ColumnElement[Any]] = (_issues.rank,)
    if jql.strip():
        query = query.where(search.condition(ctx, jql))
        order = search.ordering(ctx, jql) if "order by" in jql.lower() else order
    counted = query.with_only_columns(func.count().label("total"), maintain_column_froms=True)
    total = rows_of(ctx.session, counted, sight_of(ctx))[0].total
    page = query.order_by(*order).offset(start).limit(limit)
    return Listed(rows_of(ctx.session, page, sight_of(ctx)), total, start)
