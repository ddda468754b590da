"""Which records somebody looked at last, as their pages note unasked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from pydantic import Field
from sqlalchemy import bindparam, case, func, select, update

from workworld.apps.crm import record_ids
from workworld.apps.crm.models import RecentRecord
from workworld.apps.crm.schema import objects
from workworld.apps.crm.service import people, reading, refusals
from workworld.apps.crm.types import RecordId, SObjectName
from workworld.context import Context, Surface
from workworld.database import constant, rows_of
from workworld.operations import Effect, operation

_table: Any = RecentRecord.__table__
_recent = _table.c
_LAST = constant(
    select(
        func.max(_recent.viewed_us).label("newest"),
        func.max(case((_recent.record_id == bindparam("record"), _recent.viewed_us))).label("own"),
    ).where(_recent.user_id == bindparam("user"))
)
_MOST_READ = 100
"""So many are looked through for those that can still be seen."""


# Pages alone note what is looked at; programs that read a record do not look at it.
@operation(Effect.HOUSEKEEPING, scope=None, doors=(Surface.UI,))
def view(ctx: Context, *, sobject: SObjectName, record_id: RecordId) -> None:
    """Note that the caller looks at a record, so that it is among their recent ones.

    Whether they may see it is asked when these are listed: its page, which has shown it, notes it.
    """
    user_id = people.me(ctx).id
    kind, full = objects.find(sobject), record_ids.full(record_id)
    if kind is None or full is None:
        raise refusals.not_found()
    (last,) = rows_of(ctx.session, _LAST, {"user": user_id, "record": full})
    if last.newest is not None and last.newest == last.own and last.own >= ctx.clock.now_us():
        return
    # Looking takes no time, and what one looked at last comes first all the same.
    now_us = max(ctx.clock.now_us(), (last.newest or 0) + 1)
    if last.own is not None:
        here = update(_table).where(_recent.user_id == user_id, _recent.record_id == full)
        ctx.session.execute(here.values(viewed_us=now_us))
        return
    table = kind.model.__table__
    if ctx.session.scalar(select(table.c.id).where(table.c.id == full)) is None:
        raise refusals.not_found()
    seen = RecentRecord(user_id=user_id, record_id=full, sobject=kind.name, viewed_us=now_us)
    ctx.session.add(seen)


# The vendor's tool for recent records asks for those of one object, and so do pages.
@operation(Effect.READ, scope="api", doors=(Surface.REST,))
def list(
    ctx: Context,
    *,
    sobject: Annotated[str, Field(description="Only records of this object.", max_length=80)] = "",
    limit: Annotated[int, Field(description="How many at most.", ge=1, le=200)] = 10,
) -> Sequence[tuple[str, str]]:
    """List ids and names of the records at which the caller looked last, the latest first."""
    return latest(ctx, (sobject,) if sobject else (), limit)


def latest(ctx: Context, sobjects: Sequence[str], limit: int) -> Sequence[tuple[str, str]]:
    """Ids and names of the records that the caller saw last and still may see.

    Args:
        ctx: who asks.
        sobjects: only of these objects; of any if empty.
        limit: how many at most.
    """
    ids = seen_last(ctx, sobjects)
    names = reading.names(ctx, ids)
    return [(each, names[each]) for each in ids if each in names][:limit]


def seen_last(ctx: Context, sobjects: Sequence[str]) -> Sequence[str]:
    """Ids of the records that the caller saw last, whether or not they still may see them.

    Args:
        ctx: who asks.
        sobjects: only of these objects; of any if empty.
    """
    query = select(_recent.record_id).where(_recent.user_id == people.me(ctx).id)
    if sobjects:
        query = query.where(_recent.sobject.in_(sobjects))
    ordered = query.order_by(_recent.viewed_us.desc(), _recent.record_id).limit(_MOST_READ)
    return ctx.session.scalars(ordered).all()
