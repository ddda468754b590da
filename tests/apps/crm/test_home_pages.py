"""The first page: how far one is with the quota, and what is new."""

from __future__ import annotations

from tests.apps.crm.floor import FINANCE, MANAGER, REP, Floor
from tests.apps.crm.page_kit import Pages
from tests.kit import Doors

from workworld.apps.crm.service import forecasts
from workworld.identity import Authority


def test_the_gauge_agrees_with_the_forecast(floor: Floor, authority: Authority) -> None:
    pages = Pages(Doors(floor.world, authority, floor.people[MANAGER]))
    total = floor.do(forecasts.get, by=MANAGER).total
    said = pages.words("/home")
    assert f"Quota USD {total.quota:,.0f}" in said
    assert f"Closed USD {total.figures['closed']:,.0f}" in said
    assert f"{round(total.figures['closed'] / total.quota * 100)}%" in said


def test_who_has_no_quota_has_no_gauge(floor: Floor, authority: Authority) -> None:
    pages = Pages(Doors(floor.world, authority, floor.people[FINANCE]))
    assert "Quota of" not in pages.words("/home")


def test_news_tell_the_steps_of_deals_that_one_sees(floor: Floor, authority: Authority) -> None:
    hidden = floor.create("Opportunity", by=MANAGER, Name="Secret gates")
    floor.update(hidden, by=MANAGER, StageName="Qualification")
    mine = floor.create("Opportunity", Name="Open gates")
    floor.update(mine, StageName="Qualification")
    said = Pages(Doors(floor.world, authority, floor.people[REP])).words("/home")
    news = said.partition("News of deals")[2].partition("Cases of mine")[0]
    assert "Open gates" in news
    assert "from Prospecting" in news
    assert "Secret gates" not in news


def test_short_addresses_lead_to_lists(floor: Floor, authority: Authority) -> None:
    pages = Pages(Doors(floor.world, authority, floor.people[REP]))
    for path, found in (("/products", "Gate Tablet"), ("/pricebooks", "Partner Price Book")):
        assert found in pages.client.get(path, follow_redirects=True).text
    assert "00000104" in pages.client.get("/contracts", follow_redirects=True).text
    assert "TAB2-018334" in pages.client.get("/assets", follow_redirects=True).text


def test_short_addresses_lead_to_records_and_what_belongs_to_them(
    floor: Floor, authority: Authority
) -> None:
    pages = Pages(Doors(floor.world, authority, floor.people[REP]))
    deal, lead = floor.create("Opportunity", Name="Short gates"), floor.create("Lead")
    quote = floor.create("Quote", Name="Offer of gates", OpportunityId=deal)
    floor.create("OpportunityTeamMember", OpportunityId=deal, UserId=floor.user(MANAGER))
    places = {
        f"/opportunities/{deal}": "Short gates",
        f"/opportunities/{deal}?tab=related": "Quotes",
        f"/opportunities/{deal}/products": "Products",
        f"/opportunities/{deal}/quotes": "Offer of gates",
        f"/Opportunity/{deal}/quotes": "Offer of gates",
        f"/opportunities/{deal}/team": "Denise Whitlock",
        f"/Opportunity/{deal}/team": "Denise Whitlock",
        f"/leads/{lead}": "Silva",
        f"/leads/{lead}/convert": "Convert",
        f"/quotes/{quote}": "Offer of gates",
        "/opportunities": "Recently Viewed",
    }
    for path, found in places.items():
        answer = pages.client.get(path, follow_redirects=True)
        assert (answer.status_code, found in answer.text) == (200, True), path
    for path in ("/opportunities/006000000000000AAA", f"/cases/{deal}", "/opportunities/x/quotes"):
        assert pages.client.get(path, follow_redirects=True).status_code == 404, path


def test_short_addresses_keep_what_they_ask_for(floor: Floor, authority: Authority) -> None:
    pages = Pages(Doors(floor.world, authority, floor.people[REP]))
    for asked, kept in (
        ("/leads/list?view=00B1&display=kanban", "/Lead/list?view=00B1&display=kanban"),
        ("/contacts/new?parent=0011", "/Contact/new?parent=0011"),
        ("/events/list?q=a&q=b", "/Event/list?q=a&q=b"),
        ("/campaigns/7011/x%20y", "/Campaign/7011/x%20y"),
    ):
        assert pages.client.get(asked).headers["Location"] == kept, asked
    assert pages.client.get("/campaigns/7011/members").status_code == 404, "a page of its own"
