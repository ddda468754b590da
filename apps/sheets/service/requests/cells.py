"""Requests that write cells: what they hold, how they look, their notes.

https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets/request#updatecellsrequest
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pydantic import Field
from pydantic.alias_generators import to_snake

from workworld.apps.sheets import masks
from workworld.apps.sheets.engine import formulas
from workworld.apps.sheets.engine.addresses import Area
from workworld.apps.sheets.engine.calculation import Formula, Input
from workworld.apps.sheets.engine.changes import Copied
from workworld.apps.sheets.engine.formulas import is_formula
from workworld.apps.sheets.engine.values import CODES, VALUE, Error
from workworld.apps.sheets.masks import Mask
from workworld.apps.sheets.service import chips
from workworld.apps.sheets.service.dressing import Dress, dress
from workworld.apps.sheets.service.editing import Editing, bounds
from workworld.apps.sheets.service.grids import BLANK, CellRow, Grid, Place
from workworld.apps.sheets.service.requests.cell_shapes import CellData, ChipRun, RowData
from workworld.apps.sheets.service.requests.dimensions import grow
from workworld.apps.sheets.service.requests.places import area_of, check_count
from workworld.apps.sheets.service.requests.registry import request
from workworld.apps.sheets.service.requests.shapes import (
    ExtendedValue,
    GridCoordinate,
    GridRange,
    Shape,
)
from workworld.apps.sheets.service.styles import merged
from workworld.errors import Invalid

WritePart = Callable[[Editing, Grid, Mapping[Place, Any]], None]
_parts: dict[str, WritePart] = {}


def cell_part(name: str) -> Callable[[WritePart], WritePart]:
    """Let a function write a part of cells that does not lie with them.

    Args:
        name: the part's in ``CellData``, such as ``dataValidation``. The function is handed what
            is given of it by cell, None where it is to go.
    """

    def declare(function: WritePart) -> WritePart:
        _parts[name] = function
        return function

    return declare


class UpdateCells(Shape):
    """Rows of cells, from a cell on or over a range."""

    rows: list[RowData] = Field(default_factory=list)
    fields: str
    start: GridCoordinate | None = None
    range: GridRange | None = None


class RepeatCell(Shape):
    """One cell for all of a range."""

    range: GridRange
    cell: CellData = Field(default_factory=CellData)
    fields: str


class AppendCells(Shape):
    """Rows of cells below all that a sheet holds."""

    sheet_id: int = 0
    rows: list[RowData] = Field(default_factory=list)
    fields: str
    table_id: str | None = None
    """Of a table that they are to be appended to, rather than to the sheet."""


Append = Callable[[Editing, "AppendCells"], None]
_appenders: list[Append] = []


def appends_to_tables(function: Append) -> Append:
    """Let a function append cells to the table that a request names."""
    _appenders.append(function)
    return function


@request("updateCells", "Edit cells")
def update_cells(edit: Editing, given: UpdateCells) -> None:
    """Write rows of cells; those of a range for which nothing is given lose what is named."""
    if (given.start is None) == (given.range is None):
        raise Invalid("invalid_request", "Exactly one of start and range must be set.")
    grid = edit.grid((given.start or given.range).sheet_id)  # type: ignore[union-attr]
    area = None if given.range is None else area_of(grid, given.range)
    cells: dict[Place, CellData] = {}
    top = left = 0
    if area is not None:
        check_count(area.size)
        cells = dict.fromkeys(places(area), CellData())
        top, left = area.top, area.left
    elif given.start is not None:
        top, left = given.start.row_index, given.start.column_index
    for row, each in enumerate(given.rows, top):
        cells |= {(row, column): cell for column, cell in enumerate(each.values, left)}
    if area is not None:
        cells = {at: cell for at, cell in cells.items() if at in area}
    write(edit, grid, cells, masks.parsed(given.fields))


@request("repeatCell", "Format cells")
def repeat_cell(edit: Editing, given: RepeatCell) -> None:
    """Write one cell all over a range; formulas go along as if they were copied."""
    grid = edit.grid(given.range.sheet_id)
    area = area_of(grid, given.range)
    check_count(area.size)
    mask = masks.parsed(given.fields)
    if set(mask) == {"userEnteredFormat"}:
        edit.check_writable(grid, area)
        dress(edit, grid, area, _dresser(edit, given.cell, mask["userEnteredFormat"]))
    else:
        write(edit, grid, dict.fromkeys(places(area), given.cell), mask, area)


@request("appendCells", "Append cells")
def append_cells(edit: Editing, given: AppendCells) -> None:
    """Write rows of cells below all that holds something, with more rows if there are too few."""
    if given.table_id is not None:
        for each in _appenders:
            each(edit, given)
        return
    grid = edit.grid(given.sheet_id)
    top = grid.used().bottom
    width = max((len(each.values) for each in given.rows), default=0)
    grow(edit, grid, "row", top + len(given.rows))
    grow(edit, grid, "column", width)
    cells = {
        (row, column): cell
        for row, each in enumerate(given.rows, top)
        for column, cell in enumerate(each.values)
    }
    write(edit, grid, cells, masks.parsed(given.fields))


def places(area: Area) -> list[Place]:
    """The cells of a rectangle, row by row."""
    return [
        (row, column)
        for row in range(area.top, area.bottom)
        for column in range(area.left, area.right)
    ]


def write(
    edit: Editing,
    grid: Grid,
    cells: Mapping[Place, CellData],
    mask: Mask,
    origin: Area | None = None,
) -> None:
    """Write what a mask names of some cells.

    Args:
        edit: the workbook.
        grid: the sheet.
        cells: what is given.
        mask: which of it is written; what is named and not given is cleared.
        origin: where formulas were written for, if they go along as copies.

    Raises:
        Invalid, Forbidden: as ``Editing.check_writable`` does.
    """
    if not cells:
        return
    around = bounds(cells)
    edit.check_writable(grid, around)
    there = grid.cells(around)
    written = _writer(edit, mask)
    done = {at: written(there.get(at, BLANK), cell) for at, cell in cells.items()}
    if origin is not None and masks.wants(mask, "userEnteredValue"):
        done = {at: _copied(grid, each, origin, at) for at, each in done.items()}
    if masks.wants(mask, "userEnteredValue"):
        edit.check_input(grid, done)
    edit.put(grid, done)
    for name, act in sorted(_parts.items()):
        if masks.wants(mask, name):
            attribute = to_snake(name)
            act(edit, grid, {at: getattr(cell, attribute) for at, cell in cells.items()})


def _writer(edit: Editing, mask: Mask) -> Callable[[CellRow, CellData], CellRow]:
    """Writes what a mask names of cells; what they have in common is worked out once."""
    names = ("userEnteredValue", "userEnteredFormat", "note", "textFormatRuns", "chipRuns")
    value, look, note, runs, chipped = (masks.wants(mask, name) for name in names)
    inner = mask.get("userEnteredFormat", {})
    looks: dict[tuple[int | None, int], int | None] = {}

    def dressed(there: CellRow, given: CellData) -> int | None:
        key = there.style_id, id(given)
        if key not in looks:
            looks[key] = _dresser(edit, given, inner)(there.style_id)
        return looks[key]

    def written(there: CellRow, given: CellData) -> CellRow:
        before = there
        if value:
            there = there.without_runs().holding(held(given.user_entered_value))
        if look:
            there = there._replace(style_id=dressed(there, given))
        if note:
            there = there._replace(note=given.note or None)
        if runs:
            found = [each.json_form() for each in given.text_format_runs or ()]
            there = there.having("textFormatRuns", found)
        if chipped:
            there = chips.written(edit.ctx, there, chips_of(given.chip_runs or ()), before)
        return there

    return written


def chips_of(runs: Sequence[ChipRun]) -> list[chips.Wanted]:
    """The chips that a cell is to have; runs of plain text are left out."""
    found: list[chips.Wanted] = []
    for index, run in enumerate(runs):
        person = run.chip and run.chip.person_properties
        link = run.chip and run.chip.rich_link_properties
        if person and link:
            said = f"chipRuns[{index}].chip: oneof field 'chip_kind' is already set."
            raise Invalid("invalid_request", said)
        if person:
            wanted = chips.Wanted(run.start_index, person.email, person.display_format)
            found.append(wanted)
        elif link:
            found.append(chips.Wanted(run.start_index, uri=link.uri))
    return found


def _dresser(edit: Editing, given: CellData, mask: Mask) -> Dress:
    """Tells the style that cells of a style get by what a mask names of a cell's look."""
    wanted = given.user_entered_format.json_form() if given.user_entered_format else {}
    return lambda style_id: edit.styles.id_of(merged(edit.styles.format(style_id), wanted, mask))


def held(value: ExtendedValue | None) -> Input:
    """What a cell is to hold."""
    if value is None:
        return None
    if value.formula_value is not None:
        text = value.formula_value
        return Formula(text) if is_formula(text) else Formula(f"={text}")
    if value.error_value is not None:
        code = value.error_value.message or value.error_value.type
        return Error(code if code in CODES else VALUE)
    for each in (value.string_value, value.bool_value, value.number_value):
        if each is not None:
            return each or None if each == "" else each
    return None


def _copied(grid: Grid, cell: CellRow, origin: Area, at: Place) -> CellRow:
    """A formula that was written for the first cell of a range, at another of its cells."""
    if cell.kind != "formula" or cell.text is None:
        return cell
    change = Copied(at[0] - origin.top, at[1] - origin.left)
    return cell._replace(text=formulas.changed(cell.text, grid.sheet.title, change))
