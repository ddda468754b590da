"""Notification rules: people hear of what others change, at once or once a day."""

from __future__ import annotations

from sqlalchemy import select
from tests.apps.sheets.desk import ME, Desk
from tests.apps.sheets.page_kit import Pages, said
from tests.kit import Doors

from workworld.notifications.models import Notification
from workworld.passing_time import let_time_pass


def _told(desk: Desk) -> list[str]:
    """What I am told of spreadsheets."""
    mine = Notification.person_id == desk.people[ME]
    query = select(Notification.text).where(mine, Notification.app_id == "sheets")
    with desk.world.reading() as session:
        return list(session.scalars(query.order_by(Notification.created)))


def _book(desk: Desk, doors: Doors, colleague: Doors, frequency: str) -> str:
    book = desk.create([["1"]], title="Trees")
    pages = Pages(doors)
    pages.take(book, "share", 200, do="add", people=colleague.person_id, role="writer")
    pages.take(book, "notifications", frequency=frequency)
    return book


def test_changes_of_others_are_told_right_away(desk: Desk, doors: Doors, colleague: Doors) -> None:
    book = _book(desk, doors, colleague, "right_away")
    desk.type(book, "A2", [["mine"]])
    assert _told(desk) == []
    theirs = Pages(colleague)
    for title in ("Shrubs", "Bushes"):
        theirs.take(book, "rename", title=title)
    (told,) = _told(desk)  # the last of several
    assert told.startswith("changed Bushes: ")
    Pages(doors).take(book, "notifications", frequency="off")
    theirs.take(book, "rename", title="Trees")
    assert _told(desk) == [told]
    assert "Nothing" in said(Pages(doors).dialog(book, "notifications"))


def test_a_summary_comes_once_a_day(desk: Desk, doors: Doors, colleague: Doors) -> None:
    book = _book(desk, doors, colleague, "daily")
    for title in ("Shrubs", "Bushes"):
        Pages(colleague).take(book, "rename", title=title)
    assert _told(desk) == []
    let_time_pass(desk.world, 86_400)
    (told,) = _told(desk)
    assert told.startswith("daily summary of Bushes: 2 changes by ")
    let_time_pass(desk.world, 86_400)
    assert _told(desk) == [told]  # nothing was changed since


def test_those_who_no_longer_see_it_hear_nothing(
    desk: Desk, doors: Doors, colleague: Doors
) -> None:
    book = desk.create([["1"]], title="Trees")
    pages, theirs = Pages(doors), Pages(colleague)
    pages.take(book, "share", 200, do="add", people=colleague.person_id, role="reader")
    theirs.take(book, "notifications", frequency="right_away")
    pages.take(book, "share", 200, do=f"remove:{colleague.person_id}")
    theirs.read(f"/s/{book}", 404)
    desk.type(book, "A2", [["secret"]])
    query = select(Notification.text).where(Notification.person_id == colleague.person_id)
    with desk.world.reading() as session:
        assert not [each for each in session.scalars(query) if "changed Trees" in each]
