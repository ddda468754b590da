"""Exports: large tables that somebody once took out of another system."""

from __future__ import annotations

from collections.abc import Iterator
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
from workworld.seed_data.company.work.places import places

_USAGE = ("Account", "Site", "Week of", "Users", "Bookings", "API calls", "Errors", "Minutes")
_SITES = ("North", "South", "East", "West", "Harbour", "Central")
_ROWS = 1020
"""About so many rows has a month of usage; it grows."""


def tell(company: Company) -> Iterator[Book]:
    """All of them."""
    customers = [
        (each.at.date(), each.facts["name"])
        for each in company.history.of("account.opened")
        if each.facts.get("type") == "Customer"
    ]
    yield from _usage(company, customers)
    yield from _receivables(company, customers)
    yield from _issues(company)


def _at(day: date, hour: int = 9) -> datetime:
    return datetime.combine(day, time(hour, 20), TODAY.tzinfo)


def _month(back: int) -> date:
    months = TODAY.year * 12 + TODAY.month - 1 - back
    return date(months // 12, months % 12 + 1, 1)


def _usage(company: Company, customers: list[tuple[date, str]]) -> Iterator[Book]:
    """How much each customer used the product, by site and week, for two years."""
    for back in range(24, 0, -1):
        month = _month(back)
        after = _month(back - 1)
        stream = company.chance.stream("sheets", "usage", month.isoformat())
        known = [name for since, name in customers if since < after] or ["Pilot"]
        rows: list[list[Any]] = []
        count, place = _ROWS + (24 - back) * 8, 0
        while len(rows) < count:
            name = known[place % len(known)]
            turn = place // len(known)
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
            f"workbook/usage/{month.isoformat()}",
            f"Usage export {month:%B %Y}",
            owner,
            moment(company, owner, _at(after + timedelta(days=1))),
            [Table("Usage", _USAGE, sorted(rows), (), {2: DAY, **whole}, {0: 240})],
            link_role="reader" if back < 4 else "",
        )


def _receivables(company: Company, customers: list[tuple[date, str]]) -> Iterator[Book]:
    """What customers owe at the end of a month."""
    header = ("Account", "Invoice", "Issued", "Due", "Amount", "Paid", "Open")
    for back in range(12, 0, -1):
        month, after = _month(back), _month(back - 1)
        stream = company.chance.stream("sheets", "receivables", month.isoformat())
        rows: list[list[Any]] = []
        for number, (since, name) in enumerate(customers):
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


def _issues(company: Company) -> Iterator[Book]:
    """What a sprint closed, as its team takes it to the review."""
    product = places(company)[0]
    opened = {each.things["issue"]: each for each in company.history.of("issue.opened")}
    done = [
        each
        for each in company.history.of("issue.changed")
        if each.facts.get("status") in ("Done", "Won't Fix")
        and opened[each.things["issue"]].things["project"] == product.key
    ]
    over = [each for each in product.sprints if each.end <= TODAY][-16:]
    for sprint in over:
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
