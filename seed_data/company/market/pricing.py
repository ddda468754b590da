"""What deals come to: lines of products at the prices of a day."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

from workworld.apps.crm.schema import amounts
from workworld.randomness import Stream
from workworld.seed_data.company.company import Company
from workworld.seed_data.company.market.catalogue import book_of
from workworld.seed_data.company.market.chances import happens, weighted
from workworld.seed_data.company.market.things import Account, Line

HUNDRED = 100
_ADDONS = (
    "product/yard",
    "product/booking",
    "product/scorecards",
    "product/api",
    "product/support",
)


def lines(
    company: Company, account: Account, kind: str, wanted: float, day: date, stream: Stream
) -> list[Line]:
    """Lines that come to about so much, at the prices of a day.

    Args:
        company: who sells.
        account: who buys.
        kind: the deal's.
        wanted: in units of the account's currency.
        day: when it is offered.
        stream: chooses.
    """
    book, currency = book_of(company, day), account.place.currency
    products = company.market.products

    def price(key: str) -> float:
        return products[key].prices[book, currency]

    base = "product/starter" if wanted < price("product/core") * 1.4 else "product/core"
    discount = float(weighted(stream, {0: 44, 5: 22, 8: 12, 10: 14, 12: 4, 15: 4}))
    left, found = wanted, []
    more = stream.sample(_ADDONS, stream.integer(1, 3))
    if kind != "Expansion":
        sites = max(1, min(account.sites, round(wanted * 0.62 / price(base))))
        found.append(Line(base, sites, price(base), discount))
        left -= sites * price(base)
        if left > price("product/gateway") * 0.8 and base == "product/core":
            found.append(Line("product/gateway", 1, price("product/gateway"), discount))
            left -= price("product/gateway")
    for key in more:
        per_site = products[key].per_site
        many = max(1, min(account.sites, round(left / price(key)))) if per_site else 1
        if left > price(key) * 0.5 or not found:
            found.append(Line(key, many, price(key), discount))
            left -= many * price(key)
    if kind == "New Business" and happens(stream, 0.6):
        found.append(Line("product/onboarding", 1, price("product/onboarding"), 0.0, False))
    return found


def total(lines: Sequence[Line]) -> float:
    """What lines come to, to the cent as the application sums them up."""
    return sum(map(cents, lines)) / HUNDRED


def cents(line: Line) -> int:
    """In hundredths, as the application reckons."""
    return amounts.line_total(line.quantity, round(line.price * HUNDRED), line.discount or None)


def told(line: Line) -> dict[str, Any]:
    """A line as events tell of it."""
    found: dict[str, Any] = {"product": line.product, "quantity": line.quantity}
    return found | ({"discount": line.discount} if line.discount else {})
