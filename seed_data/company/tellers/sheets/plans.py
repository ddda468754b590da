"""Plans that people keep up by hand: headcount, capacity, goals, vendors, events."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime, time, timedelta
from typing import Any

from workworld.apps.sheets.engine.addresses import column_name
from workworld.seed_data.company.company import TODAY, Company
from workworld.seed_data.company.tellers.sheets.books import (
    MONEY,
    PERCENT,
    WHOLE,
    Book,
    Table,
    keeper,
    moment,
)
from workworld.seed_data.company.work.wording import read

_PLANS = "packs/logistics/plans.yaml"
_SHARE, _WHOLE = " in percent", 100
"""How results are called that are shares, and the most that those come to."""


def tell(company: Company) -> Iterator[Book]:
    """Those of every company."""
    yield from _headcounts(company)
    yield from capacities(company, [*company.organization.teams][1:4])
    said = read(_PLANS)
    yield from (goals(company, *each) for each in said["goals"])
    yield from (vendors(company, *each) for each in said["vendors"])
    yield from (event(company, *each) for each in said["events"])


def _at(day: date, hour: int = 10) -> datetime:
    return datetime.combine(day, time(hour), TODAY.tzinfo)


def _headcounts(company: Company) -> Iterator[Book]:
    """Who is there at the end of each month, by team; of months to come, what is planned."""
    owner = keeper(company, "people", TODAY.date()).key
    for fiscal in (2026, 2027):
        months = [
            date(fiscal - 1 + (place + 1) // 12, (place + 1) % 12 + 1, 1) for place in range(12)
        ]
        rows: list[list[Any]] = []
        for team in company.organization.teams.values():
            counts = [_count(company, team.key, month) for month in months]
            rows.append([team.name, *counts])
        made = moment(company, owner, _at(date(fiscal - 1, 2, 3)))
        formats = dict.fromkeys(range(1, 13), WHOLE)
        yield Book(
            f"workbook/headcount/{fiscal}",
            f"Headcount plan FY{fiscal % 100}",
            owner,
            made,
            [
                Table(
                    "Plan",
                    ("Team", *(f"{month:%b}" for month in months)),
                    rows,
                    range(1, 13),
                    formats,
                    {0: 210},
                    [[], ["At the end of each month; without contractors."]],
                )
            ],
            {keeper(company, "finance", TODAY.date()).key: "writer"},
        )


def _count(company: Company, team: str, month: date) -> int:
    """At the end of a month, or today; after that nobody comes or goes."""
    last = (month + timedelta(days=32)).replace(day=1) - timedelta(days=1)
    day = min(last, TODAY.date())
    there = company.organization.there(day, team=team)
    return sum(not each.is_contractor for each in there)


def capacities(company: Company, teams: Sequence[str]) -> Iterator[Book]:
    """Days that teams' people have in the next sprints, a workbook each."""
    for team in (company.organization.teams[each] for each in teams):
        there = company.organization.there(TODAY.date(), team=team.key)
        stream = company.chance.stream("sheets", "capacity", team.key)
        rows: list[list[Any]] = []
        for person in there:
            place = len(rows) + 2
            off = stream.choice((0, 0, 0, 1, 2, 5))
            share = stream.choice((0.6, 0.7, 0.8, 0.8, 0.9))
            rows.append([person.name, 10, off, share, f"=(B{place}-C{place})*D{place}"])
        lead = team.lead
        yield Book(
            f"workbook/capacity/{team.key}",
            f"Capacity {team.name}, next sprint",
            lead,
            moment(company, lead, _at(TODAY.date() - timedelta(days=5))),
            [
                Table(
                    "Capacity",
                    ("Person", "Working days", "Days off", "Share for the sprint", "Days"),
                    rows,
                    (1, 2, 4),
                    {3: PERCENT},
                    {0: 190, 3: 140},
                )
            ],
            link_role="commenter",
        )


