"""What lies on ranges: names, protection, validation, filters, groups, colours by rules."""

from typing import Any

import pytest
from tests.apps.sheets.rest import Book, Client
from tests.apps.sheets.workbook_kit import Plan

from workworld.apps.sheets.models import (
    BasicFilter,
    ConditionalRule,
    FilterView,
    Group,
    Protection,
    Validation,
)
from workworld.apps.sheets.service import blocks, shares

OTHER = "mchen"


def named(plan: Plan, name: str, at: str) -> dict[str, Any]:
    return {"addNamedRange": {"namedRange": {"name": name, "range": plan.range(at)}}}


def condition(kind: str, *values: str) -> dict[str, Any]:
    return {"type": kind, "values": [{"userEnteredValue": each} for each in values]}


def validate(plan: Plan, at: str, kind: str, *values: str, **how: Any) -> dict[str, Any]:
    rule = {"condition": condition(kind, *values), "strict": True, **how}
    return {"setDataValidation": {"range": plan.range(at), "rule": rule}}


def typed(plan: Plan, at: str, text: str) -> dict[str, Any]:
    """What typing into a cell sends."""
    sheet_id, area = plan.place(at)
    start = {"sheetId": sheet_id, "rowIndex": area.top, "columnIndex": area.left}
    return {"enterText": {"start": start, "rows": [{"values": [text]}]}}


def lines(start: int, end: int, dimension: str = "ROWS") -> dict[str, Any]:
    return {"sheetId": 0, "dimension": dimension, "startIndex": start, "endIndex": end}


def rule(plan: Plan, at: str, kind: str, *values: str, index: int = 0, **look: Any) -> Any:
    boolean = {"condition": condition(kind, *values), "format": look}
    given = {"ranges": [plan.range(at)], "booleanRule": boolean}
    return {"addConditionalFormatRule": {"rule": given, "index": index}}


def red(part: float = 1) -> dict[str, Any]:
    return {"backgroundColorStyle": {"rgbColor": {"red": part}}}


def grounds(plan: Plan, at: str) -> list[list[Any]]:
    """The colours behind cells, as a grid shows them."""
    _, area = plan.place(at)
    view = plan.perform(blocks.show, workbook_id=plan.id)
    looks = {(each.row, each.column): each.look for each in view.blocks[0].cells}

    def of(row: int, column: int) -> Any:
        style = looks.get((row, column), {}).get("backgroundColorStyle")
        return None if style is None else style["rgbColor"]

    return [
        [of(row, column) for column in range(area.left, area.right)]
        for row in range(area.top, area.bottom)
    ]


def hidden(plan: Plan) -> set[int]:
    """The rows out of sight, counted from one."""
    view = plan.perform(blocks.show, workbook_id=plan.id)
    return {row + 1 for row in view.sheet.row_axes.hidden}


# Names


def test_ranges_have_names(plan: Plan) -> None:
    plan.put("A1", [[1], [2], ["=SUM(Costs)"]])
    (reply,) = plan.do(named(plan, "Costs", "A1:A2"))
    name = reply["addNamedRange"]["namedRange"]
    assert plan.values("A3") == [[3]]
    plan.do({"insertDimension": {"range": lines(1, 2)}})
    plan.put("A2", [[10]])
    assert plan.values("A4") == [[13]]
    change = {"namedRangeId": name["namedRangeId"], "name": "Spending"}
    plan.do({"updateNamedRange": {"namedRange": change, "fields": "name"}})
    assert plan.inputs("A4") == [["=SUM(Spending)"]]
    assert plan.values("A4") == [[13]]
    plan.do({"deleteNamedRange": {"namedRangeId": name["namedRangeId"]}})
    assert plan.values("A4") == [["#NAME?"]]


@pytest.mark.parametrize("name", ["A1", "R1C1", "2nd", "my costs", "TRUE", ""])
def test_not_everything_is_a_name(plan: Plan, name: str) -> None:
    assert plan.refused(named(plan, name, "A1")).code == "invalid_name"


def test_names_are_given_once(plan: Plan) -> None:
    plan.do(named(plan, "Costs", "A1"))
    assert plan.refused(named(plan, "COSTS", "B1")).code == "duplicate_name"


# Protection


def protect(plan: Plan, at: str | None, **how: Any) -> dict[str, Any]:
    where = {"sheetId": 0} if at is None else plan.range(at)
    return {"addProtectedRange": {"protectedRange": {"range": where, **how}}}


@pytest.fixture
def shared(plan: Plan) -> Plan:
    """The workbook, with another writer."""
    plan.perform(shares.share, workbook_id=plan.id, person_id=plan.people[OTHER], role="writer")
    return plan


