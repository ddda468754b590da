"""Small things on the CRM's pages that people stumble over."""

from __future__ import annotations

import re
from urllib.parse import urlencode

import pytest
from tests.apps.crm.floor import MANAGER, REP, Floor
from tests.apps.crm.page_kit import Pages
from tests.kit import Doors

from workworld.identity import Authority


@pytest.fixture
def rep(floor: Floor, authority: Authority) -> Pages:
    """The pages as a sales representative sees them."""
    return Pages(Doors(floor.world, authority, floor.people[REP]))


def test_task_is_completed_from_its_page_and_followed_by_another(rep: Pages, floor: Floor) -> None:
    deal = floor.create("Opportunity")
    task = floor.create("Task", Subject="Ring them", WhatId=deal)
    assert "Mark Complete" in rep.words(f"/Task/{task}")
    page = rep.submit(f"/Task/{task}/complete", 422, Subject="Again", ActivityDate="someday")
    assert "This is no day" in page
    assert floor.row(task).status != "Completed"
    rep.submit(f"/Task/{task}/complete", Subject="Ring again", ActivityDate="2026-03-20")
    assert floor.row(task).status == "Completed"
    assert "Mark Complete" not in rep.words(f"/Task/{task}")
    timeline = rep.words(f"/Opportunity/{deal}?tab=activity")
    assert "Ring again" in timeline
    other = floor.create("Task", Subject="Last one")
    rep.submit(f"/Task/{other}/complete", Subject="", ActivityDate="")
    assert floor.row(other).status == "Completed"


def test_ticked_records_are_merged_from_their_list(rep: Pages, floor: Floor) -> None:
    ids = [floor.create("Lead", LastName=f"Twin {number}") for number in range(4)]
    path = "/Lead/list/change?deed=merge&" + "&".join(f"pick={each}" for each in ids[:3])
    answer = rep.client.get(path)
    assert answer.status_code == 303
    merging = rep.words(answer.headers["Location"])
    assert all(f"Keep Twin {number}" in merging for number in (0, 1, 2))
    rep.read(f"/Lead/list/change?deed=merge&pick={ids[0]}", 422)
    rep.read(f"{path}&pick={ids[3]}", 422)
    assert 'value="merge"' not in rep.read("/Opportunity/list")


def test_owners_and_addresses_lead_on(rep: Pages, floor: Floor) -> None:
    account = floor.create("Account", Name="Larkspur")
    contact = floor.create(
        "Contact", LastName="Finch", AccountId=account, Email="f@larkspur.example"
    )
    page = rep.read(f"/Contact/{contact}")
    assert f'/Contact/{contact}?tab=activity&compose=email">f@larkspur.example' in page
    owner = floor.user(REP)
    assert f"/User/{owner}" in page
    answer = rep.client.get(f"/User/{owner}")
    assert answer.headers["Location"].endswith(f"/people/{floor.people[REP]}")
    assert rep.client.get("/User/005000000000000AAA").status_code == 404
    assert f"/User/{floor.user(MANAGER)}" not in rep.read("/Contact/list")


def test_all_of_a_related_list_have_the_toolbar_of_lists(rep: Pages, floor: Floor) -> None:
    account = floor.create("Account", Name="Larkspur")
    floor.create("Opportunity", Name="Larkspur: tables", AccountId=account, Amount=500)
    floor.create("Opportunity", Name="Another one's", Amount=900)
    related = rep.read(f"/Account/{account}?tab=related")
    (path,) = set(re.findall(r'href="(/Opportunity/list\?within=[^"]+)"', related))
    words = rep.words(path)
    assert "Larkspur › Opportunities All Opportunities" in words
    assert "Larkspur: tables" in words
    assert "Another one's" not in words
    assert "1 item" in words
    for more in ("display=kanban", "panel=chart", "q=tables"):
        shown = rep.words(f"{path}&{more}")
        assert "Another one's" not in shown
        assert "900" not in shown
    view = rep.read(path).partition('name="view" value="')[2][:18]
    place = {"place": path, "view": view, "all": "1", "q": "", "deed": "delete"}
    assert "Delete: 1 opportunity" in rep.words(f"/Opportunity/list/change?{urlencode(place)}")
    file = rep.client.post("/Opportunity/list/export", data={"csrf": rep.doors.csrf, "place": path})
    assert "Larkspur: tables" in file.text
    assert "Another one's" not in file.text
    assert f"/Opportunity/new?parent={account}" in rep.read(path)
    hidden = floor.create("Account", by=MANAGER)
    for record_id in (hidden, "001000000000000AAA", "nonsense"):
        rep.read(f"/Opportunity/list?within=AccountId:{record_id}", 404)
    rep.read(f"/Opportunity/list?within=Nonsense:{account}", 404)


def test_lists_offer_a_chart_of_what_can_be_grouped(rep: Pages, floor: Floor) -> None:
    deal = floor.create("Opportunity")
    path = f"/OpportunityTeamMember/list?within=OpportunityId:{deal}"
    assert "panel=chart" in rep.read("/Opportunity/list")
    page = rep.read(path)
    if "panel=chart" in page:
        rep.read(f"{path}&panel=chart")
    rep.read(f"/EmailMessage/list?within=RelatedToId:{deal}&panel=chart")
    rep.read(f"/OpportunityContactRole/list?within=OpportunityId:{deal}&panel=chart")


def test_values_of_lists_go_by_their_labels(rep: Pages, floor: Floor) -> None:
    away = floor.create(
        "Event",
        Subject="Site visit",
        ShowAs="OutOfOffice",
        StartDateTime="2026-03-20T09:00:00Z",
        EndDateTime="2026-03-20T10:00:00Z",
    )
    assert "Show Time As Out of Office" in rep.words(f"/Event/{away}")
    choices = rep.read(f"/Event/{away}/edit")
    assert 'value="OutOfOffice"' in choices
    assert ">OutOfOffice<" not in choices
    assert ">Out of Office<" in choices
    rep.edit(f"/Event/{away}", Subject="Site visit in Macon")
    assert floor.row(away).show_as == "OutOfOffice"


def test_times_have_room_to_be_typed(rep: Pages, floor: Floor) -> None:
    deal = floor.create("Opportunity")
    form = rep.read(f"/Opportunity/{deal}?tab=activity&compose=event")
    field = re.search(r'<input[^>]*name="StartDateTime-time"[^>]*>', form)
    assert field is not None
    longest = re.search(r'maxlength="(\d+)"', field[0])
    assert longest is not None
    assert int(longest[1]) > len("10:00 AM")


def test_widths_are_reset_where_there_are_columns(rep: Pages, floor: Floor) -> None:
    floor.create("Lead", LastName="Twin")
    assert "data-reset-widths" in rep.read("/Lead/list")
    assert "data-reset-widths" not in rep.read("/Lead/list?q=nothing-like-it")


def test_keys_lead_to_tabs_that_stand_under_more(rep: Pages) -> None:
    more = rep.read("/home").partition('id="crm-more"')[2].partition("</div>")[0]
    for command in ("crm.reports", "crm.tab-Opportunity"):
        assert f'data-command="{command}"' in more
