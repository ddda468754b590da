"""Workbooks: made, read, and edited by lists of requests.

https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from workworld.apps.sheets import masks
from workworld.apps.sheets.api.rows import (
    Arguments,
    is_true,
    mask_of,
    queried,
    said,
    sheets,
)
from workworld.apps.sheets.models import Workbook
from workworld.apps.sheets.service import access, batches, copies, workbooks
from workworld.apps.sheets.service.batches import Batch
from workworld.apps.sheets.service.grids import Grid, grids_of
from workworld.apps.sheets.service.ranges import Resolved, resolved
from workworld.apps.sheets.service.sheet_properties import properties
from workworld.apps.sheets.wire.filters import DATA_FILTER, filtered
from workworld.apps.sheets.wire.payloads import Choice, Message, chosen
from workworld.apps.sheets.wire.spreadsheets import Asked, spreadsheet
from workworld.context import Context

_VIEWS = ("commentsViewMode", "excludeTablesInBandedRanges")
_VIEW_MODES = Choice(
    "CommentsViewMode",
    (
        "COMMENTS_VIEW_MODE_UNSPECIFIED",
        "COMMENTS_VIEW_MODE_DEFAULT_FOR_CURRENT_ACCESS",
        "COMMENTS_VIEW_MODE_OMITTED",
        "COMMENTS_VIEW_MODE_INCLUDED",
    ),
)
_SPREADSHEET = Message(
    {
        "spreadsheetId": str,
        "spreadsheetUrl": str,
        "properties": Message(
            {
                "title": str,
                "locale": str,
                "timeZone": str,
                "autoRecalc": str,
                "defaultFormat": object,
                "iterativeCalculationSettings": object,
                "spreadsheetTheme": object,
                "importFunctionsExternalUrlAccessAllowed": bool,
            }
        ),
        "sheets": [
            Message(
                {
                    "properties": object,
                    "data": [
                        Message(
                            {
                                "startRow": int,
                                "startColumn": int,
                                "rowData": [object],
                                "rowMetadata": [object],
                                "columnMetadata": [object],
                            }
                        )
                    ],
                    "merges": [object],
                    "conditionalFormats": [object],
                    "basicFilter": object,
                    "filterViews": [object],
                    "protectedRanges": [object],
                    "bandedRanges": [object],
                    "charts": [object],
                    "rowGroups": [object],
                    "columnGroups": [object],
                    "developerMetadata": [object],
                    "slicers": [object],
                    "tables": [object],
                }
            )
        ],
        "namedRanges": [object],
        "developerMetadata": [object],
        "commentsViewMode": str,
    }
)
"""What may be given of a new one; what is told of it alone is read over."""
_BATCH = Message(
    {
        "requests": [object],
        "includeSpreadsheetInResponse": bool,
        "responseRanges": [str],
        "responseIncludeGridData": bool,
        "commentsViewMode": str,
    }
)
_BY_FILTER = Message(
    {"dataFilters": [DATA_FILTER], "includeGridData": bool, **dict.fromkeys(_VIEWS, object)}
)
_LISTED: Mapping[str, Callable[[Any], dict[str, Any]]] = {
    "merges": lambda each: {"mergeCells": {"range": each, "mergeType": "MERGE_ALL"}},
    "conditionalFormats": lambda each: {"addConditionalFormatRule": {"rule": each, "index": 0}},
    "filterViews": lambda each: {"addFilterView": {"filter": each}},
    "protectedRanges": lambda each: {"addProtectedRange": {"protectedRange": each}},
    "bandedRanges": lambda each: {"addBanding": {"bandedRange": each}},
    "tables": lambda each: {"addTable": {"table": each}},
    "charts": lambda each: {"addChart": {"chart": each}},
    "rowGroups": lambda each: {"addDimensionGroup": {"range": each.get("range")}},
    "columnGroups": lambda each: {"addDimensionGroup": {"range": each.get("range")}},
}
"""What a sheet of a new workbook may hold, as requests."""


def _accept_create(_ctx: Context, arguments: Arguments) -> Arguments:
    queried(arguments)
    body = said(arguments, _SPREADSHEET)
    about = body.get("properties", {})
    names = {"title": "title", "locale": "locale", "time_zone": "timeZone"}
    known = {ours: about[theirs] for ours, theirs in names.items() if about.get(theirs)}
    tabs = [_tab(each, index) for index, each in enumerate(body.get("sheets", []))]
    requests = [] if "autoRecalc" not in about else [_recalculating(about["autoRecalc"])]
    for tab, each in zip(tabs, body.get("sheets", []), strict=True):
        requests += _requests(tab, each)
    requests += [{"addNamedRange": {"namedRange": each}} for each in body.get("namedRanges", [])]
    return {**known, "sheets": tabs, "requests": requests}


def _recalculating(when: str) -> dict[str, Any]:
    return {
        "updateSpreadsheetProperties": {"properties": {"autoRecalc": when}, "fields": "autoRecalc"}
    }


def _tab(sheet: Mapping[str, Any], index: int) -> Mapping[str, Any]:
    """The properties of a sheet, with an id where something is to be put into it."""
    given = sheet.get("properties") or {}
    if not isinstance(given, Mapping):
        return {"properties": given}  # refused as what it is
    needs_id = index and len(sheet) > 1 and "sheetId" not in given
    return {**given, "sheetId": 1_000_000_007 + index} if needs_id else given


def _requests(tab: Mapping[str, Any], sheet: Mapping[str, Any]) -> list[dict[str, Any]]:
    """What is to be put into a sheet of a new workbook."""
    sheet_id = tab.get("sheetId", 0)
    found: list[dict[str, Any]] = []
    for data in sheet.get("data", []):
        start = {"sheetId": sheet_id, "rowIndex": data.get("startRow", 0),
                 "columnIndex": data.get("startColumn", 0)}  # fmt: skip
        if data.get("rowData"):
            cells = {"start": start, "rows": data["rowData"], "fields": "*"}
            found.append({"updateCells": cells})
        for name, dimension, first in (
            ("rowMetadata", "ROWS", start["rowIndex"]),
            ("columnMetadata", "COLUMNS", start["columnIndex"]),
        ):
            found += _lines(sheet_id, dimension, first, data.get(name, []))
    if "basicFilter" in sheet:
        found.append({"setBasicFilter": {"filter": sheet["basicFilter"]}})
    for name, request in _LISTED.items():
        found += [request(each) for each in sheet.get(name, []) if isinstance(each, Mapping)]
    return found


def _lines(sheet_id: Any, dimension: str, first: int, given: list[Any]) -> list[dict[str, Any]]:
    return [
        {
            "updateDimensionProperties": {
                "range": {
                    "sheetId": sheet_id,
                    "dimension": dimension,
                    "startIndex": at,
                    "endIndex": at + 1,
                },
                "properties": each,
                "fields": ",".join(each),
            }
        }
        for at, each in enumerate(given, first)
        if isinstance(each, Mapping) and each
    ]


def _accept_get(ctx: Context, arguments: Arguments) -> Arguments:
    found = queried(arguments, "includeGridData", "ranges", *_VIEWS)
    is_true(found, "includeGridData")
    mask_of(ctx)
    return {"workbook_id": arguments["spreadsheetId"]}


def _present_new(ctx: Context, workbook: Workbook) -> dict[str, Any]:
    return spreadsheet(ctx, workbook, Asked(mask_of(ctx) or {}))


def _present(ctx: Context, workbook: Workbook) -> dict[str, Any]:
    found = queried(ctx.request.arguments, "includeGridData", "ranges", *_VIEWS)
    return _asked(
        ctx,
        workbook,
        found.get("ranges", []),
        has_data=is_true(found, "includeGridData"),
        view=found.get("commentsViewMode", ""),
    )


def _asked(
    ctx: Context,
    workbook: Workbook,
    ranges: list[str] | list[Resolved],
    *,
    has_data: bool,
    view: Any,
) -> dict[str, Any]:
    grids = grids_of(ctx.session, workbook.id)
    found = [each if isinstance(each, Resolved) else resolved(ctx, grids, each) for each in ranges]
    mask = mask_of(ctx)
    if mask is not None:  # whoever names members says by it whether cells are wanted
        has_data = masks.wants(mask, "sheets", "data")
    return spreadsheet(
        ctx,
        workbook,
        Asked(mask or {}, has_data, found or None, _with_comments(ctx, workbook, view)),
    )


def _with_comments(ctx: Context, workbook: Workbook, view: Any) -> bool:
    """Whether a view has comments.

    Raises:
        Invalid: there is no such view.
    """
    mode = chosen(view, _VIEW_MODES, "comments_view_mode") if view else ""
    if mode == "COMMENTS_VIEW_MODE_DEFAULT_FOR_CURRENT_ACCESS":
        return access.may(ctx, workbook, "commenter")
    return mode == "COMMENTS_VIEW_MODE_INCLUDED"


def _accept_batch(_ctx: Context, arguments: Arguments) -> Arguments:
    queried(arguments)
    body = said(arguments, _BATCH)
    return {"workbook_id": arguments["spreadsheetId"], "requests": body.get("requests", [])}


def _present_batch(ctx: Context, done: Batch) -> dict[str, Any]:
    found: dict[str, Any] = {"spreadsheetId": done.workbook_id, "replies": done.replies}
    body = said(ctx.request.arguments, _BATCH)
    if body.get("includeSpreadsheetInResponse"):
        workbook = access.known(ctx, done.workbook_id)
        grids = grids_of(ctx.session, workbook.id)
        ranges = [resolved(ctx, grids, each) for each in body.get("responseRanges", [])]
        has_data = bool(body.get("responseIncludeGridData"))
        found["updatedSpreadsheet"] = spreadsheet(
            ctx,
            workbook,
            Asked(
                {},
                has_data,
                ranges or None,
                _with_comments(ctx, workbook, body.get("commentsViewMode", "")),
            ),
        )
    return found


def _accept_filtered(_ctx: Context, arguments: Arguments) -> Arguments:
    queried(arguments)
    said(arguments, _BY_FILTER)
    return {"workbook_id": arguments["spreadsheetId"]}


def _present_filtered(ctx: Context, workbook: Workbook) -> dict[str, Any]:
    body = said(ctx.request.arguments, _BY_FILTER)
    grids = grids_of(ctx.session, workbook.id)
    ranges = [each for given in body.get("dataFilters", []) for each in filtered(ctx, grids, given)]
    if body.get("dataFilters") and not ranges:
        return spreadsheet(ctx, workbook, Asked({}, ranges=ranges))
    return _asked(
        ctx,
        workbook,
        ranges,
        has_data=bool(body.get("includeGridData")),
        view=body.get("commentsViewMode", ""),
    )


def _accept_copy(_ctx: Context, arguments: Arguments) -> Arguments:
    queried(arguments)
    body = said(arguments, _COPY)
    known = {"destination_id": body["destinationSpreadsheetId"]} if body else {}
    sheet_id = arguments["sheetId"]
    return {"workbook_id": arguments["spreadsheetId"], "sheet_id": sheet_id, **known}


def _present_copy(_ctx: Context, made: Grid) -> dict[str, Any]:
    return properties(made)


_COPY = Message({"destinationSpreadsheetId": str})
_ONE = "/<spreadsheetId>"
ENDPOINTS = (
    sheets("POST", "", workbooks.create, _accept_create, _present_new),
    sheets("GET", _ONE, workbooks.get, _accept_get, _present, is_long=True),
    sheets("POST", f"{_ONE}:batchUpdate", batches.update, _accept_batch, _present_batch),
    sheets("POST", f"{_ONE}:getByDataFilter", workbooks.get, _accept_filtered, _present_filtered),
    sheets(
        "POST",
        f"{_ONE}/sheets/<int:sheetId>:copyTo",
        copies.copy_sheet,
        _accept_copy,
        _present_copy,
    ),
)
