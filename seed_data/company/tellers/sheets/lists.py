"""Lists without formulas: rotas, surveys, imports of leads, snapshots of the pipeline."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime, time, timedelta
from typing import Any

from workworld.apps.sheets.engine.addresses import column_name
from workworld.randomness import Stream
from workworld.seed_data.company.company import TODAY, Company
from workworld.seed_data.company.events import Event
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

_LEAD = ("First name", "Last name", "Company", "E-mail", "Phone", "Met on", "Employees")
_ON_CALL = 4
"""So few are too few for a rota."""
_MIXED_EVERY = 4
"""A quarter of the imports have dates and numbers in several formats."""


def tell(company: Company) -> Iterator[Book]:
    """Those of every company."""
    yield from rotas(company)
    said = read("packs/logistics/surveys.yaml")
    for number, (title, function, made) in enumerate(said["surveys"]):
        yield survey(company, said, str(number), title, keeper(company, function, made).key, made)
    yield from _imports(company)
    yield from _snapshots(company)


def _at(day: date, hour: int = 11) -> datetime:
    return datetime.combine(day, time(hour), TODAY.tzinfo)


def rotas(company: Company, team: str = "") -> Iterator[Book]:
    """Who is on call in each week of a quarter, of all engineers or of a team's."""
    named = [team] if team else []
    title = " ".join(["On-call", *(company.organization.teams[each].name for each in named)])
    for quarter in quarters()[1:]:
        there = company.organization.there(quarter.first, function="engineering", team=team)
        if len(there) < _ON_CALL:
            continue
        owner = keeper(company, "engineering", quarter.first, team).key
        stream = company.chance.stream("sheets", "rota", quarter.name, *named)
        names = [each.name for each in stream.sample(there, len(there))]
        rows: list[list[Any]] = []
        monday = quarter.first - timedelta(days=quarter.first.weekday())
        while monday <= quarter.last:
            place = len(rows)
            first, second = names[place % len(names)], names[(place + 3) % len(names)]
            rows.append([monday.isoformat(), first, second, stream.choice(("", "", "", "swapped"))])
            monday += timedelta(days=7)
        yield Book(
            "/".join(["workbook/rota", quarter.name, *named]),
            f"{title} {quarter.name}",
            owner,
            moment(company, owner, _at(quarter.first - timedelta(days=10))),
            [Table("Weeks", ("Week of", "First", "Second", "Note"), rows, (), {0: DAY}, {1: 170})],
            link_role="reader",
        )


def survey(
    company: Company, said: Mapping[str, Any], name: str, title: str, owner: str, made: date
) -> Book:
    """What was asked, what was answered, and what it comes to.

    Args:
        company: whose people or customers were asked.
        said: questions, answers and roles.
        name: tells it from all others.
        title: what its owner calls it.
        owner: who asked.
        made: the first day of the answers.
    """
    stream = company.chance.stream("sheets", "survey", name)
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
    return Book(f"workbook/survey/{name}", title, owner, at, tables)


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
            _note_formats(company, name, day)
        yield Book(
            name,
            f"Leads to import {day:%B %Y}",
            owner,
            moment(company, owner, _at(day)),
            [Table("Leads", _LEAD, rows, (), {}, {2: 210, 3: 230, 4: 140})],
            shared_with(company, ("sales operations",), day, "writer"),
        )


def _note_formats(company: Company, name: str, day: date) -> None:
    fact = Fact(
        f"{name}/formats",
        "defect",
        name,
        "dates as yyyy-mm-dd, numbers without separators",
        _at(day),
        places=(f"sheets:{name}",),
        rule="inconsistent formats",
        is_defect=True,
    )
    company.ledger.note(fact)


def imported(company: Company, team: str, title: str, month: date, known: Sequence[Event]) -> Book:
    """Leads that somebody of a team typed in in a month."""
    name = f"workbook/import/{team}/{month:%Y-%m}"
    stream = company.chance.stream("sheets", name)
    day = month + timedelta(days=28)
    day -= timedelta(days=max(0, day.weekday() - 4))
    owner = keeper(company, "sales", day, team).key
    is_mixed = not stream.integer(0, _MIXED_EVERY - 1)
    if is_mixed:
        _note_formats(company, name, day)
    rows = [_lead(each.facts, each.at.date(), stream, is_mixed=is_mixed) for each in known]
    return Book(
        name,
        f"Leads to import {title}",
        owner,
        moment(company, owner, _at(day)),
        [Table("Leads", _LEAD, rows, (), {}, {2: 210, 3: 230, 4: 140})],
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
    for back in range(12):
        month = TODAY.year * 12 + TODAY.month - 1 - back
        first = date(month // 12, month % 12 + 1, 1)
        monday = first + timedelta(days=(7 - first.weekday()) % 7)
        at = datetime.combine(monday, time(8, 45), TODAY.tzinfo)
        yield snapshot(company, at, [*deals_at(company, at).values()])


def snapshot(
    company: Company, at: datetime, deals: Sequence[Mapping[str, Any]], team: str = ""
) -> Book:
    """The open pipeline at a moment, of all or of a team.

    Args:
        company: whose.
        at: when.
        deals: as they were then.
        team: whose, if not everybody's; ``deals`` are its own already.
    """
    staff, named = company.organization.staff, [team] if team else []
    owner = keeper(company, "sales operations", at.date()).key
    rows = [
        [each["name"], each["stage"], staff[each["owner"]].name, each["close_date"], amount]
        for each in deals
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
    names = [company.organization.teams[each].name for each in named]
    return Book(
        "/".join(["workbook/snapshot", at.date().isoformat(), *named]),
        " ".join(["Pipeline snapshot", *names, at.date().isoformat()]),
        owner,
        moment(company, owner, at),
        [table],
        link_role="reader",
    )
