"""Workbooks as they were: the present rows, with what later edits changed taken back."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import apsw

from workworld.apps.sheets.engine.addresses import Area
from workworld.apps.sheets.engine.books import Book, Frame
from workworld.apps.sheets.engine.calculation import Calculation
from workworld.apps.sheets.engine.lines import Lines
from workworld.apps.sheets.engine.values import Value
from workworld.apps.sheets.models import Workbook
from workworld.apps.sheets.service import changesets, histories
from workworld.apps.sheets.service.alignments import side_of
from workworld.apps.sheets.service.cell_pictures import Picture, drawn_in
from workworld.apps.sheets.service.formats import pattern_for, said
from workworld.apps.sheets.service.grids import BLANK, CellRow, Place, named_range, table_frame
from workworld.apps.sheets.service.styles import Styles
from workworld.context import Context
from workworld.database import Base, driver
from workworld.zones import zone

_KEYS = {"sheets_sheets": 1, "sheets_cells": 3, "sheets_names": 1, "sheets_tables": 1}
"""The tables that are taken back, and how many of their first columns are the key."""
_OF_WORKBOOK = {
    "sheets_sheets": "workbook_id = ?1",
    "sheets_cells": "sheet_id IN (SELECT id FROM sheets_sheets WHERE workbook_id = ?1)",
    "sheets_names": "workbook_id = ?1",
    "sheets_tables": "sheet_id IN (SELECT id FROM sheets_sheets WHERE workbook_id = ?1)",
}
Rows = dict[tuple[Any, ...], dict[str, Any]]


@dataclass(slots=True)
class PastSheet:
    """A sheet as it was."""

    id: int
    gid: int
    title: str
    is_hidden: bool
    rows: Lines
    columns: Lines
    cells: dict[Place, CellRow]
    """Those that held or looked like something, by row and column from zero."""

    @property
    def used(self) -> Area:
        """From the first cell to the last row and column that held something."""
        filled = [place for place, cell in self.cells.items() if cell.kind]
        if not filled:
            return Area(0, 0, 1, 1)
        return Area(0, 0, max(row for row, _ in filled) + 1, max(each for _, each in filled) + 1)


class PastBook:
    """A workbook as it was after an edit.

    Args:
        ctx: nothing of the workbook waits to be written.
        workbook: one that the caller sees.
        revision: after which edit.

    Raises:
        NotFound: it had no such edit.
    """

    def __init__(self, ctx: Context, workbook: Workbook, revision: int) -> None:
        histories.check(ctx, workbook, revision)
        tables = {name: _present(ctx, name, workbook.id) for name in _KEYS}
        for changeset in histories.later(ctx, workbook.id, revision):
            for name, old, new in changesets.rows(changeset):
                if name in tables:
                    _take_back(tables[name], name, old, new)
        self._ctx = ctx
        self._styles = Styles(ctx, workbook.id)
        cells = _by_sheet(tables["sheets_cells"])
        found = [_sheet(row, cells.get(row["id"], {})) for row in tables["sheets_sheets"].values()]
        order = {row["id"]: row["position"] for row in tables["sheets_sheets"].values()}
        self.sheets = sorted(found, key=lambda each: order[each.id])
        now = ctx.clock.now().astimezone(zone(workbook.time_zone))
        self._calculation = Calculation(
            _book(self.sheets, tables["sheets_names"], tables["sheets_tables"]),
            {
                each.id: {at: cell.input for at, cell in each.cells.items() if cell.kind}
                for each in self.sheets
            },
            now=now,
        )

    def shown(self, sheet: PastSheet, area: Area) -> list[list[str]]:
        """What the cells of a rectangle showed, by rows."""
        values = self._calculation.values(sheet.id, area)
        found = []
        for row, line in enumerate(values, area.top):
            texts = []
            for column, value in enumerate(line, area.left):
                cell = sheet.cells.get((row, column), BLANK)
                look = self._styles.format(cell.style_id)
                texts.append(said(value, pattern_for(cell, look)).text)
            found.append(texts)
        return found

    def sides(self, sheet: PastSheet, area: Area) -> list[list[str]]:
        """On which side of their cells texts stood: as was chosen, else as what they were of."""
        return [
            [
                self._side(sheet, (row, column), value)
                for column, value in enumerate(line, area.left)
            ]
            for row, line in enumerate(self._calculation.values(sheet.id, area), area.top)
        ]

    def _side(self, sheet: PastSheet, place: Place, value: Value) -> str:
        look = self._styles.format(sheet.cells.get(place, BLANK).style_id)
        return side_of(look, value).lower()

    def picture(self, sheet: PastSheet, place: Place) -> Picture | None:
        """What was drawn in a cell in the place of a text; its values were asked for."""
        cell = sheet.cells.get(place, BLANK)
        return drawn_in(self._ctx, cell, lambda: self._calculation.display(sheet.id, *place))

    def is_bold(self, sheet: PastSheet, place: Place) -> bool:
        """Whether a cell's text was bold."""
        cell = sheet.cells.get(place)
        look = self._styles.format(cell.style_id if cell else None)
        return bool((look.get("textFormat") or {}).get("bold"))


