"""Cells that are copied, cut, merged and resized."""

import pytest
from sqlalchemy import select
from tests.apps.sheets.workbook_kit import Plan

from workworld.apps.sheets.models import ConditionalRule, Line, Merge, Sheet, Validation


def copy(plan: Plan, source: str, destination: str, **how: str) -> None:
    ranges = {"source": plan.range(source), "destination": plan.range(destination)}
    plan.do({"copyPaste": {**ranges, **how}})


def cut(plan: Plan, source: str, to: str) -> None:
    sheet_id, area = plan.place(to)
    corner = {"sheetId": sheet_id, "rowIndex": area.top, "columnIndex": area.left}
    plan.do({"cutPaste": {"source": plan.range(source), "destination": corner}})


def bold(plan: Plan, at: str) -> None:
    cell = {
        "userEnteredFormat": {"textFormat": {"bold": True}, "borders": {"top": {"style": "SOLID"}}}
    }
    fields = "userEnteredFormat(textFormat,borders)"
    plan.do({"repeatCell": {"range": plan.range(at), "cell": cell, "fields": fields}})


def merge(plan: Plan, at: str, kind: str = "MERGE_ALL") -> dict[str, object]:
    return {"mergeCells": {"range": plan.range(at), "mergeType": kind}}


def merged(plan: Plan) -> list[str]:
    return sorted(each.ranges[0] for each in plan.all(Merge))


def test_relative_references_go_along_and_multiples_are_filled(plan: Plan) -> None:
    plan.put("A1", [[1, "=A1*$A$1+B$9"], [2, "=A2"]])
    copy(plan, "A1:B2", "D1:E4")
    assert plan.inputs("D1:E4") == [
        [1, "=D1*$A$1+E$9"],
        [2, "=D2"],
        [1, "=D3*$A$1+E$9"],
        [2, "=D4"],
    ]
    copy(plan, "B1", "A3")
    assert plan.inputs("A3") == [["=#REF!*$A$1+A$9"]]
    copy(plan, "A1:B2", "G1:G1")  # smaller than what is copied: all of it is, nevertheless
    assert plan.inputs("G1:H2") == [[1, "=G1*$A$1+H$9"], [2, "=G2"]]


def test_what_is_pasted_may_be_a_part(plan: Plan) -> None:
    plan.put("A1", [[2, "=A1*3"]])
    bold(plan, "A1:B1")
    plan.put("D1", [["x", "y"]])
    copy(plan, "A1:B1", "D1:E1", pasteType="PASTE_FORMAT")
    assert plan.inputs("D1:E1") == [["x", "y"]]
    assert plan.looks("E1")[0][0]["textFormat"] == {"bold": True}
    copy(plan, "A1:B1", "D2:E2", pasteType="PASTE_VALUES")
    assert plan.inputs("D2:E2") == [[2, 6]]
    assert plan.looks("E2") == [[{}]]
    copy(plan, "A1:B1", "D3:E3", pasteType="PASTE_FORMULA")
    assert plan.inputs("D3:E3") == [[2, "=D3*3"]]
    assert plan.looks("E3") == [[{}]]
    copy(plan, "A1:B1", "D4:E4", pasteType="PASTE_NO_BORDERS")
    assert plan.looks("E4") == [[{"textFormat": {"bold": True}}]]
    assert plan.values("E4") == [[6]]


def test_values_are_those_of_the_moment_amid_a_batch(plan: Plan) -> None:
    plan.put("A1", [[2, "=A1*3"]])
    cell = {"rows": [{"values": [{"userEnteredValue": {"numberValue": 5}}]}]}
    plan.do(
        {"updateCells": {**cell, "start": {"rowIndex": 0}, "fields": "userEnteredValue"}},
        {
            "copyPaste": {
                "source": plan.range("B1"),
                "destination": plan.range("C1"),
                "pasteType": "PASTE_VALUES",
            }
        },
    )
    assert plan.inputs("C1") == [[15]]


def test_rows_become_columns(plan: Plan) -> None:
    plan.put("A1", [[1, 2, 3], [4, 5, "=A1"]])
    copy(plan, "A1:C2", "E1", pasteOrientation="TRANSPOSE")
    assert plan.inputs("E1:F3") == [[1, 4], [2, 5], [3, "=D2"]]


def test_widths_are_pasted(plan: Plan) -> None:
    plan.do(
        {
            "updateDimensionProperties": {
                "range": {"dimension": "COLUMNS", "startIndex": 0, "endIndex": 1},
                "properties": {"pixelSize": 55},
                "fields": "pixelSize",
            }
        }
    )
    copy(plan, "A1:B1", "D1:E1", pasteType="PASTE_COLUMN_WIDTHS")
    with plan.world.reading() as session:
        assert sorted(each.line_id for each in session.query(Line) if each.size == 55) == [0, 3]


