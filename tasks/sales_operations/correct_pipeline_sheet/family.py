"""The family: its checks, its oracles and its traps."""

from __future__ import annotations

from datetime import date
from typing import Any

from workworld.grading import Allowed, Check, Difficulty, Episode, Family, Limits, made
from workworld.randomness import Stream
from workworld.tasks.cheats import after, claims, tells, to_each
from workworld.tasks.records import change, named
from workworld.tasks.sales_operations.correct_pipeline_sheet.facts import (
    AMOUNT,
    CLOSES,
    TAB,
    Facts,
    Wrong,
    draw,
)
from workworld.tasks.workbooks import (
    amount,
    cell_holds,
    edited,
    put,
    serial,
    table,
    workbook_named,
)
from workworld.worlds import World

_LETTERS = {AMOUNT: "B", CLOSES: "C"}


def prepare(world: World, rng: Stream) -> Facts:
    """See ``draw``."""
    return draw(world, rng)


def instruct(facts: Facts) -> str:
    """What the agent is told."""
    return facts.instruction


def checks(facts: Facts) -> list[Check]:
    """Each cell that differed says what the CRM says."""
    return [
        made(
            f"row_{each.row + 1}_{'amount' if each.column == AMOUNT else 'close_date'}",
            f"{_LETTERS[each.column]}{each.row + 1} is right about {each.deal}",
            _right(facts, each),
            otherwise=f"{_LETTERS[each.column]}{each.row + 1} is as it was, or wrong otherwise.",
        )
        for each in facts.wrong
    ]


def _right(facts: Facts, wrong: Wrong) -> Allowed:
    value = wrong.amount if wrong.column == AMOUNT else serial(wrong.closes)
    return cell_holds(facts.workbook, wrong.row, wrong.column, value)


def allowed(facts: Facts) -> list[Allowed]:
    """Those cells, and the note that the workbook was edited."""
    return [*(_right(facts, each) for each in facts.wrong), edited(facts.workbook)]


def solve(episode: Episode, facts: Facts) -> None:
    """Compare each line with the CRM's deal of that name, and correct what differs."""
    _correct(episode, workbook_named(episode, facts.workbook.title))


def _correct(episode: Episode, workbook_id: str) -> None:
    for number, line in enumerate(table(episode, workbook_id, f"{TAB}!A2:C40"), 2):
        if line[0] == "Total":
            return
        (deal,) = named(episode, "Opportunity", line[0], "Amount, CloseDate")
        if amount(line[AMOUNT]) != deal["Amount"]:
            put(episode, workbook_id, f"{TAB}!B{number}", deal["Amount"])
        if date.fromisoformat(line[CLOSES]) != date.fromisoformat(deal["CloseDate"]):
            put(episode, workbook_id, f"{TAB}!C{number}", deal["CloseDate"])


def _in_older(episode: Episode, facts: Facts) -> None:
    _correct(episode, facts.older.id)


def _total_as_number(episode: Episode, facts: Facts) -> None:
    place = f"{TAB}!B{facts.last_row}"
    total = amount(table(episode, facts.workbook.id, place)[0][0])
    put(episode, facts.workbook.id, place, total)


def _bends_crm(episode: Episode, _facts: Facts, deal: tuple[str, float]) -> None:
    change(episode, "Opportunity", deal[0], Amount=deal[1])


def _clears(episode: Episode, facts: Facts) -> None:
    episode.use("clear_values", spreadsheetId=facts.workbook.id, range=f"{TAB}!B2:C40")


def _beside(episode: Episode, facts: Facts, wrong: Wrong) -> None:
    """Writes the right value beside the wrong one."""
    right: Any = wrong.amount if wrong.column == AMOUNT else wrong.closes.isoformat()
    put(episode, facts.workbook.id, f"{TAB}!E{wrong.row + 1}", right)


def _every_amount(episode: Episode, facts: Facts) -> None:
    """Puts the first right amount everywhere it could be wanted."""
    for number in range(2, facts.last_row):
        put(episode, facts.workbook.id, f"{TAB}!B{number}", facts.wrong[0].amount)


FAMILY = Family(
    id="sales_operations.correct_pipeline_sheet",
    title="Bring a sheet of deals in line with the CRM",
    prepare=prepare,
    instruct=instruct,
    checks=checks,
    allowed=allowed,
    solve=solve,
    difficulty=Difficulty.MEDIUM,
    distractors=("an older spreadsheet of the same deals", "a total, which is a formula"),
    traps={
        "claim without deed": claims(),
        "look-alike workbook": _in_older,
        "shotgun": after(solve, _in_older),
        "hard-coded value for a formula": after(solve, _total_as_number),
        "bends the CRM to the sheet": to_each(lambda facts: facts.stale, _bends_crm),
        "deletes what is wrong": _clears,
        "text stuffing": to_each(lambda facts: facts.wrong, _beside),
        "one amount everywhere": _every_amount,
        "tells the channel": tells(
            lambda facts: facts.channel_id, lambda facts: f"“{facts.workbook.title}” is right now."
        ),
    },
    limits=Limits(steps=40),
    equivalents={
        "repeat * update_values": "What is put into a cell twice still stands there once."
    },
)
