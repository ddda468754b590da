"""Requests on the cells of a range: filled, sorted, replaced, split, cleaned up, shifted."""

from typing import Any

import pytest
from tests.apps.sheets.workbook_kit import Plan

from workworld.apps.sheets.models import Merge


def fill(plan: Plan, source: str, length: int, dimension: str = "ROWS", **how: Any) -> None:
    wanted = {"source": plan.range(source), "dimension": dimension, "fillLength": length}
    plan.do({"autoFill": {"sourceAndDestination": wanted, **how}})


def by(column: int, order: str = "ASCENDING") -> dict[str, Any]:
    return {"dimensionIndex": column, "sortOrder": order}


def sort(plan: Plan, at: str, *specs: dict[str, Any]) -> dict[str, Any]:
    return {"sortRange": {"range": plan.range(at), "sortSpecs": list(specs)}}


def test_cells_are_drawn_further(plan: Plan) -> None:
    plan.put("A1", [[1, "Mon", "=A1*2"], [3, "Tue", "=A2*2"]])
    fill(plan, "A1:C2", 2)
    assert plan.inputs("A3:C4") == [[5, "Wed", "=A3*2"], [7, "Thu", "=A4*2"]]
    fill(plan, "C4", -2, "COLUMNS")
    assert plan.inputs("A4:B4") == [["=#REF!*2", "=#REF!*2"]]
    fill(plan, "A3", 3)
    assert plan.inputs("A4:A6") == [[5], [5], [5]]
    plan.put("E1", [["Q1 2026"]])
    fill(plan, "E1", 3, "COLUMNS")
    assert plan.inputs("E1:H1") == [["Q1 2026", "Q2 2026", "Q3 2026", "Q4 2026"]]
    assert plan.refused(
        {
            "autoFill": {
                "sourceAndDestination": {
                    "source": plan.range("A1"),
                    "dimension": "ROWS",
                    "fillLength": -1,
                }
            }
        }
    ).code


def test_days_are_continued_with_their_format(plan: Plan) -> None:
    day = {"type": "DATE", "pattern": "m/d/yyyy"}
    look = {"cell": {"userEnteredFormat": {"numberFormat": day}}, "fields": "userEnteredFormat"}
    plan.put("A1", [[46053], [46081]])
    plan.do({"repeatCell": {"range": plan.range("A1:A2"), **look}})
    fill(plan, "A1:A2", 2)
    assert plan.shown("A1:A4") == [["1/31/2026"], ["2/28/2026"], ["3/31/2026"], ["4/30/2026"]]


def test_rows_are_sorted_by_several_columns(plan: Plan) -> None:
    plan.put("A1", [["b", 2, "=B1"], ["a", 1, "=B2*10"], [None, 5, "=B$9"], ["B", 1, "=B4"]])
    plan.do(sort(plan, "A1:C4", by(0, "DESCENDING"), by(1)))
    assert plan.inputs("A1:C4") == [
        ["B", 1, "=B1"],
        ["b", 2, "=B2"],
        ["a", 1, "=B3*10"],
        [None, 5, "=B$9"],
    ]


def test_merged_cells_are_not_sorted(plan: Plan) -> None:
    plan.put("A1", [["b"], ["a"]])
    plan.do({"mergeCells": {"range": plan.range("A1:B1")}})
    assert plan.refused(sort(plan, "A1:A2", by(0))).code == "merge_conflict"
    assert plan.refused(sort(plan, "A1:B9", by(4))).code == "invalid_request"


def test_cells_of_a_colour_come_first(plan: Plan) -> None:
    plan.put("A1", [[1], [2], [3]])
    red = {"backgroundColorStyle": {"rgbColor": {"red": 1}}}
    cell = {"cell": {"userEnteredFormat": red}, "fields": "userEnteredFormat"}
    plan.do({"repeatCell": {"range": plan.range("A3"), **cell}})
    plan.do(sort(plan, "A1:A3", {"dimensionIndex": 0, **red}))
    assert plan.values("A1:A3") == [[3], [1], [2]]


