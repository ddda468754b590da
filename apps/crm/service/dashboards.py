"""Dashboards: widgets from reports, on one page.

https://developer.salesforce.com/docs/atlas.en-us.api_analytics.meta/api_analytics/sforce_analytics_rest_api_dashboard_intro.htm
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field
from sqlalchemy import delete as sql_delete
from sqlalchemy import func, select

from workworld.apps.crm import record_ids
from workworld.apps.crm.models import Dashboard, ReportFolder, Widget
from workworld.apps.crm.service import people, refusals, report_folders
from workworld.apps.crm.service.reports import Description, FolderId, developer_name
from workworld.apps.crm.types import RecordId
from workworld.context import Context, Surface
from workworld.database import insert_row
from workworld.errors import Invalid
from workworld.operations import Effect, operation

SCOPE = "api"
_PREFIX, _WIDGET_PREFIX = "01Z", "01a"
_boards, _widgets = Dashboard.__table__.c, Widget.__table__.c
Name = Annotated[str, Field(description="What it is called.", max_length=80)]
RunningUser = Annotated[
    Literal["viewer", "me"],
    Field(description="As whom reports run: whoever looks, or always as the caller."),
]
FilterField = Annotated[
    str,
    Field(description="The column that viewers narrow it by, such as Owner.Name.", max_length=200),
]
# The vendor's REST API reads, runs and deletes dashboards that pages have made.
_WITHOUT_REST = (Surface.MCP, Surface.UI)


@dataclass(frozen=True, slots=True)
class DashboardView:
    """A dashboard as listings and pages show it.

    Args:
        row: the dashboard.
        folder: what its folder is called.
        owner: who made it.
        runs_as: as whom its reports run; empty for whoever looks.
        may_change: whether the caller may change it.
        widgets: what stands on it, in its order.
    """

    row: Dashboard
    folder: str
    owner: str
    runs_as: str
    may_change: bool
    widgets: Sequence[Widget]


@operation(Effect.READ, scope=SCOPE)
def list(
    ctx: Context,
    *,
    folder_id: FolderId = "",
    text: Annotated[str, Field(description="What the name holds.", max_length=80)] = "",
) -> Sequence[DashboardView]:
    """List dashboards that the caller sees, by name."""
    query = select(Dashboard).where(report_folders.seen(ctx, Dashboard.__table__))
    if text.strip():
        query = query.where(func.instr(func.lower(_boards.name), text.strip().lower()) > 0)
    if folder_id:
        query = query.where(_boards.folder_id == report_folders.known(ctx, folder_id).id)
    rows = ctx.session.scalars(query.order_by(func.lower(_boards.name), _boards.id))
    return [view_of(ctx, row) for row in rows.all()]


@operation(Effect.READ, scope=SCOPE)
def info(ctx: Context, *, dashboard_id: RecordId) -> DashboardView:
    """Look up what stands on a dashboard."""
    return view_of(ctx, known(ctx, dashboard_id))


@operation(Effect.WRITE, scope=SCOPE, doors=_WITHOUT_REST)
def create(
    ctx: Context,
    *,
    name: Name,
    description: Description = "",
    folder_id: FolderId = "",
    running_user: RunningUser = "viewer",
    filter_field: FilterField = "",
) -> DashboardView:
    """Make a dashboard without widgets."""
    now_us, me = ctx.clock.now_us(), people.me(ctx).id
    row = Dashboard(
        id=record_ids.next_id(ctx.ids, _PREFIX),
        name=_good(name),
        developer_name=developer_name(name),
        description=description.strip(),
        folder_id=report_folders.place(ctx, "Dashboard", folder_id),
        owner_id=me,
        running_user_id=me if running_user == "me" else None,
        filter_field=filter_field.strip(),
        created_us=now_us,
        modified_us=now_us,
        modified_by_id=me,
    )
    insert_row(ctx.session, row)
    return view_of(ctx, row)


@operation(Effect.WRITE, scope=SCOPE, doors=_WITHOUT_REST)
def update(
    ctx: Context,
    *,
    dashboard_id: RecordId,
    name: Name | None = None,
    description: Description | None = None,
    folder_id: FolderId | None = None,
    running_user: RunningUser | None = None,
    filter_field: FilterField | None = None,
) -> DashboardView:
    """Change a dashboard; what is not given stays as it is."""
    row = changing(ctx, dashboard_id)
    if name is not None:
        row.name = _good(name)
    if description is not None:
        row.description = description.strip()
    if folder_id is not None and folder_id != (row.folder_id or ""):
        row.folder_id = report_folders.place(ctx, "Dashboard", folder_id)
    if running_user is not None:
        row.running_user_id = people.me(ctx).id if running_user == "me" else None
    if filter_field is not None:
        row.filter_field = filter_field.strip()
    touched(ctx, row)
    return view_of(ctx, row)


@operation(Effect.WRITE, scope=SCOPE)
def delete(ctx: Context, *, dashboard_id: RecordId) -> None:
    """Delete a dashboard for good; its reports stay."""
    row = changing(ctx, dashboard_id)
    ctx.session.execute(sql_delete(Widget).where(Widget.dashboard_id == row.id))
    ctx.session.execute(sql_delete(Dashboard).where(Dashboard.id == row.id))


def known(ctx: Context, dashboard_id: str) -> Dashboard:
    """A dashboard that the caller sees.

    Raises:
        NotFound: ``NOT_FOUND``.
    """
    seen = report_folders.seen(ctx, Dashboard.__table__)
    query = select(Dashboard).where(_boards.id == record_ids.full(dashboard_id), seen)
    found = ctx.session.scalar(query)
    if found is None:
        raise refusals.not_found()
    return found


def changing(ctx: Context, dashboard_id: str) -> Dashboard:
    """A dashboard that the caller may change.

    Raises:
        Forbidden: ``INSUFFICIENT_ACCESS_OR_READONLY``.
    """
    row = known(ctx, dashboard_id)
    if not report_folders.may_change(ctx, row):
        raise refusals.insufficient_access()
    return row


def widgets_of(ctx: Context, dashboard_id: str) -> Sequence[Widget]:
    """What stands on a dashboard, in its order."""
    query = select(Widget).where(_widgets.dashboard_id == dashboard_id)
    return ctx.session.scalars(
        query.order_by(_widgets.grid_row, _widgets.grid_column, _widgets.id)
    ).all()


def touched(ctx: Context, row: Dashboard) -> None:
    """Note that the caller has changed a dashboard."""
    row.modified_us, row.modified_by_id = ctx.clock.now_us(), people.me(ctx).id
    row.version += 1


def _good(name: str) -> str:
    if not name.strip():
        raise Invalid("REQUIRED_FIELD_MISSING", "A dashboard needs a name.")
    return name.strip()


def view_of(ctx: Context, row: Dashboard) -> DashboardView:
    """A dashboard as listings and pages show it."""
    ids = [each for each in (row.owner_id, row.running_user_id) if each]
    names = people.names(ctx, ids)
    folder = ctx.session.get(ReportFolder, row.folder_id) if row.folder_id else None
    return DashboardView(
        row,
        folder.name if folder else "Private Dashboards",
        names.get(row.owner_id, ""),
        names.get(row.running_user_id or "", ""),
        report_folders.may_change(ctx, row),
        widgets_of(ctx, row.id),
    )
