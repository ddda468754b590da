"""The last two weeks of a quarter: what is forecast, what is pulled in, what slips."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from workworld.randomness import Stream
from workworld.seed_data.company.arcs.casting import Arc, Cast, staff
from workworld.seed_data.company.arcs.telling import decide, talk
from workworld.seed_data.company.company import TODAY, Company
from workworld.seed_data.company.events import Event
from workworld.seed_data.company.ledger import Fact, amount
from workworld.seed_data.company.market.making import BEGAN
from workworld.seed_data.company.market.quarters import quarter_of
from workworld.seed_data.company.money import pipeline

_LATE = timedelta(days=16)
"""Before a quarter ends; what is signed then may have been pulled in."""
_CALLS = (14, 7, 2)
"""Days before its end on which the forecast is talked over."""


def play(company: Company, cast: Cast, stream: Stream) -> Iterator[Event]:
    """Three calls, each with the figures of the Monday before, and what came of it."""
    lead, finance = cast.people["lead"], cast.people["finance"]
    quarter = quarter_of(cast.at.date())
    end = datetime.combine(quarter.last, BEGAN.timetz())
    topic = {"topic": cast.name()}
    calls = [(days, end - timedelta(days=days)) for days in _CALLS]
    mondays = [max(each for each in pipeline.mondays() if each <= at) for _, at in calls]
    last = end + timedelta(days=2)
    if last > TODAY:
        return
    *seen, after = pipeline.at(company, *mondays, last)
    won = after.closed(quarter)
    for (days, at), then in zip(calls, seen, strict=True):
        figures = {
            "commit": then.total(quarter, "Commit"),
            "best_case": then.total(quarter, "Best Case"),
            "won": then.closed(quarter),
        }
        for figure, dollars in figures.items():
            _note(company, cast.name(figure.replace("_", "-"), days), cast.name(), dollars, then.at)
        yield from talk(
            company,
            cast,
            f"call-{days}",
            at,
            lead,
            stream,
            plan="forecast_call",
            place="forecast",
            things=topic,
            quarter=quarter.label,
            **figures,
            as_of=then.at.date().isoformat(),
        )
    moved = [
        each
        for each in company.market.deals.values()
        if each.is_won and each.ended is not None and end - _LATE < each.ended <= end
    ]
    if cast.variant == "one pulled in" and moved:
        deal = max(moved, key=lambda each: (each.amount, each.key))
        yield from talk(
            company,
            cast,
            "pulled",
            deal.ended or end,
            lead,
            stream,
            plan="deal_pulled_in",
            place="forecast",
            things={"deal": deal.key, "account": deal.account},
            amount=deal.amount,
            quarter=quarter.label,
        )
    if cast.variant == "credit note" and moved:
        deal = moved[stream.integer(0, len(moved) - 1)]
        note = round(deal.amount * 0.03, -1)
        yield from decide(
            company,
            cast,
            "credit",
            last,
            finance,
            stream,
            what=f"credit note for {deal.name}",
            value=f"${note:,.0f}",
        )
    _note(company, cast.name("result"), cast.name(), won, last)
    yield from talk(
        company,
        cast,
        "result",
        last,
        finance,
        stream,
        plan="quarter_result",
        place="forecast",
        things=topic,
        quarter=quarter.label,
        won=won,
    )


def _note(company: Company, name: str, subject: str, dollars: float, at: datetime) -> None:
    """A figure of the pipeline, which the calls quote."""
    value = amount(dollars, "USD")
    company.ledger.note(Fact(name, "amount", subject, value, at, rule="system of record"))


ARC = Arc(
    "quarter_close",
    {"startup": 6, "mid": 7},
    play,
    {"one pulled in": 3, "as forecast": 2, "credit note": 2},
    people={"lead": staff("sales", least_level=3), "finance": staff("finance")},
    held_out=("credit note",),
    days=30,
    earliest=700,
    latest=100,
)
