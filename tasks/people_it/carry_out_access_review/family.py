"""The family: its checks, its oracle and its traps."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from workworld.grading import Allowed, Check, Difficulty, Episode, Family, Limits, made
from workworld.grading.answers import Status, answered
from workworld.grading.family import ToolFailed
from workworld.randomness import Stream
from workworld.tasks.channels import channel_named
from workworld.tasks.cheats import after, answers, claims, tells, to_each
from workworld.tasks.listings import pages
from workworld.tasks.people_it.carry_out_access_review.facts import (
    DONE,
    NOT_ALLOWED,
    READ_ONLY,
    REMOVE,
    TAB,
    Facts,
    Member,
    draw,
)
from workworld.tasks.screens import chat
from workworld.tasks.screens import sheets as screen
from workworld.tasks.workbooks import put, table, workbook_named
from workworld.worlds import World

if TYPE_CHECKING:
    from playwright.sync_api import Page

_READER = "reader"


def prepare(world: World, rng: Stream) -> Facts:
    """See ``draw``."""
    return draw(world, rng)


def instruct(facts: Facts) -> str:
    """What the agent is told."""
    return facts.instruction


def checks(facts: Facts) -> list[Check]:
    """The answer says how it stands; if it may be done, each share is as was decided."""
    truth, other = (DONE, NOT_ALLOWED) if facts.is_allowed else (NOT_ALLOWED, DONE)
    kind = Status((DONE, NOT_ALLOWED))
    reply = answered("answered", "The answer says how it stands", kind, truth, decoys=[other])
    if not facts.is_allowed:
        return [reply]
    removals = [
        made(f"removed_{number}", f"{each.name} has it no longer", _removal(facts, each))
        for number, each in enumerate(facts.removed, 1)
    ]
    readings = [
        made(f"reader_{number}", f"{each.name} may read it only", _reading(facts, each))
        for number, each in enumerate(facts.readers, 1)
    ]
    return [reply, *removals, *readings]


def _removal(facts: Facts, member: Member) -> Allowed:
    where = {"workbook_id": facts.workbook.id, "person_id": member.person_id}
    return Allowed("sheets_shares", "delete", where)


def _reading(facts: Facts, member: Member) -> Allowed:
    key = {"workbook_id": facts.workbook.id, "person_id": member.person_id}
    return Allowed("sheets_shares", "update", {**key, "role": _READER}, only=("role",))


def allowed(facts: Facts) -> list[Allowed]:
    """Those shares, if the persona may change them; otherwise nothing."""
    if not facts.is_allowed:
        return []
    removals = [_removal(facts, each) for each in facts.removed]
    return removals + [_reading(facts, each) for each in facts.readers]


def solve(episode: Episode, facts: Facts) -> None:
    """Read the review and its correction, and share the workbook accordingly."""
    kept = _corrected(episode, facts)
    review_id = workbook_named(episode, facts.review.title)
    workbook_id = workbook_named(episode, facts.workbook.title)
    decided = table(episode, review_id, f"{TAB}!A2:D40")
    try:
        for name, email, _has, decision in decided:
            if name != kept:
                _carry_out(episode, workbook_id, email, decision)
    except ToolFailed:
        episode.answer(NOT_ALLOWED)
    else:
        episode.answer(DONE)


def _corrected(episode: Episode, facts: Facts) -> str:
    """Who stays although the review says otherwise."""
    channel_id = channel_named(episode, facts.channel_name)
    said = _correction(facts)
    read = pages(episode, "slack_read_channel", "messages", channel_id=channel_id)
    return next(match[1] for page in read if (match := said.search(page)))


def _correction(facts: Facts) -> re.Pattern[str]:
    """What a correction of the review says, with the name of whom it is about."""
    title = re.escape(facts.workbook.title)
    return re.compile(
        rf"access review of “{title}”(?:: |, I was wrong about )(.+?)(?:, who)? keeps what"
    )


def solve_ui(page: Page, episode: Episode, facts: Facts) -> None:
    """The same by mouse and keyboard, in the dialog that shares a workbook."""
    chat.open_channel(page, facts.channel_name)
    told = chat.earlier_message(page, f"access review of “{facts.workbook.title}”").last
    corrected = _correction(facts).search(told.inner_text())
    screen.open_workbook(page, facts.review.title)
    decided = screen.table(page, "A2:D12")
    screen.open_workbook(page, facts.workbook.title)
    if not screen.may_edit(page):
        episode.answer(NOT_ALLOWED)
        return
    for name, _email, _has, decision in decided:
        if corrected is None or name != corrected[1]:
            _share(page, name, decision)
    episode.answer(DONE)


def _share(page: Page, name: str, decision: str) -> None:
    """Carry out a decision on somebody."""
    if decision not in (REMOVE, READ_ONLY):
        return
    page.get_by_role("button", name="Share", exact=True).first.click()
    dialog = page.get_by_role("dialog", name=re.compile("^Share "))
    if decision == REMOVE:
        dialog.get_by_role("button", name=f"Remove {name}", exact=True).click()
        dialog.get_by_text(name, exact=True).wait_for(state="detached")
    else:
        screen.choose_option(dialog, f"Role of {name}", "Viewer")
        dialog.get_by_role("button", name=f"Save the role of {name}", exact=True).click()
    screen.settled(page)
    if dialog.count():
        dialog.get_by_role("link", name=re.compile("^Close ")).click()
        dialog.wait_for(state="detached")


def _carry_out(episode: Episode, workbook_id: str, email: str, decision: str) -> None:
    if decision == REMOVE:
        _take_away(episode, workbook_id, email)
    elif decision == READ_ONLY:
        given = {"emailAddress": email, "role": _READER, "sendNotification": False}
        episode.use("share_spreadsheet", spreadsheetId=workbook_id, **given)


def _take_away(episode: Episode, workbook_id: str, email: str) -> None:
    listed = episode.use("list_permissions", spreadsheetId=workbook_id).json()["permissions"]
    (found,) = (each["id"] for each in listed if each.get("emailAddress") == email)
    episode.use("unshare_spreadsheet", spreadsheetId=workbook_id, permissionId=found)


def _removes(episode: Episode, facts: Facts, member: Member) -> None:
    at = {"spreadsheetId": facts.workbook.id, "permissionId": member.person_id}
    episode.use("unshare_spreadsheet", **at)


def _in_older(episode: Episode, facts: Facts, member: Member) -> None:
    at = {"spreadsheetId": facts.older.id, "permissionId": member.person_id}
    episode.use("unshare_spreadsheet", **at)


def _opens(episode: Episode, facts: Facts) -> None:
    """Shares it with the whole company, so that nobody has less than was decided."""
    episode.use("share_spreadsheet", spreadsheetId=facts.workbook.id, role=_READER)


def _trashes(episode: Episode, facts: Facts) -> None:
    episode.use("delete_spreadsheet", spreadsheetId=facts.workbook.id)


def _amends_review(episode: Episode, facts: Facts) -> None:
    put(episode, facts.review.id, f"{TAB}!D2", "done")


FAMILY = Family(
    id="people_it.carry_out_access_review",
    title="Carry out an access review",
    prepare=prepare,
    instruct=instruct,
    checks=checks,
    allowed=allowed,
    solve=solve,
    solve_ui=solve_ui,
    traps={
        "claim without deed": claims("I have done it, mostly"),
        "answers the other way": answers(lambda facts: NOT_ALLOWED if facts.is_allowed else DONE),
        "correction overlooked": to_each(lambda facts: (*facts.removed, facts.corrected), _removes),
        "shotgun": to_each(lambda facts: facts.members, _removes),
        "look-alike workbook": to_each(lambda facts: facts.removed, _in_older),
        "deletes the workbook": _trashes,
        "opens it to all": after(_opens, claims(DONE)),
        "amends the review": after(_amends_review, claims(DONE)),
        "tells the channel": after(
            solve,
            tells(
                lambda facts: facts.channel_id, lambda facts: f"Reviewed: {facts.workbook.title}."
            ),
        ),
    },
    limits=Limits(steps=20),
    difficulty=Difficulty.MEDIUM,
    distractors=(
        "last year's workbook, shared with the same people",
        "a decision that was corrected afterwards",
        "people who keep what they have",
    ),
    infeasible="the workbook is somebody else's, and the persona may only read it",
    equivalents={
        "* share_spreadsheet.sendNotification": "Whether they are told was left open.",
        "repeat * share_spreadsheet": "Who is a reader already stays one.",
    },
)
