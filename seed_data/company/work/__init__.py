"""What a generated company works on: projects with sprints and releases, and issues that live."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from workworld.randomness import Stream
from workworld.seed_data.company.company import TODAY, Company
from workworld.seed_data.company.work import pieces, planted
from workworld.seed_data.company.work.flows import open_issue, run
from workworld.seed_data.company.work.lives import Life
from workworld.seed_data.company.work.places import BEGAN, Place, makers, places, plan, pool
from workworld.seed_data.company.work.wording import read

_ISSUES = {"startup": 3140, "mid": 27_600}
"""By preset; arcs open some more."""
_BACKLOG = 13
"""Of a hundred issues of product teams nobody takes up so many."""
_EPIC = {"Story": 60, "Task": 40, "Bug": 18, "Spike": 30}
"""How many of a hundred belong to an epic."""


def play(company: Company) -> None:
    """Add to the history all that is planned, opened, done and released."""
    known = _customers(company)
    goals: Sequence[str] = read("text/work_plans.yaml")["goals"]
    count = _ISSUES.get(company.chance.preset, 0)
    said: dict[str, None] = {}
    for place in places(company):
        company.history.add(plan(company, place, goals))
        lives = [*_lives(company, place, count * place.share // 100, known, said)]
        planted.leave_stale(company, place, lives)
        for life in lives:
            life.hand_over()
            company.history.add(life.events)


def _customers(company: Company) -> list[tuple[datetime, str]]:
    """The customers that people talk about, and since when."""
    opened = company.history.of("account.opened")
    named = [
        (each.at, each.facts["name"]) for each in opened if each.facts.get("type") == "Customer"
    ]
    return named[:120]


def _lives(
    company: Company,
    place: Place,
    count: int,
    known: Sequence[tuple[datetime, str]],
    said: dict[str, None],
) -> Iterator[Life]:
    """Issues of a project, each with its life, by time."""
    times = company.chance.stream("work", place.key, "times")
    share = 100 - place.types.get("Sub-task", 0)
    top = count * share // 100
    moments = sorted(_moment(times) for _ in range(top))
    recent: list[Life] = []
    epics: list[Life] = []
    is_misled = False
    for number, at in enumerate(moments):
        stream = company.chance.stream("work", place.key, number)
        life = _begin(company, place, number, stream, at, known)
        if life is None:
            continue
        life.said = said
        original = planted.original(life, recent)
        if original is not None:
            planted.resemble(life, original)
            if life.type == "Bug" and not is_misled:
                planted.mislead(life)
        epic = _epic(life, epics)
        if not open_issue(life, epic.name if epic else "", **_votes(life)):
            continue
        if life.title:
            is_misled = True
            planted.note_title(company, life)
        yield from _live(company, life, original)
        recent = [*recent[-11:], life]
        if life.type == "Epic":
            epics.append(life)


def _live(company: Company, life: Life, original: Life | None) -> Iterator[Life]:
    """An opened issue goes on; also what it is broken into."""
    if original is not None and planted.close_as_duplicate(company, life, original):
        yield life
        return
    if life.place.kind == "scrum" and life.type != "Epic" and life.chance(_BACKLOG):
        yield life
        return
    run(life)
    yield life
    yield from pieces.of(life)


def _begin(
    company: Company,
    place: Place,
    number: int,
    stream: Stream,
    at: datetime,
    known: Sequence[tuple[datetime, str]],
) -> Life | None:
    """Somebody at work has something to open."""
    weights = {name: each for name, each in place.types.items() if name != "Sub-task"}
    kind = stream.choice([name for name, each in weights.items() for _ in range(each)])
    there = pool(company, place.reporters, at.date())
    if kind in ("Epic", "Story", "Spike", "Change"):
        there = makers(company, place, at.date())
    reporter = stream.choice(there).key
    moment = company.hours.moment_for(reporter, at, stream)
    if moment is None or moment > TODAY - timedelta(minutes=30):
        return None
    part = place.parts[stream.integer(0, len(place.parts) - 1)]
    name = f"work/{place.key}/{number:05}"
    return Life(company, place, part, name, stream, kind, reporter, moment, known)


def _epic(life: Life, epics: Sequence[Life]) -> Life | None:
    """One of the latest epics that are not done, if it belongs to one."""
    going = [each for each in epics[-9:] if not each.is_done or each.at > life.at]
    if not going or not life.chance(_EPIC.get(life.type, 0)):
        return None
    return life.stream.choice(going)


def _votes(life: Life) -> dict[str, list[str]]:
    """Some things are wanted by several."""
    if life.type not in ("Story", "Bug") or not life.chance(14):
        return {}
    there = [each.key for each in life.company.organization.there(life.at.date())]
    fit = [each for each in there if each != life.reporter]
    return {"votes": life.stream.sample(fit, min(len(fit), life.stream.integer(1, 5)))}


def _moment(stream: Stream) -> datetime:
    """A working hour of the two years, later ones a little more often."""
    drawn = max(stream.integer(0, 10**6), stream.integer(0, 10**6) * 9 // 10)
    return BEGAN + (TODAY - BEGAN) * drawn / 10**6
