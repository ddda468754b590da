"""Only what formulas look at is calculated with, and that is all that they look at."""

from __future__ import annotations

import pytest
from tests.apps.sheets.test_golden import vectors
from tests.apps.sheets.workbook_kit import Plan

from workworld.apps.sheets.engine.addresses import Place
from workworld.apps.sheets.engine.books import Book, Frame
from workworld.apps.sheets.engine.precedents import precedents
from workworld.apps.sheets.engine.reaches import Reaches
from workworld.apps.sheets.service import calculations
from workworld.journal import last_step
from workworld.worlds import Worlds

BOOK = Book.of(
    [Frame(0, "Plan", 100, 26), Frame(1, "It's 2026: Q1", 100, 26), Frame(2, "Data", 100, 26)],
    {"rate": "Data!$B$2", "tax": "Plan!$C$1:$D$9", "q1": "'It''s 2026: Q1'!$Z$1"},
)
MORE = (
    "=Data!A1+B2", "='It''s 2026: Q1'!C3:D4", "=rate*A1", "=SUM(A1:tax)", "=SUM(INDEX(A:A,2):C9)",
    "=SUMIF(A1:B9,1,D1)", "=SUM(3:5)", "=SUM(B2:5)", '=B1&"a:b"', '=COUNTIF(A:A,">"&B1)', "=q1+1",
    "=sum(a1:c3 b2:d4)", "=LOG10(A1)&1E5", "=$X$9:Y10", '=\'It\'\'s 2026: Q1\'!A1&"x!:"&Data!E5',
)  # fmt: skip


def columns(formula: str) -> set[tuple[int, int]]:
    """What a formula names, by sheet and column."""
    return {
        (each.sheet, column)
        for each in precedents(formula, BOOK.frames[0], BOOK)
        for column in range(each.area.left, min(each.area.right, 26))
    }


def test_no_column_that_a_formula_names_is_missed() -> None:
    reaches = Reaches(BOOK)
    for formula in (*MORE, *(each.formula for each in vectors())):
        reach, _ = reaches.of(formula, Place(0, 50, 20))
        known = {
            (sheet, column)
            for sheet, some in reach.items()
            for column in (range(26) if some is None else some)
        }
        assert columns(formula) <= known, formula


@pytest.mark.parametrize("formula", ["=SUM(INDEX(A:A,2):INDEX(C:C,9))", '=INDIRECT("Q"&1)'])
def test_formulas_that_make_their_references_look_at_everything(formula: str) -> None:
    reach, _ = Reaches(BOOK).of(formula, Place(0, 50, 20))
    assert reach == {0: None, 1: None, 2: None}


def test_a_formula_that_looks_at_one_column_needs_no_other() -> None:
    reach, may_spill = Reaches(BOOK).of("=SUM(B1:B9)*2", Place(0, 50, 20))
    assert reach == {0: {1}}
    assert not may_spill


EDITS = (
    ("G1", "=SUM(D1:D3)"),  # a column that nothing looked at before
    ("G2", "=SEQUENCE(3)"),  # an array, on a sheet of which only some columns were known
    ("G3", 9),  # what is in its way
    ("G3", None),
    ("D1", 100),
    ("H1", "=TRANSPOSE(A1:A3)"),
    ("I1", 5),
    ("E5", '=INDIRECT("F"&2)+TODAY()'),
    ("F2", 7),
    ("A1", "=E5"),
)


@pytest.mark.parametrize("is_cold", [False, True])
def test_values_are_those_of_all_cells_after_each_edit(plan: Plan, is_cold: bool) -> None:
    plan.put("A1", [[row * 10 + column for column in range(6)] for row in range(4)])
    plan.put("E4", [["=A1+A2"]])
    assert plan.values("A1:D4") == plan.recalculated("A1:D4")
    for at, given in EDITS:
        if is_cold:
            calculations.forget()
        plan.put(at, [[given]])
        assert plan.values("A1:J9") == plan.recalculated("A1:J9"), (at, given)


def test_worlds_that_went_different_ways_and_back_share_no_values_that_differ(
    plan: Plan, worlds: Worlds
) -> None:
    plan.put("A1", [[row, "=A1+$B$1" if row == 0 else f"=A{row + 1}*2"] for row in range(300)])
    plan.put("B1", [[5]])
    plan.put("C1", [["=SUM(B1:B300)"]])
    with plan.world.reading() as session:
        step = last_step(session)
    begun = plan.values("C1")
    twin = Plan(worlds.fork(plan.world), plan.people, plan.id)
    plan.put("A300", [[0]])
    twin.put("A300", [[1]])
    assert plan.values("C1") == plan.recalculated("C1") != begun
    assert twin.values("C1") == twin.recalculated("C1") != plan.values("C1")
    plan.world.rewind(step)
    assert plan.values("C1") == plan.recalculated("C1") == begun
    plan.put("A300", [[1]])
    assert plan.values("C1") == twin.values("C1")
