"""The search box, the page of results, and what other apps' search and the palette know."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from tests.apps.crm.floor import ADMIN, MANAGER, REP, Floor
from tests.apps.crm.page_kit import Pages
from tests.kit import Doors

from workworld.apps.crm.service import recents
from workworld.identity import Authority
from workworld.search import everything, palette

Read = Callable[..., str]


def test_a_record_is_found_from_every_app_by_those_who_see_it(floor: Floor) -> None:
    account = floor.create("Account", Name="Zephyrine Works")
    floor.create("Opportunity", by=MANAGER, Name="Zephyrine annex", AccountId=None)

    def found(by: str, kind: str) -> list[tuple[str, str]]:
        results = floor.do(everything.find, by=by, text="zephyr", kind=kind, limit=50)
        return [(hit.title, hit.place) for group in results.groups for hit in group.found.hits]

    assert found(REP, "crm.accounts") == [("Zephyrine Works", "")]
    assert found(MANAGER, "crm.accounts") == [("Zephyrine Works", "")]
    assert found(MANAGER, "crm.opportunities") == [("Zephyrine annex", "Prospecting")]
    assert found(REP, "crm.opportunities") == []
    assert found("mchen", "crm.accounts") == []
    floor.delete(account, by=ADMIN)
    assert found(REP, "crm.accounts") == []


def test_results_go_on_where_they_ended(floor: Floor) -> None:
    for number in range(5):
        floor.create("Lead", LastName=f"Zwingli {number}")
    seen: list[str] = []
    cursor = ""
    for _ in range(3):
        given = {"text": "zwingli", "kind": "crm.leads", "limit": 2, "cursor": cursor}
        ((group),) = floor.do(everything.find, **given).groups
        assert group.found.total == 5
        seen += [hit.title for hit in group.found.hits]
        cursor = group.found.next_cursor or ""
    assert sorted(seen) == [f"Zwingli {number}" for number in range(5)]
    assert cursor == ""


def test_the_palette_leads_to_records_and_to_the_crm_s_pages(floor: Floor) -> None:
    account = floor.create("Account", Name="Zephyrine Works")

    def places(text: str, by: str = REP) -> list[tuple[str, str]]:
        found = floor.do(palette.find, by=by, text=text, app_id="crm", limit=50)
        return [(place.title, place.hint) for place in found]

    assert ("Zephyrine Works", "Account") in places("zephyr")
    assert ("Opportunities", "CRM") in places("opportun")
    assert ("Opportunities", "CRM") not in places("opportun", by="mchen")
    assert ("Zephyrine Works", "Account") not in places("")
    floor.do(recents.view, sobject="Account", record_id=account)
    assert ("Zephyrine Works", "Account") in places("")


@pytest.fixture
def read(floor: Floor, authority: Authority) -> Read:
    def look(path: str, by: str = REP) -> str:
        return Pages(Doors(floor.world, authority, floor.people[by])).read(path)

    return look


def test_the_page_of_results_has_each_object_with_its_count(floor: Floor, read: Read) -> None:
    account = floor.create("Account", Name="Zephyrine Works", BillingCity="Oslo")
    for number in range(6):
        floor.create("Contact", LastName=f"Zephyrson {number}", AccountId=account)
    shown = read("/search?q=zephyr")
    assert f"/Account/{account}" in shown
    assert "Contacts (6)" in shown
    assert "See all 6 contacts" in shown
    assert shown.count('data-record="003') == 5
    assert read("/search?q=zephyr&object=Contact").count('data-record="003') == 6


def test_results_are_narrowed_to_ones_own_and_to_what_changed(floor: Floor, read: Read) -> None:
    floor.create("Account", by=MANAGER, Name="Zephyrine Works")
    assert "Zephyrine Works" in read("/search?q=zephyr", by=MANAGER)
    assert "Zephyrine Works" in read("/search?q=zephyr&owner=me&changed=7", by=MANAGER)
    assert "Search without filters" in read("/search?q=venlowe&owner=me", by=MANAGER)


@pytest.mark.parametrize("query", ["", "q=", "q=z", "q=%22", "q=zzzz&page=9", "q=(*&object=Foo"])
def test_nothing_to_find_is_said(read: Read, query: str) -> None:
    assert "empty" in read(f"/search?{query}")


def test_a_page_beyond_the_last_has_no_rows(floor: Floor, read: Read) -> None:
    floor.create("Account", Name="Zephyrine Works")
    assert 'data-record="001' not in read("/search?q=zephyr&object=Account&page=3")


def test_the_box_offers_records_by_object_and_the_whole_search(floor: Floor, read: Read) -> None:
    account = floor.create("Account", Name="Zephyrine Works")
    offered = read("/search/suggestions?q=zeph+wor")
    assert re.findall(r'role="group" aria-label="(\w+)"', offered) == ["Accounts"]
    values = re.findall(r'role="option" data-value="([^"]+)"', offered)
    assert values[0].endswith("/search?q=zeph+wor")
    assert values[1].endswith(f"/Account/{account}")
    assert account not in read("/search/suggestions?q=%22zephyrine+wo%22")
    assert account in read("/search/suggestions?q=%22zephyrine+works%22")


def test_people_without_a_user_are_told_so(floor: Floor, authority: Authority) -> None:
    pages = Pages(Doors(floor.world, authority, floor.people["mchen"]))
    for path in ("/search?q=zephyr", "/search/suggestions?q=zephyr", "/search"):
        assert "Venlowe" not in pages.read(path, 403)


def test_a_case_is_found_by_its_number_without_zeros(floor: Floor, authority: Authority) -> None:
    case = floor.create("Case", by=MANAGER, Subject="The gate squeaks")
    pages = Pages(Doors(floor.world, authority, floor.people[MANAGER]))
    number = floor.row(case).number
    for text in (number, number.lstrip("0"), f"%23{number.lstrip('0')}"):
        assert "The gate squeaks" in pages.words(f"/search?q={text}")
    # What tells it is not told twice.
    shown = pages.read("/search/suggestions?q=squeaks")
    assert shown.count("The gate squeaks") == 1


def test_subjects_of_cases_lead_to_them_as_their_numbers_do(
    floor: Floor, authority: Authority
) -> None:
    case = floor.create("Case", by=ADMIN, Subject="Zephyrine does not start")
    pages = Pages(Doors(floor.world, authority, floor.people[ADMIN]))
    row = pages.read("/search?q=zephyrine").partition("<tbody>")[2].partition("</tr>")[0]
    assert row.count(f"/Case/{case}") == 2
    assert re.search(r"<a [^>]+>Zephyrine does not start</a>", row)
