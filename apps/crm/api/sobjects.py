"""Objects, as they are described.

https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/resources_sobject_basic_info.htm
"""

from __future__ import annotations

from typing import Any

from workworld.apps.crm.api.rows import data, no_arguments, taking
from workworld.apps.crm.service import objects, replication
from workworld.apps.crm.service.objects import Description
from workworld.apps.crm.service.replication import Replicated
from workworld.apps.crm.wire import describes
from workworld.apps.crm.wire.values import stamp
from workworld.context import Context


def _present_sobject(ctx: Context, found: Description) -> dict[str, Any]:
    return {
        "objectDescribe": describes.summary(ctx, found.sobject, found.allowed),
        "recentItems": [],
    }


def _within(_ctx: Context, arguments: Any) -> dict[str, Any]:
    """Dates of an address may have lost the plus sign of their zone."""
    times = {name: arguments[name] for name in ("start", "end") if name in arguments}
    mended = {
        name: value.replace(" ", "+") if isinstance(value, str) else value
        for name, value in times.items()
    }
    return {"sobject": arguments["sobject"], **mended}


def _present_updated(_ctx: Context, found: Replicated) -> dict[str, Any]:
    return {
        "ids": [each.id for each in found.records],
        "latestDateCovered": stamp(found.covered_us),
    }


def _present_deleted(_ctx: Context, found: Replicated) -> dict[str, Any]:
    return {
        "deletedRecords": [
            {"id": each.id, "deletedDate": stamp(each.at_us)} for each in found.records
        ],
        "earliestDateAvailable": stamp(found.earliest_us),
        "latestDateCovered": stamp(found.covered_us),
    }


_NAMED = taking(sobject="sobject")
ENDPOINTS = (
    data("GET", "sobjects", objects.describe_all, no_arguments, describes.global_description),
    data("GET", "sobjects/<sobject>", objects.describe, _NAMED, _present_sobject),
    data("GET", "sobjects/<sobject>/describe", objects.describe, _NAMED, describes.description),
    data("GET", "sobjects/<sobject>/updated", replication.updated, _within, _present_updated),
    data("GET", "sobjects/<sobject>/deleted", replication.deleted, _within, _present_deleted),
)
