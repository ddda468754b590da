"""The pages of quotes."""

from __future__ import annotations

from typing import Any

from tests.apps.crm.floor import REP, Floor
from tests.apps.crm.shop import open_shop
from tests.kit import Doors

from workworld.identity import Authority


def test_a_quote_is_synced_on_its_page(floor: Floor, authority: Authority) -> None:
    shop = open_shop(floor)
    line: dict[str, Any] = {
        "OpportunityId": shop.deal,
        "PricebookEntryId": shop.standard,
        "Quantity": 1,
    }
    floor.create("OpportunityLineItem", **line)
    quote = floor.create("Quote", OpportunityId=shop.deal, Name="First offer")
    doors = Doors(floor.world, authority, floor.people[REP])
    pages = doors.pages_of("crm")
    assert "First offer" in pages.get(f"/Opportunity/{shop.deal}?tab=related").text
    shown = pages.get(f"/Quote/{quote}").text
    assert "Start sync" in shown
    assert "120.00" in shown
    assert "replaced by those of First offer" in pages.get(f"/Quote/{quote}/sync").text
    assert quote in pages.get("/search?q=first+offer").text
    form = {"csrf": doors.csrf, "stops": "0"}
    assert pages.post(f"/Quote/{quote}/sync", data=form).status_code == 303
    assert floor.row(shop.deal).synced_quote_id == quote
    assert "Stop sync" in pages.get(f"/Quote/{quote}").text
    pages.post(f"/Quote/{quote}/sync", data=form | {"stops": "1"})
    assert floor.row(shop.deal).synced_quote_id is None


def test_a_hidden_quote_is_not_found(floor: Floor, authority: Authority) -> None:
    deal = floor.create("Opportunity", by="dwhitlock")
    quote = floor.create("Quote", by="dwhitlock", OpportunityId=deal, Name="Ours")
    pages = Doors(floor.world, authority, floor.people[REP]).pages_of("crm")
    hidden = pages.get(f"/Quote/{quote}/sync")
    missing = pages.get("/Quote/0Q0000000000000AAA/sync")
    assert (hidden.status_code, missing.status_code) == (404, 404)
