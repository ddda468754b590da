"""Snapshots of reports: what one said to somebody at one time, apart from what it says now.

https://developer.salesforce.com/docs/atlas.en-us.api_analytics.meta/api_analytics/sforce_analytics_rest_api_instances_summaryasync.htm
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import delete as sql_delete
from sqlalchemy import select

from workworld.apps.crm import record_ids
from workworld.apps.crm.models import Report, ReportSnapshot
from workworld.apps.crm.service import people, refusals, report_memories, report_views, reports
from workworld.apps.crm.service.report_results import Result
from workworld.apps.crm.types import RecordId
from workworld.context import Context
from workworld.database import insert_row
from workworld.operations import Effect, operation

SCOPE = "api"
MOST_KEPT = 20
"""Of one report for one user; older ones go."""
_PREFIX = "0LG"
_snapshots = ReportSnapshot.__table__.c


@dataclass(frozen=True, slots=True)
class SnapshotLine:
    """A snapshot in a list.

    Args:
        id: its id.
        report_id: of which report.
        name: what that was called then.
        taken_us: when.
        rows: how many records it found.
        is_sent: whether it came by a subscription.
    """

    id: str
    report_id: str
    name: str
    taken_us: int
    rows: int
    is_sent: bool


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A snapshot with what the report said then."""

    line: SnapshotLine
    result: Result


@operation(Effect.WRITE, scope=SCOPE)
def take(ctx: Context, *, report_id: RecordId) -> SnapshotLine:
    """Keep what a report says now, for the caller alone; it does not change with the records."""
    ran = reports.run(ctx, report_id=report_id)
    return _told(keep(ctx, ran.view.row, ran.result))


@operation(Effect.READ, scope=SCOPE)
def list(ctx: Context, *, report_id: RecordId) -> Sequence[SnapshotLine]:
    """List what a report said to the caller at other times, the latest first."""
    report = report_views.known(ctx, report_id)
    return [_told(each) for each in _of(ctx, report.id)]


@operation(Effect.READ, scope=SCOPE)
def get(ctx: Context, *, report_id: RecordId, instance_id: RecordId) -> Snapshot:
    """Read what a report said at one time."""
    row = _own(ctx, report_id, instance_id)
    return Snapshot(_told(row), report_memories.restored(ctx, row.content))


@operation(Effect.WRITE, scope=SCOPE)
def delete(ctx: Context, *, report_id: RecordId, instance_id: RecordId) -> None:
    """Delete for good what a report said to the caller at one time."""
    row = _own(ctx, report_id, instance_id)
    ctx.session.execute(sql_delete(ReportSnapshot).where(_snapshots.id == row.id))


def keep(ctx: Context, report: Report, result: Result, subscription_id: str = "") -> ReportSnapshot:
    """Keep what a report said to the caller, and let older ones go beyond ``MOST_KEPT``."""
    row = ReportSnapshot(
        id=record_ids.next_id(ctx.ids, _PREFIX),
        report_id=report.id,
        user_id=people.me(ctx).id,
        subscription_id=subscription_id or None,
        name=report.name,
        taken_us=ctx.clock.now_us(),
        rows=result.count,
        content=report_memories.kept(result),
    )
    old = [each.id for each in _of(ctx, report.id)[MOST_KEPT - 1 :]]
    if old:
        ctx.session.execute(sql_delete(ReportSnapshot).where(_snapshots.id.in_(old)))
    insert_row(ctx.session, row)
    return row


def _of(ctx: Context, report_id: str) -> Sequence[ReportSnapshot]:
    query = select(ReportSnapshot).where(
        _snapshots.report_id == report_id, _snapshots.user_id == people.me(ctx).id
    )
    order = (_snapshots.taken_us.desc(), _snapshots.id.desc())
    return ctx.session.scalars(query.order_by(*order)).all()


def _own(ctx: Context, report_id: str, instance_id: str) -> ReportSnapshot:
    report = report_views.known(ctx, report_id)
    row = ctx.session.get(ReportSnapshot, record_ids.full(instance_id) or "")
    if row is None or row.report_id != report.id or row.user_id != people.me(ctx).id:
        raise refusals.not_found()
    return row


def _told(row: ReportSnapshot) -> SnapshotLine:
    is_sent = row.subscription_id is not None
    return SnapshotLine(row.id, row.report_id, row.name, row.taken_us, row.rows, is_sent)
