"""A large company wants to buy, once security and lawyers are content."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta

from workworld.randomness import Stream
from workworld.seed_data.company.arcs.casting import Arc, Cast, staff
from workworld.seed_data.company.arcs.telling import decide, talk
from workworld.seed_data.company.company import Company
from workworld.seed_data.company.events import Detail, Event
from workworld.seed_data.company.market.activities import Activities
from workworld.seed_data.company.market.customers import Customers
from workworld.seed_data.company.market.deals import NEGOTIATION, Deals
from workworld.seed_data.company.market.quarters import month_end

_STEPS = (
    "Call about the security questionnaire",
    "Answers to 184 security questions",
    "Redlines from their lawyers",
    "Second round on liability and data",
    "Terms as agreed with their lawyers",
)
_DEALS = 142_000


def _prospects(company: Company, at: datetime, _cast: Mapping[str, str]) -> Sequence[str]:
    return [
        each.key
        for each in company.market.accounts.values()
        if each.segment == "Enterprise"
        and not each.deals
        and not each.contracts
        and each.contacts
        and each.contacts[0].since < at
    ] or [
        each.key
        for each in company.market.accounts.values()
        if each.segment == "Mid-market"
        and not each.deals
        and not each.contracts
        and each.contacts
        and each.contacts[0].since < at
    ]


def play(company: Company, cast: Cast, stream: Stream) -> Iterator[Event]:
    """Six stages in about twelve weeks, with a room of its own for the talk."""
    making = company.market.tools
    deals, desk = Deals(making), making.desk
    account = company.market.accounts[cast.things["account"]]
    seller, engineer, approver = (cast.people[role] for role in ("seller", "engineer", "approver"))
    deal = deals.open(
        account,
        "New Business",
        seller,
        cast.at,
        stream,
        stage="Qualification",
        wanted=_DEALS * (0.8 + stream.integer(0, 90) / 100),
        close=month_end(cast.at.date() + timedelta(days=95)),
        source="Outbound",
        key=cast.name("deal"),
        detail=Detail.FULL,
    )
    things, log = (
        {"deal": deal.key, "account": account.key},
        Activities(making, start=900_000 + 100 * cast.number),
    )
    yield from talk(
        company,
        cast,
        "room",
        cast.at,
        seller,
        stream,
        plan="deal_room",
        place="deal room",
        things=things,
        step="opened",
    )
    at = cast.at
    for number, subject in enumerate(_STEPS):
        who = engineer if number == 1 else seller
        by, at = desk.act(who, at + timedelta(days=stream.integer(7, 14)), stream)
        log.log(
            account,
            by,
            at,
            stream,
            deal=deal.key,
            kind="Email" if number % 2 else "Call",
            subject=subject,
        )
        yield from talk(
            company,
            cast,
            f"step-{number}",
            at,
            by,
            stream,
            plan="deal_step",
            place="deal room",
            things=things,
            step=subject,
        )
        by, at = desk.act(seller, at, stream, 50)
        if number == 0:
            deals.change(deal, at, by, stage="Needs Analysis")
        elif number == 1:
            deals.offer(deal, at, by, stream)
        elif number == 3:
            deals.change(deal, at, by, stage=NEGOTIATION)
        if number == 1 and cast.variant == "lost on security":
            by, at = desk.act(seller, at + timedelta(days=8), stream)
            deals.lose(
                deal,
                at,
                by,
                stream,
                "Missing Features",
                next_step="Ask again once logs can be kept in their own cloud",
            )
            yield from talk(
                company,
                cast,
                "lost",
                at,
                seller,
                stream,
                plan="deal_lost",
                place="deal room",
                things=things,
                reason="security review",
            )
            return
    if cast.variant == "won with an exception":
        yield from decide(
            company,
            cast,
            "discount",
            at,
            approver,
            stream,
            what="discount",
            value="18 %",
            old="12 %",
        )
    by, at = desk.act(seller, at + timedelta(days=stream.integer(4, 10)), stream)
    if cast.variant == "lost on terms":
        deals.lose(
            deal,
            at,
            by,
            stream,
            "Other",
            next_step="Their lawyers do not accept our limit of liability",
        )
        yield from talk(
            company,
            cast,
            "lost",
            at,
            seller,
            stream,
            plan="deal_lost",
            place="deal room",
            things=things,
            reason="terms",
        )
        return
    contract = deals.win(deal, at, by, stream)
    if contract is not None:
        Customers(making).begin(account, contract)
        yield from talk(
            company,
            cast,
            "won",
            at,
            seller,
            stream,
            plan="deal_won",
            place="wins",
            things=things,
            amount=deal.amount,
        )


ARC = Arc(
    "enterprise_deal",
    {"startup": 3, "mid": 16},
    play,
    {"won": 3, "won with an exception": 2, "lost on security": 2, "lost on terms": 1},
    things={"account": _prospects},
    people={
        "seller": staff("sales", least_level=2),
        "engineer": staff("engineering", least_level=3),
        "approver": staff("finance"),
    },
    held_out=("lost on terms",),
    days=95,
    earliest=600,
    latest=130,
)
