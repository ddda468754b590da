"""``GETPIVOTDATA``: values of pivot tables by the fields and items that they are of."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from workworld.apps.sheets.engine import values as errors
from workworld.apps.sheets.engine.callables import Function
from workworld.apps.sheets.engine.pivots.sides import text
from workworld.apps.sheets.engine.values import Error, Value
from workworld.apps.sheets.service.grids import CellRow, Grid, Place
from workworld.database import driver

NAME = "GETPIVOTDATA"
_WRITTEN = (
    "SELECT row_id, column_id, kind, number, text, extra FROM sheets_cells"
    " WHERE sheet_id = ? AND extra IS NOT NULL AND json_extract(extra, '$.pivot') IS NOT NULL"
)
_Path = frozenset[tuple[str, str]]


def function(grids: Sequence[Grid]) -> Function:
    """The function for a workbook whose sheets are given."""
    tables = dict[tuple[int, Place], int]()
    found = dict[tuple[int, str, _Path], Value]()
    for grid in grids:
        for place, cell in _cells(grid):
            extra: dict[str, Any] = cell.extra or {}
            tables[grid.sheet.id, place] = extra["pivot"]
            if "value" in extra:
                path = frozenset(_pair(*each) for each in extra["path"])
                found[extra["pivot"], extra["value"].casefold(), path] = cell.input  # type: ignore[assignment]

    def get(value: Any, where: Any, _pivot: Any, *asked: Any) -> Value:
        """The value of a pivot table for items of its fields; the grand total without any."""
        sheet, _, rest = str(where).partition(":")
        corner = rest.split(":")[:2]
        if len(asked) % 2 or len(corner) < 2:
            return Error(errors.REFERENCE, "Fields and items come in pairs.")
        table = tables.get((int(sheet), (int(corner[0]), int(corner[1]))))
        pairs = [_pair(asked[at], asked[at + 1]) for at in range(0, len(asked), 2)]
        key = (table or 0, text(value).casefold(), frozenset(pairs))
        if table is None or key not in found:
            return Error(errors.REFERENCE, "The pivot table shows no such value.")
        return found[key]

    return Function(NAME, get, 3)


def _cells(grid: Grid) -> list[tuple[Place, CellRow]]:
    rows = list(driver(grid.session).execute(_WRITTEN, (grid.sheet.id,)))
    found = []
    for row_id, column_id, kind, number, said, extra in rows:
        place = grid.place(int(row_id), int(column_id))
        if place is not None:
            cell = CellRow(kind, number, said, None, None, json.loads(str(extra)))
            found.append((place, cell))
    return found


def _pair(field: Any, item: Any) -> tuple[str, str]:
    return text(field).casefold(), text(item).casefold()
