"""Cells: read as values, grids or formulas, written, found."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workworld.apps.sheets.models import Workbook
from workworld.apps.sheets.service import several, values, workbooks
from workworld.apps.sheets.service.grids import grids_of
from workworld.apps.sheets.service.ranges import resolved
from workworld.apps.sheets.service.several import Answer, Place, Summary
from workworld.apps.sheets.service.value_ranges import Updated, ValueRange
from workworld.apps.sheets.wire import value_ranges
from workworld.apps.sheets.wire.spreadsheets import Asked, spreadsheet
from workworld.context import Context
from workworld.doors.mcp import Variant
from workworld.mcp_servers.sheets.community.declaring import (
    BOOK,
    LIST,
    RANGE,
    SHEET,
    tool,
    within,
)
from workworld.mcp_servers.sheets.schemas import (
    STRING,
    TABLE,
    TRUTH,
    WHOLE,
    Arguments,
    described,
)
from workworld.mcp_servers.sheets.schemas import several as listing


def _range(arguments: Arguments) -> dict[str, Any]:
    return {
        "workbook_id": arguments["spreadsheet_id"],
        "range": within(arguments["sheet"], arguments.get("range")),
    }


def _accept_get(_ctx: Context, arguments: Arguments) -> Arguments:
    return _range(arguments)


def _told(ctx: Context, found: ValueRange) -> dict[str, Any]:
    told = {"range": within(*_asked(ctx)), "values": found.values}
    return {"spreadsheetId": ctx.request.arguments["spreadsheet_id"], "valueRanges": [told]}


def _asked(ctx: Context) -> tuple[str, str | None]:
    given = ctx.request.arguments
    return given["sheet"], given.get("range")


def _accept_grid(_ctx: Context, arguments: Arguments) -> Arguments:
    return {"workbook_id": arguments["spreadsheet_id"]}


def _grid(ctx: Context, workbook: Workbook) -> dict[str, Any]:
    target = resolved(ctx, grids_of(ctx.session, workbook.id), within(*_asked(ctx)))
    return spreadsheet(ctx, workbook, Asked({}, has_data=True, ranges=[target]))


def _accept_formulas(_ctx: Context, arguments: Arguments) -> Arguments:
    return {**_range(arguments), "value_render_option": "FORMULA"}


def _formulas(_ctx: Context, found: ValueRange) -> list[Any]:
    return found.values


def _accept_update(_ctx: Context, arguments: Arguments) -> Arguments:
    data = arguments["data"]
    return {**_range(arguments), "values": data, "value_input_option": "USER_ENTERED"}


def _updated(_ctx: Context, done: Updated) -> dict[str, Any]:
    return value_ranges.updated(done)


def _accept_batch(_ctx: Context, arguments: Arguments) -> Arguments:
    sheet = arguments["sheet"]
    return {
        "workbook_id": arguments["spreadsheet_id"],
        "data": [
            {"range": within(sheet, each), "values": rows}
            for each, rows in arguments["ranges"].items()
        ],
        "value_input_option": "USER_ENTERED",
    }


def _several(ctx: Context, done: Sequence[Updated]) -> dict[str, Any]:
    return value_ranges.several_updated(ctx.request.arguments["spreadsheet_id"], done)


def _answers(_ctx: Context, found: Sequence[Answer]) -> list[dict[str, Any]]:
    return [
        {**each.query, **({"error": each.refused} if each.refused else {"data": each.rows})}
        for each in found
    ]


def _summaries(_ctx: Context, found: Sequence[Summary]) -> list[dict[str, Any]]:
    return [
        {
            "spreadsheet_id": each.workbook_id,
            "title": each.title or None,
            "sheets": [
                {
                    "title": sheet.title,
                    "sheet_id": sheet.sheet_id,
                    "headers": sheet.rows[0] if sheet.rows else [],
                    "first_rows": sheet.rows[1:],
                    "error": None,
                }
                for sheet in each.sheets
            ],
            "error": each.refused or None,
        }
        for each in found
    ]


def _accept_summaries(_ctx: Context, arguments: Arguments) -> Arguments:
    rows = max(arguments.get("rows_to_fetch", 5), 1)
    return {"workbook_ids": arguments["spreadsheet_ids"], "rows": min(rows, 1000)}


def _accept_find(_ctx: Context, arguments: Arguments) -> Arguments:
    names = {"sheet": "sheet", "is_case_sensitive": "case_sensitive", "limit": "max_results"}
    return {
        "workbook_id": arguments["spreadsheet_id"],
        "text": arguments["query"],
        **{ours: arguments[theirs] for ours, theirs in names.items() if theirs in arguments},
    }


def _places(_ctx: Context, found: Sequence[Place]) -> list[dict[str, str]]:
    return [{"sheet": each.sheet, "cell": each.cell, "value": each.text} for each in found]


_PLACE = {"spreadsheet_id": BOOK, "sheet": SHEET, "range": RANGE}
GET = tool(
    "get_sheet_data",
    values.get,
    "Reads the values of a sheet, or of a range of it; with include_grid_data the cells with their"
    " formats as well, which is long. Formulas are not shown: use get_sheet_formulas.",
    {
        **_PLACE,
        "include_grid_data": described({**TRUTH, "default": False}, "Whether formats are told."),
    },
    ("spreadsheet_id", "sheet"),
    _accept_get,
    _told,
    title="Get Sheet Data",
    variants=(
        Variant(
            lambda arguments: bool(arguments.get("include_grid_data")),
            workbooks.get,
            _accept_grid,
            _grid,
        ),
    ),
)
FORMULAS = tool(
    "get_sheet_formulas",
    values.get,
    "Reads a sheet, or a range of it, with formulas in the place of what they come to.",
    _PLACE,
    ("spreadsheet_id", "sheet"),
    _accept_formulas,
    _formulas,
    title="Get Sheet Formulas",
    manner=LIST,
)
UPDATE = tool(
    "update_cells",
    values.update,
    "Writes values into a range, read as if somebody typed them; formulas begin with =.",
    {**_PLACE, "data": {**TABLE, "description": "Rows of cells."}},
    ("spreadsheet_id", "sheet", "range", "data"),
    _accept_update,
    _updated,
    title="Update Cells",
)
BATCH = tool(
    "batch_update_cells",
    values.batch_update,
    "Writes values into several ranges of a sheet, all of them or none.",
    {
        "spreadsheet_id": BOOK,
        "sheet": SHEET,
        "ranges": {
            "type": "object",
            "additionalProperties": dict(TABLE),
            "description": 'Rows of cells by range: {"A1:B1": [[1, 2]], "D1": [["x"]]}.',
        },
    },
    ("spreadsheet_id", "sheet", "ranges"),
    _accept_batch,
    _several,
    title="Batch Update Cells",
)
MULTIPLE = tool(
    "get_multiple_sheet_data",
    several.read,
    "Reads ranges of several spreadsheets at once.",
    {
        "queries": listing(
            {"type": "object"}, "Each with spreadsheet_id, sheet and range, all of them texts."
        )
    },
    ("queries",),
    lambda _ctx, arguments: {"queries": arguments["queries"]},
    _answers,
    title="Get Multiple Sheet Data",
    manner=LIST,
)
SUMMARY = tool(
    "get_multiple_spreadsheet_summary",
    several.summaries,
    "Tells what spreadsheets are about: titles, sheets, their heads and first rows.",
    {
        "spreadsheet_ids": listing(STRING, "The ids of spreadsheets."),
        "rows_to_fetch": described({**WHOLE, "default": 5}, "How many rows of each, its head too."),
    },
    ("spreadsheet_ids",),
    _accept_summaries,
    _summaries,
    title="Get Multiple Spreadsheet Summary",
    manner=LIST,
)
FIND = tool(
    "find_in_spreadsheet",
    several.find,
    "Finds the cells of a spreadsheet that show a text.",
    {
        "spreadsheet_id": BOOK,
        "query": described(STRING, "The text."),
        "sheet": described(STRING, "The title of the one sheet to look at."),
        "case_sensitive": described({**TRUTH, "default": False}, "Whether A and a differ."),
        "max_results": described(
            {**WHOLE, "default": 50, "minimum": 1, "maximum": 10_000}, "How many at most."
        ),
    },
    ("spreadsheet_id", "query"),
    _accept_find,
    _places,
    title="Find in Spreadsheet",
    manner=LIST,
)