def test_references_follow_what_is_cut(plan: Plan) -> None:
    plan.put("A1", [[1, "=A1+A2"], [2, "=SUM(A1:A2)"]])
    cut(plan, "A1:A2", "D5")
    assert plan.inputs("A1:B2") == [[None, "=D5+D6"], [None, "=SUM(D5:D6)"]]
    cut(plan, "B1:B2", "B2")
    assert plan.inputs("B1:B3") == [[None], ["=D5+D6"], ["=SUM(D5:D6)"]]
    plan.do({"addSheet": {"properties": {"sheetId": 7, "title": "Other"}}})
    cut(plan, "B2:B3", "7!A1")
    assert plan.inputs("7!A1:A2") == [["=Sheet1!D5+Sheet1!D6"], ["=SUM(Sheet1!D5:D6)"]]
    cut(plan, "D5:D6", "7!C1")
    assert plan.inputs("7!A1:A2") == [["=Other!C1+Other!C2"], ["=SUM(Other!C1:C2)"]]
    assert plan.values("7!A1:A2") == [[3], [3]]
    for _ in range(4):
        plan.undo()
    plan.undo()
    assert plan.inputs("A1:B2") == [[1, "=A1+A2"], [2, "=SUM(A1:A2)"]]


def test_pasting_over_a_cell_leaves_references_to_it(plan: Plan) -> None:
    plan.put("A1", [[1, "=A1", 9]])
    cut(plan, "C1", "A1")
    assert plan.values("A1:C1") == [[9, 9, None]]


def test_merged_cells_keep_the_first(plan: Plan) -> None:
    plan.put("A1", [["a", "b"], ["c", "d"]])
    plan.do(merge(plan, "A1:B2"))
    assert plan.inputs("A1:B2") == [["a", None], [None, None]]
    assert [each.ranges for each in plan.all(Merge)] == [["A1:B2"]]
    assert plan.refused(merge(plan, "B2:C3")).code == "merge_conflict"
    assert plan.refused({"unmergeCells": {"range": plan.range("A1:A2")}}).code == "merge_conflict"
    plan.do(merge(plan, "A1:C3", "MERGE_ROWS"))
    assert merged(plan) == ["A1:C1", "A2:C2", "A3:C3"]
    plan.do({"unmergeCells": {"range": plan.range("A1:D9")}})
    assert plan.all(Merge) == []
    plan.do(merge(plan, "E1:F3", "MERGE_COLUMNS"))
    assert merged(plan) == ["E1:E3", "F1:F3"]


def test_nothing_is_merged_across_the_edge_of_what_is_frozen(plan: Plan) -> None:
    frozen = {"properties": {"gridProperties": {"frozenRowCount": 1}}}
    plan.do({"updateSheetProperties": {**frozen, "fields": "gridProperties.frozenRowCount"}})
    assert plan.refused(merge(plan, "A1:A2")).code == "merge_conflict"
    plan.do(merge(plan, "A1:B1"), merge(plan, "A2:A3"))
    frozen["properties"]["gridProperties"] |= {"frozenRowCount": 2, "frozenColumnCount": 1}
    for name in ("frozenRowCount", "frozenColumnCount"):
        cutting = {"updateSheetProperties": {**frozen, "fields": f"gridProperties.{name}"}}
        assert plan.refused(cutting).code == "merge_conflict"


def test_merges_are_copied_and_moved(plan: Plan) -> None:
    plan.put("A1", [["a"]])
    plan.do(merge(plan, "A1:B1"))
    copy(plan, "A1:B2", "D1:E4")
    assert merged(plan) == ["A1:B1", "D1:E1", "D3:E3"]
    cut(plan, "A1:B1", "A2")
    assert merged(plan) == ["A2:B2", "D1:E1", "D3:E3"]
    plan.do({"addSheet": {"properties": {"sheetId": 7, "title": "Other"}}})
    cut(plan, "A2:B2", "7!A1")
    here = [each for each in plan.all(Merge) if each.ranges == ["A1:B1"]]
    assert len(here) == 1
    assert plan.inputs("7!A1:B1") == [["a", None]]


def test_columns_fit_what_they_show(plan: Plan) -> None:
    plan.put("A1", [["short", "a text that is a good deal longer"]])
    dimensions = {"dimension": "COLUMNS", "startIndex": 0, "endIndex": 3}
    plan.do({"autoResizeDimensions": {"dimensions": dimensions}})
    with plan.world.reading() as session:
        mine = select(Sheet.id).where(Sheet.workbook_id == plan.id)
        lines = session.scalars(select(Line).where(Line.sheet_id.in_(mine)))
        sizes = {each.line_id: each.size or 0 for each in lines}
    assert sorted(sizes) == [0, 1]
    assert 21 < sizes[0] < 60
    assert 150 < sizes[1] < 260


@pytest.mark.parametrize("model", [Validation, ConditionalRule])
def test_rules_go_where_cells_go(plan: Plan, model: type) -> None:
    name = "setDataValidation" if model is Validation else "addConditionalFormatRule"
    condition = {"type": "NUMBER_GREATER", "values": [{"userEnteredValue": "5"}]}
    if model is Validation:
        given = {"range": plan.range("A1:A4"), "rule": {"condition": condition}}
    else:
        look = {"condition": condition, "format": {"textFormat": {"bold": True}}}
        given = {"rule": {"ranges": [plan.range("A1:A4")], "booleanRule": look}}
    plan.do({name: given})
    cut(plan, "A1:A2", "C1")
    assert sorted(each for rule in plan.all(model) for each in rule.ranges) == ["A3:A4", "C1:C2"]
    copy(plan, "A3:A3", "D1:D2")
    found = sorted(each for rule in plan.all(model) for each in rule.ranges)
    assert found in (["A3:A4", "C1:C2", "D1", "D2"], ["A3:A4", "C1:C2", "D1:D2"])
