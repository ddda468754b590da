"""Who else has a workbook open, and what they have selected."""

from __future__ import annotations

import pytest
from tests.apps.sheets.desk import Desk
from tests.apps.sheets.grid_kit import GridPages
from tests.apps.sheets.page_kit import Pages
from tests.kit import Doors

from workworld.clock import Clock
from workworld.context import Actor, Context, Request, Surface
from workworld.ids import Ids
from workworld.topics import versions


@pytest.fixture
def book(desk: Desk, doors: Doors, colleague: Doors) -> str:
    made = desk.create([["1"]])
    form = {"do": "add", "people": colleague.person_id, "role": "reader"}
    Pages(doors).take(made, "share", 200, **form)
    return made


def _version(desk: Desk, person: str, book: str) -> dict[str, str]:
    with desk.world.reading() as session:
        actor, request = Actor(person), Request(Surface.UI, "live")
        ctx = Context(session, actor, request, Clock(session), Ids(session))
        return versions(ctx, [f"sheets.presence:{book}", "nothing:1"])


def test_others_see_what_one_has_selected_and_hear_of_it(
    desk: Desk, doors: Doors, colleague: Doors, book: str
) -> None:
    mine, theirs = GridPages(doors, book), GridPages(colleague, book)
    before, step = _version(desk, doors.person_id, book), desk.world.diff()
    theirs.post("present", {"gid": 0, "range": "B2:C3"})
    assert desk.world.diff() == step  # nobody did anything
    assert _version(desk, doors.person_id, book) != before
    (there,) = mine.get("present")["people"]
    assert (there["range"], there["gid"]) == ("B2:C3", 0)
    assert theirs.get("present")["people"] == []  # oneself one does not see
    theirs.post("present", {"gid": 0, "range": "what"}, 422)
    theirs.post("present", {"leaves": True})
    assert mine.get("present")["people"] == []


def test_who_does_not_see_the_workbook_hears_nothing(
    desk: Desk, doors: Doors, colleague: Doors, book: str
) -> None:
    theirs = GridPages(colleague, book)
    theirs.post("present", {"gid": 0, "range": "A1"})
    Pages(doors).take(book, "share", 200, do=f"remove:{colleague.person_id}")
    theirs.get("present", 404)
    theirs.post("present", {"gid": 0, "range": "A1"}, 404)
    assert GridPages(doors, book).get("present")["people"] == []
    assert _version(desk, colleague.person_id, book) == {}
