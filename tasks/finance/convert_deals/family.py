"""The family: its checks, what it allows, its oracle and its traps."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from workworld.grading import Allowed, Check, Difficulty, Episode, Family, Limits, made
from workworld.grading.family import Solver, ToolFailed
from workworld.tasks.cheats import after, claims, tells_all
from workworld.tasks.conversations import heard_from
from workworld.tasks.days import day_in
from workworld.tasks.finance.convert_deals.facts import Facts, prepare
from workworld.tasks.finance.convert_deals.rates import DEALS, FOREIGN, RATES, TOTALS, in_dollars
from workworld.tasks.formulas import formula_typed, hard_codes, looks
from workworld.tasks.records import rows
from workworld.tasks.screens import chat
from workworld.tasks.screens import sheets as screen
from workworld.tasks.workbooks import (
    Value,
    cell_filled,
    cell_holds,
    edited,
    put,
    serial,
    table,
    workbook_named,
)

if TYPE_CHECKING:
    from playwright.sync_api import Page

_RATE = re.compile(r"(\d\.\d{4}) dollars")
_ALL_RATES = "A1:C7"
_WON = "SELECT Name, CloseDate, CurrencyIsoCode, Amount FROM Opportunity WHERE IsWon = true"
_OF_DAY = (
    '=D{row}*IF(C{row}="USD",1,INDEX(Rates!$B$2:$C$7,MATCH(B{row},Rates!$A$2:$A$7,1),'
    "MATCH(C{row},Rates!$B$1:$C$1,0)))"
)
_OF_LAST = '=D{row}*IF(C{row}="USD",1,INDEX(Rates!$B$7:$C$7,1,MATCH(C{row},Rates!$B$1:$C$1,0)))'
_INVERSE = _OF_DAY.replace("*IF", "/IF")
_SUMS = (
    "=COUNTIF(Deals!$C$2:$C$13,A{row})",
    "=SUMIF(Deals!$C$2:$C$13,A{row},Deals!$E$2:$E$13)",
)


def instruct(facts: Facts) -> str:
    """What the agent is told."""
    return facts.instruction


def checks(facts: Facts) -> list[Check]:
    """The rate is right, each deal is as the CRM has it, and what is calculated is live."""
    day, _rates = facts.rates[facts.wrong.place]
    said = f"The rate of {facts.wrong.currency} from {day} is {facts.wrong.right}"
    typed = [
        made(f"deal_{row}_{name}", f"{deal.name} has {value} as its {name}", cell)
        for row, (deal, cells) in enumerate(zip(facts.deals, _cells(facts), strict=True), 1)
        for name, value, cell in zip(("date", "currency", "amount"), deal.line, cells, strict=True)
    ]
    live = facts.live.checks(lambda cell: f"{cell} is right, and follows rates, days and amounts")
    return [made("rate", said, _rate(facts)), *typed, *live]


def _rate(facts: Facts) -> Allowed:
    column = 1 + FOREIGN.index(facts.wrong.currency)
    return cell_holds(facts.books.rates, facts.wrong.place + 1, column, facts.wrong.right)


def _cells(facts: Facts) -> list[list[Allowed]]:
    """The changes that put each deal's day, currency and amount into its line."""
    lines: list[tuple[float | str, ...]] = [
        (serial(each.closed), each.currency, each.amount) for each in facts.deals
    ]
    return [
        [cell_filled(facts.books.deals, row, column, value) for column, value in enumerate(line, 1)]
        for row, line in enumerate(lines, 1)
    ]


def allowed(facts: Facts) -> list[Allowed]:
    """Those cells, formulas beside them, and how they look."""
    deals, totals = facts.books.deals, facts.books.totals
    return [
        _rate(facts),
        *(cell for line in _cells(facts) for cell in line),
        *(formula_typed(deals, row, 4, replaces=False) for row in range(1, len(facts.deals) + 1)),
        *(
            formula_typed(totals, row, column, replaces=False)
            for row in range(1, len(FOREIGN) + 3)
            for column in (1, 2)
        ),
        edited(deals),
        looks(deals),
    ]


