"""Where a generated company works: its projects with their parts, sprints and versions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from workworld.seed_data.company.company import TODAY, Company
from workworld.seed_data.company.events import Event
from workworld.seed_data.company.organization import Employee, Post
from workworld.seed_data.company.work.wording import read

BEGAN = TODAY - timedelta(days=730)
"""When the tracker was introduced: 24 months ago."""
_SPRINT = timedelta(days=14)
_FIRST_SPRINTS = {"ENG": 50, "PLT": 6}
"""So many sprints lie behind; the platform's team has only had them for some months."""
_CHIEF = 6
"""From this level on people lead the company, and no project."""
_RELEASE_EVERY = {"ENG": 42, "PLT": 168}
"""Days between releases."""


@dataclass(frozen=True, slots=True)
class Part:
    """A component of a project; ``things`` are what it is about, in the plural."""

    name: str
    about: str
    things: Sequence[str]


@dataclass(frozen=True, slots=True)
class Sprint:
    """Two weeks of a team; ``at`` says when it was planned."""

    name: str
    at: datetime
    start: datetime
    end: datetime
    goal: str


@dataclass(frozen=True, slots=True)
class Version:
    """A release, past or planned."""

    name: str
    start: date
    release: date
    is_released: bool


@dataclass(frozen=True, slots=True)
class Place:
    """A project; ``share`` is its part of all issues in hundredths, ``types`` weighs them.

    Those of ``functions`` who are in its ``teams`` work in it; ``led_by`` is the title of its lead.
    """

    key: str
    name: str
    kind: str
    description: str
    category: str
    functions: Sequence[str]
    teams: Sequence[str]
    led_by: str
    reporters: Sequence[str]
    share: int
    types: Mapping[str, int]
    parts: Sequence[Part]
    sprints: Sequence[Sprint]
    versions: Sequence[Version]

    def sprint_at(self, at: datetime) -> Sprint | None:
        """The sprint that is under way at a moment."""
        return next((each for each in self.sprints if each.start <= at < each.end), None)

    def version_after(self, day: date) -> Version | None:
        """The version with which something goes out that is done on a day."""
        return next((each for each in self.versions if each.release > day), None)


def places(pack: str) -> list[Place]:
    """The projects of an industry pack."""
    said = read(f"packs/{pack}/work.yaml")
    return [_place(key, row, said) for key, row in said["projects"].items()]


def _place(key: str, row: Mapping[str, object], said: Mapping[str, object]) -> Place:
    things: Mapping[str, Sequence[str]] = said["things"]  # type: ignore[assignment]
    planned: Mapping[str, Mapping[str, int]] = said["versions"]  # type: ignore[assignment]
    kept = {name: each for name, each in row.items() if name != "components"}
    parts = [
        Part(each["name"], each["about"], things[each["words"]])
        for each in row["components"]  # type: ignore[attr-defined]
    ]
    return Place(
        key=key,
        parts=parts,
        sprints=[*_sprints(key)],
        versions=[*_versions(key, planned[key])] if key in planned else [],
        **kept,  # type: ignore[arg-type]
    )


def _sprints(key: str) -> Iterator[Sprint]:
    """Those that are over, the one under way, and the next, one after the other."""
    past = _FIRST_SPRINTS.get(key)
    if past is None:
        return
    monday = TODAY.date() - timedelta(days=TODAY.weekday() + (7 if key == "PLT" else 0))
    for place in range(-past, 2):
        day = monday + place * _SPRINT
        start = datetime.combine(day, time(10, 5), TODAY.tzinfo)
        number = (day.timetuple().tm_yday + 13) // 14
        name = f"{key} {day.year % 100}-{number:02}"
        yield Sprint(name, start - timedelta(days=4), start, start + _SPRINT, "")


def _versions(key: str, plan: Mapping[str, int]) -> Iterator[Version]:
    count, every = plan["released"] + plan["planned"], timedelta(days=_RELEASE_EVERY[key])
    last = TODAY.date() - timedelta(days=12)
    for place in range(count):
        release = last + (place - plan["released"] + 1) * every
        release += timedelta(days=(1 - release.weekday()) % 7)  # on a Tuesday
        name = f"{plan['first']}.{plan['minor'] + place}.0"
        yield Version(name, release - every, release, release <= TODAY.date())


def pool(company: Company, functions: Sequence[str], day: date) -> list[Employee]:
    """Who is employed on a day in one of some functions; all if nobody is."""
    there = company.organization.there(day)
    return [each for each in there if each.function in functions] or there


def makers(company: Company, place: Place, day: date) -> list[Employee]:
    """Who works in a project on a day: its teams, or its functions where there is no such team."""
    there = pool(company, place.functions, day)
    return [each for each in there if each.post_on(day).team in place.teams] or there


def lead(company: Company, place: Place, day: date, *acting: date) -> str:
    """Who leads a project: who bears its title, else of those who work in it the highest.

    Of chiefs only if nobody else is there. If something is to be done on some days, of those who
    are not away then, as far as there are.
    """
    there = makers(company, place, day)
    there = [each for each in there if not any(map(each.is_away, acting))] or there
    there = [each for each in there if each.post_on(day).level < _CHIEF] or there
    return max(there, key=lambda each: _standing(each.post_on(day), place, each.started)).key


def _standing(post: Post, place: Place, started: date) -> tuple[bool, int, int]:
    return post.title == place.led_by, post.level, -started.toordinal()


def plan(company: Company, place: Place, goals: Sequence[str]) -> Iterator[Event]:
    """Sprints are planned, versions are released."""
    for number, sprint in enumerate(place.sprints):
        # Who plans a sprint completes it as well.
        by = lead(company, place, sprint.at.date(), sprint.at.date(), sprint.end.date())
        yield Event(
            f"work/{place.key}/sprint/{sprint.name}",
            "sprint.planned",
            min(sprint.at, TODAY - timedelta(minutes=50)),
            by,
            {"sprint": sprint.name, "project": place.key},
            {"start": sprint.start, "end": sprint.end, "goal": goals[number % len(goals)]},
        )
    for version in place.versions:
        if version.is_released:
            at = datetime.combine(version.release, time(10, 20), TODAY.tzinfo)
            yield Event(
                f"work/{place.key}/version/{version.name}",
                "version.released",
                min(at, TODAY - timedelta(minutes=10)),
                lead(company, place, version.release),
                {"version": version.name, "project": place.key},
                {"start": version.start, "release": version.release},
            )
