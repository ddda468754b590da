"""Objects, as they are described.

https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/resources_sobject_basic_info.htm
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workworld.apps.crm.api.rows import Arguments, data, no_arguments, taking, whole
from workworld.apps.crm.record_ids import prefix_of
from workworld.apps.crm.schema.objects import of_prefix
from workworld.apps.crm.service import objects, recents, replication
from workworld.apps.crm.service.objects import Description
from workworld.apps.crm.service.replication import Replicated
from workworld.apps.crm.wire import describes, layouts
from workworld.apps.crm.wire.answers import version_of
from workworld.apps.crm.wire.records import attributes
from workworld.apps.crm.wire.values import stamp
from workworld.context import Context

_MOST_RECENT = 200


def _present_sobject(ctx: Context, found: Description) -> dict[str, Any]:
    return {
        "objectDescribe": describes.summary(ctx, found.sobject, found.allowed),
        "recentItems": _items(ctx, recents.latest(ctx, (found.sobject.name,), _MOST_RECENT)),
    }


def _accept_recent(_ctx: Context, arguments: Arguments) -> dict[str, Any]:
    return {"limit": min(max(whole(arguments, "limit", _MOST_RECENT), 1), _MOST_RECENT)}


def _items(ctx: Context, found: Sequence[tuple[str, str]]) -> list[dict[str, Any]]:
    """Records with their names."""
    shown: list[dict[str, Any]] = []
    for record_id, name in found:
        if sobject := of_prefix(prefix_of(record_id)):
            about = attributes(sobject, record_id, version_of(ctx))
            shown.append({"attributes": about, "Id": record_id, "Name": name})
    return shown


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
_LAYOUTS = "sobjects/<sobject>/describe"
ENDPOINTS = (
    data("GET", "sobjects", objects.describe_all, no_arguments, describes.global_description),
    data("GET", "sobjects/<sobject>", objects.describe, _NAMED, _present_sobject),
    data("GET", "sobjects/<sobject>/describe", objects.describe, _NAMED, describes.description),
    data("GET", f"{_LAYOUTS}/layouts", objects.describe, _NAMED, layouts.all_of),
    data("GET", f"{_LAYOUTS}/layouts/<record_type_id>", objects.describe, _NAMED, layouts.of_type),
    data("GET", f"{_LAYOUTS}/compactLayouts", objects.describe, _NAMED, layouts.compact),
    data("GET", "recent", recents.list, _accept_recent, _items),
    data("GET", "sobjects/<sobject>/updated", replication.updated, _within, _present_updated),
    data("GET", "sobjects/<sobject>/deleted", replication.deleted, _within, _present_deleted),
)
