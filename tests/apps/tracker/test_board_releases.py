"""What is done on a kanban board is released as a version, and leaves the board."""

from __future__ import annotations

from collections.abc import Sequence
from html import unescape
from typing import Any

import pytest
from tests.apps.tracker.board_kit import ADMIN, DEVELOPER, Yard, yard
from tests.kit import Doors, Office

from workworld.apps.tracker.service import board_releases, board_views, search, versions
from workworld.errors import Conflict, Forbidden, Invalid
from workworld.worlds import World


@pytest.fixture
def place(world: World, office: Office) -> Yard:
    """A kanban project with one issue that is done and one that is not."""
    made = yard(world, office, kind="kanban", key="ZAK")
    made.add("Ready", status="Done")
    made.add("Under way", status="In Progress")
    return made


def _shown(place: Yard, **wanted: Any) -> Sequence[str]:
    def told(view: Any) -> Sequence[str]:
        return [card.row.summary for card in view.found.cards]

    shown: Sequence[str] = place.sees(board_views.show, told, board_id=place.board_id, **wanted)
    return shown


def _fixed_in(place: Yard, name: str) -> Sequence[str]:
    def told(found: Any) -> Sequence[str]:
        return [row.summary for row in found.rows]

    jql = f'project = ZAK AND fixVersion = "{name}"'
    found: Sequence[str] = place.sees(search.search, told, jql=jql)
    return found


def test_release_takes_what_is_done_off_the_board(place: Yard) -> None:
    version = place.does(board_releases.release, board_id=place.board_id, name="1.0")
    assert version.is_released
    assert version.release_date
    assert _fixed_in(place, "1.0") == ["Ready"]
    assert _shown(place) == ["Under way"]
    assert set(_shown(place, old=True)) == {"Ready", "Under way"}


def test_what_was_released_is_not_released_again(place: Yard) -> None:
    place.does(board_releases.release, board_id=place.board_id, name="1.0")
    with pytest.raises(Conflict):
        place.does(board_releases.release, board_id=place.board_id, name="1.1")
    names = place.sees(versions.list, lambda it: [row.name for row in it.items], project="ZAK")
    assert names == ["1.0"]


def test_a_planned_version_keeps_its_issues_on_the_board(place: Yard) -> None:
    place.does(board_releases.release, board_id=place.board_id, name="1.0")
    (row,) = place.sees(versions.list, lambda it: it.items, project="ZAK")
    place.does(versions.update, version_id=row.id, is_released=False)
    assert "Ready" in _shown(place)
    assert place.sees(board_releases.ready, list, board_id=place.board_id) == []


def test_release_is_for_who_administers_and_for_kanban(
    place: Yard, world: World, office: Office
) -> None:
    with pytest.raises(Forbidden):
        place.does(board_releases.release, DEVELOPER, board_id=place.board_id, name="1.0")
    scrum = yard(world, office)
    with pytest.raises(Invalid):
        scrum.does(board_releases.release, ADMIN, board_id=scrum.board_id, name="1.0")


def test_release_goes_by_a_dialog_above_the_board(place: Yard, doors: Doors) -> None:
    browser = doors.pages_of("tracker")
    url = f"/p/ZAK/boards/{place.board_id}/release"
    assert url in browser.get(f"/p/ZAK/board?board={place.board_id}").get_data(as_text=True)
    asked = unescape(browser.get(url).get_data(as_text=True))
    assert "1 done issue goes out in a new version" in asked
    alone = browser.get(url, headers={"HX-Request": "true"})
    assert alone.status_code == 200
    assert "1 done issue goes out in a new version" in alone.get_data(as_text=True)
    wrong = browser.post(url, data={"csrf": doors.csrf, "name": "1.0", "release_date": "blurb"})
    assert wrong.status_code == 422
    assert "no day" in wrong.get_data(as_text=True)
    sent = browser.post(url, data={"csrf": doors.csrf, "name": "1.0"})
    assert sent.status_code == 303
    assert _shown(place) == ["Under way"]
