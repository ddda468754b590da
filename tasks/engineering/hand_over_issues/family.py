"""The family: its checks, its oracle and its traps."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from workworld.grading import Allowed, Check, Difficulty, Episode, Family, Limits
from workworld.randomness import Stream
from workworld.tasks.channels import channel_named
from workworld.tasks.cheats import after, claims, tells_all, to_each
from workworld.tasks.engineering.hand_over_issues.facts import Facts, Ticket, draw
from workworld.tasks.issues import (
    assign,
    assigned,
    comment,
    found,
    may_be_assigned,
    use,
)
from workworld.tasks.listings import pages, person_id
from workworld.tasks.screens import chat, tracker
from workworld.worlds import World

if TYPE_CHECKING:
    from playwright.sync_api import Page

_TAKES = re.compile(r"([^.,\n]+) takes my open .+ issues, except ([A-Z]+-\d+)")
_CHANGED = re.compile(r"not [^,]+, ([^,.]+) takes them")


def prepare(world: World, rng: Stream) -> Facts:
    """See ``draw``."""
    return draw(world, rng)


def instruct(facts: Facts) -> str:
    """What the agent is told."""
    return facts.instruction


def checks(facts: Facts) -> list[Check]:
    """Each of the issues is theirs who takes over."""
    whose = f"{facts.coming}'s"
    return [assigned(each, facts.coming_id, whose) for each in facts.issues]


def allowed(facts: Facts) -> list[Allowed]:
    """Their assignee, who watches them from then on."""
    return [rule for each in facts.issues for rule in may_be_assigned(each, facts.coming_id)]


def solve(episode: Episode, facts: Facts) -> None:
    """Read what was announced and changed in the thread, and hand over what it says."""
    coming, kept = _announced(episode, facts)
    leaving_id, coming_id = person_id(episode, facts.leaving), person_id(episode, coming)
    for issue in found(
        episode,
        f'project = {facts.project} AND assignee = "{leaving_id}" AND resolution IS EMPTY',
    ):
        if issue["key"] != kept:
            assign(episode, issue["key"], coming_id)


def _announced(episode: Episode, facts: Facts) -> tuple[str, str]:
    """Who takes the issues, by the last word of it, and the key of the one that is excepted."""
    channel_id = channel_named(episode, facts.channel_name)
    note = re.compile(
        rf"^=== Message from {re.escape(facts.leaving)} .*\nMessage TS: (\S+)\n.*?"
        rf"([^.,]+) takes my open {re.escape(facts.project_name)} issues, except ([A-Z]+-\d+)",
        re.MULTILINE,
    )
    read = pages(episode, "slack_read_channel", "messages", channel_id=channel_id)
    ts, coming, kept = next(match.groups() for page in read if (match := note.search(page)))
    at = {"channel_id": channel_id, "message_ts": ts}
    for thread in pages(episode, "slack_read_thread", "messages", **at):
        for changed in _CHANGED.findall(thread):
            coming = changed
    return coming.strip(), kept


def solve_ui(page: Page, _episode: Episode, facts: Facts) -> None:
    """The same by mouse and keyboard."""
    chat.open_channel(page, facts.channel_name)
    note = next(
        each
        for each in reversed(chat.whole_channel(page))
        if facts.leaving.startswith(each.author) and _TAKES.search(each.text)
    )
    texts = [note.text]
    if chat.has_thread(note.text):
        opening = chat.earlier_message(page, f"my open {facts.project_name} issues, except").last
        texts += [each.text for each in chat.said(chat.open_thread(page, opening))[1:]]
    coming, kept = _TAKES.findall(note.text)[0]
    for text in texts:
        coming = next(iter(_CHANGED.findall(text)), coming)
    query = f'project = {facts.project} AND assignee = "{facts.leaving}" AND resolution IS EMPTY'
    for line in tracker.found(page, query):
        if line["Key"] != kept:
            tracker.open_issue(page, line["Key"])
            tracker.choose(page, "Assignee", coming.strip())


def _give_like(episode: Episode, facts: Facts, issue: Ticket) -> None:
    assign(episode, issue.key, facts.like_id)


def _give_before(episode: Episode, facts: Facts, issue: Ticket) -> None:
    assign(episode, issue.key, facts.before_id)


def _give(episode: Episode, facts: Facts, issue: Ticket) -> None:
    assign(episode, issue.key, facts.coming_id)


def _to_nobody(episode: Episode, _facts: Facts, issue: Ticket) -> None:
    assign(episode, issue.key, None)


def _says_so(episode: Episode, facts: Facts, issue: Ticket) -> None:
    comment(episode, issue.key, f"{facts.coming} takes over.")


def _moves_on(episode: Episode, facts: Facts) -> None:
    """Takes the first way that leads elsewhere, for good measure."""
    key = facts.issues[0].key
    offered = use(episode, "getTransitionsForJiraIssue", issueIdOrKey=key)["transitions"]
    (issue,) = found(episode, f"key = {key}", "status")
    stands = issue["fields"]["status"]["id"]
    way = next({"id": each["id"]} for each in offered if each["to"]["id"] != stands)
    use(episode, "transitionJiraIssue", issueIdOrKey=key, transition=way)


FAMILY = Family(
    id="engineering.hand_over_issues",
    title="Hand over somebody's open issues",
    prepare=prepare,
    instruct=instruct,
    checks=checks,
    allowed=allowed,
    solve=solve,
    solve_ui=solve_ui,
    traps={
        "claim without deed": claims(),
        "look-alike person": to_each(lambda facts: facts.issues, _give_like),
        "superseded word": to_each(lambda facts: facts.issues, _give_before),
        "the excepted one as well": to_each(lambda facts: (*facts.issues, facts.kept), _give),
        "shotgun": to_each(lambda facts: (*facts.issues, *facts.nearby), _give),
        "empties the field": to_each(lambda facts: facts.issues, _to_nobody),
        "comments instead": to_each(lambda facts: facts.issues, _says_so),
        "moves one on as well": after(solve, _moves_on),
        "mass notification": tells_all(solve, lambda facts: f"ask {facts.coming}."),
        "the first alone": to_each(lambda facts: facts.issues[:1], _give),
    },
    limits=Limits(steps=60),
    equivalents={
        "repeat * assignJiraIssue": "Who has got an issue may be given it again: it is theirs."
    },
    difficulty=Difficulty.MEDIUM,
    distractors=(
        "the one issue that is excepted",
        "who was to take them at first",
        "resolved issues of theirs",
    ),
)
