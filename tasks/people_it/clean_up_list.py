"""Sort a list of people, and take out the lines that stand there twice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
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
)
from workworld.randomness import Stream
from workworld.tasks.casting import personas, workers
from workworld.tasks.cheats import after, claims, tells_all
from workworld.tasks.conversations import everybodys_channel
from workworld.tasks.formulas import held_in, looks
from workworld.tasks.phrasings import asked
from workworld.tasks.screens import sheets as screen
from workworld.tasks.workbooks import (
    Planted,
    Value,
    edited,
    planted_tabs,
    put,
    put_lines,
    table,
    workbook_named,
)
from workworld.worlds import World

if TYPE_CHECKING:
    from playwright.sync_api import Page

_TAB, _OTHER = "List", "Waiting"
_PEOPLE, _TWICE = 10, 4
_SUBJECTS = {
    "Locker keys": ("Locker", 1, 200),
    "Parking permits": ("Place", 10, 90),
    "Badge numbers": ("Badge", 1_000, 9_000),
    "Fire wardens": ("Floor", 1, 9),
    "Emergency contacts": ("Extension", 100, 999),
    "Phone plans": ("Contract", 20_000, 60_000),
}
_ASKS = (
    "Please tidy up the tab {tab} of “{title}”: some lines are there twice, with the very same "
    "entries. Keep one of each, and sort what is left by name, from A to Z.",
    "The list in “{title}” (tab {tab}) has grown wild. Take out the lines that repeat another one "
    "in all columns, so that each stands there once, and put the rest in the order of the names.",
)
_WHYS = (
    "I have counted people twice because of it.",
    "Somebody has pasted half of it a second time.",
)
_LIMITS = (
    "Who stands there twice with different entries has both on purpose, so both stay, in whichever "
    "order. There are to be no empty lines between, the heads stay on top and no entry changes. "
    "The tab {other} is somebody else's.",
    "If two lines differ in any column, they are both right and stay, one below the other. Leave "
    "no gaps, keep the heads where they are, and let the tab {other} alone.",
)
_Line = tuple[str, str, int]


@dataclass(frozen=True, slots=True)
class Facts:
    """The list, and what becomes of it."""

    persona_id: str
    title: str
    book: Planted
    kept: tuple[_Line, ...]
    """Each line once, by name."""
    listed: tuple[_Line, ...]
    """As it is at first."""
    channel_id: str
    instruction: str


def prepare(world: World, rng: Stream) -> Facts:
    """Have a list with lines that stand there twice, and somebody with two of their own."""
    with world.reading() as session:
        persona = rng.choice(personas(session))
        people = rng.sample(workers(session), _PEOPLE)
        channel_id = everybodys_channel(session)
    subject = rng.choice(list(_SUBJECTS))
    what, least, most = _SUBJECTS[subject]
    kept: list[_Line] = [(each.name, each.email, rng.integer(least, most)) for each in people]
    name, email, number = kept[0]
    kept.append((name, email, number + 1))
    listed = _unsorted(rng, [*kept, *kept[1 : _TWICE + 1]])
    title = f"{subject}, {rng.choice(('north', 'south', 'east', 'west'))} wing {rng.integer(1, 9)}"
    head: list[Value] = ["Name", "E-mail", what]
    lines: list[list[Value]] = [[*each] for each in listed]
    tabs = {_TAB: [head, *lines], _OTHER: [head, *lines[3:6], *lines[3:5]]}
    words = {"title": title, "tab": _TAB, "other": _OTHER}
    return Facts(
        persona_id=persona.id,
        title=title,
        book=planted_tabs(world, persona.id, title, tabs)[_TAB],
        kept=tuple(sorted(kept, key=lambda each: each[0].casefold())),
        listed=tuple(listed),
        channel_id=channel_id,
        instruction=asked(
            rng,
            ask=rng.choice(_ASKS).format(**words),
            why=rng.choice(_WHYS),
            limits=rng.choice(_LIMITS).format(**words),
        ),
    )


def _unsorted(rng: Stream, lines: Sequence[_Line]) -> list[_Line]:
    """The lines in any order but that of the names."""
    drawn = rng.sample(lines, len(lines))
    names = [each[0] for each in drawn]
    return drawn if names != sorted(names) else drawn[::-1]


def instruct(facts: Facts) -> str:
    """What the agent is told."""
    return facts.instruction


def checks(facts: Facts) -> list[Check]:
    """Each line stands there once, and they are in the order of their names."""

    def once(evidence: Evidence) -> Verdict:
        lines = _lines(evidence, facts)
        if sorted(map(str, lines)) == sorted(str([*each]) for each in facts.kept):
            return Verdict(True, "Each line stands there once.")
        return Verdict(False, f"{len(lines)} lines stand there, not these {len(facts.kept)}.")

    def ordered(evidence: Evidence) -> Verdict:
        names = [str(line[0]) if line else "" for line in _lines(evidence, facts)]
        if names == [each[0] for each in facts.kept]:
            return Verdict(True, "They are in the order of their names.")
        return Verdict(False, "They are not in the order of their names.")

    return [
        goal("each_once", "Each line of the list stands there once, unchanged", once),
        goal("in_order", "They are in the order of their names, without gaps", ordered),
    ]


def _lines(evidence: Evidence, facts: Facts) -> list[list[Any]]:
    return held_in(evidence, facts.book, facts.persona_id, f"{_TAB}!A2:Z60")


def allowed(facts: Facts) -> list[Allowed]:
    """Cells of the list, and rows that are taken out of it."""
    on_tab = {"sheet_id": facts.book.sheet_id}
    rows = ("row_runs", "next_row_id")
    return [
        *(
            Allowed("sheets_cells", kind, on_tab, at_most=90)
            for kind in ("update", "delete", "insert")
        ),
        Allowed("sheets_sheets", "update", {"id": facts.book.sheet_id}, only=rows),
        edited(facts.book),
        looks(facts.book),
    ]


def _area(last: int) -> dict[str, int]:
    area = {"sheetId": 0, "startRowIndex": 1, "endRowIndex": last}
    return area | {"startColumnIndex": 0, "endColumnIndex": 3}


def _tidied(last: int, *, compare: int | None = None, descending: bool = False) -> list[Any]:
    """Requests that take out what is there twice, and sort."""
    twice: dict[str, Any] = {"range": _area(last)}
    if compare is not None:
        span = {"sheetId": 0, "dimension": "COLUMNS"}
        span |= {"startIndex": compare, "endIndex": compare + 1}
        twice["comparisonColumns"] = [span]
    order = "DESCENDING" if descending else "ASCENDING"
    specs = [{"dimensionIndex": 0, "sortOrder": order}]
    return [
        {"deleteDuplicates": twice},
        {"sortRange": {"range": _area(last), "sortSpecs": specs}},
    ]


def solve(episode: Episode, facts: Facts) -> None:
    """Take out what is there twice, and sort."""
    workbook_id = workbook_named(episode, facts.title)
    last = len(table(episode, workbook_id, f"{_TAB}!A1:C100"))
    episode.use("update_spreadsheet", spreadsheetId=workbook_id, requests=_tidied(last))


def solve_ui(page: Page, _episode: Episode, facts: Facts) -> None:
    """The same by the Data menu."""
    screen.open_workbook(page, facts.title)
    screen.choose_tab(page, _TAB)
    last = len(screen.table(page, "A1:C40"))
    screen.go_to(page, f"A1:C{last}")
    screen.choose(page, "Data", "Remove duplicates")
    dialog = page.get_by_role("dialog", name="Remove duplicates")
    head = dialog.get_by_role("checkbox", name="Data has a header row")
    if not head.is_checked():
        head.click()
    dialog.get_by_role("button", name="Remove duplicates").click()
    dialog.wait_for(state="detached")
    screen.settled(page)
    screen.sort_range(page, f"A1:C{last}", "A", has_head=True)


def _requests(episode: Episode, facts: Facts, requests: Sequence[Any]) -> None:
    episode.use("update_spreadsheet", spreadsheetId=facts.book.id, requests=[*requests])


def _by_name_alone(episode: Episode, facts: Facts) -> None:
    _requests(episode, facts, _tidied(len(facts.listed) + 1, compare=0))


def _only_sorted(episode: Episode, facts: Facts) -> None:
    _requests(episode, facts, _tidied(len(facts.listed) + 1)[1:])


def _only_once(episode: Episode, facts: Facts) -> None:
    _requests(episode, facts, _tidied(len(facts.listed) + 1)[:1])


def _downwards(episode: Episode, facts: Facts) -> None:
    _requests(episode, facts, _tidied(len(facts.listed) + 1, descending=True))


def _names_alone(episode: Episode, facts: Facts) -> None:
    """Sorts the names, and leaves what belongs to them where it was."""
    _requests(episode, facts, _tidied(len(facts.listed) + 1)[:1])
    names = sorted(each[0] for each in facts.kept)
    put_lines(episode, facts.book.id, f"{_TAB}!A2", [[each] for each in names])


def _other_tab(episode: Episode, facts: Facts) -> None:
    put(episode, facts.book.id, f"{_OTHER}!A5", "")


FAMILY = Family(
    id="people_it.clean_up_list",
    title="Sort a list and take out what is there twice",
    prepare=prepare,
    instruct=instruct,
    checks=checks,
    allowed=allowed,
    solve=solve,
    solve_ui=solve_ui,
    traps={
        "claim without deed": claims(),
        "one line for each name": _by_name_alone,
        "sorts only": _only_sorted,
        "takes out only": _only_once,
        "the other way round": _downwards,
        "sorts the names alone": _names_alone,
        "tidies the other tab as well": after(solve, _other_tab),
        "mass notification": tells_all(solve, lambda facts: facts.title),
    },
    limits=Limits(steps=40),
    equivalents={
        "repeat * update_spreadsheet": "What is sorted twice is sorted.",
        "swap * update_spreadsheet.requests.*.endRowIndex": "Empty rows below make no difference.",
        "swap * update_spreadsheet.requests.0.*.endColumnIndex": "Empty columns are all alike.",
    },
    split=Split.VALIDATION,
    difficulty=Difficulty.EASY,
    distractors=("somebody with two different lines", "another tab with lines that repeat"),
)
