"""The family: its checks, its oracles and its traps."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from workworld.grading import Allowed, Check, Difficulty, Episode, Family, Limits, made
from workworld.randomness import Stream
from workworld.tasks.channels import channel_named
from workworld.tasks.cheats import after, claims, tells_all, to_each
from workworld.tasks.issues import (
    assign,
    assigned,
    comment,
    found,
    may_be_assigned,
)
from workworld.tasks.listings import person_id
from workworld.tasks.people_it.offboard_leaver.facts import DONE, TAB, Facts, Task, draw
from workworld.tasks.screens import chat, tracker
from workworld.tasks.screens import sheets as screen
from workworld.tasks.workbooks import cell_holds, edited, put, table, workbook_named
from workworld.worlds import World

if TYPE_CHECKING:
    from playwright.sync_api import Page

_COLUMN = 3
_GO_TO = re.compile(
    r"Open issues of (?P<leaver>.+) in (?P<project>\w+) go to (?P<coming>.+), but for "
    r"(?P<key>[A-Z]+-\d+), which (?P<other>.+) takes"
)
_JOINS = re.compile(r"(?P<coming>.+) joins #(?P<one>[\w-]+) and #(?P<two>[\w-]+)")


def prepare(world: World, rng: Stream) -> Facts:
    """See ``draw``."""
    return draw(world, rng)


def instruct(facts: Facts) -> str:
    """What the agent is told."""
    return facts.instruction


def checks(facts: Facts) -> list[Check]:
    """Each issue is its new owner's, the successor is in the channels, and the lines say so."""
    issues = [assigned(each, each.owner_id, "its new owner's") for each in facts.issues]
    channels = [
        made(f"joined_{number}", f"{facts.coming} is in #{name}", _entry(facts, channel_id))
        for number, (channel_id, name) in enumerate(facts.channels, 1)
    ]
    lines = [
        made(f"line_{row}", f"Line {row} says “{DONE}”", _ticked(facts, row))
        for row in facts.own_rows
    ]
    return [*issues, *channels, *lines]


def _entry(facts: Facts, channel_id: str) -> Allowed:
    where = {"channel_id": channel_id, "person_id": facts.coming_id, "role": "member"}
    return Allowed("chat_memberships", "insert", where)


def _ticked(facts: Facts, row: int) -> Allowed:
    return cell_holds(facts.book, row, _COLUMN, DONE)


def allowed(facts: Facts) -> list[Allowed]:
    """That, with what the products write beside it."""
    note = {"author_id": facts.coming_id, "thread_ts": None, "subtype": "channel_join"}
    rules = [edited(facts.book), *(_ticked(facts, row) for row in facts.own_rows)]
    for each in facts.issues:
        rules += may_be_assigned(each, each.owner_id)
    for channel_id, _name in facts.channels:
        rules.append(_entry(facts, channel_id))
        rules.append(Allowed("chat_messages", "insert", {"channel_id": channel_id, **note}))
    return rules


def _own(lines: Sequence[Sequence[str]], persona: str) -> list[tuple[int, str]]:
    """The persona's lines, by the number of their row, and what each says."""
    return [(row, line[1]) for row, line in enumerate(lines, 2) if line[2] == persona]


def solve(episode: Episode, facts: Facts) -> None:
    """Read the checklist, and carry out what has the persona's name on it."""
    persona = str(episode.use("atlassianUserInfo").json()["name"])
    workbook_id = workbook_named(episode, facts.title)
    lines = table(episode, workbook_id, f"{TAB}!A2:D40")
    for row, what in _own(lines, persona):
        if told := _GO_TO.match(what):
            _hand_over(episode, told)
        elif told := _JOINS.match(what):
            person = person_id(episode, told["coming"])
            for name in (told["one"], told["two"]):
                _let_in(episode, str(channel_named(episode, name)), person)
        put(episode, workbook_id, f"{TAB}!D{row}", DONE)


def _hand_over(episode: Episode, told: re.Match[str]) -> None:
    coming, other = (person_id(episode, told[name]) for name in ("coming", "other"))
    leaver = person_id(episode, told["leaver"])
    query = f'project = {told["project"]} AND assignee = "{leaver}" AND resolution IS EMPTY'
    for issue in found(episode, query):
        assign(episode, issue["key"], other if issue["key"] == told["key"] else coming)


def _let_in(episode: Episode, channel_id: str, person: str) -> None:
    episode.use("slack_invite_to_channel", channel_id=channel_id, user_ids=[person])


