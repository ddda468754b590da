"""Sheets of a spreadsheet: listed, made, copied, renamed, made larger; raw requests."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from workworld.apps.sheets.models import Workbook
from workworld.apps.sheets.service import batches, copies, workbooks
from workworld.apps.sheets.service.batches import Batch
from workworld.apps.sheets.service.grids import Grid, grids_of
from workworld.apps.sheets.service.sheet_properties import properties
from workworld.context import Context
from workworld.doors.mcp import Resource
from workworld.mcp_servers.sheets.community.declaring import (
    BOOK,
    LIST,
    SHEET,
    grid_of,
    tool,
)
from workworld.mcp_servers.sheets.schemas import (
    REQUESTS,
    STRING,
    WHOLE,
    Arguments,
    described,
    taking,
)


def _titles(ctx: Context, workbook: Workbook) -> list[str]:
    return [each.sheet.title for each in grids_of(ctx.session, workbook.id)]


def _info(ctx: Context, workbook: Workbook) -> str:
    sheets = [
        {
            "title": each.sheet.title,
            "sheetId": each.sheet.sheet_id,
            "gridProperties": properties(each)["gridProperties"],
        }
        for each in grids_of(ctx.session, workbook.id)
    ]
    return json.dumps({"title": workbook.title, "sheets": sheets}, indent=2)


def _told(_ctx: Context, done: Batch) -> dict[str, Any]:
    return {"spreadsheetId": done.workbook_id, "replies": done.replies}


def _adding(dimension: str, start: str) -> Callable[[Context, Arguments], Arguments]:
    """Puts in lines before one, by default before the first."""

    def accept(ctx: Context, arguments: Arguments) -> Arguments:
        grid = grid_of(ctx, arguments["spreadsheet_id"], arguments["sheet"])
        first = arguments.get(start, 0)
        lines = {
            "sheetId": grid.sheet.sheet_id,
            "dimension": dimension,
            "startIndex": first,
            "endIndex": first + arguments["count"],
        }
        insert = {"range": lines, "inheritFromBefore": first > 0}
        return {
            "workbook_id": arguments["spreadsheet_id"],
            "requests": [{"insertDimension": insert}],
        }

    return accept


def _accept_copy(ctx: Context, arguments: Arguments) -> Arguments:
    grid = grid_of(ctx, arguments["src_spreadsheet"], arguments["src_sheet"])
    return {
        "workbook_id": arguments["src_spreadsheet"],
        "sheet_id": grid.sheet.sheet_id,
        "destination_id": arguments["dst_spreadsheet"],
        "title": arguments["dst_sheet"],
    }


def _copied(ctx: Context, made: Grid) -> dict[str, Any]:
    told = {"copy": properties(made)}
    if ctx.request.arguments["dst_sheet"] != f"Copy of {ctx.request.arguments['src_sheet']}":
        told["rename"] = {"spreadsheetId": made.sheet.workbook_id, "replies": [{}]}
    return told


def _accept_rename(ctx: Context, arguments: Arguments) -> Arguments:
    grid = grid_of(ctx, arguments["spreadsheet"], arguments["sheet"])
    about = {"sheetId": grid.sheet.sheet_id, "title": arguments["new_name"]}
    return {
        "workbook_id": arguments["spreadsheet"],
        "requests": [{"updateSheetProperties": {"properties": about, "fields": "title"}}],
    }


def _accept_sheet(_ctx: Context, arguments: Arguments) -> Arguments:
    return {
        "workbook_id": arguments["spreadsheet_id"],
        "requests": [{"addSheet": {"properties": {"title": arguments["title"]}}}],
    }


def _sheet(_ctx: Context, done: Batch) -> dict[str, Any]:
    about = done.replies[0]["addSheet"]["properties"]
    told = {name: about[name] for name in ("sheetId", "title", "index")}
    return told | {"spreadsheetId": done.workbook_id}


_COUNT = described({**WHOLE, "minimum": 1, "maximum": 100_000}, "How many.")
LISTED = tool(
    "list_sheets",
    workbooks.get,
    "Lists the titles of a spreadsheet's sheets, in their order.",
    {"spreadsheet_id": BOOK},
    ("spreadsheet_id",),
    taking(workbook_id="spreadsheet_id"),
    _titles,
    title="List Sheets",
    manner=LIST,
)
ROWS = tool(
    "add_rows",
    batches.update,
    "Puts empty rows into a sheet; formulas that name what is below follow.",
    {
        "spreadsheet_id": BOOK,
        "sheet": SHEET,
        "count": _COUNT,
        "start_row": described(
            {**WHOLE, "minimum": 0}, "Before which row, counted from 0; by default the first."
        ),
    },
    ("spreadsheet_id", "sheet", "count"),
    _adding("ROWS", "start_row"),
    _told,
    title="Add Rows",
)
COLUMNS = tool(
    "add_columns",
    batches.update,
    "Puts empty columns into a sheet; formulas that name what is behind follow.",
    {
        "spreadsheet_id": BOOK,
        "sheet": SHEET,
        "count": _COUNT,
        "start_column": described(
            {**WHOLE, "minimum": 0}, "Before which column, counted from 0; by default the first."
        ),
    },
    ("spreadsheet_id", "sheet", "count"),
    _adding("COLUMNS", "start_column"),
    _told,
    title="Add Columns",
)
COPY = tool(
    "copy_sheet",
    copies.copy_sheet,
    "Copies a sheet into another spreadsheet under a title.",
    {
        "src_spreadsheet": BOOK,
        "src_sheet": SHEET,
        "dst_spreadsheet": described(STRING, "The id of the spreadsheet to copy into."),
        "dst_sheet": described(STRING, "What the copy is to be called."),
    },
    ("src_spreadsheet", "src_sheet", "dst_spreadsheet", "dst_sheet"),
    _accept_copy,
    _copied,
    title="Copy Sheet",
)
RENAME = tool(
    "rename_sheet",
    batches.update,
    "Renames a sheet; formulas that name it follow.",
    {
        "spreadsheet": BOOK,
        "sheet": SHEET,
        "new_name": described(STRING, "What it is to be called."),
    },
    ("spreadsheet", "sheet", "new_name"),
    _accept_rename,
    _told,
    title="Rename Sheet",
)
CREATE = tool(
    "create_sheet",
    batches.update,
    "Adds an empty sheet behind the others of a spreadsheet.",
    {"spreadsheet_id": BOOK, "title": described(STRING, "What it is to be called.")},
    ("spreadsheet_id", "title"),
    _accept_sheet,
    _sheet,
    title="Create Sheet",
)
RAW = tool(
    "batch_update",
    batches.update,
    "Edits a spreadsheet by any requests of spreadsheets.batchUpdate, all of them or none.",
    {"spreadsheet_id": BOOK, "requests": REQUESTS},
    ("spreadsheet_id", "requests"),
    taking(workbook_id="spreadsheet_id", requests="requests"),
    _told,
    title="Batch Update",
)
INFO = Resource(
    "spreadsheet://{spreadsheet_id}/info",
    "get_spreadsheet_info",
    workbooks.get,
    "A spreadsheet's title, and its sheets with their ids and sizes.",
    taking(workbook_id="spreadsheet_id"),
    _info,
)
