"""Rows that are appended to tables, and tables that are to be cells again.

https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets/request#appendcellsrequest
"""

from __future__ import annotations

from workworld.apps.sheets import masks
from workworld.apps.sheets.engine.addresses import Area
from workworld.apps.sheets.service import lying
from workworld.apps.sheets.service.editing import Editing
from workworld.apps.sheets.service.grids import table_frame
from workworld.apps.sheets.service.requests import named_ranges as named
from workworld.apps.sheets.service.requests.cells import AppendCells, appends_to_tables, write
from workworld.apps.sheets.service.requests.dimensions import insert
from workworld.apps.sheets.service.requests.registry import request
from workworld.apps.sheets.service.requests.shapes import Shape
from workworld.apps.sheets.service.requests.tables import known
from workworld.errors import Invalid


class RevertTable(Shape):
    """A table that is to be cells again."""

    table_id: str


@request("revertTable", "Revert table to cells")
def revert_table(edit: Editing, given: RevertTable) -> None:
    """Let a table be cells again; formulas that call it name its cells."""
    thing, grid = known(edit, given.table_id)
    frame = table_frame(grid.sheet.title, thing.name, thing.ranges, thing.columns, thing.settings)
    if frame is not None:
        named.rewrite(edit, frame.stands_for)
    edit.ctx.session.delete(thing)


@appends_to_tables
def append(edit: Editing, given: AppendCells) -> None:
    """Write rows of cells below the last filled one of a table, which grows if it has to."""
    thing, grid = known(edit, given.table_id or "")
    (area,) = lying.areas(thing, grid)
    end = area.bottom - thing.has_totals
    data = Area(area.top, area.left, end, area.right)
    held = [row for (row, _), cell in grid.cells(data).items() if cell.kind]
    top = max([*held, area.top]) + 1
    missing = top + len(given.rows) - end
    if missing > 0:
        insert(edit, grid, "row", end, missing)
        thing.ranges = [str(Area(area.top, area.left, area.bottom + missing, area.right))]
    width = max((len(each.values) for each in given.rows), default=0)
    if width > area.width:
        said = f"The table has {area.width} columns; {width} values were given."
        raise Invalid("invalid_request", said)
    cells = {
        (row, column): cell
        for row, each in enumerate(given.rows, top)
        for column, cell in enumerate(each.values, area.left)
    }
    write(edit, grid, cells, masks.parsed(given.fields))
