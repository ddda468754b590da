"""Reports as the vendor's analytics API tells them.

https://developer.salesforce.com/docs/atlas.en-us.api_analytics.meta/api_analytics/sforce_analytics_rest_api_getbasic_reportmetadata.htm
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from workworld.apps.crm.schema.kinds import Field
from workworld.apps.crm.service import people, report_columns, report_types
from workworld.apps.crm.service.report_definitions import Definition
from workworld.apps.crm.service.report_groups import Group
from workworld.apps.crm.service.report_parts import Grouping
from workworld.apps.crm.service.report_results import Line, Path, Result, places
from workworld.apps.crm.service.report_totals import Total, total
from workworld.apps.crm.service.report_types import ReportColumn, ReportType
from workworld.apps.crm.service.report_views import Ran, ReportView
from workworld.apps.crm.wire import report_parts
from workworld.apps.crm.wire.answers import data_path
from workworld.apps.crm.wire.values import of_field
from workworld.context import Context
from workworld.errors import Invalid

SCOPES = {"all": "organization", "mine": "user", "team": "team"}
GRANULARITIES = {
    "day": "Day",
    "week": "Week",
    "month": "Month",
    "quarter": "Quarter",
    "year": "Year",
    "fiscal quarter": "FiscalQuarter",
    "fiscal year": "FiscalYear",
}
ORDERS = {False: "Asc", True: "Desc"}
_WHOLE = "T"
"""Stands in keys of the fact map for all rows."""


def item(ctx: Context, found: ReportView) -> dict[str, Any]:
    """A report in a listing."""
    path = data_path(ctx, "analytics/reports", found.row.id)
    return {
        "id": found.row.id,
        "name": found.row.name,
        "url": path,
        "describeUrl": f"{path}/describe",
    }


def items(ctx: Context, found: Sequence[ReportView]) -> list[dict[str, Any]]:
    """Reports."""
    return [item(ctx, each) for each in found]


def kinds(_ctx: Context, found: Sequence[ReportType]) -> list[dict[str, Any]]:
    """What reports can be about, by category."""
    listed: dict[str, list[dict[str, Any]]] = {}
    for each in found:
        shown = {"label": each.label, "type": each.name, "description": each.purpose}
        listed.setdefault(each.category, []).append(shown)
    return [{"label": label, "reportTypes": types} for label, types in listed.items()]


def described(ctx: Context, found: ReportView) -> dict[str, Any]:
    """What a report says."""
    known = report_columns.known(ctx, found.type, found.definition)
    return {
        "attributes": item(ctx, found) | {"type": "Report"},
        "reportMetadata": _of_view(ctx, found),
        "reportExtendedMetadata": _extended(found.definition, known),
        "reportTypeMetadata": _type(found.type, report_types.columns(ctx, found.type)),
    }


def ran(ctx: Context, found: Ran) -> dict[str, Any]:
    """What came of running a report."""
    return {
        "attributes": item(ctx, found.view) | {"type": "Report"},
        "reportMetadata": _of_view(ctx, found.view),
        **outcome(ctx, found.result),
    }


def previewed(ctx: Context, found: Result) -> dict[str, Any]:
    """What came of running a report that is not saved."""
    metadata = _metadata(found.definition, found.of, found.currency)
    return {"attributes": {"type": "Report"}, "reportMetadata": metadata, **outcome(ctx, found)}


def outcome(ctx: Context, found: Result) -> dict[str, Any]:
    """Groups, totals and rows."""
    known = report_columns.known(ctx, found.of, found.definition)
    return {
        "allData": found.has_all,
        "hasDetailRows": bool(found.lines),
        "groupingsDown": {"groupings": _groups(found.down)},
        "groupingsAcross": {"groupings": _groups(found.across)},
        "factMap": _facts(found),
        "reportExtendedMetadata": _extended(found.definition, known),
        **({"blocks": _blocks(ctx, found)} if found.beside else {}),
    }


def _blocks(ctx: Context, found: Result) -> list[dict[str, Any]]:
    """What came of the further blocks of a joined report."""
    return [
        {"blockId": f"B{place}", "label": each.title, **outcome(ctx, each)}
        for place, each in enumerate(found.beside, 2)
    ]


def _of_view(ctx: Context, found: ReportView) -> dict[str, Any]:
    row = found.row
    told = _metadata(found.definition, found.type, people.org(ctx).currency)
    return {
        "id": row.id,
        "name": row.name,
        "developerName": row.developer_name,
        "description": row.description or None,
        "folderId": row.folder_id or row.owner_id,
        **told,
    }


def _metadata(said: Definition, of: ReportType, currency: str) -> dict[str, Any]:
    return {
        "reportType": {"label": of.label, "type": of.name},
        "reportFormat": report_parts.FORMATS.get(said.format, said.format),
        "currency": currency,
        "detailColumns": list(said.columns),
        "groupingsDown": [_grouping(each) for each in said.rows],
        "groupingsAcross": [_grouping(each) for each in said.across],
        "aggregates": list(said.aggregates),
        "reportFilters": report_parts.filters(said.filters),
        "reportBooleanFilter": said.logic or None,
        "standardDateFilter": {
            "column": said.date.column or of.date,
            "durationValue": said.date.duration or "CUSTOM",
            "startDate": said.date.start or None,
            "endDate": said.date.end or None,
        },
        **report_parts.told(said, of.name),
        "scope": SCOPES[said.scope],
        "hasDetailRows": said.details,
        "hasRecordCount": True,
        "showGrandTotal": True,
        "showSubtotals": True,
        "sortBy": [{"sortColumn": said.sort, "sortOrder": ORDERS[said.descending]}]
        if said.sort
        else [],
        "topRows": {"rowLimit": said.limit, "direction": ORDERS[said.descending]}
        if said.limit
        else None,
    }


def _grouping(said: Grouping) -> dict[str, Any]:
    return {
        "name": said.column,
        "sortOrder": ORDERS[said.descending],
        "dateGranularity": GRANULARITIES[said.granularity],
        "sortAggregate": said.sort_by or None,
        "rowLimit": said.top or None,
    }


def _extended(said: Definition, known: Mapping[str, ReportColumn]) -> dict[str, Any]:
    shown = [known[name] for name in said.columns if name in known]
    grouped = [known[each.column] for each in said.groupings if each.column in known]
    return {
        "detailColumnInfo": {each.name: _column(each) for each in shown},
        "groupingColumnInfo": {
            each.name: _column(each) | {"groupingLevel": level}
            for level, each in enumerate(grouped)
        },
        "aggregateColumnInfo": {
            name: {
                "label": found.label,
                "dataType": _total_kind(found),
            }
            for name in said.aggregates
            for found in _total(name, known, said)
        },
    }


def _total(name: str, known: Mapping[str, ReportColumn], said: Definition) -> list[Total]:
    """A total, if the caller may see what it is of."""
    try:
        return [total(name, known, said)]
    except Invalid:
        return []


def _total_kind(found: Total) -> str:
    if found.said is not None:
        return "double" if found.said.type == "number" else found.said.type
    return str(found.column.field.kind) if found.column else "int"


def _column(column: ReportColumn) -> dict[str, Any]:
    return {"label": column.label, "dataType": str(column.field.kind)}


def _type(of: ReportType, known: Mapping[str, ReportColumn]) -> dict[str, Any]:
    sections: dict[str, dict[str, Any]] = {}
    for each in known.values():
        told = _column(each) | {"filterable": True, "allowedInCustomDetailFormula": False}
        sections.setdefault(each.section, {})[each.name] = told
    categories = [{"label": label, "columns": found} for label, found in sections.items()]
    return {"type": of.name, "label": of.label, "categories": categories}


def _groups(found: Sequence[Group], above: str = "") -> list[dict[str, Any]]:
    shown = []
    for number, each in enumerate(found):
        key = f"{above}{number}"
        shown.append(
            {
                "key": key,
                "label": each.label,
                "value": each.record_id or each.key or None,
                "groupings": _groups(each.groups, f"{key}_"),
            }
        )
    return shown


def _facts(found: Result) -> dict[str, Any]:
    """Totals and rows by group down and group across: ``0_1!T``."""
    down, across = places(found.down), places(found.across)
    facts: dict[str, Any] = {}
    for down_path, down_place in down.items():
        for across_path, across_place in across.items():
            if (down_path, across_path) not in found.tallies and (down_path or across_path):
                continue
            key = f"{_key(down_place)}!{_key(across_place)}"
            facts[key] = {"aggregates": _totals(found, down_path, across_path), "rows": []}
    for line in found.lines:
        key = f"{_key(down.get(line.down, ()))}!{_key(across.get(line.across, ()))}"
        facts.setdefault(key, {"aggregates": [], "rows": []})["rows"].append(_row(found, line))
    return facts


def _key(place: Sequence[int]) -> str:
    return "_".join(map(str, place)) or _WHOLE


def _totals(found: Result, down: Path, across: Path) -> list[dict[str, Any]]:
    values = [found.value(each, down, across) for each in found.totals]
    return [{"label": "-" if each is None else _label(each), "value": each} for each in values]


def _label(value: float) -> str:
    return f"{value:,}" if isinstance(value, int) else f"{value:,.2f}"


def _row(found: Result, line: Line) -> dict[str, Any]:
    return {
        "dataCells": [
            _cell(column.field, value, link, currency)
            for column, value, link, currency in zip(
                found.columns, line.values, line.links, line.currencies, strict=True
            )
        ]
    }


def _cell(field: Field, value: Any, link: str, currency: str) -> dict[str, Any]:
    shown = of_field(field, value)
    label = "-" if shown is None else str(shown)
    if link:
        return {"label": label, "value": link, "recordId": link}
    if currency and shown is not None:
        amount = {"amount": shown, "currency": currency}
        return {"label": f"{currency} {shown:,.2f}", "value": amount}
    return {"label": label, "value": shown}
