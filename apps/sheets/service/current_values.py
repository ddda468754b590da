"""What cells come to while a workbook is edited, what was done so far included."""

from __future__ import annotations

import datetime
import json
from collections.abc import Sequence

from workworld.apps.sheets.engine.addresses import Area
from workworld.apps.sheets.engine.calculation import Calculation
from workworld.apps.sheets.engine.values import Error, Value
from workworld.apps.sheets.service import calculations
from workworld.apps.sheets.service.editing import Editing
from workworld.apps.sheets.service.formats import pattern_for, said
from workworld.apps.sheets.service.grids import BLANK, CellRow, Grid, Place
from workworld.apps.sheets.service.styles import pattern_of
from workworld.database import driver
from workworld.zones import zone as zone_named

_CALCULATES = (
    "SELECT 1 FROM sheets_cells WHERE kind = 'formula'"
    " AND sheet_id IN (SELECT value FROM json_each(?)) LIMIT 1"
)


def today(edit: Editing) -> datetime.date:
    """The day where the workbook is."""
    return edit.ctx.clock.now().astimezone(zone_named(edit.workbook.time_zone)).date()


def values(edit: Editing, grid: Grid, area: Area) -> list[list[Value]]:
    """What the cells of a rectangle come to, by rows."""
    if area.size == 0:
        return []
    session = edit.ctx.session
    session.flush()  # names are read by the calculation, cells past the session
    written = driver(session).total_changes()
    if written == edit.begun:
        return calculations.calculated(edit.ctx, edit.workbook).values(grid, area)
    sheets = json.dumps([each.sheet.id for each in edit.grids])
    if driver(session).execute(_CALCULATES, (sheets,)).get is None or _is_filled(grid, area):
        return _as_put(grid, area)
    return reckoned(edit).values(grid.sheet.id, area)


def reckoned(edit: Editing) -> Calculation:
    """The calculation of what was put in so far; it is not to be changed."""
    session = edit.ctx.session
    session.flush()  # as in ``values``
    written = driver(session).total_changes()
    if edit.reckoned is None or edit.reckoned[0] != written:
        edit.reckoned = written, calculations.reckoned(edit.ctx, edit.workbook)
    return edit.reckoned[1]


def texts(edit: Editing, grid: Grid, area: Area) -> dict[Place, str]:
    """What the cells of a rectangle show that show something."""
    cells, found = grid.cells(area), dict[Place, str]()
    for row, each in enumerate(values(edit, grid, area), area.top):
        for column, value in enumerate(each, area.left):
            if value is not None:
                found[row, column] = shown_as(edit, cells.get((row, column), BLANK), value)
    return found


def shown_as(edit: Editing, cell: CellRow, value: Value) -> str:
    """What a cell shows of a value."""
    return said(value, pattern_for(cell, edit.styles.format(cell.style_id))).text


def pattern(edit: Editing, style_id: int | None) -> str:
    """The code of the number format of a look; empty for none."""
    return pattern_of(edit.styles.format(style_id))


def _is_filled(grid: Grid, area: Area) -> bool:
    """Whether every cell of a rectangle holds something that is not calculated."""
    cells = grid.cells(area)
    held = sum(1 for each in cells.values() if each.kind and each.kind != "formula")
    return held == area.size


def _as_put(grid: Grid, area: Area) -> list[list[Value]]:
    found: list[list[Value]] = [[None] * area.width for _ in range(area.height)]
    for (row, column), cell in grid.cells(area).items():
        value = cell.input
        if value is None or isinstance(value, float | str | bool | Error):
            found[row - area.top][column - area.left] = value
    return found


def is_blank(row: Sequence[Value]) -> bool:
    """Whether cells show nothing."""
    return all(each is None or each == "" for each in row)
