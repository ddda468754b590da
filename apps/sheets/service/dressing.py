"""Looks of whole rectangles, written at once: one statement for each, whatever they hold."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

from workworld.apps.sheets.engine.addresses import Area
from workworld.apps.sheets.service.editing import Editing
from workworld.apps.sheets.service.grids import Grid
from workworld.database import driver

_WITHIN = "sheet_id = ?1 AND row_id BETWEEN ?2 AND ?3 AND column_id BETWEEN ?4 AND ?5"
_STYLES = f"SELECT DISTINCT style_id FROM sheets_cells WHERE {_WITHIN} ORDER BY style_id"  # noqa: S608
_TALL = f"SELECT DISTINCT row_id FROM sheets_cells WHERE {_WITHIN} AND instr(text, char(10))"  # noqa: S608
_FILL = (
    "WITH RECURSIVE at_row(id) AS (VALUES (?2) UNION ALL SELECT id + 1 FROM at_row WHERE id < ?3),"
    " at_column(id) AS (VALUES (?4) UNION ALL SELECT id + 1 FROM at_column WHERE id < ?5)"
    " INSERT INTO sheets_cells (sheet_id, row_id, column_id, kind)"
    " SELECT ?1, at_row.id, at_column.id, '' FROM at_row, at_column WHERE true"
    " ON CONFLICT (sheet_id, row_id, column_id) DO NOTHING"
)
# Keys of JSON are texts, which no number equals.
_FRESH = "(SELECT value FROM json_each(?6) WHERE key = CAST(ifnull(style_id, '') AS TEXT))"
_DRESS = (
    f"UPDATE sheets_cells SET style_id = {_FRESH}"  # noqa: S608 - our own names
    f" WHERE {_WITHIN} AND style_id IS NOT {_FRESH}"
)
_TIDY = (
    f"DELETE FROM sheets_cells WHERE {_WITHIN} AND kind = ''"  # noqa: S608 - our own names
    " AND style_id IS NULL AND note IS NULL AND extra IS NULL"
)
Dress = Callable[[int | None], int | None]


def dress(edit: Editing, grid: Grid, area: Area, dressed: Dress) -> None:
    """Give the cells of a rectangle other looks; all else about them stays.

    Args:
        edit: the workbook.
        grid: the sheet.
        area: which cells; those that the caller may change.
        dressed: the style that cells of a style get; None is no style.
    """
    database = driver(edit.ctx.session)
    spans = list(_spans(grid, area))
    fresh: dict[int | None, int | None] = {None: dressed(None)}
    for span in spans:
        for (style_id,) in list(database.execute(_STYLES, span)):
            if style_id not in fresh:
                fresh[style_id] = dressed(style_id)
    looks = json.dumps({"" if old is None else str(old): new for old, new in fresh.items()})
    for span in spans:
        if fresh[None] is not None:
            database.execute(_FILL, span)
        database.execute(_DRESS, (*span, looks))
        database.execute(_TIDY, span)
    _note(edit, grid, spans, any(edit.styles.is_tall(each) for each in fresh.values()))
    edit.written += area.size


def _spans(grid: Grid, area: Area) -> Iterator[tuple[int, int, int, int, int]]:
    """The sheet, and the ids of the first and last rows and columns that lie one after another."""
    for first, last in grid.rows.spans(area.top, area.bottom):
        for left, right in grid.columns.spans(area.left, area.right):
            yield grid.sheet.id, first, last, left, right


def _note(
    edit: Editing, grid: Grid, spans: list[tuple[int, int, int, int, int]], is_tall: bool
) -> None:
    """Tell the edit which rows may have to grow."""
    there = edit.rows_put.setdefault(grid.sheet.id, set())
    tall = edit.rows_tall.setdefault(grid.sheet.id, set())
    for span in spans:
        rows = range(span[1], span[2] + 1)
        there.update(rows)
        if is_tall:
            tall.update(rows)
        else:
            tall.update(row for (row,) in driver(edit.ctx.session).execute(_TALL, span))
