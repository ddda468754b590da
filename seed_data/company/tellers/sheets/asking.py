"""The requests by which people draw charts, set rules and protect ranges, as the vendor has them.

https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets/request
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

_RED = {"red": 0.96, "green": 0.80, "blue": 0.80}
_GREEN = {"red": 0.85, "green": 0.92, "blue": 0.83}
COLORS: Mapping[str, Mapping[str, float]] = {"red": _RED, "green": _GREEN}
"""What cells are filled with that meet a condition."""
_BESIDE = 2
"""Rows left free between a table and its chart."""


def area(tab: int, column: int, last: int, *, first: int = 1, end: int = 0) -> dict[str, int]:
    """A range.

    Args:
        tab: which sheet, by its place.
        column: its first column, from 0.
        last: how many rows of the sheet come before its end.
        first: how many rows of the sheet come before it.
        end: the column after its last one; the next one if it is left out.
    """
    return {
        "sheetId": tab,
        "startRowIndex": first,
        "endRowIndex": last,
        "startColumnIndex": column,
        "endColumnIndex": end or column + 1,
    }


def chart(
    title: str,
    axes: tuple[str, str],
    tab: int,
    rows: int,
    columns: Sequence[int],
    *,
    below: int,
    kind: str = "COLUMN",
) -> dict[str, Any]:
    """Draw columns of a table, by what its first one says.

    Args:
        title: above the chart.
        axes: what stands at the bottom and at the left; of bars the other way round.
        tab: the table's sheet.
        rows: how many it has below its heading, without a total.
        columns: what is drawn.
        below: the last row of the sheet that has something in it; the chart begins under it.
        kind: the vendor's ``BasicChartType``.
    """
    bottom, left = axes
    value = "BOTTOM_AXIS" if kind == "BAR" else "LEFT_AXIS"
    basic = {
        "chartType": kind,
        "legendPosition": "BOTTOM_LEGEND" if len(columns) > 1 else "NO_LEGEND",
        "headerCount": 1,
        "axis": [
            {"position": "BOTTOM_AXIS", "title": bottom},
            {"position": "LEFT_AXIS", "title": left},
        ],
        "domains": [{"domain": _source(tab, 0, rows)}],
        "series": [{"series": _source(tab, each, rows), "targetAxis": value} for each in columns],
    }
    corner = {"sheetId": tab, "rowIndex": below + _BESIDE, "columnIndex": 0}
    place = {"anchorCell": corner, "widthPixels": 620, "heightPixels": 340}
    spec = {"title": title, "basicChart": basic}
    return {"addChart": {"chart": {"position": {"overlayPosition": place}, "spec": spec}}}


def _source(tab: int, column: int, rows: int) -> dict[str, Any]:
    return {"sourceRange": {"sources": [area(tab, column, rows + 1, first=0)]}}


def one_of(values: Sequence[str], where: Mapping[str, int]) -> dict[str, Any]:
    """Offer values in a list; another one is refused."""
    return _valid("ONE_OF_LIST", values, where)


def one_of_range(range_text: str, where: Mapping[str, int]) -> dict[str, Any]:
    """Offer what stands in a range, such as ``='By owner'!$A$2:$A$9``; another one is marked."""
    return _valid("ONE_OF_RANGE", [range_text], where, is_strict=False)


def between(least: int, most: int, where: Mapping[str, int]) -> dict[str, Any]:
    """Refuse numbers outside of these."""
    return _valid("NUMBER_BETWEEN", [str(least), str(most)], where)


def dates(where: Mapping[str, int]) -> dict[str, Any]:
    """Mark what is no date."""
    return _valid("DATE_IS_VALID", [], where, is_strict=False)


def _valid(
    kind: str, values: Sequence[str], where: Mapping[str, int], *, is_strict: bool = True
) -> dict[str, Any]:
    told = [{"userEnteredValue": each} for each in values]
    condition: dict[str, Any] = {"type": kind, "values": told} if told else {"type": kind}
    rule = {"condition": condition, "strict": is_strict, "showCustomUi": True}
    return {"setDataValidation": {"range": dict(where), "rule": rule}}


def filled(formula: str, color: str, where: Mapping[str, int]) -> dict[str, Any]:
    """Fill the cells of a range for which a formula is true, as its first cell has it."""
    condition = {"type": "CUSTOM_FORMULA", "values": [{"userEnteredValue": formula}]}
    look = {"backgroundColorStyle": {"rgbColor": dict(COLORS[color])}}
    rule = {"ranges": [dict(where)], "booleanRule": {"condition": condition, "format": look}}
    return {"addConditionalFormatRule": {"index": 0, "rule": rule}}


def guarded(what: str, where: Mapping[str, int], *, warns_only: bool = True) -> dict[str, Any]:
    """Warn whoever changes a range, or let nobody but its owner."""
    asked = {"range": dict(where), "description": what, "warningOnly": warns_only}
    return {"addProtectedRange": {"protectedRange": asked}}
