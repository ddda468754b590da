"""Tables: ranges whose first row names their columns."""

from typing import Any

from tests.apps.sheets.workbook_kit import Plan

from workworld.apps.sheets.models import Table, Validation


def add(plan: Plan, at: str, **given: Any) -> dict[str, Any]:
    (reply,) = plan.do({"addTable": {"table": {"range": plan.range(at), **given}}})
    found: dict[str, Any] = reply["addTable"]["table"]
    return found


def test_a_table_takes_its_names_from_its_first_row(plan: Plan) -> None:
    plan.put("A1", [["Task", None], ["Write", "Open"]])
    choice = {"condition": {"type": "ONE_OF_LIST", "values": [{"userEnteredValue": "Open"}]}}
    status = {"columnIndex": 1, "columnType": "DROPDOWN", "dataValidationRule": choice}
    made = add(plan, "A1:B3", name="Tasks", columnProperties=[status])
    assert [each["columnName"] for each in made["columnProperties"]] == ["Task", "Column 2"]
    assert plan.inputs("A1:B1") == [["Task", "Column 2"]]
    assert [each.ranges for each in plan.all(Validation)] == [["B2:B3"]]
    assert add(plan, "D1:E3")["name"] == "Table_1"
    overlap = {"addTable": {"table": {"range": plan.range("B2:C4")}}}
    assert "overlap" in plan.refused(overlap).message
    taken = {"addTable": {"table": {"range": plan.range("G1:H2"), "name": "tasks"}}}
    assert plan.refused(taken).code == "duplicate_name"


def test_a_table_grows_with_what_is_appended_and_put_in_below(plan: Plan) -> None:
    plan.put("A1", [["Task"], ["Write"], [None], ["below"]])
    number = add(plan, "A1:A3")["tableId"]
    row = {"values": [{"userEnteredValue": {"stringValue": "Read"}}]}
    given = {"tableId": number, "rows": [row, row], "fields": "userEnteredValue"}
    plan.do({"appendCells": given})
    assert plan.inputs("A1:A5") == [["Task"], ["Write"], ["Read"], ["Read"], ["below"]]
    assert [each.ranges for each in plan.all(Table)] == [["A1:A4"]]
    below = {"dimension": "ROWS", "startIndex": 4, "endIndex": 5}
    plan.do({"insertDimension": {"range": below}})
    assert [each.ranges for each in plan.all(Table)] == [["A1:A5"]]
    wide = {"values": [{}, {}]}
    refused = plan.refused({"appendCells": {**given, "rows": [wide]}})
    assert "1 columns" in refused.message


def test_tables_change_and_go(plan: Plan) -> None:
    plan.put("A1", [["Task"], ["Write"]])
    number = add(plan, "A1:A2")["tableId"]
    change = {"tableId": number, "name": "Chores", "range": plan.range("A1:B2")}
    plan.do({"updateTable": {"table": change, "fields": "name,range"}})
    (thing,) = plan.all(Table)
    assert (thing.name, thing.ranges) == ("Chores", ["A1:B2"])
    assert [each["columnName"] for each in thing.columns] == ["Task", "Column 2"]
    plan.do({"deleteTable": {"tableId": number}})
    assert plan.inputs("A1:B2") == [[None, None], [None, None]]
    plan.undo()
    assert plan.inputs("A2") == [["Write"]]
    assert plan.refused({"deleteTable": {"tableId": "none"}}).code == "invalid_request"
