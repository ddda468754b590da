"""Values of ranges that data filters name.

https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets.values/batchGetByDataFilter
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from workworld.apps.sheets.api.rows import Arguments, queried, said, sheets
from workworld.apps.sheets.api.values import answering, how, known
from workworld.apps.sheets.service import access, values
from workworld.apps.sheets.service.grids import grids_of
from workworld.apps.sheets.service.value_ranges import Updated, ValueRange
from workworld.apps.sheets.wire import value_ranges
from workworld.apps.sheets.wire.filters import DATA_FILTER, filtered
from workworld.apps.sheets.wire.payloads import DATES, DIMENSION, INPUT, RENDER, Message
from workworld.context import Context

_GET = Message(
    {
        "dataFilters": [DATA_FILTER],
        "majorDimension": DIMENSION,
        "valueRenderOption": RENDER,
        "dateTimeRenderOption": DATES,
    }
)
_CLEAR = Message({"dataFilters": [DATA_FILTER]})
_UPDATE = Message(
    {
        "valueInputOption": INPUT,
        "data": [
            Message({"dataFilter": DATA_FILTER, "majorDimension": DIMENSION, "values": [[Any]]})
        ],
        "includeValuesInResponse": bool,
        "responseValueRenderOption": RENDER,
        "responseDateTimeRenderOption": DATES,
    }
)
Found = list[tuple[Mapping[str, Any], str]]
"""Filters, each with a range that it means."""


def _ranges(ctx: Context, arguments: Arguments, filters: Sequence[Mapping[str, Any]]) -> Found:
    """What filters mean, in their order.

    Raises:
        NotFound: there is no such spreadsheet.
        Invalid: a filter says nothing, or means nothing of it.
    """
    workbook = access.known(ctx, arguments["spreadsheetId"])
    grids = grids_of(ctx.session, workbook.id)
    return [(each, found.text) for each in filters for found in filtered(ctx, grids, each)]


def _accept_get(ctx: Context, arguments: Arguments) -> Arguments:
    queried(arguments)
    body = said(arguments, _GET)
    ranges = _ranges(ctx, arguments, body.pop("dataFilters", []))
    return {
        "workbook_id": arguments["spreadsheetId"],
        "ranges": [text for _, text in ranges],
        **how(body),
    }


def _present_get(ctx: Context, found: Sequence[ValueRange]) -> dict[str, Any]:
    arguments = ctx.request.arguments
    ranges = _ranges(ctx, arguments, said(arguments, _GET).get("dataFilters", []))
    told = [
        {"valueRange": value_ranges.value_range(each), "dataFilters": [given]}
        for each, (given, _) in zip(found, ranges, strict=True)
    ]
    return {
        "spreadsheetId": arguments["spreadsheetId"],
        **({"valueRanges": told} if told else {}),
    }


def _accept_update(ctx: Context, arguments: Arguments) -> Arguments:
    queried(arguments)
    body = said(arguments, _UPDATE)
    data = []
    for each in body.get("data", []):
        rest = {name: value for name, value in each.items() if name != "dataFilter"}
        ranges = _ranges(ctx, arguments, [each.get("dataFilter", {})])
        data += [{"range": text, **rest} for _, text in ranges]
    return {
        "workbook_id": arguments["spreadsheetId"],
        "data": data,
        **known({"value_input_option": body.get("valueInputOption", "UNSPECIFIED")}),
        **answering(body),
    }


def _present_update(ctx: Context, done: Sequence[Updated]) -> dict[str, Any]:
    arguments = ctx.request.arguments
    filters = [each["dataFilter"] for each in said(arguments, _UPDATE).get("data", [])]
    given = [each for each, _ in _ranges(ctx, arguments, filters)]
    told = value_ranges.several_updated(str(arguments["spreadsheetId"]), done)
    told["responses"] = [
        {name: value for name, value in each.items() if name != "spreadsheetId"}
        | {"dataFilter": wanted}
        for each, wanted in zip(told["responses"], given, strict=True)
    ]
    return told


def _accept_clear(ctx: Context, arguments: Arguments) -> Arguments:
    queried(arguments)
    ranges = _ranges(ctx, arguments, said(arguments, _CLEAR).get("dataFilters", []))
    return {"workbook_id": arguments["spreadsheetId"], "ranges": [text for _, text in ranges]}


def _present_clear(ctx: Context, ranges: Sequence[str]) -> dict[str, Any]:
    told = {"clearedRanges": ranges} if ranges else {}
    return {"spreadsheetId": ctx.request.arguments["spreadsheetId"], **told}


_ALL = "/<spreadsheetId>/values"
ENDPOINTS = (
    sheets("POST", f"{_ALL}:batchGetByDataFilter", values.batch_get, _accept_get, _present_get),
    sheets(
        "POST", f"{_ALL}:batchUpdateByDataFilter", values.batch_update, _accept_update,
        _present_update,
    ),
    sheets(
        "POST", f"{_ALL}:batchClearByDataFilter", values.batch_clear, _accept_clear, _present_clear
    ),
)  # fmt: skip
