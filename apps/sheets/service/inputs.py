"""What cells hold as somebody would type it: what the formula bar shows."""

from __future__ import annotations

import datetime

from workworld.apps.sheets.engine import typed_input
from workworld.apps.sheets.engine.number_formats import exact, shown
from workworld.apps.sheets.service.formats import number_format
from workworld.apps.sheets.service.grids import CellRow

_ANY_DAY = datetime.date(2000, 1, 1)
_PLAIN = {
    "DATE": typed_input.DATE,
    "DATE_TIME": typed_input.DATE_TIME,
    "TIME": typed_input.TIME_EXACT,
}


def typed_text(cell: CellRow, pattern: str = "") -> str:
    """What to type so that a cell holds what it holds; empty for a blank one.

    Args:
        cell: the cell.
        pattern: its number format; empty for none.
    """
    match cell.kind:
        case "number":
            return _number(cell.number or 0.0, pattern)
        case "boolean":
            return "TRUE" if cell.number else "FALSE"
        case "text":
            return _text(cell.text or "", pattern)
        case "formula" | "error":
            return cell.text or ""
    return ""


def _number(number: float, pattern: str) -> str:
    kind = number_format(pattern)["type"] if pattern else ""
    if kind == "PERCENT":
        return f"{exact(number * 100)}%"
    if kind == "TIME" and not 0 <= number < 1:
        return shown(number, typed_input.DURATION).text
    return shown(number, _PLAIN[kind]).text if kind in _PLAIN else exact(number)


def _text(text: str, pattern: str) -> str:
    """A text, with an apostrophe before it if it would be read as something else."""
    is_plain = pattern == typed_input.TEXT and not text.startswith("'")
    if not text or is_plain or typed_input.typed(text, _ANY_DAY).value == text:
        return text
    return f"'{text}"
