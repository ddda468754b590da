"""Formulas that name tables and their columns."""

from __future__ import annotations

import pytest
from tests.apps.sheets.workbook_kit import Plan

from workworld.apps.sheets.models import ConditionalRule, Table, Validation


@pytest.fixture
def deals(plan: Plan) -> str:
    """A workbook with a table of deals: its id."""
    plan.put("A1", [["Deal", "Net amount", "Tax"], ["One", 10, 1], ["Two", 20, 2]])
    given = {"range": plan.range("A1:C3"), "name": "Deals"}
    (reply,) = plan.do({"addTable": {"table": given}})
    number: str = reply["addTable"]["table"]["tableId"]
    return number


@pytest.mark.parametrize(
    ("formula", "value"),
    [
        ("=SUM(Deals[Net amount])", 30),
        ("=sum(deals[net AMOUNT])*2", 60),
        ("=ROWS(Deals)", 2),
        ("=ROWS(Deals[#ALL])", 3),
        ("=COUNTA(Deals[#HEADERS])", 3),
        ("=INDEX(Deals[[#HEADERS],[Tax]],1,1)", "Tax"),
        ("=SUM(Deals[[Net amount]:[Tax]])", 33),
        ("=SUM(Deals[[#ALL],[Tax]])", 3),
        ('=SUMIFS(Deals[Tax],Deals[Deal],"Two")', 2),
        ("=SUM(Deals[Gross])", "#NAME?"),
        ("=ROW(Deals[Tax])", 2),
    ],
)
def test_formulas_name_parts_of_tables(plan: Plan, deals: str, formula: str, value: object) -> None:
    assert deals
    plan.put("E1", [[formula]])
    assert plan.values("E1") == [[value]]
    assert plan.recalculated("E1") == [[value]]


def test_formulas_follow_names_of_tables_and_columns(plan: Plan, deals: str) -> None:
    plan.put("E1", [["=SUM(Deals[Net amount])+ROWS(Deals)"]])
    change = {"tableId": deals, "name": "Open_deals"}
    plan.do({"updateTable": {"table": change, "fields": "name"}})
    assert plan.inputs("E1") == [["=SUM(Open_deals[Net amount])+ROWS(Open_deals)"]]
    plan.put("B1", [["Gross"]])
    assert plan.inputs("E1") == [["=SUM(Open_deals[Gross])+ROWS(Open_deals)"]]
    assert plan.values("E1") == plan.recalculated("E1") == [[32]]
    plan.undo()
    assert plan.inputs("E1") == [["=SUM(Open_deals[Net amount])+ROWS(Open_deals)"]]


def test_formulas_see_rows_and_columns_that_come_into_a_table(plan: Plan, deals: str) -> None:
    assert deals
    plan.put("E1", [["=SUM(Deals[Tax])"]])
    columns = {"dimension": "COLUMNS", "startIndex": 1, "endIndex": 2}
    plan.do({"insertDimension": {"range": columns}})
    assert plan.values("F1") == plan.recalculated("F1") == [[3]]
    rows = {"dimension": "ROWS", "startIndex": 2, "endIndex": 3}
    plan.do({"insertDimension": {"range": rows}})
    plan.put("D3", [[40]])
    assert plan.values("F1") == plan.recalculated("F1") == [[43]]
    plan.do({"deleteTable": {"tableId": deals}})
    assert plan.values("F1") == plan.recalculated("F1") == [["#NAME?"]]


TOTALS = {"footerColorStyle": {"rgbColor": {"red": 1}}}


def total(plan: Plan, deals: str, **settings: object) -> None:
    change = {"tableId": deals, "rowsProperties": settings}
    plan.do({"updateTable": {"table": change, "fields": "rowsProperties"}})


