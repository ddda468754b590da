"""Dashboards as they are now: the reports of all their widgets, run at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field
from sqlalchemy import func, select

from workworld.apps.crm.models import Dashboard, Report, User, Widget
from workworld.apps.crm.service import (
    dashboards,
    people,
    report_blocks,
    report_folders,
    report_joins,
    report_runs,
)
from workworld.apps.crm.service.dashboards import DashboardView
from workworld.apps.crm.service.report_definitions import of_json
from workworld.apps.crm.service.report_parts import Filter
from workworld.apps.crm.service.report_results import Result
from workworld.apps.crm.service.report_types import TYPES, ReportType, columns
from workworld.apps.crm.types import RecordId
from workworld.context import Context
from workworld.errors import Invalid, Refused
from workworld.operations import Effect, operation


@dataclass(frozen=True, slots=True)
class Shown:
    """A widget with what its report came to, or why it did not.

    Args:
        widget: which.
        report: what its report is called; empty if the viewer may not see it.
        result: what came of it; None with a problem.
        problem: why there is none.
        may_open: whether the viewer may open the report.
    """

    widget: Widget
    report: str
    result: Result | None
    problem: str = ""
    may_open: bool = False


@dataclass(frozen=True, slots=True)
class Refreshed:
    """A dashboard as it is now.

    Args:
        view: the dashboard.
        shown: its widgets.
        choices: what it can be narrowed to; empty without a filter.
        filter_label: what the filter's column is called.
    """

    view: DashboardView
    shown: Sequence[Shown]
    choices: Sequence[str]
    filter_label: str


@operation(Effect.READ, scope="api")
def refresh(
    ctx: Context,
    *,
    dashboard_id: RecordId,
    value: Annotated[
        str, Field(description="What the dashboard's filter is set to; empty: all.", max_length=255)
    ] = "",
) -> Refreshed:
    """Run all reports of a dashboard, as its running user."""
    view = dashboards.info(ctx, dashboard_id=dashboard_id)
    running = _as_running_user(ctx, view.row)
    column = view.row.filter_field
    shown = [_shown(ctx, running, each, column, value) for each in view.widgets]
    return Refreshed(view, shown, _choices(running, view), _filter_label(running, view))


def _as_running_user(ctx: Context, row: Dashboard) -> Context:
    """The context in which its reports run."""
    if row.running_user_id is None:
        return ctx
    user = ctx.session.get(User, row.running_user_id)
    if user is None or not user.is_active:
        raise Invalid("BAD_REQUEST", "The running user of this dashboard is no longer active.")
    return people.acting_as(ctx, user)


def _shown(ctx: Context, running: Context, widget: Widget, column: str, value: str) -> Shown:
    report = ctx.session.get_one(Report, widget.report_id)
    seen = report_folders.seen(ctx, Report.__table__)
    query = select(func.count()).where(Report.__table__.c.id == report.id, seen)
    may_open = bool(ctx.session.scalar(query))
    try:
        of = report_blocks.type_of(running, report.report_type)
        has_column = column and column in columns(running, of)
        quoted = value.replace('"', "")
        also = [Filter(column=column, value=f'"{quoted}"')] if value and has_column else []
        result = report_joins.performed(
            running,
            of,
            of_json(report.definition),
            also=also,
            has_details=widget.kind == "table",
        )
    except Refused as refused:
        return Shown(widget, report.name, None, refused.message, may_open)
    return Shown(widget, report.name, result, may_open=may_open)


def _choices(ctx: Context, view: DashboardView) -> Sequence[str]:
    """What the filter's column holds in the reports of a dashboard, at most a hundred."""
    found: set[str] = set()
    for of in _types(ctx, view):
        found.update(report_runs.values_of(ctx, of, view.row.filter_field))
    return sorted(found)[:100]


def _filter_label(ctx: Context, view: DashboardView) -> str:
    for of in _types(ctx, view):
        return columns(ctx, of)[view.row.filter_field].label
    return ""


def _types(ctx: Context, view: DashboardView) -> Sequence[ReportType]:
    """The report types of a dashboard that have the filter's column."""
    if not view.row.filter_field:
        return []
    ids = sorted({each.report_id for each in view.widgets})
    query = select(Report.report_type).where(Report.id.in_(ids)).distinct()
    offered = [TYPES[name] for name in sorted(ctx.session.scalars(query))]
    return [each for each in offered if view.row.filter_field in columns(ctx, each)]
