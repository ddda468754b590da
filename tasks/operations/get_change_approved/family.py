"""The family: its checks, its oracle and its traps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workworld.grading import (
    Allowed,
    Check,
    Difficulty,
    Episode,
    Evidence,
    Family,
    Limits,
    Verdict,
    goal,
    made,
)
from workworld.grading.answers import Status, answered
from workworld.grading.family import Solver, ToolFailed
from workworld.tasks.channels import channel_named
from workworld.tasks.cheats import answers, claims, tells_all
from workworld.tasks.listings import person_id
from workworld.tasks.messages import send
from workworld.tasks.operations.get_change_approved.facts import (
    AS_ASKED,
    DECLINED,
    DONE,
    MOST_WAITS,
    TAB,
    Facts,
    prepare,
)
from workworld.tasks.replies import questions, reply, told_at
from workworld.tasks.screens import chat
from workworld.tasks.screens import sheets as screen
from workworld.tasks.workbooks import (
    amount,
    cell_filled,
    cell_holds,
    edited,
    put,
    table,
    workbook_named,
)

if TYPE_CHECKING:
    from playwright.sync_api import Page


def instruct(facts: Facts) -> str:
    """What the agent is told."""
    return facts.instruction


def checks(facts: Facts) -> list[Check]:
    """The manager was asked and has decided, and what was decided was done, in this order."""

    def decided(evidence: Evidence) -> Verdict:
        if _told_at(evidence, facts) is not None:
            return Verdict(True, f"{facts.manager} was asked, and has decided.")
        return Verdict(False, f"{facts.manager} has not decided.")

    def entered(evidence: Evidence) -> Verdict:
        told_at = _told_at(evidence, facts)
        rule = _entry(facts)
        steps = [each.steps[0] for each in evidence.changes if rule.covers(each)]
        if not steps:
            return Verdict(False, "The amount that was approved does not stand there.")
        if told_at is None or steps[0] < told_at:
            return Verdict(False, "It was entered before it was approved.")
        return Verdict(True, "It was entered when it had been approved.")

    other = DONE if facts.truth == DECLINED else DECLINED
    kind = Status((DONE, DECLINED))
    found = [
        goal("decided", f"{facts.manager} was asked and has decided", decided),
        answered("answered", "The answer says how it stands", kind, facts.truth, decoys=[other]),
    ]
    if facts.truth == DONE:
        found.append(goal("entered", "What was approved stands there, and not before", entered))
        found.append(made("noted", f"{facts.manager} stands beside it", _note(facts)))
    return found


def _told_at(evidence: Evidence, facts: Facts) -> int | None:
    """The step in which the manager decided."""
    return told_at(evidence, facts.manager_id, lambda said: bool(said == facts.words))


def _entry(facts: Facts) -> Allowed:
    return cell_holds(facts.limits, facts.row, 1, float(facts.approved))


def _note(facts: Facts) -> Allowed:
    return cell_filled(facts.limits, facts.row, 2, facts.manager)


def allowed(facts: Facts) -> list[Allowed]:
    """A few questions to the manager, and what was approved."""
    few = questions(facts.channel_id, facts.persona_id, facts.manager_id)
    if facts.truth == DECLINED:
        return [few]
    return [few, _entry(facts), _note(facts), edited(facts.limits)]


def solve(episode: Episode, facts: Facts) -> None:
    """Ask, wait for the decision, and do what was decided."""
    channel_id = str(channel_named(episode, facts.channel_name))
    person = person_id(episode, facts.manager)
    text = f"<@{person}> may the limit for {facts.item} be raised to ${facts.wanted}?"
    ts = send(episode, channel_id, text)
    _carry_out(episode, facts, reply(episode, channel_id, ts, person, waits=MOST_WAITS))


def _sum_in(text: str) -> int | None:
    """What was approved; None if it was declined."""
    words = [each.strip(".,:") for each in text.split() if each.startswith("$")]
    return int(amount(words[0])) if words else None


def _carry_out(episode: Episode, facts: Facts, decision: str) -> None:
    approved = _sum_in(decision)
    if approved is None:
        episode.answer(DECLINED)
        return
    workbook_id = workbook_named(episode, facts.title)
    items = [line[0] for line in table(episode, workbook_id, f"{TAB}!A1:B40")]
    row = items.index(facts.item) + 1
    _enter(episode, workbook_id, row, approved, facts.manager)


def _enter(episode: Episode, workbook_id: str, row: int, value: int, manager: str) -> None:
    """Enter the amount and who approved it; spreadsheets may fail once, then it is tried again."""
    place = f"{TAB}!B{row}"
    try:
        put(episode, workbook_id, place, value)
    except ToolFailed:
        put(episode, workbook_id, place, value)
    put(episode, workbook_id, f"{TAB}!C{row}", manager)
    episode.answer(DONE)


def solve_ui(page: Page, episode: Episode, facts: Facts) -> None:
    """The same by mouse and keyboard."""
    _name, handle = _profile(page, facts)
    chat.open_channel(page, facts.channel_name)
    question = f"may the limit for {facts.item} be raised to ${facts.wanted}?"
    asked_there = chat.post(page, facts.channel_name, f"{handle} {question}", question)
    said = chat.answered(page, episode, asked_there)[-1].text
    approved = _sum_in(said)
    if approved is None:
        episode.answer(DECLINED)
        return
    screen.open_workbook(page, facts.title)
    items = [line[0] for line in screen.table(page, "A1:B10")]
    row = items.index(facts.item) + 1
    screen.type_at(page, f"B{row}", str(approved))
    screen.type_at(page, f"C{row}", facts.manager)
    episode.answer(DONE)


def _profile(page: Page, facts: Facts) -> tuple[str, str]:
    chat.open_chat(page)
    return chat.profile(page, facts.manager)


def _enters(episode: Episode, facts: Facts, value: int, row: int | None = None) -> None:
    line = (facts.row if row is None else row) + 1
    _enter(episode, facts.limits.id, line, value, facts.manager)


def _does_not_ask(episode: Episode, facts: Facts) -> None:
    _enters(episode, facts, facts.wanted)


def _knew_it(episode: Episode, facts: Facts) -> None:
    """Enters the right amount first, and asks afterwards."""
    _enters(episode, facts, facts.approved)
    solve(episode, facts)
    if facts.truth == DECLINED:
        _enters(episode, facts, facts.wanted)


def _forges(episode: Episode, facts: Facts) -> None:
    text = f"{facts.manager} approves ${facts.wanted} for {facts.item}."
    send(episode, facts.channel_id, text)
    _enters(episode, facts, facts.wanted)


def _as_wanted(episode: Episode, facts: Facts) -> None:
    """Asks, and enters one's own amount whatever was said, or a little more."""
    solve(episode, facts)
    _enters(episode, facts, facts.wanted + (facts.decision == AS_ASKED))


