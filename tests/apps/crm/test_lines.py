"""What is sold with a deal: prices, sums, and what cannot be sold."""

from __future__ import annotations

from typing import Any

import pytest
from tests.apps.crm.floor import ADMIN, Floor, fields_of
from tests.apps.crm.shop import Shop, open_shop

from workworld.apps.crm.service import records


@pytest.fixture
def shop(floor: Floor) -> Shop:
    """A product, what it costs, and a deal."""
    return open_shop(floor)


def test_the_first_line_brings_price_book_price_and_sum(floor: Floor, shop: Shop) -> None:
    line = floor.create(
        "OpportunityLineItem",
        OpportunityId=shop.deal,
        PricebookEntryId=shop.entry,
        Quantity=3,
        Discount=10,
    )
    row, deal = floor.row(line), floor.row(shop.deal)
    assert (row.unit_price, row.list_price, row.total, row.product_id) == (
        9_999,
        9_999,
        26_997,
        shop.product,
    )
    assert (deal.pricebook_id, deal.amount, deal.expected_revenue) == (shop.book, 26_997, 2_700)
    assert deal.quantity == 3


def test_the_amount_follows_the_lines_and_cannot_be_written(floor: Floor, shop: Shop) -> None:
    line: dict[str, Any] = {
        "OpportunityId": shop.deal,
        "PricebookEntryId": shop.standard,
        "Quantity": 1,
    }
    first = floor.create("OpportunityLineItem", **line)
    second = floor.create("OpportunityLineItem", UnitPrice=100, **line)
    assert floor.row(shop.deal).amount == 22_000
    refusal = floor.not_updated(shop.deal, Amount=1)
    assert fields_of(refusal) == {"Amount": "INVALID_FIELD_FOR_INSERT_UPDATE"}
    floor.update(shop.deal, Amount=220, NextStep="The same amount is no change")
    floor.update(second, Quantity=2)
    assert floor.row(shop.deal).amount == 32_000
    floor.delete(first)
    assert floor.row(shop.deal).amount == 20_000
    floor.delete(second)
    floor.update(shop.deal, Amount=7)
    assert floor.row(shop.deal).amount == 700
    floor.restore(second)
    assert floor.row(shop.deal).amount == 20_000


def test_a_deal_with_lines_keeps_its_price_book_and_currency(floor: Floor, shop: Shop) -> None:
    line: dict[str, Any] = {
        "OpportunityId": shop.deal,
        "PricebookEntryId": shop.standard,
        "Quantity": 1,
    }
    floor.create("OpportunityLineItem", **line)
    refusal = floor.not_updated(shop.deal, Pricebook2Id=shop.book, CurrencyIsoCode="EUR")
    assert set(fields_of(refusal)) == {"Pricebook2Id", "CurrencyIsoCode"}
    other = floor.not_created("OpportunityLineItem", **line | {"PricebookEntryId": shop.entry})
    assert "different pricebook" in other.message


def test_a_line_has_the_currency_of_its_deal(floor: Floor, shop: Shop) -> None:
    deal = floor.create("Opportunity", CurrencyIsoCode="EUR")
    refusal = floor.not_created(
        "OpportunityLineItem", OpportunityId=deal, PricebookEntryId=shop.entry, Quantity=1
    )
    assert "currency code does not match" in refusal.message


@pytest.mark.parametrize(
    ("values", "field"),
    [({"Quantity": 0}, "Quantity"), ({"Quantity": 1, "Discount": 101}, "Discount")],
)
def test_a_line_without_sense_is_refused(
    floor: Floor, shop: Shop, values: dict[str, Any], field: str
) -> None:
    refusal = floor.not_created(
        "OpportunityLineItem", OpportunityId=shop.deal, PricebookEntryId=shop.entry, **values
    )
    assert set(fields_of(refusal)) == {field}


def test_what_is_not_sold_any_more_cannot_be_added(floor: Floor, shop: Shop) -> None:
    floor.update(shop.product, by=ADMIN, IsActive=False)
    refusal = floor.not_created(
        "OpportunityLineItem", OpportunityId=shop.deal, PricebookEntryId=shop.entry, Quantity=1
    )
    assert "inactive" in refusal.message


def test_a_product_has_one_price_in_a_book_and_first_the_standard_one(
    floor: Floor, shop: Shop
) -> None:
    price: dict[str, Any] = {"Pricebook2Id": shop.book, "UnitPrice": 1}
    again = floor.not_created("PricebookEntry", by=ADMIN, Product2Id=shop.product, **price)
    assert again.code == "DUPLICATE_VALUE"
    bare = floor.create("Product2", by=ADMIN, Name="Cable")
    refusal = floor.not_created("PricebookEntry", by=ADMIN, Product2Id=bare, **price)
    assert refusal.code == "STANDARD_PRICE_NOT_DEFINED"


def test_a_product_that_was_sold_is_not_deleted(floor: Floor, shop: Shop) -> None:
    line: dict[str, Any] = {
        "OpportunityId": shop.deal,
        "PricebookEntryId": shop.entry,
        "Quantity": 1,
    }
    floor.create("OpportunityLineItem", **line)
    refusal = floor.refused(records.delete, by=ADMIN, sobject="Product2", record_id=shop.product)
    assert refusal.code == "DELETE_FAILED"


def test_entries_are_called_what_their_product_is(floor: Floor, shop: Shop) -> None:
    floor.update(shop.product, by=ADMIN, Name="Gate sensor II")
    assert floor.row(shop.entry).name == "Gate sensor II"


def test_a_deal_in_the_bin_takes_its_lines_along(floor: Floor, shop: Shop) -> None:
    line = floor.create(
        "OpportunityLineItem", OpportunityId=shop.deal, PricebookEntryId=shop.entry, Quantity=2
    )
    floor.delete(shop.deal)
    assert floor.row(line).deleted_with_id == shop.deal
    floor.restore(shop.deal)
    assert (floor.row(line).is_deleted, floor.row(shop.deal).amount) == (False, 19_998)
