"""Departments plan a year, their sheets are put together, and something is cut."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime, timedelta

from workworld.randomness import Stream
from workworld.seed_data.company.arcs.casting import Arc, Cast, staff
from workworld.seed_data.company.arcs.telling import decide, talk
from workworld.seed_data.company.company import Company
from workworld.seed_data.company.events import Event
from workworld.seed_data.company.ledger import Fact
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
    for number, (team, amount) in enumerate(asked.items()):
        lead = company.organization.teams[team].lead
        at = start + timedelta(days=9 + 2 * number)
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
            amount=amount,
            year=year,
        )
    whole = sum(asked.values())
    company.ledger.note(
        Fact(
            cast.name("asked"),
            "amount",
            cast.name(),
            str(whole),
            start + timedelta(days=24),
            rule="sum of departments",
        )
    )
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
                str(whole),
                at,
                places=(f"chat:{cast.name('sum')}",),
                rule="contradiction",
                is_defect=True,
            )
        )
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
        plan="budget_approved",
        place="leadership",
        things=topic,
        amount=kept,
        percent=cut,
        year=year,
    )


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
