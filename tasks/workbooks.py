"""Workbooks: planted for a task, found and edited by its oracle, and judged cell by cell."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from sqlalchemy import select

from workworld.apps.sheets.models import Sheet
from workworld.apps.sheets.service import shares, values
from workworld.apps.sheets.service import workbooks as service
from workworld.calls import perform
from workworld.context import Actor
from workworld.grading import Allowed, Episode, Matching
from workworld.worlds import World

_EPOCH = date(1899, 12, 30)
CONTENT = ("kind", "number", "text", "style_id")
"""The columns of a cell that typing into it may change."""
_MARKS = ("revision", "mark", "modified_us", "modified_by")

Value = str | float | None


@dataclass(frozen=True, slots=True)
class Planted:
    """A workbook that was made for a task."""

    id: str
    title: str
    sheet_id: int
    """Of the sheet that is meant, as the database has it."""


def planted(
    world: World,
    owner_id: str,
    title: str,
    tab: str,
    lines: Sequence[Sequence[Value]],
    sharing: Mapping[str, str] | None = None,
) -> Planted:
    """Have somebody make a workbook of one sheet and type into it.

    Args:
        world: where a task is prepared.
        owner_id: whose it is.
        title: of the workbook.
        tab: the sheet's title.
        lines: what is typed from its first cell on.
        sharing: roles of others, by their ids.
    """
    return planted_tabs(world, owner_id, title, {tab: lines}, sharing)[tab]


def planted_tabs(
    world: World,
    owner_id: str,
    title: str,
    tabs: Mapping[str, Sequence[Sequence[Value]]],
    sharing: Mapping[str, str] | None = None,
) -> dict[str, Planted]:
    """Have somebody make a workbook of several sheets and type into them.

    Args:
        world: where a task is prepared.
        owner_id: whose it is.
        title: of the workbook.
        tabs: what is typed into each sheet from its first cell on, by the sheet's title.
        sharing: roles of others, by their ids.

    Returns:
        The same workbook for each of its sheets, by the sheet's title.
    """
    actor = Actor(owner_id)
    sheets = [{"title": tab} for tab in tabs]
    made = perform(world, actor, service.create, title=title, sheets=sheets)
    data = [
        {"range": f"'{tab}'!A1", "values": [list(line) for line in lines]}
        for tab, lines in tabs.items()
        if lines
    ]
    typed = {"data": data, "value_input_option": "USER_ENTERED"}
    perform(world, actor, values.batch_update, workbook_id=made.id, **typed)
    for person_id, role in (sharing or {}).items():
        to = {"workbook_id": made.id, "person_id": person_id, "role": role}
        perform(world, actor, shares.share, **to, notifies=False)
    with world.reading() as session:
        query = select(Sheet.title, Sheet.id).where(Sheet.workbook_id == made.id)
        return {tab: Planted(made.id, title, sheet_id) for tab, sheet_id in session.execute(query)}


def every_sheet(world: World) -> tuple[int, ...]:
    """The ids of all sheets that there are, by which new ones are told."""
    with world.reading() as session:
        return tuple(session.scalars(select(Sheet.id).order_by(Sheet.id)))


def cell_holds(workbook: Planted, row: int, column: int, value: float | str) -> Allowed:
    """The change that puts a value into a cell in which another one stood.

    Args:
        workbook: which.
        row: counted from 0, as the column; nothing has been put in between since it was planted.
        column: which.
        value: a number (dates as ``serial`` counts them) or a text.
    """
    held: dict[str, Any] = {"kind": "number", "number": value}
    if isinstance(value, str):
        held = {"kind": "text", "text": value}
    key = {"sheet_id": workbook.sheet_id, "row_id": row, "column_id": column}
    return Allowed("sheets_cells", "update", key | held, only=CONTENT)


def cell_filled(workbook: Planted, row: int, column: int, value: float | str) -> Allowed:
    """The same for a cell that was empty; a text may be in small or large letters."""
    key = {"sheet_id": workbook.sheet_id, "row_id": row, "column_id": column}
    if not isinstance(value, str):
        return Allowed("sheets_cells", "insert", key | {"kind": "number", "number": value})
    same = value.casefold()
    reads = Matching(f"reads {value!r}", lambda text: str(text or "").strip().casefold() == same)
    return Allowed("sheets_cells", "insert", key | {"kind": "text", "text": reads})


def looks(at_most: int) -> Allowed:
    """Looks of cells that nobody has used so far, as come about when a day is typed."""
    return Allowed("sheets_styles", "insert", {}, at_most=at_most)


def edited(workbook: Planted) -> Allowed:
    """The note in a workbook that somebody has edited it."""
    return Allowed("sheets_workbooks", "update", {"id": workbook.id}, only=_MARKS)


def serial(day: date) -> float:
    """A day as cells hold it: counted from 30 December 1899."""
    return float((day - _EPOCH).days)


def workbook_named(episode: Episode, title: str) -> str:
    """The id of the one workbook of exactly this title that the persona sees."""
    query = "name = '{}'".format(title.replace("\\", "\\\\").replace("'", "\\'"))
    files = episode.use("search_spreadsheets", query=query).json()["files"]
    (found,) = (each["id"] for each in files if each["name"] == title)
    return str(found)


def table(episode: Episode, workbook_id: str, area: str) -> list[list[str]]:
    """What a range shows, line by line; what stands empty at the end is left out."""
    answer = episode.use("get_values", spreadsheetId=workbook_id, range=area).json()
    found: list[list[str]] = answer.get("values", [])
    return found


def put(episode: Episode, workbook_id: str, area: str, value: Value) -> None:
    """Put a value into a cell, as somebody types it."""
    put_lines(episode, workbook_id, area, [[value]])


def put_lines(
    episode: Episode, workbook_id: str, first: str, lines: Iterable[Sequence[Value]]
) -> None:
    """Put values into lines of cells, as somebody types them.

    Args:
        episode: in which.
        workbook_id: of the workbook.
        first: the cell in which the first value stands, with its tab: ``Rota!B2``.
        lines: from there on.
    """
    typed = [list(each) for each in lines]
    episode.use("update_values", spreadsheetId=workbook_id, range=first, values=typed)


def amount(shown: str) -> float:
    """The number in a cell that shows it as money or with commas."""
    return float(re.sub(r"[^\d.-]", "", shown))
