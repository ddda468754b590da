"""Widgets of dashboards: what is shown of which report, how and where.

https://help.salesforce.com/s/articleView?id=analytics.dashboards_component_types.htm
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field
from sqlalchemy import delete as sql_delete
from sqlalchemy import select

from workworld.apps.crm import record_ids
from workworld.apps.crm.models import Widget
from workworld.apps.crm.service import refusals, reports
from workworld.apps.crm.service.dashboards import (
    DashboardView,
    changing,
    touched,
    view_of,
    widgets_of,
)
from workworld.apps.crm.types import RecordId
from workworld.context import Context, Surface
from workworld.database import insert_row
from workworld.errors import Invalid
from workworld.operations import Effect, operation

_PREFIX = "01a"
_widgets = Widget.__table__.c
MOST_WIDGETS = 20
KINDS: Mapping[str, str] = {
    "bar": "Bar chart",
    "column": "Column chart",
    "line": "Line chart",
    "donut": "Donut chart",
    "metric": "Metric",
    "gauge": "Gauge",
    "table": "Table",
}
SIZES: Mapping[str, str] = {
    "small": "A third of the row",
    "medium": "Half of the row",
    "wide": "The whole row",
}
Kind = Annotated[
    Literal["bar", "column", "line", "donut", "metric", "gauge", "table"],
    Field(description="How the report is shown."),
]
Size = Annotated[Literal["small", "medium", "wide"], Field(description="How wide it is.")]
Aggregate = Annotated[
    str, Field(description="Which total it shows: s!Amount; empty: the first.", max_length=200)
]
Goal = Annotated[float | None, Field(description="Of a gauge: what is full.", ge=0)]
Title = Annotated[str, Field(description="Its title; empty: the report's name.", max_length=80)]
Footer = Annotated[str, Field(description="What stands below it.", max_length=255)]
# The vendor's REST API reads, runs and deletes dashboards that pages have made.
_WITHOUT_REST = (Surface.MCP, Surface.UI)


@operation(Effect.WRITE, scope="api", doors=_WITHOUT_REST)
def add(
    ctx: Context,
    *,
    dashboard_id: RecordId,
    report_id: RecordId,
    kind: Kind,
    title: Title = "",
    footer: Footer = "",
    size: Size = "medium",
    aggregate: Aggregate = "",
    goal: Goal = None,
) -> DashboardView:
    """Put what a report says on a dashboard, behind what stands there."""
    row = changing(ctx, dashboard_id)
    report = reports.known(ctx, report_id)
    there = widgets_of(ctx, row.id)
    if len(there) >= MOST_WIDGETS:
        raise Invalid("LIMIT_EXCEEDED", f"A dashboard has at most {MOST_WIDGETS} widgets.")
    widget = Widget(
        id=record_ids.next_id(ctx.ids, _PREFIX),
        dashboard_id=row.id,
        report_id=report.id,
        title=title.strip() or report.name,
        footer=footer.strip(),
        kind=kind,
        size=size,
        position=max((each.position for each in there), default=-1) + 1,
        aggregate=aggregate,
        goal=goal,
    )
    insert_row(ctx.session, widget)
    touched(ctx, row)
    return view_of(ctx, row)


@operation(Effect.WRITE, scope="api", doors=_WITHOUT_REST)
def update(
    ctx: Context,
    *,
    dashboard_id: RecordId,
    widget_id: RecordId,
    kind: Kind | None = None,
    title: Title | None = None,
    footer: Footer | None = None,
    size: Size | None = None,
    aggregate: Aggregate | None = None,
    goal: Goal = None,
    position: Annotated[
        int | None, Field(description="Where it stands, from 0.", ge=0, le=MOST_WIDGETS)
    ] = None,
) -> DashboardView:
    """Change how a widget shows its report, or where it stands; what is not given stays."""
    row = changing(ctx, dashboard_id)
    widget = _widget(ctx, row.id, widget_id)
    given = {"kind": kind, "footer": footer, "size": size, "aggregate": aggregate, "goal": goal}
    for column, value in given.items():
        if value is not None:
            setattr(widget, column, value)
    if title is not None:
        widget.title = title.strip() or widget.title
    if position is not None:
        others = [each for each in widgets_of(ctx, row.id) if each.id != widget.id]
        for place, each in enumerate([*others[:position], widget, *others[position:]]):
            each.position = place
    touched(ctx, row)
    return view_of(ctx, row)


@operation(Effect.WRITE, scope="api", doors=_WITHOUT_REST)
def remove(ctx: Context, *, dashboard_id: RecordId, widget_id: RecordId) -> DashboardView:
    """Take a widget off a dashboard; its report stays."""
    row = changing(ctx, dashboard_id)
    widget = _widget(ctx, row.id, widget_id)
    ctx.session.execute(sql_delete(Widget).where(Widget.id == widget.id))
    touched(ctx, row)
    return view_of(ctx, row)


def _widget(ctx: Context, dashboard_id: str, widget_id: str) -> Widget:
    query = select(Widget).where(
        _widgets.id == record_ids.full(widget_id), _widgets.dashboard_id == dashboard_id
    )
    found = ctx.session.scalar(query)
    if found is None:
        raise refusals.not_found()
    return found
