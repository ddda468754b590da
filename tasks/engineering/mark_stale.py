"""Label the issues of a component that nobody has and that have not been touched for long."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import TYPE_CHECKING, Any

from sqlalchemy import update

from workworld.apps.tracker.models import Component, Issue
from workworld.apps.tracker.service import components
from workworld.calls import perform
from workworld.clock import Clock, to_microseconds
from workworld.context import Actor
from workworld.directory import people as directory
from workworld.grading import Allowed, Check, Difficulty, Episode, Family, Limits, made
from workworld.randomness import Stream
from workworld.tasks.cheats import after, claims, to_each
from workworld.tasks.days import dated
from workworld.tasks.issues import (
    Ticket,
    assign,
    comment,
    edit,
    found,
    led_projects,
    moved,
    planted,
    touched,
)
from workworld.tasks.phrasings import asked
from workworld.tasks.reports import FAULTS, WORK
from workworld.tasks.screens import tracker
from workworld.worlds import World
from workworld.zones import zone

if TYPE_CHECKING:
    from playwright.sync_api import Page

_LABEL = "stale"
_OTHER_LABEL = "customer-wish"
_COMPONENTS = ("Kiosk", "Loading plan", "Driver app", "Ferry bookings", "Weighbridge", "Seal log")
_ASKS = (
    "Put the label stale on every unresolved issue of the component {component} in {project} that "
    "nobody is assigned to and that was last updated before {day}.",
    "Which issues of {component} ({project}) have been forgotten? Those that are unresolved, "
    "without an assignee and not updated since {day} began get the label stale.",
    "We clear out {component} in {project}. Please label as stale whatever is unresolved there, "
    "has no assignee and has not been updated on or after {day}.",
)
_WHYS = (
    "I shall go through them one by one next week.",
    "Half of that list is older than the team.",
    "Nobody dares to close any of them, so we begin with a label.",
)
_LIMITS = (
    "Labels that are there remain. Do not comment, close or assign anything, and leave all other "
    "issues alone.",
    "Keep the labels that they have, and change nothing else: whoever has an issue, or has "
    "touched it since, shall not hear of this.",
)


@dataclass(frozen=True, slots=True)
class Facts:
    """The component, and which of its issues are stale."""

    persona_id: str
    project: str
    component: str
    day: date
    stale: tuple[Ticket, ...]
    labelled: Ticket
    """One of these: it has another label."""
    assigned: tuple[Ticket, ...]
    recent: tuple[Ticket, ...]
    resolved: Ticket
    elsewhere: Ticket
    """One of another component."""
    instruction: str

    @property
    def open_ones(self) -> tuple[Ticket, ...]:
        """All unresolved ones of the component."""
        return (*self.stale, *self.assigned, *self.recent)


def prepare(world: World, rng: Stream) -> Facts:
    """Give a project two components with issues, and make these as old as they are to be."""
    with world.reading() as session:
        project = rng.choice(led_projects(session))
        at = zone(directory.company(session).zone)
        today = Clock(session).now().astimezone(at).date()
    lead, key = project.lead.id, project.key
    mine, other = (
        perform(world, Actor(lead), components.create, project=key, name=each)
        for each in rng.sample(_COMPONENTS, 2)
    )
    day = today - timedelta(days=rng.integer(60, 120))
    count = rng.integer(4, 6)
    titles = rng.sample((*FAULTS, *WORK), count + 6)
    old = [-rng.integer(3, 90) for _ in titles]

    def new(number: int, component: Component, days: int, **more: Any) -> Ticket:
        values = {"components": [component.id], "assignee": None, **more}
        ticket = planted(world, lead, key, "Task", titles[number], **values)
        if number == len(titles) - 1:
            moved(world, lead, ticket, "Start progress", "Ask for review", "Done")
        _age(world, ticket, datetime.combine(day + timedelta(days=days), time(15), at))
        return ticket

    stale = [new(0, mine, old[0], labels=[_OTHER_LABEL])]
    stale += [new(number, mine, old[number]) for number in range(1, count - 1)]
    stale.append(new(count - 1, mine, -1))
    assigned = [new(count + each, mine, old[each], assignee=lead) for each in range(2)]
    recent = [new(count + 2, mine, rng.integer(4, 40)), new(count + 3, mine, 0)]
    elsewhere = new(count + 4, other, old[-2])
    resolved = new(count + 5, mine, old[-1])
    words = {"project": project.name, "component": mine.name, "day": dated(day)}
    return Facts(
        persona_id=lead,
        project=key,
        component=mine.name,
        day=day,
        stale=tuple(stale),
        labelled=stale[0],
        assigned=tuple(assigned),
        recent=tuple(recent),
        resolved=resolved,
        elsewhere=elsewhere,
        instruction=asked(
            rng,
            ask=rng.choice(_ASKS).format(**words),
            why=rng.choice(_WHYS),
            limits=rng.choice(_LIMITS),
        ),
    )


def _age(world: World, ticket: Ticket, when: datetime) -> None:
    """Let an issue be untouched since a moment, and have been reported a week before."""
    then, before = (to_microseconds(each) for each in (when, when - timedelta(days=7)))
    values = {"created_us": before, "status_changed_us": then, "updated_us": then}
    with world.writing() as session:
        session.execute(update(Issue).where(Issue.id == ticket.id).values(**values))


def instruct(facts: Facts) -> str:
    """What the agent is told."""
    return facts.instruction


def checks(facts: Facts) -> list[Check]:
    """Each stale issue has the label."""
    return [
        made(
            f"labelled_{each.key.lower().replace('-', '_')}",
            f"{each.key} has the label {_LABEL}",
            _labels(each),
            otherwise=f"{each.key} has not got the label {_LABEL}.",
        )
        for each in facts.stale
    ]


def _labels(ticket: Ticket) -> Allowed:
    where = {"issue_id": ticket.id, "label": _LABEL}
    return Allowed("tracker_issue_labels", "insert", where)


def allowed(facts: Facts) -> list[Allowed]:
    """The labels, and the mark of it in the issues."""
    return [rule for each in facts.stale for rule in (_labels(each), touched(each.id))]


def solve(episode: Episode, facts: Facts) -> None:
    """Ask for them, and add the label to those that they have."""
    for issue in found(episode, _meant(facts), "labels"):
        _add(episode, issue["key"], issue["fields"]["labels"])


def _meant(facts: Facts) -> str:
    return (
        f'project = {facts.project} AND component = "{facts.component}" AND resolution IS EMPTY '
        f'AND assignee IS EMPTY AND updated < "{facts.day:%Y-%m-%d}" ORDER BY key'
    )


def _add(episode: Episode, key: str, labels: Sequence[str]) -> None:
    edit(episode, key, labels=[*labels, _LABEL])


def solve_ui(page: Page, _episode: Episode, facts: Facts) -> None:
    """The same by mouse and keyboard."""
    lines: list[Mapping[str, str]] = tracker.found(page, _meant(facts))
    for line in lines:
        tracker.open_issue(page, line["Key"])
        tracker.replace(page, "Labels", add=_LABEL)


def _deed(episode: Episode, facts: Facts, ticket: Ticket) -> None:
    _add(episode, ticket.key, [_OTHER_LABEL] if ticket == facts.labelled else [])


def _overwrite(episode: Episode, _facts: Facts, ticket: Ticket) -> None:
    _add(episode, ticket.key, [])


def _misspell(episode: Episode, facts: Facts, ticket: Ticket) -> None:
    there = [_OTHER_LABEL] if ticket == facts.labelled else []
    edit(episode, ticket.key, labels=[*there, "Stale-issue"])


def _says_so(episode: Episode, _facts: Facts, ticket: Ticket) -> None:
    comment(episode, ticket.key, "This is stale.")


def _gives_away(episode: Episode, facts: Facts) -> None:
    assign(episode, facts.stale[0].key, facts.persona_id)


def _tells(episode: Episode, facts: Facts) -> None:
    _says_so(episode, facts, facts.stale[-1])


FAMILY = Family(
    id="engineering.mark_stale",
    title="Label issues that have been forgotten",
    prepare=prepare,
    instruct=instruct,
    checks=checks,
    allowed=allowed,
    solve=solve,
    solve_ui=solve_ui,
    traps={
        "claim without deed": claims(),
        "shotgun": to_each(
            lambda facts: (*facts.open_ones, facts.resolved, facts.elsewhere), _deed
        ),
        "what somebody has as well": to_each(lambda facts: (*facts.stale, *facts.assigned), _deed),
        "what was touched since": to_each(lambda facts: (*facts.stale, *facts.recent), _deed),
        "the day itself as well": to_each(lambda facts: (*facts.stale, facts.recent[-1]), _deed),
        "what is resolved as well": to_each(lambda facts: (*facts.stale, facts.resolved), _deed),
        "another component as well": to_each(lambda facts: (*facts.stale, facts.elsewhere), _deed),
        "wrong neighbour": to_each(lambda facts: facts.recent, _deed),
        "loses a label": to_each(lambda facts: facts.stale, _overwrite),
        "another label": to_each(lambda facts: facts.stale, _misspell),
        "comments instead": to_each(lambda facts: facts.stale, _says_so),
        "the first alone": to_each(lambda facts: facts.stale[:1], _deed),
        "assigns one as well": after(solve, _gives_away),
        "comments as well": after(solve, _tells),
    },
    limits=Limits(steps=25),
    equivalents={"repeat * editJiraIssue": "A label that is set twice is there once."},
    difficulty=Difficulty.MEDIUM,
    distractors=(
        "issues that somebody has",
        "an issue touched on the day itself",
        "an old issue that is resolved",
        "an issue that has another label",
    ),
)
