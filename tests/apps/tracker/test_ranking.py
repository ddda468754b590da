"""Ranking: one order for all issues, in which a move touches what is moved alone."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import select
from tests.apps.tracker.board_kit import DEVELOPER, VIEWER, Yard, yard
from tests.kit import Office

from workworld.apps.tracker.models import HistoryItem
from workworld.apps.tracker.service import ranking
from workworld.errors import Forbidden, Invalid, NotFound
from workworld.worlds import World


@pytest.fixture
def place(world: World, office: Office) -> Yard:
    """A project with five issues."""
    made = yard(world, office)
    for _ in range(5):
        made.add()
    return made


def test_before_puts_an_issue_right_above_another_one(place: Yard) -> None:
    place.does(ranking.place, issues=["ZED-4"], before="ZED-2")
    assert place.order() == ["ZED-1", "ZED-4", "ZED-2", "ZED-3", "ZED-5"]


def test_after_puts_several_in_the_order_in_which_they_are_given(place: Yard) -> None:
    place.does(ranking.place, issues=["ZED-5", "ZED-1", "ZED-2"], after="ZED-3")
    assert place.order() == ["ZED-3", "ZED-5", "ZED-1", "ZED-2", "ZED-4"]


def test_a_move_touches_one_issue(place: Yard) -> None:
    before = {key: place.issue(key).rank for key in place.order()}
    place.does(ranking.place, issues=["ZED-5"], before="ZED-1")
    after = {key: place.issue(key).rank for key in before}
    assert [key for key in before if before[key] != after[key]] == ["ZED-5"]


def test_what_stands_there_already_stays_as_it_is(place: Yard) -> None:
    before = place.issue("ZED-2")
    place.does(ranking.place, issues=["ZED-2", "ZED-3"], before="ZED-4")
    assert (place.issue("ZED-2").rank, place.issue("ZED-2").version) == (
        before.rank,
        before.version,
    )


def test_neighbours_that_change_places_get_ranks_of_their_own(place: Yard) -> None:
    place.does(ranking.place, issues=["ZED-3", "ZED-2"], before="ZED-4")
    assert place.order() == ["ZED-1", "ZED-3", "ZED-2", "ZED-4", "ZED-5"]


def test_moving_to_and_fro_keeps_the_order_total(place: Yard) -> None:
    for _ in range(30):
        place.does(ranking.place, issues=["ZED-5"], before="ZED-2")
        place.does(ranking.place, issues=["ZED-4"], before="ZED-5")
        place.does(ranking.place, issues=["ZED-5"], after="ZED-3")
    assert place.order() == ["ZED-1", "ZED-4", "ZED-2", "ZED-3", "ZED-5"]


def test_history_says_whether_it_went_up(place: Yard) -> None:
    place.does(ranking.place, issues=["ZED-5"], before="ZED-1")
    with place.world.reading() as session:
        found = session.scalars(select(HistoryItem).where(HistoryItem.field == "Rank")).all()
        assert [(row.issue_id, row.to_text) for row in found][-1] == ("90005", "Ranked higher")


@pytest.mark.parametrize(
    "wrong",
    [
        {"issues": ["ZED-1"]},
        {"issues": ["ZED-1"], "before": "ZED-2", "after": "ZED-3"},
        {"issues": ["ZED-1"], "before": "ZED-1"},
        {"issues": [], "before": "ZED-1"},
    ],
)
def test_what_makes_no_place_is_refused(place: Yard, wrong: dict[str, Any]) -> None:
    with pytest.raises(Invalid):
        place.does(ranking.place, **wrong)


def test_an_unknown_neighbour_does_not_exist(place: Yard) -> None:
    with pytest.raises(NotFound):
        place.does(ranking.place, issues=["ZED-1"], before="ZED-99")


def test_ranking_asks_for_the_right_to_schedule(place: Yard) -> None:
    place.does(ranking.place, DEVELOPER, issues=["ZED-2"], before="ZED-1")
    with pytest.raises(Forbidden):
        place.does(ranking.place, VIEWER, issues=["ZED-2"], after="ZED-1")


def test_place_among_others_is_no_change_of_an_issue(place: Yard) -> None:
    before = place.issue("ZED-4")
    place.does(ranking.place, issues=["ZED-4"], before="ZED-2")
    after = place.issue("ZED-4")
    assert (after.updated_us, after.version) == (before.updated_us, before.version)
