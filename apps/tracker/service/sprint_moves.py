"""Moving issues into sprints and back to the backlog, and to a place there.

https://developer.atlassian.com/cloud/jira/software/rest/api-group-sprint/#api-rest-agile-1-0-sprint-sprintid-issue-post
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import Field

from workworld.apps.tracker.models import Board, Issue, Sprint
from workworld.apps.tracker.service import (
    board_filters,
    boards,
    cards,
    history,
    ranking,
    site,
    sprint_members,
    sprints,
)
from workworld.apps.tracker.service.ranking import After, Before
from workworld.apps.tracker.types import BoardId, IssueKeys, SprintId
from workworld.context import Context, Surface
from workworld.database import rows_of
from workworld.operations import Effect, operation
from workworld.permissions import sight_of, visible

_issues = Issue.__table__.c
_NEXT_TO = {"top": "before", "bottom": "after"}


@operation(Effect.WRITE, scope="write:jira-work")
def to_sprint(
    ctx: Context,
    *,
    sprint_id: SprintId,
    issues: IssueKeys,
    before: Before = None,
    after: After = None,
) -> Sequence[Issue]:
    """Put issues into a sprint that is planned or active, before or after an issue if one is named.

    Their sub-tasks go with them.
    """
    to = ctx.session.get_one(Sprint, sprints.known(ctx, sprint_id).id)
    return _move(ctx, issues, to, before, after)


@operation(Effect.WRITE, scope="write:jira-work")
def to_backlog(
    ctx: Context, *, issues: IssueKeys, before: Before = None, after: After = None
) -> Sequence[Issue]:
    """Take issues out of their sprints, back to the backlog, to a place there if one is named."""
    return _move(ctx, issues, None, before, after)


@operation(Effect.WRITE, scope="write:jira-work", doors=(Surface.UI,))
def to_end(
    ctx: Context,
    *,
    board_id: BoardId,
    issues: IssueKeys,
    sprint_id: Annotated[
        SprintId | None, Field(description="Into which sprint; left out: the backlog.")
    ] = None,
    end: Annotated[Literal["top", "bottom"], Field(description="Where in it.")] = "bottom",
) -> Sequence[Issue]:
    """Move issues to the top or the bottom of a sprint, or of a board's backlog."""
    board = boards.known(ctx, board_id)
    rows = ranking.known(ctx, issues)
    beside = _at_end(ctx, board, sprint_id, end, [row.id for row in rows])
    to = None if sprint_id is None else sprints.known(ctx, sprint_id)
    sprint = None if to is None else ctx.session.get_one(Sprint, to.id)
    neighbour = {} if beside is None else {_NEXT_TO[end]: beside}
    return _move(ctx, issues, sprint, neighbour.get("before"), neighbour.get("after"))


def _at_end(
    ctx: Context, board: Board, sprint_id: int | None, end: str, moved: Sequence[str]
) -> str | None:
    """The issue that stands first or last there and is not moved itself; None without any."""
    ctx.session.flush()  # plain rows are read past the session, and must find it
    done = [each.id for each in site.statuses(ctx).values() if each.category == "done"]
    wanted = [
        board_filters.of_board(ctx, board),
        cards.of_levels(0),
        _issues.id.not_in(moved),
        _issues.sprint_id.is_(sprint_id) if sprint_id is None else _issues.sprint_id == sprint_id,
    ]
    if sprint_id is None:
        wanted.append(_issues.status_id.not_in(done))
    order = _issues.rank if end == "top" else _issues.rank.desc()
    query = visible(Issue).with_only_columns(_issues.id).where(*wanted).order_by(order).limit(1)
    found = rows_of(ctx.session, query, sight_of(ctx))
    return found[0].id if found else None


def _move(
    ctx: Context,
    issues: Sequence[str],
    to: Sprint | None,
    before: str | None,
    after: str | None,
) -> Sequence[Issue]:
    rows = ranking.known(ctx, issues)
    former = {row.sprint_id for row in rows if row.sprint_id is not None}
    for row in rows:
        history.note(ctx, row, sprint_members.put(ctx, row, to))
    for sprint_id in sorted(former | ({to.id} if to else set())):
        sprints.touch(ctx, ctx.session.get_one(Sprint, sprint_id))
    if before is not None or after is not None:
        ranking.put(ctx, rows, before, after)
    ctx.session.flush()  # plain rows are read past the session, and must find it
    return rows
