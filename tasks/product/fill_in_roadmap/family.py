"""The family: its checks, what it allows, its oracle and its traps."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import TYPE_CHECKING, Any

from workworld.grading import Allowed, Check, Difficulty, Episode, Family, Limits, made
from workworld.tasks.cheats import after, claims, tells
from workworld.tasks.conversations import heard
from workworld.tasks.days import day_in
from workworld.tasks.issues import found, spoken_of
from workworld.tasks.product.fill_in_roadmap.facts import NOBODY, TAB, Facts, Line, prepare
from workworld.tasks.screens import chat, sheets
from workworld.tasks.workbooks import (
    cell_filled,
    edited,
    looks,
    put_lines,
    serial,
    workbook_named,
)
from workworld.tasks.workbooks import table as lines_of

if TYPE_CHECKING:
    from playwright.sync_api import Page

_FIRST, _WIDTH = 2, 4
_PLACE = f"{TAB}!C2"
_WORD = re.compile(r"it (?:goes into|stays in) (\d+\.\d+\.\d+)")


def instruct(facts: Facts) -> str:
    """What the agent is told."""
    return facts.instruction


def checks(facts: Facts) -> list[Check]:
    """Each cell of the four columns holds what is so."""
    return [
        made(
            f"{each.key.lower().replace('-', '_')}_{name}",
            f"{each.key} has {value} as its {name.replace('_', ' ')}",
            cell,
        )
        for each, cells in zip(facts.lines, _cells(facts), strict=True)
        for (name, value), cell in zip(_values(each).items(), cells, strict=True)
    ]


def _values(line: Line) -> dict[str, str | date]:
    return {
        "status": line.status,
        "assignee": line.assignee,
        "version": line.version,
        "release_date": line.day,
    }


def _cells(facts: Facts) -> list[list[Allowed]]:
    """The changes that put right values into the cells, line by line."""
    return [
        [
            _filled(facts, row, column, value)
            for column, value in enumerate(_values(line).values(), _FIRST)
        ]
        for row, line in enumerate(facts.lines, 1)
    ]


def _filled(facts: Facts, row: int, column: int, value: str | date) -> Allowed:
    held_value = serial(value) if isinstance(value, date) else value
    return cell_filled(facts.workbook, row, column, held_value)


def allowed(facts: Facts) -> list[Allowed]:
    """Those cells, and how dates look."""
    cells = [cell for line in _cells(facts) for cell in line]
    return [*cells, edited(facts.workbook), looks(_WIDTH)]


def solve(episode: Episode, facts: Facts) -> None:
    """Read the lines, look the issues up, and let what was decided go before the tracker."""
    workbook_id = workbook_named(episode, facts.workbook.title)
    keys = [line[0] for line in lines_of(episode, workbook_id, f"{TAB}!A2:A60")]
    decided = heard(episode, facts.channel_name, facts.author, "note counts")
    put_lines(episode, workbook_id, _PLACE, _so(episode, facts, keys, decided))


def solve_ui(page: Page, episode: Episode, facts: Facts) -> None:
    """The same with the channel and the workbook on pages, the tracker through the tools."""
    chat.open_channel(page, facts.channel_name)
    decided = chat.earlier_message(page, "note counts").all_inner_texts()
    sheets.open_workbook(page, facts.workbook.title)
    keys = [line[0] for line in sheets.table(page, "A2:A60")]
    sheets.type_rows(page, "C2", _so(episode, facts, keys, decided))


def _so(
    episode: Episode, facts: Facts, keys: Sequence[str], decided: Sequence[str]
) -> list[list[str]]:
    """What is to be typed beside each key.

    Args:
        episode: in which the tracker is asked.
        facts: who has the last word.
        keys: of the issues.
        decided: what was written of the versions' days.
    """
    query = f"key in ({', '.join(keys)})"
    there = {
        each["key"]: each["fields"]
        for each in found(episode, query, "status", "assignee", "fixVersions")
    }
    versions = {key: fields["fixVersions"][0]["name"] for key, fields in there.items()}
    for each in found(episode, f"{query} AND Flagged IS NOT EMPTY"):
        versions[each["key"]] = _last_decided(episode, facts, each["key"], versions[each["key"]])
    listed = (fields["fixVersions"][0] for fields in there.values())
    days = {each["name"]: each["releaseDate"] for each in listed} | _decided(decided)
    return [_typed(there[key], versions[key], days) for key in keys]


def _last_decided(episode: Episode, facts: Facts, key: str, version: str) -> str:
    """Into which version an issue goes by the last word of whoever leads the project."""
    for author, text in spoken_of(episode, key):
        if author == facts.lead and (match := _WORD.search(text)):
            version = match[1]
    return version


def _decided(said: Sequence[str]) -> dict[str, str]:
    """The day of each version of which the author says that it was decided."""
    (told,) = said
    version = re.findall(r"(\d+\.\d+\.\d+) comes out on ", told)[0]
    return {version: day_in(told).isoformat()}


def _typed(issue: Mapping[str, Any], version: str, days: Mapping[str, str]) -> list[str]:
    assignee = issue["assignee"] or {"displayName": NOBODY}
    return [issue["status"]["name"], assignee["displayName"], version, days[version]]


def _put(episode: Episode, facts: Facts, right: Callable[[Line], tuple[str, date]]) -> None:
    """Types all lines with these versions and days."""
    rows = _rows(facts, right)
    put_lines(episode, facts.workbook.id, _PLACE, rows)


def _rows(
    facts: Facts, right: Callable[[Line], tuple[str, date]] = lambda line: (line.version, line.day)
) -> list[list[str]]:
    versions = [right(each) for each in facts.lines]
    return [
        [line.status, line.assignee, version, day.isoformat()]
        for line, (version, day) in zip(facts.lines, versions, strict=True)
    ]


def _by_tracker(episode: Episode, facts: Facts) -> None:
    _put(episode, facts, lambda line: (line.version, line.tracker_day))


def _by_field(episode: Episode, facts: Facts) -> None:
    _put(episode, facts, lambda line: (line.tracker_version, line.field_day))


def _by_suggestions(episode: Episode, facts: Facts) -> None:
    _put(episode, facts, lambda line: (line.suggested or line.version, line.suggested_day))


def _version_without_day(episode: Episode, facts: Facts) -> None:
    """Takes the version from the comment, and the day from the field."""
    _put(episode, facts, lambda line: (line.version, line.field_day))


def _by_idea(episode: Episode, facts: Facts) -> None:
    def right(line: Line) -> tuple[str, date]:
        return line.version, line.day if line.day == line.tracker_day else facts.proposed

    _put(episode, facts, right)


def _a_line_below(episode: Episode, facts: Facts) -> None:
    put_lines(episode, facts.workbook.id, f"{TAB}!C3", _rows(facts))


def _first_line(episode: Episode, facts: Facts) -> None:
    put_lines(episode, facts.workbook.id, _PLACE, _rows(facts)[:1] * len(facts.lines))


def _as_texts(episode: Episode, facts: Facts) -> None:
    """Days as words, which nobody can sort by."""
    rows = [[*row[:3], f"on {row[3]}"] for row in _rows(facts)]
    put_lines(episode, facts.workbook.id, _PLACE, rows)


def _renames(episode: Episode, facts: Facts) -> None:
    area = f"{TAB}!F1"
    episode.use("update_values", spreadsheetId=facts.workbook.id, range=area, values=[["Day"]])


def _trashes(episode: Episode, facts: Facts) -> None:
    episode.use("delete_spreadsheet", spreadsheetId=facts.workbook.id)


FAMILY = Family(
    id="product.fill_in_roadmap",
    title="Fill in a roadmap from the tracker",
    prepare=prepare,
    instruct=instruct,
    checks=checks,
    allowed=allowed,
    solve=solve,
    solve_ui=solve_ui,
    traps={
        "claim without deed": claims(),
        "decision overlooked": _by_tracker,
        "takes an idea for a decision": _by_idea,
        "moves overlooked": _by_field,
        "takes a suggestion for a move": _by_suggestions,
        "a moved version with the old day": _version_without_day,
        "wrong neighbour": _a_line_below,
        "shotgun": _first_line,
        "days as words": _as_texts,
        "renames a column": after(solve, _renames),
        "deletes the workbook": _trashes,
        "tells the channel": after(
            solve, tells(lambda facts: facts.channel_id, lambda _facts: "The roadmap is done.")
        ),
    },
    limits=Limits(steps=80),
    difficulty=Difficulty.HARD,
    distractors=(
        "days in the tracker that a decision has overtaken",
        "days that were only proposed",
        "issues that were moved by a comment, taken back, or only talked of",
        "issues without an assignee",
    ),
    equivalents={"repeat * update_values": "What is typed twice stands there once."},
)
