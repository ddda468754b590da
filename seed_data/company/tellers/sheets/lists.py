"""Lists without formulas: rotas, surveys, imports of leads, snapshots of the pipeline."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from typing import Any

from workworld.apps.sheets.engine.addresses import column_name
from workworld.randomness import Stream
from workworld.seed_data.company.company import TODAY, Company
from workworld.seed_data.company.ledger import Fact
from workworld.seed_data.company.tellers.sheets.books import (
    DAY,
    MONEY,
    SCORE,
    Book,
    Table,
    keeper,
    moment,
    shared_with,
)
from workworld.seed_data.company.tellers.sheets.forecasts import (
    OPEN,
    deals_at,
    quarters,
)
from workworld.seed_data.company.work.wording import read

_MIXED_EVERY = 4
"""A quarter of the imports have dates and numbers in several formats."""


def tell(company: Company) -> Iterator[Book]:
    """All of them."""
    yield from _rotas(company)
    yield from _surveys(company)
    yield from _imports(company)
    yield from _snapshots(company)


def _at(day: date, hour: int = 11) -> datetime:
    return datetime.combine(day, time(hour), TODAY.tzinfo)


def _rotas(company: Company) -> Iterator[Book]:
    """Who is on call in each week of a quarter, for the platform and the product."""
    for quarter in quarters()[1:]:
        owner = keeper(company, "engineering", quarter.first).key
        stream = company.chance.stream("sheets", "rota", quarter.name)
        there = company.organization.there(quarter.first, function="engineering")
        names = [each.name for each in stream.sample(there, len(there))]
        rows: list[list[Any]] = []
        monday = quarter.first - timedelta(days=quarter.first.weekday())
        while monday <= quarter.last:
            place = len(rows)
            first, second = names[place % len(names)], names[(place + 3) % len(names)]
            rows.append([monday.isoformat(), first, second, stream.choice(("", "", "", "swapped"))])
            monday += timedelta(days=7)
        yield Book(
            f"workbook/rota/{quarter.name}",
            f"On-call {quarter.name}",
            owner,
            moment(company, owner, _at(quarter.first - timedelta(days=10))),
            [Table("Weeks", ("Week of", "First", "Second", "Note"), rows, (), {0: DAY}, {1: 170})],
            link_role="reader",
        )


def _surveys(company: Company) -> Iterator[Book]:
    said = read("packs/logistics/surveys.yaml")
    for number, (title, function, made) in enumerate(said["surveys"]):
        owner = keeper(company, function, made).key
        stream = company.chance.stream("sheets", "survey", number)
        rows = [
            [
                (made + timedelta(days=stream.integer(0, 9))).isoformat(),
                stream.choice(said["roles"]),
                *(stream.choice((3, 4, 4, 5, 5, 2, 1, 5, 4)) for _ in said["questions"]),
                stream.choice(said["answers"]) if stream.integer(0, 2) == 0 else "",
            ]
            for _ in range(stream.integer(120, 260))
        ]
        header = ("Day", "Role", *said["questions"], "What else?")
        widths = {1: 150, len(header) - 1: 320}
        table = Table("Answers", header, sorted(rows), (), {0: DAY}, widths)
        at = moment(company, owner, _at(made + timedelta(days=12)))
        tables = [table, _results(said["questions"])]
        yield Book(f"workbook/survey/{number}", title, owner, at, tables)


def _results(questions: list[str]) -> Table:
    """What the answers to each question come to."""
    rows: list[list[Any]] = []
    for place, question in enumerate(questions, 2):
        column = f"Answers!{column_name(place)}:{column_name(place)}"
        low, high = (f'=COUNTIF({column},"{each}")' for each in ("<=2", ">=4"))
        rows.append([question, f"=AVERAGE({column})", low, high])
    header = ("Question", "Average", "1 and 2", "4 and 5")
    return Table("Results", header, rows, (), {1: SCORE}, {0: 190})


def _imports(company: Company) -> Iterator[Book]:
    """Leads that somebody typed in at events, a few of them in every way at once."""
    arrived = company.history.of("lead.arrived")
    for number in range(12):
        stream = company.chance.stream("sheets", "import", number)
        day = TODAY.date() - timedelta(days=40 + number * 55)
        day -= timedelta(days=max(0, day.weekday() - 4))
        owner = keeper(company, "marketing", day).key
        is_mixed = number % _MIXED_EVERY == 1
        known = [each for each in arrived if each.at.date() <= day][-160:]
        rows = [_lead(each.facts, each.at.date(), stream, is_mixed=is_mixed) for each in known]
        name = f"workbook/import/{number}"
        if is_mixed:
            company.ledger.note(
                Fact(
                    f"{name}/formats",
                    "defect",
                    name,
                    "dates as yyyy-mm-dd, numbers without separators",
                    _at(day),
                    places=(f"sheets:{name}",),
                    rule="inconsistent formats",
                    is_defect=True,
                )
            )
        header = ("First name", "Last name", "Company", "E-mail", "Phone", "Met on", "Employees")
        yield Book(
            name,
            f"Leads to import {day:%B %Y}",
            owner,
            moment(company, owner, _at(day)),
            [Table("Leads", header, rows, (), {}, {2: 210, 3: 230, 4: 140})],
            shared_with(company, ("sales operations",), day, "writer"),
        )


def _lead(facts: Any, day: date, stream: Stream, *, is_mixed: bool) -> list[Any]:
    met, size = day.isoformat(), stream.integer(12, 4000)
    told: Any = size
    if is_mixed:
        form = stream.choice(("%Y-%m-%d", "'%d.%m.%Y", "'%d %b %y", "%m/%d/%Y"))
        met = day.strftime(form)
        told = stream.choice((size, f"'{size:,}".replace(",", "."), f"'{size} staff", f"'~{size}"))
    return [
        facts.get("first_name", ""),
        facts.get("last_name", ""),
        facts.get("company", ""),
        facts.get("email", ""),
        f"'{facts['phone']}" if facts.get("phone") else "",
        met,
        told,
    ]


def _snapshots(company: Company) -> Iterator[Book]:
    """The open pipeline as it stood on the first Monday of a month."""
    staff = company.organization.staff
    for back in range(12):
        month = TODAY.year * 12 + TODAY.month - 1 - back
        first = date(month // 12, month % 12 + 1, 1)
        monday = first + timedelta(days=(7 - first.weekday()) % 7)
        at = datetime.combine(monday, time(8, 45), TODAY.tzinfo)
        owner = keeper(company, "sales operations", monday).key
        rows = [
            [each["name"], each["stage"], staff[each["owner"]].name, each["close_date"], amount]
            for each in deals_at(company, at).values()
            if each["stage"] in OPEN and (amount := each.get("amount")) is not None
        ]
        table = Table(
            "Pipeline",
            ("Deal", "Stage", "Owner", "Close date", "Amount"),
            rows,
            (),
            {3: DAY, 4: MONEY},
            {0: 290, 1: 160, 2: 150},
        )
        name = f"workbook/snapshot/{monday.isoformat()}"
        title = f"Pipeline snapshot {monday:%Y-%m-%d}"
        when = moment(company, owner, at)
        yield Book(name, title, owner, when, [table], link_role="reader")
