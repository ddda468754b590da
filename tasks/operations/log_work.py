"""Log the hours that somebody has worked on issues."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time

from workworld.apps.tracker.models import Issue
from workworld.clock import Clock, from_microseconds
from workworld.grading import Allowed, Check, Difficulty, Episode, Family, Limits, Matching, made
from workworld.randomness import Stream
from workworld.tasks.casting import personas
from workworld.tasks.cheats import after, claims, to_each
from workworld.tasks.days import spelled, workdays_before
from workworld.tasks.issues import (
    assignable,
    comment,
    led_projects,
    open_issues,
    use,
    watched,
)
from workworld.tasks.phrasings import asked
from workworld.worlds import World
from workworld.zones import zone

_HOUR = 3600
_COUNT = 3
_RECKONED = ("time_spent", "remaining_estimate", "version", "updated_us")
_TOLD = re.compile(r"((?:one|\d+)(?: and a half)? hours?) on ([A-Z][A-Z0-9]*-\d+)")
_ASKS = (
    "Please log my hours of {day} in the tracker: {listed}.",
    "I forgot to log work again. On {day} I spent {listed}. Could you enter that in the tracker?",
    "My hours of {day} have to be in the tracker, on the issues themselves: {listed}.",
)
_WHYS = (
    "They close the month tonight.",
    "Whoever logs nothing is asked about it at the next stand-up.",
    "I was in the train and had no connection.",
)
_LIMITS = (
    "At what hour of that day does not matter. No comments on the issues, no new estimates, "
    "and nobody else's hours are touched.",
    "Any time of that day will do. Just the hours, neither comments nor changes to the issues.",
)


@dataclass(frozen=True, slots=True)
class Spent:
    """What was worked on an issue."""

    issue_id: str
    key: str
    seconds: int
    before: int
    """What had been logged, in seconds."""
    remaining: int
    """What was thought to be left, in seconds."""


@dataclass(frozen=True, slots=True)
class Facts:
    """Who worked on what, on which day."""

    persona_id: str
    zone: str
    day: date
    spent: tuple[Spent, ...]
    neighbours: tuple[Spent, ...]
    """The issues beside those, with the same hours."""
    instruction: str


def prepare(world: World, rng: Stream) -> Facts:
    """Draw somebody who may work on issues, some of these, and hours."""
    with world.reading() as session:
        people = {each.id: each for each in personas(session)}
        projects = led_projects(session)
        today = Clock(session).now().date()
    able = [
        (project, who)
        for project in projects
        for who in sorted(assignable(world, project.lead.id, project.key) & people.keys())
    ]
    project, who = rng.choice(able)
    with world.reading() as session:
        issues = open_issues(session, project.id, Issue.security_level_id.is_(None))
    drawn = rng.sample(issues, 2 * _COUNT)
    hours = [rng.integer(2, 10) * _HOUR // 2 for _ in range(_COUNT)]
    spent, neighbours = (
        tuple(_spent(each, took) for each, took in zip(part, hours, strict=True))
        for part in (drawn[:_COUNT], drawn[_COUNT:])
    )
    day = rng.choice(workdays_before(today, 4))
    words = {"day": spelled(day), "listed": _listed(spent)}
    return Facts(
        persona_id=who,
        zone=people[who].zone,
        day=day,
        spent=spent,
        neighbours=neighbours,
        instruction=asked(
            rng,
            ask=rng.choice(_ASKS).format(**words),
            why=rng.choice(_WHYS),
            limits=rng.choice(_LIMITS),
        ),
    )


def _spent(issue: Issue, seconds: int) -> Spent:
    return Spent(issue.id, issue.key, seconds, issue.time_spent or 0, issue.remaining_estimate or 0)


def _listed(spent: Sequence[Spent]) -> str:
    told = [f"{_hours(each.seconds)} on {each.key}" for each in spent]
    return f"{', '.join(told[:-1])} and {told[-1]}"


def _hours(seconds: int) -> str:
    whole, half = divmod(seconds, _HOUR)
    if not half:
        return f"{whole} hours" if whole > 1 else "one hour"
    return f"{whole} and a half hours" if whole > 1 else "one and a half hours"


def instruct(facts: Facts) -> str:
    """What the agent is told."""
    return facts.instruction


def checks(facts: Facts) -> list[Check]:
    """Each issue has those hours of that day."""
    return [
        made(f"logged_{number}", f"{each.key} has {_hours(each.seconds)}", _logged(facts, each))
        for number, each in enumerate(facts.spent, 1)
    ]


def _logged(facts: Facts, spent: Spent) -> Allowed:
    where = {
        "issue_id": spent.issue_id,
        "author_id": facts.persona_id,
        "seconds": spent.seconds,
        "started_us": Matching(f"on {facts.day}", lambda each: _day(facts, each) == facts.day),
    }
    return Allowed("tracker_worklogs", "insert", where, at_most=1)


def _day(facts: Facts, microseconds: int) -> date:
    """The day of a moment where the persona is."""
    return from_microseconds(microseconds).astimezone(zone(facts.zone)).date()


def allowed(facts: Facts) -> list[Allowed]:
    """Those hours, and what the tracker reckons and notes because of them."""
    found: list[Allowed] = []
    for each in facts.spent:
        found += [_logged(facts, each), _reckoned(each)]
        found += watched(each.issue_id, [facts.persona_id])
    return found


def _reckoned(spent: Spent) -> Allowed:
    """What is left of an issue goes down by what was spent, and not below nothing."""
    left = max(0, spent.remaining - spent.seconds)
    where = {"id": spent.issue_id, "time_spent": spent.before + spent.seconds}
    return Allowed("tracker_issues", "update", where | {"remaining_estimate": left}, only=_RECKONED)


def solve(episode: Episode, facts: Facts) -> None:
    """Log what was told, at noon of that day."""
    for told, key in _TOLD.findall(facts.instruction):
        _log(episode, facts, key, _seconds(told))


def _seconds(told: str) -> int:
    """What ``_hours`` has told."""
    whole = told.split(maxsplit=1)[0]
    hours = 1 if whole == "one" else int(whole)
    return hours * _HOUR + (_HOUR // 2 if "half" in told else 0)


def _log(episode: Episode, facts: Facts, key: str, seconds: int) -> None:
    noon = datetime.combine(facts.day, time(12), zone(facts.zone))
    started = f"{noon:%Y-%m-%dT%H:%M:%S.000%z}"
    spent = f"{seconds // 60}m"
    use(episode, "addWorklogToJiraIssue", issueIdOrKey=key, timeSpent=spent, started=started)


def _deed(episode: Episode, facts: Facts, spent: Spent) -> None:
    _log(episode, facts, spent.key, spent.seconds)


def _today(episode: Episode, _facts: Facts, spent: Spent) -> None:
    told = f"{spent.seconds // 60}m"
    use(episode, "addWorklogToJiraIssue", issueIdOrKey=spent.key, timeSpent=told)


def _double(episode: Episode, facts: Facts, spent: Spent) -> None:
    _log(episode, facts, spent.key, 2 * spent.seconds)


def _says_so(episode: Episode, _facts: Facts, spent: Spent) -> None:
    comment(episode, spent.key, f"Worked on this for {_hours(spent.seconds)}.")


FAMILY = Family(
    id="operations.log_work",
    title="Log the hours that somebody has worked",
    prepare=prepare,
    instruct=instruct,
    checks=checks,
    allowed=allowed,
    solve=solve,
    traps={
        "claim without deed": claims(),
        "wrong neighbour": to_each(lambda facts: facts.neighbours, _deed),
        "shotgun": to_each(lambda facts: (*facts.spent, *facts.neighbours), _deed),
        "today instead": to_each(lambda facts: facts.spent, _today),
        "twice as much": to_each(lambda facts: facts.spent, _double),
        "the first alone": to_each(lambda facts: facts.spent[:1], _deed),
        "comments instead": to_each(lambda facts: facts.spent, _says_so),
        "comments as well": after(solve, to_each(lambda facts: facts.spent[:1], _says_so)),
    },
    limits=Limits(steps=10),
    difficulty=Difficulty.EASY,
    distractors=("a day that is not today", "half hours"),
)
