"""The pipeline as it stood each Monday, for forecasts and for what is said of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any

from workworld.apps.crm.schema import amounts
from workworld.apps.crm.schema.picklists import STAGES
from workworld.seed_data.company.company import HEADQUARTERS, TODAY, Company
from workworld.seed_data.company.market.quarters import Quarter, quarter_of
from workworld.seed_data.company.money.exchange import dollars
from workworld.zones import zone

_CENTS = 100
_STAGES = {each.name: each for each in STAGES}
_FIRST = date(2024, 3, 18)
CLOCK = time(7)
"""When, on Mondays, headquarters looks at it."""


@dataclass(frozen=True, slots=True)
class DealThen:
    """A deal as it stood at a moment; ``weighted`` is its amount times its probability, in cents.

    Amounts are in its own currency, ``dollars`` in the company's.
    """

    deal: str
    name: str
    account: str
    owner: str
    stage: str
    category: str
    probability: float
    close: date
    amount: float
    currency: str
    dollars: float
    weighted: int

    @property
    def quarter(self) -> Quarter:
        """The fiscal quarter in which it is to be signed, or was."""
        return quarter_of(self.close)


@dataclass(frozen=True, slots=True)
class Snapshot:
    """All deals at a moment: those that are open, and those that were won in its quarter."""

    at: datetime
    open: tuple[DealThen, ...]
    won: tuple[DealThen, ...]

    def total(self, quarter: Quarter, category: str = "", owner: str = "") -> float:
        """The dollars of open deals of a quarter, of one forecast category and owner if given."""
        fit = [
            each.dollars
            for each in self.open
            if each.quarter == quarter
            and category in ("", each.category)
            and owner in ("", each.owner)
        ]
        return round(sum(fit), 2)

    def closed(self, quarter: Quarter, owner: str = "") -> float:
        """The dollars won in a quarter, by one owner if it is given."""
        fit = [each for each in self.won if each.quarter == quarter and owner in ("", each.owner)]
        return round(sum(each.dollars for each in fit), 2)


def mondays() -> list[datetime]:
    """When the pipeline is looked at: early each Monday of the two years."""
    found, day = [], _FIRST
    while day <= TODAY.date():
        found.append(datetime.combine(day, CLOCK, zone(HEADQUARTERS)))
        day += timedelta(days=7)
    return found


def snapshots(company: Company) -> list[Snapshot]:
    """The pipeline of every Monday, from the company's history."""
    return _seen(company, mondays())


def _seen(company: Company, moments: Iterable[datetime]) -> list[Snapshot]:
    events = company.history.of("deal.opened", "deal.changed", "deal.won", "deal.lost")
    states: dict[str, dict[str, Any]] = {}
    found, place = [], 0
    for at in moments:
        while place < len(events) and events[place].at <= at:
            _follow(states, events[place].things, events[place].facts)
            place += 1
        found.append(_snapshot(at, states))
    return found


def at(company: Company, *moments: datetime) -> list[Snapshot]:
    """The pipeline as it stood at each of some moments, which come in their order."""
    return _seen(company, moments)


def _follow(
    states: dict[str, dict[str, Any]], things: Mapping[str, str], facts: Mapping[str, Any]
) -> None:
    state = states.setdefault(things["deal"], {"account": things.get("account", "")})
    if "stage" in facts:
        state.pop("probability", None)
        state.pop("forecast_category", None)
    state.update(facts)


def _snapshot(moment: datetime, states: Mapping[str, Mapping[str, Any]]) -> Snapshot:
    deals = [_then(key, each, moment) for key, each in states.items()]
    quarter = quarter_of(moment.date())
    still = tuple(each for each in deals if not _STAGES[each.stage].is_closed)
    won = tuple(
        each
        for each in deals
        if _STAGES[each.stage].is_won and each.quarter in (quarter, _past(quarter))
    )
    return Snapshot(moment, still, won)


def _past(quarter: Quarter) -> Quarter:
    return quarter_of(quarter.first - timedelta(days=1))


def _then(key: str, state: Mapping[str, Any], moment: datetime) -> DealThen:
    stage, amount = _STAGES[state["stage"]], float(state["amount"])
    probability = float(state.get("probability", stage.probability))
    return DealThen(
        key,
        state["name"],
        state["account"],
        state["owner"],
        stage.name,
        state.get("forecast_category", stage.forecast_category),
        probability,
        date.fromisoformat(state["close_date"]),
        amount,
        state["currency"],
        dollars(amount, state["currency"], moment.date()),
        amounts.expected(round(amount * _CENTS), probability) or 0,
    )
