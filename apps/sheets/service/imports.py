"""Files of other programs as workbooks, or put into one: XLSX, CSV and TSV.

https://support.google.com/docs/answer/40608
"""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Annotated, Literal

from pydantic import Field

from workworld.apps.sheets.engine.addresses import parse
from workworld.apps.sheets.engine.typed_input import is_typed_formula
from workworld.apps.sheets.models import Workbook
from workworld.apps.sheets.service import access, tables, workbooks
from workworld.apps.sheets.service.editing import Editing, bounds, edit
from workworld.apps.sheets.service.entering import enter_texts
from workworld.apps.sheets.service.grids import CellRow, Grid
from workworld.apps.sheets.service.refusals import unparsable
from workworld.apps.sheets.service.requests import registry
from workworld.apps.sheets.service.requests.dimensions import grow
from workworld.apps.sheets.service.sheet_properties import free_title, new_sheet
from workworld.apps.sheets.types import WorkbookId
from workworld.context import Context
from workworld.errors import Invalid
from workworld.files import archives
from workworld.files import workbooks as files
from workworld.files.limits import require_fitting
from workworld.files.types import Bytes, FileName
from workworld.imports.encodings import decode
from workworld.imports.tables import sniffed
from workworld.operations import Effect, operation

Delimiter = Annotated[
    str, Field(description="What stands between cells; empty to be told by the file.", max_length=1)
]
Encoding = Annotated[
    Literal["", "utf-8", "utf-16", "windows-1252", "iso-8859-1"],
    Field(description="Of separated values; empty to be told by the file."),
]
Converts = Annotated[bool, Field(description="Whether texts become numbers and days, as if typed.")]
ConvertsFormulas = Annotated[
    bool,
    Field(
        description="Whether texts that would be formulas if somebody typed them become formulas;"
        " by default they stay texts, since the file may come from others."
    ),
]
_WORKBOOKS = frozenset({".xlsx", ".xlsm", ".xltx", ".xltm", ".xls"})
Way = Literal["sheets", "replace", "replace_sheet", "append", "cell"]


@dataclass(frozen=True, slots=True)
class Imported:
    """What came of a file."""

    workbook: Workbook
    notes: Sequence[str]
    """What of the file was not taken, in words."""


@dataclass(frozen=True, slots=True)
class Entry:
    """What texts of a file become.

    A spreadsheet shown as separated values holds none of its formulas, so that a text which looks
    like one was a text: it becomes a formula only where that is asked for.
    """

    converts: bool
    converts_formulas: bool

    def reads(self, text: str) -> bool:
        """Whether a text becomes what it would be if somebody typed it; others stay as they are."""
        return self.converts and (self.converts_formulas or not is_typed_formula(text))


@operation(Effect.WRITE, scope="spreadsheets")
def open_file(
    ctx: Context,
    *,
    name: FileName,
    content: Bytes,
    title: Annotated[
        str, Field(description="What it is called; by default as the file.", max_length=500)
    ] = "",
    delimiter: Delimiter = "",
    encoding: Encoding = "",
    converts: Converts = True,
    converts_formulas: ConvertsFormulas = False,
) -> Imported:
    """Make a spreadsheet of a file: a workbook of another program, or separated values."""
    require_readable(content, name)
    stem = PurePosixPath(name).stem or "Untitled spreadsheet"
    workbook = workbooks.create(ctx, title=(title.strip() or stem)[:500])
    with edit(ctx, workbook.id, "Import", state="past") as editing:
        first = editing.grids[0]
        if content.startswith(archives.BEGINS):
            notes = _replaced(editing, content)
        else:
            rows = separated(content, delimiter, encoding)
            first.sheet.title = stem[:100]
            entry = Entry(converts, converts_formulas)
            put(editing, first, 0, 0, rows, entry)
            notes = []
    return Imported(workbook, notes)


@operation(Effect.WRITE, scope="spreadsheets")
def put_file(
    ctx: Context,
    *,
    workbook_id: WorkbookId,
    name: FileName,
    content: Bytes,
    way: Annotated[
        Way,
        Field(
            description="Whether it becomes new sheets, takes the place of all sheets or of one, is"
            " appended to one, or is put in at a cell."
        ),
    ] = "sheets",
    sheet_id: Annotated[int, Field(description="Which sheet, where one is meant.", ge=0)] = 0,
    cell: Annotated[str, Field(description="Where it begins, such as B7.", max_length=20)] = "A1",
    delimiter: Delimiter = "",
    encoding: Encoding = "",
    converts: Converts = True,
    converts_formulas: ConvertsFormulas = False,
) -> Imported:
    """Put a file into a spreadsheet: as new sheets, in the place of others, or into one."""
    workbook = access.known(ctx, workbook_id, "writer")
    require_readable(content, name)
    is_book = content.startswith(archives.BEGINS)
    if is_book and way in ("replace_sheet", "append", "cell"):
        raise Invalid("not_separated_values", "A workbook is put in as sheets, not into one.")
    with edit(ctx, workbook_id, "Import") as editing:
        if is_book:
            take = _replaced if way == "replace" else _read_into
            return Imported(workbook, take(editing, content))
        rows = separated(content, delimiter, encoding)
        grid, top, left = _place(editing, way, sheet_id, cell, PurePosixPath(name).stem)
        put(editing, grid, top, left, rows, Entry(converts, converts_formulas))
    return Imported(workbook, [])


