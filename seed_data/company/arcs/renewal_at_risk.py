"""A customer thinks of leaving when the contract nears its end, and stays or goes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta

from workworld.randomness import Stream
from workworld.seed_data.company.arcs.casting import Arc, Cast, staff
from workworld.seed_data.company.arcs.telling import decide, talk
from workworld.seed_data.company.company import TODAY, Company
from workworld.seed_data.company.events import Event
from workworld.seed_data.company.ledger import Fact
from workworld.seed_data.company.market.activities import Activities
from workworld.seed_data.company.market.cases import Cases
from workworld.seed_data.company.market.customers import Customers

_WHY = {
    "price": ("Renewal price against last year", "They say that {rival} is a third cheaper."),
    "trouble": ("Three bad weeks at the gate", "Two cases a week, and each took days."),
    "champion left": ("Who signs now", "Whoever brought us in has left, and nobody knows us."),
    "little used": (
        "Only half of the docks are used",
        "They pay for sites that have not booked a slot in months.",
    ),
}


def _renewals(company: Company, at: datetime, _cast: Mapping[str, str]) -> Sequence[str]:
    return [
        each.key
        for each in company.market.deals.values()
        if each.kind == "Renewal"
        and each.opened <= at
        and (each.ended or TODAY) > at + timedelta(days=15)
        and company.market.accounts[each.account].contacts
    ]


def play(company: Company, cast: Cast, stream: Stream) -> Iterator[Event]:
    """Red, a plan, a call between those at the top, and the end that the deal has."""
    making, deal = company.market.tools, company.market.deals[cast.things["deal"]]
    account, desk = company.market.accounts[deal.account], company.market.tools.desk
    customers, log = Customers(making), Activities(making, start=920_000 + 100 * cast.number)
    subject, words = _WHY[cast.variant]
    words = words.format(rival=stream.choice(making.said["competitors"]))
    manager, lead = cast.people["manager"], cast.people["lead"]
    things = {"deal": deal.key, "account": account.key}
    end = deal.ended or TODAY

    customers.feel(account, cast.name("red"), cast.at, manager, "Red")
    company.ledger.note(
        Fact(
            cast.name("cause"),
            "cause",
            deal.key,
            cast.variant,
            cast.at,
            places=(f"crm:{deal.key}",),
        )
    )
    yield from talk(
        company,
        cast,
        "alarm",
        cast.at,
        manager,
        stream,
        plan="renewal_at_risk",
        place="customers",
        things=things,
        why=words,
    )
    if cast.variant == "trouble":
        cases = Cases(making)
        for day in (1, 5, 9):
            cases.open(
                account,
                cast.at + timedelta(days=day),
                stream,
                contact=account.contacts[0].key,
                kind="Problem",
                priority=stream.choice(("High", "Critical")),
            )
    at = cast.at
    for number, (who, kind, name) in enumerate(
        (
            (manager, "Call", subject),
            (lead, "Meeting", f"Executive review with {account.name}"),
            (manager, "Email", "Plan for the next ninety days"),
        )
    ):
        by, at = desk.act(who, at + timedelta(days=stream.integer(2, 5)), stream)
        if at < end:
            log.log(account, by, at, stream, deal=deal.key, kind=kind, subject=name)
            yield from talk(
                company,
                cast,
                f"plan-{number}",
                at,
                by,
                stream,
                plan="renewal_plan",
                place="customers",
                things=things,
                step=name,
            )
    if deal.ended is not None and deal.is_won:
        yield from decide(
            company,
            cast,
            "offer",
            min(at, end - timedelta(days=2)),
            lead,
            stream,
            what="what we offer to keep them",
            value="a training day and a named contact",
            old="ten percent off",
        )
        by, then = desk.act(manager, end + timedelta(days=3), stream)
        if then < TODAY:
            customers.feel(
                account,
                cast.name("green"),
                then,
                by,
                "Yellow" if cast.variant == "little used" else "Green",
            )
    if deal.ended is not None:
        yield from talk(
            company,
            cast,
            "end",
            end,
            manager,
            stream,
            plan="renewal_saved" if deal.is_won else "renewal_lost",
            place="customers",
            things=things,
            amount=deal.amount,
            why=words,
        )


ARC = Arc(
    "renewal_at_risk",
    {"startup": 5, "mid": 30},
    play,
    {"price": 3, "trouble": 3, "champion left": 2, "little used": 2},
    things={"deal": _renewals},
    people={"manager": staff("success"), "lead": staff("", least_level=5)},
    held_out=("little used",),
    days=40,
    earliest=640,
    latest=20,
)
