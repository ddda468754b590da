"""Spreadsheets as a whole: read, and edited by lists of requests."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workworld.apps.sheets import masks
from workworld.apps.sheets.masks import Mask
from workworld.apps.sheets.models import Workbook
from workworld.apps.sheets.service import batches, workbooks
from workworld.apps.sheets.service.batches import Batch
from workworld.apps.sheets.service.grids import grids_of
from workworld.apps.sheets.service.ranges import resolved
from workworld.apps.sheets.wire.spreadsheets import Asked, spreadsheet
from workworld.context import Context
from workworld.doors.mcp import Tool
from workworld.mcp_servers.sheets.schemas import (
    GOOGLE,
    REQUESTS,
    SPREADSHEET,
    STRING,
    TRUTH,
    WHOLE,
    Arguments,
    described,
    several,
    taking,
)

_INHERITS = "inheritFromBefore"


def _mask(fields: Sequence[str]) -> Mask | None:
    return masks.parsed(",".join(fields)) if fields else None


def _accept_get(_ctx: Context, arguments: Arguments) -> Arguments:
    _mask(arguments.get("fields", ()))
    return {"workbook_id": arguments["spreadsheetId"]}


def _present(ctx: Context, workbook: Workbook) -> Any:
    asked = ctx.request.arguments
    mask = _mask(asked.get("fields", ()))
    has_data = bool(asked.get("includeGridData"))
    if mask is not None:
        has_data = masks.wants(mask, "sheets", "data")
    grids = grids_of(ctx.session, workbook.id)
    ranges = [resolved(ctx, grids, each) for each in asked.get("ranges", ())]
    has_comments = bool(asked.get("commentsIncluded"))
    found = spreadsheet(ctx, workbook, Asked(mask or {}, has_data, ranges or None, has_comments))
    return found if mask is None else masks.picked(found, mask)


def told(_ctx: Context, done: Batch) -> dict[str, Any]:
    """What a list of requests answered."""
    return {"spreadsheetId": done.workbook_id, "replies": done.replies}


def _accept_insert(_ctx: Context, arguments: Arguments) -> Arguments:
    lines = {
        "sheetId": arguments["sheetId"],
        "dimension": arguments["dimension"],
        "startIndex": arguments["startIndex"],
        "endIndex": arguments["endIndex"],
    }
    inherits = {_INHERITS: arguments[_INHERITS]} if _INHERITS in arguments else {}
    return {
        "workbook_id": arguments["spreadsheetId"],
        "requests": [{"insertDimension": {"range": lines, **inherits}}],
    }


GET = Tool(
    "get_spreadsheet",
    workbooks.get,
    "Reads a spreadsheet: its title, its sheets with their ids and sizes, named ranges and what"
    " else lies on it; with includeGridData the cells as well, with values, formulas and formats."
    " Name fields and ranges, since whole grids are long. For values alone use get_values.",
    {
        "spreadsheetId": SPREADSHEET,
        "includeGridData": described(
            {**TRUTH, "default": False}, "Whether cells are told. Fields, if given, decide instead."
        ),
        "fields": several(STRING, "What is answered, such as sheets.properties.sheetId."),
        "ranges": several(STRING, "The ranges to be told, in A1 notation; by default all."),
        "commentsIncluded": described(
            {**TRUTH, "default": False}, "Whether comments are told as well."
        ),
    },
    ("spreadsheetId",),
    _accept_get,
    _present,
    names={"workbook_id": "spreadsheetId"},
    title="Get spreadsheet",
    toolset="reads",
    manner=GOOGLE,
)
UPDATE = Tool(
    "update_spreadsheet",
    batches.update,
    "Edits a spreadsheet by any requests of spreadsheets.batchUpdate: addSheet, deleteSheet,"
    " updateSheetProperties, updateCells, repeatCell, appendCells, insertDimension,"
    " deleteDimension, mergeCells, updateBorders, sortRange, findReplace, copyPaste,"
    " setDataValidation, addConditionalFormatRule, addNamedRange, addProtectedRange, addChart and"
    " so on. If one is refused, nothing is changed. Sheet ids come from get_spreadsheet.",
    {"spreadsheetId": SPREADSHEET, "requests": REQUESTS},
    ("spreadsheetId", "requests"),
    taking(workbook_id="spreadsheetId", requests="requests"),
    told,
    names={"workbook_id": "spreadsheetId"},
    title="Update spreadsheet",
    toolset="writes",
    destructive=True,
    manner=GOOGLE,
)
INSERT = Tool(
    "insert_dimension",
    batches.update,
    "Puts in empty rows or columns; formulas and ranges follow.",
    {
        "spreadsheetId": SPREADSHEET,
        "sheetId": described(WHOLE, "The sheet's id, not its title; that of the first is often 0."),
        "dimension": {
            "type": "string",
            "enum": ["ROWS", "COLUMNS"],
            "description": "Whether rows or columns are put in.",
        },
        "startIndex": described(WHOLE, "Before which one, counted from 0."),
        "endIndex": described(WHOLE, "startIndex and how many are put in."),
        _INHERITS: described(
            TRUTH, "Whether they look as those before them, rather than those after."
        ),
    },
    ("spreadsheetId", "sheetId", "dimension", "startIndex", "endIndex"),
    _accept_insert,
    told,
    names={"workbook_id": "spreadsheetId"},
    title="Insert rows or columns",
    toolset="writes",
    destructive=True,
    manner=GOOGLE,
)
