"""What was changed or deleted within some time, for those who keep a copy.

https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/resources_getupdated.htm
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Annotated, NamedTuple

from pydantic import Field as Argument
from sqlalchemy import ColumnElement, FromClause, select

from workworld.apps.crm.service import records, sight
from workworld.apps.crm.service.refusals import refused
from workworld.apps.crm.types import SObjectName
from workworld.clock import from_microseconds, to_microseconds
from workworld.context import Context, Surface
from workworld.operations import Effect, operation

FARTHEST = timedelta(days=30)
"""How far back the recycle bin, and with it this, goes."""
MOST = 2000
Start = Annotated[datetime, Argument(description="Since when.")]
End = Annotated[datetime, Argument(description="Until when.")]


class Told(NamedTuple):
    """A record, and when it was changed or deleted."""

    id: str
    at_us: int


@dataclass(frozen=True, slots=True)
class Replicated:
    """What came to pass within some time.

    Args:
        records: each once, in the order in which it was changed last.
        covered_us: up to when that is all.
        earliest_us: how far back the recycle bin goes.
    """

    records: Sequence[Told]
    covered_us: int
    earliest_us: int


# It is for those who keep a copy: people and models ask for records by a query.
@operation(Effect.READ, scope=records.SCOPE, doors=(Surface.REST,))
def updated(ctx: Context, *, sobject: SObjectName, start: Start, end: End) -> Replicated:
    """List the records of an object that were created or changed within some time."""
    kind = records.sobject_of(ctx, sobject)
    table = kind.model.__table__
    return _replicated(ctx, table, start, end, table.c.modified_us, sight.rows(ctx, kind, table))


# As for changed ones.
@operation(Effect.READ, scope=records.SCOPE, doors=(Surface.REST,))
def deleted(ctx: Context, *, sobject: SObjectName, start: Start, end: End) -> Replicated:
    """List the records of an object that were deleted within some time."""
    kind = records.sobject_of(ctx, sobject)
    table = kind.model.__table__
    seen = sight.rows(ctx, kind, table, deleted=True) & table.c.is_deleted
    return _replicated(ctx, table, start, end, table.c.deleted_us, seen)


def _replicated(
    ctx: Context,
    table: FromClause,
    start: datetime,
    end: datetime,
    at: ColumnElement[int | None],
    condition: ColumnElement[bool],
) -> Replicated:
    since, until = _microseconds(start), _microseconds(end)
    now_us = ctx.clock.now_us()
    earliest = to_microseconds(from_microseconds(now_us) - FARTHEST)
    if since >= until:
        raise refused("INVALID_REPLICATION_DATE", "startDate must be before endDate")
    if since < earliest:
        said = "startDate before org replication enabled date"
        raise refused("INVALID_REPLICATION_DATE", said)
    query = select(table.c.id, at).where(at >= since, at < until, condition).order_by(at)
    found = [Told(*row) for row in ctx.session.execute(query.order_by(table.c.id).limit(MOST))]
    return Replicated(found, min(until, now_us), earliest)


def _microseconds(moment: datetime) -> int:
    """A moment that was given, in UTC where no zone is told.

    Raises:
        RecordRefused: ``INVALID_REPLICATION_DATE``: it lies beyond what can be reckoned with.
    """
    try:
        if moment.utcoffset() is None:
            moment = moment.replace(tzinfo=UTC)
        return to_microseconds(moment)
    except OverflowError:
        raise refused("INVALID_REPLICATION_DATE", "no such date") from None
