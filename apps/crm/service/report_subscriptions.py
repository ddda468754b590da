"""Subscriptions to reports: daily, weekly or monthly, to oneself or to others, under conditions.

Whoever is sent a report is sent what they may see of it. What it said stays as a snapshot.
https://help.salesforce.com/s/articleView?id=analytics.reports_subscribe_overview.htm
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field
from sqlalchemy import delete as sql_delete
from sqlalchemy import select

from workworld.apps.crm import APP, record_ids
from workworld.apps.crm.models import Report, ReportSubscription, User
from workworld.apps.crm.schema import schedules
from workworld.apps.crm.service import (
    notice_choices,
    notices,
    people,
    refusals,
    report_snapshots,
    report_views,
    reports,
)
from workworld.apps.crm.service.report_results import Result
from workworld.apps.crm.types import RecordId
from workworld.context import Context, Surface
from workworld.database import insert_row
from workworld.errors import Invalid, NotFound, Refused
from workworld.notifications.notices import notify_me
from workworld.operations import Effect, operation
from workworld.schedule import cancel, plan, planned
from workworld.shapes import CLOSED

SCOPE = "api"
MOST = 5
"""Of one report for one user."""
_PREFIX = "0Au"
_DELIVERY = "crm.report_subscriptions.deliver"
_rows = ReportSubscription.__table__.c
_COMPARED: Mapping[str, Callable[[float, float], bool]] = {
    "equals": operator.eq, "notEqual": operator.ne,
    "lessThan": operator.lt, "greaterThan": operator.gt,
    "lessOrEqual": operator.le, "greaterOrEqual": operator.ge,
}  # fmt: skip
# Pages list one's subscriptions, and whoever wants another one there ends the first.
_WITHOUT_PAGES = (Surface.REST, Surface.MCP)
Frequency = Annotated[Literal["daily", "weekly", "monthly"], Field(description="How often.")]
Days = Annotated[
    Sequence[Annotated[int, Field(ge=0, le=31)]],
    Field(
        description="Weekly: on which days of the week, Monday 0. Monthly: on which days of the"
        " month, from 1. Daily: none.",
        max_length=31,
    ),
]
Hour = Annotated[int, Field(description="At which hour in the caller's zone.", ge=0, le=23)]
Recipients = Annotated[
    Sequence[RecordId], Field(description="Who is sent it; empty: the caller.", max_length=20)
]
SubscriptionId = Annotated[RecordId, Field(description="The subscription's id.")]


class Condition(BaseModel):
    """What must hold of a total over all rows, or nothing is sent."""

    model_config = {**CLOSED, "frozen": True}

    aggregate: Annotated[str, Field(description="RowCount, s!Amount …", max_length=200)]
    operator: Literal[
        "equals", "notEqual", "lessThan", "greaterThan", "lessOrEqual", "greaterOrEqual"
    ] = "greaterThan"
    value: float


Conditions = Annotated[Sequence[Condition], Field(description="All must hold.", max_length=5)]


@dataclass(frozen=True, slots=True)
class Subscription:
    """A subscription as its owner sees it.

    Args:
        row: the subscription.
        report: what the report is called.
        recipients: what those are called who are sent it, by their ids.
        next_us: when it comes next.
    """

    row: ReportSubscription
    report: str
    recipients: Mapping[str, str]
    next_us: int


@operation(Effect.READ, scope=SCOPE)
def list(
    ctx: Context,
    *,
    report_id: Annotated[
        str, Field(description="Of which report; empty: of all.", max_length=18)
    ] = "",
) -> Sequence[Subscription]:
    """List the caller's subscriptions to reports."""
    query = select(ReportSubscription).where(_rows.owner_id == people.me(ctx).id)
    if report_id:
        query = query.where(_rows.report_id == report_views.known(ctx, report_id).id)
    found = ctx.session.scalars(query.order_by(_rows.created_us, _rows.id)).all()
    return [_told(ctx, row) for row in found]


