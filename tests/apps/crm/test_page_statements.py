"""What the page of a record asks of the database: little, however much it shows."""

from __future__ import annotations

import pytest
from tests.apps.crm.floor import MANAGER, REP, SUPPORT, Floor
from tests.apps.crm.page_kit import Pages
from tests.conformance.test_statements import counted
from tests.kit import Doors

from workworld.apps.crm.service import case_comments, recents
from workworld.identity import Authority

_MOST = 40
_WORDS = "Sensor readings stop after the update, gates freeze, labels print twice, scanner beeps"


@pytest.fixture
def pages(floor: Floor, authority: Authority) -> Pages:
    """The pages as somebody sees them who does not see all."""
    return Pages(Doors(floor.world, authority, floor.people[MANAGER]))


@pytest.fixture
def case(floor: Floor) -> str:
    """A case with many words, which the manager's team has."""
    row = {"Subject": "Gates freeze", "Description": _WORDS, "OwnerId": floor.user(MANAGER)}
    return floor.create("Case", by=SUPPORT, **row)


def test_a_case_asks_little_however_long_its_feed_is(floor: Floor, pages: Pages, case: str) -> None:
    counts = []
    for more in (2, 20):
        for number in range(more):
            floor.do(case_comments.add, by=MANAGER, case_id=case, text=f"Looked at it {number}.")
        pages.read(f"/Case/{case}")
        with counted() as asked:
            shown = pages.read(f"/Case/{case}")
        counts.append(len(asked))
    assert shown.count("Looked at it") >= 22
    assert counts[0] == counts[1], asked
    assert counts[0] < _MOST, asked


def test_looking_again_at_the_last_record_changes_nothing(
    floor: Floor, pages: Pages, case: str
) -> None:
    other = floor.create("Case", by=SUPPORT, Subject="Other", OwnerId=floor.user(MANAGER))

    def latest() -> str:
        return floor.do(recents.list, by=MANAGER, sobject="Case", limit=1)[0][0]

    for each in (case, other, case, case):
        pages.read(f"/Case/{each}")
        assert latest() == each


def test_the_first_page_asks_little(floor: Floor, pages: Pages) -> None:
    mine = floor.user(MANAGER)
    account = floor.create("Account", by=MANAGER, Name="Harbor Works")
    for number in range(9):
        deal = {"Name": f"Deal {number}", "StageName": "Prospecting", "CloseDate": "2026-12-01"}
        made = floor.create("Opportunity", by=MANAGER, **deal, AccountId=account, Amount=1000)
        floor.create("Task", by=MANAGER, Subject="Call", ActivityDate="2026-01-05", WhatId=made)
        floor.create("Case", by=SUPPORT, Subject=f"Beeps {number}", OwnerId=mine)
        pages.read(f"/Opportunity/{made}")
    pages.read("/home")
    with counted() as asked:
        shown = pages.words("/home")
    assert "Tasks due (" in shown
    assert len(asked) < _MOST, asked


def test_the_bin_asks_who_sees_what_where_something_was_deleted_alone(
    floor: Floor, authority: Authority
) -> None:
    seller = Pages(Doors(floor.world, authority, floor.people[REP]))
    asked_of: list[list[str]] = []
    for name in ("", "Contact"):
        if name:
            floor.delete(floor.create(name, by=REP, LastName="Binworthy"), by=REP)
        with counted() as asked:
            shown = seller.read("/recycle-bin")
        asked_of.append([each for each in asked if "crm_shares" in each])
    assert "Binworthy" in shown
    assert asked_of[0] == []
    assert any("FROM crm_contacts" in each for each in asked_of[1])
