"""Pivot tables as cells: written where they lie, and anew when what they show has changed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from sqlalchemy import select

from workworld.apps.sheets.engine import values as errors
from workworld.apps.sheets.engine.pivots.buckets import WITHOUT_DATE_FORMAT
from workworld.apps.sheets.engine.pivots.definitions import Spot
from workworld.apps.sheets.engine.pivots.layouts import TooLargeError
from workworld.apps.sheets.engine.pivots.sides import text
from workworld.apps.sheets.engine.pivots.totals import COUNTS
from workworld.apps.sheets.engine.values import Error
from workworld.apps.sheets.models import Pivot
from workworld.apps.sheets.service import lying
from workworld.apps.sheets.service.edit_hooks import checks_input, finishes
from workworld.apps.sheets.service.editing import Editing
from workworld.apps.sheets.service.grids import BLANK, CellRow, Grid, Place
from workworld.apps.sheets.service.pivot_sources import Table, worked_out
from workworld.apps.sheets.service.requests import dimensions
from workworld.database import driver
from workworld.errors import Invalid

_MINE = (
    "SELECT row_id, column_id FROM sheets_cells WHERE sheet_id = ?"
    " AND extra IS NOT NULL AND json_extract(extra, '$.pivot') = ?"
)
_PERCENT = {"numberFormat": {"type": "PERCENT", "pattern": "0.00%"}}
_BOLD = {"textFormat": {"bold": True}}


@finishes
def refresh(edit: Editing) -> None:
    """Write the pivot tables of a workbook anew, as far as they differ."""
    ids = [each.sheet.id for each in edit.grids]
    query = select(Pivot).where(Pivot.sheet_id.in_(ids)).order_by(Pivot.id)
    for thing in edit.ctx.session.scalars(query):
        write(edit, thing)


def write(edit: Editing, thing: Pivot, *, refuses: bool = False) -> None:
    """Write a pivot table into its cells.

    Args:
        edit: the workbook.
        thing: the table.
        refuses: whether to refuse what does not fit; otherwise it is shown as ``#REF!``.

    Raises:
        Invalid: ``array_would_overwrite`` or ``too_large``.
    """
    grid = next(each for each in edit.grids if each.sheet.id == thing.sheet_id)
    corner = lying.areas(thing, grid)[0]
    top, left = corner.top, corner.left
    try:
        table = worked_out(edit, thing)
    except TooLargeError:
        if refuses:
            raise Invalid("too_large", "The pivot table would have too many cells.") from None
        table = None
    fresh = {} if table is None else _cells(edit, thing, table, top, left)
    mine = own(grid, thing)
    if fresh:
        dimensions.grow(edit, grid, "row", max(row for row, _ in fresh) + 1)
        dimensions.grow(edit, grid, "column", max(column for _, column in fresh) + 1)
    there = grid.cells(lying.around([*fresh, *mine, (top, left)]))
    blocked = any(there[at].kind and at not in mine for at in fresh if at in there)
    if blocked and refuses:
        said = "The pivot table would overwrite what stands where it is to be."
        raise Invalid("array_would_overwrite", said)
    if blocked or table is None:
        error = BLANK.holding(Error(errors.REFERENCE))
        fresh = {(top, left): error._replace(extra={"pivot": thing.id})}
    gone = {at: None for at in mine if at not in fresh}
    changed = {at: cell for at, cell in fresh.items() if not _is_same(there.get(at), cell)}
    edit.put(grid, gone)
    edit.put(grid, changed)


def own(grid: Grid, thing: Pivot) -> set[Place]:
    """The cells that a pivot table wrote."""
    found = driver(grid.session).execute(_MINE, (grid.sheet.id, thing.id))
    places = (grid.place(int(row), int(column)) for row, column in list(found))
    return {each for each in places if each is not None}


def remove(edit: Editing, thing: Pivot) -> None:
    """Take a pivot table away with all that it wrote."""
    grid = next(each for each in edit.grids if each.sheet.id == thing.sheet_id)
    edit.put(grid, dict.fromkeys(own(grid, thing)))
    edit.ctx.session.delete(thing)


@checks_input
def check_input(edit: Editing, grid: Grid, cells: Mapping[Place, CellRow | None]) -> None:
    """See to it that nobody types into a pivot table; clearing its first cell takes it away.

    Raises:
        Invalid: ``array_would_overwrite``.
    """
    for thing in lying.on(edit, Pivot, grid):
        corner = lying.areas(thing, grid)[0]
        first = (corner.top, corner.left)
        if first in cells and not (cells[first] or BLANK).kind:
            remove(edit, thing)
        elif not own(grid, thing).isdisjoint(cells):
            said = "You can't type into a pivot table. Edit it, or clear its first cell."
            raise Invalid("array_would_overwrite", said)


def at(edit: Editing, grid: Grid, place: Place) -> Pivot | None:
    """The pivot table of which a cell is."""
    number = (grid.cell(*place).extra or {}).get("pivot")
    if number is None:
        things = lying.on(edit, Pivot, grid)
        corners = {(a.top, a.left): each for each in things for a in lying.areas(each, grid)}
        return corners.get(place)
    return edit.ctx.session.get(Pivot, number)


def _is_same(one: CellRow | None, other: CellRow) -> bool:
    if one is None:
        return False
    return one[:3] == other[:3] and one.extra == other.extra


def _cells(edit: Editing, thing: Pivot, table: Table, top: int, left: int) -> dict[Place, CellRow]:
    """What a table writes, by cell."""
    found = dict[Place, CellRow]()
    for (row, column), spot in table.layout.items():
        extra: dict[str, Any] = {"pivot": thing.id}
        if spot.kind == "value" and spot.measure is not None:
            extra |= _told(table, spot)
        style = edit.styles.id_of(_look(edit, thing, table, spot))
        found[top + row, left + column] = BLANK.holding(spot.value)._replace(
            style_id=style, extra=json.loads(json.dumps(extra))
        )
    return found


def _told(table: Table, spot: Spot) -> dict[str, Any]:
    """What a value is of, for those who ask for it by its fields and items."""
    sides = (table.definition.rows, spot.row_path), (table.definition.columns, spot.column_path)
    path = [
        [grouping.label or table.headings[grouping.column], text(item)]
        for groupings, items in sides
        for grouping, item in zip(groupings, items, strict=False)
    ]
    assert spot.measure is not None
    return {"value": table.definition.measures[spot.measure].name, "path": path}


def _look(edit: Editing, thing: Pivot, table: Table, spot: Spot) -> Mapping[str, Any]:
    """How a cell of a table looks: headings and totals are bold, values as their column."""
    if spot.kind in ("field", "total"):
        return _BOLD
    if spot.kind == "label":
        column = spot.column or 0
        rules = [
            ((each.get("groupRule") or {}).get("dateTimeRule") or {}).get("type", "")
            for side in ("rows", "columns")
            for each in thing.definition.get(side, ())
            if each.get("sourceColumnOffset", 0) == column
        ]
        if any(each in WITHOUT_DATE_FORMAT for each in rules):
            return {}
        return _number_format(edit, table.patterns[column])
    given = thing.definition["values"][spot.measure]
    if (given.get("calculatedDisplayType") or "").startswith("PERCENT"):
        return _PERCENT
    column = given.get("sourceColumnOffset")
    if column is None or given.get("summarizeFunction", "SUM") in COUNTS:
        return {}
    return _number_format(edit, table.patterns[min(column, len(table.patterns) - 1)])


def _number_format(edit: Editing, style_id: int | None) -> Mapping[str, Any]:
    look = edit.styles.format(style_id)
    return {"numberFormat": look["numberFormat"]} if "numberFormat" in look else {}