def test_a_random_order_keeps_every_row(plan: Plan) -> None:
    plan.put("A1", [[each, each * 10] for each in range(20)])
    plan.do({"randomizeRange": {"range": plan.range("A1:B20")}})
    rows = plan.values("A1:B20")
    assert sorted(rows) == [[each, each * 10] for each in range(20)] != rows


def find(find: str, replacement: str, **how: Any) -> dict[str, Any]:
    return {"findReplace": {"find": find, "replacement": replacement, **how}}


def test_texts_are_found_and_replaced(plan: Plan) -> None:
    plan.put("A1", [["Open open", "open", 10], ['=A1&"open"', "x.y", None]])
    plan.do({"addSheet": {"properties": {"sheetId": 7, "title": "Other"}}})
    plan.put("7!A1", [["open"]])
    (reply,) = plan.do(find("open", "shut", allSheets=True))
    assert reply["findReplace"] == {
        "valuesChanged": 3,
        "rowsChanged": 2,
        "sheetsChanged": 2,
        "occurrencesChanged": 4,
    }
    assert plan.inputs("A1:C1") == [["shut shut", "shut", 10]]
    (reply,) = plan.do(find("SHUT", "x", sheetId=0, matchCase=True))
    assert reply in ({}, {"findReplace": {}})
    plan.do(find("shut", "=1+1", range=plan.range("A1:B1"), matchEntireCell=True))
    assert plan.values("A1:B1") == [["shut shut", 2]]
    plan.do(find(r"(\w+)\.(\w+)", "$2 before $1", sheetId=0, searchByRegex=True))
    assert plan.inputs("B2") == [["y before x"]]
    plan.do(find("open", "closed", sheetId=0, includeFormulas=True))
    assert plan.inputs("A2") == [['=A1&"closed"']]
    plan.do(find(".", "!", sheetId=0))  # no pattern unless it is asked for
    assert plan.values("A1") == [["shut shut"]]
    assert (
        "regular expression" in plan.refused(find("(", "", sheetId=0, searchByRegex=True)).message
    )
    assert plan.refused(find("a", "b")).code == "invalid_request"


def test_what_is_put_in_the_place_of_numbers_is_read_anew(plan: Plan) -> None:
    plan.put("A1", [[1200], ["12 apples"]])
    plan.do(find("12", "7", sheetId=0))
    assert plan.inputs("A1:A2") == [[700], ["7 apples"]]


def test_texts_are_split_into_columns(plan: Plan) -> None:
    plan.put("A1", [["a, 2,3/17/2026"], ["b"], ['"x, y",4']])
    source = {"source": plan.range("A1:A3"), "delimiterType": "COMMA"}
    plan.put("B1", [["there"]])
    assert plan.refused({"textToColumns": {**source, "overwrites": False}}).code == (
        "would_overwrite"
    )
    plan.do({"textToColumns": source})
    assert plan.inputs("A1:C3") == [["a", 2, 46098], ["b", None, None], ["x, y", 4, None]]
    assert plan.shown("C1") == [["3/17/2026"]]


def test_pasted_texts_are_read_as_if_typed(plan: Plan) -> None:
    at = {"coordinate": {"sheetId": 0, "rowIndex": 998, "columnIndex": 25}}
    plan.do({"pasteData": {**at, "data": "1\t50%\n=1+1\t'007\nlast", "delimiter": "\t"}})
    with plan.world.reading() as session:
        assert session.connection().exec_driver_sql("SELECT count(*) FROM sheets_cells").scalar()
    html = "<table><tr><td>a<td>b</table>"
    plan.do({"pasteData": {"coordinate": {"sheetId": 0}, "data": html, "html": True}})
    assert plan.inputs("A1:B1") == [["a", "b"]]