@operation(Effect.READ, scope=SCOPE, doors=_WITHOUT_PAGES)
def info(ctx: Context, *, subscription_id: SubscriptionId) -> Subscription:
    """Look up one of the caller's subscriptions."""
    return _told(ctx, _own(ctx, subscription_id))


@operation(Effect.WRITE, scope=SCOPE)
def create(
    ctx: Context,
    *,
    report_id: RecordId,
    frequency: Frequency = "weekly",
    days: Days = (),
    hour: Hour = 8,
    recipient_ids: Recipients = (),
    conditions: Conditions = (),
) -> Subscription:
    """Have a report sent again and again, to the caller or to others.

    Everybody is sent what they may see of it, as a notification, and what it said is kept.
    """
    report = report_views.known(ctx, report_id)
    me = people.me(ctx).id
    if len(list(ctx, report_id=report.id)) >= MOST:
        raise Invalid("LIMIT_EXCEEDED", f"One has at most {MOST} subscriptions to a report.")
    now_us = ctx.clock.now_us()
    row = ReportSubscription(
        id=record_ids.next_id(ctx.ids, _PREFIX),
        report_id=report.id,
        owner_id=me,
        frequency=frequency,
        days=_good_days(frequency, days),
        hour=hour,
        recipient_ids=_good_recipients(ctx, report, recipient_ids or [me]),
        conditions=_good_conditions(report, conditions),
        created_us=now_us,
        modified_us=now_us,
    )
    insert_row(ctx.session, row)
    _plan(ctx, row)
    return _told(ctx, row)


@operation(Effect.WRITE, scope=SCOPE, doors=_WITHOUT_PAGES)
def update(
    ctx: Context,
    *,
    subscription_id: SubscriptionId,
    frequency: Frequency | None = None,
    days: Days | None = None,
    hour: Hour | None = None,
    recipient_ids: Recipients | None = None,
    conditions: Conditions | None = None,
) -> Subscription:
    """Change a subscription of the caller's; what is not given stays as it is."""
    row = _own(ctx, subscription_id)
    report = report_views.known(ctx, row.report_id)
    row.frequency = frequency or row.frequency
    if frequency is not None or days is not None:
        row.days = _good_days(row.frequency, row.days if days is None else days)
    row.hour = row.hour if hour is None else hour
    if recipient_ids is not None:
        row.recipient_ids = _good_recipients(ctx, report, recipient_ids or [row.owner_id])
    if conditions is not None:
        row.conditions = _good_conditions(report, conditions)
    row.modified_us = ctx.clock.now_us()
    _unplan(ctx, row)
    _plan(ctx, row)
    return _told(ctx, row)


@operation(Effect.WRITE, scope=SCOPE)
def delete(ctx: Context, *, subscription_id: SubscriptionId) -> None:
    """End one of the caller's subscriptions; what was sent stays."""
    row = _own(ctx, subscription_id)
    _unplan(ctx, row)
    ctx.session.execute(sql_delete(ReportSubscription).where(_rows.id == row.id))


# It is due by itself; nobody asks for it.
@operation(Effect.WRITE, scope=SCOPE, doors=())
def deliver(ctx: Context, *, subscription_id: SubscriptionId) -> None:
    """Send a report to whom its subscription names, and plan the next time."""
    row = ctx.session.get(ReportSubscription, subscription_id)
    if row is None or row.owner_id != people.me(ctx).id:
        return  # it ended together with its report
    report = ctx.session.get_one(Report, row.report_id)
    for user_id in row.recipient_ids:
        _send(ctx, row, report, user_id)
    row.last_run_us = ctx.clock.now_us()
    _plan(ctx, row)