def _place(
    editing: Editing, way: Way, sheet_id: int, cell: str, stem: str
) -> tuple[Grid, int, int]:
    """Where separated values are put: the sheet, and the row and column of the first of them."""
    if way in ("sheets", "replace"):
        before = [*editing.grids] if way == "replace" else []
        grid = _added(editing, stem or "Import")
        _remove(editing, before)
        return grid, 0, 0
    grid = editing.grid(sheet_id)
    if way == "replace_sheet":
        editing.check_writable(grid, grid.area)
        editing.put(grid, dict.fromkeys(grid.cells(), None))
        return grid, 0, 0
    if way == "append":
        table = tables.found(grid, grid.area)
        return (grid, table.bottom, table.left) if table else (grid, 0, 0)
    reference = parse(cell)
    if reference is None or reference.first.row is None or reference.first.column is None:
        raise unparsable(cell)
    return grid, reference.first.row, reference.first.column


def _added(editing: Editing, title: str) -> Grid:
    free = free_title(editing.grids, title)
    made = new_sheet(editing.ctx, editing.workbook.id, free, len(editing.grids))
    editing.grids.append(made)
    return made


def _read_into(editing: Editing, content: bytes, *, takes_theme: bool = False) -> list[str]:
    # With its library: 8 MiB that most processes never need.
    from workworld.apps.sheets.service.xlsx import reading

    return reading.read_into(editing, content, takes_theme=takes_theme)


def _replaced(editing: Editing, content: bytes) -> list[str]:
    """Put the sheets of a file in the place of all that are there."""
    before = [*editing.grids]
    for number, grid in enumerate(before):
        grid.sheet.title = f"\x00{number}"  # so that the file's titles are free
    notes = _read_into(editing, content, takes_theme=True)
    _remove(editing, before)
    return notes


def _remove(editing: Editing, grids: Sequence[Grid]) -> None:
    for grid in grids:
        gone = {"deleteSheet": {"sheetId": grid.sheet.sheet_id}}
        registry.perform(editing, 0, gone)


def put(
    editing: Editing,
    grid: Grid,
    top: int,
    left: int,
    rows: Sequence[Sequence[str]],
    entry: Entry,
) -> None:
    """Put rows of texts into cells from one on; the sheet grows where it must.

    Args:
        editing: the workbook.
        grid: the sheet.
        top: the first row.
        left: the first column.
        rows: the texts.
        entry: what they become.
    """
    grow(editing, grid, "row", top + len(rows))
    grow(editing, grid, "column", left + max(map(len, rows), default=0))
    texts = {
        (row, column): text
        for row, values in enumerate(rows, top)
        for column, text in enumerate(values, left)
        if text
    }
    enter_texts(editing, grid, {at: text for at, text in texts.items() if entry.reads(text)})
    kept = {at: CellRow("text", None, text) for at, text in texts.items() if not entry.reads(text)}
    if kept:
        editing.check_writable(grid, bounds(kept))
        editing.check_input(grid, kept)
        editing.put(grid, kept)


def require_readable(content: bytes, name: str) -> None:
    """See to it that a file is none that is refused whatever it holds.

    Args:
        content: its bytes.
        name: what it is called: what is said to be a workbook is not read as separated values.

    Raises:
        Invalid: it is too large, kept by a password, holds macros, or is no file that is read.
    """
    require_fitting(len(content))
    if files.is_workbook(content):
        archives.checked(content)
    elif PurePosixPath(name).suffix.lower() in _WORKBOOKS:
        raise archives.unreadable()


def separated(content: bytes, delimiter: str = "", encoding: str = "") -> list[list[str]]:
    """The rows of a file of separated values.

    Raises:
        Invalid: ``unreadable_file``: it is no text, or a quotation in it never ends;
            ``too_large``.
    """
    text = decode(content, encoding).text
    text = text.removeprefix("\ufeff")
    if len(delimiter) > 1 or (delimiter and delimiter in '"\r\n'):
        raise Invalid("unreadable_file", "A delimiter is one character, and no quotation mark.")
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter or sniffed(text))
    rows, cells = [], 0
    try:
        for row in reader:
            cells += len(row)
            if cells > archives.MOST_CELLS:
                raise archives.too_large()
            rows.append([cell.replace("\r\n", "\n") for cell in row])
    except csv.Error as error:
        said = f"Line {reader.line_num} cannot be read: {error}."
        raise Invalid("unreadable_file", said) from None
    return rows
