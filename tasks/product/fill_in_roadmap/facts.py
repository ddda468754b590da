"""The sheet, what belongs into it, and what was decided, supposed and taken back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from workworld.apps.chat.models import Channel
from workworld.apps.tracker.models import Issue, IssueVersion, Project, Status, Version
from workworld.apps.tracker.service import issues
from workworld.calls import perform
from workworld.clock import Clock
from workworld.context import Actor
from workworld.directory.models import Person
from workworld.randomness import Stream
from workworld.tasks.casting import personas, workers
from workworld.tasks.conversations import channels_of, held, inside
from workworld.tasks.days import dated, workday_after
from workworld.tasks.issues import Led, assignable, led_projects, said
from workworld.tasks.phrasings import asked
from workworld.tasks.workbooks import (
    Planted,
    planted,
)
from workworld.worlds import World

TAB = "Roadmap"
_HEADS = ("Issue", "Summary", "Status", "Assignee", "Version", "Release date")
_ISSUES = 14
_FLAGGED, _MOVED = 5, 3
NOBODY = "nobody"
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
_MOVES = (
    " An issue with a flag may go into another version than its field says: {lead} decides that in "
    "a comment on the issue, and takes it back there. The last decision counts, suggestions of "
    "others do not.",
    " For issues that are flagged read the comments, too: if {lead} has decided there that one "
    "goes into another version, and has not gone back on it, that version is the right one, with "
    "its day. What others would like does not matter.",
)
_GOES = (
    "Let us say it goes into {version} instead. I change the field when the branch is cut.",
    "Decided: it goes into {version} instead. The field follows next week.",
)
_STAYS = (
    "No, it stays in {version} after all.",
    "We have turned round on this: it stays in {version}.",
)
_COULD = (
    "It could as well go into {version}, if you ask me.",
    "I would rather see that go into {version}.",
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
    tracker_version: str
    """As the issue's field has it."""
    tracker_day: date
    """As the tracker has it for the version that is right."""
    field_day: date
    """Of the version in the field, by the last decision in chat."""
    suggested: str
    """A version that somebody would like, or from which it was taken back; empty if none is."""
    suggested_day: date


@dataclass(frozen=True, slots=True)
class Facts:
    """The sheet, its lines, and what was decided."""

    persona_id: str
    workbook: Planted
    author: str
    lead: str
    """Of the project."""
    channel_id: str
    channel_name: str
    lines: tuple[Line, ...]
    proposed: date
    """What was only an idea."""
    instruction: str


def prepare(world: World, rng: Stream) -> Facts:
    """Have a sheet begun, a day decided, another one thought of, and issues moved by comments."""
    with world.reading() as session:
        today = Clock(session).now().date()
        drawn = _drawn(rng, _issues(session))
        project = _project(session, drawn[0][0])
        persona, channel, author, other = _cast(session, rng, project)
    talks = _talked_over(world, rng, project, drawn)
    # A version in which no line is in the end would let the decision be overlooked.
    changed = rng.choice(sorted({_version(row, talks) for row in drawn}))
    mused = rng.choice(sorted({row[3] for row in drawn} - {changed}))
    decided, proposed = (
        workday_after(today + timedelta(days=rng.integer(*span))) for span in ((10, 40), (45, 80))
    )
    news = {"version": changed, "day": dated(decided)}
    held(world, rng, channel, [(author, rng.choice(_DECIDED).format(**news))])
    idea = {"version": mused, "day": dated(proposed)}
    held(world, rng, channel, [(other, rng.choice(_PROPOSED).format(**idea))])
    idea = {"version": changed, "day": dated(proposed)}
    held(world, rng, channel, [(author, rng.choice(_PROPOSED).format(**idea))])
    days = {row[3]: date.fromisoformat(row[4]) for row in drawn}
    lines = _lines(drawn, talks, days, (changed, decided))
    title = f"{rng.choice(_NAMES)}, {today:%B} {rng.integer(1, 9)}"
    typed: list[list[str | float | None]] = [list(_HEADS)]
    typed.extend([row[0], row[1]] for row in drawn)
    workbook = planted(world, persona.id, title, TAB, typed)
    words = {"title": title, "author": author.name, "channel": channel.name}
    words["lead"] = project.lead.name
    return Facts(
        persona_id=persona.id,
        workbook=workbook,
        author=author.name,
        lead=project.lead.name,
        channel_id=channel.id,
        channel_name=channel.name,
        lines=tuple(lines),
        proposed=proposed,
        instruction=asked(
            rng,
            ask="".join(rng.choice(each).format(**words) for each in (_ASKS, _MIND, _MOVES)),
            why=rng.choice(_WHYS),
            limits=rng.choice(_LIMITS),
        ),
    )


