"""Fill a roadmap's sheet in from the tracker, where a decision in chat says otherwise for some."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from workworld.apps.chat.models import Channel
from workworld.apps.tracker.models import Issue, IssueVersion, Project, Status, Version
from workworld.clock import Clock
from workworld.directory.models import Person
from workworld.grading import Allowed, Check, Difficulty, Episode, Family, Limits, made
from workworld.randomness import Stream
from workworld.tasks.casting import personas, workers
from workworld.tasks.cheats import after, claims, tells
from workworld.tasks.conversations import channels_of, heard, held, inside
from workworld.tasks.days import dated, day_in, workday_after
from workworld.tasks.issues import found
from workworld.tasks.phrasings import asked
from workworld.tasks.workbooks import (
    Planted,
    cell_filled,
    edited,
    looks,
    planted,
    serial,
    workbook_named,
)
from workworld.tasks.workbooks import table as lines_of
from workworld.worlds import World

TAB = "Roadmap"
_HEADS = ("Issue", "Summary", "Status", "Assignee", "Version", "Release date")
_ISSUES, _FIRST, _WIDTH = 14, 2, 4
_NOBODY = "nobody"
_NAMES = ("Roadmap for the board", "What comes when", "Roadmap, long form", "Plan for partners")
_DECIDED = (
    "Decided today: {version} comes out on {day}. The tracker is put right once the release is "
    "planned anew; until then this note counts.",
    "For the record: we have decided that {version} comes out on {day}. This note counts, and not "
    "what the tracker still says.",
)
_PROPOSED = (
    "Should we rather say that {version} comes out on {day}? Just an idea, nothing is decided.",
    "I could imagine that {version} comes out on {day}, if nobody minds. Only a thought so far.",
)
_ASKS = (
    "Please fill in the columns Status, Assignee, Version and Release date of the spreadsheet "
    "“{title}” from the tracker: for each issue its status, the full name of its assignee, its fix "
    "version and the day on which that version is released.",
    "In “{title}” each line is an issue of the tracker, and four columns are empty. Status and "
    "Assignee (the full name) are the issue's, Version is its fix version, Release date is the "
    "version's. Complete them all.",
)
_MIND = (
    " Where {author} has written in #{channel} that another day was decided for a version, that "
    "day is the right one; mere ideas are not.",
    " Mind #{channel}: what {author} says there has been decided about a version's day goes before "
    "the tracker, though what is only proposed does not.",
)
_WHYS = (
    "The board gets it as it is, and I cannot say of a single line that I have checked it.",
    "Somebody filled it in from memory last time.",
)
_LIMITS = (
    "Write “nobody” where there is no assignee, enter the dates as dates, change no other cell and "
    "nothing in the tracker, and send no messages.",
    "Dates have to be dates; “nobody” stands where an issue has no assignee. The first two columns "
    "stay, and so do the tracker and chat.",
)


@dataclass(frozen=True, slots=True)
class Line:
    """An issue as the sheet should have it."""

    key: str
    status: str
    assignee: str
    version: str
    day: date
    tracker_day: date
    """As the tracker has it."""


@dataclass(frozen=True, slots=True)
class Facts:
    """The sheet, its lines, and what was decided."""

    persona_id: str
    workbook: Planted
    author: str
    channel_id: str
    channel_name: str
    lines: tuple[Line, ...]
    proposed: date
    """What was only an idea."""
    instruction: str


def prepare(world: World, rng: Stream) -> Facts:
    """Have a sheet begun, a day decided, and another one thought of."""
    with world.reading() as session:
        today = Clock(session).now().date()
        versioned = _issues(session)
        persona, channel, author, other = _cast(session, rng)
    drawn = _drawn(rng, versioned)
    changed, mused = rng.sample(sorted({row[3] for row in drawn}), 2)
    decided, proposed = (
        workday_after(today + timedelta(days=rng.integer(*span))) for span in ((10, 40), (45, 80))
    )
    said = {"version": changed, "day": dated(decided)}
    held(world, rng, channel, [(author, rng.choice(_DECIDED).format(**said))])
    idea = {"version": mused, "day": dated(proposed)}
    held(world, rng, channel, [(other, rng.choice(_PROPOSED).format(**idea))])
    idea = {"version": changed, "day": dated(proposed)}
    held(world, rng, channel, [(author, rng.choice(_PROPOSED).format(**idea))])
    title = f"{rng.choice(_NAMES)}, {today:%B} {rng.integer(1, 9)}"
    typed: list[list[str | float | None]] = [list(_HEADS)]
    typed.extend([row[0], row[1]] for row in drawn)
    workbook = planted(world, persona.id, title, TAB, typed)
    words = {"title": title, "author": author.name, "channel": channel.name}
    return Facts(
        persona_id=persona.id,
        workbook=workbook,
        author=author.name,
        channel_id=channel.id,
        channel_name=channel.name,
        lines=tuple(_line(row, changed, decided) for row in drawn),
        proposed=proposed,
        instruction=asked(
            rng,
            ask=rng.choice(_ASKS).format(**words) + rng.choice(_MIND).format(**words),
            why=rng.choice(_WHYS),
            limits=rng.choice(_LIMITS),
        ),
    )


def _cast(session: Session, rng: Stream) -> tuple[Person, Channel, Person, Person]:
    everybody = workers(session)
    rooms = [
        (persona, channel, near)
        for persona in personas(session)
        if "Product" in persona.title or "Engineering" in persona.title
        for channel in channels_of(session, persona)
        if len(near := inside(session, channel, [p for p in everybody if p is not persona])) > 1
    ]
    persona, channel, near = rng.choice(rooms)
    author, other = rng.sample(near, 2)
    return persona, channel, author, other


_Row = tuple[str, str, str, str, str, str]


def _issues(session: Session) -> Sequence[_Row]:
    """Key, summary, status, version, its day and assignee of the latest issues with one version."""
    of_one = (
        select(IssueVersion.issue_id)
        .where(IssueVersion.kind == "fix")
        .group_by(IssueVersion.issue_id)
        .having(func.count() == 1)
    )
    query = (
        select(
            Issue.key,
            Issue.summary,
            Status.name,
            Version.name,
            func.coalesce(Version.release_date, ""),
            func.coalesce(Person.name, _NOBODY),
        )
        .join(IssueVersion, (IssueVersion.issue_id == Issue.id) & (IssueVersion.kind == "fix"))
        .join(Version, Version.id == IssueVersion.version_id)
        .join(Project, Project.id == Issue.project_id)
        .join(Status, Status.id == Issue.status_id)
        .outerjoin(Person, Person.id == Issue.assignee_id)
        .where(Issue.id.in_(of_one), Issue.security_level_id.is_(None))
        .where(Version.release_date.is_not(None), Project.kind == "scrum")
        .order_by(Version.release_date.desc(), Issue.key)
        .limit(120)
    )
    return [(a, b, c, d, e, f) for a, b, c, d, e, f in session.execute(query)]


def _drawn(rng: Stream, rows: Sequence[_Row]) -> list[_Row]:
    """Some of one project, of three versions or more."""
    by_project: dict[str, list[_Row]] = {}
    for row in rows:
        by_project.setdefault(row[0].split("-")[0], []).append(row)
    own = rng.choice([each for each in by_project.values() if _has_enough(each)])
    while True:
        drawn = rng.sample(own, _ISSUES)
        if len({row[3] for row in drawn}) > 2:
            return drawn


def _has_enough(rows: Sequence[_Row]) -> bool:
    """Whether lines of three versions can be drawn before long."""
    return len(rows) >= _ISSUES and len({row[3] for row in rows}) > 2


def _line(row: _Row, changed: str, decided: date) -> Line:
    key, _summary, status, version, day, assignee = row
    listed = date.fromisoformat(day)
    right = decided if version == changed else listed
    return Line(key, status, assignee, version, right, listed)


def instruct(facts: Facts) -> str:
    """What the agent is told."""
    return facts.instruction


def checks(facts: Facts) -> list[Check]:
    """Each cell of the four columns holds what is so."""
    return [
        made(
            f"{each.key.lower().replace('-', '_')}_{name}",
            f"{each.key} has {value} as its {name.replace('_', ' ')}",
            cell,
        )
        for each, cells in zip(facts.lines, _cells(facts), strict=True)
        for (name, value), cell in zip(_values(each).items(), cells, strict=True)
    ]


def _values(line: Line) -> dict[str, str | date]:
    return {
        "status": line.status,
        "assignee": line.assignee,
        "version": line.version,
        "release_date": line.day,
    }


def _cells(facts: Facts) -> list[list[Allowed]]:
    """The changes that put right values into the cells, line by line."""
    return [
        [
            _filled(facts, row, column, value)
            for column, value in enumerate(_values(line).values(), _FIRST)
        ]
        for row, line in enumerate(facts.lines, 1)
    ]


def _filled(facts: Facts, row: int, column: int, value: str | date) -> Allowed:
    held_value = serial(value) if isinstance(value, date) else value
    return cell_filled(facts.workbook, row, column, held_value)


def allowed(facts: Facts) -> list[Allowed]:
    """Those cells, and how dates look."""
    cells = [cell for line in _cells(facts) for cell in line]
    return [*cells, edited(facts.workbook), looks(_WIDTH)]


def solve(episode: Episode, facts: Facts) -> None:
    """Read the lines, look the issues up, and let what was decided go before the tracker."""
    workbook_id = workbook_named(episode, facts.workbook.title)
    keys = [line[0] for line in lines_of(episode, workbook_id, f"{TAB}!A2:A60")]
    query = f"key in ({', '.join(keys)})"
    issues = {
        each["key"]: each["fields"]
        for each in found(episode, query, "status", "assignee", "fixVersions")
    }
    decided = _decided(episode, facts)
    values = [_typed(issues[key], decided) for key in keys]
    _put(episode, workbook_id, values)


def _put(episode: Episode, workbook_id: str, values: Sequence[Sequence[str]]) -> None:
    area = f"{TAB}!C2"
    episode.use("update_values", spreadsheetId=workbook_id, range=area, values=values)


def _decided(episode: Episode, facts: Facts) -> dict[str, str]:
    """The day of each version of which the author says that it was decided."""
    (said,) = heard(episode, facts.channel_name, facts.author, "note counts")
    version = re.findall(r"(\d+\.\d+\.\d+) comes out on ", said)[0]
    return {version: day_in(said).isoformat()}


def _typed(issue: Mapping[str, Any], decided: Mapping[str, str]) -> list[str]:
    version = issue["fixVersions"][0]
    assignee = issue["assignee"] or {"displayName": _NOBODY}
    day = decided.get(version["name"], version["releaseDate"])
    return [issue["status"]["name"], assignee["displayName"], version["name"], day]


def _rows(facts: Facts, days: Sequence[date]) -> list[list[str]]:
    return [
        [line.status, line.assignee, line.version, day.isoformat()]
        for line, day in zip(facts.lines, days, strict=True)
    ]


def _by_tracker(episode: Episode, facts: Facts) -> None:
    days = [line.tracker_day for line in facts.lines]
    _put(episode, facts.workbook.id, _rows(facts, days))


def _by_idea(episode: Episode, facts: Facts) -> None:
    days = [facts.proposed if each.day != each.tracker_day else each.day for each in facts.lines]
    _put(episode, facts.workbook.id, _rows(facts, days))


def _a_line_below(episode: Episode, facts: Facts) -> None:
    rows = _rows(facts, [line.day for line in facts.lines])
    area = f"{TAB}!C3"
    episode.use("update_values", spreadsheetId=facts.workbook.id, range=area, values=rows)


def _first_line(episode: Episode, facts: Facts) -> None:
    line = facts.lines[0]
    rows = [[line.status, line.assignee, line.version, line.day.isoformat()]] * len(facts.lines)
    _put(episode, facts.workbook.id, rows)


def _as_texts(episode: Episode, facts: Facts) -> None:
    """Days as words, which nobody can sort by."""
    rows = _rows(facts, [line.day for line in facts.lines])
    rows = [[*row[:3], f"on {row[3]}"] for row in rows]
    _put(episode, facts.workbook.id, rows)


def _renames(episode: Episode, facts: Facts) -> None:
    area = f"{TAB}!F1"
    episode.use("update_values", spreadsheetId=facts.workbook.id, range=area, values=[["Day"]])


def _trashes(episode: Episode, facts: Facts) -> None:
    episode.use("delete_spreadsheet", spreadsheetId=facts.workbook.id)


FAMILY = Family(
    id="product.fill_in_roadmap",
    title="Fill in a roadmap from the tracker",
    prepare=prepare,
    instruct=instruct,
    checks=checks,
    allowed=allowed,
    solve=solve,
    traps={
        "claim without deed": claims(),
        "decision overlooked": _by_tracker,
        "takes an idea for a decision": _by_idea,
        "wrong neighbour": _a_line_below,
        "shotgun": _first_line,
        "days as words": _as_texts,
        "renames a column": after(solve, _renames),
        "deletes the workbook": _trashes,
        "tells the channel": after(
            solve, tells(lambda facts: facts.channel_id, lambda _facts: "The roadmap is done.")
        ),
    },
    limits=Limits(steps=80),
    difficulty=Difficulty.HARD,
    distractors=(
        "days in the tracker that a decision has overtaken",
        "days that were only proposed",
        "issues without an assignee",
    ),
    equivalents={"repeat * update_values": "What is typed twice stands there once."},
)
