"""Subscriptions and snapshots as the vendor's analytics API tells and takes them.

https://developer.salesforce.com/docs/atlas.en-us.api_analytics.meta/api_analytics/analytics_api_notification_resources.htm
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from workworld.apps.crm.service import people
from workworld.apps.crm.service.report_snapshots import Snapshot, SnapshotLine
from workworld.apps.crm.service.report_subscriptions import Subscription
from workworld.apps.crm.wire import reports
from workworld.apps.crm.wire.answers import data_path
from workworld.apps.crm.wire.values import stamp
from workworld.context import Context
from workworld.errors import Invalid

SOURCE = "lightningReportSubscribe"
_WEEK = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")


def notifications(ctx: Context, found: Sequence[Subscription]) -> list[dict[str, Any]]:
    """Subscriptions."""
    return [notification(ctx, each) for each in found]


def notification(_ctx: Context, found: Subscription) -> dict[str, Any]:
    """A subscription."""
    row = found.row
    sent = [{"id": each, "type": "user"} for each in row.recipient_ids]
    action = {"type": "sendEmail", "configuration": {"recipients": sent}}
    conditions = [
        {"colName": each["aggregate"], "operator": each["operator"], "values": [each["value"]]}
        for each in row.conditions
    ]
    return {
        "id": row.id,
        "active": True,
        "name": found.report,
        "recordId": row.report_id,
        "source": SOURCE,
        "createdDate": stamp(row.created_us),
        "lastModifiedDate": stamp(row.modified_us),
        "lastRunDate": stamp(row.last_run_us) if row.last_run_us else None,
        "nextRunDate": stamp(found.next_us),
        "schedule": {"frequency": row.frequency, "details": _details(row)},
        "thresholds": [
            {
                "type": "all" if conditions else "always",
                "conditions": conditions or None,
                "actions": [action],
            }
        ],
    }


def _details(row: Any) -> dict[str, Any]:
    days: dict[str, Any] = {}
    if row.frequency == "weekly":
        days = {"daysOfWeek": [_WEEK[each] for each in row.days]}
    elif row.frequency == "monthly":
        days = {"daysOfMonth": list(row.days)}
    return {"time": row.hour, **days}


def subscription(body: Mapping[str, Any]) -> dict[str, Any]:
    """What a caller says of a subscription; what they leave out is left out.

    Raises:
        Invalid: ``JSON_PARSER_ERROR``: it cannot be read.
    """
    try:
        return _schedule(body.get("schedule")) | _thresholds(body.get("thresholds"))
    except (TypeError, KeyError, AttributeError, ValueError, IndexError) as error:
        said = f"The notification could not be read: {error}"[:200]
        raise Invalid("JSON_PARSER_ERROR", said) from None


def _schedule(said: Mapping[str, Any] | None) -> dict[str, Any]:
    if said is None:
        return {}
    details = said.get("details") or {}
    found: dict[str, Any] = {"frequency": said["frequency"]}
    if "daysOfWeek" in details:
        found["days"] = [_WEEK.index(str(each).lower()[:3]) for each in details["daysOfWeek"]]
    if "daysOfMonth" in details:
        found["days"] = details["daysOfMonth"]
    return found | ({"hour": details["time"]} if details.get("time") is not None else {})


def _thresholds(said: Sequence[Mapping[str, Any]] | None) -> dict[str, Any]:
    if not said:
        return {}
    (threshold,) = said
    recipients = [
        each["id"]
        for action in threshold.get("actions") or ()
        for each in (action.get("configuration") or {}).get("recipients") or ()
    ]
    conditions = [
        {
            "aggregate": each["colName"],
            "operator": each.get("operator") or "greaterThan",
            "value": each["values"][0],
        }
        for each in threshold.get("conditions") or ()
    ]
    return {"conditions": conditions} | ({"recipient_ids": recipients} if recipients else {})


def instance(ctx: Context, found: SnapshotLine) -> dict[str, Any]:
    """A snapshot in a listing."""
    at = stamp(found.taken_us)
    return {
        "id": found.id,
        "url": data_path(ctx, f"analytics/reports/{found.report_id}/instances", found.id),
        "status": "Success",
        "requestDate": at,
        "completionDate": at,
        "hasDetailRows": True,
        "ownerId": people.me(ctx).id,
        "queryable": False,
    }


def instances(ctx: Context, found: Sequence[SnapshotLine]) -> list[dict[str, Any]]:
    """Snapshots."""
    return [instance(ctx, each) for each in found]


def snapshot(ctx: Context, found: Snapshot) -> dict[str, Any]:
    """A snapshot with what the report said then."""
    told = reports.previewed(ctx, found.result)
    attributes = instance(ctx, found.line) | {"type": "ReportInstance"}
    attributes["reportName"] = found.line.name
    return told | {"attributes": attributes}
