"""What reports have for themselves, as the vendor's analytics API tells and takes it.

https://developer.salesforce.com/docs/atlas.en-us.api_analytics.meta/api_analytics/sforce_analytics_rest_api_getbasic_reportmetadata.htm
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from workworld.apps.crm.service.report_definitions import JOINED, Definition
from workworld.apps.crm.service.report_parts import (
    Block,
    Bucket,
    BucketValue,
    CrossFilter,
    Filter,
    Highlight,
    RowFormula,
    SummaryFormula,
)
from workworld.apps.crm.service.report_types import TYPES

Told = Mapping[str, Any]
FORMATS: Mapping[str, str] = {JOINED: "MULTI_BLOCK"}
"""Formats that the vendor calls otherwise."""


def told(said: Definition, of: str) -> dict[str, Any]:
    """Cross filters, buckets, formulas, colours and blocks of a report about something."""
    return {
        "crossFilters": [_crossing(each, of) for each in said.cross_filters],
        "buckets": [_bucket(each) for each in said.buckets],
        "customDetailFormula": {each.name: _row_formula(each) for each in said.formulas} or None,
        "customSummaryFormula": {each.name: _summary(each) for each in said.summaries} or None,
        "formattingRules": [_highlight(each) for each in said.highlights],
        "blocks": [_block(each, place) for place, each in enumerate(said.blocks, 1)],
    }


def filters(said: Sequence[Filter]) -> list[dict[str, Any]]:
    """Conditions."""
    return [
        {
            "column": each.column,
            "operator": each.operator,
            "value": each.value,
            "filterType": "fieldValue",
            "isRunPageEditable": True,
        }
        for each in said
    ]


def read_filters(given: Sequence[Told] | None) -> list[dict[str, Any]]:
    """Conditions that a caller has sent."""
    return [
        {name: each[name] for name in ("column", "operator", "value") if each.get(name) is not None}
        for each in given or ()
    ]


def _crossing(said: CrossFilter, of: str) -> dict[str, Any]:
    return {
        "primaryEntityField": "Id",
        "primaryEntity": TYPES[of].base if of in TYPES else of,
        "relatedEntity": said.object,
        "includesObject": said.has,
        "criteria": filters(said.filters),
    }


def _bucket(said: Bucket) -> dict[str, Any]:
    is_number = any(each.upper is not None for each in said.buckets)
    return {
        "bucketType": "number" if is_number else "text",
        "developerName": said.name,
        "label": said.label,
        "sourceColumnName": said.column,
        "nullTreatedAsZero": said.blank_is_zero,
        "otherBucketLabel": said.other or None,
        "values": [_bucket_value(each) for each in said.buckets],
    }


def _bucket_value(said: BucketValue) -> dict[str, Any]:
    return {
        "label": said.label,
        "sourceDimensionValues": list(said.values),
        "rangeUpperBound": said.upper,
    }


def _row_formula(said: RowFormula) -> dict[str, Any]:
    return {"label": said.label, "formula": said.formula, "decimalPlaces": said.decimals}


def _summary(said: SummaryFormula) -> dict[str, Any]:
    return {
        "label": said.label,
        "formula": said.formula,
        "formulaType": said.type,
        "decimalPlaces": said.decimals,
        "downGroupType": "all",
        "acrossGroupType": "all",
    }


def _highlight(said: Highlight) -> dict[str, Any]:
    return {
        "aggregate": said.aggregate,
        "lowerBound": said.low,
        "upperBound": said.high,
        "isReversed": said.is_reversed,
    }


def _block(said: Block, place: int) -> dict[str, Any]:
    of = TYPES.get(said.report_type)
    return {
        "blockId": f"B{place + 1}",
        "name": said.name or None,
        "reportType": {"type": said.report_type, "label": of.label if of else said.report_type},
        "detailColumns": list(said.columns),
        "aggregates": list(said.aggregates),
        "reportFilters": filters(said.filters),
        "reportBooleanFilter": said.logic or None,
        "crossFilters": [_crossing(each, said.report_type) for each in said.cross_filters],
    }


def _read_crossing(given: Told) -> list[dict[str, Any]]:
    return [
        {
            "object": each["relatedEntity"],
            "has": each.get("includesObject", True),
            "filters": read_filters(each.get("criteria")),
        }
        for each in given.get("crossFilters") or ()
    ]


def _read_buckets(given: Told) -> list[dict[str, Any]]:
    return [
        {
            "name": each["developerName"],
            "label": each["label"],
            "column": each["sourceColumnName"],
            "other": each.get("otherBucketLabel") or "",
            "blank_is_zero": bool(each.get("nullTreatedAsZero")),
            "buckets": [
                {
                    "label": value["label"],
                    "values": value.get("sourceDimensionValues") or (),
                    "upper": value.get("rangeUpperBound"),
                }
                for value in each["values"]
            ],
        }
        for each in given["buckets"] or ()
    ]


def _read_formulas(key: str) -> Callable[[Told], list[dict[str, Any]]]:
    names = {
        "label": "label",
        "formula": "formula",
        "type": "formulaType",
        "decimals": "decimalPlaces",
    }
    ours = {each: names[each] for each in names if key != "customDetailFormula" or each != "type"}

    def read(given: Told) -> list[dict[str, Any]]:
        return [
            {"name": name}
            | {mine: said[theirs] for mine, theirs in ours.items() if said.get(theirs) is not None}
            for name, said in (given[key] or {}).items()
        ]

    return read


def _read_highlights(given: Told) -> list[dict[str, Any]]:
    return [
        {
            "aggregate": each["aggregate"],
            "low": each["lowerBound"],
            "high": each["upperBound"],
            "is_reversed": bool(each.get("isReversed")),
        }
        for each in given["formattingRules"] or ()
    ]


def _read_blocks(given: Told) -> list[dict[str, Any]]:
    return [
        {
            "name": each.get("name") or "",
            "report_type": _type(each["reportType"]),
            "columns": each.get("detailColumns") or (),
            "aggregates": each.get("aggregates") or ("RowCount",),
            "filters": read_filters(each.get("reportFilters")),
            "logic": each.get("reportBooleanFilter") or "",
            "cross_filters": _read_crossing(each),
        }
        for each in given["blocks"] or ()
    ]


def _type(said: Any) -> Any:
    return said["type"] if isinstance(said, Mapping) else said


READ: Mapping[str, tuple[str, Callable[[Told], Any]]] = {
    "cross_filters": ("crossFilters", _read_crossing),
    "buckets": ("buckets", _read_buckets),
    "formulas": ("customDetailFormula", _read_formulas("customDetailFormula")),
    "summaries": ("customSummaryFormula", _read_formulas("customSummaryFormula")),
    "highlights": ("formattingRules", _read_highlights),
    "blocks": ("blocks", _read_blocks),
}
"""Our part of a definition → the vendor's, and how that is read."""
