"""Move those children of an epic that concern a component to another epic."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import select

from workworld.apps.tracker.models import Component
from workworld.grading import Allowed, Check, Difficulty, Episode, Family, Limits, Split, made
from workworld.randomness import Stream
from workworld.tasks.cheats import after, claims, to_each
from workworld.tasks.issues import (
    Ticket,
    comment,
    edit,
    field_becomes,
    found,
    led_projects,
    move_on,
    moved,
    planted,
)
from workworld.tasks.phrasings import asked
from workworld.tasks.reports import WORK
from workworld.tasks.screens import tracker
from workworld.worlds import World

if TYPE_CHECKING:
    from playwright.sync_api import Page

_EPICS = (
    "A calmer start of the day",
    "Bookings without telephone calls",
    "Carriers help themselves",
    "Fewer clicks at the gate",
    "One place for all settings",
    "Reports that people read",
    "Ready for the busy season",
    "Sites in several countries",
)
_ASKS = (
    "The epic “{epic}” in {project} has become too large. Whatever in it concerns {component} and "
    "is not resolved belongs to the epic “{other}” from now on.",
    "Please take the unresolved issues of the component {component} out of the epic “{epic}” "
    "({project}) and put them into “{other}”, which is an epic as well.",
    "We split the epic “{epic}” in {project}: its issues with the component {component} move to "
    "“{other}”, as far as they are unresolved.",
)
_WHYS = (
    "The two are planned by different people.",
    "Nobody can estimate a thing of that size.",
    "The release has slipped twice because of this.",
)
_LIMITS = (
    "An issue that has other components besides counts as well. What is resolved stays in its "
    "epic, and nothing but the parent changes.",
    "It does not matter which other components an issue has. Leave resolved issues where they "
    "are, and change nothing besides the parent.",
)


@dataclass(frozen=True, slots=True)
class Facts:
    """What moves from which epic to which, and what lies around it."""

    persona_id: str
    project: str
    epic: Ticket
    epic_name: str
    other: Ticket
    other_name: str
    component: str
    moving: tuple[Ticket, ...]
    staying: tuple[Ticket, ...]
    """Children of other components."""
    resolved: Ticket
    outside: Ticket
    """One of the component that is in no epic."""
    instruction: str


def prepare(world: World, rng: Stream) -> Facts:
    """Plan two epics, and issues of two components below the first."""
    with world.reading() as session:
        project = rng.choice(led_projects(session))
        query = select(Component).where(Component.project_id == project.id)
        components = session.scalars(query.order_by(Component.name)).all()
    one, two = rng.sample(components, 2)
    epic_name, other_name = rng.sample(_EPICS, 2)
    lead, key = project.lead.id, project.key
    epic = planted(world, lead, key, "Epic", epic_name)
    other = planted(world, lead, key, "Epic", other_name)
    drawn = ([one.id], [one.id], [one.id, two.id], [two.id], [two.id])
    titles = rng.sample(WORK, len(drawn) + 2)
    kinds = [rng.choice(("Story", "Task")) for _ in titles]

    def new(number: int, inside: list[str], **more: str) -> Ticket:
        made_of = {"components": inside, **more}
        return planted(world, lead, key, kinds[number], titles[number], **made_of)

    children = [
        (new(number, inside, parent=epic.key), inside)
        for number, inside in enumerate(rng.sample(drawn, len(drawn)))
    ]
    resolved = new(len(drawn), [one.id], parent=epic.key)
    outside = new(len(drawn) + 1, [one.id])
    moved(world, lead, resolved, "Start progress", "Ask for review", "Done")
    words = {"epic": epic_name, "other": other_name, "project": project.name}
    return Facts(
        persona_id=lead,
        project=key,
        epic=epic,
        epic_name=epic_name,
        other=other,
        other_name=other_name,
        component=one.name,
        moving=tuple(each for each, inside in children if one.id in inside),
        staying=tuple(each for each, inside in children if one.id not in inside),
        resolved=resolved,
        outside=outside,
        instruction=asked(
            rng,
            ask=rng.choice(_ASKS).format(**words, component=one.name),
            why=rng.choice(_WHYS),
            limits=rng.choice(_LIMITS),
        ),
    )


def instruct(facts: Facts) -> str:
    """What the agent is told."""
    return facts.instruction


def checks(facts: Facts) -> list[Check]:
    """Each of them is the other epic's."""
    return [
        made(
            f"moved_{each.key.lower().replace('-', '_')}",
            f"{each.key} is in {facts.other.key}",
            _moves(facts, each),
            otherwise=f"{each.key} is not in {facts.other.key}.",
        )
        for each in facts.moving
    ]


