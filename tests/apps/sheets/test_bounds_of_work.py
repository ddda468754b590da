"""No request keeps everybody waiting: what is too much is refused before anything is written."""

from __future__ import annotations

from typing import Any

import pytest
from tests.apps.sheets.workbook_kit import Plan

from workworld.apps.sheets.service.requests import registry
from workworld.errors import Invalid

WHOLE = {"sheetId": 0}
RED = {"userEnteredFormat": {"backgroundColorStyle": {"rgbColor": {"red": 1}}}}
CORNER = {"sheetId": 0, "endRowIndex": 1, "endColumnIndex": 1}
FAR = {"sheetId": 0, "rowIndex": 9_999_999, "columnIndex": 0}
AT_ONCE = "More than 1000000 cells cannot be changed at once."
LIMIT = "This action would increase the number of cells above the limit of 10000000 cells."


def lines(dimension: str, count: int) -> dict[str, Any]:
    return {"sheetId": 0, "dimension": dimension, "length": count}


@pytest.mark.parametrize(
    "request_",
    [
        {"repeatCell": {"range": WHOLE, "cell": RED, "fields": "userEnteredFormat"}},
        {"updateCells": {"range": WHOLE, "fields": "*"}},
        {"updateBorders": {"range": WHOLE, "top": {"style": "SOLID"}}},
        {"copyPaste": {"source": CORNER, "destination": WHOLE}},
        {"cutPaste": {"source": WHOLE, "destination": {"sheetId": 0, "columnIndex": 1}}},
        {"autoFill": {"range": WHOLE}},
        {"mergeCells": {"range": WHOLE, "mergeType": "MERGE_ROWS"}},
    ],
    ids=lambda each: next(iter(each)),
)
def test_too_many_cells_are_not_changed_at_once(plan: Plan, request_: dict[str, Any]) -> None:
    plan.put("A1", [["x"]])
    plan.do({"appendDimension": lines("ROWS", 79_000)})  # two million cells, few of them in use
    refused = plan.refused(request_)
    assert isinstance(refused, Invalid)
    assert refused.code == "too_large"
    assert refused.message == f"Invalid requests[0].{next(iter(request_))}: {AT_ONCE}"


@pytest.mark.parametrize(
    "request_",
    [
        {"appendDimension": lines("ROWS", 400_000)},
        {"appendDimension": lines("COLUMNS", 15_000)},
        {"addSheet": {"properties": {"gridProperties": {"rowCount": 10**7, "columnCount": 1}}}},
        {"enterText": {"start": FAR, "rows": [{"values": ["x"]}]}},
        {"pasteData": {"coordinate": FAR, "data": "x", "delimiter": ","}},
        {"pasteData": {"coordinate": {"sheetId": 0}, "data": "1\n" * 400_000, "delimiter": ","}},
    ],
    ids=("rows", "columns", "sheet", "typed", "pasted", "pasted rows"),
)
def test_a_workbook_has_ten_million_cells_at_most(plan: Plan, request_: dict[str, Any]) -> None:
    refused = plan.refused(request_)
    assert refused.code == "too_large"
    assert refused.message.endswith(LIMIT)


def test_a_list_of_requests_is_bounded_as_a_whole(
    plan: Plan, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "MOST_IN_ALL", 60)
    some = {"sheetId": 0, "endRowIndex": 5, "endColumnIndex": 5}
    red = {"repeatCell": {"range": some, "cell": RED, "fields": "userEnteredFormat"}}
    plan.do(red, red)
    refused = plan.refused(red, red, red)
    assert refused.code == "too_large"
    assert refused.message.startswith("Invalid requests[2].repeatCell: More than 60 cells")


def test_cells_that_look_as_others_are_dressed_as_they_are(plan: Plan) -> None:
    bold = {"userEnteredFormat": {"textFormat": {"bold": True}}}
    plan.do(
        {"repeatCell": {"range": plan.range("A1:B1"), "cell": RED, "fields": "userEnteredFormat"}},
        {
            "repeatCell": {
                "range": plan.range("A1:D1"), "cell": bold,
                "fields": "userEnteredFormat.textFormat.bold",
            }
        },
        {"updateBorders": {"range": plan.range("A1:D2"), "innerVertical": {"style": "SOLID"}}},
    )  # fmt: skip
    first, second, third, fourth = plan.looks("A1:D1")[0]
    assert [sorted(each) for each in (first, third)] == [
        ["backgroundColorStyle", "borders", "textFormat"],
        ["borders", "textFormat"],
    ]
    assert [sorted(each["borders"]) for each in (first, second, third, fourth)] == [
        ["right"], ["left", "right"], ["left", "right"], ["left"],
    ]  # fmt: skip
    assert "backgroundColorStyle" in second
    assert "backgroundColorStyle" not in fourth
