"""Workbooks: planted for a task, found and edited by its oracle, and judged cell by cell."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from sqlalchemy import select

from workworld.apps.sheets.models import Sheet
from workworld.apps.sheets.service import shares, values
from workworld.apps.sheets.service import workbooks as service
from workworld.calls import perform
from workworld.context import Actor
from workworld.grading import Allowed, Episode
from workworld.worlds import World

_EPOCH = date(1899, 12, 30)
_CONTENT = ("kind", "number", "text", "style_id")
_MARKS = ("revision", "mark", "modified_us", "modified_by")

Value = str | float | None


@dataclass(frozen=True, slots=True)
class Planted:
    """A workbook that was made for a task."""

    id: str
    title: str
    sheet_id: int
    """Of its first sheet, as the database has it."""


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
    actor = Actor(owner_id)
    made = perform(world, actor, service.create, title=title, sheets=[{"title": tab}])
    put = {"workbook_id": made.id, "range": f"'{tab}'!A1", "values": [list(each) for each in lines]}
    perform(world, actor, values.update, **put, value_input_option="USER_ENTERED")
    for person_id, role in (sharing or {}).items():
        to = {"workbook_id": made.id, "person_id": person_id, "role": role}
        perform(world, actor, shares.share, **to, notifies=False)
    with world.reading() as session:
        sheet_id = session.scalars(select(Sheet.id).where(Sheet.workbook_id == made.id)).one()
    return Planted(made.id, title, sheet_id)


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
    return Allowed("sheets_cells", "update", key | held, only=_CONTENT)


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
    episode.use("update_values", spreadsheetId=workbook_id, range=area, values=[[value]])


def amount(shown: str) -> float:
    """The number in a cell that shows it as money or with commas."""
    return float(re.sub(r"[^\d.-]", "", shown))
