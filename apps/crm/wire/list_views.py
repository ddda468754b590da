"""List views as the vendor tells them.

https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/resources_listviews.htm
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workworld.apps.crm.models import ListView
from workworld.apps.crm.schema.kinds import Field, Kind
from workworld.apps.crm.service.list_rows import Found
from workworld.apps.crm.service.list_views import View
from workworld.apps.crm.wire.answers import data_path
from workworld.apps.crm.wire.values import of_field, stamp
from workworld.context import Context

_UNSORTED = (Kind.TEXTAREA, Kind.MULTIPICKLIST)


def several(ctx: Context, found: Sequence[View]) -> dict[str, Any]:
    """The list views of an object."""
    sobject = str(ctx.request.arguments["sobject"])
    return {
        "done": True,
        "listviews": [one(ctx, each) for each in found],
        "nextRecordsUrl": None,
        "size": len(found),
        "sobjectType": found[0].row.sobject if found else sobject,
    }


def one(ctx: Context, found: View) -> dict[str, Any]:
    """A list view: what it is called, and where its records are."""
    row = found.row
    path = data_path(ctx, "sobjects", row.sobject, "listviews", row.id)
    return {
        "describeUrl": f"{path}/describe",
        "developerName": row.developer_name,
        "id": row.id,
        "label": row.name,
        "lastModifiedDate": stamp(row.modified_us),
        "resultsUrl": f"{path}/results",
        "soqlCompatible": True,
        "url": path,
    }


def described(_ctx: Context, found: Found) -> dict[str, Any]:
    """A list view: its columns, its order, and which records it lists."""
    row = found.view
    field, is_descending = found.order
    return {
        "id": row.id,
        "columns": _columns(found),
        "orderBy": [
            {
                "fieldNameOrPath": field,
                "nullsPosition": "first",
                "sortDirection": _direction(is_descending=is_descending),
            }
        ],
        "scope": row.scope,
        "sobjectType": found.sobject.name,
        "whereCondition": _condition(row),
    }


def results(_ctx: Context, found: Found) -> dict[str, Any]:
    """Records of a list view."""
    row = found.view
    return {
        "columns": _columns(found),
        "developerName": row.developer_name,
        "done": True,
        "id": row.id,
        "label": row.name,
        "records": [
            {
                "columns": [
                    {
                        "fieldNameOrPath": each.name,
                        "value": of_field(each, record.values.get(each.name)),
                    }
                    for each in _told(found)
                ]
            }
            for record in found.records
        ],
        "size": len(found.records),
    }


def _told(found: Found) -> list[Field]:
    """The columns, and the id behind them."""
    names = {each.name for each in found.fields}
    return [*found.fields, *([] if "Id" in names else [found.sobject.fields["id"]])]


def _columns(found: Found) -> list[dict[str, Any]]:
    shown = {each.name for each in found.fields}
    sorted_by, is_descending = found.order
    return [
        {
            "ascendingLabel": "Ascending",
            "descendingLabel": "Descending",
            "fieldNameOrPath": each.name,
            "hidden": each.name not in shown,
            "label": each.label,
            "searchable": each.kind.is_text,
            "selectListItem": each.name,
            "sortDirection": (
                _direction(is_descending=is_descending) if each.name == sorted_by else None
            ),
            "sortIndex": 0 if each.name == sorted_by else None,
            "sortable": each.kind not in _UNSORTED,
            "type": str(each.kind),
        }
        for each in _told(found)
    ]


def _direction(*, is_descending: bool) -> str:
    return "descending" if is_descending else "ascending"


def _condition(row: ListView) -> dict[str, Any]:
    conditions = [
        {"field": each["field"], "operator": each["operator"], "values": list(each["values"])}
        for each in row.filters
    ]
    return {"conditions": conditions, "conjunction": "and", "logic": row.logic or None}
