"""Dashboards as the vendor's analytics API tells them.

https://developer.salesforce.com/docs/atlas.en-us.api_analytics.meta/api_analytics/sforce_analytics_rest_api_dashboard_results.htm
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workworld.apps.crm.models import Widget
from workworld.apps.crm.service.dashboard_grids import COLUMNS
from workworld.apps.crm.service.dashboard_runs import Refreshed, Shown
from workworld.apps.crm.service.dashboards import DashboardView
from workworld.apps.crm.wire import reports
from workworld.apps.crm.wire.answers import data_path
from workworld.context import Context


def items(ctx: Context, found: Sequence[DashboardView]) -> list[dict[str, Any]]:
    """Dashboards in a listing."""
    return [
        {
            "id": each.row.id,
            "name": each.row.name,
            "folderId": each.row.folder_id or each.row.owner_id,
            "url": data_path(ctx, "analytics/dashboards", each.row.id),
        }
        for each in found
    ]


def described(_ctx: Context, found: DashboardView) -> dict[str, Any]:
    """What stands on a dashboard."""
    row = found.row
    return {
        "id": row.id,
        "name": row.name,
        "developerName": row.developer_name,
        "description": row.description or None,
        "folderId": row.folder_id or row.owner_id,
        "canChangeRunningUser": found.may_change,
        "dashboardType": "SpecifiedUser" if row.running_user_id else "LoggedInUser",
        "runningUser": {"id": row.running_user_id, "displayName": found.runs_as or None},
        "filters": [{"name": row.filter_field}] if row.filter_field else [],
        "components": [_component(each) for each in found.widgets],
        "layout": {
            "gridLayout": True,
            "numColumns": COLUMNS,
            "components": [_place(each) for each in found.widgets],
        },
    }


def refreshed(ctx: Context, found: Refreshed) -> dict[str, Any]:
    """A dashboard with what its reports came to."""
    return {
        "dashboardMetadata": described(ctx, found.view),
        "componentData": [_data(ctx, each) for each in found.shown],
        "filterOptions": list(found.choices),
    }


def _component(widget: Widget) -> dict[str, Any]:
    return {
        "id": widget.id,
        "reportId": widget.report_id,
        "header": widget.title or None,
        "type": "Report",
        "properties": {"visualizationType": widget.kind},
    }


def _place(widget: Widget) -> dict[str, int]:
    return {
        "column": widget.grid_column,
        "row": widget.grid_row,
        "colspan": widget.width,
        "rowspan": widget.height,
    }


def _data(ctx: Context, shown: Shown) -> dict[str, Any]:
    state = "NODATA" if shown.result is None else "DATA"
    said = [{"errorCode": "REPORT_FAILED", "message": shown.problem}] if shown.problem else []
    result = None if shown.result is None else reports.previewed(ctx, shown.result)
    return {
        "componentId": shown.widget.id,
        "reportName": shown.report,
        "reportResult": result,
        "status": {"componentId": shown.widget.id, "dataStatus": state, "errors": said},
    }