def solve(episode: Episode, facts: Facts) -> None:
    """Put the rate right, look the deals up, and type values and formulas."""
    workbook_id = workbook_named(episode, facts.title)
    said = heard_from(episode, facts.channel_name, facts.author, facts.head)
    word = [text for who, text in said if who == facts.author][-1]
    _correct(episode, workbook_id, word)
    _fill_in(episode, workbook_id)


def _correct(episode: Episode, workbook_id: str, word: str) -> None:
    """Type the rate of which somebody writes into its cell."""
    cell, rate = _rate_in(word, table(episode, workbook_id, f"{RATES}!{_ALL_RATES}"))
    _type(episode, workbook_id, f"{RATES}!{cell}", [[rate]])


def _rate_in(word: str, lines: Sequence[Sequence[str]]) -> tuple[str, float]:
    """The cell of which somebody writes, and the rate that belongs there.

    Args:
        word: what they write.
        lines: all of the tab.
    """
    heads, *rates = lines
    row = [line[0] for line in rates].index(day_in(word).isoformat()) + 2
    (column,) = (place for place, head in enumerate(heads) if f"{head} from" in word)
    (rate,) = _RATE.findall(word)
    return f"{'ABC'[column]}{row}", float(rate)


def _type(episode: Episode, workbook_id: str, area: str, values: Sequence[Sequence[Value]]) -> None:
    """Type into a range, in a second try if the spreadsheet has a fault."""
    at = {"spreadsheetId": workbook_id, "range": area, "values": [list(line) for line in values]}
    try:
        episode.use("update_values", **at)
    except ToolFailed:
        episode.use("update_values", **at)


def _fill_in(episode: Episode, workbook_id: str, formula: str = _OF_DAY) -> None:
    """Type what the CRM has of each deal, and the formulas."""
    names = [line[0] for line in table(episode, workbook_id, f"{DEALS}!A2:A60")]
    _type(episode, workbook_id, f"{DEALS}!B2", _lines(episode, names, formula))
    codes = [line[0] for line in table(episode, workbook_id, f"{TOTALS}!A2:A20")]
    _type(episode, workbook_id, f"{TOTALS}!B2", _sums(len(codes)))


def _lines(episode: Episode, names: Sequence[str], formula: str) -> list[list[Value]]:
    """What belongs beside each deal: what the CRM has of it, and a formula."""
    deals = {str(each["Name"]): each for each in rows(episode, _WON)}
    return [
        [
            deals[name]["CloseDate"],
            deals[name]["CurrencyIsoCode"],
            deals[name]["Amount"],
            formula.format(row=row),
        ]
        for row, name in enumerate(names, 2)
    ]


def _sums(count: int) -> list[list[Value]]:
    """The formulas beside so many currencies, the last of which is all of them."""
    sums: list[list[Value]] = [
        [each.format(row=row) for each in _SUMS] for row in range(2, count + 1)
    ]
    return [*sums, [f"=SUM(B2:B{count})", f"=SUM(C2:C{count})"]]


def solve_ui(page: Page, episode: Episode, facts: Facts) -> None:
    """Look the deals up by a tool; all else by mouse and keyboard."""
    chat.open_channel(page, facts.channel_name)
    opening = chat.earlier_message(page, facts.head).last
    said = chat.full_names(page, chat.open_thread(page, opening))
    word = [text for who, text in said if who == facts.author][-1]
    screen.open_workbook(page, facts.title)
    screen.choose_tab(page, RATES)
    cell, rate = _rate_in(word, screen.table(page, _ALL_RATES))
    screen.type_at(page, cell, str(rate))
    screen.choose_tab(page, DEALS)
    names = [line[0] for line in screen.table(page, "A2:A20")]
    lines = _lines(episode, names, _OF_DAY)
    screen.type_rows(page, "B2", [[str(value) for value in line] for line in lines])
    screen.choose_tab(page, TOTALS)
    codes = screen.table(page, "A2:A9")
    screen.type_rows(page, "B2", [[str(value) for value in line] for line in _sums(len(codes))])


