"""Dashboards: described, and with the results of their reports.

https://developer.salesforce.com/docs/atlas.en-us.api_analytics.meta/api_analytics/sforce_analytics_rest_api_dashboard_intro.htm
"""

from __future__ import annotations

from workworld.apps.crm.api.rows import Arguments, data, given, no_arguments, nothing
from workworld.apps.crm.service import dashboard_runs, dashboards
from workworld.apps.crm.wire import dashboards as wire
from workworld.context import Context


def _accept_one(_ctx: Context, arguments: Arguments) -> Arguments:
    return {"dashboard_id": arguments["dashboard_id"]}


def _accept_refresh(ctx: Context, arguments: Arguments) -> Arguments:
    return {**_accept_one(ctx, arguments), **given(arguments, value="filter1")}


_ALL = "analytics/dashboards"
_ONE = f"{_ALL}/<dashboard_id>"
ENDPOINTS = (
    data("GET", _ALL, dashboards.list, no_arguments, wire.items),
    data("GET", _ONE, dashboard_runs.refresh, _accept_refresh, wire.refreshed),
    data("DELETE", _ONE, dashboards.delete, _accept_one, nothing, status=204),
    data("GET", f"{_ONE}/describe", dashboards.info, _accept_one, wire.described),
)
