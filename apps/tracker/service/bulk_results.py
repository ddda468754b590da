"""What came of bulk changes and imports, as their pages keep it to be looked at again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import Field
from sqlalchemy import delete, select

from workworld.apps.tracker import numbers
from workworld.apps.tracker.models import BulkResult
from workworld.context import Context, Surface
from workworld.errors import NotFound
from workworld.operations import Effect, operation

_MOST_KEPT = 50
"""Of one person; older ones are forgotten."""
Kind = Annotated[Literal["change", "import"], Field(description="What came of what.")]
Content = Annotated[Mapping[str, Any], Field(description="As the page that shows it has made it.")]


# A tool's answer tells all of it at once.
@operation(Effect.HOUSEKEEPING, scope=None, doors=(Surface.UI,))
def note(ctx: Context, *, kind: Kind, content: Content) -> str:
    """Keep what came of a change for the caller's page: its id."""
    return keep(ctx, numbers.next_id(ctx.ids, "bulk result"), kind, content).id


def keep(ctx: Context, result_id: str, kind: str, content: Mapping[str, Any]) -> BulkResult:
    """Keep what came of something that the caller did, and forget the oldest of theirs."""
    me = ctx.actor.person_id
    rows = BulkResult.__table__.c
    mine = select(rows.id).where(rows.person_id == me).order_by(rows.told_us.desc(), rows.id.desc())
    old = ctx.session.scalars(mine.offset(_MOST_KEPT - 1)).all()
    ctx.session.execute(delete(BulkResult).where(BulkResult.id.in_(old)))
    row = BulkResult(
        id=result_id,
        person_id=me,
        kind=kind,
        told_us=ctx.clock.now_us(),
        content=dict(content),
    )
    ctx.session.add(row)
    return row


# A tool's answer tells all of it at once.
@operation(Effect.READ, scope="read:jira-work", doors=(Surface.UI,))
def info(
    ctx: Context,
    *,
    result_id: Annotated[str, Field(description="A result's id.", min_length=1, max_length=64)],
    kind: Kind,
) -> Mapping[str, Any]:
    """Read what came of a change of the caller's."""
    row = ctx.session.get(BulkResult, result_id)
    if row is None or row.person_id != ctx.actor.person_id or row.kind != kind:
        raise NotFound("result_not_found", "There is no such result, or it is no longer kept.")
    return row.content