def test_protected_cells_are_edited_by_some(shared: Plan) -> None:
    plan = shared
    (reply,) = plan.do(protect(plan, "B2:C3", description="Signed off"))
    number = reply["addProtectedRange"]["protectedRange"]["protectedRangeId"]
    refused = plan.refused(typed(plan, "B2", "1"), by=OTHER)
    assert refused.code == "protected_range"
    assert "Ana Ruiz (Signed off)" in refused.message
    plan.do(typed(plan, "A1", "1"), by=OTHER)
    plan.do(typed(plan, "B2", "1"))
    assert plan.refused({"deleteDimension": {"range": lines(1, 2)}}, by=OTHER).code == (
        "protected_range"
    )
    gone = {"deleteProtectedRange": {"protectedRangeId": number}}
    assert plan.refused(gone, by=OTHER).code == "protected_range"
    change = {"protectedRangeId": number, "warningOnly": True}
    plan.do({"updateProtectedRange": {"protectedRange": change, "fields": "warningOnly"}})
    plan.do(typed(plan, "B2", "2"), by=OTHER)
    plan.do(gone, by=OTHER)
    assert plan.all(Protection) == []


def test_a_sheet_is_protected_but_for_some_ranges(shared: Plan) -> None:
    plan = shared
    plan.do(protect(plan, None, unprotectedRanges=[plan.range("A1:A9")]))
    plan.do(typed(plan, "A9", "1"), by=OTHER)
    assert plan.refused(typed(plan, "B9", "1"), by=OTHER).code == "protected_range"


# Validation


@pytest.mark.parametrize(
    ("kind", "values", "good", "bad"),
    [
        ("ONE_OF_LIST", ["Open", "Closed"], "Open", "Maybe"),
        ("ONE_OF_RANGE", ["=D1:D2"], "red", "green"),
        ("NUMBER_BETWEEN", ["1", "10"], "5", "11"),
        ("NUMBER_GREATER", ["=D$3"], "8", "7"),
        ("DATE_AFTER", ["1/1/2026"], "3/17/2026", "3/17/2025"),
        ("DATE_IS_VALID", [], "3/17/2026", "soon"),
        ("TEXT_CONTAINS", ["@"], "a@b", "ab"),
        ("TEXT_IS_EMAIL", [], "a@b.example", "a@b"),
        ("CUSTOM_FORMULA", ["=ISODD(ROW(B1))"], "x", ""),
        ("BOOLEAN", [], "TRUE", "yes"),
    ],
)
def test_rules_reject_what_they_do_not_allow(
    plan: Plan, kind: str, values: list[str], good: str, bad: str
) -> None:
    plan.put("D1", [["red"], ["blue"], [7]])
    plan.do(validate(plan, "B1:B3", kind, *values, inputMessage="Choose well."))
    plan.do(typed(plan, "B1", good))
    if bad:
        refused = plan.refused(typed(plan, "B3", bad))
        assert refused.code == "validation_rejected"
        assert "cell B3" in refused.message
        assert refused.message.endswith("Choose well.")
    else:  # the formula goes along: it is another cell's there
        assert plan.refused(typed(plan, "B2", good)).code == "validation_rejected"
    plan.do(typed(plan, "B1", ""))  # blank is always possible


def test_rules_that_warn_let_everything_in(plan: Plan) -> None:
    plan.do(validate(plan, "B1", "NUMBER_GREATER", "5", strict=False))
    plan.do(typed(plan, "B1", "1"))
    plan.do(validate(plan, "B1:B9", "NUMBER_GREATER", "5"))
    assert [each.ranges for each in plan.all(Validation)] == [["B1:B9"]]
    plan.do({"setDataValidation": {"range": plan.range("B2:B3")}})
    assert [each.ranges for each in plan.all(Validation)] == [["B1", "B4:B9"]]
    wrong = validate(plan, "B1", "BLANK")
    assert "not supported for validation" in plan.refused(wrong).message
    assert "requires 1" in plan.refused(validate(plan, "B1", "NUMBER_EQ")).message


def test_rules_come_with_cells_and_follow_lines(plan: Plan) -> None:
    ticked = {"dataValidation": {"condition": {"type": "BOOLEAN"}, "strict": True}}
    cell = {"range": plan.range("B2:B4"), "cell": ticked, "fields": "dataValidation"}
    plan.do({"repeatCell": cell})
    plan.do({"insertDimension": {"range": lines(0, 1)}})
    assert [each.ranges for each in plan.all(Validation)] == [["B3:B5"]]
    plan.do(validate(plan, "C1", "NUMBER_GREATER", "=A9"))
    plan.do({"insertDimension": {"range": lines(4, 5)}})
    conditions = [each.rule["condition"] for each in plan.all(Validation)]
    assert condition("NUMBER_GREATER", "=A10") in conditions


