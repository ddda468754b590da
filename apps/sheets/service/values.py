"""Values of ranges, read and written as the vendor's API does.

https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets.values
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Annotated, Any

from pydantic import Field

from workworld.apps.sheets.engine.addresses import Area, column_name
from workworld.apps.sheets.service import access, tables
from workworld.apps.sheets.service.editing import Editing, bounds, edit
from workworld.apps.sheets.service.entering import Scalar, given_cells
from workworld.apps.sheets.service.grids import Place, grids_of
from workworld.apps.sheets.service.ranges import Resolved, range_text, resolved
from workworld.apps.sheets.service.refusals import beyond_the_grid
from workworld.apps.sheets.service.requests.dimensions import grow, insert
from workworld.apps.sheets.service.value_ranges import Reading, Updated, ValueRange, read_values
from workworld.apps.sheets.service.views import View
from workworld.apps.sheets.types import (
    DateOption,
    IncludeValues,
    InputOption,
    MajorDimension,
    RangeText,
    RenderOption,
    WorkbookId,
)
from workworld.context import Context, Surface
from workworld.errors import Invalid
from workworld.operations import Effect, operation

Rows = Annotated[
    Sequence[Sequence[Scalar]],
    Field(description="Lists of values; null leaves a cell as it is, an empty text clears it."),
]
Ranges = Annotated[Sequence[RangeText], Field(description="Several ranges.", max_length=1000)]
# The grid sends requests, as people type, and is shown blocks.
_DOORS = (Surface.REST, Surface.MCP)
MOST_CHANGED = 2_000_000
"""How many cells one call writes at most."""


@operation(Effect.READ, scope="spreadsheets.readonly", doors=_DOORS)
def get(
    ctx: Context,
    *,
    workbook_id: WorkbookId,
    range: RangeText,
    major_dimension: MajorDimension = "ROWS",
    value_render_option: RenderOption = "FORMATTED_VALUE",
    date_time_render_option: DateOption = "SERIAL_NUMBER",
) -> ValueRange:
    """Read the values of a range of a spreadsheet."""
    workbook = access.known(ctx, workbook_id)
    how = Reading(major_dimension, value_render_option, date_time_render_option)
    grids = grids_of(ctx.session, workbook_id)
    return read_values(View(ctx, workbook), resolved(ctx, grids, range), how)


@operation(Effect.READ, scope="spreadsheets.readonly", doors=_DOORS)
def batch_get(
    ctx: Context,
    *,
    workbook_id: WorkbookId,
    ranges: Ranges,
    major_dimension: MajorDimension = "ROWS",
    value_render_option: RenderOption = "FORMATTED_VALUE",
    date_time_render_option: DateOption = "SERIAL_NUMBER",
) -> list[ValueRange]:
    """Read the values of several ranges of a spreadsheet, in their order."""
    workbook = access.known(ctx, workbook_id)
    how = Reading(major_dimension, value_render_option, date_time_render_option)
    grids = grids_of(ctx.session, workbook_id)
    view = View(ctx, workbook)
    return [read_values(view, resolved(ctx, grids, each), how) for each in ranges]


@operation(Effect.WRITE, scope="spreadsheets", doors=_DOORS)
def update(
    ctx: Context,
    *,
    workbook_id: WorkbookId,
    range: RangeText,
    values: Rows,
    value_input_option: InputOption,
    major_dimension: MajorDimension = "ROWS",
    include_values: IncludeValues = False,
    value_render_option: RenderOption = "FORMATTED_VALUE",
    date_time_render_option: DateOption = "SERIAL_NUMBER",
) -> Updated:
    """Write values into a range of a spreadsheet."""
    with edit(ctx, workbook_id, "Edit cells") as editing:
        target = resolved(ctx, editing.grids, range)
        done = _write(editing, target, _by_rows(values, major_dimension), value_input_option)
    if not include_values:
        return done
    how = Reading(major_dimension, value_render_option, date_time_render_option)
    return _with_data(ctx, editing, done, how)


@operation(Effect.WRITE, scope="spreadsheets", doors=_DOORS)
def batch_update(
    ctx: Context,
    *,
    workbook_id: WorkbookId,
    data: Annotated[
        Sequence[Mapping[str, Any]],
        Field(description="Ranges with values: range, values, majorDimension.", max_length=1000),
    ],
    value_input_option: InputOption,
    include_values: IncludeValues = False,
    value_render_option: RenderOption = "FORMATTED_VALUE",
    date_time_render_option: DateOption = "SERIAL_NUMBER",
) -> list[Updated]:
    """Write values into several ranges of a spreadsheet, all of them or none."""
    done: list[Updated] = []
    majors: list[str] = []
    with edit(ctx, workbook_id, "Edit cells") as editing:
        for index, each in enumerate(data):
            range_, rows, major = _given(each, index)
            with _told_of(index):
                target = resolved(ctx, editing.grids, range_)
                done.append(_write(editing, target, _by_rows(rows, major), value_input_option))
            majors.append(major)
    if not include_values:
        return done
    return [
        _with_data(ctx, editing, each, Reading(major, value_render_option, date_time_render_option))
        for each, major in zip(done, majors, strict=True)
    ]


@operation(Effect.WRITE, scope="spreadsheets", doors=_DOORS)
def append(
    ctx: Context,
    *,
    workbook_id: WorkbookId,
    range: RangeText,
    values: Rows,
    value_input_option: InputOption,
    insert_rows: Annotated[
        bool, Field(description="Whether new rows are put in, rather than cells written over.")
    ] = False,
    major_dimension: MajorDimension = "ROWS",
    include_values: IncludeValues = False,
    value_render_option: RenderOption = "FORMATTED_VALUE",
    date_time_render_option: DateOption = "SERIAL_NUMBER",
) -> Updated:
    """Write values below the table that is found at a range of a spreadsheet."""
    rows = _by_rows(values, major_dimension)
    with edit(ctx, workbook_id, "Append rows") as editing:
        target = resolved(ctx, editing.grids, range)
        grid, table = target.grid, tables.found(target.grid, target.area)
        at = (
            target.area
            if table is None
            else Area(table.bottom, table.left, table.bottom, table.left)
        )
        if insert_rows and rows and at.top < len(grid.rows):
            insert(editing, grid, "row", at.top, len(rows))
        grow(editing, grid, "row", at.top + len(rows))
        grow(editing, grid, "column", at.left + max(map(len, rows), default=0))
        place = Resolved(grid, Area(at.top, at.left, at.top + 1, at.left + 1), is_single=True)
        done = _write(editing, place, rows, value_input_option)
        said = "" if table is None else range_text(grid, table)
    if include_values:
        how = Reading(major_dimension, value_render_option, date_time_render_option)
        done = _with_data(ctx, editing, done, how)
    return Updated(
        done.workbook_id, done.range, done.rows, done.columns, done.cells, done.data, said
    )


@operation(Effect.WRITE, scope="spreadsheets", doors=_DOORS)
def clear(ctx: Context, *, workbook_id: WorkbookId, range: RangeText) -> str:
    """Clear the values of a range of a spreadsheet; how its cells look stays."""
    with edit(ctx, workbook_id, "Clear cells") as editing:
        return _clear(editing, range)


@operation(Effect.WRITE, scope="spreadsheets", doors=_DOORS)
def batch_clear(ctx: Context, *, workbook_id: WorkbookId, ranges: Ranges) -> list[str]:
    """Clear the values of several ranges of a spreadsheet, all of them or none."""
    with edit(ctx, workbook_id, "Clear cells") as editing:
        return [_clear(editing, each) for each in ranges]


def _by_rows(values: Sequence[Sequence[Scalar]], major: str) -> list[list[Scalar]]:
    """Values given by rows or columns, by rows; where nothing is given stands None."""
    if major == "ROWS":
        return [list(row) for row in values]
    height = max(map(len, values), default=0)
    return [[column[at] if at < len(column) else None for column in values] for at in range(height)]


def _given(each: Mapping[str, Any], index: int) -> tuple[str, Sequence[Sequence[Scalar]], str]:
    """One entry of ``data``: its range, values and whether these are rows."""
    range_, rows, major = each.get("range"), each.get("values", []), each.get("majorDimension")
    is_table = isinstance(rows, list) and all(isinstance(row, list) for row in rows)
    if not isinstance(range_, str):
        raise Invalid("invalid_request", f"Invalid data[{index}]: range is required.")
    if not is_table or any(isinstance(cell, dict | list) for row in rows for cell in row):
        raise Invalid("invalid_request", f"Invalid data[{index}].values: not a list of lists.")
    if major not in (None, "ROWS", "COLUMNS", "DIMENSION_UNSPECIFIED"):
        raise Invalid("invalid_request", f"Invalid value at 'data[{index}].major_dimension'")
    return range_, rows, "COLUMNS" if major == "COLUMNS" else "ROWS"


@contextmanager
def _told_of(index: int) -> Iterator[None]:
    """Refusals say which entry of ``data`` they are about."""
    try:
        yield
    except Invalid as refused:
        raise Invalid(refused.code, f"Invalid data[{index}]: {refused.message}") from None


def _write(edit: Editing, target: Resolved, rows: list[list[Scalar]], option: str) -> Updated:
    """Write rows from the first cell of a range on, not beyond its end.

    Raises:
        Invalid: they do not fit into the range or the grid, or are too many.
    """
    grid, area = target.grid, target.area
    width = max(map(len, rows), default=0)
    if sum(map(len, rows)) > MOST_CHANGED:
        raise Invalid("too_large", f"More than {MOST_CHANGED} cells cannot be written at once.")
    _check_fit(target, len(rows), width)
    written = Area(area.top, area.left, area.top + len(rows), area.left + width)
    if not grid.area.holds(written):
        raise beyond_the_grid(range_text(grid, written), len(grid.rows), len(grid.columns))
    given: dict[Place, Scalar] = {
        (row, column): value
        for row, values in enumerate(rows, area.top)
        for column, value in enumerate(values, area.left)
    }
    cells = given_cells(edit, grid, given, is_typed=option == "USER_ENTERED")
    if cells:
        edit.check_writable(grid, bounds(cells))
        edit.check_input(grid, cells)
        edit.put(grid, cells)
    meant = Area(
        area.top, area.left, max(written.bottom, area.top + 1), max(written.right, area.left + 1)
    )
    return Updated(
        edit.workbook.id,
        range_text(grid, meant),
        len({row for row, _ in cells}),
        len({column for _, column in cells}),
        len(cells),
    )


def _check_fit(target: Resolved, height: int, width: int) -> None:
    area = target.area
    if target.is_single:
        return
    said = f"Requested writing within range [{target.text}], but tried writing to "
    if height > area.height:
        raise Invalid("beyond_range", f"{said}row [{area.bottom + 1}]")
    if width > area.width:
        raise Invalid("beyond_range", f"{said}column [{column_name(area.right)}]")


def _with_data(ctx: Context, edit: Editing, done: Updated, how: Reading) -> Updated:
    """What was written together with what stands there now."""
    target = resolved(ctx, edit.grids, done.range)
    return replace(done, data=read_values(View(ctx, edit.workbook), target, how))


def _clear(edit: Editing, range_: str) -> str:
    target = resolved(edit.ctx, edit.grids, range_)
    edit.check_writable(target.grid, target.area)
    cells = target.grid.cells(target.area)
    edit.put(target.grid, {at: cell.holding(None) for at, cell in cells.items()})
    return target.text