def _puts_rate(episode: Episode, facts: Facts, rate: float, currency: str = "") -> None:
    column = "BC"[FOREIGN.index(currency or facts.wrong.currency)]
    area = f"{RATES}!{column}{facts.wrong.place + 2}"
    _type(episode, facts.books.rates.id, area, [[rate]])


def _with_formula(formula: str) -> Solver[Facts]:
    def cheat(episode: Episode, facts: Facts) -> None:
        _puts_rate(episode, facts, facts.wrong.right)
        _fill_in(episode, facts.books.deals.id, formula)

    return cheat


def _with_old_rate(episode: Episode, facts: Facts) -> None:
    _fill_in(episode, facts.books.deals.id)


def _with_first_word(episode: Episode, facts: Facts) -> None:
    _puts_rate(episode, facts, facts.wrong.once)
    _fill_in(episode, facts.books.deals.id)


def _with_thought(episode: Episode, facts: Facts) -> None:
    (another,) = (each for each in FOREIGN if each != facts.wrong.currency)
    _puts_rate(episode, facts, facts.wrong.other, another)


def _gives_up(episode: Episode, facts: Facts) -> None:
    """Tries once to put the rate right, and goes on."""
    with suppress(ToolFailed):
        put(episode, facts.books.rates.id, f"{RATES}!B{facts.wrong.place + 2}", facts.wrong.right)
    _fill_in(episode, facts.books.deals.id)


def _in_numbers(episode: Episode, facts: Facts) -> None:
    """Types the right dollars beside the right deals, and leaves the rates alone."""
    lines: list[list[Value]] = [[*each.line, in_dollars(each, facts.rates)] for each in facts.deals]
    _type(episode, facts.books.deals.id, f"{DEALS}!B2", lines)


def _a_line_below(episode: Episode, facts: Facts) -> None:
    lines: list[list[Value]] = [
        [*each.line, _OF_DAY.format(row=row)] for row, each in enumerate(facts.deals, 3)
    ]
    _type(episode, facts.books.deals.id, f"{DEALS}!B3", lines)


def _adds_rate(episode: Episode, facts: Facts) -> None:
    """Adds a line for today below the rates."""
    put(episode, facts.books.rates.id, f"{RATES}!A9", "to be continued")


FAMILY = Family(
    id="finance.convert_deals",
    title="Convert won deals at the rates of their days",
    prepare=prepare,
    instruct=instruct,
    checks=checks,
    allowed=allowed,
    solve=solve,
    solve_ui=solve_ui,
    traps={
        "claim without deed": claims(),
        "hard-coded values": hard_codes(solve, lambda facts: facts.live),
        "one hard-coded value": hard_codes(solve, lambda facts: facts.live, only=1),
        "numbers in the place of formulas": _in_numbers,
        "the wrong rate stays": _with_old_rate,
        "the first word counts": _with_first_word,
        "what somebody thinks counts": after(solve, _with_thought),
        "one rate for all": _with_formula(_OF_LAST),
        "divides by the rate": _with_formula(_INVERSE),
        "gives up when the spreadsheet fails": _gives_up,
        "wrong neighbour": _a_line_below,
        "writes on the rates as well": after(solve, _adds_rate),
        "mass notification": tells_all(solve, lambda facts: facts.title),
    },
    limits=Limits(steps=90),
    difficulty=Difficulty.HARD,
    distractors=(
        "a rate that was put right twice",
        "what somebody thinks of another rate",
        "deals of the first and the last day of a rate",
        "an open deal of the same name",
    ),
    equivalents={
        "repeat * update_values": "What is typed twice stands there once.",
        "swap * update_values.values.*": "Another formula that comes to the same, and is live.",
        "drop * update_values": "What was refused was typed again.",
    },
)
