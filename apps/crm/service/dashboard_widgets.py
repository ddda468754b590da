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
from workworld.apps.crm.service import dashboard_grids, refusals, report_views
from workworld.apps.crm.service.dashboard_grids import Cell
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
Kind = Annotated[
    Literal["bar", "column", "line", "donut", "metric", "gauge", "table"],
    Field(description="How the report is shown."),
]
Column = Annotated[
    int | None,
    Field(description="The first of twelve columns that it covers, from 0.", ge=0, le=11),
]
Row = Annotated[
    int | None, Field(description="The first row that it covers, from 0.", ge=0, le=400)
]
Width = Annotated[int | None, Field(description="How many of twelve columns wide.", ge=1, le=12)]
Height = Annotated[int | None, Field(description="How many rows high.", ge=1, le=12)]
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
    width: Width = None,
    height: Height = None,
    aggregate: Aggregate = "",
    goal: Goal = None,
) -> DashboardView:
    """Put what a report says on a dashboard, at the first place that is free."""
    row = changing(ctx, dashboard_id)
    report = report_views.known(ctx, report_id)
    there = widgets_of(ctx, row.id)
    if len(there) >= MOST_WIDGETS:
        raise Invalid("LIMIT_EXCEEDED", f"A dashboard has at most {MOST_WIDGETS} widgets.")
    usual = dashboard_grids.usual(kind)
    size = dashboard_grids.fitted(Cell(0, 0, width or usual[0], height or usual[1]))
    place = dashboard_grids.free([cell_of(each) for each in there], size.width, size.height)
    widget = Widget(
        id=record_ids.next_id(ctx.ids, _PREFIX),
        dashboard_id=row.id,
        report_id=report.id,
        title=title.strip() or report.name,
        footer=footer.strip(),
        kind=kind,
        grid_column=place.column,
        grid_row=place.row,
        width=place.width,
        height=place.height,
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
    aggregate: Aggregate | None = None,
    goal: Goal = None,
    column: Column = None,
    row: Row = None,
    width: Width = None,
    height: Height = None,
) -> DashboardView:
    """Change how a widget shows its report, where it stands and how large; the rest stays.

    Widgets in its way make room below it, and rows without any close up.
    """
    board = changing(ctx, dashboard_id)
    widget = _widget(ctx, board.id, widget_id)
    given = {"kind": kind, "footer": footer, "aggregate": aggregate, "goal": goal}
    for name, value in given.items():
        if value is not None:
            setattr(widget, name, value)
    if title is not None:
        widget.title = title.strip() or widget.title
    was = cell_of(widget)
    wanted = [
        before if asked is None else asked
        for asked, before in (
            (column, was.column),
            (row, was.row),
            (width, was.width),
            (height, was.height),
        )
    ]
    cell = dashboard_grids.fitted(Cell(*wanted))
    if cell != was:
        _arrange(ctx, board.id, cell, widget.id)
    touched(ctx, board)
    return view_of(ctx, board)


@operation(Effect.WRITE, scope="api", doors=_WITHOUT_REST)
def remove(ctx: Context, *, dashboard_id: RecordId, widget_id: RecordId) -> DashboardView:
    """Take a widget off a dashboard; its report stays."""
    row = changing(ctx, dashboard_id)
    widget = _widget(ctx, row.id, widget_id)
    ctx.session.execute(sql_delete(Widget).where(Widget.id == widget.id))
    _arrange(ctx, row.id)
    touched(ctx, row)
    return view_of(ctx, row)


def cell_of(widget: Widget) -> Cell:
    """Where a widget stands."""
    return Cell(widget.grid_column, widget.grid_row, widget.width, widget.height)


def _arrange(ctx: Context, dashboard_id: str, wanted: Cell | None = None, moved: str = "") -> None:
    """Have all widgets of a dashboard stand where there is room, one of them where it is wanted."""
    widgets = widgets_of(ctx, dashboard_id)
    cells = {each.id: cell_of(each) for each in widgets}
    if wanted is not None:
        others = [cell for id, cell in cells.items() if id != moved]
        cells[moved] = dashboard_grids.passing(wanted, cells[moved], others)
    placed = dashboard_grids.arranged(cells, moved)
    for each in widgets:
        cell = placed[each.id]
        each.grid_column, each.grid_row = cell.column, cell.row
        each.width, each.height = cell.width, cell.height


def _widget(ctx: Context, dashboard_id: str, widget_id: str) -> Widget:
    query = select(Widget).where(
        _widgets.id == record_ids.full(widget_id), _widgets.dashboard_id == dashboard_id
    )
    found = ctx.session.scalar(query)
    if found is None:
        raise refusals.not_found()
    return found
