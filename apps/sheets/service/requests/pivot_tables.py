"""Requests on pivot tables: the vendor's lie with a cell, ours name the table.

https://developers.google.com/workspace/sheets/api/guides/pivot-tables
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from workworld.apps.sheets.engine.conditions import FILTERS
from workworld.apps.sheets.models import Pivot
from workworld.apps.sheets.service import conditions, lying, pivots
from workworld.apps.sheets.service.editing import Editing
from workworld.apps.sheets.service.grids import BLANK, Grid, Place
from workworld.apps.sheets.service.pivot_sources import worked_out
from workworld.apps.sheets.service.requests.cells import cell_part
from workworld.apps.sheets.service.requests.dimensions import grow
from workworld.apps.sheets.service.requests.pivot_shapes import PivotGroup, PivotTable
from workworld.apps.sheets.service.requests.places import area_of
from workworld.apps.sheets.service.requests.registry import request
from workworld.apps.sheets.service.requests.rule_shapes import Id
from workworld.apps.sheets.service.requests.shapes import GridCoordinate, Shape
from workworld.apps.sheets.service.requests.sheets import AddSheet, add_sheet
from workworld.errors import Invalid


class AddPivotTable(Shape):
    """A new pivot table from a cell on."""

    pivot_table: PivotTable
    anchor: GridCoordinate


class UpdatePivotTable(Shape):
    """What a pivot table is to show instead."""

    pivot_table_id: Id
    pivot_table: PivotTable


class DeletePivotTable(Shape):
    """A pivot table that goes."""

    pivot_table_id: Id


class ShowPivotDetails(Shape):
    """A value of a pivot table whose rows are shown on a sheet of their own."""

    cell: GridCoordinate


@request("addPivotTable", "Insert pivot table")
def add_pivot_table(edit: Editing, given: AddPivotTable) -> dict[str, Any]:
    """Insert a pivot table: ours, for those who want its id."""
    grid = edit.grid(given.anchor.sheet_id)
    place = (given.anchor.row_index, given.anchor.column_index)
    return {"pivotTableId": _set(edit, grid, place, given.pivot_table).id}


@request("updatePivotTable", "Edit pivot table")
def update_pivot_table(edit: Editing, given: UpdatePivotTable) -> None:
    """Let a pivot table show something else."""
    thing = _known(edit, given.pivot_table_id)
    _fill(edit, thing, given.pivot_table)
    pivots.write(edit, thing, refuses=True)


@request("deletePivotTable", "Delete pivot table")
def delete_pivot_table(edit: Editing, given: DeletePivotTable) -> None:
    """Delete a pivot table with what it shows."""
    pivots.remove(edit, _known(edit, given.pivot_table_id))


@request("showPivotDetails", "Show details")
def show_pivot_details(edit: Editing, given: ShowPivotDetails) -> dict[str, Any]:
    """Put the rows behind a value of a pivot table on a new sheet."""
    grid = edit.grid(given.cell.sheet_id)
    place = (given.cell.row_index, given.cell.column_index)
    thing = pivots.at(edit, grid, place) if place in grid.area else None
    table = None if thing is None else worked_out(edit, thing)
    if thing is None or table is None:
        raise Invalid("invalid_request", "There is no pivot table at this cell.")
    corner = lying.areas(thing, grid)[0]
    spot = table.layout.get((place[0] - corner.top, place[1] - corner.left))
    if spot is None or not spot.rows:
        raise Invalid("invalid_request", "No rows stand behind this cell.")
    reply = add_sheet(edit, AddSheet())
    new = edit.grids[-1]
    bold = edit.styles.id_of({"textFormat": {"bold": True}})
    cells = {
        (0, column): BLANK.holding(text)._replace(style_id=bold)
        for column, text in enumerate(table.headings)
    }
    for row, at in enumerate(spot.rows, 1):
        for column, value in enumerate(table.rows[at]):
            if value is not None:
                style = table.patterns[column]
                cells[row, column] = BLANK.holding(value)._replace(style_id=style)
    grow(edit, new, "row", len(spot.rows) + 1)
    grow(edit, new, "column", len(table.headings))
    edit.put(new, cells)
    return reply


@cell_part("pivotTable")
def write(edit: Editing, grid: Grid, cells: Mapping[Place, dict[str, Any] | None]) -> None:
    """Write the pivot tables that are given with cells; a cell without one loses it."""
    for place, given in cells.items():
        if given is None:
            thing = pivots.at(edit, grid, place)
            if thing is not None:
                pivots.remove(edit, thing)
            continue
        try:
            wanted = PivotTable.model_validate(given)
        except ValidationError as error:
            first = error.errors(include_url=False, include_context=False)[0]
            where = ".".join(str(each) for each in first["loc"])
            said = f"pivotTable.{where}: {first['msg']}."
            raise Invalid("invalid_request", said) from None
        _set(edit, grid, place, wanted)


def _set(edit: Editing, grid: Grid, place: Place, wanted: PivotTable) -> Pivot:
    """Let a pivot table lie at a cell; another that begins there becomes this one."""
    if place not in grid.area:
        raise Invalid("exceeds_grid_limits", "The pivot table must begin within the grid.")
    thing = pivots.at(edit, grid, place)
    if thing is None:
        row, column = place
        area = lying.around([(row, column)])
        thing = Pivot(
            id=lying.new_id(edit.ctx),
            sheet_id=grid.sheet.id,
            position=0,
            ranges=[str(area)],
            sources=[],
            definition={},
        )
        _fill(edit, thing, wanted)
        edit.ctx.session.add(thing)
        edit.ctx.session.flush()  # what it writes goes past the session
    else:
        _fill(edit, thing, wanted)
    pivots.write(edit, thing, refuses=True)
    return thing


def _known(edit: Editing, thing_id: int) -> Pivot:
    found = edit.ctx.session.get(Pivot, thing_id)
    if found is None or found.sheet_id not in {each.sheet.id for each in edit.grids}:
        raise Invalid("invalid_request", f"No pivot table with id: {thing_id}")
    return found


def _fill(edit: Editing, thing: Pivot, wanted: PivotTable) -> None:
    """Let a table be as it was asked for.

    Raises:
        Invalid: it groups by columns that its source has not, or makes no sense otherwise.
    """
    grid = edit.grid(wanted.source.sheet_id)
    area = area_of(grid, wanted.source)
    for group in (*wanted.rows, *wanted.columns):
        _check_offset(group.source_column_offset, area.width)
        _check_rule(group)
    for value in wanted.values:
        if (value.source_column_offset is None) == (value.formula is None):
            said = "Exactly one of sourceColumnOffset and formula must be set for a value."
            raise Invalid("invalid_request", said)
        if value.formula is None and value.summarize_function == "CUSTOM":
            raise Invalid("invalid_request", "CUSTOM requires a formula.")
        _check_offset(value.source_column_offset or 0, area.width)
    for spec in wanted.filter_specs:
        _check_offset(spec.column_offset_index, area.width)
    for column in wanted.criteria:
        if not column.isdigit():
            raise Invalid("invalid_request", "criteria must be keyed by the offset of a column.")
        _check_offset(int(column), area.width)
    told = [*wanted.criteria.values(), *(each.filter_criteria for each in wanted.filter_specs)]
    for each in told:
        if each.condition is not None:
            conditions.check(each.condition, FILTERS)
    definition = wanted.json_form()
    definition.pop("source")
    thing.definition = definition
    thing.sources = [{"sheet": grid.sheet.id, "range": lying.range_text(grid, wanted.source, area)}]


def _check_offset(column: int, width: int) -> None:
    if column >= width:
        said = f"sourceColumnOffset {column} is outside the source, which has {width} columns."
        raise Invalid("invalid_request", said)


def _check_rule(group: PivotGroup) -> None:
    rule = group.group_rule
    if rule is None:
        return
    given = [rule.manual_rule, rule.histogram_rule, rule.date_time_rule]
    if sum(each is not None for each in given) != 1:
        raise Invalid("invalid_request", "Exactly one kind of groupRule must be set.")
