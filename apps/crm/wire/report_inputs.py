"""Reports as callers describe them to the vendor's analytics API.

https://developer.salesforce.com/docs/atlas.en-us.api_analytics.meta/api_analytics/sforce_analytics_rest_api_getbasic_reportmetadata.htm
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from workworld.apps.crm.service.report_definitions import Definition
from workworld.apps.crm.wire import report_parts
from workworld.apps.crm.wire.reports import GRANULARITIES, ORDERS, SCOPES
from workworld.errors import Invalid


def definition(told: Mapping[str, Any], like: Definition) -> Definition:
    """The definition that a caller describes; what they leave out is as in another one.

    Raises:
        Invalid: ``BAD_REQUEST``: it cannot be read.
    """
    try:
        given = {name: read(told) for name, (key, read) in _READ.items() if key in told}
        return Definition.model_validate(like.model_dump() | given)
    except (TypeError, KeyError, AttributeError, ValueError) as error:
        said = str(error).splitlines()[0] if str(error) else "reportMetadata"
        raise Invalid("BAD_REQUEST", f"The report could not be read: {said[:200]}") from None


def _read_groupings(key: str) -> Any:
    names = {theirs: ours for ours, theirs in GRANULARITIES.items()} | {"None": "day"}

    def read(told: Mapping[str, Any]) -> list[dict[str, Any]]:
        return [
            {
                "column": each["name"],
                "granularity": names[each.get("dateGranularity") or "Day"],
                "descending": each.get("sortOrder") == ORDERS[True],
                "sort_by": each.get("sortAggregate") or "",
                "top": each.get("rowLimit") or 0,
            }
            for each in told[key] or ()
        ]

    return read


def _read_date(told: Mapping[str, Any]) -> dict[str, Any]:
    said = told["standardDateFilter"] or {}
    duration = said.get("durationValue") or ""
    return {
        "column": said.get("column") or "",
        "duration": "" if duration == "CUSTOM" else duration,
        "start": said.get("startDate") or "",
        "end": said.get("endDate") or "",
    }


def _read_scope(told: Mapping[str, Any]) -> str:
    return {theirs: ours for ours, theirs in SCOPES.items()}[told["scope"]]


def _read_sort(told: Mapping[str, Any]) -> str:
    return str(told["sortBy"][0]["sortColumn"]) if told["sortBy"] else ""


def _read_order(told: Mapping[str, Any]) -> bool:
    return bool(told["sortBy"]) and told["sortBy"][0].get("sortOrder") == ORDERS[True]


_FORMATS = {theirs: ours for ours, theirs in report_parts.FORMATS.items()}
_READ: Mapping[str, tuple[str, Any]] = {
    "format": (
        "reportFormat",
        lambda told: _FORMATS.get(told["reportFormat"], told["reportFormat"]),
    ),
    "columns": ("detailColumns", lambda told: told["detailColumns"] or ()),
    "rows": ("groupingsDown", _read_groupings("groupingsDown")),
    "across": ("groupingsAcross", _read_groupings("groupingsAcross")),
    "aggregates": ("aggregates", lambda told: told["aggregates"] or ()),
    "filters": ("reportFilters", lambda told: report_parts.read_filters(told["reportFilters"])),
    "logic": ("reportBooleanFilter", lambda told: told["reportBooleanFilter"] or ""),
    "scope": ("scope", _read_scope),
    "date": ("standardDateFilter", _read_date),
    "details": ("hasDetailRows", lambda told: told["hasDetailRows"]),
    "sort": ("sortBy", _read_sort),
    "descending": ("sortBy", _read_order),
    "limit": ("topRows", lambda told: (told["topRows"] or {}).get("rowLimit", 0)),
    **report_parts.READ,
}
"""Our part of a definition → the vendor's, and how that is read."""
