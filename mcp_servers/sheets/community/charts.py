"""Charts over the sheets of a spreadsheet."""

from __future__ import annotations

from typing import Any

from workworld.apps.sheets.engine.addresses import parse
from workworld.apps.sheets.service import batches
from workworld.apps.sheets.service.batches import Batch
from workworld.apps.sheets.service.grids import Grid
from workworld.apps.sheets.service.refusals import unparsable
from workworld.apps.sheets.service.resources import range_of
from workworld.context import Context
from workworld.errors import Invalid
from workworld.mcp_servers.sheets.community.declaring import BOOK, RANGE, SHEET, grid_of, tool
from workworld.mcp_servers.sheets.schemas import STRING, WHOLE, Arguments, described

_CHARTS = {"COLUMN", "BAR", "LINE", "AREA", "PIE", "SCATTER", "COMBO"}


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


ADD = tool(
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
