"""Budgets: a workbook for each team, and finance's, which puts them together."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime, time

from workworld.apps.sheets.engine.addresses import column_name
from workworld.seed_data.company.company import TODAY, Company
from workworld.seed_data.company.tellers.sheets.books import WHOLE, Book, Table, keeper, moment

_MONTHS = ("Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec", "Jan")
_LINES = {
    "Salaries": 0,
    "Benefits": 0,
    "Software licences": 2600,
    "Travel": 3100,
    "Training": 900,
    "Contractors": 4200,
    "Equipment": 1700,
}
"""Lines, and about what they come to in a month; the first two follow from who is there."""
_OWN = {"marketing": {"Campaigns": 24000, "Events": 9000}, "platform": {"Hosting": 31000}}
_OF_LEVEL = {1: 5200, 2: 6100, 3: 7900, 4: 9900, 5: 12100, 6: 15200, 7: 18800}
"""What a month of somebody costs, by level."""
_DECIDED = date(2026, 1, 26)


def tell(company: Company) -> Iterator[Book]:
    """The budget of the fiscal year 2027 by team, decided before it began."""
    finance = keeper(company, "finance", _DECIDED).key
    totals: list[tuple[str, list[int]]] = []
    for team in company.organization.teams.values():
        table = _table(company, team.key)
        months = [sum(row[at] for row in table.rows) for at in range(1, 13)]
        totals.append((team.name, months))
        lead = team.lead if company.organization.staff[team.lead].ended is None else finance
        yield Book(
            f"workbook/budget/{team.key}",
            f"Budget FY27 {team.name}",
            lead,
            moment(company, lead, datetime.combine(_DECIDED, time(10, 0), TODAY.tzinfo)),
            [table],
            {finance: "writer"},
        )
    yield _consolidated(company, finance, totals)


def _table(company: Company, team: str) -> Table:
    stream = company.chance.stream("sheets", "budget", team)
    there = company.organization.there(_DECIDED, team=team)
    salaries = sum(_OF_LEVEL[min(7, each.post_on(_DECIDED).level)] for each in there)
    rows: list[list[object]] = []
    for line, usual in {**_LINES, **_OWN.get(team, {})}.items():
        base = {"Salaries": salaries, "Benefits": salaries * 23 // 100}.get(line, usual)
        months = [
            round(base * (1 + 0.004 * place) * stream.integer(97, 104) / 100) for place in range(12)
        ]
        number = len(rows) + 2
        rows.append([line, *months, f"=SUM(B{number}:M{number})"])
    return Table(
        "Budget",
        ("Line", *_MONTHS, "Year"),
        rows,
        range(1, 14),
        dict.fromkeys(range(1, 14), WHOLE),
        {0: 150, **dict.fromkeys(range(1, 14), 74)},
    )


def _consolidated(company: Company, finance: str, totals: list[tuple[str, list[int]]]) -> Book:
    rows: list[list[object]] = [
        [name, *months, f"=SUM(B{place}:M{place})"]
        for place, (name, months) in enumerate(totals, 2)
    ]
    last = column_name(13)
    shares = [
        [name, f"=Departments!{last}{place}/Departments!{last}{len(rows) + 2}"]
        for place, (name, _) in enumerate(totals, 2)
    ]
    at = datetime.combine(date(2026, 1, 29), time(14, 0), TODAY.tzinfo)
    return Book(
        "workbook/budget/consolidated",
        "Budget FY27 consolidated",
        finance,
        moment(company, finance, at),
        [
            Table(
                "Departments",
                ("Department", *_MONTHS, "Year"),
                rows,
                range(1, 14),
                dict.fromkeys(range(1, 14), WHOLE),
                {0: 200, **dict.fromkeys(range(1, 14), 78)},
            ),
            Table(
                "Shares",
                ("Department", "Share of the year"),
                shares,
                (1,),
                {1: {"type": "PERCENT", "pattern": "0.0%"}},
                {0: 200, 1: 130},
            ),
        ],
        {keeper(company, "executive", TODAY.date()).key: "reader"},
    )
