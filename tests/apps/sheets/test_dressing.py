"""Looks of whole rectangles: what cells had besides stays, and undoing brings it back."""

from __future__ import annotations

from typing import Any

from sqlalchemy import func, select
from tests.apps.sheets.workbook_kit import Plan

from workworld.apps.sheets.models import Cell

ITALIC = {"textFormat": {"italic": True}}
BOLD = {"textFormat": {"bold": True}}
BOTH = {"textFormat": {"bold": True, "italic": True}}


def repeat(plan: Plan, at: str, look: dict[str, Any], fields: str) -> dict[str, Any]:
    wanted = {"range": plan.range(at), "cell": {"userEnteredFormat": look}}
    return {"repeatCell": {**wanted, "fields": f"userEnteredFormat{fields}"}}


def kept(plan: Plan) -> int:
    with plan.world.reading() as session:
        return session.scalar(select(func.count()).select_from(Cell)) or 0


def test_looks_are_added_to_those_that_cells_have(plan: Plan) -> None:
    plan.put("A1", [["one", 2], ["=B1", None]])
    plan.do(repeat(plan, "A1:A2", BOLD, ".textFormat.bold"))
    plan.do(repeat(plan, "A1:B3", ITALIC, ".textFormat.italic"))
    looks = [[BOTH, ITALIC], [BOTH, ITALIC], [ITALIC, ITALIC]]
    assert plan.looks("A1:B3") == looks
    assert plan.inputs("A1:B2") == [["one", 2], ["=B1", None]]
    before = kept(plan)
    plan.do(repeat(plan, "A1:B3", {}, ""))
    assert plan.looks("A1:B3") == [[{}, {}]] * 3
    assert kept(plan) == before - 3  # blank cells without a look are not kept
    plan.undo()
    assert plan.looks("A1:B3") == looks
    plan.undo()
    assert plan.looks("A1:B3") == [[BOLD, {}], [BOLD, {}], [{}, {}]]


def test_looks_are_those_that_are_written_cell_by_cell(plan: Plan) -> None:
    plan.put("A1", [["one", 2, "three"]])
    plan.do(
        repeat(plan, "B1:B2", BOLD, ".textFormat"),
        repeat(plan, "C1", {"wrapStrategy": "WRAP"}, ".wrapStrategy"),
    )
    at_once = repeat(plan, "A1:C3", BOTH, ".textFormat(bold,italic)")
    plan.do(at_once)
    looks = plan.looks("A1:C3")
    plan.undo()
    at_once["repeatCell"]["fields"] += ",textFormatRuns"  # for which each cell is written
    plan.do(at_once)
    assert plan.looks("A1:C3") == looks


def test_cells_on_rows_that_were_put_in_are_dressed_too(plan: Plan) -> None:
    plan.put("A1", [["one"], ["two"]])
    lines = {"dimension": "ROWS", "startIndex": 1, "endIndex": 2}
    plan.do({"insertDimension": {"range": lines}})
    plan.do(repeat(plan, "A1:A3", BOLD, ".textFormat.bold"))
    assert plan.looks("A1:B4") == [[BOLD, {}]] * 3 + [[{}, {}]]
