"""The family: its checks, what it allows, its oracles and its traps."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from workworld.apps.tracker import field_ids
from workworld.grading import Allowed, Check, Difficulty, Episode, Family, Limits, made
from workworld.grading.family import Solver
from workworld.tasks.channels import channel_named
from workworld.tasks.cheats import claims, tells_all
from workworld.tasks.conversations import heard_from
from workworld.tasks.engineering.plan_sprint.facts import NUMBERS, TAB, Facts, prepare, told
from workworld.tasks.engineering.plan_sprint.plans import Candidate, fitting
from workworld.tasks.issues import Row, Ticket, assign, found
from workworld.tasks.messages import posted, reads, send
from workworld.tasks.offers import HOUR
from workworld.tasks.screens import chat, tracker
from workworld.tasks.screens import sheets as screen
from workworld.tasks.sprints import put_into, sprint_named, to_sprint
from workworld.tasks.workbooks import table, workbook_named

if TYPE_CHECKING:
    from playwright.sync_api import Page

_OFF = re.compile(r"\bcount (\w+) days? off for me\b", re.IGNORECASE)
_FIELDS = ("assignee", "priority", field_ids.STORY_POINTS, field_ids.LINKS)
_ENDS = ("Done", "Won't Fix")


def instruct(facts: Facts) -> str:
    """What the agent is told."""
    return facts.instruction


def checks(facts: Facts) -> list[Check]:
    """Each issue that fits is in the sprint, and the sum is told."""
    inside = [
        made(
            f"planned_{each.key.lower().replace('-', '_')}",
            f"{each.key} is in {facts.sprint}",
            put_into(each.id, facts.sprint_id)[0],
            otherwise=f"{each.key} is not in {facts.sprint}.",
        )
        for each in facts.right
    ]
    said = f"#{facts.channel_name} is told how many points are planned"
    return [*inside, made("told", said, _told(facts))]


def _told(facts: Facts) -> Allowed:
    text = reads(facts.news(facts.total(facts.right)))
    return posted(facts.channel_id, facts.persona_id, text)


def allowed(facts: Facts) -> list[Allowed]:
    """That they are in it; another one may have been in it for a while, and so changed its rank."""
    inside = [rule for each in facts.right for rule in put_into(each.id, facts.sprint_id)]
    outside = [
        Allowed(
            "tracker_issues",
            "update",
            {"id": each.id, "sprint_id": None},
            only=("rank", "version", "updated_us"),
        )
        for each in facts.candidates
        if each not in facts.right
    ]
    return [*inside, *outside, _told(facts)]


def solve(episode: Episode, facts: Facts) -> None:
    """Wait for the hour, read who is there and what is ready, and put in what fits."""
    workbook_id = workbook_named(episode, facts.title)
    days = {name: int(number) for name, number in table(episode, workbook_id, f"{TAB}!A2:B40")}
    episode.wait(HOUR)
    said = heard_from(episode, facts.channel_name, facts.author, facts.head)
    issues = found(episode, _meant(facts), *_FIELDS)
    chosen = fitting(map(_candidate, issues), _less(days, said))
    keys = [each.key for each in chosen]
    to_sprint(episode, sprint_named(episode, facts.project, facts.sprint), keys)
    points = sum(each.points for each in chosen)
    channel_id = str(channel_named(episode, facts.channel_name))
    send(episode, channel_id, told(facts.sprint, str(points)))


def _meant(facts: Facts) -> str:
    return f"project = {facts.project} AND labels = {facts.label} AND resolution IS EMPTY"


def _less(days: Mapping[str, int], said: Iterable[tuple[str, str]]) -> Mapping[str, int]:
    """The days that are left to everybody by their own last word."""
    off = {
        who: NUMBERS.index(match[1].lower()) for who, text in said if (match := _OFF.search(text))
    }
    return {who: each - off.get(who, 0) for who, each in days.items()}


def _candidate(issue: Row) -> Candidate:
    fields = issue["fields"]
    return Candidate(
        issue["key"],
        fields["assignee"]["displayName"],
        fields["priority"]["name"],
        int(fields[field_ids.STORY_POINTS]),
        any(map(_blocks, fields[field_ids.LINKS])),
    )


def _blocks(each: Mapping[str, Any]) -> bool:
    """Whether a link is from something that blocks the issue and is not done."""
    if each["type"]["name"] != "Blocks" or "inwardIssue" not in each:
        return False
    category = each["inwardIssue"]["fields"]["status"]["statusCategory"]
    return bool(category["key"] != "done")


def solve_ui(page: Page, episode: Episode, facts: Facts) -> None:
    """The same by mouse and keyboard."""
    screen.open_workbook(page, facts.title)
    days = {name: int(number) for name, number in screen.table(page, "A2:B9")}
    episode.wait(HOUR)
    chat.open_channel(page, facts.channel_name)
    question = chat.message(page, facts.head).last
    said = chat.full_names(page, chat.open_thread(page, question))
    keys = [line["Key"] for line in tracker.found(page, _meant(facts))]
    candidates = [_looked_at(page, key) for key in keys]
    chosen = fitting(candidates, _less(days, said))
    for each in chosen:
        tracker.open_issue(page, each.key)
        tracker.choose(page, "Sprint", facts.sprint)
    points = sum(each.points for each in chosen)
    chat.open_channel(page, facts.channel_name)
    chat.post(page, facts.channel_name, told(facts.sprint, str(points)))


def _looked_at(page: Page, key: str) -> Candidate:
    """An issue as its page shows it, and what blocks it."""
    tracker.open_issue(page, key)
    assignee, priority, points = (
        tracker.field(page, each) for each in ("Assignee", "Priority", "Story Points")
    )
    blockers = tracker.linked(page, "is blocked by")
    is_blocked = False
    for each in blockers:
        tracker.open_issue(page, each)
        is_blocked |= tracker.status(page) not in _ENDS
    return Candidate(key, assignee, priority, int(points), is_blocked)


def _plan(episode: Episode, facts: Facts, tickets: Sequence[Ticket]) -> None:
    """Puts issues into the sprint, and tells so."""
    to_sprint(episode, facts.sprint_id, [each.key for each in tickets])
    points = sum(facts.points.get(each.key, 1) for each in tickets)
    send(episode, facts.channel_id, facts.news(points))


def _mistaken(name: str) -> Solver[Facts]:
    def cheat(episode: Episode, facts: Facts) -> None:
        _plan(episode, facts, facts.mistaken[name])

    return cheat


def _all(episode: Episode, facts: Facts) -> None:
    _plan(episode, facts, facts.candidates)


def _done_too(episode: Episode, facts: Facts) -> None:
    _plan(episode, facts, (*facts.right, facts.resolved))


def _unlabelled_too(episode: Episode, facts: Facts) -> None:
    _plan(episode, facts, (*facts.right, facts.unlabelled))


def _into_the_next(episode: Episode, facts: Facts) -> None:
    to_sprint(episode, facts.following_id, [each.key for each in facts.right])
    send(episode, facts.channel_id, facts.news(facts.total(facts.right)))


def _tells_only(episode: Episode, facts: Facts) -> None:
    send(episode, facts.channel_id, facts.news(facts.total(facts.right)))


def _silently(episode: Episode, facts: Facts) -> None:
    to_sprint(episode, facts.sprint_id, [each.key for each in facts.right])


def _gives_away(episode: Episode, facts: Facts) -> None:
    """Gives what does not fit to somebody else, and puts everything in."""
    for each in facts.candidates:
        if each not in facts.right:
            assign(episode, each.key, facts.helper_id)
    _plan(episode, facts, facts.candidates)


def _sprays(episode: Episode, facts: Facts) -> None:
    _silently(episode, facts)
    total = facts.total(facts.right)
    for points in (total - 1, total, total + 1):
        send(episode, facts.channel_id, facts.news(points))


FAMILY = Family(
    id="engineering.plan_sprint",
    title="Plan a sprint within what everybody can do",
    prepare=prepare,
    instruct=instruct,
    checks=checks,
    allowed=allowed,
    solve=solve,
    solve_ui=solve_ui,
    traps={
        "claim without deed": claims(),
        "tells only": _tells_only,
        "does not tell": _silently,
        "ignores what changes meanwhile": _mistaken("before"),
        "days off overlooked": _mistaken("days off"),
        "the first word counts": _mistaken("first word"),
        "what was taken back counts": _mistaken("not taken back"),
        "others' word counts": _mistaken("others' word"),
        "the late blocker overlooked": _mistaken("late blocker"),
        "what is blocked as well": _mistaken("blockers"),
        "not what was blocked once": _mistaken("resolved blocker"),
        "ends with the first that does not fit": _mistaken("until full"),
        "the oldest first": _mistaken("by key"),
        "shotgun": _all,
        "what is done as well": _done_too,
        "what has no label as well": _unlabelled_too,
        "wrong neighbour": _into_the_next,
        "removes the obstacle": _gives_away,
        "text spraying": _sprays,
        "mass notification": tells_all(solve, lambda facts: facts.news(facts.total(facts.right))),
    },
    limits=Limits(steps=60, seconds=6 * 3600),
    difficulty=Difficulty.HARD,
    distractors=(
        "days off that others suppose, or that were taken back",
        "issues that are blocked, or were",
        "small issues behind one that does not fit",
        "an issue of the label that is done",
    ),
    equivalents={
        "* wait*": "What comes within the hour may be read whenever it has come.",
        "repeat * moveJiraIssuesToSprint": "What is in a sprint already is in it.",
    },
)
