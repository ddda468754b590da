"""Quotes: what they take from their deal, and how the synced one and the deal stay alike."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import select
from tests.apps.crm.floor import ADMIN, MANAGER, Floor
from tests.apps.crm.shop import Shop, open_shop

from workworld.apps.crm.models import OpportunityLineItem, Quote, QuoteLineItem
from workworld.apps.crm.service import approvals, quotes, records

_lines, _offered = OpportunityLineItem.__table__, QuoteLineItem.__table__


@pytest.fixture
def shop(floor: Floor) -> Shop:
    """A deal with two sensors for 240 dollars."""
    made = open_shop(floor)
    floor.create(
        "OpportunityLineItem",
        OpportunityId=made.deal,
        PricebookEntryId=made.standard,
        Quantity=2,
    )
    return made


@pytest.fixture
def quote(floor: Floor, shop: Shop) -> str:
    """A quote for it, 10 % off."""
    made = floor.create("Quote", OpportunityId=shop.deal, Name="First offer", Tax=5)
    (line,) = _of(floor, made)
    floor.update(line.id, Discount=10)
    return made


def _of(floor: Floor, quote: str) -> list[Any]:
    ours = _offered.c.quote_id == quote
    return floor.rows(select(_offered).where(ours, ~_offered.c.is_deleted))


def _sold(floor: Floor, deal: str) -> list[Any]:
    ours = _lines.c.opportunity_id == deal
    return floor.rows(select(_lines).where(ours, ~_lines.c.is_deleted))


def test_a_quote_begins_with_the_lines_of_its_deal(floor: Floor, shop: Shop, quote: str) -> None:
    row = floor.row(quote)
    assert len(row.number) == 8
    assert row.pricebook_id == floor.row(shop.deal).pricebook_id
    assert (row.subtotal, row.total, row.discount, row.grand_total) == (24_000, 21_600, 10, 22_100)
    assert floor.row(shop.deal).amount == 24_000
    second = floor.create("Quote", OpportunityId=shop.deal, Name="Second offer")
    assert int(floor.row(second).number) == int(row.number) + 1


def test_a_synced_quote_is_what_the_deal_is(floor: Floor, shop: Shop, quote: str) -> None:
    floor.do(quotes.sync, quote_id=quote)
    deal = floor.row(shop.deal)
    assert (deal.amount, deal.synced_quote_id) == (21_600, quote)
    (line,) = _of(floor, quote)
    floor.update(line.id, Quantity=3)
    assert floor.row(shop.deal).amount == 32_400
    (sold,) = _sold(floor, shop.deal)
    floor.update(sold.id, Discount=None)
    assert floor.row(quote).total == 36_000
    more: dict[str, Any] = {"PricebookEntryId": shop.standard, "Quantity": 1}
    floor.create("OpportunityLineItem", OpportunityId=shop.deal, **more)
    floor.create("QuoteLineItem", QuoteId=quote, **more)
    assert (floor.row(quote).total, floor.row(shop.deal).amount) == (60_000, 60_000)
    assert (len(_of(floor, quote)), len(_sold(floor, shop.deal))) == (3, 3)


def test_what_goes_from_one_goes_from_the_other_and_comes_back(
    floor: Floor, shop: Shop, quote: str
) -> None:
    floor.create("QuoteLineItem", QuoteId=quote, PricebookEntryId=shop.standard, Quantity=1)
    floor.do(quotes.sync, quote_id=quote)
    gone = _sold(floor, shop.deal)[0]
    floor.delete(gone.id)
    assert (len(_of(floor, quote)), len(_sold(floor, shop.deal))) == (1, 1)
    assert floor.row(quote).total == floor.row(shop.deal).amount
    floor.restore(gone.id)
    assert (len(_of(floor, quote)), len(_sold(floor, shop.deal))) == (2, 2)
    assert floor.row(quote).total == floor.row(shop.deal).amount == 33_600


def test_a_deal_has_one_synced_quote(floor: Floor, shop: Shop, quote: str) -> None:
    other = floor.create("Quote", OpportunityId=shop.deal, Name="Second offer")
    floor.do(quotes.sync, quote_id=quote)
    floor.do(quotes.sync, quote_id=other)
    assert [floor.row(each).is_syncing for each in (quote, other)] == [False, True]
    assert floor.row(shop.deal).amount == 24_000
    floor.do(quotes.stop_sync, quote_id=other)
    (line,) = _of(floor, other)
    floor.update(line.id, Quantity=9)
    assert (floor.row(shop.deal).amount, floor.row(shop.deal).synced_quote_id) == (24_000, None)


def test_a_synced_quote_goes_and_comes_back_with_its_deal(
    floor: Floor, shop: Shop, quote: str
) -> None:
    floor.do(quotes.sync, quote_id=quote)
    floor.delete(shop.deal)
    assert floor.row(quote).is_deleted
    floor.restore(shop.deal)
    assert (floor.row(quote).is_syncing, floor.row(shop.deal).synced_quote_id) == (True, quote)
    assert floor.row(quote).total == floor.row(shop.deal).amount == 21_600


def test_a_deleted_quote_leaves_its_deal_as_it_was(floor: Floor, shop: Shop, quote: str) -> None:
    floor.do(quotes.sync, quote_id=quote)
    floor.delete(quote)
    assert (floor.row(shop.deal).amount, floor.row(shop.deal).synced_quote_id) == (21_600, None)
    floor.restore(quote)
    assert not floor.row(quote).is_syncing
    assert len(_sold(floor, shop.deal)) == 1


def test_quotes_are_as_hidden_as_their_deal(floor: Floor) -> None:
    deal = floor.create("Opportunity", by=MANAGER)
    hidden = floor.create("Quote", by=MANAGER, OpportunityId=deal, Name="Ours")
    assert floor.refused(quotes.sync, quote_id=hidden).code == "NOT_FOUND"
    refusal = floor.not_created("Quote", OpportunityId=deal, Name="Theirs")
    assert refusal.code == "INVALID_CROSS_REFERENCE_KEY"
    assert floor.do(quotes.sync, by=ADMIN, quote_id=hidden).id == hidden


def test_the_companys_quotes_are_what_services_make_of_them(floor: Floor) -> None:
    table = Quote.__table__
    known = floor.rows(select(table))
    assert known
    for quote in known:
        line = _of(floor, quote.id)[0]
        floor.update(line.id, by=ADMIN, Quantity=line.quantity + 1)
        floor.update(line.id, by=ADMIN, Quantity=line.quantity)
        after = floor.row(quote.id)
        names = ("subtotal", "total", "discount", "grand_total", "number")
        assert [getattr(after, each) for each in names] == [getattr(quote, each) for each in names]
        deal = floor.row(quote.opportunity_id)
        assert quote.is_syncing == (deal.synced_quote_id == quote.id)
        assert not quote.is_syncing or deal.amount == after.total


def test_a_quote_of_a_deal_that_waits_for_approval_stays(
    floor: Floor, shop: Shop, quote: str
) -> None:
    floor.do(quotes.sync, quote_id=quote)
    floor.update(shop.deal, Discount__c=30)
    floor.do(approvals.submit, record_id=shop.deal)
    (line,) = _of(floor, quote)
    assert floor.not_updated(line.id, Quantity=5).code == "ENTITY_IS_LOCKED"
    taken = {"sobject": "QuoteLineItem", "record_id": line.id}
    assert floor.refused(records.delete, **taken).code == "ENTITY_IS_LOCKED"
    assert floor.refused(quotes.stop_sync, quote_id=quote).code == "ENTITY_IS_LOCKED"
    assert floor.row(shop.deal).amount == 21_600
