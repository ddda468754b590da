"""Requests on tables: ranges whose first row names their columns.

https://developers.google.com/workspace/sheets/api/guides/tables
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field
from sqlalchemy import select

from workworld.apps.sheets import masks
from workworld.apps.sheets.engine import table_names
from workworld.apps.sheets.engine.addresses import Area
from workworld.apps.sheets.engine.range_names import is_name
from workworld.apps.sheets.models import Table
from workworld.apps.sheets.service import current_values, lying, resources
from workworld.apps.sheets.service.edit_hooks import finishes
from workworld.apps.sheets.service.editing import Editing
from workworld.apps.sheets.service.grids import BLANK, Grid
from workworld.apps.sheets.service.requests import named_ranges as named
from workworld.apps.sheets.service.requests import validations
from workworld.apps.sheets.service.requests.dimensions import insert
from workworld.apps.sheets.service.requests.places import area_of
from workworld.apps.sheets.service.requests.registry import request
from workworld.apps.sheets.service.requests.shapes import (
    ColorStyle,
    DataValidationRule,
    GridRange,
    Index,
    Shape,
)
from workworld.errors import Invalid


class TableRowsProperties(Shape):
    """The colours of a table's rows."""

    header_color_style: ColorStyle | None = None
    first_band_color_style: ColorStyle | None = None
    second_band_color_style: ColorStyle | None = None
    footer_color_style: ColorStyle | None = None


class TableColumnProperties(Shape):
    """A column of a table."""

    column_index: Index = 0
    column_name: str | None = None
    column_type: Literal[
        "COLUMN_TYPE_UNSPECIFIED",
        "DOUBLE",
        "CURRENCY",
        "PERCENT",
        "DATE",
        "TIME",
        "DATE_TIME",
        "TEXT",
        "BOOLEAN",
        "DROPDOWN",
        "FILES_CHIP",
        "PEOPLE_CHIP",
        "FINANCE_CHIP",
        "PLACE_CHIP",
        "RATINGS_CHIP",
    ] = "COLUMN_TYPE_UNSPECIFIED"
    data_validation_rule: DataValidationRule | None = None


class TableShape(Shape):
    """A table."""

    table_id: str | None = None
    name: str | None = None
    range: GridRange | None = None
    rows_properties: TableRowsProperties | None = None
    column_properties: list[TableColumnProperties] = Field(default_factory=list)


class AddTable(Shape):
    """A new table."""

    table: TableShape


class UpdateTable(Shape):
    """A table, of which a mask names what changes."""

    table: TableShape
    fields: str


class DeleteTable(Shape):
    """A table that goes with all that is in it."""

    table_id: str


@request("addTable", "Convert to table")
def add_table(edit: Editing, given: AddTable) -> dict[str, Any]:
    """Make a table of a range: its first row holds the names of the columns."""
    wanted = given.table
    given_id = wanted.table_id or ""
    number = int(given_id) if given_id.isdecimal() and len(given_id) < 11 else None
    if number is not None and edit.ctx.session.get(Table, number) is not None:
        raise Invalid("invalid_request", f"A table with id {number} already exists.")
    thing = Table(
        id=lying.new_id(edit.ctx) if number is None else number,
        position=0,
        name="",
        columns=[],
        settings={},
    )
    grid, area = _place(edit, thing, wanted.range or GridRange())
    thing.name = _checked_name(edit, wanted.name or _free_name(edit), thing)
    thing.settings = wanted.rows_properties.json_form() if wanted.rows_properties else {}
    edit.ctx.session.add(thing)
    _set_columns(edit, grid, area, thing, wanted.column_properties)
    return {"table": resources.table(grid.sheet, thing)}


@request("updateTable", "Change table")
def update_table(edit: Editing, given: UpdateTable) -> None:
    """Change the name, the range, the columns or the colours of a table."""
    wanted, mask = given.table, masks.parsed(given.fields)
    thing, grid = known(edit, wanted.table_id or "")
    if masks.wants(mask, "name"):
        name, before = _checked_name(edit, wanted.name or "", thing), thing.name
        named.rewrite(edit, lambda text: table_names.renamed(text, before, name))
        thing.name = name
    if masks.wants(mask, "range"):
        grid, _ = _place(edit, thing, wanted.range or GridRange())
    if masks.wants(mask, "rowsProperties"):
        told, had_totals = wanted.rows_properties, thing.has_totals
        thing.settings = told.json_form() if told else {}
        if thing.has_totals != had_totals and not masks.wants(mask, "range"):
            _turn_totals(edit, grid, thing)
    if masks.wants(mask, "columnProperties") or masks.wants(mask, "range"):
        given_columns = wanted.column_properties
        if not masks.wants(mask, "columnProperties"):
            given_columns = [TableColumnProperties.model_validate(each) for each in thing.columns]
        _set_columns(edit, grid, lying.areas(thing, grid)[0], thing, given_columns)


def _turn_totals(edit: Editing, grid: Grid, thing: Table) -> None:
    """Let a table have a row more for its footer, or one less.

    https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets/sheets#TableRowsProperties
    """
    (area,) = lying.areas(thing, grid)
    bottom = area.bottom + (1 if thing.has_totals else -1)
    if thing.has_totals:
        below = Area(area.bottom, area.left, area.bottom + 1, area.right)
        others = [each for each in lying.on(edit, Table, grid) if each.id != thing.id]
        met = any(each.common(below) for other in others for each in lying.areas(other, grid))
        held = any(cell.kind for cell in grid.cells(below).values())
        if met or held or area.bottom == len(grid.rows):
            insert(edit, grid, "row", area.bottom, 1)
    thing.ranges = [text_of(Area(area.top, area.left, bottom, area.right))]