def goals(
    company: Company,
    quarter: str,
    made: date,
    wanted: Mapping[str, Mapping[str, Sequence[int]]],
    team: str = "",
) -> Book:
    """Objectives with key results, each between a start and a target; of a team, if it is given."""
    named = [team] if team else []
    stream = company.chance.stream("sheets", "goals", quarter, *named)
    owner = keeper(company, "product", made, team).key
    rows: list[list[Any]] = []
    for objective, results in wanted.items():
        for result, (start, target) in results.items():
            place = len(rows) + 2
            now = start + round((target - start) * stream.integer(15, 105) / 100)
            now = min(now, _WHOLE) if result.endswith(_SHARE) else now
            progress = f"=MIN(1,(E{place}-C{place})/(D{place}-C{place}))"
            rows.append([objective, result, start, target, now, progress])
    summary = [
        [objective, f"=AVERAGEIF(Results!A:A,A{place},Results!F:F)"]
        for place, objective in enumerate(wanted, 2)
    ]
    return Book(
        "/".join(["workbook/goals", quarter.replace(" ", "-").lower(), *named]),
        " ".join(["OKRs", quarter, *(company.organization.teams[each].name for each in named)]),
        owner,
        moment(company, owner, _at(made)),
        [
            Table(
                "Results",
                ("Objective", "Key result", "Start", "Target", "Now", "Progress"),
                rows,
                (),
                {5: PERCENT},
                {0: 240, 1: 340},
            ),
            Table("Objectives", ("Objective", "Progress"), summary, (), {1: PERCENT}, {0: 240}),
        ],
        link_role="reader",
    )


def vendors(
    company: Company, what: str, made: date, names: list[str], criteria: dict[str, int]
) -> Book:
    """Offers side by side: points by criterion, weighed."""
    stream = company.chance.stream("sheets", "vendors", what)
    owner = keeper(company, "it", made).key
    rows: list[list[Any]] = [
        [name, weight, *(stream.integer(1, 5) for _ in names)] for name, weight in criteria.items()
    ]
    last = len(rows) + 1
    scores: list[Any] = ["Score", None]
    for column in range(2, 2 + len(names)):
        name = column_name(column)
        scores.append(f"=SUMPRODUCT($B$2:$B${last},{name}2:{name}{last})/SUM($B$2:$B${last})")
    prices = [["Price a year", None, *(stream.integer(60, 420) * 100 for _ in names)]]
    return Book(
        f"workbook/vendors/{what.replace(' ', '-').lower()}",
        f"{what}: comparison of offers",
        owner,
        moment(company, owner, _at(made)),
        [
            Table(
                "Offers",
                ("Criterion", "Weight", *names),
                rows,
                (1,),
                {},
                {0: 220, **dict.fromkeys(range(2, 2 + len(names)), 150)},
                [scores, *prices],
            )
        ],
        {keeper(company, "finance", made).key: "commenter"},
    )


def event(company: Company, what: str, made: date, items: dict[str, int]) -> Book:
    """What an event costs: planned, booked, and what is left."""
    stream = company.chance.stream("sheets", "event", what)
    owner = keeper(company, "marketing", made).key
    rows: list[list[Any]] = []
    for item, planned in items.items():
        place = len(rows) + 2
        booked = round(planned * stream.integer(70, 115) / 100, 2)
        rows.append([item, planned, booked, f"=B{place}-C{place}"])
    return Book(
        f"workbook/event/{what.replace(' ', '-').lower()}",
        f"{what}: budget and bookings",
        owner,
        moment(company, owner, _at(made)),
        [
            Table(
                "Costs",
                ("Item", "Planned", "Booked", "Left"),
                rows,
                (1, 2, 3),
                {1: MONEY, 2: MONEY, 3: MONEY},
                {0: 230},
            )
        ],
        {keeper(company, "assistant", made).key: "writer"},
    )
