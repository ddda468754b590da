"""Workbooks: made, read, and edited by lists of requests.

https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets
"""

from __future__ import annotations

from typing import Any

from workworld.apps.sheets import masks
from workworld.apps.sheets.api.new_spreadsheets import accept_new
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
    sheets("POST", "", workbooks.create, accept_new, _present_new),
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
