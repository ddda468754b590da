"""Families that fill in the empty columns of a list, cell by cell, from what another app has."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from workworld.grading import Allowed, Check, Difficulty, Episode, Family, Limits, made
from workworld.randomness import Stream
from workworld.tasks.cheats import after, claims, tells
from workworld.tasks.conversations import everybodys_channel
from workworld.tasks.phrasings import asked
from workworld.tasks.workbooks import (
    Planted,
    Value,
    cell_filled,
    edited,
    looks,
    planted,
    put,
    put_lines,
    table,
    workbook_named,
)
from workworld.worlds import World

TAB = "List"
EMPTY = "not known"
_REPEATED = "What is typed twice stands there once."


@dataclass(frozen=True, slots=True)
class Facts:
    """A list, and what belongs into its lines."""

    persona_id: str
    channel_id: str
    """Where everybody may write."""
    workbook: Planted
    heads: tuple[str, ...]
    """Of all columns; the first one is filled in already."""
    lines: tuple[tuple[str, ...], ...]
    """What belongs behind the first column, from the first line on."""
    instruction: str


@dataclass(frozen=True, slots=True)
class Wording:
    """How the work is asked for: with ``{title}`` and ``{empty}`` in it."""

    titles: Sequence[str]
    asks: Sequence[str]
    whys: Sequence[str]
    limits: Sequence[str]


def begun(
    world: World,
    rng: Stream,
    persona_id: str,
    heads: Sequence[str],
    lines: Sequence[tuple[str, Sequence[str]]],
    wording: Wording,
) -> Facts:
    """Have somebody begin a list with its first column.

    Args:
        world: where it is begun.
        rng: decides on the words.
        persona_id: whose it is.
        heads: the columns' headings.
        lines: what stands in the first column, and what belongs behind it.
        wording: how the rest is asked for.
    """
    with world.reading() as session:
        channel_id = everybodys_channel(session)
    title = f"{rng.choice(wording.titles)} {rng.integer(2, 60)}"
    typed: list[list[Value]] = [list(heads)]
    typed.extend([name] for name, _line in lines)
    words = {"title": title, "empty": EMPTY}
    ask, why, limits = (
        rng.choice(each).format(**words) for each in (wording.asks, wording.whys, wording.limits)
    )
    return Facts(
        persona_id=persona_id,
        channel_id=channel_id,
        workbook=planted(world, persona_id, title, TAB, typed),
        heads=tuple(heads),
        lines=tuple(tuple(line) for _name, line in lines),
        instruction=asked(rng, ask=ask, why=why, limits=limits),
    )


def family(
    family_id: str,
    title: str,
    prepare: Callable[[World, Stream], Facts],
    found: Callable[[Episode, Facts, Sequence[str]], Sequence[Sequence[str]]],
    *,
    distractors: Sequence[str],
    **more: Any,
) -> Family[Facts]:
    """A family of such lists.

    Args:
        family_id: see ``Family``.
        title: see ``Family``.
        prepare: draws the list, with ``begun``.
        found: how the oracle finds what belongs behind the names of the first column.
        distractors: see ``Family``.
        more: other fields of ``Family``.
    """

    def solve(episode: Episode, facts: Facts) -> None:
        workbook_id = workbook_named(episode, facts.workbook.title)
        names = [line[0] for line in table(episode, workbook_id, f"{TAB}!A2:A90")]
        _put(episode, workbook_id, found(episode, facts, names))

    def checks(facts: Facts) -> list[Check]:
        return [
            made(f"row_{row}_{column}", f"{facts.heads[column]} of row {row} is “{value}”", cell)
            for row, column, value, cell in _cells(facts)
        ]

    checks.__module__ = prepare.__module__  # the file that a broken task is told with
    return Family(
        id=family_id,
        title=title,
        prepare=prepare,
        instruct=_instruct,
        checks=checks,
        allowed=_allowed,
        solve=solve,
        traps={
            "claim without deed": claims(),
            "wrong neighbour": _a_line_below,
            "shotgun": _first_line,
            "calls everything unknown": _all_unknown,
            "leaves out the last": _but_the_last,
            "columns mixed up": _in_other_columns,
            "text stuffing": _stuffed,
            "renames a line as well": after(solve, _renames),
            "mass notification": after(solve, tells(_channel, _title)),
        },
        limits=Limits(steps=70),
        difficulty=Difficulty.MEDIUM,
        distractors=distractors,
        equivalents={"repeat * update_values": _REPEATED},
        **more,
    )


def _instruct(facts: Facts) -> str:
    return facts.instruction


def _allowed(facts: Facts) -> list[Allowed]:
    cells = [cell for *_at, cell in _cells(facts)]
    return [*cells, edited(facts.workbook), looks(len(facts.heads) - 1)]


def _cells(facts: Facts) -> list[tuple[int, int, str, Allowed]]:
    """Row and column, counted from 0, what belongs there, and the change that puts it there."""
    return [
        (row, column, value, cell_filled(facts.workbook, row, column, value))
        for row, line in enumerate(facts.lines, 1)
        for column, value in enumerate(line, 1)
    ]


def _put(
    episode: Episode, workbook_id: str, values: Sequence[Sequence[str]], at: str = "B2"
) -> None:
    put_lines(episode, workbook_id, f"{TAB}!{at}", values)


def _a_line_below(episode: Episode, facts: Facts) -> None:
    _put(episode, facts.workbook.id, facts.lines, "B3")


def _first_line(episode: Episode, facts: Facts) -> None:
    _put(episode, facts.workbook.id, [facts.lines[0]] * len(facts.lines))


def _all_unknown(episode: Episode, facts: Facts) -> None:
    _put(episode, facts.workbook.id, [[EMPTY] * len(line) for line in facts.lines])


def _but_the_last(episode: Episode, facts: Facts) -> None:
    _put(episode, facts.workbook.id, facts.lines[:-1])


def _in_other_columns(episode: Episode, facts: Facts) -> None:
    _put(episode, facts.workbook.id, [line[::-1] for line in facts.lines])


def _stuffed(episode: Episode, facts: Facts) -> None:
    _put(episode, facts.workbook.id, [[" / ".join(line)] * len(line) for line in facts.lines])


def _renames(episode: Episode, facts: Facts) -> None:
    put(episode, facts.workbook.id, f"{TAB}!A2", "Something else")


def _channel(facts: Facts) -> str:
    return facts.channel_id


def _title(facts: Facts) -> str:
    return facts.workbook.title
