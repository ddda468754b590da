"""Pipeline and forecast workbooks: the deals of a quarter as the CRM had them at a refresh."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any

from workworld.apps.crm.schema.picklists import STAGES
from workworld.seed_data.company.company import TODAY, Company
from workworld.seed_data.company.ledger import Fact
from workworld.seed_data.company.money import pipeline
from workworld.seed_data.company.tellers.sheets.books import (
    DAY,
    MONEY,
    PERCENT,
    Book,
    Table,
    keeper,
    moment,
    shared_with,
)

OPEN = tuple(each.name for each in STAGES if not each.is_closed)
"""The stages in which a deal is open."""
_HEADER = ("Deal", "Stage", "Owner", "Close date", "Amount", "Probability", "Weighted")
_WIDTHS = {0: 290, 1: 160, 2: 150, 3: 96, 4: 112, 6: 112}


@dataclass(frozen=True, slots=True)
class Quarter:
    """Three months of the fiscal year, which begins in February."""

    name: str
    first: date
    last: date


def quarters() -> list[Quarter]:
    """The last eight and the one under way, the first first."""
    found = []
    for back in range(8, -1, -1):
        month = 2025 * 12 + 13 - 3 * back  # February 2026, counted from zero
        year, place = divmod(month, 12)
        first = date(year, place + 1, 1)
        after = date(*_month(month + 3))
        fiscal = year + 1 if place >= 1 else year
        number = ((place - 1) % 12) // 3 + 1
        found.append(Quarter(f"FY{fiscal % 100} Q{number}", first, after - timedelta(days=1)))
    return found


def _month(months: int) -> tuple[int, int, int]:
    year, place = divmod(months, 12)
    return year, place + 1, 1


def deals_at(company: Company, at: datetime) -> dict[str, dict[str, Any]]:
    """Every deal as it was at a moment, by its stable name."""
    found: dict[str, dict[str, Any]] = {}
    for event in company.history.of("deal.opened", "deal.changed", "deal.won", "deal.lost"):
        if event.at > at:
            break
        deal = found.setdefault(event.things["deal"], {"at": event.at})
        deal.update(event.facts)
    return found


def tell(company: Company) -> Iterator[Book]:
    """One for each quarter: those that are over as they were on their last Monday."""
    for quarter in quarters():
        monday = min(quarter.last, TODAY.date())
        monday -= timedelta(days=monday.weekday())
        refreshed = datetime.combine(monday, time(8, 30), TODAY.tzinfo)
        yield _book(company, quarter, refreshed)


def _book(company: Company, quarter: Quarter, refreshed: datetime) -> Book:
    day = refreshed.date()
    owner = keeper(company, "sales operations", day)
    rows, weighted = _rows(company, quarter, refreshed)
    names = list(dict.fromkeys(row[2] for row in rows))
    deals = Table(
        "Deals",
        _HEADER,
        rows,
        (4, 6),
        {3: DAY, 4: MONEY, 5: PERCENT, 6: MONEY},
        _WIDTHS,
        [[], ["Refreshed from the CRM", f"{day.isoformat()} 08:30"]],
    )
    summary = Table(
        "By owner",
        ("Owner", "Deals", "Amount", "Weighted"),
        [_of_owner(name, place) for place, name in enumerate(names, 2)],
        (1, 2, 3),
        {2: MONEY, 3: MONEY},
        {0: 170},
    )
    stages = Table(
        "By stage",
        ("Stage", "Deals", "Amount", "Weighted"),
        [
            [
                stage,
                f"=COUNTIF(Deals!B:B,A{place})",
                f"=SUMIFS(Deals!E:E,Deals!B:B,A{place})",
                f"=SUMIFS(Deals!G:G,Deals!B:B,A{place})",
            ]
            for place, stage in enumerate(OPEN, 2)
        ],
        (1, 2, 3),
        {2: MONEY, 3: MONEY},
        {0: 170},
    )
    name = f"workbook/forecast/{quarter.name.replace(' ', '-').lower()}"
    company.ledger.note(
        Fact(
            f"{name}/weighted",
            "amount",
            name,
            f"{weighted:.2f}",
            refreshed,
            places=(f"sheets:{name}",),
            rule="system of record",
        )
    )
    return Book(
        name,
        f"Pipeline and forecast {quarter.name}",
        owner.key,
        moment(company, owner.key, refreshed),
        [deals, summary, stages],
        shared_with(company, ("sales", "finance", "executive"), day, "commenter"),
    )


def _of_owner(name: str, place: int) -> list[str]:
    return [
        name,
        f"=COUNTIF(Deals!C:C,A{place})",
        f"=SUMIFS(Deals!E:E,Deals!C:C,A{place})",
        f"=SUMIFS(Deals!G:G,Deals!C:C,A{place})",
    ]


def _rows(company: Company, quarter: Quarter, refreshed: datetime) -> tuple[list[list[Any]], float]:
    """The open deals that should close in a quarter or are overdue, and what they weigh."""
    staff, weighted = company.organization.staff, 0
    rows: list[list[Any]] = []
    for deal in pipeline.at(company, refreshed)[0].open:
        if deal.close > quarter.last:
            continue
        weighted += round(deal.dollars * 100) * round(deal.probability)
        rows.append(
            [
                deal.name,
                deal.stage,
                staff[deal.owner].name,
                deal.close.isoformat(),
                deal.dollars,
                deal.probability / 100,
                f"=E{len(rows) + 2}*F{len(rows) + 2}",
            ]
        )
    return rows, weighted / 10_000
