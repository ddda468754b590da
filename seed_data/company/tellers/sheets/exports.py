"""Exports: large tables that somebody once took out of another system."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any

from workworld.randomness import Stream
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


@dataclass(frozen=True, slots=True)
class _Habit:
    """How much a site uses the product in a usual week, and by how many hundredths more a month."""

    users: int
    bookings: int
    calls: int
    """Of the API, for a booking."""
    minutes: int
    """That a user is there."""
    errors: int
    growth: int

    @classmethod
    def of(cls, company: Company, account: str, site: str) -> _Habit:
        """That of a customer's site."""
        stream = company.chance.stream("sheets", "habit", account, site)
        users = stream.integer(3, 60)
        return cls(
            users,
            users * stream.integer(6, 28),
            stream.integer(3, 14),
            stream.integer(40, 260),
            stream.integer(0, 14),
            stream.integer(-1, 3),
        )

    def week(self, months: int, stream: Stream) -> tuple[int, int, int, int, int]:
        """Users, bookings, calls, errors and minutes of a week, so many months after the first."""
        grown = 100 + self.growth * months
        users = max(1, self.users * grown * stream.integer(94, 106) // 10_000)
        bookings = self.bookings * grown * stream.integer(92, 108) // 10_000
        calls = bookings * self.calls * stream.integer(97, 103) // 100
        errors = self.errors * stream.integer(6, 14) // 10
        return users, bookings, calls, errors, users * self.minutes * stream.integer(95, 105) // 100


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
    habits: dict[tuple[str, str], _Habit] = {}
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
            site = _SITES[turn // 4 % len(_SITES)]
            if (name, site) not in habits:
                habits[name, site] = _Habit.of(company, name, site)
            monday = week - timedelta(days=week.weekday())
            figures = habits[name, site].week(24 - back, stream)
            rows.append([name, site, monday.isoformat(), *figures])
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
