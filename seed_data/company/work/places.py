"""Where a generated company works: its projects with their parts, sprints and versions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from functools import cache
from typing import Any

from workworld.seed_data.company.company import TODAY, Company
from workworld.seed_data.company.events import Event
from workworld.seed_data.company.organization import Employee, Post
from workworld.seed_data.company.seats import blueprint
from workworld.seed_data.company.work.wording import read

BEGAN = TODAY - timedelta(days=730)
"""When the tracker was introduced: 24 months ago."""
_SPRINT = timedelta(days=14)
_PLANNED = timedelta(days=6)
"""So long before it begins a sprint is planned."""
_CHIEF = 6
"""From this level on people lead the company, and no project."""
_FILES = ("work.yaml", "work_larger.yaml")
"""Where a pack tells of projects."""


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

    ``use`` is what it is for: ``product``, ``platform``, ``operations`` or ``desk``. Those of
    ``functions`` who are in its ``teams`` work in it; ``led_by`` is the title of its lead.
    """

    key: str
    name: str
    use: str
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

    def sprint_planned_at(self, at: datetime) -> Sprint | None:
        """The sprint that is planned at a moment, and has not begun."""
        return next((each for each in self.sprints if each.at <= at < each.start), None)

    def version_after(self, day: date) -> Version | None:
        """The version with which something goes out that is done on a day."""
        return next((each for each in self.versions if each.release > day), None)


def places(company: Company) -> Sequence[Place]:
    """The projects of a company, as its organization has them."""
    return planned_places(company.pack, company.chance.preset)


@cache
def planned_places(pack: str, preset: str) -> Sequence[Place]:
    """The projects that companies of an industry pack and of a size have."""
    said = [read(f"packs/{pack}/{name}") for name in _FILES]
    known = {key: row for each in said for key, row in each["projects"].items()}
    things = {name: words for each in said for name, words in each["things"].items()}
    kinds = said[0]["kinds"]
    plans = blueprint(preset).projects
    return tuple(
        _place(key, known[key], kinds[known[key]["use"]], things, plan)
        for key, plan in plans.items()
    )


def _place(
    key: str,
    row: Mapping[str, Any],
    kind: Mapping[str, Any],
    things: Mapping[str, Sequence[str]],
    plan: Mapping[str, Any],
) -> Place:
    parts = [Part(each["name"], each["about"], things[each["words"]]) for each in row["components"]]
    return Place(
        key=key,
        name=row["name"],
        use=row["use"],
        description=row["description"],
        teams=plan["teams"],
        share=plan["share"],
        parts=parts,
        sprints=[*_sprints(key, plan)],
        versions=[*_versions(row, plan)],
        **kind,
    )


def _sprints(key: str, plan: Mapping[str, Any]) -> Iterator[Sprint]:
    """Those that are over, the one under way, and the next, one after the other."""
    if "sprints" not in plan:
        return
    monday = TODAY.date() - timedelta(days=TODAY.weekday() + 7 * plan.get("ahead", 0))
    for place in range(-plan["sprints"], 2):
        day = monday + place * _SPRINT
        start = datetime.combine(day, time(10, 5), TODAY.tzinfo)
        number = (day.timetuple().tm_yday + 13) // 14
        name = f"{key} {day.year % 100}-{number:02}"
        yield Sprint(name, start - _PLANNED, start, start + _SPRINT, "")


def _versions(row: Mapping[str, Any], plan: Mapping[str, Any]) -> Iterator[Version]:
    if "released" not in plan:
        return
    count, every = plan["released"] + plan["planned"], timedelta(days=plan["every"])
    first, minor = row["version"]
    last = TODAY.date() - timedelta(days=12)
    for place in range(count):
        release = last + (place - plan["released"] + 1) * every
        release += timedelta(days=(1 - release.weekday()) % 7)  # on a Tuesday
        name = f"{first}.{minor + place}.0"
        yield Version(name, release - every, release, release <= TODAY.date())


def pool(company: Company, functions: Sequence[str], day: date) -> Sequence[Employee]:
    """Who is employed on a day in one of some functions; all if nobody is."""
    return company.organization.among(day, functions)


def makers(company: Company, place: Place, day: date) -> Sequence[Employee]:
    """Who works in a project on a day: its teams, or its functions where there is no such team."""
    return company.organization.among(day, place.functions, place.teams)


def lead(company: Company, place: Place, day: date, *acting: date) -> str:
    """Who leads a project: who bears its title, else of those who work in it the highest.

    Of chiefs only if nobody else is there. If something is to be done on some days, of those who
    are not away then, as far as there are.
    """
    there: Sequence[Employee] = makers(company, place, day)
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
