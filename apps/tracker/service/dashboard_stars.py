"""Stars of dashboards."""

from __future__ import annotations

from sqlalchemy import delete as sql_delete

from workworld.apps.tracker.models import Star
from workworld.apps.tracker.service import dashboards
from workworld.context import Context, Surface
from workworld.operations import Effect, operation

# The vendor's API tells of starred dashboards and stars none.
_DOORS = (Surface.UI, Surface.MCP)
_stars = Star.__table__.c


@operation(Effect.WRITE, scope="write:jira-work", doors=_DOORS)
def star(ctx: Context, *, dashboard_id: dashboards.DashboardId) -> None:
    """Make a dashboard one of the caller's favourites."""
    row, me = dashboards.known(ctx, dashboard_id), ctx.actor.person_id
    if ctx.session.get(Star, (me, "dashboard", row.id)) is None:
        now_us = ctx.clock.now_us()
        new = Star(person_id=me, kind="dashboard", thing_id=row.id, starred_us=now_us)
        ctx.session.add(new)
        ctx.session.flush()  # what follows reads it past the unit of work
    dashboards.touch(ctx, row.id)


@operation(Effect.WRITE, scope="write:jira-work", doors=_DOORS)
def unstar(ctx: Context, *, dashboard_id: dashboards.DashboardId) -> None:
    """Make a dashboard a favourite of the caller's no more."""
    row = dashboards.known(ctx, dashboard_id)
    mine = (_stars.person_id == ctx.actor.person_id, _stars.thing_id == row.id)
    ctx.session.execute(sql_delete(Star).where(_stars.kind == "dashboard", *mine))
    dashboards.touch(ctx, row.id)
