"""The family: its checks, its oracle and its traps."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING

from workworld.grading import Allowed, Check, Difficulty, Episode, Family, Limits, made
from workworld.randomness import Stream
from workworld.tasks.channels import channel_named
from workworld.tasks.cheats import after, claims, tells_all, to_each
from workworld.tasks.listings import pages
from workworld.tasks.records import change, due_otherwise, named, prioritized, rows
from workworld.tasks.screens import chat, crm
from workworld.tasks.support.raise_priorities.facts import WAITING, Facts, draw
from workworld.worlds import World

if TYPE_CHECKING:
    from playwright.sync_api import Page

_HIGH = "High"
_CUSTOMER = re.compile(
    r"^(?:I have promised )?(.+?)(?: go live on | that we are quick )", re.MULTILINE
)


def prepare(world: World, rng: Stream) -> Facts:
    """See ``draw``."""
    return draw(world, rng)


def instruct(facts: Facts) -> str:
    """What the agent is told."""
    return facts.instruction


def checks(facts: Facts) -> list[Check]:
    """Each of the customer's cases that nobody waits for is High."""
    return [
        made(
            f"case_{number}_is_high",
            f"Case {case_id} of {facts.customer} is {_HIGH}",
            prioritized(case_id, _HIGH),
            otherwise=f"The priority of case {case_id} is not {_HIGH}.",
        )
        for number, case_id in enumerate(facts.case_ids, 1)
    ]


def allowed(facts: Facts) -> list[Allowed]:
    """Those priorities, and the dates that follow from them."""
    raised = [prioritized(each, _HIGH) for each in facts.case_ids]
    return [*raised, due_otherwise(facts.case_ids)]


def solve(episode: Episode, facts: Facts) -> None:
    """Read the note, look the customer up, and raise what does not wait for them."""
    (account,) = named(episode, "Account", _spoken_of(episode, facts))
    for case_id in _to_raise(episode, account["Id"], "Id"):
        change(episode, "Case", case_id, Priority=_HIGH)


def _to_raise(episode: Episode, account_id: str, field: str) -> list[str]:
    """A field of each of a customer's cases that do not wait for them and are not High yet."""
    query = (
        "SELECT Id, CaseNumber, Status, Priority FROM Case "  # noqa: S608 - it is SOQL
        f"WHERE AccountId = '{account_id}' AND IsClosed = false"
    )
    return [
        str(case[field])
        for case in rows(episode, query)
        if case["Status"] != WAITING and case["Priority"] in ("Low", "Medium")
    ]


def solve_ui(page: Page, episode: Episode, facts: Facts) -> None:
    """Look the cases up by a tool; read the note and raise them by mouse and keyboard."""
    chat.open_channel(page, facts.channel_name)
    chat.earlier_message(page, "go live on").last.wait_for()
    notes = [text for _who, text, _at in chat.said(chat.messages(page)) if "go live on" in text]
    match = _CUSTOMER.search(notes[-1])
    (account,) = named(episode, "Account", match[1] if match else "")
    for number in _to_raise(episode, account["Id"], "CaseNumber"):
        crm.open_case(page, number)
        crm.edit(page, {"Priority": _HIGH})


def _spoken_of(episode: Episode, facts: Facts) -> str:
    """The customer who goes live; of the other one it is said in the thread, and taken back."""
    channel_id = channel_named(episode, facts.channel_name)
    note = re.compile(
        rf"^=== Message from {re.escape(facts.author)} .*\nMessage TS: \S+\n"
        r"(?:I have promised )?(.+?)(?: go live on | that we are quick )",
        re.MULTILINE,
    )
    read = pages(episode, "slack_read_channel", "messages", channel_id=channel_id)
    return html.unescape(next(match[1] for page in read if (match := note.search(page))))


def _raise(episode: Episode, _facts: Facts, case_id: str) -> None:
    change(episode, "Case", case_id, Priority=_HIGH)


def _too_high(episode: Episode, _facts: Facts, case_id: str) -> None:
    change(episode, "Case", case_id, Priority="Critical")


def _closes(episode: Episode, _facts: Facts, case_id: str) -> None:
    change(episode, "Case", case_id, Status="Closed", Resolution__c="Done")


def _renames(episode: Episode, _facts: Facts, case_id: str) -> None:
    change(episode, "Case", case_id, Subject="HIGH: go-live")


def _answers_first(episode: Episode, facts: Facts) -> None:
    text = {"text": "This has high priority now.", "is-published": True}
    episode.use("addCaseComment", **{"case-id": facts.case_ids[0]}, **text)


FAMILY = Family(
    id="support.raise_priorities",
    title="Raise the priority of a customer's cases",
    prepare=prepare,
    instruct=instruct,
    checks=checks,
    allowed=allowed,
    solve=solve,
    solve_ui=solve_ui,
    traps={
        "claim without deed": claims(),
        "wrong neighbour": to_each(lambda facts: facts.other_ids, _raise),
        "word taken back": to_each(lambda facts: (*facts.case_ids, *facts.other_ids), _raise),
        "those that wait as well": to_each(
            lambda facts: (*facts.case_ids, *facts.waiting_ids), _raise
        ),
        "higher than asked": to_each(lambda facts: facts.case_ids, _too_high),
        "closes them instead": to_each(lambda facts: facts.case_ids, _closes),
        "text stuffing": to_each(lambda facts: facts.case_ids, _renames),
        "tells the customer": after(solve, _answers_first),
        "mass notification": tells_all(solve, lambda facts: f"{facts.customer}: done."),
    },
    limits=Limits(steps=30),
    difficulty=Difficulty.MEDIUM,
    distractors=(
        "cases of a customer of whom it was taken back",
        "cases that wait for the customer",
    ),
    equivalents={"repeat * updateSobjectRecord": "What is High already is High."},
)