def solve_ui(page: Page, _episode: Episode, facts: Facts) -> None:
    """The same by mouse and keyboard, from app to app."""
    own_profile = page.get_by_role("button", name=re.compile(", profile$"))
    persona = str(own_profile.get_attribute("aria-label")).removesuffix(", profile")
    screen.open_workbook(page, facts.title)
    own = _own(screen.table(page, "A2:D9"), persona)
    for row, _what in own:
        screen.type_at(page, f"D{row}", DONE)
    for _row, what in own:
        if told := _GO_TO.match(what):
            query = f"project = {told['project']} AND resolution IS EMPTY"
            query += f' AND assignee = "{told["leaver"]}"'
            keys = [each["Key"] for each in tracker.found(page, query)]
            for key in keys:
                tracker.open_issue(page, key)
                whom = told["other"] if key == told["key"] else told["coming"]
                tracker.choose(page, "Assignee", whom)
        elif told := _JOINS.match(what):
            for name in (told["one"], told["two"]):
                _add(page, name, told["coming"])


def _add(page: Page, channel: str, person: str) -> None:
    chat.open_channel(page, channel)
    page.get_by_role("link", name=re.compile(r"^\d+ members?$")).click()
    people = page.get_by_role("list", name=f"People in #{channel}")
    people.wait_for()
    page.get_by_role("combobox", name="Add people").fill(person)
    page.get_by_role("option").filter(has_text=person).first.click()
    page.get_by_role("button", name="Add to channel").click()
    people.get_by_text(person, exact=True).wait_for()
    page.keyboard.press("Escape")


def _ticks(episode: Episode, facts: Facts) -> None:
    for row in facts.own_rows:
        put(episode, facts.book.id, f"{TAB}!D{row + 1}", DONE)


def _rightly(episode: Episode, _facts: Facts, task: Task) -> None:
    assign(episode, task.key, task.owner_id)


def _joins(episode: Episode, facts: Facts) -> None:
    for channel_id, _name in facts.channels:
        _let_in(episode, channel_id, facts.coming_id)


def _all_to_one(episode: Episode, facts: Facts) -> None:
    """Overlooks that one issue goes to another."""
    for each in facts.issues:
        assign(episode, each.key, facts.coming_id)
    _joins(episode, facts)
    _ticks(episode, facts)


def _to_like(episode: Episode, facts: Facts) -> None:
    for each in facts.issues:
        assign(episode, each.key, facts.like_id)
    for channel_id, _name in facts.channels:
        _let_in(episode, channel_id, facts.like_id)
    _ticks(episode, facts)


def _no_ticks(episode: Episode, facts: Facts) -> None:
    for each in facts.issues:
        _rightly(episode, facts, each)
    _joins(episode, facts)


def _ticks_others(episode: Episode, facts: Facts) -> None:
    put(episode, facts.book.id, f"{TAB}!D{facts.other_row + 1}", DONE)


def _removes(episode: Episode, facts: Facts) -> None:
    """Takes somebody else out of nothing, but writes that the leaver is gone."""
    comment(episode, facts.issues[0].key, f"{facts.leaver} has left us.")


FAMILY = Family(
    id="people_it.offboard_leaver",
    title="Carry out one's part of a leaver's checklist",
    prepare=prepare,
    instruct=instruct,
    checks=checks,
    allowed=allowed,
    solve=solve,
    solve_ui=solve_ui,
    traps={
        "claim without deed": claims(),
        "ticks without doing": _ticks,
        "does without ticking": _no_ticks,
        "overlooks the exception": _all_to_one,
        "look-alike person": _to_like,
        "issues alone": to_each(lambda facts: facts.issues, _rightly),
        "ticks others' lines as well": after(solve, _ticks_others),
        "comments besides": after(solve, _removes),
        "mass notification": tells_all(solve, lambda facts: facts.leaver),
    },
    limits=Limits(steps=40, wall_seconds=900),
    equivalents={
        "repeat * assignJiraIssue": "Who has got an issue may be given it again: it is theirs.",
        "repeat * update_values": "What is typed twice stands there once.",
        "repeat * slack_invite_to_channel": "Who is in already stays in.",
    },
    difficulty=Difficulty.HARD,
    distractors=(
        "an exception within the line about issues",
        "lines of other owners",
        "issues of the leaver's that are resolved, or of other projects",
        "colleagues with the same first name",
    ),
)
