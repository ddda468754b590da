"""Exports: large tables that somebody once took out of another system."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, datetime, time, timedelta
from typing import Any

from workworld.seed_data.company.company import TODAY, Company
from workworld.seed_data.company.tellers.sheets.books import (
    DAY,
    MONEY,
    WHOLE,
    Book,
    Table,
    keeper,
    moment,
)
from workworld.seed_data.company.work.places import Place, Sprint, places

_USAGE = ("Account", "Site", "Week of", "Users", "Bookings", "API calls", "Errors", "Minutes")
_SITES = ("North", "South", "East", "West", "Harbour", "Central")
_ROWS = 1020
"""About so many rows has a month of usage; it grows."""


def tell(company: Company) -> Iterator[Book]:
    """Those of every company."""
    known = customers(company)
    yield from usage(company, known)
    yield from _receivables(company, known)
    product = places(company)[0]
    over = [each for each in product.sprints if each.end <= TODAY]
    yield from closed(company, product, over[-16:])


def customers(company: Company, territory: str = "") -> list[tuple[date, str]]:
    """Since when customers are known, and what they are called; of one territory if it is given."""
    return [
        (each.at.date(), each.facts["name"])
        for each in company.history.of("account.opened")
        if each.facts.get("type") == "Customer" and territory in ("", each.facts.get("territory"))
    ]


def _at(day: date, hour: int = 9) -> datetime:
    return datetime.combine(day, time(hour, 20), TODAY.tzinfo)


def first_of(back: int) -> date:
    """The first day of a month that was so many months ago."""
    months = TODAY.year * 12 + TODAY.month - 1 - back
    return date(months // 12, months % 12 + 1, 1)


def usage(
    company: Company, known: list[tuple[date, str]], of: str = "", least: int = _ROWS
) -> Iterator[Book]:
    """How much each customer used the product, by site and week, for two years.

    Args:
        company: whose product.
        known: its customers, or some of them.
        of: where they are, if not everywhere.
        least: so many rows has the first month.
    """
    named = [of] if of else []
    for back in range(24, 0, -1):
        month = first_of(back)
        after = first_of(back - 1)
        stream = company.chance.stream("sheets", "usage", month.isoformat(), *named)
        there = [name for since, name in known if since < after] or ["Pilot"]
        rows: list[list[Any]] = []
        count, place = least + (24 - back) * 8, 0
        while len(rows) < count:
            name = there[place % len(there)]
            turn = place // len(there)
            week = month + timedelta(days=7 * (turn % 4))
            users, bookings = stream.integer(3, 90), stream.integer(20, 2400)
            rows.append(
                [
                    name,
                    f"{_SITES[turn // 4 % len(_SITES)]}",
                    (week - timedelta(days=week.weekday())).isoformat(),
                    users,
                    bookings,
                    bookings * stream.integer(3, 14),
                    stream.integer(0, 9) * stream.integer(0, 4),
                    users * stream.integer(20, 300),
                ]
            )
            place += 1
        owner = keeper(company, "success", after).key
        whole = dict.fromkeys(range(3, 8), WHOLE)
        yield Book(
            "/".join(["workbook/usage", month.isoformat(), *named]),
            " ".join([f"Usage export {month:%B %Y}", *named]),
            owner,
            moment(company, owner, _at(after + timedelta(days=1))),
            [Table("Usage", _USAGE, sorted(rows), (), {2: DAY, **whole}, {0: 240})],
            link_role="reader" if back < 4 else "",
        )


def _receivables(company: Company, known: list[tuple[date, str]]) -> Iterator[Book]:
    """What customers owe at the end of a month."""
    header = ("Account", "Invoice", "Issued", "Due", "Amount", "Paid", "Open")
    for back in range(12, 0, -1):
        month, after = first_of(back), first_of(back - 1)
        stream = company.chance.stream("sheets", "receivables", month.isoformat())
        rows: list[list[Any]] = []
        for number, (since, name) in enumerate(known):
            if since >= after or stream.integer(0, 2):
                continue
            issued = month + timedelta(days=stream.integer(0, 26))
            amount = stream.integer(40, 4200) * 10
            paid = amount if stream.integer(0, 2) else 0
            due = issued + timedelta(days=30)
            invoice = f"INV-{month:%y%m}-{number:04}"
            rows.append(
                [name, invoice, issued.isoformat(), due.isoformat(), amount, paid, amount - paid]
            )
        owner = keeper(company, "finance", after).key
        money = dict.fromkeys((4, 5, 6), MONEY)
        yield Book(
            f"workbook/receivables/{month.isoformat()}",
            f"Receivables {month:%B %Y}",
            owner,
            moment(company, owner, _at(after + timedelta(days=2))),
            [Table("Open items", header, rows, (), {2: DAY, 3: DAY, **money}, {0: 240, 1: 130})],
        )


def closed(company: Company, place: Place, sprints: Sequence[Sprint]) -> Iterator[Book]:
    """What sprints of a project closed, as its team takes it to the review."""
    opened = {
        each.things["issue"]: each
        for each in company.history.of("issue.opened")
        if each.things["project"] == place.key
    }
    done = [
        each
        for each in company.history.of("issue.changed")
        if each.facts.get("status") in ("Done", "Won't Fix") and each.things["issue"] in opened
    ]
    for sprint in sprints:
        rows: list[list[Any]] = []
        for event in done:
            if sprint.start <= event.at < sprint.end:
                issue = opened[event.things["issue"]]
                key, name = company.keys.of(event.things["issue"]), event.by
                rows.append(
                    [
                        key,
                        issue.facts["type"],
                        issue.facts["summary"],
                        company.organization.staff[name].name,
                        event.at.date().isoformat(),
                        issue.facts["fields"].get("points", ""),
                    ]
                )
        owner = keeper(company, "product", sprint.end.date()).key
        header = ("Key", "Type", "Summary", "By", "Closed", "Points")
        yield Book(
            f"workbook/sprint/{sprint.name}",
            f"{sprint.name}: what was closed",
            owner,
            moment(company, owner, sprint.end),
            [Table("Closed", header, rows, (), {4: DAY}, {2: 420, 3: 160})],
            link_role="reader",
        )