def _project(session: Session, key: str) -> Led:
    """The project to which an issue belongs."""
    (found_one,) = (each for each in led_projects(session) if key.startswith(f"{each.key}-"))
    return found_one


def _cast(session: Session, rng: Stream, project: Led) -> tuple[Person, Channel, Person, Person]:
    everybody = [each for each in workers(session) if each.id != project.lead.id]
    rooms = [
        (persona, channel, near)
        for persona in personas(session)
        if ("Product" in persona.title or "Engineering" in persona.title)
        and persona.id != project.lead.id
        for channel in channels_of(session, persona)
        if len(near := inside(session, channel, [p for p in everybody if p is not persona])) > 1
    ]
    persona, channel, near = rng.choice(rooms)
    author, other = rng.sample(near, 2)
    return persona, channel, author, other


@dataclass(frozen=True, slots=True)
class _Talk:
    """What was said of the version of an issue: the one that counts, and one that does not."""

    goes: str = ""
    could: str = ""


def _talked_over(
    world: World, rng: Stream, project: Led, drawn: Sequence[_Row]
) -> Mapping[str, _Talk]:
    """Have issues flagged and their versions talked over; by key."""
    lead = project.lead.id
    others = sorted(assignable(world, lead, project.key) - {lead})
    versions = sorted({row[3] for row in drawn})
    talks: dict[str, _Talk] = {}
    for place, row in enumerate(rng.sample(drawn, _FLAGGED)):
        key, old = row[0], row[3]
        new = rng.choice([each for each in versions if each != old])
        if place < _MOVED:
            comments = [(lead, rng.choice(_GOES).format(version=new))]
            talks[key] = _Talk(goes=new)
        elif place < _FLAGGED - 1:
            texts = rng.choice(_GOES).format(version=new), rng.choice(_STAYS).format(version=old)
            comments = [(lead, each) for each in texts]
            talks[key] = _Talk(could=new)
        else:
            comments = [(rng.choice(others), rng.choice(_COULD).format(version=new))]
            talks[key] = _Talk(could=new)
        perform(world, Actor(lead), issues.flag, issue=key)
        for who, text in comments:
            said(world, who, key, text)
    return talks


_Row = tuple[str, str, str, str, str, str]


def _version(row: _Row, talks: Mapping[str, _Talk]) -> str:
    """Into which version an issue goes in the end."""
    return talks.get(row[0], _Talk()).goes or row[3]


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
            func.coalesce(Person.name, NOBODY),
        )
        .join(IssueVersion, (IssueVersion.issue_id == Issue.id) & (IssueVersion.kind == "fix"))
        .join(Version, Version.id == IssueVersion.version_id)
        .join(Project, Project.id == Issue.project_id)
        .join(Status, Status.id == Issue.status_id)
        .outerjoin(Person, Person.id == Issue.assignee_id)
        .where(Issue.id.in_(of_one), Issue.security_level_id.is_(None))
        .where(Version.release_date.is_not(None), Project.kind == "scrum")
        .order_by(Version.release_date.desc(), Issue.key)
        .limit(400)
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


def _lines(
    rows: Sequence[_Row],
    talks: Mapping[str, _Talk],
    days: Mapping[str, date],
    decided: tuple[str, date],
) -> list[Line]:
    """The lines as they should be; days of versions as the tracker has them, and one decided."""
    right = dict([*days.items(), decided])
    found_ones = []
    for row in rows:
        key, _summary, status, version, _day, assignee = row
        goes, could = _version(row, talks), talks.get(key, _Talk()).could
        found_ones.append(
            Line(
                key=key,
                status=status,
                assignee=assignee,
                version=goes,
                day=right[goes],
                tracker_version=version,
                tracker_day=days[goes],
                field_day=right[version],
                suggested=could,
                suggested_day=right[could or goes],
            )
        )
    return found_ones
