"""Formulas proven live: results have to follow inputs that are typed otherwise."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from tests.kit import Office

from workworld.apps.sheets.service import values
from workworld.calls import perform
from workworld.context import Actor
from workworld.grading import Evidence, Verdict
from workworld.tasks.formulas import Live, Trial, held_in, takes
from workworld.tasks.workbooks import Planted, Value, planted_tabs
from workworld.worlds import World

LINES: list[list[Value]] = [["Item", "Units"], ["Nuts", 3], ["Bolts", 4], ["Total"]]
TRIALS = [Trial({"'Stock'!B2": 10}, {"'Stock'!B4": 14})]


@pytest.fixture
def stock(world: World, office: Office) -> Planted:
    """A list whose total is missing."""
    return planted_tabs(world, office.people["aruiz"], "Stock", {"Stock": LINES})["Stock"]


def judged(
    world: World, stock: Planted, owner: str, total: str, trials: Sequence[Trial] = TRIALS
) -> Verdict:
    """The verdict on what is typed as the total."""
    where = {"workbook_id": stock.id, "range": "Stock!B4", "values": [[total]]}
    perform(world, Actor(owner), values.update, **where, value_input_option="USER_ENTERED")
    (check,) = Live(stock, owner, {"'Stock'!B4": 7}, trials).checks()
    with world.reading() as session:
        return check.decide(Evidence(session, session, (), (), None, scratch=world.scratch))


@pytest.mark.parametrize("total", ["=SUM(B2:B3)", "=B2+B3", '=SUMIF(A2:A3,"<>",B2:B3)'])
def test_any_formula_that_follows_its_inputs_is_right(
    world: World, stock: Planted, office: Office, total: str
) -> None:
    verdict = judged(world, stock, office.people["aruiz"], total)
    assert verdict.holds, verdict.reason


@pytest.mark.parametrize("total", ["7", "=7", "=3+B3", "=4+3"])
def test_value_in_the_place_of_a_formula_is_wrong(
    world: World, stock: Planted, office: Office, total: str
) -> None:
    verdict = judged(world, stock, office.people["aruiz"], total)
    assert not verdict.holds
    assert verdict.reason == (
        "'Stock'!B4 shows 7 when 'Stock'!B2 change: it does not follow its inputs rightly."
    )


def test_wrong_value_is_told_as_it_is(world: World, stock: Planted, office: Office) -> None:
    verdict = judged(world, stock, office.people["aruiz"], "=SUM(B2:B2)")
    assert (verdict.holds, verdict.reason) == (False, "'Stock'!B4 shows 3.")


def test_trial_changes_nothing_and_a_missing_tab_is_no_error(
    world: World, stock: Planted, office: Office
) -> None:
    owner = office.people["aruiz"]
    judged(world, stock, owner, "=SUM(B2:B3)")
    live = Live(stock, owner, {"'Else'!A1": 1})
    with world.reading() as session:
        evidence = Evidence(session, session, (), (), None, scratch=world.scratch)
        (check,) = live.checks()
        assert check.decide(evidence).reason == "'Else'!A1 shows nothing."
        assert held_in(evidence, stock, owner, "Stock!B2:B4") == [[3], [4], [7]]
        assert held_in(evidence, stock, owner, "Else!A1") == []


def test_what_a_rule_rejects_is_not_taken(world: World, stock: Planted, office: Office) -> None:
    owner = office.people["aruiz"]
    with world.scratch() as copy:
        assert takes(copy, stock, owner, "Stock!B2", 5)
        assert not takes(copy, stock, owner, "Stock!ZZ2", 5)
        assert not takes(copy, stock, owner, "Nowhere!B2", 5)