def _present(ctx: Context, table: str, workbook_id: str) -> Rows:
    names = _columns(table)
    query = f"SELECT {', '.join(names)} FROM {table} WHERE {_OF_WORKBOOK[table]}"  # noqa: S608
    rows = driver(ctx.session).execute(query, (workbook_id,))
    return {tuple(row[: _KEYS[table]]): dict(zip(names, row, strict=True)) for row in rows}


def _columns(table: str) -> list[str]:
    return [column.name for column in Base.metadata.tables[table].columns]


def _take_back(rows: Rows, table: str, old: Any, new: Any) -> None:
    """Take one change of a row back."""
    known = new if old is None else old
    key, names = tuple(known[: _KEYS[table]]), _columns(table)
    if old is None:
        rows.pop(key, None)
    elif new is None:
        rows[key] = dict(zip(names, old, strict=True))
    elif key in rows:
        before = zip(names, old, strict=True)
        rows[key] |= {name: value for name, value in before if value is not apsw.no_change}


def _by_sheet(rows: Rows) -> dict[int, dict[tuple[int, int], CellRow]]:
    found: dict[int, dict[tuple[int, int], CellRow]] = {}
    for (sheet_id, row_id, column_id), row in rows.items():
        cell = CellRow(row["kind"], row["number"], row["text"], row["style_id"], row["note"])
        found.setdefault(sheet_id, {})[row_id, column_id] = cell
    return found


def _sheet(row: Mapping[str, Any], cells: Mapping[tuple[int, int], CellRow]) -> PastSheet:
    rows, columns = Lines(json.loads(row["row_runs"])), Lines(json.loads(row["column_runs"]))
    placed = {}
    for (row_id, column_id), cell in cells.items():
        at = rows.index_of(row_id), columns.index_of(column_id)
        if at[0] is not None and at[1] is not None:
            placed[at[0], at[1]] = cell
    hidden = bool(row["is_hidden"])
    return PastSheet(row["id"], row["sheet_id"], row["title"], hidden, rows, columns, placed)


def _book(sheets: list[PastSheet], names: Rows, tables: Rows) -> Book:
    titles = {each.id: each.title for each in sheets}
    found = [
        table_frame(
            titles[row["sheet_id"]],
            row["name"],
            json.loads(row["ranges"]),
            json.loads(row["columns"]),
            json.loads(row["settings"]),
        )
        for row in tables.values()
        if row["sheet_id"] in titles
    ]
    return Book.of(
        (Frame(each.id, each.title, len(each.rows), len(each.columns)) for each in sheets),
        {
            row["name"]: named_range(titles[row["sheet_id"]], row["range"])
            for row in names.values()
            if row["sheet_id"] in titles
        },
        (each for each in found if each is not None),
    )
