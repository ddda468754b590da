"""Set the story points of issues as they were agreed on in a thread, where the last word counts."""

from __future__ import annotations

import re
from dataclasses import dataclass

from workworld.apps.tracker import field_ids
from workworld.grading import Allowed, Check, Difficulty, Episode, Family, Limits, made
from workworld.randomness import Stream
from workworld.tasks.casting import workers
from workworld.tasks.cheats import after, claims, to_each
from workworld.tasks.conversations import channels_of, heard, held, inside
from workworld.tasks.issues import (
    Ticket,
    assign,
    comment,
    edit,
    field_becomes,
    led_projects,
    planted,
)
from workworld.tasks.phrasings import asked
from workworld.tasks.reports import WORK
from workworld.worlds import World

_POINTS = (1, 2, 3, 5, 8, 13)
_SAID = re.compile(r"([A-Z][A-Z0-9]*-\d+): (\d+)")
_OPENING = "Estimates for {epic}, please answer in the thread."
_ASKS = (
    "Please set the story points that were agreed on in #{channel}, in the thread that {who} began "
    "about the estimates for {epic}. Where a number was corrected later on, the last one counts.",
    "The estimates for {epic} stand in a thread in #{channel}, begun by {who}, and not yet in the "
    "tracker. Enter them as story points; the last number said of an issue is the one.",
    "In #{channel} {who} asked for estimates for {epic}. Could you put them on the issues as story "
    "points? Some were changed further down, and then the later number is right.",
)
_WHYS = (
    "We plan the sprint tomorrow, and the board still shows nothing.",
    "I promised to do that right after the call.",
    "Nobody remembers the numbers next week.",
)
_LIMITS = (
    "Issues for which no number was given there stay without one, and nothing else changes.",
    "Set nothing on issues that got no number in the thread, and do not write to anybody.",
)


@dataclass(frozen=True, slots=True)
class Estimated:
    """An issue, what was said of it first, and what counts."""

    ticket: Ticket
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Facts:
    """What was agreed on, and where."""

    persona_id: str
    channel: str
    author: str
    epic: str
    agreed: tuple[Estimated, ...]
    undecided: Ticket
    instruction: str

    @property
    def corrected(self) -> tuple[Estimated, ...]:
        """Those of which two numbers were said."""
        return tuple(each for each in self.agreed if each.first != each.last)


def prepare(world: World, rng: Stream) -> Facts:
    """Plan an epic's issues, and have two colleagues estimate them in a thread."""
    with world.reading() as session:
        people = workers(session)
        project = rng.choice(led_projects(session))
        able = [
            (channel, there)
            for channel in channels_of(session, project.lead)
            if len(there := inside(session, channel, people)) > 2
        ]
    channel, there = rng.choice(able)
    lead, key = project.lead.id, project.key
    who, other = rng.sample([each for each in there if each.id != lead], 2)
    title, *titles = rng.sample(WORK, 6)
    epic = planted(world, lead, key, "Epic", title)
    *tickets, undecided = (
        planted(world, lead, key, "Story", each, parent=epic.key) for each in titles
    )
    drawn = [rng.sample(_POINTS, 2) for _ in tickets]
    changed = rng.sample(range(len(tickets)), 2)
    agreed = [
        Estimated(each, first, last if number in changed else first)
        for number, (each, (first, last)) in enumerate(zip(tickets, drawn, strict=True))
    ]
    lines = [
        (who, _OPENING.format(epic=epic.key)),
        (other, ", ".join(f"{each.ticket.key}: {each.first}" for each in agreed[:2])),
        (who, ", ".join(f"{each.ticket.key}: {each.first}" for each in agreed[2:])),
        (other, f"{undecided.key} I cannot estimate before we have talked to the customer"),
    ]
    lines += [
        (rng.choice((who, other)), f"I have looked again. {each.ticket.key}: {each.last}")
        for each in agreed
        if each.first != each.last
    ]
    held(world, rng, channel, lines)
    words = {"channel": channel.name, "who": who.name, "epic": f"{epic.key} (“{title}”)"}
    return Facts(
        persona_id=lead,
        channel=channel.name,
        author=who.name,
        epic=epic.key,
        agreed=tuple(agreed),
        undecided=undecided,
        instruction=asked(
            rng,
            ask=rng.choice(_ASKS).format(**words),
            why=rng.choice(_WHYS),
            limits=rng.choice(_LIMITS),
        ),
    )


def instruct(facts: Facts) -> str:
    """What the agent is told."""
    return facts.instruction


def checks(facts: Facts) -> list[Check]:
    """Each issue has the last number that was said of it."""
    return [
        made(
            f"points_{each.ticket.key.lower().replace('-', '_')}",
            f"{each.ticket.key} has {each.last} story points",
            _has(each),
        )
        for each in facts.agreed
    ]


def _has(each: Estimated) -> Allowed:
    return field_becomes(each.ticket.id, "story_points", each.last)


def allowed(facts: Facts) -> list[Allowed]:
    """Their story points."""
    return [_has(each) for each in facts.agreed]


def solve(episode: Episode, facts: Facts) -> None:
    """Read the thread to its end, and set what was said last."""
    last: dict[str, str] = {}
    for text in heard(episode, facts.channel, facts.author, _OPENING.format(epic=facts.epic)):
        last |= dict(_SAID.findall(text))
    for key, points in last.items():
        _set(episode, key, int(points))


def _set(episode: Episode, key: str, points: int | None) -> None:
    edit(episode, key, **{field_ids.STORY_POINTS: points})


def _deed(episode: Episode, _facts: Facts, each: Estimated) -> None:
    _set(episode, each.ticket.key, each.last)


def _first(episode: Episode, _facts: Facts, each: Estimated) -> None:
    _set(episode, each.ticket.key, each.first)


def _sum(episode: Episode, _facts: Facts, each: Estimated) -> None:
    _set(episode, each.ticket.key, each.first + each.last)


def _says_so(episode: Episode, _facts: Facts, each: Estimated) -> None:
    comment(episode, each.ticket.key, f"Story points: {each.last}")


def _guesses(episode: Episode, facts: Facts) -> None:
    _set(episode, facts.undecided.key, 5)


def _assigns(episode: Episode, facts: Facts) -> None:
    assign(episode, facts.undecided.key, facts.persona_id)


def _on_epic(episode: Episode, facts: Facts) -> None:
    _set(episode, facts.epic, sum(each.last for each in facts.agreed))


FAMILY = Family(
    id="engineering.set_estimates",
    title="Enter the estimates of a thread",
    prepare=prepare,
    instruct=instruct,
    checks=checks,
    allowed=allowed,
    solve=solve,
    traps={
        "claim without deed": claims(),
        "the first numbers": to_each(lambda facts: facts.agreed, _first),
        "both numbers together": to_each(lambda facts: facts.agreed, _sum),
        "the corrected ones alone": to_each(lambda facts: facts.corrected, _deed),
        "the first alone": to_each(lambda facts: facts.agreed[:1], _deed),
        "comments instead": to_each(lambda facts: facts.agreed, _says_so),
        "guesses one as well": after(solve, _guesses),
        "the epic as well": after(solve, _on_epic),
        "assigns one as well": after(solve, _assigns),
    },
    limits=Limits(steps=25),
    equivalents={"repeat * editJiraIssue": "A number that is set twice is that number."},
    difficulty=Difficulty.MEDIUM,
    distractors=("numbers that were corrected", "an issue without a number"),
)
