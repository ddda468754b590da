"""The order of issues: one for the whole site, of which boards and lists show parts.

A move gives the moved issues new ranks and touches no others.
https://developer.atlassian.com/cloud/jira/software/rest/api-group-issue/#api-rest-agile-1-0-issue-rank-put
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from pydantic import Field
from sqlalchemy import bindparam, func, select

from workworld.apps.tracker import field_ids, ranks
from workworld.apps.tracker import permission_names as names
from workworld.apps.tracker.models import Issue
from workworld.apps.tracker.service import access, history, sight
from workworld.apps.tracker.service.history import Item
from workworld.apps.tracker.types import IssueKeys, IssueRef
from workworld.context import Context, Surface
from workworld.database import constant, rows_of
from workworld.errors import Invalid
from workworld.operations import Effect, operation

Before = Annotated[IssueRef | None, Field(description="The issue that they are to come before.")]
After = Annotated[IssueRef | None, Field(description="The issue that they are to come after.")]
_columns = Issue.__table__.c
_ABOVE = constant(
    select(_columns.id, _columns.rank)
    .where(_columns.rank < bindparam("rank"))
    .order_by(_columns.rank.desc())
    .limit(bindparam("most"))
)
_BELOW = constant(
    select(_columns.id, _columns.rank)
    .where(_columns.rank > bindparam("rank"))
    .order_by(_columns.rank)
    .limit(bindparam("most"))
)
_LAST = constant(select(func.max(_columns.rank).label("rank")))


@operation(Effect.WRITE, scope="write:jira-work", doors=(Surface.REST, Surface.MCP, Surface.UI))
def place(
    ctx: Context, *, issues: IssueKeys, before: Before = None, after: After = None
) -> Sequence[Issue]:
    """Put issues right before or right after another one, in the order in which they are given.

    Returns:
        The issues, from the first to the last.
    """
    rows = known(ctx, issues)
    put(ctx, rows, before, after)
    return rows


def known(ctx: Context, refs: Sequence[str]) -> list[Issue]:
    """The rows of issues that are to be moved, each once, which the caller may schedule.

    Raises:
        Invalid: ``issues_required``.
        Refused: there is none like that, or the caller may not schedule it.
    """
    rows = list(dict.fromkeys(sight.known(ctx, ref) for ref in refs))
    if not rows:
        raise Invalid("issues_required", "Name at least one issue.")
    for row in rows:
        access.require_may(ctx, names.SCHEDULE, row)
    return rows


def put(ctx: Context, rows: Sequence[Issue], before: str | None, after: str | None) -> None:
    """Move issues next to another one; what stands there already stays as it is.

    Raises:
        Invalid: ``invalid_rank``: not exactly one neighbour is named, or one that is moved itself.
    """
    if (before is None) == (after is None):
        raise Invalid("invalid_rank", "Name either the issue before or the one after.")
    beside = sight.read(ctx, before or after or "")
    if any(row.id == beside.id for row in rows):
        raise Invalid("invalid_rank", f"{beside.key} cannot be ranked next to itself.")
    if before is not None:
        _put_before(ctx, rows, beside.rank)
    else:
        _put_after(ctx, rows, beside.rank)


def last(ctx: Context) -> str | None:
    """The rank of the site's last issue; None without any."""
    (found,) = rows_of(ctx.session, _LAST, {})
    rank: str | None = found.rank
    return rank


def _put_before(ctx: Context, rows: Sequence[Issue], rank: str) -> None:
    above = _neighbours(ctx, _ABOVE, rank, len(rows))
    if [each.id for each in reversed(above)] != [row.id for row in rows]:
        _rank(ctx, rows, above[0].rank if above else None, rank)


def _put_after(ctx: Context, rows: Sequence[Issue], rank: str) -> None:
    below = _neighbours(ctx, _BELOW, rank, len(rows))
    if [each.id for each in below] != [row.id for row in rows]:
        _rank(ctx, rows, rank, below[0].rank if below else None)


def _neighbours(ctx: Context, query: object, rank: str, most: int) -> list[Issue]:
    ctx.session.flush()  # plain rows are read past the session, and must find it
    return rows_of(ctx.session, query, {"rank": rank, "most": most})


def _rank(ctx: Context, rows: Sequence[Issue], lower: str | None, upper: str | None) -> None:
    """Give issues ranks between two that no other issue lies between."""
    for row, rank in zip(rows, _spread(lower, upper, len(rows)), strict=True):
        said = "Ranked higher" if rank < row.rank else "Ranked lower"
        ranked = Item("Rank", field_ids.RANK, "", "", "", said)
        history.note(ctx, row, [ranked], is_update=False)
        row.rank = rank
    ctx.session.flush()  # plain rows are read past the session, and must find it
    ctx.emit("tracker.issues_ranked", issue_ids=[row.id for row in rows])


def _spread(lower: str | None, upper: str | None, count: int) -> list[str]:
    """Ranks in between, evenly, so that they stay short."""
    if not count:
        return []
    middle = ranks.between(lower, upper)
    left = (count - 1) // 2
    return [
        *_spread(lower, middle, left),
        middle,
        *_spread(middle, upper, count - 1 - left),
    ]
