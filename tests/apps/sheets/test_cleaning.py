"""What may be cleaned up, and goal seek."""

from typing import Any

from tests.apps.sheets.workbook_kit import Plan

from workworld.apps.sheets.service import suggestions
from workworld.apps.sheets.service.grids import grids_of


def seek(target: float, row: int = 1, **changing: int) -> dict[str, Any]:
    cell = {"rowIndex": row, "columnIndex": 0}
    where = {"rowIndex": 0, "columnIndex": 0, **changing}
    return {"goalSeek": {"cell": cell, "target": target, "changingCell": where}}


def test_goals_are_sought_through_formulas(plan: Plan) -> None:
    plan.put("A1", [[10], ["=A1*12+A3"], ["=A1/2"]])
    (reply,) = plan.do(seek(250))
    assert reply == {"goalSeek": {"value": 20, "result": 250}}
    assert plan.values("A1:A3") == [[20], [250], [10]]
    plan.put("A2", [["=A1*A1"]])
    assert plan.refused(seek(-4)).code == "no_solution"
    assert "formula" in plan.refused(seek(5, row=0)).message
    assert "no formula" in plan.refused(seek(5, rowIndex=2)).message


def found(plan: Plan) -> list[suggestions.Suggestion]:
    with plan.world.reading() as session:
        return suggestions.found(grids_of(session, plan.id)[0])


def test_what_is_untidy_is_mended_as_suggested(plan: Plan) -> None:
    assert found(plan) == []
    rows = [["Stage", "Sum"], ["Open", 1], ["open", 2], ["Open", "3"], [" Won ", 4], ["Open", 1]]
    plan.put("A1", rows)
    there = found(plan)
    assert [each.kind for each in there] == ["blanks", "duplicates", "spelling", "numbers"]
    for kind in ("numbers", "spelling", "blanks", "duplicates"):
        (each,) = [each for each in found(plan) if each.kind == kind]
        plan.do(*each.requests)
    assert found(plan) == []
    assert plan.inputs("A1:B6") == [
        ["Stage", "Sum"],
        ["Open", 1],
        ["Open", 2],
        ["Open", 3],
        ["Won", 4],
        [None, None],
    ]