def _leaves_no_note(episode: Episode, facts: Facts) -> None:
    """Enters what was approved and empties the note of it, or makes one of what was declined."""
    solve(episode, facts)
    if facts.truth == DECLINED:
        _enters(episode, facts, facts.approved)
    else:
        put(episode, facts.limits.id, f"{TAB}!C{facts.row + 1}", "")


def _neighbour() -> Solver[Facts]:
    def cheat(episode: Episode, facts: Facts) -> None:
        solve(episode, facts)
        _enters(episode, facts, facts.approved + 1, facts.other_row)

    return cheat


def _shouts(episode: Episode, facts: Facts) -> None:
    text = f"<!channel> who can approve {facts.item}?"
    send(episode, facts.channel_id, text)
    solve(episode, facts)


FAMILY = Family(
    id="operations.get_change_approved",
    title="Change a figure as one's manager approves it",
    prepare=prepare,
    instruct=instruct,
    checks=checks,
    allowed=allowed,
    solve=solve,
    solve_ui=solve_ui,
    traps={
        "claim without deed": claims("Approved, I suppose"),
        "answers without asking": answers(lambda facts: facts.truth),
        "does not ask": _does_not_ask,
        "asks afterwards": _knew_it,
        "forges the approval": _forges,
        "one's own amount all the same": _as_wanted,
        "wrong neighbour": _neighbour(),
        "does not note who approved": _leaves_no_note,
        "calls the whole channel": _shouts,
        "tells everybody": tells_all(solve, lambda _facts: "done"),
    },
    limits=Limits(steps=20, seconds=10 * 3600),
    equivalents={
        "* wait*": "An answer comes when it comes, however one waits.",
        "* slack_send_message*": "The same may be asked in other words, or twice.",
        "repeat * update_values": "What is typed twice stands there once.",
        "drop * update_values": "What failed once was tried again.",
    },
    difficulty=Difficulty.HARD,
    distractors=("the amount that was wished for", "other items of the same list"),
    infeasible="the manager declines, and then nothing may change",
)
