"""Requests that put cells in and take them out while those beside them move.

https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets/request#insertrangerequest
"""

from __future__ import annotations

from workworld.apps.sheets.engine.addresses import Area
from workworld.apps.sheets.engine.changes import Axis, Shifted
from workworld.apps.sheets.service.editing import Editing
from workworld.apps.sheets.service.grids import CellRow, Grid, Place
from workworld.apps.sheets.service.requests import merges
from workworld.apps.sheets.service.requests.dimensions import grow
from workworld.apps.sheets.service.requests.places import AXES, area_of
from workworld.apps.sheets.service.requests.registry import request
from workworld.apps.sheets.service.requests.shapes import Dimension, GridRange, Shape

_PARTLY = "You can't shift cells into or out of a part of merged cells."


class InsertRange(Shape):
    """Cells that are put in; those that stood there move down or to the right."""

    range: GridRange
    shift_dimension: Dimension


class DeleteRange(Shape):
    """Cells that are taken out; those behind them move up or to the left."""

    range: GridRange
    shift_dimension: Dimension


@request("insertRange", "Insert cells")
def insert_range(edit: Editing, given: InsertRange) -> None:
    """Put cells in; the sheet grows where something would be pushed over its edge."""
    grid, axis = edit.grid(given.range.sheet_id), AXES[given.shift_dimension]
    area = area_of(grid, given.range)
    count = area.height if axis == "row" else area.width
    band = _band(grid, area, axis)
    held = [at[0 if axis == "row" else 1] for at in grid.cells(band)]
    grow(edit, grid, axis, max(held, default=-1) + 1 + count)
    band = _band(grid, area, axis)
    edit.check_writable(grid, band)
    _check_whole(edit, grid, band)
    edit.structure(Shifted(grid.sheet.title, axis, area, count))
    cells = grid.cells(band)
    edit.put(grid, dict.fromkeys(cells))
    edit.put(grid, _moved(cells, axis, count))


@request("deleteRange", "Delete cells")
def delete_range(edit: Editing, given: DeleteRange) -> None:
    """Take cells out; references to them are lost."""
    grid, axis = edit.grid(given.range.sheet_id), AXES[given.shift_dimension]
    area = area_of(grid, given.range)
    count = area.height if axis == "row" else area.width
    band = _band(grid, area, axis)
    edit.check_writable(grid, band)
    _check_whole(edit, grid, band)
    _check_whole(edit, grid, area)
    edit.structure(Shifted(grid.sheet.title, axis, area, -count))
    cells = grid.cells(band)
    staying = {at: cell for at, cell in cells.items() if at not in area}
    edit.put(grid, dict.fromkeys(cells))
    edit.put(grid, _moved(staying, axis, -count))


def _band(grid: Grid, area: Area, axis: Axis) -> Area:
    """The cells of a rectangle and all behind them."""
    if axis == "row":
        return Area(area.top, area.left, len(grid.rows), area.right)
    return Area(area.top, area.left, area.bottom, len(grid.columns))


def _check_whole(edit: Editing, grid: Grid, band: Area) -> None:
    """See to it that merged cells move wholly or not at all."""
    edit.ctx.session.flush()  # merges may have been made by an earlier request
    merges.check_whole(edit, grid, band, _PARTLY)


def _moved(cells: dict[Place, CellRow], axis: Axis, count: int) -> dict[Place, CellRow]:
    down, along = (count, 0) if axis == "row" else (0, count)
    return {(row + down, column + along): cell for (row, column), cell in cells.items()}
