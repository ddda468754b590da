"""Subscriptions to reports and snapshots of them.

https://developer.salesforce.com/docs/atlas.en-us.api_analytics.meta/api_analytics/analytics_api_notification_resources.htm
https://developer.salesforce.com/docs/atlas.en-us.api_analytics.meta/api_analytics/sforce_analytics_rest_api_instances_summaryasync.htm
"""

from __future__ import annotations

from workworld.apps.crm.api.rows import Arguments, a_body, data, given, nothing
from workworld.apps.crm.service import report_snapshots, report_subscriptions
from workworld.apps.crm.wire import report_deliveries as wire
from workworld.context import Context


def _accept_list(_ctx: Context, arguments: Arguments) -> Arguments:
    return given(arguments, report_id="recordId")


def _accept_one(_ctx: Context, arguments: Arguments) -> Arguments:
    return {"subscription_id": arguments["subscription_id"]}


def _accept_create(_ctx: Context, arguments: Arguments) -> Arguments:
    body = a_body(arguments)
    return {**given(body, report_id="recordId"), **wire.subscription(body)}


def _accept_update(ctx: Context, arguments: Arguments) -> Arguments:
    return {**_accept_one(ctx, arguments), **wire.subscription(a_body(arguments))}


def _accept_report(_ctx: Context, arguments: Arguments) -> Arguments:
    return {"report_id": arguments["report_id"]}


def _accept_instance(ctx: Context, arguments: Arguments) -> Arguments:
    return {**_accept_report(ctx, arguments), "instance_id": arguments["instance_id"]}


_ALL = "analytics/notifications"
_ONE = f"{_ALL}/<subscription_id>"
_INSTANCES = "analytics/reports/<report_id>/instances"
_INSTANCE = f"{_INSTANCES}/<instance_id>"
_NAMES = {"report_id": "recordId", "recipient_ids": "recipients", "hour": "time"}
ENDPOINTS = (
    data("GET", _ALL, report_subscriptions.list, _accept_list, wire.notifications, _NAMES),
    data("POST", _ALL, report_subscriptions.create, _accept_create, wire.notification, _NAMES),
    data("GET", _ONE, report_subscriptions.info, _accept_one, wire.notification),
    data("PUT", _ONE, report_subscriptions.update, _accept_update, wire.notification, _NAMES),
    data("DELETE", _ONE, report_subscriptions.delete, _accept_one, nothing, status=204),
    data("POST", _INSTANCES, report_snapshots.take, _accept_report, wire.instance),
    data("GET", _INSTANCES, report_snapshots.list, _accept_report, wire.instances),
    data("GET", _INSTANCE, report_snapshots.get, _accept_instance, wire.snapshot),
    data("DELETE", _INSTANCE, report_snapshots.delete, _accept_instance, nothing, status=204),
)
