"""What teams may spend in each month of a fiscal year, and what they have spent."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from workworld.seed_data.company.company import TODAY, Company
from workworld.seed_data.company.market.chances import lognormal, part
from workworld.seed_data.company.market.quarters import Quarter, month_after, month_end

YEARS = (2025, 2026, 2027)
"""The fiscal years that are planned: FY25 to FY27."""
_PAY = {1: 4_600, 2: 6_000, 3: 7_900, 4: 10_100, 5: 12_600, 6: 15_800, 7: 18_500}
"""What somebody of a level costs in a month, a rounded figure that is nobody's salary."""
_PER_HEAD: Mapping[str, float] = {"Software": 310, "Travel": 260, "Training": 90, "Equipment": 120}
_EXTRA: Mapping[str, Mapping[str, float]] = {
    "engineering": {"Hosting": 11_500, "Contractors": 6_000},
    "sales": {"Travel": 2_600, "Events": 1_500},
    "marketing": {"Events": 9_000, "Advertising": 11_000, "Agencies": 5_500},
    "support": {"Telephony": 900},
    "product": {"Research": 2_200},
    "executive": {"Rent": 14_000, "Legal": 4_000, "Audit": 3_200},
}
CATEGORIES = (
    "Staff", "Software", "Travel", "Training", "Equipment", "Hosting", "Contractors", "Events",
    "Advertising", "Agencies", "Telephony", "Research", "Rent", "Legal", "Audit",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class BudgetLine:
    """A team's plan for a category and a month in whole dollars; ``actual`` once it is over."""

    team: str
    category: str
    month: date
    planned: int
    actual: int | None


def budgets(company: Company, year: int) -> list[BudgetLine]:
    """The lines of a fiscal year, by team, category and month.

    Args:
        company: whose they are; its head count decides what staff costs.
        year: the calendar year in which the fiscal year ends: 2027 for FY27.
    """
    first = Quarter(year, 1).first
    months = [month_after(first, number) for number in range(12)]
    return [
        line
        for team in company.organization.teams.values()
        for category in CATEGORIES
        for line in _lines(company, team.key, team.function, category, months)
    ]


def _lines(
    company: Company, team: str, function: str, category: str, months: list[date]
) -> list[BudgetLine]:
    stream = company.chance.stream("money", "budget", team, category, months[0])
    lean = 0.94 + 0.12 * part(stream)
    found = []
    for month in months:
        there = company.organization.there(min(month_end(month), TODAY.date()), team=team)
        if category == "Staff":
            planned = sum(float(_PAY.get(each.post_on(month).level, 8_000)) for each in there)
        else:
            planned = _PER_HEAD.get(category, 0.0) * len(there)
            planned += _EXTRA.get(function, {}).get(category, 0.0) if there else 0.0
        spread = 0.015 if category == "Staff" else 0.18
        spent = planned * lean * lognormal(stream, 1, spread)
        is_over = month_end(month) < TODAY.date()
        if planned:
            plan = round(planned, -2)
            found.append(
                BudgetLine(team, category, month, int(plan), round(spent) if is_over else None)
            )
    return found


def actuals(company: Company, year: int) -> dict[str, int]:
    """What each team spent in a fiscal year, as far as it is over."""
    found: dict[str, int] = {}
    for line in budgets(company, year):
        found[line.team] = found.get(line.team, 0) + (line.actual or 0)
    return found