# Filters


def filtering(plan: Plan, at: str, criteria: dict[str, Any], **how: Any) -> dict[str, Any]:
    return {"setBasicFilter": {"filter": {"range": plan.range(at), "criteria": criteria, **how}}}


def test_a_filter_hides_rows_and_subtotals_leave_them_out(plan: Plan) -> None:
    plan.put("A1", [["Name", "Sum"], ["a", 1], ["b", 20], ["c", 30]])
    plan.put("D1", [["=SUBTOTAL(9,B2:B4)", "=SUM(B2:B4)"]])
    plan.do(filtering(plan, "A1:B4", {"0": {"hiddenValues": ["b"]}}))
    assert hidden(plan) == {3}
    assert plan.values("D1:E1") == [[31, 51]]
    plan.do(filtering(plan, "A1:B4", {"1": {"condition": condition("NUMBER_LESS", "25")}}))
    assert hidden(plan) == {4}
    drawn = {"source": plan.range("C1"), "dimension": "ROWS", "fillLength": 4}
    plan.put("C1", [["x"]])
    plan.do({"autoFill": {"sourceAndDestination": drawn}})
    assert plan.inputs("C1:C5") == [["x"], ["x"], ["x"], [None], ["x"]]
    plan.do({"insertDimension": {"range": lines(1, 2)}})
    assert hidden(plan) == {5}
    assert len(plan.all(BasicFilter)) == 1
    plan.do({"clearBasicFilter": {"sheetId": 0}})
    assert hidden(plan) == set()
    assert plan.values("D1") == [[51]]
    plan.undo()
    assert hidden(plan) == {5}


def test_a_filter_sorts_and_looks_at_colours(plan: Plan) -> None:
    plan.put("A1", [["Name"], ["b"], ["c"], ["a"]])
    cell = {"cell": {"userEnteredFormat": red()}, "fields": "userEnteredFormat"}
    plan.do({"repeatCell": {"range": plan.range("A3"), **cell}})
    criteria = {"0": {"visibleBackgroundColorStyle": {"rgbColor": {"red": 1}}}}
    plan.do(filtering(plan, "A1:A4", criteria, sortSpecs=[{"dimensionIndex": 0}]))
    assert plan.inputs("A1:A4") == [["Name"], ["a"], ["b"], ["c"]]
    assert hidden(plan) == {2, 3}
    outside = filtering(plan, "A1:A4", {"3": {"hiddenValues": ["x"]}})
    assert plan.refused(outside).code == "invalid_request"


def test_filters_with_names(plan: Plan) -> None:
    plan.put("A1", [["Name"], ["b"], ["c"]])
    view = {
        "title": "Mine",
        "range": plan.range("A1:A3"),
        "criteria": {"0": {"hiddenValues": ["b"]}},
    }
    (reply,) = plan.do({"addFilterView": {"filter": view}})
    number = reply["addFilterView"]["filter"]["filterViewId"]
    assert hidden(plan) == set()  # it hides rows for those who look through it
    plan.do({"duplicateFilterView": {"filterId": number}})
    change = {"filterViewId": number, "title": "Ours", "criteria": {}}
    plan.do({"updateFilterView": {"filter": change, "fields": "title,criteria"}})
    assert sorted((each.title, bool(each.criteria)) for each in plan.all(FilterView)) == [
        ("Copy of Mine", True),
        ("Ours", False),
    ]
    plan.do({"deleteFilterView": {"filterId": number}})
    assert plan.refused({"deleteFilterView": {"filterId": number}}).code == "invalid_request"


# Groups


def test_closed_groups_hide_their_lines(plan: Plan, rest: Client) -> None:
    plan.do(
        {"addDimensionGroup": {"range": lines(1, 6)}}, {"addDimensionGroup": {"range": lines(2, 4)}}
    )
    assert sorted(each.ranges[0] for each in plan.all(Group)) == ["2:6", "3:4"]
    closed = {"range": lines(2, 4), "depth": 2, "collapsed": True}
    plan.do({"updateDimensionGroup": {"dimensionGroup": closed, "fields": "collapsed"}})
    assert hidden(plan) == {3, 4}
    plan.do({"insertDimension": {"range": lines(0, 1)}})
    assert hidden(plan) == {4, 5}
    shown = Book(rest, plan.id).get(ranges="A1:A8", includeGridData="true")["sheets"][0]["data"][0]
    rows = [bool(each.get("hiddenByUser")) for each in shown["rowMetadata"]]
    assert [at for at, each in enumerate(rows, 1) if each] == [4, 5]
    (reply,) = plan.do({"deleteDimensionGroup": {"range": lines(3, 5)}})
    (left,) = reply["deleteDimensionGroup"]["dimensionGroups"]
    assert (left["range"]["startIndex"], left["range"]["endIndex"], left["depth"]) == (2, 7, 1)
    assert hidden(plan) == set()
    assert plan.refused({"deleteDimensionGroup": {"range": lines(20, 21)}}).code


