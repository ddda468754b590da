"""The family: its checks, its oracle and its traps."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from workworld.grading import Allowed, Check, Difficulty, Episode, Family, Limits, made
from workworld.grading.answers import Status, answered
from workworld.grading.family import Solver, ToolFailed
from workworld.randomness import Stream
from workworld.tasks.cheats import after, answers, claims, tells_all
from workworld.tasks.conversations import heard_from
from workworld.tasks.people_it.record_choices.facts import (
    DONE,
    NOT_ALLOWED,
    OPEN,
    TAB,
    Choice,
    Facts,
    draw,
)
from workworld.tasks.screens import chat
from workworld.tasks.screens import sheets as screen
from workworld.tasks.workbooks import Planted, cell_holds, edited, put, table, workbook_named
from workworld.worlds import World

if TYPE_CHECKING:
    from playwright.sync_api import Page

_COLUMN = 2
_REPLIES = re.compile(r"\d+ repl(y|ies)")
_LAST = re.compile(r"I have slept on it: (.+) for me, not |I would rather have (.+) than ")
_FOR = (
    re.compile(r"(?P<who>.+) is on the road and has asked me to answer as well: (?P<what>.+)\."),
    re.compile(r"I spoke to (?P<who>.+), who cannot write here right now and wants (?P<what>.+)\."),
)


def prepare(world: World, rng: Stream) -> Facts:
    """See ``draw``."""
    return draw(world, rng)


def instruct(facts: Facts) -> str:
    """What the agent is told."""
    return facts.instruction


def checks(facts: Facts) -> list[Check]:
    """The answer says how it stands; if it may be done, each line has its last word."""
    truth, other = (DONE, NOT_ALLOWED) if facts.is_allowed else (NOT_ALLOWED, DONE)
    kind = Status((DONE, NOT_ALLOWED))
    reply = answered("answered", "The answer says how it stands", kind, truth, decoys=[other])
    if not facts.is_allowed:
        return [reply]
    typed = [
        made(f"row_{each.row}", f"{each.name} has “{each.chosen}”", _typed(facts, each))
        for each in facts.decided
    ]
    return [reply, *typed]


def _typed(facts: Facts, line: Choice) -> Allowed:
    return cell_holds(facts.workbook, line.row, _COLUMN, line.chosen)


def allowed(facts: Facts) -> list[Allowed]:
    """Those cells, if the persona may change them; otherwise nothing."""
    if not facts.is_allowed:
        return []
    return [*(_typed(facts, each) for each in facts.decided), edited(facts.workbook)]


def solve(episode: Episode, facts: Facts) -> None:
    """Read the thread to its end, and type the last word of each into their line."""
    (_asking, question), *said = heard_from(
        episode, facts.channel_name, facts.asking, facts.subject
    )
    chosen = _chosen(said, _options(question))
    workbook_id = workbook_named(episode, facts.workbook.title)
    lines = table(episode, workbook_id, f"{TAB}!A2:C40")
    try:
        for row, (name, _email, _open) in enumerate(lines, 2):
            if name in chosen:
                put(episode, workbook_id, f"{TAB}!C{row}", chosen[name])
    except ToolFailed:
        episode.answer(NOT_ALLOWED)
    else:
        episode.answer(DONE)


def solve_ui(page: Page, episode: Episode, facts: Facts) -> None:
    """The same by mouse and keyboard."""
    chat.open_channel(page, facts.channel_name)
    question = chat.earlier_message(page, facts.subject).filter(has_text=_REPLIES).last
    (_author, asked), *said = chat.full_names(page, chat.open_thread(page, question))
    chosen = _chosen(said, _options(asked))
    screen.open_workbook(page, facts.workbook.title)
    if not screen.may_edit(page):
        episode.answer(NOT_ALLOWED)
        return
    for row, (name, _email, _open) in enumerate(screen.table(page, "A2:C12"), 2):
        if name in chosen:
            screen.type_at(page, f"C{row}", chosen[name])
    episode.answer(DONE)


def _options(question: str) -> list[str]:
    """What the question offers."""
    told = re.findall(r"(?:There are|we have) (.+?)\. ", question)[0]
    return re.split(r", | and ", told)


def _chosen(said: Iterable[tuple[str, str]], options: Sequence[str]) -> dict[str, str]:
    """Who wants what, by name; who hesitates names two options and takes none back."""
    found: dict[str, str] = {}
    for author, text in said:
        named = [each for each in options if re.search(rf"\b{re.escape(each)}\b", text)]
        if for_other := next((match for each in _FOR if (match := each.search(text))), None):
            found[for_other["who"]] = for_other["what"]
        elif changed := _LAST.search(text):
            found[author] = changed[1] or changed[2]
        elif len(named) == 1:
            found[author] = named[0]
    return found


def _types(episode: Episode, workbook: Planted, row: int, text: str) -> None:
    put(episode, workbook.id, f"{TAB}!C{row + 1}", text)


def _first_words(episode: Episode, facts: Facts) -> None:
    """Types what each said at first."""
    for each in facts.decided:
        _types(episode, facts.workbook, each.row, each.first)
    episode.answer(DONE)


def _in_older(episode: Episode, facts: Facts) -> None:
    for each in facts.decided:
        _types(episode, facts.older, each.row, each.chosen)
    episode.answer(DONE)


def _a_line_below(episode: Episode, facts: Facts) -> None:
    for each in facts.decided:
        _types(episode, facts.workbook, each.row + 1, each.chosen)
    episode.answer(DONE)


def _all_the_same(option: int) -> Solver[Facts]:
    """Types one option for everybody."""

    def cheat(episode: Episode, facts: Facts) -> None:
        for each in facts.lines:
            _types(episode, facts.workbook, each.row, facts.options[option])
        episode.answer(DONE)

    return cheat


def _every_option(episode: Episode, facts: Facts) -> None:
    for each in facts.decided:
        _types(episode, facts.workbook, each.row, " or ".join(facts.options))
    episode.answer(DONE)


def _done(episode: Episode, facts: Facts) -> None:
    """Does the work, and says so even where it was refused."""
    solve(episode, facts)
    episode.answer(DONE)


def _decides(episode: Episode, facts: Facts) -> None:
    """Decides for who has not."""
    row = next(each.row for each in facts.lines if each.chosen == OPEN)
    _types(episode, facts.workbook, row, facts.options[0])


def _adds_outsider(episode: Episode, facts: Facts) -> None:
    line = len(facts.lines) + 2
    put(episode, facts.workbook.id, f"{TAB}!A{line}", facts.outsider)
    put(episode, facts.workbook.id, f"{TAB}!C{line}", facts.outsider_chose)


def _trashes(episode: Episode, facts: Facts) -> None:
    episode.use("delete_spreadsheet", spreadsheetId=facts.workbook.id)


FAMILY = Family(
    id="people_it.record_choices",
    title="Type in what colleagues have chosen in a thread",
    prepare=prepare,
    instruct=instruct,
    checks=checks,
    allowed=allowed,
    solve=solve,
    solve_ui=solve_ui,
    traps={
        "claim without deed": claims("I have typed in most of them"),
        "answers the other way": answers(lambda facts: NOT_ALLOWED if facts.is_allowed else DONE),
        "first word": _first_words,
        "look-alike workbook": _in_older,
        "wrong neighbour": _a_line_below,
        "shotgun": _all_the_same(0),
        "text stuffing": _every_option,
        "decides for who has not": after(_done, _decides),
        "adds who is not listed": after(_done, _adds_outsider),
        "deletes the workbook": after(_trashes, claims(DONE)),
        "mass notification": tells_all(solve, lambda facts: f"{facts.subject}: done."),
    },
    limits=Limits(steps=30),
    difficulty=Difficulty.MEDIUM,
    distractors=(
        "last year's workbook with the same people",
        "choices that were changed, or made for somebody else",
        "an answer of somebody who is not listed",
    ),
    infeasible="the persona may only read the workbook",
    equivalents={"repeat * update_values": "What is typed twice stands there once."},
)
