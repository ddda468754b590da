"""Many customers ask for the same; it is weighed, and built or turned down with a reason."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta

from workworld.randomness import Stream
from workworld.seed_data.company.arcs.casting import Arc, Cast, staff
from workworld.seed_data.company.arcs.telling import decide, talk
from workworld.seed_data.company.company import TODAY, Company
from workworld.seed_data.company.events import Event
from workworld.seed_data.company.ledger import Fact, amount
from workworld.seed_data.company.market.cases import Cases
from workworld.seed_data.company.money.exchange import dollars

_WISHES = (
    (
        "Reserve a dock for one carrier",
        "Fixed docks for a carrier",
        "Always the same door for our main haulier",
    ),
    ("Text message instead of e-mail to drivers", "SMS for drivers", "Drivers do not read e-mail"),
    ("Two appointments for one truck", "Load and unload in one visit", "Combined slots"),
    ("Weekend hours by site", "Saturday opening for one yard only", "Different hours on Saturdays"),
    (
        "Show the waiting time at the gate",
        "Queue length on the gate screen",
        "How long until we are called?",
    ),
    ("Photos of damaged pallets", "Attach pictures to a check-in", "Proof of damage at the dock"),
)
_ANSWERS = {
    "built": "it is planned for the quarter after next",
    "turned down": "no, a setting does nearly the same",
    "partly": "the half that most of them need",
}


def _wishes(_company: Company, _at: datetime, _cast: Mapping[str, str]) -> Sequence[str]:
    return [f"wish/{number}" for number in range(len(_WISHES))]


def play(company: Company, cast: Cast, stream: Stream) -> Iterator[Event]:
    """Four to six cases in different words, a sum of what they pay, a decision."""
    cases = Cases(company.market.tools)
    names = _WISHES[int(cast.things["wish"].rpartition("/")[2])]
    day = cast.at.date()
    fit = [
        each
        for each in company.market.accounts.values()
        if each.is_customer(day) and each.contacts and each.contacts[0].since < cast.at
    ]
    voices = stream.sample(fit, min(len(fit), stream.integer(4, 6)))
    opened = []
    for number, account in enumerate(voices):
        when = cast.at + timedelta(days=4 * number)
        case = cases.open(
            account,
            when,
            stream,
            contact=account.contacts[0].key,
            kind="Feature Request",
            subject=f"{names[number % len(names)]} ({account.place.city})",
            priority="Low",
        )
        opened += [case] if case is not None else []
    if not opened:
        return
    worth = round(
        sum(dollars(account.yearly(day), account.place.currency, day) for account in voices)
    )
    product, support = cast.people["product"], cast.people["support"]
    things = {"case": opened[0].key, "account": opened[0].account}
    for case in opened[1:]:
        company.ledger.note(
            Fact(
                cast.name("same", case.key),
                "record",
                case.key,
                opened[0].key,
                case.at,
                rule="same wish",
            )
        )
    company.ledger.note(
        Fact(
            cast.name("worth"),
            "amount",
            cast.name(),
            amount(worth, "USD"),
            cast.at + timedelta(days=25),
            rule="system of record",
        )
    )
    yield from talk(
        company,
        cast,
        "many",
        cast.at + timedelta(days=20),
        support,
        stream,
        plan="feature_request",
        place="product",
        things=things,
        wish=names[0],
        count=len(opened),
    )
    yield from talk(
        company,
        cast,
        "worth",
        cast.at + timedelta(days=25),
        product,
        stream,
        plan="feature_worth",
        place="product",
        things=things,
        wish=names[0],
        amount=worth,
    )
    if cast.at + timedelta(days=32) < TODAY:
        yield from decide(
            company,
            cast,
            "answer",
            cast.at + timedelta(days=32),
            product,
            stream,
            what=names[0],
            value=_ANSWERS[cast.variant],
        )
    yield from talk(
        company,
        cast,
        "answer-told",
        cast.at + timedelta(days=34),
        support,
        stream,
        plan="feature_answer",
        place="product",
        things=things,
        wish=names[0],
        answer=_ANSWERS[cast.variant],
    )


ARC = Arc(
    "feature_request",
    {"startup": 3, "mid": 12},
    play,
    {"built": 2, "turned down": 3, "partly": 1},
    things={"wish": _wishes},
    people={"product": staff("product"), "support": staff("support")},
    held_out=("partly",),
    days=36,
    earliest=600,
    latest=45,
)
