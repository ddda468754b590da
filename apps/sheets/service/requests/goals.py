"""A request of ours: the input with which a formula comes to what is wanted."""

from __future__ import annotations

from typing import Any

from workworld.apps.sheets.engine.seeking import sought
from workworld.apps.sheets.service import calculations
from workworld.apps.sheets.service.editing import Editing
from workworld.apps.sheets.service.grids import Grid, Place
from workworld.apps.sheets.service.requests.registry import request
from workworld.apps.sheets.service.requests.shapes import GridCoordinate, Shape
from workworld.errors import Invalid


class GoalSeek(Shape):
    """A formula's cell, what it is to come to, and the cell that may change."""

    cell: GridCoordinate
    target: float
    changing_cell: GridCoordinate


@request("goalSeek", "Goal seek")
def goal_seek(edit: Editing, given: GoalSeek) -> dict[str, Any]:
    """Put the number into a cell with which a formula comes to a wanted one."""
    goal, at = _place(edit, given.cell)
    changing, where = _place(edit, given.changing_cell)
    if goal.cell(*at).kind != "formula":
        raise Invalid("invalid_request", "The cell to set must hold a formula.")
    there = changing.cell(*where)
    if there.kind not in ("number", ""):
        raise Invalid("invalid_request", "The cell to change must hold a number, no formula.")
    edit.ctx.session.flush()  # names are read by the calculation, cells past the session
    calculation = calculations.reckoned(edit.ctx, edit.workbook)

    def compute(number: float) -> float | None:
        calculation.put(changing.sheet.id, {where: number})
        value = calculation.value(goal.sheet.id, *at)
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        return float(value) if is_number else None  # type: ignore[arg-type]

    found = sought(compute, given.target, there.number or 0.0)
    if found is None:
        said = f"No value was found with which the formula comes to {given.target:g}."
        raise Invalid("no_solution", said)
    result = compute(found)
    edit.enter(changing, {where: found})
    return {"value": found, "result": result}


def _place(edit: Editing, given: GridCoordinate) -> tuple[Grid, Place]:
    grid = edit.grid(given.sheet_id)
    place = (given.row_index, given.column_index)
    if place not in grid.area:
        raise Invalid("exceeds_grid_limits", "The cell is outside the grid.")
    return grid, place
