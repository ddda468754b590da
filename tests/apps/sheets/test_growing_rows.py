"""Rows grow with what they hold, unless somebody has set their height."""

from __future__ import annotations

from typing import Any

from tests.apps.sheets.desk import Desk
from tests.apps.sheets.grid_kit import GridPages
from tests.kit import Doors

WRAPPED = {"wrapStrategy": "WRAP"}
LONG = "A sentence that is far too long for a column of the usual width"


def _heights(doors: Doors, book: str) -> dict[int, int]:
    runs = GridPages(doors, book).get("blocks", whole=1)["sheet"]["rowRuns"]
    return {at: size for first, count, size in runs for at in range(first, first + count)}


def _looking(look: dict[str, Any], rows: int = 1) -> dict[str, Any]:
    area = {"sheetId": 0, "startRowIndex": 0, "endRowIndex": rows}
    cell = {"userEnteredFormat": look}
    return {"repeatCell": {"range": area, "cell": cell, "fields": "userEnteredFormat"}}


def _sized(kind: str, at: int, size: int) -> dict[str, Any]:
    area = {"sheetId": 0, "dimension": kind, "startIndex": at, "endIndex": at + 1}
    properties = {"pixelSize": size}
    change = {"range": area, "properties": properties, "fields": "pixelSize"}
    return {"updateDimensionProperties": change}


def test_a_row_grows_with_wrapped_text_and_shrinks_again(desk: Desk, doors: Doors) -> None:
    book = desk.create([[LONG, "x"], ["one"]])
    assert _heights(doors, book) == {}
    desk.edit(book, _looking(WRAPPED))
    high = _heights(doors, book)[0]
    assert high > 60
    desk.edit(book, _sized("COLUMNS", 0, 300))
    assert 21 < _heights(doors, book)[0] < high
    desk.type(book, "A1", [["short"]])
    assert _heights(doors, book) == {}


def test_lines_and_large_letters_need_room_too(desk: Desk, doors: Doors) -> None:
    book = desk.create([["one\ntwo\nthree"], ["x"]])
    assert _heights(doors, book)[0] > 45
    desk.edit(book, _looking({"textFormat": {"fontSize": 24}}, rows=2))
    assert _heights(doors, book)[1] > 35


def test_a_height_that_somebody_set_stays(desk: Desk, doors: Doors) -> None:
    book = desk.create([[LONG]])
    desk.edit(book, _sized("ROWS", 0, 30))
    desk.edit(book, _looking(WRAPPED))
    assert _heights(doors, book) == {0: 30}
    fit = {"sheetId": 0, "dimension": "ROWS", "startIndex": 0, "endIndex": 1}
    desk.edit(book, {"autoResizeDimensions": {"dimensions": fit}})
    desk.type(book, "A1", [["short"]])
    assert _heights(doors, book) == {}
