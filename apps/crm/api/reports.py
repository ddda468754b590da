"""Reports: described, run, made and changed.

https://developer.salesforce.com/docs/atlas.en-us.api_analytics.meta/api_analytics/sforce_analytics_rest_api_list_reports.htm
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from workworld.apps.crm.api.rows import (
    Arguments,
    a_body,
    data,
    given,
    is_true,
    no_arguments,
    nothing,
)
from workworld.apps.crm.service import reports
from workworld.apps.crm.service.report_definitions import Definition
from workworld.apps.crm.wire import reports as wire
from workworld.apps.crm.wire.report_inputs import definition
from workworld.context import Context
from workworld.errors import Invalid

_TEXTS = {"name": "name", "description": "description", "folder_id": "folderId"}


def _metadata(arguments: Arguments) -> Mapping[str, Any]:
    found = a_body(arguments).get("reportMetadata")
    if not isinstance(found, Mapping):
        raise Invalid("JSON_PARSER_ERROR", "reportMetadata must be a JSON object.")
    return found


def _details(arguments: Arguments) -> dict[str, bool]:
    said = arguments.get("includeDetails")
    return {} if said is None else {"details": is_true(said)}


def _accept_one(_ctx: Context, arguments: Arguments) -> Arguments:
    return {"report_id": arguments["report_id"]}


def _accept_run(_ctx: Context, arguments: Arguments) -> Arguments:
    return {"report_id": arguments["report_id"], "details": False, **_details(arguments)}


def _accept_rerun(ctx: Context, arguments: Arguments) -> Arguments:
    """A report with other filters, columns or groups, for once."""
    view = reports.info(ctx, report_id=str(arguments["report_id"]))
    said = _metadata(arguments) if "body" in arguments else {}
    return {
        "report_type": view.type.name,
        "definition": definition(said, view.definition),
        **_details(arguments),
    }


def _accept_query(_ctx: Context, arguments: Arguments) -> Arguments:
    said = _metadata(arguments)
    return {
        "report_type": _type(said),
        "definition": definition(said, Definition()),
        **_details(arguments),
    }


def _accept_create(_ctx: Context, arguments: Arguments) -> Arguments:
    said = _metadata(arguments)
    return {
        "report_type": _type(said),
        "definition": definition(said, Definition()),
        **given(said, **_TEXTS),
    }


def _accept_update(ctx: Context, arguments: Arguments) -> Arguments:
    said = _metadata(arguments)
    view = reports.info(ctx, report_id=str(arguments["report_id"]))
    texts = given(said, **_TEXTS)
    if texts.get("folder_id") == view.row.owner_id:
        texts["folder_id"] = ""
    return {
        "report_id": arguments["report_id"],
        "definition": definition(said, view.definition),
        **texts,
    }


def _type(said: Mapping[str, Any]) -> Any:
    kind = said.get("reportType")
    return kind.get("type") if isinstance(kind, Mapping) else kind


_ALL = "analytics/reports"
_ONE = f"{_ALL}/<report_id>"
_NAMES = {"report_type": "reportType", **_TEXTS}
ENDPOINTS = (
    data("GET", _ALL, reports.list, no_arguments, wire.items),
    data("POST", _ALL, reports.create, _accept_create, wire.described, _NAMES),
    data("POST", f"{_ALL}/query", reports.preview, _accept_query, wire.previewed, _NAMES),
    data("GET", _ONE, reports.run, _accept_run, wire.ran),
    data("POST", _ONE, reports.preview, _accept_rerun, wire.previewed),
    data("PATCH", _ONE, reports.update, _accept_update, wire.described, _NAMES),
    data("DELETE", _ONE, reports.delete, _accept_one, nothing, status=204),
    data("GET", f"{_ONE}/describe", reports.info, _accept_one, wire.described),
    data("GET", "analytics/reportTypes", reports.types, no_arguments, wire.kinds),
)
