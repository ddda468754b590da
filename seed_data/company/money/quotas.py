"""What people are to sell in each quarter; whoever leads others is to sell what those are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import date, datetime, time, timedelta
from typing import Any, NamedTuple

from workworld.seed_data.company.company import HEADQUARTERS, TODAY, Company
from workworld.seed_data.company.market.chances import part
from workworld.seed_data.company.market.quarters import Quarter, quarter_of, quarters
from workworld.seed_data.company.money.exchange import dollars
from workworld.seed_data.company.organization import Employee
from workworld.zones import zone

_STEP = 5_000
_FIRST = date(2024, 2, 10)
_OF = {"sales": 90_000, "success": 150_000}
"""About what one of a function is to sell in a quarter."""
_BEST, _WORST, _LEAST = 1.35, 0.4, 30_000
"""Plans follow what can be sold: who sells most comes to so much of theirs, who least to so much,
unless even the least that anybody is to sell is more."""


class Quotas(NamedTuple):
    """The quotas of a quarter in whole dollars, by person; when they were set."""

    quarter: Quarter
    at: datetime
    amounts: Mapping[str, float]


def by_quarter(company: Company, setter: str) -> Iterator[Quotas]:
    """The quotas of all quarters, the next one among them.

    Args:
        company: whose they are; its history is complete.
        setter: who enters them.
    """
    sold = _sold(company)
    for quarter in quarters(_FIRST, TODAY.date() + timedelta(days=60)):
        wanted = datetime.combine(quarter.first - timedelta(days=6), time(9), zone(HEADQUARTERS))
        wanted = min(
            max(wanted, datetime.combine(_FIRST, time(9), zone(HEADQUARTERS))),
            TODAY - timedelta(days=5),
        )
        stream = company.chance.stream("money", "quotas", quarter.label)
        at = company.hours.moment_for(setter, wanted, stream, 10) or wanted
        amounts = _amounts(company, quarter, sold)
        if amounts:
            yield Quotas(quarter, min(at, TODAY - timedelta(days=1)), amounts)


def _sold(company: Company) -> Mapping[tuple[str, Quarter], float]:
    """The dollars that each has won in each quarter."""
    deals: dict[str, dict[str, Any]] = {}
    for event in company.history.of("deal.opened", "deal.changed", "deal.won"):
        deals.setdefault(event.things["deal"], {}).update({**event.facts, "kind": event.kind})
    found: Counter[tuple[str, Quarter]] = Counter()
    for deal in deals.values():
        if deal["kind"] == "deal.won":
            close = date.fromisoformat(deal["close_date"])
            amount = dollars(float(deal["amount"]), deal["currency"], close)
            found[deal["owner"], quarter_of(close)] += round(amount)
    return found


def _amounts(
    company: Company, quarter: Quarter, sold: Mapping[tuple[str, Quarter], float]
) -> Mapping[str, float]:
    day = min(max(quarter.first, _FIRST), TODAY.date())
    staff = company.organization.staff
    here = [each for name in _OF for each in company.organization.there(day, function=name)]
    here = [each for each in here if not each.is_contractor]
    bosses = {each.post_on(day).manager for each in here}
    own = {
        each.key: _own(company, each, quarter, sold[each.key, quarter])
        for each in here
        if each.key not in bosses and (each.post_on(day).level > 1 or sold[each.key, quarter])
    }
    total = dict(own)
    for key, amount in own.items():
        boss = staff[key].post_on(day).manager
        while boss is not None and boss in staff and staff[boss].function in _OF:
            total[boss] = total.get(boss, 0.0) + amount
            boss = staff[boss].post_on(day).manager
    return total


def _own(company: Company, seller: Employee, quarter: Quarter, sold: float) -> float:
    stream = company.chance.stream("money", "quota", seller.key)
    base = _OF[seller.function] * (0.8 + 0.5 * part(stream)) * _growth(quarter)
    gone = (TODAY.date() - quarter.first).days / (quarter.last - quarter.first).days
    if gone > 0:  # of a quarter that goes on, a part has been sold
        whole = sold / min(1.0, gone)
        base = min(max(base, whole / _BEST), max(whole / _WORST, _LEAST))
    return float(round(base / _STEP) * _STEP)


def _growth(quarter: Quarter) -> float:
    return 1 + 0.05 * ((quarter.year - 2025) * 4 + quarter.number - 1)
