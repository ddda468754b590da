"""Prices rise with a new book; some offers are out under the old one."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from workworld.randomness import Stream
from workworld.seed_data.company.arcs.casting import Arc, Cast, staff
from workworld.seed_data.company.arcs.telling import decide, talk
from workworld.seed_data.company.company import Company
from workworld.seed_data.company.events import Event
from workworld.seed_data.company.ledger import Fact

_EXCEPTIONS = 3
_OLD, _NEW = "pricebook/2024", "pricebook/2025"


def play(company: Company, cast: Cast, stream: Stream) -> Iterator[Event]:
    """Announced three weeks ahead; then exceptions are asked for and approved, or not."""
    lead, finance, seller = (cast.people[role] for role in ("lead", "finance", "seller"))
    day = "March 3" if cast.variant == "put off first" else "February 3"
    if cast.variant == "put off first":
        yield from decide(
            company,
            cast,
            "day",
            cast.at,
            lead,
            stream,
            what="the day of the new prices",
            value="February 3",
            old=day,
        )
    core = company.market.products["product/core"]
    for book, until in ((_OLD, "old"), (_NEW, "new")):
        value = f"{core.prices[book, 'USD']:.0f}"
        company.ledger.note(
            Fact(
                cast.name("price", until),
                "amount",
                core.key,
                value,
                cast.at,
                rule="system of record",
            )
        )
    yield from decide(
        company,
        cast,
        "rise",
        cast.at,
        lead,
        stream,
        what="list prices",
        value="six percent more from February 3",
        old="as they are",
    )
    yield from talk(
        company,
        cast,
        "notice",
        cast.at + timedelta(days=1),
        lead,
        stream,
        plan="price_change",
        place="sales",
        things={"product": core.key},
        day="February 3",
        percent=6,
    )
    start = cast.at + timedelta(days=25)
    waiting = [
        each
        for each in company.market.deals.values()
        if each.opened < cast.at and (each.ended is None or each.ended > start) and each.lines
    ]
    for number, deal in enumerate(waiting[:_EXCEPTIONS] if cast.variant != "no exceptions" else []):
        things, at = {"deal": deal.key, "account": deal.account}, start + timedelta(days=number)
        yield from talk(
            company,
            cast,
            f"ask-{number}",
            at,
            seller,
            stream,
            plan="price_exception",
            place="sales",
            things=things,
            day="February 3",
        )
        yield from decide(
            company,
            cast,
            f"exception-{number}",
            at + timedelta(days=1),
            finance,
            stream,
            what=f"old prices for {deal.name}",
            value="until the end of the quarter" if number else "yes, as offered",
            old="new prices",
        )


ARC = Arc(
    "price_change",
    {"startup": 1, "mid": 1},
    play,
    {"with exceptions": 3, "no exceptions": 1, "put off first": 1},
    people={
        "lead": staff("", least_level=5),
        "finance": staff("finance"),
        "seller": staff("sales", least_level=2),
    },
    held_out=("put off first",),
    days=40,
    earliest=432,
    latest=426,
)
