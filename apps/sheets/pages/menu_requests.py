"""The requests that entries of menus and buttons send, with places for what is selected.

The browser fills the places: ``$range`` stands for each selected range, ``$first`` for the first of
them, ``$sheet`` for the sheet, ``$rows`` and ``$columns`` for the lines of the selection,
``$rows-after`` and ``$columns-after`` for as many behind it, ``$last-row`` and ``$last-column`` for
how many lines there are up to its end, ``$not-bold`` for whether the active cell is not bold.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

Request = Mapping[str, Any]

_ACCOUNTING = '_("$"* #,##0.00_);_("$"* (#,##0.00);_("$"* "-"??_);_(@_)'
NUMBERS: Sequence[tuple[str, str, str, str, str]] = (
    ("Automatic", "", "", "", ""),
    ("Plain text", "TEXT", "@", "", ""),
    ("Number (1,000.12)", "NUMBER", "#,##0.00", "Ctrl+Shift+1", "format-number"),
    ("Percent (10.12%)", "PERCENT", "0.00%", "Ctrl+Shift+5", "format-percent"),
    ("Scientific (1.01E+03)", "SCIENTIFIC", "0.00E+00", "Ctrl+Shift+6", "format-scientific"),
    ("Accounting ($ (1,000.12))", "NUMBER", _ACCOUNTING, "", ""),
    ("Currency ($1,000.12)", "CURRENCY", '"$"#,##0.00', "Ctrl+Shift+4", "format-currency"),
    ("Currency, rounded ($1,000)", "CURRENCY", '"$"#,##0', "", ""),
    ("Date (3/17/2026)", "DATE", "m/d/yyyy", "Ctrl+Shift+3", "format-date"),
    ("Time (3:59:00 PM)", "TIME", "h:mm:ss am/pm", "Ctrl+Shift+2", "format-time"),
    ("Date and time", "DATE_TIME", "m/d/yyyy h:mm:ss", "", ""),
    ("Duration (24:01:00)", "TIME", "[h]:mm:ss", "", ""),
)
"""What number formats are called, their kind and pattern, their keys and command."""
ALIGNMENTS = (
    ("Left", "horizontal", "LEFT", "Ctrl+Shift+L", "align-left"),
    ("Center", "horizontal", "CENTER", "Ctrl+Shift+E", "align-center"),
    ("Right", "horizontal", "RIGHT", "", ""),
    ("Top", "vertical", "TOP", "", ""),
    ("Middle", "vertical", "MIDDLE", "", ""),
    ("Bottom", "vertical", "BOTTOM", "", ""),
)
INDENTS = (("Increase indent", 1), ("Decrease indent", -1))
PASTES = (
    ("Values only", "PASTE_VALUES"),
    ("Format only", "PASTE_FORMAT"),
    ("Formulas only", "PASTE_FORMULA"),
    ("All but borders", "PASTE_NO_BORDERS"),
    ("Data validation only", "PASTE_DATA_VALIDATION"),
    ("Conditional formatting only", "PASTE_CONDITIONAL_FORMATTING"),
    ("Transposed", "TRANSPOSE"),
)
WRAPS = (("Overflow", "OVERFLOW_CELL"), ("Wrap", "WRAP"), ("Clip", "CLIP"))
ROTATIONS = (
    ("None", 0),
    ("Tilt up", 45),
    ("Tilt down", -45),
    ("Rotate up", 90),
    ("Rotate down", -90),
)


def repeated(look: Mapping[str, Any], fields: str) -> Request:
    """Let the selected cells look so, as far as the fields tell."""
    return {
        "repeatCell": {
            "range": "$range",
            "cell": {"userEnteredFormat": look},
            "fields": ",".join(f"userEnteredFormat.{each}" for each in fields.split(",")),
        }
    }


def number(kind: str, pattern: str) -> Request:
    """Show numbers by a pattern; without a kind as they come."""
    look = {"numberFormat": {"type": kind, "pattern": pattern}} if kind else {}
    return repeated(look, "numberFormat")


def toggled(part: str) -> Request:
    """Make text bold, or whatever the part is, or take it back if the active cell is so."""
    return repeated({"textFormat": {part: f"$not-{part}"}}, f"textFormat.{part}")


def aligned(horizontal: str = "", vertical: str = "") -> Request:
    """Where in their cells texts stand."""
    if horizontal:
        return repeated({"horizontalAlignment": horizontal}, "horizontalAlignment")
    return repeated({"verticalAlignment": vertical}, "verticalAlignment")


def wrapped(way: str) -> Request:
    """What becomes of texts that are too long for their cell."""
    return repeated({"wrapStrategy": way}, "wrapStrategy")


def turned(angle: int) -> Request:
    """Turn texts by so many degrees."""
    return repeated({"textRotation": {"angle": angle}}, "textRotation")


def merged(kind: str) -> Request:
    """Show cells as one."""
    return {"mergeCells": {"range": "$range", "mergeType": kind}}


def freeze(rows: int | str | None = None, columns: int | str | None = None) -> Request:
    """Let the first rows or columns stay in sight."""
    name = "frozenColumnCount" if rows is None else "frozenRowCount"
    count = columns if rows is None else rows
    return {
        "updateSheetProperties": {
            "properties": {"sheetId": "$sheet", "gridProperties": {name: count}},
            "fields": f"gridProperties.{name}",
        }
    }


def inserted(lines: str, *, before: bool = False) -> Request:
    """Put lines in, which look as those behind them, or as those before."""
    return {"insertDimension": {"range": lines, "inheritFromBefore": before}}


def hidden(lines: str, is_hidden: bool) -> Request:
    """Hide lines, or show them again."""
    return {
        "updateDimensionProperties": {
            "range": lines,
            "properties": {"hiddenByUser": is_hidden},
            "fields": "hiddenByUser",
        }
    }


def sheet_hidden(is_hidden: bool) -> Request:
    """Hide a sheet, or show it again."""
    properties = {"sheetId": "$sheet", "hidden": is_hidden}
    return {"updateSheetProperties": {"properties": properties, "fields": "hidden"}}


def grouped(lines: str) -> Request:
    """Let lines be closed together."""
    return {"addDimensionGroup": {"range": lines}}


def ungrouped(lines: str) -> Request:
    """Let them be closed together no longer."""
    return {"deleteDimensionGroup": {"range": lines}}


def shift_in(axis: str) -> Request:
    """Put cells in, before which those that stand there give way."""
    return {"insertRange": {"range": "$first", "shiftDimension": axis}}


def shift_out(axis: str) -> Request:
    """Take cells out, into whose place those behind them move."""
    return {"deleteRange": {"range": "$first", "shiftDimension": axis}}


def sorted_sheet(order: str) -> Request:
    """Sort all rows but the frozen ones by the column of the active cell."""
    return {
        "sortRange": {
            "range": "$sheet-rows",
            "sortSpecs": [{"dimensionIndex": "$column", "sortOrder": order}],
        }
    }


CLEAR: Request = {"updateCells": {"range": "$range", "fields": "userEnteredValue"}}
DELETE_ROWS: Request = {"deleteDimension": {"range": "$rows"}}
DELETE_COLUMNS: Request = {"deleteDimension": {"range": "$columns"}}
CHECKBOX: Request = {
    "setDataValidation": {
        "range": "$range",
        "rule": {"condition": {"type": "BOOLEAN"}, "strict": True, "showCustomUi": True},
    }
}
UNMERGED: Request = {"unmergeCells": {"range": "$range"}}
UNFORMATTED: Request = {
    "repeatCell": {"range": "$range", "cell": {}, "fields": "userEnteredFormat"}
}
FILTERED: Request = {"setBasicFilter": {"filter": {"range": "$table"}}}
UNFILTERED: Request = {"clearBasicFilter": {"sheetId": "$sheet"}}
TRIMMED: Request = {"trimWhitespace": {"range": "$first"}}
SHUFFLED: Request = {"randomizeRange": {"range": "$first"}}
