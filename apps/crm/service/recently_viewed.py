"""What somebody looked at last, and worked on last."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from pydantic import Field as Argument
from sqlalchemy import select

from workworld.apps.crm.service import people, reading, recents, records, sight
from workworld.apps.crm.service.reading import Loaded
from workworld.apps.crm.types import SObjectName
from workworld.context import Context, Surface
from workworld.operations import Effect, operation


# Pages and the API tell what was looked at alone; the vendor's tool fills it up with what one did.
@operation(Effect.READ, scope=records.SCOPE, doors=(Surface.MCP,))
def listed(
    ctx: Context,
    *,
    sobject: SObjectName,
    limit: Annotated[int, Argument(description="How many at most.", ge=1, le=200)] = 25,
) -> Sequence[Loaded]:
    """List the records of an object that you looked at last, then those you changed last."""
    kind = records.sobject_of(ctx, sobject)
    me = people.me(ctx).id
    ids = [*recents.seen_last(ctx, (kind.name,))]
    table = kind.model.__table__
    changed = (
        select(table.c.id)
        .where(table.c.modified_by_id == me, sight.rows(ctx, kind, table))
        .order_by(table.c.modified_us.desc(), table.c.id)
    )
    ids += [each for each in ctx.session.scalars(changed.limit(limit)) if each not in ids]
    found = reading.load(ctx, kind, ids)
    return [found[each] for each in ids if each in found][:limit]