def test_formulas_name_the_row_that_they_stand_in(plan: Plan, deals: str) -> None:
    assert deals
    formulas = ["=Deals[@Tax]*2", "=SUM(Deals[@])", "=SUM(Deals[@[Net amount]:[Tax]])"]
    plan.put("E2", [[*formulas, "=Deals[[#This Row],[net amount]]"]] * 2)
    plan.put("E1", [["=Deals[@Tax]"]])
    there = [[2, 11, 11, 10], [4, 22, 22, 20]]
    assert plan.values("E2:H3") == plan.recalculated("E2:H3") == there
    assert plan.values("E1") == [["#VALUE!"]]  # the names of columns are no row of data
    plan.put("C1", [["VAT"]])
    assert plan.inputs("E3:H3") == [["=Deals[@VAT]*2", *formulas[1:2],
                                     "=SUM(Deals[@[Net amount]:[VAT]])",
                                     "=Deals[[#This Row],[net amount]]"]]  # fmt: skip
    row = {"dimension": "ROWS", "startIndex": 1, "endIndex": 2}
    plan.do({"insertDimension": {"range": row}})
    plan.put("C4", [[5]])
    assert plan.values("E4") == plan.recalculated("E4") == [[10]]


def test_a_row_of_totals_is_none_of_the_data(plan: Plan, deals: str) -> None:
    plan.put("E1", [["=SUM(Deals[Tax])"], ["=Deals[[#TOTALS],[Tax]]"], ["=ROWS(Deals[#ALL])"]])
    assert plan.values("E1:E3") == [[3], ["#REF!"], [3]]
    plan.put("A4", [["below"]])
    total(plan, deals, **TOTALS)
    assert plan.inputs("A4:A5") == [[None], ["below"]]  # which made room
    plan.put("C4", [["=SUM(Deals[Tax])*100"]])
    assert plan.values("E1:E3") == plan.recalculated("E1:E3") == [[3], [300], [4]]
    added = {"values": [{}, {}, {"userEnteredValue": {"numberValue": 4}}]}
    plan.do({"appendCells": {"tableId": deals, "rows": [added], "fields": "userEnteredValue"}})
    assert plan.values("C4:C5") == [[4], [700]]
    total(plan, deals)
    assert plan.values("E1:E3") == plan.recalculated("E1:E3") == [[7], ["#REF!"], [4]]


LIMIT = {"namedRangeId": "limit", "name": "limit"}


def test_formulas_of_rules_follow_new_names(plan: Plan) -> None:
    plan.put("A1", [["Amount"], [5], [50]])
    plan.do({"addSheet": {"properties": {"sheetId": 9, "title": "Limits"}}})
    plan.put("9!A1", [[10]])
    plan.do(
        {"addTable": {"table": {"range": plan.range("A1:A3"), "name": "Deals"}}},
        {"addNamedRange": {"namedRange": {**LIMIT, "range": plan.range("9!A1")}}},
    )
    said = "=AND(A2>limit,A2>Limits!$A$1,ROWS(Deals[Amount])>0)"
    condition = {"type": "CUSTOM_FORMULA", "values": [{"userEnteredValue": said}]}
    bold = {"textFormat": {"bold": True}}
    rule = {"ranges": [plan.range("A2:A3")],
            "booleanRule": {"condition": condition, "format": bold}}  # fmt: skip
    plan.do(
        {"addConditionalFormatRule": {"rule": rule}},
        {"setDataValidation": {"range": plan.range("C2"), "rule": {"condition": condition}}},
    )
    (table,) = plan.all(Table)
    change = {**LIMIT, "name": "cap"}
    plan.do(
        {"updateNamedRange": {"namedRange": change, "fields": "name"}},
        {"updateTable": {"table": {"tableId": str(table.id), "name": "Won"}, "fields": "name"}},
        {"updateSheetProperties": {
            "properties": {"sheetId": 9, "title": "All limits"}, "fields": "title"}},
    )  # fmt: skip
    plan.put("A1", [["Net amount"]])
    wanted = "=AND(A2>cap,A2>'All limits'!$A$1,ROWS(Won[Net amount])>0)"
    for model in (ConditionalRule, Validation):
        (found,) = plan.all(model)
        kept = found.rule.get("booleanRule", found.rule)["condition"]
        assert kept["values"] == [{"userEnteredValue": wanted}]
    plan.undo()
    (found,) = plan.all(Validation)
    assert "[Amount]" in found.rule["condition"]["values"][0]["userEnteredValue"]
