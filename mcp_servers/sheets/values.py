"""Values of ranges: read, written, appended, cleared."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workworld.apps.sheets.service import values
from workworld.apps.sheets.service.value_ranges import Updated, ValueRange
from workworld.apps.sheets.wire import value_ranges
from workworld.context import Context
from workworld.doors.mcp import FULL, Tool
from workworld.mcp_servers.sheets.schemas import (
    GOOGLE,
    RANGE,
    SPREADSHEET,
    STRING,
    TABLE,
    Arguments,
    described,
    several,
    taking,
)

_NAMES = {"workbook_id": "spreadsheetId", "value_input_option": "valueInputOption"}
_WRITTEN = (
    " Rows go from the range's first cell on and must fit into it; a range of one cell has room for"
    " any number."
)


def _told(_ctx: Context, found: ValueRange) -> dict[str, Any]:
    return value_ranges.value_range(found)


def _updated(_ctx: Context, done: Updated) -> dict[str, Any]:
    return value_ranges.updated(done)


def _appended(_ctx: Context, done: Updated) -> dict[str, Any]:
    return value_ranges.appended(done)


def _cleared(ctx: Context, ranges: Sequence[str]) -> dict[str, Any]:
    return {"spreadsheetId": ctx.request.arguments["spreadsheetId"], "clearedRanges": list(ranges)}


def _writing(member: str) -> Any:
    def accept(_ctx: Context, arguments: Arguments) -> Arguments:
        return {
            "workbook_id": arguments["spreadsheetId"],
            "range": arguments["range"],
            "values": arguments[member],
            "value_input_option": arguments.get("valueInputOption", "USER_ENTERED"),
        }

    return accept


GET = Tool(
    "get_values",
    values.get,
    "Reads the values of a range as cells show them; empty cells and rows at the ends are left out,"
    " and an empty range has no values. Formulas are told by get_spreadsheet with"
    " sheets.data.rowData.values.userEnteredValue.",
    {"spreadsheetId": SPREADSHEET, "range": RANGE},
    ("spreadsheetId", "range"),
    taking(workbook_id="spreadsheetId", range="range"),
    _told,
    names=_NAMES,
    title="Get values",
    toolset="reads",
    manner=GOOGLE,
)
UPDATE = Tool(
    "update_values",
    values.update,
    "Writes values into a range, read as if somebody typed them: 50%, 3/17/2026 and $5 become"
    " numbers with a format. null leaves a cell as it is, an empty text clears it." + _WRITTEN,
    {
        "spreadsheetId": SPREADSHEET,
        "range": RANGE,
        "values": {**TABLE, "description": "Rows of cells: texts, numbers, true or false, null."},
    },
    ("spreadsheetId", "range", "values"),
    _writing("values"),
    _updated,
    names=_NAMES,
    title="Update values",
    toolset="writes",
    destructive=True,
    manner=GOOGLE,
)
FORMULAS = Tool(
    "update_formulas",
    values.update,
    "Writes formulas into a range; each begins with =, such as =SUM(B2:B9). They are worked out at"
    " once: read the range to see what they come to." + _WRITTEN,
    {
        "spreadsheetId": SPREADSHEET,
        "range": RANGE,
        "formulas": {**TABLE, "description": "Rows of formulas; null leaves a cell as it is."},
    },
    ("spreadsheetId", "range", "formulas"),
    _writing("formulas"),
    _updated,
    names=_NAMES | {"values": "formulas"},
    title="Update formulas",
    toolset="writes",
    destructive=True,
    manner=GOOGLE,
)
APPEND = Tool(
    "append_values",
    values.append,
    "Writes rows below the table that is found at a range; without one, from the range's first cell"
    " on. The sheet grows where it must.",
    {
        "spreadsheetId": SPREADSHEET,
        "range": RANGE,
        "values": {**TABLE, "description": "Rows of cells."},
        "valueInputOption": {
            "type": "string",
            "enum": ["RAW", "USER_ENTERED"],
            "default": "USER_ENTERED",
            "description": "Whether values are kept as given, or read as if somebody typed them.",
        },
    },
    ("spreadsheetId", "range", "values"),
    _writing("values"),
    _appended,
    names=_NAMES,
    title="Append values",
    toolset="writes",
    destructive=False,
    profiles=(FULL,),
    manner=GOOGLE,
)
CLEAR = Tool(
    "batch_clear_values",
    values.batch_clear,
    "Clears the values of several ranges, all of them or none; how cells look stays.",
    {
        "spreadsheetId": SPREADSHEET,
        "ranges": several(described(STRING, "A range in A1 notation."), "The ranges."),
    },
    ("spreadsheetId", "ranges"),
    taking(workbook_id="spreadsheetId", ranges="ranges"),
    _cleared,
    names=_NAMES,
    title="Clear values",
    toolset="writes",
    destructive=True,
    profiles=(FULL,),
    manner=GOOGLE,
)
