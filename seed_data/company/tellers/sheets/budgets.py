"""Budgets: a workbook for each team, and finance's, which puts them together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, datetime, time

from workworld.apps.sheets.engine.addresses import column_name
from workworld.seed_data.company.company import TODAY, Company
from workworld.seed_data.company.money.budgets import CATEGORIES, BudgetLine, budgets
from workworld.seed_data.company.tellers.sheets.books import WHOLE, Book, Table, keeper, moment

_MONTHS = ("Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec", "Jan")
_YEAR, _DECIDED = 2027, date(2026, 1, 26)


def tell(company: Company) -> Iterator[Book]:
    """The budget of the fiscal year 2027 by team, decided before it began."""
    finance = keeper(company, "finance", _DECIDED).key
    totals: list[tuple[str, list[int]]] = []
    lines = budgets(company, _YEAR)
    for team in company.organization.teams.values():
        table = _table([each for each in lines if each.team == team.key])
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


def _table(planned: Sequence[BudgetLine]) -> Table:
    """What a team may spend, a line a category."""
    months = sorted({each.month for each in planned})
    rows: list[list[object]] = []
    for category in CATEGORIES:
        of = {each.month: each.planned for each in planned if each.category == category}
        if of:
            number = len(rows) + 2
            rows.append(
                [category, *(of.get(each, 0) for each in months), f"=SUM(B{number}:M{number})"]
            )
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
