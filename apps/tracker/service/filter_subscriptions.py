"""Who is told of what saved filters find, and when."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Annotated

from pydantic import Field
from sqlalchemy import bindparam, select

from workworld.apps.tracker import numbers
from workworld.apps.tracker.models import FilterSubscription
from workworld.apps.tracker.service import filters, search
from workworld.apps.tracker.types import NumberedId
from workworld.clock import from_microseconds, to_microseconds
from workworld.context import Context, Surface
from workworld.database import constant, insert_row, plain_rows
from workworld.directory import people
from workworld.errors import Invalid, NotFound, Problem, Refused
from workworld.links.addresses import canonical_url
from workworld.notifications.notices import notify_me
from workworld.operations import Effect, operation
from workworld.schedule import cancel, plan, planned
from workworld.zones import zone

_DELIVERY = "tracker.filter_subscriptions.deliver"
_rows = FilterSubscription.__table__.c
_MINE = constant(
    select(FilterSubscription.__table__)
    .where(_rows.filter_id == bindparam("filter"), _rows.person_id == bindparam("person"))
    .order_by(_rows.id)
)
Days = Annotated[
    Sequence[Annotated[int, Field(ge=0, le=6)]],
    Field(description="On which days of the week, Monday 0.", min_length=1, max_length=7),
]
Hour = Annotated[int, Field(description="At which hour in the caller's zone.", ge=0, le=23)]
SubscriptionId = Annotated[NumberedId, Field(description="The subscription's id.")]


@operation(Effect.READ, scope="read:jira-work", doors=(Surface.MCP, Surface.UI))
def list(ctx: Context, *, filter_id: filters.FilterId) -> Sequence[FilterSubscription]:
    """List when the caller is told of what a saved filter finds."""
    row = filters.known(ctx, filter_id)
    values = {"filter": row.id, "person": ctx.actor.person_id}
    return plain_rows(ctx.session, FilterSubscription, _MINE, values)


@operation(Effect.WRITE, scope="write:jira-work", doors=(Surface.MCP, Surface.UI))
def add(
    ctx: Context,
    *,
    filter_id: filters.FilterId,
    days: Days,
    hour: Hour = 9,
    if_empty: Annotated[bool, Field(description="Even when nothing is found.")] = False,
) -> FilterSubscription:
    """Have the caller told of what a saved filter finds, on some days of the week at an hour."""
    filter = filters.known(ctx, filter_id)
    wanted = sorted(set(days))
    if not wanted:
        raise Invalid("invalid_fields", problems=[Problem("Choose a day.", "days")])
    row = FilterSubscription(
        id=numbers.next_id(ctx.ids, "filter subscription"),
        filter_id=filter.id,
        person_id=ctx.actor.person_id,
        days=wanted,
        hour=hour,
        if_empty=if_empty,
    )
    insert_row(ctx.session, row)
    _plan(ctx, row)
    ctx.touch(f"tracker.filter:{filter.id}")
    return ctx.session.get_one(FilterSubscription, row.id)


@operation(Effect.WRITE, scope="write:jira-work", doors=(Surface.MCP, Surface.UI))
def remove(ctx: Context, *, subscription_id: SubscriptionId) -> None:
    """Have the caller told no more of what a saved filter finds.

    Raises:
        NotFound: ``subscription_not_found``.
    """
    row = _own(ctx, subscription_id)
    for due in planned(ctx.session):
        if due.operation == _DELIVERY and due.arguments["subscription_id"] == row.id:
            cancel(ctx.session, due)
    ctx.touch(f"tracker.filter:{row.filter_id}")
    ctx.session.delete(row)


@operation(Effect.WRITE, scope="read:jira-work", doors=())
def deliver(ctx: Context, *, subscription_id: SubscriptionId) -> None:
    """Tell whoever subscribed what the filter finds now, and plan the next time.

    One that they do not see any more, or that makes no sense any more, tells nothing.
    """
    row = ctx.session.get(FilterSubscription, subscription_id)
    if row is None or row.person_id != ctx.actor.person_id:
        return  # it ended together with its filter
    try:
        filter = filters.known(ctx, row.filter_id)
        count = search.count(ctx, jql=filter.jql)
    except Refused:
        _plan(ctx, row)
        return
    if count or row.if_empty:
        url = canonical_url(ctx, "tracker", f"/issues?filter={row.filter_id}")
        said = f"subscribed to {filter.name}: {count} issue{'' if count == 1 else 's'}"
        notify_me(ctx, app_id="tracker", kind="filter", text=said, url=url)
    _plan(ctx, row)


def _own(ctx: Context, subscription_id: str) -> FilterSubscription:
    row = ctx.session.get(FilterSubscription, subscription_id)
    if row is None or row.person_id != ctx.actor.person_id:
        raise NotFound("subscription_not_found", "There is no such subscription.")
    return row


def _plan(ctx: Context, row: FilterSubscription) -> None:
    due = next_time(ctx.clock.now_us(), people.me(ctx).zone, row.days, row.hour)
    plan(
        ctx.session,
        due_us=due,
        actor_id=ctx.actor.person_id,
        operation=_DELIVERY,
        arguments={"subscription_id": row.id},
    )


def next_time(now_us: int, zone_name: str, days: Sequence[int], hour: int) -> int:
    """The next moment at an hour of some days of the week in a zone."""
    local = from_microseconds(now_us).astimezone(zone(zone_name))
    for ahead in range(8):
        on = local.date() + timedelta(ahead)
        at = local.replace(
            year=on.year, month=on.month, day=on.day, hour=hour, minute=0, second=0, microsecond=0
        )
        if on.weekday() in days and to_microseconds(at) > now_us:
            return to_microseconds(at)
    raise ValueError(f"no day among {days}")
