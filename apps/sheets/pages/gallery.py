"""Templates of workbooks: what a new one may begin with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

_BOLD = {"textFormat": {"bold": True}}
_MONEY = {"numberFormat": {"type": "CURRENCY", "pattern": '"$"#,##0.00'}}


@dataclass(frozen=True, slots=True)
class Template:
    """A workbook to begin with.

    Args:
        id: in its address.
        title: what it is called.
        purpose: what it is for.
        rows: what stands in its first sheet, from A1, as one would type it.
        widths: how wide its columns are, in pixels.
        money: the columns with amounts, counted from zero.
    """

    id: str
    title: str
    purpose: str
    rows: Sequence[Sequence[str]]
    widths: Sequence[int] = ()
    money: Sequence[int] = ()

    @property
    def requests(self) -> list[dict[str, Any]]:
        """The vendor's requests that make it of an empty workbook."""
        rows = [
            {"values": [{"userEnteredValue": _value(text)} for text in row]} for row in self.rows
        ]
        start = {"sheetId": 0, "rowIndex": 0, "columnIndex": 0}
        found: list[dict[str, Any]] = [
            {"updateCells": {"start": start, "rows": rows, "fields": "userEnteredValue"}},
            _looks({"sheetId": 0, "endRowIndex": 1, "startRowIndex": 0}, _BOLD, "textFormat.bold"),
            {
                "updateSheetProperties": {
                    "properties": {"sheetId": 0, "gridProperties": {"frozenRowCount": 1}},
                    "fields": "gridProperties.frozenRowCount",
                }
            },
        ]
        for column in self.money:
            area = {"sheetId": 0, "startColumnIndex": column, "endColumnIndex": column + 1}
            found.append(_looks(area | {"startRowIndex": 1}, _MONEY, "numberFormat"))
        for column, width in enumerate(self.widths):
            line = {
                "sheetId": 0,
                "dimension": "COLUMNS",
                "startIndex": column,
                "endIndex": column + 1,
            }
            change = {"range": line, "properties": {"pixelSize": width}, "fields": "pixelSize"}
            found.append({"updateDimensionProperties": change})
        return found


def _cell(text: str) -> dict[str, Any]:
    return {"userEnteredValue": _value(text)}


def _value(text: str) -> dict[str, Any]:
    if text.startswith("="):
        return {"formulaValue": text}
    try:
        return {"numberValue": float(text)}
    except ValueError:
        return {"stringValue": text} if text else {}


def _looks(area: dict[str, int], look: dict[str, Any], fields: str) -> dict[str, Any]:
    cell = {"userEnteredFormat": look}
    return {"repeatCell": {"range": area, "cell": cell, "fields": f"userEnteredFormat.{fields}"}}


TEMPLATES: Sequence[Template] = (
    Template(
        "budget",
        "Budget",
        "Plan what is spent in a month, and see what is left",
        (
            ("Item", "Planned", "Spent", "Left"),
            ("Salaries", "0", "0", "=B2-C2"),
            ("Software", "0", "0", "=B3-C3"),
            ("Travel", "0", "0", "=B4-C4"),
            ("Office", "0", "0", "=B5-C5"),
            ("Total", "=SUM(B2:B5)", "=SUM(C2:C5)", "=SUM(D2:D5)"),
        ),
        (200, 120, 120, 120),
        (1, 2, 3),
    ),
    Template(
        "plan",
        "Project plan",
        "Tasks with owners, days and progress",
        (
            ("Task", "Owner", "Start", "Days", "End", "Done"),
            ("Kick-off", "", "=TODAY()", "1", "=WORKDAY(C2,D2)", "No"),
            ("Design", "", "=E2", "5", "=WORKDAY(C3,D3)", "No"),
            ("Build", "", "=E3", "15", "=WORKDAY(C4,D4)", "No"),
            ("Review", "", "=E4", "3", "=WORKDAY(C5,D5)", "No"),
        ),
        (260, 160, 110, 70, 110, 80),
    ),
    Template(
        "invoice",
        "Invoice",
        "Lines with amounts, tax and a total",
        (
            ("Description", "Quantity", "Unit price", "Amount"),
            ("", "1", "0", "=B2*C2"),
            ("", "1", "0", "=B3*C3"),
            ("", "1", "0", "=B4*C4"),
            ("Subtotal", "", "", "=SUM(D2:D4)"),
            ("Tax (8%)", "", "", "=D5*0.08"),
            ("Total", "", "", "=D5+D6"),
        ),
        (320, 90, 120, 120),
        (2, 3),
    ),
)
"""All of them, in their order."""


def named(template_id: str) -> Template | None:
    """The template with an id, if there is one."""
    return next((each for each in TEMPLATES if each.id == template_id), None)
