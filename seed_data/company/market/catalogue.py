"""What is sold, and for how much: products, and the versions of the price book."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime, time
from typing import Any

from workworld.seed_data.company.company import HEADQUARTERS, Company
from workworld.seed_data.company.events import Event
from workworld.seed_data.company.market import words
from workworld.seed_data.company.market.things import Product
from workworld.zones import zone

PARTNERS = "pricebook/partner"
_STEP = 10
"""Prices are whole tens."""


def publish(company: Company, admin: str) -> Iterator[Event]:
    """Tell of products and price books; prices are kept with the products."""
    said = words.read(company.pack, "products")
    start = said["books"][0]["from"]
    for number, each in enumerate(said["products"]):
        product = _product(company, each)
        company.market.products[product.key] = product
        yield Event(
            f"market/{product.key}",
            "product.offered",
            _at(start, 10 * 60 + number),
            admin,
            {"product": product.key},
            {
                "name": product.name,
                "code": each["code"],
                "family": each["family"],
                "unit": each["unit"],
                "is_active": True,
                "external_id": each["code"],
                "description": each["description"],
            },
        )
    for book in said["books"]:
        yield from _book(company, book, said["currencies"], admin)


def book_of(company: Company, day: date) -> str:
    """The price book that holds for new deals on a day."""
    books = words.read(company.pack, "products")["books"]
    fit = [each for each in books if each["key"] != "partner" and each["from"] <= day]
    return f"pricebook/{(fit or books)[-1 if fit else 0]['key']}"


def _product(company: Company, each: dict[str, Any]) -> Product:
    name = each["name"].format(product=company.organization.product or company.organization.name)
    return Product(f"product/{each['key']}", name, each["family"], each["yearly"], each["per_site"])


def _book(
    company: Company, book: dict[str, Any], rates: dict[str, float], admin: str
) -> Iterator[Event]:
    key, entries = f"pricebook/{book['key']}", []
    said = {
        f"product/{each['key']}": each for each in words.read(company.pack, "products")["products"]
    }
    for product in company.market.products.values():
        for currency, rate in rates.items():
            price = round(said[product.key]["price"] * book["factor"] * rate / _STEP) * _STEP
            product.prices[key, currency] = price
            entries.append({"product": product.key, "currency": currency, "unit_price": price})
    columns = {"name": book["name"], "is_standard": book["standard"], "is_active": True}
    at = _at(book["from"], 11 * 60)
    yield Event(
        f"market/{key}",
        "pricebook.set",
        at,
        admin,
        {"pricebook": key},
        {**columns, "entries": entries},
    )
    if not book["active"]:
        until = _at(book["until"], 11 * 60 + 30)
        yield Event(
            f"market/{key}/ended",
            "pricebook.changed",
            until,
            admin,
            {"pricebook": key},
            {"is_active": False},
        )


def _at(day: date, minutes: int) -> datetime:
    clock = time(minutes // 60, minutes % 60)
    return datetime.combine(day, clock, zone(HEADQUARTERS))
