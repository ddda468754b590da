"""Quick filters: buttons above a board, each of which narrows it by a query."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from pydantic import Field

from workworld.apps.tracker import numbers
from workworld.apps.tracker.models import QuickFilter
from workworld.apps.tracker.service import board_filters, board_settings, boards
from workworld.apps.tracker.types import BoardId, Jql, Name, NumberedId, ShortText
from workworld.context import Context, Surface
from workworld.errors import Invalid, NotFound, Problem
from workworld.operations import Effect, operation

_MOST = 30
_DOORS = (Surface.MCP, Surface.UI)
"""The vendor's API does not configure boards."""
QuickFilterId = Annotated[NumberedId, Field(description="A quick filter's id.")]


@operation(Effect.READ, scope="read:jira-work", doors=_DOORS)
def list(ctx: Context, *, board_id: BoardId) -> Sequence[QuickFilter]:
    """List the quick filters of a board in their order."""
    return board_filters.quick_filters(ctx, boards.known(ctx, board_id).id)


@operation(Effect.WRITE, scope="manage:jira-project", doors=_DOORS)
def add(
    ctx: Context, *, board_id: BoardId, name: Name, jql: Jql, description: ShortText = ""
) -> QuickFilter:
    """Add a quick filter to a board, after those that it has."""
    board = boards.changing(ctx, board_id)
    known = board_filters.quick_filters(ctx, board.id)
    if len(known) >= _MOST:
        raise Invalid("too_many_quick_filters", f"A board has at most {_MOST} quick filters.")
    row = QuickFilter(
        id=numbers.next_id(ctx.ids, "quick filter"),
        board_id=board.id,
        name=boards.good_name(name),
        jql=_required(board_settings.good_jql(ctx, jql, "jql")),
        description=description.strip(),
        position=max((each.position for each in known), default=-1) + 1,
    )
    ctx.session.add(row)
    ctx.touch(f"tracker.board:{board.id}")
    return row


@operation(Effect.WRITE, scope="manage:jira-project", doors=_DOORS)
def edit(
    ctx: Context,
    *,
    board_id: BoardId,
    quick_filter_id: QuickFilterId,
    name: Annotated[Name | None, Field(description="A new name.")] = None,
    jql: Annotated[Jql | None, Field(description="A new query.")] = None,
    description: Annotated[ShortText | None, Field(description="What it is for.")] = None,
) -> QuickFilter:
    """Change a quick filter of a board; whatever is left out stays as it is."""
    row = _row(ctx, board_id, quick_filter_id)
    if name is not None:
        row.name = boards.good_name(name)
    if jql is not None:
        row.jql = _required(board_settings.good_jql(ctx, jql, "jql"))
    if description is not None:
        row.description = description.strip()
    ctx.touch(f"tracker.board:{board_id}")
    return row


@operation(Effect.WRITE, scope="manage:jira-project", doors=_DOORS)
def delete(ctx: Context, *, board_id: BoardId, quick_filter_id: QuickFilterId) -> None:
    """Delete a quick filter of a board."""
    ctx.session.delete(_row(ctx, board_id, quick_filter_id))
    ctx.touch(f"tracker.board:{board_id}")


def _row(ctx: Context, board_id: int, quick_filter_id: str) -> QuickFilter:
    boards.changing(ctx, board_id)
    row = ctx.session.get(QuickFilter, quick_filter_id)
    if row is None or row.board_id != board_id:
        raise NotFound("quick_filter_not_found", "The board has no such quick filter.")
    return row


def _required(jql: str) -> str:
    if not jql:
        said = "A quick filter needs a query."
        raise Invalid("invalid_fields", said, problems=[Problem(said, "jql")])
    return jql