@request("deleteTable", "Delete table")
def delete_table(edit: Editing, given: DeleteTable) -> None:
    """Delete a table with what its cells hold."""
    thing, grid = known(edit, given.table_id)
    for area in lying.areas(thing, grid):
        edit.check_writable(grid, area)
        edit.put(grid, dict.fromkeys(grid.cells(area)))
    edit.ctx.session.delete(thing)


@finishes
def name_columns(edit: Editing) -> None:
    """Let columns of tables be called what somebody typed above them."""
    for grid in edit.grids:
        put = edit.rows_put.get(grid.sheet.id, set())
        for thing in lying.on(edit, Table, grid) if put else ():
            for area in lying.areas(thing, grid):
                if grid.rows.id_at(area.top) in put:
                    _take_heads(edit, grid, thing, area)


def _take_heads(edit: Editing, grid: Grid, thing: Table, area: Area) -> None:
    heads = Area(area.top, area.left, area.top + 1, area.right)
    said = {column: cell.text or "" for (_, column), cell in grid.cells(heads).items()}
    columns = []
    for column, each in enumerate(thing.columns, area.left):
        old, new = str(each["columnName"]), said.get(column, "").strip()
        if new and new != old and not new.startswith("="):
            _rename_column(edit, thing.name, old, new)
            columns.append({**each, "columnName": new})
        else:
            columns.append(each)
    if columns != thing.columns:
        thing.columns = columns


def known(edit: Editing, table_id: str) -> tuple[Table, Grid]:
    """A table of the workbook, and its sheet.

    Raises:
        Invalid: there is none.
    """
    is_id = table_id.isdecimal() and len(table_id) < 11
    found = edit.ctx.session.get(Table, int(table_id)) if is_id else None
    for grid in edit.grids:
        if found is not None and grid.sheet.id == found.sheet_id:
            return found, grid
    raise Invalid("invalid_request", f"No table with id: {table_id}")


def _place(edit: Editing, thing: Table, given: GridRange) -> tuple[Grid, Area]:
    grid = edit.grid(given.sheet_id)
    area = area_of(grid, given)
    edit.check_writable(grid, area)
    others = [each for each in lying.on(edit, Table, grid) if each.id != thing.id]
    if any(each.common(area) for other in others for each in lying.areas(other, grid)):
        raise Invalid("invalid_request", "A table can't overlap another table.")
    thing.sheet_id, thing.ranges = grid.sheet.id, [text_of(area)]
    return grid, area


def text_of(area: Area) -> str:
    """A rectangle as a range of a table, also that of a single cell."""
    text = str(area)
    return text if ":" in text else f"{text}:{text}"


def _tables(edit: Editing) -> list[Table]:
    ids = [each.sheet.id for each in edit.grids]
    query = select(Table).where(Table.sheet_id.in_(ids)).order_by(Table.id)
    with edit.ctx.session.no_autoflush:
        return list(edit.ctx.session.scalars(query))


def _free_name(edit: Editing) -> str:
    taken = {each.name.casefold() for each in _tables(edit)}
    number = 1
    while f"table_{number}" in taken:
        number += 1
    return f"Table_{number}"


def _checked_name(edit: Editing, name: str, own: Table) -> str:
    """The name that a table is to have.

    Raises:
        Invalid: it is no name, or another table's.
    """
    if not is_name(name.replace(" ", "_")):
        raise Invalid("invalid_name", f"{name!r} is no valid name of a table.")
    if any(each.name.casefold() == name.casefold() for each in _tables(edit) if each.id != own.id):
        raise Invalid("duplicate_name", f"A table called {name} already exists.")
    return name


def _set_columns(
    edit: Editing, grid: Grid, area: Area, thing: Table, given: list[TableColumnProperties]
) -> None:
    """Let a table have its columns: their names stand in its first row."""
    told = {each.column_index: each for each in given}
    if any(each >= area.width for each in told):
        raise Invalid("invalid_request", "columnIndex is outside the table.")
    head = Area(area.top, area.left, area.top + 1, area.right)
    there, shown = grid.cells(head), current_values.texts(edit, grid, head)
    fresh, columns = {}, []
    for index in range(area.width):
        at = (area.top, area.left + index)
        each = told.get(index, TableColumnProperties())
        name = each.column_name or shown.get(at) or f"Column {index + 1}"
        if name != shown.get(at):
            fresh[at] = there.get(at, BLANK).holding(name)
        column = {"columnIndex": index, "columnName": name}
        if each.column_type != "COLUMN_TYPE_UNSPECIFIED":
            column["columnType"] = each.column_type
        if each.data_validation_rule is not None:
            column["dataValidationRule"] = each.data_validation_rule.json_form()
            body = Area(area.top + 1, at[1], area.bottom - thing.has_totals, at[1] + 1)
            if body.height > 0:
                validations.put(edit, grid, [body], each.data_validation_rule)
        columns.append(column)
    edit.put(grid, fresh)
    for before, after in zip(thing.columns, columns, strict=False):
        old, new = str(before["columnName"]), str(after["columnName"])
        if old != new:
            _rename_column(edit, thing.name, old, new)
    thing.columns = columns


def _rename_column(edit: Editing, table: str, old: str, new: str) -> None:
    """Let formulas call a column by its new name."""
    named.rewrite(edit, lambda text: table_names.column_renamed(text, table, old, new))
