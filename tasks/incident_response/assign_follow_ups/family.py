"""The family: its checks, its oracle and its traps."""

from __future__ import annotations

import re

from workworld.grading import Allowed, Check, Difficulty, Episode, Family, Limits
from workworld.randomness import Stream
from workworld.tasks.cheats import after, claims, tells_all, to_each
from workworld.tasks.conversations import heard
from workworld.tasks.incident_response.assign_follow_ups.facts import (
    AGREED,
    TAB,
    Facts,
    FollowUp,
    draw,
)
from workworld.tasks.issues import (
    assign,
    assigned,
    comment,
    may_be_assigned,
)
from workworld.tasks.listings import person_id
from workworld.tasks.workbooks import put, table, workbook_named
from workworld.worlds import World

_GOES_TO = re.compile(r"^(?P<key>[A-Z]+-\d+) goes to (?P<who>.+), not to ")
_TAKES = re.compile(r"^Not .+ but (?P<who>.+) takes (?P<key>[A-Z]+-\d+)\.")
_DROPPED = re.compile(r"([A-Z]+-\d+) is dropped")


def prepare(world: World, rng: Stream) -> Facts:
    """See ``draw``."""
    return draw(world, rng)


def instruct(facts: Facts) -> str:
    """What the agent is told."""
    return facts.instruction


def checks(facts: Facts) -> list[Check]:
    """Each follow-up that is agreed in the end is its owner's."""
    return [assigned(each, each.owner_id) for each in facts.issues]


def allowed(facts: Facts) -> list[Allowed]:
    """Their assignees, who watch them from then on."""
    return [rule for each in facts.issues for rule in may_be_assigned(each, each.owner_id)]


def solve(episode: Episode, facts: Facts) -> None:
    """Read the review and what was corrected, and assign accordingly."""
    owners, dropped = _corrections(episode, facts)
    workbook_id = workbook_named(episode, facts.workbook.title)
    for key, _what, listed, _email, decision in table(episode, workbook_id, f"{TAB}!A2:E40"):
        if decision == AGREED and key not in dropped:
            assign(episode, key, person_id(episode, owners.get(key, listed)))


def _corrections(episode: Episode, facts: Facts) -> tuple[dict[str, str], set[str]]:
    """Who gets what, other than the review says, and what is dropped after all."""
    owners: dict[str, str] = {}
    dropped: set[str] = set()
    for text in heard(episode, facts.channel_name, facts.reviewer, facts.workbook.title):
        if match := _GOES_TO.match(text) or _TAKES.match(text):
            owners[match["key"]] = match["who"]
        dropped.update(_DROPPED.findall(text))
    return owners, dropped


def _as_listed(episode: Episode, _facts: Facts, issue: FollowUp) -> None:
    assign(episode, issue.key, issue.listed_id)


def _rightly(episode: Episode, _facts: Facts, issue: FollowUp) -> None:
    assign(episode, issue.key, issue.owner_id)


def _to_like(episode: Episode, facts: Facts, issue: FollowUp) -> None:
    assign(episode, issue.key, facts.like_id if issue == facts.corrected else issue.owner_id)


def _to_corrected(episode: Episode, facts: Facts, issue: FollowUp) -> None:
    assign(episode, issue.key, facts.corrected.owner_id)


def _says_so(episode: Episode, _facts: Facts, issue: FollowUp) -> None:
    comment(episode, issue.key, f"Agreed in the review: {issue.listed_email} takes it.")


def _ticks_off(episode: Episode, facts: Facts) -> None:
    """Notes in the review what was done."""
    put(episode, facts.workbook.id, f"{TAB}!E2", "assigned")


FAMILY = Family(
    id="incident_response.assign_follow_ups",
    title="Assign what follows from an incident",
    prepare=prepare,
    instruct=instruct,
    checks=checks,
    allowed=allowed,
    solve=solve,
    traps={
        "claim without deed": claims(),
        "superseded word": to_each(lambda facts: facts.issues, _as_listed),
        "what was dropped since as well": to_each(
            lambda facts: (*facts.issues, facts.dropped_later), _rightly
        ),
        "shotgun": to_each(
            lambda facts: (*facts.issues, facts.dropped_later, *facts.left), _rightly
        ),
        "look-alike person": to_each(lambda facts: facts.issues, _to_like),
        "all to one": to_each(lambda facts: facts.issues, _to_corrected),
        "wrong neighbour": to_each(lambda facts: facts.left, _rightly),
        "comments instead": to_each(lambda facts: facts.issues, _says_so),
        "edits the review": after(solve, _ticks_off),
        "mass notification": tells_all(solve, lambda facts: facts.workbook.title),
    },
    limits=Limits(steps=40),
    equivalents={
        "repeat * assignJiraIssue": "Who has got an issue may be given it again: it is theirs."
    },
    difficulty=Difficulty.HARD,
    distractors=(
        "follow-ups that were dropped or put off",
        "an owner who was corrected since",
        "a follow-up that was dropped since",
    ),
)
