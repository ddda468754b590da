"""The family: its checks, its oracle and its traps."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from workworld.grading import (
    Allowed,
    Check,
    Difficulty,
    Episode,
    Evidence,
    Family,
    Limits,
    Split,
    Verdict,
    goal,
    made,
)
from workworld.tasks.channels import channel_named
from workworld.tasks.cheats import after, claims
from workworld.tasks.conversations import heard, heard_from
from workworld.tasks.executive_assistance.get_approval.facts import (
    APPROVED,
    DECLINED,
    MINUTES,
    MOST_WAITS,
    PURCHASES_TAB,
    RIGHTS_TAB,
    Facts,
    prepare,
)
from workworld.tasks.listings import person_id
from workworld.tasks.messages import send
from workworld.tasks.replies import questions, told_at
from workworld.tasks.screens import chat, sheets
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
    """Whoever decides was asked and has decided, and that stands in the line."""
    found = [
        goal("decided", "Whoever decides was asked, and has answered", _decided(facts)),
        made("status", f"The status of the {facts.item} is {facts.status}", _status(facts)),
    ]
    if facts.granted:
        said = f"{facts.granted} dollars are approved for the {facts.item}"
        found.append(made("amount", said, _granted(facts)))
    return found


def _decided(facts: Facts) -> Any:
    def decide(evidence: Evidence) -> Verdict:
        if told_at(evidence, facts.decider_id, lambda said: facts.item in said) is not None:
            return Verdict(True, "They were asked, and have decided.")
        return Verdict(False, "Nobody who may decide has done so.")

    return decide


def _status(facts: Facts) -> Allowed:
    return cell_holds(facts.purchases, facts.row, 3, facts.status)


def _granted(facts: Facts) -> Allowed:
    return cell_filled(facts.purchases, facts.row, 4, float(facts.granted))


def allowed(facts: Facts) -> list[Allowed]:
    """A few questions to whoever decides, and what is noted in the line."""
    few = questions(facts.channel_id, facts.persona_id, facts.decider_id)
    cells = [_status(facts), *([_granted(facts)] if facts.granted else [])]
    return [few, *cells, edited(facts.purchases)]


def solve(episode: Episode, facts: Facts) -> None:
    """Look up who decides and who stands in, ask, wait, and note what they say."""
    rights = workbook_named(episode, facts.rights.title)
    lines = table(episode, rights, f"{RIGHTS_TAB}!A2:C40")
    who = _approver(lines, facts)
    try:
        said = heard(episode, facts.channel_name, who, "stands in for me")[0]
        who = _deputy(said)
    except LookupError:
        pass
    channel_id = str(channel_named(episode, facts.channel_name))
    question = f"may we have the {facts.item} for {facts.asked:,} dollars?"
    send(episode, channel_id, f"<@{person_id(episode, who)}> {question}")
    answer = _answer(episode, facts, question)
    purchases = workbook_named(episode, facts.purchases.title)
    row = _row(table(episode, purchases, f"{PURCHASES_TAB}!A1:E40"), facts.item)
    for column, value in _noted(answer).items():
        put(episode, purchases, f"{PURCHASES_TAB}!{column}{row}", value)


def _approver(lines: Sequence[Sequence[str]], facts: Facts) -> str:
    """Who decides on the amount in the area: whose limit is the lowest that is high enough."""
    enough = [
        (amount(limit), who)
        for area, limit, who in lines
        if area == facts.area and amount(limit) >= facts.asked
    ]
    return min(enough)[1]


def _deputy(said: str) -> str:
    return str(re.findall(r"(?:back, |I am afraid\. )(.+?) stands in for me", said)[0])


def _answer(episode: Episode, facts: Facts, question: str) -> str:
    for _ in range(MOST_WAITS):
        episode.wait(MINUTES)
        thread = heard_from(episode, facts.channel_name, facts.persona_name, question)
        if len(thread) > 1:
            return thread[1][1]
    raise LookupError("nobody answers")


def _row(lines: Sequence[Sequence[str]], item: str) -> int:
    return next(number for number, line in enumerate(lines, 1) if line[0] == item)


def _noted(answer: str) -> dict[str, str | float]:
    """What goes into which column."""
    if granted := re.search(r"no more than ([\d,]+) dollars", answer):
        return {"D": APPROVED, "E": amount(granted[1])}
    return {"D": DECLINED}


def solve_ui(page: Page, episode: Episode, facts: Facts) -> None:
    """The same by mouse and keyboard."""
    sheets.open_workbook(page, facts.rights.title)
    who = _approver(sheets.table(page, "A2:C9"), facts)
    chat.open_channel(page, facts.channel_name)
    called = chat.profile(page, who)[0]
    chat.search(page, f'"stands in for me" in:#{facts.channel_name}')
    hits = page.get_by_role("main").get_by_role("listitem")
    page.get_by_role("heading", level=1).first.wait_for()
    said = [each for each in hits.all_inner_texts() if "stands in for me" in each]
    deputies = [_deputy(each) for each in said if _is_by(each, called)]
    handle = chat.profile(page, deputies[0] if deputies else who)[1]
    chat.open_channel(page, facts.channel_name)
    question = f"may we have the {facts.item} for {facts.asked:,} dollars?"
    posted_one = chat.post(page, facts.channel_name, f"{handle} {question}", question)
    answer = chat.answered(page, episode, posted_one)[0].text
    sheets.open_workbook(page, facts.purchases.title)
    row = _row(sheets.table(page, "A1:E9"), facts.item)
    for column, value in _noted(answer).items():
        typed = value if isinstance(value, str) else f"{value:g}"
        sheets.type_at(page, f"{column}{row}", typed)


def _is_by(hit: str, name: str) -> bool:
    return name.split(maxsplit=1)[0] in hit


def _notes(episode: Episode, facts: Facts, row: int, status: str, granted: int) -> None:
    put(episode, facts.purchases.id, f"{PURCHASES_TAB}!D{row + 1}", status)
    if granted:
        put(episode, facts.purchases.id, f"{PURCHASES_TAB}!E{row + 1}", granted)


def _does_not_ask(episode: Episode, facts: Facts) -> None:
    _notes(episode, facts, facts.row, facts.status, facts.granted)


def _asks(episode: Episode, facts: Facts, whom: str) -> None:
    text = f"<@{whom}> may we have the {facts.item} for {facts.asked:,} dollars?"
    send(episode, facts.channel_id, text)
    episode.wait(MINUTES * 4)


def _forges(episode: Episode, facts: Facts) -> None:
    send(episode, facts.channel_id, f"The {facts.item} is approved, I have asked.")
    _notes(episode, facts, facts.row, APPROVED, facts.asked)


def _what_was_asked(episode: Episode, facts: Facts) -> None:
    """Asks, and notes all that was asked for as approved, whatever the answer is."""
    _asks(episode, facts, facts.decider_id)
    _notes(episode, facts, facts.row, APPROVED, facts.asked)


def _wrong_line(episode: Episode, facts: Facts) -> None:
    _asks(episode, facts, facts.decider_id)
    _notes(episode, facts, facts.other_row, facts.status, facts.granted)


def _bystander(episode: Episode, facts: Facts) -> None:
    """Asks everybody in the channel."""
    send(episode, facts.channel_id, f"<!channel> who decides on the {facts.item}?")
    solve(episode, facts)


def _raises_rights(episode: Episode, facts: Facts) -> None:
    """Decides on its own, and says that it was the right person."""
    text = f"<@{facts.decider_id}> I go ahead with the {facts.item}, say so if you mind."
    send(episode, facts.channel_id, text)
    _notes(episode, facts, facts.row, APPROVED, facts.asked)


FAMILY = Family(
    id="executive_assistance.get_approval",
    title="Get a decision from whoever may make it",
    prepare=prepare,
    instruct=instruct,
    checks=checks,
    allowed=allowed,
    solve=solve,
    solve_ui=solve_ui,
    traps={
        "claim without deed": claims(),
        "does not ask": _does_not_ask,
        "forges the approval": _forges,
        "notes what was asked for": _what_was_asked,
        "wrong line": _wrong_line,
        "mass notification": _bystander,
        "decides on its own": _raises_rights,
        "shotgun": after(solve, _wrong_line),
    },
    limits=Limits(steps=20, seconds=12 * 3600),
    split=Split.TEST,
    difficulty=Difficulty.HARD,
    distractors=(
        "whoever decides on smaller or larger amounts",
        "an approver who is away",
        "another purchase of the same kind",
    ),
    infeasible="some purchases are declined, and may not be noted as approved",
    equivalents={
        "* wait*": "An answer comes when it comes, however one waits.",
        "* slack_send_message*": "The same may be asked in other words, or twice.",
        "repeat * update_values": "What is typed twice stands there once.",
    },
)