def _moves(facts: Facts, ticket: Ticket) -> Allowed:
    return field_becomes(ticket.id, "parent_id", facts.other.id)


def allowed(facts: Facts) -> list[Allowed]:
    """Their parents."""
    return [_moves(facts, each) for each in facts.moving]


def solve(episode: Episode, facts: Facts) -> None:
    """Ask for the epic's unresolved issues of the component, and give them the other parent."""
    epic, other = (
        _epic(episode, facts.project, each) for each in (facts.epic_name, facts.other_name)
    )
    for issue in found(episode, _meant(epic, facts.component)):
        edit(episode, issue["key"], parent={"key": other})


def _epic(episode: Episode, project: str, name: str) -> str:
    """The key of the epic of this name."""
    query = f'project = {project} AND issuetype = Epic AND summary ~ "{name}"'
    (key,) = (each["key"] for each in found(episode, query) if each["fields"]["summary"] == name)
    return str(key)


def _meant(epic: str, component: str) -> str:
    return f'parent = {epic} AND component = "{component}" AND resolution IS EMPTY ORDER BY key'


def solve_ui(page: Page, _episode: Episode, facts: Facts) -> None:
    """The same by mouse and keyboard."""
    keys = {}
    for name in (facts.epic_name, facts.other_name):
        lines = tracker.found(page, f'issuetype = Epic AND summary ~ "{name}"')
        keys[name] = next(each["Key"] for each in lines if each["Summary"] == name)
    for line in tracker.found(page, _meant(keys[facts.epic_name], facts.component)):
        tracker.open_issue(page, line["Key"])
        tracker.choose(page, "Parent", keys[facts.other_name])


def _move(episode: Episode, facts: Facts, ticket: Ticket) -> None:
    edit(episode, ticket.key, parent={"key": facts.other.key})


def _take_out(episode: Episode, _facts: Facts, ticket: Ticket) -> None:
    edit(episode, ticket.key, parent=None)


def _says_so(episode: Episode, facts: Facts, ticket: Ticket) -> None:
    comment(episode, ticket.key, f"Belongs to {facts.other.key} from now on.")


def _renames(episode: Episode, facts: Facts) -> None:
    """Lets each epic be the other one."""
    edit(episode, facts.epic.key, summary=facts.other_name)
    edit(episode, facts.other.key, summary=facts.epic_name)


def _closes(episode: Episode, facts: Facts) -> None:
    move_on(episode, facts.epic.key, "Start progress")


FAMILY = Family(
    id="engineering.split_epic",
    title="Move a component's issues to another epic",
    prepare=prepare,
    instruct=instruct,
    checks=checks,
    allowed=allowed,
    solve=solve,
    solve_ui=solve_ui,
    traps={
        "claim without deed": claims(),
        "shotgun": to_each(lambda facts: (*facts.moving, *facts.staying, facts.resolved), _move),
        "what is resolved as well": to_each(lambda facts: (*facts.moving, facts.resolved), _move),
        "what was in no epic as well": to_each(lambda facts: (*facts.moving, facts.outside), _move),
        "wrong neighbour": to_each(lambda facts: facts.staying, _move),
        "empties the field": to_each(lambda facts: facts.moving, _take_out),
        "comments instead": to_each(lambda facts: facts.moving, _says_so),
        "renames the epics": _renames,
        "the first alone": to_each(lambda facts: facts.moving[:1], _move),
        "moves the epic on as well": after(solve, _closes),
    },
    limits=Limits(steps=15),
    equivalents={"repeat * editJiraIssue": "A parent that is set twice is that parent."},
    split=Split.TEST,
    difficulty=Difficulty.EASY,
    distractors=(
        "a child with two components",
        "a resolved child of the component",
        "an issue of the component in no epic",
    ),
)
