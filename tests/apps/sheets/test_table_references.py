"""Formulas that name tables and their columns."""

from __future__ import annotations

import pytest
from tests.apps.sheets.workbook_kit import Plan


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
