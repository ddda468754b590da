"""Departments plan a year, their sheets are put together, and something is cut."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime, timedelta

from workworld.randomness import Stream
from workworld.seed_data.company.arcs.casting import Arc, Cast, staff
from workworld.seed_data.company.arcs.telling import decide, talk
from workworld.seed_data.company.company import Company
from workworld.seed_data.company.events import Event
from workworld.seed_data.company.ledger import Fact, amount
from workworld.seed_data.company.market.making import BEGAN
from workworld.seed_data.company.money.budgets import YEARS, budgets

_CUTS = {"cut once": 4, "cut twice": 7, "approved as asked": 0}
_STEP = 1_000


def play(company: Company, cast: Cast, stream: Stream) -> Iterator[Event]:
    """Asked in November, added up in December, cut and approved in January."""
    finance, chief = cast.people["finance"], cast.people["chief"]
    year = YEARS[1 + cast.number % 2]
    start = datetime.combine(date(year - 2, 11, 4), BEGAN.timetz())
    teams: dict[str, int] = {}
    for line in budgets(company, year):
        teams[line.team] = teams.get(line.team, 0) + line.planned
    topic = {"topic": cast.name()}
    yield from talk(
        company,
        cast,
        "call",
        start,
        finance,
        stream,
        plan="budget_call",
        place="leadership",
        things=topic,
        year=year,
    )
    cut, kept = _CUTS[cast.variant], sum(teams.values())
    asked = {team: _asked(total, cut, stream) for team, total in teams.items()}
    for number, (team, wanted) in enumerate(asked.items()):
        lead = company.organization.teams[team].lead
        at = start + timedelta(days=9 + 2 * number)
        _note(company, cast.name("ask", team, "amount"), f"team/{team}", wanted, at)
        yield from talk(
            company,
            cast,
            f"ask/{team}",
            at,
            company.market.tools.desk.current(lead, at.date()),
            stream,
            plan="budget_request",
            place="leadership",
            things=topic,
            team=team,
            amount=wanted,
            year=year,
        )
    whole = sum(asked.values())
    at = start + timedelta(days=24)
    _note(company, cast.name("asked"), cast.name(), whole, at, "sum of departments")
    wrong = whole - asked[stream.choice(list(asked))]
    if cast.variant == "cut twice":
        at = start + timedelta(days=26)
        yield from talk(
            company,
            cast,
            "sum",
            at,
            finance,
            stream,
            plan="budget_sum",
            place="leadership",
            things=topic,
            amount=wrong,
            year=year,
        )
        company.ledger.note(
            Fact(
                cast.name("sum/wrong"),
                "amount",
                cast.name(),
                amount(whole, "USD"),
                at,
                places=(f"chat:{cast.name('sum')}",),
                rule="contradiction",
                is_defect=True,
            )
        )
    _note(company, cast.name("approved/amount"), cast.name(), kept, start + timedelta(days=36))
    yield from decide(
        company,
        cast,
        "total",
        start + timedelta(days=36),
        chief,
        stream,
        what=f"budget of FY{year % 100}",
        value=f"${kept:,}",
        old=f"${whole:,}" if cut else "",
    )
    yield from talk(
        company,
        cast,
        "approved",
        start + timedelta(days=37),
        finance,
        stream,
        plan="budget_approved" if cut else "budget_granted",
        place="leadership",
        things=topic,
        amount=kept,
        percent=cut,
        year=year,
    )


def _note(
    company: Company,
    name: str,
    subject: str,
    dollars: int,
    at: datetime,
    rule: str = "system of record",
) -> None:
    """A sum that is quoted of a plan."""
    company.ledger.note(Fact(name, "amount", subject, amount(dollars, "USD"), at, rule=rule))


def _asked(planned: int, cut: int, stream: Stream) -> int:
    """What a team asks for that is to be left with what is planned; some are cut more."""
    if not cut:
        return planned
    more = 100 / (100 - cut) * (1 + stream.integer(-10, 10) / 1000)
    return round(planned * more / _STEP) * _STEP


ARC = Arc(
    "budget_cycle",
    {"startup": 2, "mid": 2},
    play,
    {"cut once": 3, "cut twice": 2, "approved as asked": 1},
    people={"finance": staff("finance"), "chief": staff("executive")},
    held_out=("approved as asked",),
    days=60,
    earliest=490,
    latest=110,
)
