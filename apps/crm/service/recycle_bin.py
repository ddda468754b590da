"""The recycle bin: what was deleted, and can be brought back.

https://help.salesforce.com/s/articleView?id=sf.home_delete.htm
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from heapq import nlargest
from typing import Annotated

from pydantic import Field as Argument
from sqlalchemy import literal, select

from workworld.apps.crm.schema import objects
from workworld.apps.crm.schema.objects import SObject
from workworld.apps.crm.service import access_levels, people, sight
from workworld.apps.crm.service.records import SCOPE
from workworld.context import Context, Surface
from workworld.operations import Effect, operation

_MOST = 200


@dataclass(frozen=True, slots=True)
class Binned:
    """A record in the recycle bin."""

    id: str
    sobject: SObject
    name: str
    deleted_us: int
    deleted_by: str
    """What whoever deleted it is called."""
    may_restore: bool


# Programs ask for deleted records with a query of all rows.
@operation(Effect.READ, scope=SCOPE, doors=(Surface.UI,))
def list(
    ctx: Context,
    *,
    everybody: Annotated[
        bool, Argument(description="Whether what others have deleted is listed as well.")
    ] = False,
    search: Annotated[str, Argument(description="What the name holds.", max_length=200)] = "",
) -> Sequence[Binned]:
    """List the records that were deleted, the last one first, at most 200.

    What went along with another record is not told: it comes back with that one.
    """
    me = "" if everybody else people.me(ctx).id
    found = [
        each
        for sobject in objects.objects().values()
        if not sobject.is_setup and sight.may(ctx, sobject, "read")
        for each in _of(ctx, sobject, me, search.strip())
    ]
    last = nlargest(_MOST, found, key=lambda each: (each[0], each[1]))
    who = people.names(ctx, [each[3] for each in last])
    return tuple(
        Binned(
            record_id,
            sobject,
            name or sobject.label,
            deleted_us,
            who.get(by_id, ""),
            sight.may(ctx, sobject, "delete")
            and access_levels.of(ctx, sobject, [record_id]).get(record_id) == access_levels.ALL,
        )
        for deleted_us, record_id, name, by_id, sobject in last
    )


def _of(
    ctx: Context, sobject: SObject, by_id: str, search: str
) -> Sequence[tuple[int, str, str, str, SObject]]:
    table = sobject.model.__table__
    named = sobject.name_field
    name = named.of(table) if named is not None else literal(sobject.label)
    binned = [table.c.is_deleted, table.c.deleted_with_id.is_(None)]
    if by_id:
        binned.append(table.c.deleted_by_id == by_id)
    if search:
        binned.append(name.icontains(search, autoescape=True))
    # Who sees what is worked out for whole tables; most of them hold nothing that was deleted.
    if ctx.session.scalar(select(table.c.id).where(*binned).limit(1)) is None:
        return ()
    query = select(table.c.deleted_us, table.c.id, name, table.c.deleted_by_id).where(
        *binned, sight.rows(ctx, sobject, table, deleted=True)
    )
    rows = ctx.session.execute(query.order_by(table.c.deleted_us.desc()).limit(_MOST))
    return [(us or 0, record_id, text, who or "", sobject) for us, record_id, text, who in rows]
