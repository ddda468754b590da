"""Sheets of a spreadsheet: listed, made, copied, renamed, made larger; charts; raw requests."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from workworld.apps.sheets.engine.addresses import parse
from workworld.apps.sheets.models import Workbook
from workworld.apps.sheets.service import batches, copies, workbooks
from workworld.apps.sheets.service.batches import Batch
from workworld.apps.sheets.service.grids import Grid, grids_of
from workworld.apps.sheets.service.refusals import unparsable
from workworld.apps.sheets.service.resources import range_of
from workworld.apps.sheets.service.sheet_properties import properties
from workworld.context import Context
from workworld.doors.mcp import Resource
from workworld.errors import Invalid
from workworld.mcp_servers.sheets.community.declaring import (
    BOOK,
    LIST,
    RANGE,
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

_CHARTS = {"COLUMN", "BAR", "LINE", "AREA", "PIE", "SCATTER", "COMBO"}


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


def _accept_chart(ctx: Context, arguments: Arguments) -> Arguments:
    grid = grid_of(ctx, arguments["spreadsheet_id"], arguments["sheet"])
    kind = arguments["chart_type"].upper()
    if kind not in _CHARTS:
        said = f"Invalid chart_type. Must be one of: {', '.join(sorted(_CHARTS))}"
        raise Invalid("invalid_chart_type", said)
    spec = {"title": arguments.get("title", ""), **_drawn(kind, grid, arguments)}
    position = {
        "anchorCell": {"sheetId": grid.sheet.sheet_id, "rowIndex": 0, "columnIndex": 0},
        "offsetXPixels": arguments.get("position_x", 0),
        "offsetYPixels": arguments.get("position_y", 0),
        "widthPixels": arguments.get("width", 600),
        "heightPixels": arguments.get("height", 400),
    }
    chart = {"spec": spec, "position": {"overlayPosition": position}}
    return {
        "workbook_id": arguments["spreadsheet_id"],
        "requests": [{"addChart": {"chart": chart}}],
    }


def _drawn(kind: str, grid: Grid, arguments: Arguments) -> dict[str, Any]:
    """What is drawn: the first column along the axis, each other one a series."""
    reference = parse(arguments["data_range"])
    if reference is None:
        raise unparsable(arguments["data_range"])
    area = reference.area(len(grid.rows), len(grid.columns)).common(grid.area)
    if area is None:
        raise unparsable(arguments["data_range"])
    columns = [
        {"sourceRange": {"sources": [range_of(grid.sheet, each)]}}
        for at in range(area.left, area.right)
        for each in (type(area)(area.top, at, area.bottom, at + 1),)
    ]
    first, *others = columns
    if kind == "PIE":
        series = others[0] if others else first
        return {"pieChart": {"domain": first, "series": series, "legendPosition": "RIGHT_LEGEND"}}
    titles = {"BOTTOM_AXIS": "x_axis_label", "LEFT_AXIS": "y_axis_label"}
    return {
        "basicChart": {
            "chartType": kind,
            "legendPosition": "BOTTOM_LEGEND",
            "axis": [
                {"position": place, "title": arguments.get(name, "")}
                for place, name in titles.items()
            ],
            "domains": [{"domain": first}],
            "series": [
                {"series": each, "targetAxis": "BOTTOM_AXIS" if kind == "BAR" else "LEFT_AXIS"}
                for each in others or [first]
            ],
            "headerCount": 1,
        }
    }


def _charted(ctx: Context, done: Batch) -> dict[str, Any]:
    asked = ctx.request.arguments
    chart = done.replies[0]["addChart"]["chart"]
    return {
        "success": True,
        "message": f"Successfully added {asked['chart_type'].upper()} chart to sheet"
        f" '{asked['sheet']}'",
        "chartId": chart.get("chartId"),
        "chartType": asked["chart_type"].upper(),
        "dataRange": asked["data_range"],
    }


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
CHART = tool(
    "add_chart",
    batches.update,
    "Draws a chart of a range over a sheet: its first column along the axis, the others as series,"
    " its first row as their names.",
    {
        "spreadsheet_id": BOOK,
        "sheet": SHEET,
        "chart_type": described(STRING, "COLUMN, BAR, LINE, AREA, PIE, SCATTER or COMBO."),
        "data_range": RANGE,
        "title": described(STRING, "What stands above it."),
        "x_axis_label": described(STRING, "What stands along the horizontal axis."),
        "y_axis_label": described(STRING, "What stands along the vertical axis."),
        "position_x": described({**WHOLE, "default": 0, "minimum": 0}, "Pixels from the left."),
        "position_y": described({**WHOLE, "default": 0, "minimum": 0}, "Pixels from the top."),
        "width": described({**WHOLE, "default": 600, "minimum": 1}, "In pixels."),
        "height": described({**WHOLE, "default": 400, "minimum": 1}, "In pixels."),
    },
    ("spreadsheet_id", "sheet", "chart_type", "data_range"),
    _accept_chart,
    _charted,
    title="Add Chart",
)
INFO = Resource(
    "spreadsheet://{spreadsheet_id}/info",
    "get_spreadsheet_info",
    workbooks.get,
    "A spreadsheet's title, and its sheets with their ids and sizes.",
    taking(workbook_id="spreadsheet_id"),
    _info,
)