def _send(ctx: Context, row: ReportSubscription, report: Report, user_id: str) -> None:
    user = ctx.session.get(User, user_id)
    if user is None or not user.is_active:
        return
    reader = people.acting_as(ctx, user)
    try:
        result = reports.run(reader, report_id=report.id).result
    except Refused:
        return  # they do not see it any more, or it makes no sense for them
    if not all(_holds(each, result) for each in row.conditions):
        return
    snapshot = report_snapshots.keep(reader, report, result, row.id)
    url = notices.address_of(ctx, "reports", f"{report.id}/snapshots/{snapshot.id}")
    said = f"{report.name}: {result.count:,} record{'s' * (result.count != 1)}"
    if user_id != row.owner_id:
        notices.tell(ctx, notices.REPORT_SENT, url, [user_id], f"sent you the report {said}")
        return
    text = f"subscribed to the report {said}"
    notices.call(ctx, notices.REPORT_SENT, url, [user_id], text, is_own=True)
    if notice_choices.wanting(ctx, notices.REPORT_SENT, [user_id]):
        notify_me(ctx, app_id=APP.id, kind=notices.REPORT_SENT, text=text, url=url)


def _holds(said: Mapping[str, Any], result: Result) -> bool:
    found = next((each for each in result.totals if each.name == said["aggregate"]), None)
    value = None if found is None else result.value(found)
    return value is not None and _COMPARED[said["operator"]](value, said["value"])


def _good_days(frequency: str, days: Sequence[int]) -> Sequence[int]:
    if frequency == schedules.DAILY:
        return []
    wanted = sorted(set(days))
    least, most = (0, 6) if frequency == schedules.WEEKLY else (1, 31)
    if not wanted or wanted[0] < least or wanted[-1] > most:
        said = "day of the week" if frequency == schedules.WEEKLY else "day of the month"
        raise Invalid("INVALID_FIELD", f"Choose at least one {said}.")
    return wanted


def _good_recipients(ctx: Context, report: Report, ids: Sequence[str]) -> Sequence[str]:
    wanted = sorted({record_ids.full(each) or "" for each in ids})
    for user_id in wanted:
        user = ctx.session.get(User, user_id)
        if user is None or not user.is_active or user.is_deleted:
            raise Invalid("INVALID_CROSS_REFERENCE_KEY", "There is no such active user.")
        try:
            report_views.known(people.acting_as(ctx, user), report.id)
        except NotFound:
            named = people.names(ctx, [user_id]).get(user_id, "That user")
            said = f"{named} does not see this report. Put it into a folder for them first."
            raise Invalid("INSUFFICIENT_ACCESS", said) from None
    return wanted


def _good_conditions(report: Report, conditions: Sequence[Condition]) -> Sequence[dict[str, Any]]:
    known = report.definition.get("aggregates") or ["RowCount"]
    for each in conditions:
        if each.aggregate not in known:
            raise Invalid("INVALID_FIELD", f"The report has no total “{each.aggregate}”.")
    return [each.model_dump(mode="json") for each in conditions]


def _own(ctx: Context, subscription_id: str) -> ReportSubscription:
    row = ctx.session.get(ReportSubscription, record_ids.full(subscription_id) or "")
    if row is None or row.owner_id != people.me(ctx).id:
        raise refusals.not_found()
    return row


def _told(ctx: Context, row: ReportSubscription) -> Subscription:
    report = ctx.session.get_one(Report, row.report_id)
    return Subscription(row, report.name, people.names(ctx, row.recipient_ids), _next(ctx, row))


def _next(ctx: Context, row: ReportSubscription) -> int:
    where = people.zone_of(ctx)
    return schedules.next_time(ctx.clock.now_us(), where, row.frequency, row.days, row.hour)


def _plan(ctx: Context, row: ReportSubscription) -> None:
    plan(
        ctx.session,
        due_us=_next(ctx, row),
        actor_id=ctx.actor.person_id,
        operation=_DELIVERY,
        arguments={"subscription_id": row.id},
    )


def _unplan(ctx: Context, row: ReportSubscription) -> None:
    for due in planned(ctx.session):
        if due.operation == _DELIVERY and due.arguments["subscription_id"] == row.id:
            cancel(ctx.session, due)
