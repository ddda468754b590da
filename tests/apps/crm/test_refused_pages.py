"""What people find at addresses that are nothing, nothing for them, or not of the CRM."""

from __future__ import annotations

import pytest
from tests.apps.crm.floor import ADMIN, FINANCE, MANAGER, REP, Floor
from tests.apps.crm.page_kit import Pages
from tests.kit import Doors

from workworld.identity import Authority

NOBODYS = "006000000000001AAA"


@pytest.fixture
def pages(floor: Floor, authority: Authority) -> dict[str, Pages]:
    """The pages as some people see them."""
    return {
        who: Pages(Doors(floor.world, authority, floor.people[who]))
        for who in (REP, MANAGER, FINANCE, "sfontanel")
    }


def test_a_hidden_record_and_none_are_one_page_of_the_crm(
    floor: Floor, pages: dict[str, Pages]
) -> None:
    hidden = floor.create("Opportunity", by=MANAGER)
    shown = pages[REP].read(f"/Opportunity/{hidden}", 404)
    assert shown.replace(hidden, NOBODYS) == pages[REP].read(f"/Opportunity/{NOBODYS}", 404)
    assert "<h1>Insufficient privileges</h1>" in shown
    assert '<nav class="crm-tabs"' in shown
    assert hidden in pages[MANAGER].read(f"/Opportunity/{hidden}")


def test_who_may_not_do_something_is_told_so_in_words(
    floor: Floor, pages: dict[str, Pages]
) -> None:
    account = floor.create("Account", by=MANAGER)
    for path in ("/Account/new", f"/Account/{account}/edit"):
        shown = pages[FINANCE].read(path, 403)
        assert "<h1>Insufficient privileges</h1>" in shown
        assert '<nav class="crm-tabs"' in shown
        assert "object id" not in shown


def test_who_does_not_work_with_the_crm_has_no_tabs(pages: dict[str, Pages]) -> None:
    for path in ("/home", f"/Opportunity/{NOBODYS}", "/Lead/list"):
        shown = pages["sfontanel"].read(path, 403)
        assert "You have no access to the CRM." in shown
        assert "crm-tabs" not in shown


def test_what_makes_no_sense_is_told_within_the_crm(pages: dict[str, Pages]) -> None:
    page = pages[REP].read("/Contact/list/change?deed=delete", 422)
    assert 'class="crm-tabs"' in page
    assert "Tick some records first." in page


def test_a_website_opens_beside_the_crm(floor: Floor, pages: dict[str, Pages]) -> None:
    account = floor.create("Account", by=MANAGER, Website="https://harbour-nine.example")
    shown = pages[MANAGER].read(f"/Account/{account}")
    link = '<a href="https://harbour-nine.example" rel="noopener noreferrer" target="_blank">'
    assert link in shown


def test_what_was_typed_is_kept_when_the_session_has_ended(
    floor: Floor, authority: Authority
) -> None:
    deal = floor.create("Opportunity", Name="Quay nine")
    doors = Doors(floor.world, authority, floor.people[REP])
    client, proof = doors.pages_of("crm"), doors.csrf
    authority.end_session(doors.cookie)
    said = "They want the quay doors before autumn."
    form = {"csrf": proof, "version": "1", "base": '{"NextStep": [""]}', "NextStep": said}
    answer = client.post(f"/Opportunity/{deal}/edit", data=form)
    assert answer.status_code == 401
    assert f"<blockquote>{said}</blockquote>" in answer.text
    # Nor is it lost where there is nothing to be changed.
    hidden = floor.create("Opportunity", by=ADMIN)
    again = Doors(floor.world, authority, floor.people[REP])
    answer = again.pages_of("crm").post(
        f"/Opportunity/{hidden}/edit", data={**form, "csrf": again.csrf}
    )
    assert answer.status_code == 404
    assert f"<blockquote>{said}</blockquote>" in answer.text
