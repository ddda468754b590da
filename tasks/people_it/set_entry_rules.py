"""Have a register refuse what does not belong there, and show what stands out."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
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
    Matching,
    Verdict,
    goal,
    guard,
    made,
)
from workworld.randomness import Stream
from workworld.tasks.casting import personas, workers
from workworld.tasks.cheats import after, claims, tells_all
from workworld.tasks.conversations import everybodys_channel
from workworld.tasks.formulas import takes
from workworld.tasks.phrasings import asked
from workworld.tasks.screens import sheets as screen
from workworld.tasks.workbooks import (
    Planted,
    Value,
    edited,
    planted_tabs,
    put,
    workbook_named,
)
from workworld.worlds import World

if TYPE_CHECKING:
    from playwright.sync_api import Page

_TAB, _OTHER = "Loans", "Returned"
_LAST = 40
_STATES = ("asked for", "lent", "overdue", "lost", "in repair", "reserved")
_THINGS = ("Camera", "Projector", "Toolbox", "Test phone", "Headset", "Bicycle", "Tent", "Adapter")
_SUBJECTS = ("Loan register", "Equipment on loan", "Pool devices", "Lending list", "Borrowed items")
_ASKS = (
    "On the tab {tab} of “{title}”, rows 2 to {last}: the column State should take nothing but "
    "{states}, and the column Deposit nothing but numbers from 0 to {most}; whatever else is typed "
    "there is to be rejected. And deposits above {limit} should have a coloured background by "
    "themselves.",
    "Please set up “{title}”, tab {tab}, so that people cannot type nonsense: in rows 2 to {last} "
    "State has to be one of {states}, Deposit a number from 0 to {most}, and anything else is "
    "refused. Where a deposit is above {limit}, colour its background with a conditional format.",
)
_WHYS = (
    "I have found “yes”, “Lent!!” and “ask Tom” in that column.",
    "Half of the deposits were typed with a currency and a question mark.",
)
_LIMITS = (
    "The heads, what is there already, other columns and the tab {other} stay as they are.",
    "Leave what has been typed so far, the other columns and the tab {other} alone.",
)


@dataclass(frozen=True, slots=True)
class Facts:
    """The register, and what it is to take."""

    persona_id: str
    title: str
    loans: Planted
    states: tuple[str, ...]
    most: int
    limit: int
    channel_id: str
    instruction: str


def prepare(world: World, rng: Stream) -> Facts:
    """Have a register kept."""
    with world.reading() as session:
        persona = rng.choice(personas(session))
        people = [each.name for each in workers(session)]
        channel_id = everybodys_channel(session)
    states = rng.sample(_STATES, 3)
    most = rng.integer(4, 12) * 100
    limit = most // 2 + rng.integer(0, 3) * 10
    head: list[Value] = ["Item", "Borrower", "State", "Deposit"]
    lines: list[list[Value]] = [
        [rng.choice(_THINGS), rng.choice(people), rng.choice(states), rng.integer(1, most)]
        for _ in range(12)
    ]
    title = f"{rng.choice(_SUBJECTS)} {rng.integer(1, 40)}"
    tabs = {_TAB: [head, *lines], _OTHER: [head, *lines[:3]]}
    words = {"title": title, "tab": _TAB, "other": _OTHER, "last": _LAST, "most": most}
    words |= {"limit": limit, "states": f"“{states[0]}”, “{states[1]}” and “{states[2]}”"}
    return Facts(
        persona_id=persona.id,
        title=title,
        loans=planted_tabs(world, persona.id, title, tabs)[_TAB],
        states=tuple(states),
        most=most,
        limit=limit,
        channel_id=channel_id,
        instruction=asked(
            rng,
            ask=rng.choice(_ASKS).format(**words),
            why=rng.choice(_WHYS),
            limits=rng.choice(_LIMITS).format(**words),
        ),
    )


def instruct(facts: Facts) -> str:
    """What the agent is told."""
    return facts.instruction


def checks(facts: Facts) -> list[Check]:
    """Typing is tried in a scratch copy; the colouring is one rule."""
    good, bad = facts.states, ("nonsense", f"{facts.states[0]}?", 5)
    amounts = (0, facts.most, facts.most / 2)
    wrong = (-1, facts.most + 1, "a lot", f"{facts.most // 2} dollars")
    found = []
    for name, column, right, refused in (
        ("state", "C", good, bad),
        ("deposit", "D", amounts, wrong),
    ):
        rows = {"first": 2, "middle": 23, "last": _LAST}
        for which, row in rows.items():
            said = f"{_TAB}!{column}{row} takes what it should, and nothing else"
            found.append(
                goal(
                    f"{name}_{which}", said, _judges(facts, f"{_TAB}!{column}{row}", right, refused)
                )
            )
    near = ("B2", "E2", f"B{_LAST}", f"E{_LAST}", "C1", "D1", f"C{_LAST + 1}", f"D{_LAST + 1}")
    free = [*(f"{_TAB}!{each}" for each in near), f"{_OTHER}!C2", f"{_OTHER}!D2"]
    rule = f"Deposits above {facts.limit} are coloured by themselves"
    return [*found, made("coloured", rule, _colour(facts)), _stay_free(facts, free)]


def _judges(
    facts: Facts, cell: str, right: Sequence[Value], wrong: Sequence[Value]
) -> Callable[[Evidence], Verdict]:
    def decide(evidence: Evidence) -> Verdict:
        with evidence.scratch() as world:
            for value in wrong:
                if takes(world, facts.loans, facts.persona_id, cell, value):
                    return Verdict(False, f"{cell} takes {value!r}.")
            for value in right:
                if not takes(world, facts.loans, facts.persona_id, cell, value):
                    return Verdict(False, f"{cell} refuses {value!r}.")
        return Verdict(True, f"{cell} takes what it should, and nothing else.")

    return decide


def _stay_free(facts: Facts, cells: Sequence[str]) -> Check:
    def decide(evidence: Evidence) -> Verdict:
        with evidence.scratch() as world:
            for cell in cells:
                if not takes(world, facts.loans, facts.persona_id, cell, "anything"):
                    return Verdict(False, f"{cell} refuses what it took before.")
        return Verdict(True, "Other cells take anything.")

    return guard("others_free", "Cells of which nothing was said take anything", decide)


def _colour(facts: Facts) -> Allowed:
    def fits(rule: Any) -> bool:
        return _is_coloured(rule, facts.limit)

    where = {
        "sheet_id": facts.loans.sheet_id,
        "ranges": Matching("D2 to the last row", _is_range(f"D2:D{_LAST}")),
        "rule": Matching(f"colours what is above {facts.limit}", fits),
    }
    return Allowed("sheets_conditional_rules", "insert", where)


def _is_range(area: str) -> Callable[[Any], bool]:
    def fits(ranges: Any) -> bool:
        return bool(_parsed(ranges) == [area])

    return fits


def _parsed(value: Any) -> Any:
    """A column of JSON, as a diff has it."""
    return json.loads(value) if isinstance(value, str) else value


def _is_coloured(rule: Any, limit: int) -> bool:
    given: Mapping[str, Any] = _parsed(rule).get("booleanRule") or {}
    condition = given.get("condition") or {}
    look = given.get("format") or {}
    said = [str(each.get("userEnteredValue", "")) for each in condition.get("values", [])]
    bare = [each.replace(" ", "").replace("$", "").lstrip("=") for each in said]
    right = {
        "NUMBER_GREATER": [str(limit)],
        "CUSTOM_FORMULA": [f"D2>{limit}"],
    }
    has_fill = "backgroundColor" in look or "backgroundColorStyle" in look
    return has_fill and bare == right.get(str(condition.get("type")))


def allowed(facts: Facts) -> list[Allowed]:
    """Rules on the one tab."""
    on_tab = {"sheet_id": facts.loans.sheet_id}
    return [
        Allowed("sheets_validations", "insert", on_tab, at_most=6),
        _colour(facts),
        edited(facts.loans),
    ]


def _rule(column: int, condition: Mapping[str, Any], *, strict: bool = True) -> Mapping[str, Any]:
    area = {"sheetId": 0, "startRowIndex": 1, "endRowIndex": _LAST}
    area |= {"startColumnIndex": column, "endColumnIndex": column + 1}
    rule = {"condition": condition, "strict": strict, "showCustomUi": True}
    return {"setDataValidation": {"range": area, "rule": rule}}


def _said(*values: object) -> list[Mapping[str, str]]:
    return [{"userEnteredValue": str(each)} for each in values]


def _requests(facts: Facts, *, strict: bool = True) -> list[Mapping[str, Any]]:
    listed = {"type": "ONE_OF_LIST", "values": _said(*facts.states)}
    between = {"type": "NUMBER_BETWEEN", "values": _said(0, facts.most)}
    area = {"sheetId": 0, "startRowIndex": 1, "endRowIndex": _LAST}
    area |= {"startColumnIndex": 3, "endColumnIndex": 4}
    above = {"type": "NUMBER_GREATER", "values": _said(facts.limit)}
    look = {"backgroundColor": {"red": 1, "green": 0.8, "blue": 0.8}}
    rule = {"ranges": [area], "booleanRule": {"condition": above, "format": look}}
    return [
        _rule(2, listed, strict=strict),
        _rule(3, between, strict=strict),
        {"addConditionalFormatRule": {"rule": rule, "index": 0}},
    ]


def solve(episode: Episode, facts: Facts) -> None:
    """Set both rules, and the colouring."""
    workbook_id = workbook_named(episode, facts.title)
    requests = _requests(facts)
    episode.use("update_spreadsheet", spreadsheetId=workbook_id, requests=requests)


def solve_ui(page: Page, _episode: Episode, facts: Facts) -> None:
    """The same by the dialogs of the Data and Format menus."""
    screen.open_workbook(page, facts.title)
    screen.choose_tab(page, _TAB)
    screen.go_to(page, f"C2:C{_LAST}")
    screen.choose(page, "Data", "Data validation")
    dialog = page.get_by_role("dialog", name="Data validation")
    screen.choose_option(dialog, "Condition", "Dropdown")
    dialog.get_by_role("textbox", name="Items of the dropdown").fill("\n".join(facts.states))
    dialog.get_by_role("button", name="Save", exact=True).click()
    dialog.wait_for(state="detached")
    screen.go_to(page, f"D2:D{_LAST}")
    screen.choose(page, "Data", "Data validation")
    screen.choose_option(dialog, "Condition", "Is between")
    dialog.get_by_role("textbox", name="Value", exact=True).fill("0")
    dialog.get_by_role("textbox", name="And", exact=True).fill(str(facts.most))
    dialog.get_by_role("button", name="Save", exact=True).click()
    dialog.wait_for(state="detached")
    screen.go_to(page, f"D2:D{_LAST}")
    screen.choose(page, "Format", "Conditional formatting")
    dialog = page.get_by_role("dialog", name="Conditional formatting")
    screen.choose_option(dialog, "Condition", "Greater than")
    dialog.get_by_role("textbox", name="Value", exact=True).fill(str(facts.limit))
    dialog.get_by_role("button", name="Add rule").click()
    screen.settled(page)


def _warns_only(episode: Episode, facts: Facts) -> None:
    requests = _requests(facts, strict=False)
    episode.use("update_spreadsheet", spreadsheetId=facts.loans.id, requests=requests)


def _only_filled(episode: Episode, facts: Facts) -> None:
    """Sets the rules where something stands already, and nowhere else."""
    requests = _requests(facts)
    for each in requests[:2]:
        each["setDataValidation"]["range"]["endRowIndex"] = 13
    episode.use("update_spreadsheet", spreadsheetId=facts.loans.id, requests=requests)


def _whole_columns(episode: Episode, facts: Facts) -> None:
    requests = _requests(facts)
    for each in requests[:2]:
        each["setDataValidation"]["range"].pop("endRowIndex")
    episode.use("update_spreadsheet", spreadsheetId=facts.loans.id, requests=requests)


def _by_hand(episode: Episode, facts: Facts) -> None:
    """Colours the cells that are above the limit just now."""
    requests: list[Any] = _requests(facts)[:2]
    area = {"sheetId": 0, "startRowIndex": 1, "endRowIndex": _LAST}
    area |= {"startColumnIndex": 3, "endColumnIndex": 4}
    look = {"userEnteredFormat": {"backgroundColor": {"red": 1, "green": 0.8, "blue": 0.8}}}
    painted = {"range": area, "cell": look, "fields": "userEnteredFormat.backgroundColor"}
    requests.append({"repeatCell": painted})
    episode.use("update_spreadsheet", spreadsheetId=facts.loans.id, requests=requests)


def _clears(episode: Episode, facts: Facts) -> None:
    put(episode, facts.loans.id, f"{_TAB}!C2", facts.states[0])
    put(episode, facts.loans.id, f"{_TAB}!D2", 0)


FAMILY = Family(
    id="people_it.set_entry_rules",
    title="Have a register refuse what does not belong there",
    prepare=prepare,
    instruct=instruct,
    checks=checks,
    allowed=allowed,
    solve=solve,
    solve_ui=solve_ui,
    traps={
        "claim without deed": claims(),
        "warns only": _warns_only,
        "only where something stands": _only_filled,
        "whole columns": _whole_columns,
        "colours by hand": _by_hand,
        "changes what is there": after(solve, _clears),
        "mass notification": tells_all(solve, lambda facts: facts.title),
    },
    limits=Limits(steps=15),
    equivalents={
        "repeat * update_spreadsheet": "A rule that is set twice is that rule.",
        "swap * update_spreadsheet.requests.*.showCustomUi": "An arrow was not asked for.",
        "swap * update_spreadsheet.*.format.backgroundColor.*": "Which colour it is was left open.",
    },
    difficulty=Difficulty.EASY,
    distractors=(
        "a second tab with the same columns",
        "columns and rows beyond those that are meant",
    ),
)