def test_blanks_are_trimmed_and_duplicates_go(plan: Plan) -> None:
    plan.put(
        "A1", [["Name", "Sum"], [" Ann  Lee ", 1], ["Ann Lee", 1], ["ann lee", 2], ["Bo", "=B2"]]
    )
    (reply,) = plan.do({"trimWhitespace": {"range": plan.range("A1:B5")}})
    assert reply == {"trimWhitespace": {"cellsChangedCount": 1}}
    (reply,) = plan.do({"deleteDuplicates": {"range": plan.range("A1:B5")}})
    assert reply == {"deleteDuplicates": {"duplicatesRemovedCount": 1}}
    assert plan.inputs("A1:B5") == [
        ["Name", "Sum"],
        ["Ann Lee", 1],
        ["ann lee", 2],
        ["Bo", "=B1"],
        [None, None],
    ]
    names = {"sheetId": 0, "dimension": "COLUMNS", "startIndex": 0, "endIndex": 1}
    plan.do({"deleteDuplicates": {"range": plan.range("A1:B5"), "comparisonColumns": [names]}})
    assert plan.inputs("A1:A4") == [["Name"], ["Ann Lee"], ["Bo"], [None]]


def test_cells_are_put_in_and_taken_out(plan: Plan) -> None:
    plan.put("A1", [[1, 10, "=A2"], [2, 20, "=SUM(A1:A3)"], [3, 30, "=SUM(A1:B3)"]])
    put_in = {"range": plan.range("A2:A3"), "shiftDimension": "ROWS"}
    plan.do({"insertRange": put_in})
    assert plan.inputs("A1:C5") == [
        [1, 10, "=A4"],
        [None, 20, "=SUM(A1:A5)"],
        [None, 30, "=SUM(A1:B3)"],
        [2, None, None],
        [3, None, None],
    ]
    plan.do({"deleteRange": put_in})
    assert plan.inputs("A1:C3") == [[1, 10, "=A2"], [2, 20, "=SUM(A1:A3)"], [3, 30, "=SUM(A1:B3)"]]
    plan.do({"deleteRange": {"range": plan.range("A1:A1"), "shiftDimension": "COLUMNS"}})
    assert plan.inputs("A1:C1") == [[10, "=A2", None]]
    plan.do({"mergeCells": {"range": plan.range("A8:B8")}})
    assert plan.refused({"insertRange": put_in}).code == "merge_conflict"
    plan.do({"insertRange": {"range": plan.range("A4:B5"), "shiftDimension": "ROWS"}})
    assert [each.ranges for each in plan.all(Merge)] == [["A10:B10"]]


def test_sheets_are_copied_with_all_that_is_on_them(plan: Plan) -> None:
    plan.put("A1", [[1, "=Sheet1!A1+A1"]])
    plan.do({"mergeCells": {"range": plan.range("C1:D1")}})
    (reply,) = plan.do({"duplicateSheet": {"sourceSheetId": 0, "newSheetId": 9}})
    made = reply["duplicateSheet"]["properties"]
    assert (made["title"], made["index"], made["sheetId"]) == ("Copy of Sheet1", 1, 9)
    assert plan.inputs("9!A1:B1") == [[1, "='Copy of Sheet1'!A1+A1"]]
    assert len(plan.all(Merge)) == 2
    (reply,) = plan.do({"duplicateSheet": {"sourceSheetId": 0}})
    assert reply["duplicateSheet"]["properties"]["title"] == "Copy of Sheet1 2"
    taken = {"sourceSheetId": 0, "newSheetName": "sheet1"}
    assert plan.refused({"duplicateSheet": taken}).code == "duplicate_sheet_name"


@pytest.mark.parametrize("side", ["top", "innerHorizontal"])
def test_borders_are_drawn_and_go(plan: Plan, side: str) -> None:
    line = {"style": "SOLID", "colorStyle": {"rgbColor": {"red": 1}}}
    plan.do({"updateBorders": {"range": plan.range("A1:B3"), side: line}})
    looks = [row[0].get("borders", {}) for row in plan.looks("A1:A3")]
    assert looks == (
        [{"top": line}, {}, {}]
        if side == "top"
        else [{"bottom": line}, {"bottom": line, "top": line}, {"top": line}]
    )
    plan.do({"updateBorders": {"range": plan.range("A1:B3"), side: {"style": "NONE"}}})
    assert plan.looks("A1:A3") == [[{}], [{}], [{}]]
