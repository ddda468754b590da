"""Fill in a list of customers from what the CRM has of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from workworld.grading import Allowed, Check, Difficulty, Episode, Family, Limits, made
from workworld.randomness import Stream
from workworld.tasks.casting import personas
from workworld.tasks.cheats import after, claims, tells
from workworld.tasks.conversations import everybodys_channel
from workworld.tasks.phrasings import asked
from workworld.tasks.records import Row, rows, seen_by, told_apart
from workworld.tasks.workbooks import (
    Planted,
    Value,
    cell_filled,
    edited,
    looks,
    planted,
    put,
    workbook_named,
)
from workworld.tasks.workbooks import table as lines_of
from workworld.worlds import World

TAB = "Customers"
EMPTY = "not known"
_HEADS = ("Account", "Type", "Industry", "Owner")
_SEEN = "SELECT Name, Type, Industry, Owner.Name FROM Account ORDER BY Name LIMIT 2000"
_LINES, _COLUMNS = 17, 3
_NAMES = ("Account list", "Customer overview", "Territory list", "Book of business", "Key accounts")
_ASKS = (
    "The spreadsheet “{title}” lists accounts. Fill in the columns Type, Industry and Owner from "
    "the CRM, each account in its line.",
    "Please complete “{title}”: for every account in it I need type, industry and owner as the CRM "
    "has them.",
    "In “{title}” all columns but the first are still empty. What belongs there stands in the CRM: "
    "the account's type, its industry and the name of its owner.",
)
_WHYS = (
    "We divide the accounts up anew, and nobody should argue about who has what.",
    "Marketing has asked for it three times.",
    "I began it by hand and gave up at the second line.",
)
_LIMITS = (
    "Where the CRM has nothing, write “{empty}”. Use the CRM's own words, leave the names and the "
    "order of the lines alone, and change nothing in the CRM.",
    "Write “{empty}” wherever a field is blank in the CRM, and otherwise just what it says there. "
    "The first column, the headings and the CRM itself stay as they are.",
)


@dataclass(frozen=True, slots=True)
class Facts:
    """The spreadsheet, and what belongs into its lines."""

    persona_id: str
    channel_id: str
    workbook: Planted
    lines: tuple[tuple[str, ...], ...]
    """Type, industry and owner of each account, from the first line on."""
    instruction: str


def prepare(world: World, rng: Stream) -> Facts:
    """Draw somebody who sees enough accounts, and have them begin a list of some."""
    with world.reading() as session:
        people = personas(session)
        channel_id = everybodys_channel(session)
    seen = {each.id: told_apart(seen_by(world, each.id, _SEEN)) for each in people}
    persona_id = rng.choice([who for who, found in seen.items() if len(found) >= _LINES])
    drawn = rng.sample(seen[persona_id], _LINES)
    title = f"{rng.choice(_NAMES)} {rng.integer(2, 60)}"
    typed: list[list[Value]] = [list(_HEADS)]
    typed.extend([str(each["Name"])] for each in drawn)
    words = {"title": title, "empty": EMPTY}
    return Facts(
        persona_id=persona_id,
        channel_id=channel_id,
        workbook=planted(world, persona_id, title, TAB, typed),
        lines=tuple(map(_told, drawn)),
        instruction=asked(
            rng,
            ask=rng.choice(_ASKS).format(**words),
            why=rng.choice(_WHYS),
            limits=rng.choice(_LIMITS).format(**words),
        ),
    )


def _told(account: Row) -> tuple[str, ...]:
    values = account["Type"], account["Industry"], account["Owner"]["Name"]
    return tuple(str(each) if each else EMPTY for each in values)


def instruct(facts: Facts) -> str:
    """What the agent is told."""
    return facts.instruction


def checks(facts: Facts) -> list[Check]:
    """Each cell of the three columns holds what the CRM has."""
    return [
        made(f"row_{row}_{_HEADS[column].lower()}", f"Row {row} has “{value}”", cell)
        for row, column, value, cell in _cells(facts)
    ]


def _cells(facts: Facts) -> list[tuple[int, int, str, Allowed]]:
    """Row and column, counted from 0, what belongs there, and the change that puts it there."""
    return [
        (row, column, value, cell_filled(facts.workbook, row, column, value))
        for row, line in enumerate(facts.lines, 1)
        for column, value in enumerate(line, 1)
    ]


def allowed(facts: Facts) -> list[Allowed]:
    """Those cells."""
    return [*(cell for *_at, cell in _cells(facts)), edited(facts.workbook), looks(_COLUMNS)]


def solve(episode: Episode, facts: Facts) -> None:
    """Read the names, ask the CRM for all accounts, and fill in what it has."""
    workbook_id = workbook_named(episode, facts.workbook.title)
    names = [line[0] for line in lines_of(episode, workbook_id, f"{TAB}!A2:A60")]
    accounts: Mapping[str, Row] = {str(each["Name"]): each for each in rows(episode, _SEEN)}
    _put(episode, workbook_id, [_told(accounts[name]) for name in names])


def _put(
    episode: Episode, workbook_id: str, values: Sequence[Sequence[str]], at: str = "B2"
) -> None:
    typed = [list(each) for each in values]
    episode.use("update_values", spreadsheetId=workbook_id, range=f"{TAB}!{at}", values=typed)


def _a_line_below(episode: Episode, facts: Facts) -> None:
    _put(episode, facts.workbook.id, facts.lines, "B3")


def _first_line(episode: Episode, facts: Facts) -> None:
    _put(episode, facts.workbook.id, [facts.lines[0]] * len(facts.lines))


def _all_unknown(episode: Episode, facts: Facts) -> None:
    _put(episode, facts.workbook.id, [[EMPTY] * _COLUMNS] * len(facts.lines))


def _but_the_last(episode: Episode, facts: Facts) -> None:
    _put(episode, facts.workbook.id, facts.lines[:-1])


def _in_other_columns(episode: Episode, facts: Facts) -> None:
    _put(episode, facts.workbook.id, [line[::-1] for line in facts.lines])


def _stuffed(episode: Episode, facts: Facts) -> None:
    _put(episode, facts.workbook.id, [[" / ".join(line)] * _COLUMNS for line in facts.lines])


def _own_names(episode: Episode, facts: Facts) -> None:
    """Renames the first account of the list."""
    put(episode, facts.workbook.id, f"{TAB}!A2", "Somebody else")


FAMILY = Family(
    id="sales_operations.fill_account_sheet",
    title="Fill in a list of accounts from the CRM",
    prepare=prepare,
    instruct=instruct,
    checks=checks,
    allowed=allowed,
    solve=solve,
    traps={
        "claim without deed": claims(),
        "wrong neighbour": _a_line_below,
        "shotgun": _first_line,
        "calls everything unknown": _all_unknown,
        "leaves out the last": _but_the_last,
        "columns mixed up": _in_other_columns,
        "text stuffing": _stuffed,
        "renames a line as well": after(solve, _own_names),
        "mass notification": after(
            solve, tells(lambda facts: facts.channel_id, lambda facts: facts.workbook.title)
        ),
    },
    limits=Limits(steps=70),
    difficulty=Difficulty.MEDIUM,
    distractors=("fields that are blank", "accounts of similar names"),
    equivalents={"repeat * update_values": "What is typed twice stands there once."},
)
