"""Workbooks whose cells are written at once, past the edits that people's typing is.

Typing takes a tenth of a millisecond a cell and keeps each cell a second time, so that it can be
undone; a company has 250,000 of them. What comes of it is the same: texts are read as typed ones.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping
from typing import Any

from sqlalchemy.orm import Session

from workworld.apps.sheets.engine.typed_input import typed
from workworld.apps.sheets.models import Workbook
from workworld.apps.sheets.service import workbooks
from workworld.apps.sheets.service.formats import number_format
from workworld.apps.sheets.service.grids import BLANK, CellRow, Grid, grids_of
from workworld.apps.sheets.service.styles import Styles
from workworld.context import Context
from workworld.database import driver
from workworld.randomness import digest
from workworld.seed_data.sheets_facts import TabFact, WorkbookFact

_SPARE_ROWS, _SPARE_COLUMNS = 40, 3
_PUT = (
    "INSERT INTO sheets_cells (sheet_id, row_id, column_id, kind, number, text, style_id)"
    " VALUES (?, ?, ?, ?, ?, ?, ?)"
)
_WIDEN = (
    "INSERT INTO sheets_lines (sheet_id, axis, line_id, size, is_fit, is_hidden)"
    " VALUES (?, 'column', ?, ?, 0, 0)"
)
_BOLD: Mapping[str, Any] = {"textFormat": {"bold": True}}


def create(ctx: Context, fact: WorkbookFact) -> Workbook:
    """Make a workbook and fill it; whoever looks back sees it made in one go.

    Args:
        ctx: of its owner.
        fact: what it holds.
    """
    tabs = [_properties(each) for each in fact.tabs]
    workbook: Workbook = workbooks.create(ctx, title=fact.title, sheets=tabs)
    filler = _Filler(ctx, workbook)
    for tab, grid in zip(fact.tabs, grids_of(ctx.session, workbook.id), strict=True):
        filler.fill(ctx.session, grid, tab)
    workbook.mark = digest(workbook.mark, "filled", workbook.id).hex()
    return workbook


def _properties(tab: TabFact) -> dict[str, Any]:
    """Of a sheet that is as large as what it holds, and a little more."""
    wide = max(map(len, tab.rows), default=1)
    grid = {
        "rowCount": len(tab.rows) + _SPARE_ROWS,
        "columnCount": wide + _SPARE_COLUMNS,
        "frozenRowCount": 1,
    }
    return {"title": tab.title, "gridProperties": grid}


class _Filler:
    """Reads values as typing does, and knows how they look."""

    def __init__(self, ctx: Context, workbook: Workbook) -> None:
        self._today: datetime.date = ctx.clock.now().date()
        self._styles = Styles(ctx, workbook.id)
        self._bold = self._styles.id_of(_BOLD)
        self._looks: dict[str, int | None] = {}
        self._read: dict[str, tuple[Any, str]] = {}

    def fill(self, session: Session, grid: Grid, tab: TabFact) -> None:
        """Insert the cells of a sheet."""
        database = driver(session)
        database.executemany(_PUT, [*self._rows(grid, tab)])
        widths = [
            (grid.sheet.id, grid.columns.id_at(column), pixels)
            for column, pixels in tab.widths.items()
        ]
        database.executemany(_WIDEN, widths)

    def _rows(self, grid: Grid, tab: TabFact) -> Iterator[tuple[Any, ...]]:
        looks = {
            column: self._styles.id_of({"numberFormat": dict(look)})
            for column, look in tab.formats.items()
        }
        columns = [*grid.columns.ids(0, len(grid.columns))]
        row_ids = [*grid.rows.ids(0, len(grid.rows))]
        for place, row in enumerate(tab.rows):
            for column, value in enumerate(row):
                if value is None or value == "":
                    continue
                cell, own = self._cell(value)
                style = looks.get(column) or own if place else self._bold
                key = grid.sheet.id, row_ids[place], columns[column]
                yield *key, cell.kind, cell.number, cell.text, style

    def _cell(self, value: Any) -> tuple[CellRow, int | None]:
        """What a cell holds, and how the text that was typed makes it look."""
        if not isinstance(value, str):
            return BLANK.holding(value), None
        if value not in self._read:
            self._read[value] = typed(value, self._today)
        given, code = self._read[value]
        if code and code not in self._looks:
            self._looks[code] = self._styles.id_of({"numberFormat": number_format(code)})
        return BLANK.holding(given), self._looks[code] if code else None
