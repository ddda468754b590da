"""Pivot tables on sheets: written, followed, refreshed, looked into."""

from typing import Any

import pytest
from tests.apps.sheets.workbook_kit import Plan

from workworld.apps.sheets.models import Pivot

ROWS = [
    ["Region", "Rep", "Day", "Amount"],
    ["East", "Ana", 46037, 100],
    ["East", "Ben", 46052, 50],
    ["West", "Ana", 46068, 30],
    ["West", "Ana", 46127, "=D4-10"],
]
REGION = {"sourceColumnOffset": 0, "showTotals": True}
AMOUNT = {"sourceColumnOffset": 3, "summarizeFunction": "SUM"}


@pytest.fixture
def sales(plan: Plan) -> Plan:
    """A workbook with some sales."""
    plan.put("A1", ROWS)
    return plan


def table(plan: Plan, **given: Any) -> dict[str, Any]:
    return {"source": plan.range("A1:D20"), "rows": [REGION], "values": [AMOUNT], **given}


def place(plan: Plan, at: str, given: dict[str, Any] | None) -> dict[str, Any]:
    sheet_id, area = plan.place(at)
    start = {"sheetId": sheet_id, "rowIndex": area.top, "columnIndex": area.left}
    cell = {} if given is None else {"pivotTable": given}
    return {"updateCells": {"start": start, "rows": [{"values": [cell]}], "fields": "pivotTable"}}


def test_a_table_is_written_and_refreshed(sales: Plan) -> None:
    sales.do(place(sales, "F1", table(sales)))
    assert sales.inputs("F1:G4") == [
        ["Region", "SUM of Amount"],
        ["East", 150],
        ["West", 50],
        ["Grand Total", 200],
    ]
    assert sales.looks("F4")[0][0] == {"textFormat": {"bold": True}}
    sales.put("A6", [["North", "Cy", 46130, 5]])
    sales.put("D2", [[200]])
    assert sales.values("F1:G5")[1:] == [
        ["East", 250],
        ["North", 5],
        ["West", 50],
        ["Grand Total", 305],
    ]
    sales.undo()
    sales.undo()
    assert sales.values("F4:G5") == [["Grand Total", 200], [None, None]]
    sales.do(
        {"insertDimension": {"range": {"dimension": "COLUMNS", "startIndex": 0, "endIndex": 1}}}
    )
    assert sales.values("G2:H2") == [["East", 150]]
    sales.put("E2", [[1]])
    assert sales.values("G2:H2") == [["East", 51]]


def test_a_table_comes_with_columns_filters_and_parts(sales: Plan) -> None:
    given = table(
        sales,
        rows=[{"sourceColumnOffset": 1, "sortOrder": "DESCENDING"}],
        columns=[{**REGION, "showTotals": False}],
        values=[{**AMOUNT, "name": "Share", "calculatedDisplayType": "PERCENT_OF_GRAND_TOTAL"}],
        criteria={"1": {"visibleValues": ["Ana"]}},
    )
    sales.do(place(sales, "F1", given))
    assert sales.shown("F1:H3") == [
        ["Share", "Region", ""],
        ["Rep", "East", "West"],
        ["Ana", "66.67%", "33.33%"],
    ]


def test_days_are_grouped_and_fields_calculated(sales: Plan) -> None:
    quarter = {"groupRule": {"dateTimeRule": {"type": "YEAR_QUARTER"}}}
    values = [
        {"formula": "=Amount*2", "name": "Twice"},
        {"formula": "=SUM(Amount)/COUNTA(Rep)", "summarizeFunction": "CUSTOM", "name": "Each"},
    ]
    rows = [{"sourceColumnOffset": 2, **quarter}]
    sales.do(place(sales, "F1", table(sales, rows=rows, values=values)))
    assert sales.values("F1:H3") == [
        ["Day", "Twice", "Each"],
        ["2026-Q1", 360, 60],
        ["2026-Q2", 40, 20],
    ]


def test_values_are_asked_for_by_formulas(sales: Plan) -> None:
    sales.put("J1", [['=GETPIVOTDATA("SUM of Amount",F1,"Region","west")']])
    assert sales.values("J1") == [["#REF!"]]
    sales.do(place(sales, "F1", table(sales)))
    assert sales.values("J1") == [[50]]
    sales.put("D4", [[40]])
    assert sales.values("J1") == [[70]]
    sales.put("J2", [['=GETPIVOTDATA("SUM of Amount",F1)']])
    assert sales.values("J2") == [[220]]


def test_rows_behind_a_value_come_on_a_sheet(sales: Plan) -> None:
    sales.do(place(sales, "F1", table(sales)))
    cell = {"sheetId": 0, "rowIndex": 2, "columnIndex": 6}
    (reply,) = sales.do({"showPivotDetails": {"cell": cell}})
    number = reply["showPivotDetails"]["properties"]["sheetId"]
    assert sales.values(f"{number}!A1:D3") == [
        ROWS[0],
        ["West", "Ana", 46068, 30],
        ["West", "Ana", 46127, 20],
    ]
    nothing = {"sheetId": 0, "rowIndex": 0, "columnIndex": 0}
    assert sales.refused({"showPivotDetails": {"cell": nothing}}).code == "invalid_request"


def test_a_table_does_not_overwrite(sales: Plan) -> None:
    sales.put("G3", [["mine"]])
    assert sales.refused(place(sales, "F1", table(sales))).code == "array_would_overwrite"
    sales.do(place(sales, "F4", table(sales)))
    sales.put("F9", [["below"]])
    sales.put("A6", [["North", "Cy", 46130, 5]])
    assert sales.values("F4:F9") == [
        ["Region"],
        ["East"],
        ["North"],
        ["West"],
        ["Grand Total"],
        ["below"],
    ]
    sales.put("A7", [["South", "Cy", 46130, 5]])
    assert sales.values("F4:F9") == [["#REF!"], [None], [None], [None], [None], ["below"]]
    sales.put("F9", [[None]])
    assert sales.values("F9") == [["Grand Total"]]
    typed = {"start": {"rowIndex": 4, "columnIndex": 6}, "rows": [{"values": ["5"]}]}
    assert sales.refused({"enterText": typed}).code == "array_would_overwrite"


def test_tables_go(sales: Plan) -> None:
    (reply,) = sales.do(
        {"addPivotTable": {"pivotTable": table(sales), "anchor": {"rowIndex": 0, "columnIndex": 5}}}
    )
    number = reply["addPivotTable"]["pivotTableId"]
    sales.do({"updatePivotTable": {"pivotTableId": number, "pivotTable": table(sales, values=[])}})
    assert sales.values("F1:G2") == [["Region", None], ["East", None]]
    sales.do({"deletePivotTable": {"pivotTableId": number}})
    assert sales.values("F1:F4") == [[None]] * 4
    sales.do(place(sales, "F1", table(sales)))
    sales.do(place(sales, "F1", None))
    assert sales.all(Pivot) == []
    assert sales.values("F1") == [[None]]
    bad = table(sales, rows=[{"sourceColumnOffset": 9}])
    assert "outside the source" in sales.refused(place(sales, "F1", bad)).message
    unknown = table(sales, nonsense=1)
    assert sales.refused(place(sales, "F1", unknown)).code == "invalid_request"