# Colours by rules


def test_the_first_rule_that_applies_counts(plan: Plan) -> None:
    plan.put("A1", [[1], [5], ["x"]])
    plan.do(rule(plan, "A1:A3", "NUMBER_GREATER", "0", **red(0.5)))
    plan.do(rule(plan, "A1:A3", "NUMBER_GREATER", "3", **red(1)))
    assert grounds(plan, "A1:A3") == [[{"red": 0.5}], [{"red": 1}], [None]]
    moved = {"sheetId": 0, "index": 0, "newIndex": 1}
    plan.do({"updateConditionalFormatRule": moved})
    assert grounds(plan, "A1:A3") == [[{"red": 0.5}], [{"red": 0.5}], [None]]
    plan.do({"deleteConditionalFormatRule": {"sheetId": 0, "index": 0}})
    assert grounds(plan, "A1:A3") == [[None], [{"red": 1}], [None]]
    gone = {"deleteConditionalFormatRule": {"sheetId": 0, "index": 5}}
    assert plan.refused(gone).code == "invalid_request"


def test_formulas_of_rules_go_along_from_their_first_cell(plan: Plan) -> None:
    plan.put("A1", [["x", 1], ["y", 9], ["z", 8]])
    plan.do(rule(plan, "A1:A3", "CUSTOM_FORMULA", "=$B1>5", **red()))
    assert grounds(plan, "A1:B3") == [[None, None], [{"red": 1}, None], [{"red": 1}, None]]
    plan.do({"deleteDimension": {"range": lines(0, 1)}})
    assert grounds(plan, "A1:A2") == [[{"red": 1}], [{"red": 1}]]
    plan.do({"insertDimension": {"range": lines(0, 2)}})
    assert grounds(plan, "A1:A4") == [[None], [None], [{"red": 1}], [{"red": 1}]]
    plan.put("B4", [[0]])
    pasted = {"source": plan.range("A3:A4"), "destination": plan.range("A7:A8")}
    plan.do({"copyPaste": {**pasted, "pasteType": "PASTE_CONDITIONAL_FORMATTING"}})
    plan.put("B7", [[1], [9]])
    assert grounds(plan, "A3:A8") == [[{"red": 1}], [None], [None], [None], [None], [{"red": 1}]]
    rules = plan.all(ConditionalRule)
    assert [each.ranges for each in rules] == [["A3:A4"], ["A7:A8"]]


def test_colour_scales(plan: Plan) -> None:
    plan.put("A1", [[0], [50], [100], ["x"]])
    scale = {
        "minpoint": {"type": "MIN", "color": {}},
        "maxpoint": {"type": "NUMBER", "value": "100", "color": {"red": 1}},
    }
    given = {"ranges": [plan.range("A1:A4")], "gradientRule": scale}
    plan.do({"addConditionalFormatRule": {"rule": given}})
    shown = grounds(plan, "A1:A4")
    assert [each[0] and each[0]["red"] for each in shown] == [0, 0.5, 1, None]


def test_alternating_colours(plan: Plan) -> None:
    plan.put("A1", [["h"], ["a"], ["b"], ["c"]])
    colours = {"headerColor": {"blue": 1}, "firstBandColor": {"red": 1}, "secondBandColor": {}}
    band = {"range": plan.range("A1:A4"), "rowProperties": colours}
    (reply,) = plan.do({"addBanding": {"bandedRange": band}})
    number = reply["addBanding"]["bandedRange"]["bandedRangeId"]
    assert [each[0] for each in grounds(plan, "A1:A4")] == [{"blue": 1}, {"red": 1}, {}, {"red": 1}]
    assert plan.refused({"addBanding": {"bandedRange": band}}).code == "invalid_request"
    own = {"cell": {"userEnteredFormat": red(0.2)}, "fields": "userEnteredFormat"}
    plan.do({"repeatCell": {"range": plan.range("A2"), **own}})
    assert grounds(plan, "A2") == [[{"red": 0.2}]]
    plan.do({"deleteBanding": {"bandedRangeId": number}})
    assert grounds(plan, "A1") == [[None]]
