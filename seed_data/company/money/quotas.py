"""What people are to sell in each quarter; whoever leads others is to sell what those are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date, datetime, time, timedelta
from typing import NamedTuple

from workworld.seed_data.company.company import HEADQUARTERS, TODAY, Company
from workworld.seed_data.company.market.chances import part
from workworld.seed_data.company.market.quarters import Quarter, quarters
from workworld.zones import zone

_STEP = 5_000
_FIRST = date(2024, 2, 10)
_OF = {"sales": 90_000, "success": 45_000}
"""About what one of a function is to sell in a quarter."""


class Quotas(NamedTuple):
    """The quotas of a quarter in whole dollars, by person; when they were set."""

    quarter: Quarter
    at: datetime
    amounts: Mapping[str, float]


def by_quarter(company: Company, setter: str) -> Iterator[Quotas]:
    """The quotas of all quarters, the next one among them.

    Args:
        company: whose they are.
        setter: who enters them.
    """
    for quarter in quarters(_FIRST, TODAY.date() + timedelta(days=60)):
        wanted = datetime.combine(quarter.first - timedelta(days=6), time(9), zone(HEADQUARTERS))
        wanted = min(
            max(wanted, datetime.combine(_FIRST, time(9), zone(HEADQUARTERS))),
            TODAY - timedelta(days=5),
        )
        stream = company.chance.stream("money", "quotas", quarter.label)
        at = company.hours.moment_for(setter, wanted, stream, 10) or wanted
        amounts = _amounts(company, quarter)
        if amounts:
            yield Quotas(quarter, min(at, TODAY - timedelta(days=1)), amounts)


def _amounts(company: Company, quarter: Quarter) -> Mapping[str, float]:
    day = min(max(quarter.first, _FIRST), TODAY.date())
    staff = company.organization.staff
    own: dict[str, float] = {}
    here = [each for name in _OF for each in company.organization.there(day, function=name)]
    bosses = {each.post_on(day).manager for each in here}
    for each in here:
        if each.key not in bosses and each.post_on(day).level > 1:
            stream = company.chance.stream("money", "quota", each.key)
            base = _OF[each.function] * (0.8 + 0.5 * part(stream)) * _growth(quarter)
            own[each.key] = float(round(base / _STEP) * _STEP)
    total = dict(own)
    for key, amount in own.items():
        boss = staff[key].post_on(day).manager
        while boss is not None and boss in staff and staff[boss].function in _OF:
            total[boss] = total.get(boss, 0.0) + amount
            boss = staff[boss].post_on(day).manager
    return total


def _growth(quarter: Quarter) -> float:
    return 1 + 0.05 * ((quarter.year - 2025) * 4 + quarter.number - 1)
