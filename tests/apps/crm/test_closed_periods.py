"""Closed periods: what finance has told of a fiscal period stays as it was told."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.apps.crm.floor import ADMIN, MANAGER, REP, Floor
from tests.apps.crm.page_kit import Pages
from tests.apps.crm.rest import Rest
from tests.apps.crm.shop import open_shop
from tests.kit import Doors, Office, text_of

from workworld.apps.crm.service import company_settings, records
from workworld.identity import Authority
from workworld.worlds import World

LOCKED = "ENTITY_IS_LOCKED"
WON = {"StageName": "Closed Won", "CloseDate": "2026-01-20", "Amount": 1000}


def close(floor: Floor, day: str) -> None:
    """Close the periods until a day."""
    floor.do(company_settings.change, by=ADMIN, settings={"closedUntil": day})


@pytest.fixture
def deal(floor: Floor) -> str:
    """A won deal, with a member in its team, in a period that is closed."""
    made = floor.create("Opportunity", **WON)
    floor.create("OpportunityTeamMember", OpportunityId=made, UserId=floor.user(MANAGER))
    close(floor, "2026-01-31")
    return made


def test_deals_of_closed_periods_are_changed_by_admins_alone(floor: Floor, deal: str) -> None:
    for values in ({"Amount": 2000}, {"CloseDate": "2026-04-20"}, {"StageName": "Prospecting"}):
        for somebody in (REP, MANAGER):
            assert floor.not_updated(deal, by=somebody, **values).code == LOCKED
    gone = floor.refused(records.delete, by=MANAGER, sobject="Opportunity", record_id=deal)
    assert gone.code == LOCKED
    floor.update(deal, by=ADMIN, Amount=2000)
    close(floor, "2025-12-31")
    floor.update(deal, Amount=3000)
    close(floor, "2026-01-20")
    assert floor.not_updated(deal, Amount=1).code == LOCKED
    close(floor, "")
    floor.update(deal, NextStep="Call")


def test_its_team_and_its_quotes_are_locked_with_it(floor: Floor, deal: str) -> None:
    member = {"OpportunityId": deal, "UserId": floor.user(ADMIN), "TeamMemberRole": "Sales Rep"}
    assert floor.not_created("OpportunityTeamMember", **member).code == LOCKED
    assert floor.not_created("Quote", Name="Late", OpportunityId=deal).code == LOCKED
    floor.create("OpportunityTeamMember", by=ADMIN, **member)


def test_open_deals_and_later_ones_are_as_before(floor: Floor, deal: str) -> None:
    still_open = floor.create("Opportunity", CloseDate="2026-01-10")
    floor.update(still_open, NextStep="Call")
    later = floor.create("Opportunity", **{**WON, "CloseDate": "2026-02-01"})
    floor.update(later, NextStep="Call")
    for each in (later, still_open):
        refusal = floor.not_updated(each, StageName="Closed Won", CloseDate="2026-01-31")
        assert (refusal.code, "choose a later" in refusal.message) == (
            "FIELD_INTEGRITY_EXCEPTION",
            True,
        )
    assert floor.not_created("Opportunity", **WON).code == "FIELD_INTEGRITY_EXCEPTION"
    assert floor.row(deal).amount == 100_000


def test_what_lies_in_the_bin_does_not_come_back_into_a_closed_period(floor: Floor) -> None:
    made = floor.create("Opportunity", **WON)
    floor.delete(made)
    close(floor, "2026-01-31")
    args = {"sobject": "Opportunity", "record_id": made}
    assert floor.refused(records.restore, **args).code == LOCKED
    floor.restore(made, by=ADMIN)


def test_programs_are_refused_as_for_other_locks(
    world: World, office: Office, authority: Authority, floor: Floor, deal: str
) -> None:
    rest = Rest(Doors(world, authority, office.people[REP]))
    path = f"sobjects/Opportunity/{deal}"
    assert rest.refused("PATCH", path, {"Amount": 5}) == (400, LOCKED)
    assert floor.row(deal).amount == 100_000


def test_periods_are_closed_in_the_setup_and_pages_say_so(
    world: World, office: Office, authority: Authority, floor: Floor
) -> None:
    made = floor.create("Opportunity", **WON)
    admin = Pages(Doors(world, authority, office.people[ADMIN]))
    rep = Pages(Doors(world, authority, office.people[REP]))
    said = "lies in a closed period"
    assert said not in rep.read(f"/Opportunity/{made}")
    whole = {"name": "Calderoute", "fiscalYearStartMonth": "February"}
    wrong = admin.submit("/setup/company/edit", 422, closedUntil="31 January", **whole)
    assert "Enter a day" in wrong
    admin.submit("/setup/company/edit", closedUntil="2026-01-31", **whole)
    assert "Periods closed until 2026-01-31" in admin.words("/setup/company")
    assert "Closed the periods until 2026-01-31" in admin.words("/setup/audit")
    page = rep.read(f"/Opportunity/{made}")
    assert said in page
    rep.read(f"/Opportunity/{made}/edit", 403)
    rep.submit("/setup/company/edit", 403, closedUntil="", **whole)


def test_products_and_quotes_of_locked_deals_stay_at_every_door(
    world: World, office: Office, authority: Authority, floor: Floor
) -> None:
    shop = open_shop(floor)
    line = floor.create(
        "OpportunityLineItem", OpportunityId=shop.deal, PricebookEntryId=shop.entry, Quantity=2
    )
    quote = floor.create("Quote", Name="Offer", OpportunityId=shop.deal)
    quoted = floor.create(
        "QuoteLineItem", QuoteId=quote, PricebookEntryId=shop.entry, Quantity=2, UnitPrice=90
    )
    doors = Doors(world, authority, office.people[REP])
    page = Pages(doors)
    assert f"/Opportunity/{shop.deal}/products" in page.read(f"/Opportunity/{shop.deal}")
    floor.update(shop.deal, StageName="Closed Won", CloseDate="2026-01-20")
    close(floor, "2026-01-31")
    before = floor.world.diff()
    rest = Rest(doors)
    for sobject, record_id in (("OpportunityLineItem", line), ("QuoteLineItem", quoted)):
        path = f"sobjects/{sobject}/{record_id}"
        assert rest.refused("PATCH", path, {"Quantity": 5}) == (400, LOCKED)
        assert rest.refused("DELETE", path) == (400, LOCKED)
        changed = {"sobject-name": sobject, "id": record_id}
        assert code(doors, "updateSobjectRecord", **changed, body={"Quantity": 5}) == LOCKED
        assert code(doors, "deleteSobjectRecord", **changed) == LOCKED
    new = {"OpportunityId": shop.deal, "PricebookEntryId": shop.entry, "Quantity": 1}
    created = {"sobject-name": "OpportunityLineItem", "body": new}
    assert code(doors, "createSobjectRecord", **created) == LOCKED
    assert rest.refused("POST", "sobjects/OpportunityLineItem", new) == (400, LOCKED)
    deal = {"sobject-name": "Opportunity", "id": shop.deal, "body": {"Amount": 5}}
    assert code(doors, "updateSobjectRecord", **deal) == LOCKED
    assert floor.world.diff() == before
    related = page.read(f"/Opportunity/{shop.deal}?tab=related")
    assert f"/Opportunity/{shop.deal}/products" not in related
    for kind in ("OpportunityLineItem", "OpportunityTeamMember", "Quote"):
        assert f"/{kind}/new" not in related
    products = page.read(f"/Opportunity/{shop.deal}/products")
    assert "Add a product" not in products
    assert 'data-command="crm.save"' not in products
    for kind, record_id in (("Quote", quote), ("OpportunityLineItem", line)):
        shown = page.read(f"/{kind}/{record_id}")
        assert "belongs to a locked deal" in shown
        assert f"/{kind}/{record_id}/edit" not in shown
    admin = Pages(Doors(world, authority, office.people[ADMIN]))
    assert f"/Opportunity/{shop.deal}/products" in admin.read(f"/Opportunity/{shop.deal}")


def code(doors: Doors, tool: str, **given: Any) -> str:
    """The code with which a tool refuses."""
    return str(json.loads(text_of(doors.mcp(tool, **given)))[0]["errorCode"])
