"""Sharing workbooks, and asking for access to them."""

from __future__ import annotations

import pytest
from tests.apps.sheets.desk import Desk
from tests.apps.sheets.page_kit import Pages, said
from tests.kit import Doors

from workworld.apps.sheets.service import shares


@pytest.fixture
def pages(doors: Doors) -> Pages:
    return Pages(doors)


@pytest.fixture
def book(desk: Desk) -> str:
    return desk.create(title="Rates")


def notices(doors: Doors) -> str:
    """What somebody's bell tells."""
    return said(doors.home.get("/notifications").text)


def test_whom_it_is_shared_with_is_told(pages: Pages, colleague: Doors, book: str) -> None:
    pages.take(
        book,
        "share",
        200,
        do="add",
        people=colleague.person_id,
        role="commenter",
        notify="1",
        message="Have a look",
    )
    assert "shared Rates with you to comment on: Have a look" in notices(colleague)
    Pages(colleague).read(f"/s/{book}")


def test_nobody_is_told_who_is_not_to_be(pages: Pages, colleague: Doors, book: str) -> None:
    pages.take(book, "share", 200, do="add", people=colleague.person_id, role="reader")
    assert "Rates" not in notices(colleague)


def test_a_role_is_changed_and_taken_away(
    pages: Pages, colleague: Doors, book: str, desk: Desk
) -> None:
    person = colleague.person_id
    pages.take(book, "share", 200, do="add", people=person, role="reader")
    pages.take(book, "share", 200, do=f"role:{person}", **{f"role-{person}": "writer"})
    Pages(colleague).take(book, "rename", title="Prices")
    pages.take(book, "share", 200, do=f"remove:{person}")
    Pages(colleague).read(f"/s/{book}", 404)


def test_whoever_leaves_sees_it_no_longer(pages: Pages, colleague: Doors, book: str) -> None:
    person = colleague.person_id
    pages.take(book, "share", 200, do="add", people=person, role="reader")
    theirs = Pages(colleague)
    assert "Leave" in theirs.dialog(book, "share")
    theirs.take(book, "share", 200, do=f"remove:{person}", me=person)
    theirs.read(f"/s/{book}", 404)


def test_everybody_of_the_company_may_be_let_in(pages: Pages, colleague: Doors, book: str) -> None:
    Pages(colleague).read(f"/s/{book}", 404)
    pages.take(book, "share", 200, do="link", link="reader")
    Pages(colleague).read(f"/s/{book}")
    pages.take(book, "share", 200, do="link", link="")
    Pages(colleague).read(f"/s/{book}", 404)


def test_a_viewer_asks_for_more_and_the_owner_grants_it(
    pages: Pages, colleague: Doors, book: str
) -> None:
    person = colleague.person_id
    pages.take(book, "share", 200, do="add", people=person, role="reader")
    theirs = Pages(colleague)
    theirs.take(book, "share", do="ask", wanted="writer", message="I keep it")
    assert "asked to edit Rates: I keep it" in notices(pages.doors)
    granting = pages.dialog(book, "share", person=person, role="writer")
    assert f'value="{person}"' in granting
    pages.take(book, "share", 200, do="add", people=person, role="writer")
    theirs.take(book, "share", 200, do="link", link="reader")


def test_asking_does_not_tell_whether_a_workbook_is_there(
    colleague: Doors, pages: Pages, book: str
) -> None:
    theirs = Pages(colleague)
    there, nowhere = (theirs.submit(f"/ask/{each}") for each in (book, "1" + "X" * 43))
    assert there == nowhere
    assert "asked to view Rates" in notices(pages.doors)


def test_a_viewer_shares_with_nobody(desk: Desk, book: str) -> None:
    desk.do(shares.share, workbook_id=book, person_id=desk.people["mchen"], role="reader")
    refusal = desk.refused(
        shares.share,
        by="mchen",
        workbook_id=book,
        person_id=desk.people["akovac"],
        role="reader",
    )
    assert refusal.code == "no_edit_access"
