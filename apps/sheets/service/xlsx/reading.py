"""Files of other programs (XLSX) as sheets of a workbook."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from openpyxl.cell.rich_text import CellRichText
from openpyxl.utils import column_index_from_string
from openpyxl.worksheet.formula import ArrayFormula, DataTableFormula
from openpyxl.worksheet.worksheet import Worksheet

from workworld.apps.sheets.engine.addresses import Area, parse
from workworld.apps.sheets.models import Line, Name
from workworld.apps.sheets.service import lying
from workworld.apps.sheets.service.editing import Editing
from workworld.apps.sheets.service.grids import BLANK, CellRow, Grid, Place
from workworld.apps.sheets.service.refusals import MOST_CELLS, too_large
from workworld.apps.sheets.service.sheet_properties import COLUMNS, ROWS, free_title, new_sheet
from workworld.apps.sheets.service.xlsx import (
    conversations,
    drawn_charts,
    filters,
    laid,
    leads,
    looks,
    named_tables,
    pivots,
    runs,
)
from workworld.apps.sheets.service.xlsx.colours import code_of, style_of
from workworld.apps.sheets.service.xlsx.formulas import inward
from workworld.apps.sheets.service.xlsx.theme_files import FileTheme
from workworld.apps.sheets.service.xlsx.theme_files import read as read_theme
from workworld.apps.sheets.service.xlsx.writing import pixels_across, pixels_down
from workworld.files import archives, workbooks

_EPOCH = datetime.datetime(1899, 12, 30)  # noqa: DTZ001 - sheets know no zones
_LONGEST_FORMULA = 50_000


@dataclass(slots=True)
class _Reading:
    """A file while it is read."""

    editing: Editing
    theme: FileTheme
    leads: leads.Inward
    style_ids: dict[Any, int | None] = field(default_factory=dict)
    """By what openpyxl knows a look."""
    notes: list[str] = field(default_factory=list)

    def note(self, text: str) -> None:
        """Tell once what is not kept."""
        if text not in self.notes:
            self.notes.append(text)


def read_into(editing: Editing, content: bytes, *, takes_theme: bool = False) -> list[str]:
    """Put the sheets of a file behind those of a workbook.

    Args:
        editing: the workbook.
        content: the file's bytes.
        takes_theme: whether the workbook gets the file's theme.

    Returns:
        What of the file was not taken, in words.

    Raises:
        Invalid: see ``archives.checked``; then nothing was put anywhere.
    """
    notes = archives.checked(content)
    file = workbooks.loaded(content, has_runs=True)
    pages = file.worksheets
    if not pages:
        raise archives.unreadable("It has no sheet of cells.")
    grids = {page.title: _made(editing, page) for page in pages}
    named = {name: str(each.attr_text) for name, each in file.defined_names.items()}
    ids = {title: grid.sheet.sheet_id for title, grid in grids.items()}
    there = leads.Inward(ids, named)
    theme = read_theme(file.loaded_theme, is_taken=takes_theme)
    if theme.is_taken:
        editing.workbook.theme = theme.theme.kept
    reading = _Reading(editing, theme, there, notes=notes)
    for page in pages:
        _read_sheet(reading, page, grids[page.title])
    _read_names(reading, file, grids)
    placed = [(page, grids[page.title]) for page in pages]
    said = conversations.of_file(content)
    for title, listed in said.items():
        if title in grids:
            conversations.read(editing, grids[title], listed)
    for reader in (named_tables, filters, pivots, drawn_charts):
        for note in reader.read(editing, placed):
            reading.note(note)
    for note in drawn_charts.unread(content):
        reading.note(note)
    return reading.notes


def _made(editing: Editing, page: Worksheet) -> Grid:
    """The sheet that a page becomes, still empty."""
    height, width = max(page.max_row, ROWS), max(page.max_column, COLUMNS)
    if height * width + sum(each.area.size for each in editing.grids) > MOST_CELLS:
        raise too_large()
    grid = new_sheet(
        editing.ctx,
        editing.workbook.id,
        free_title(editing.grids, page.title),
        len(editing.grids),
        rows=height,
        columns=width,
        sheet_id=None if editing.grids else 0,
    )
    editing.grids.append(grid)
    return grid


def _read_sheet(reading: _Reading, page: Worksheet, grid: Grid) -> None:
    reading.editing.put(grid, _cells(reading, page))
    _read_frame(reading, page, grid)
    _read_lines(reading, page, grid)
    reading.notes += [
        each for each in laid.read(reading.editing.ctx, page, grid, reading.theme)
        if each not in reading.notes
    ]  # fmt: skip


def _cells(reading: _Reading, page: Worksheet) -> dict[Place, CellRow]:
    found: dict[Place, CellRow] = {}
    filled: list[Area] = []
    for (row, column), cell in page._cells.items():
        place = (row - 1, column - 1)
        value = getattr(cell, "value", None)
        kept = _held(reading, value, getattr(cell, "data_type", "n"), page.title)
        if isinstance(value, ArrayFormula) and (reference := parse(value.ref)) is not None:
            area = reference.area(page.max_row, page.max_column)
            filled += [area] if area.size > 1 else []
        style_id = _look(reading, cell) if cell.has_style else None
        comment = getattr(cell, "comment", None)
        note = str(comment.text) if comment is not None else None
        if note and conversations.is_placeholder(note):
            note = None
        extra = _extra(reading, cell, value, page.title)
        made = kept._replace(style_id=style_id, note=note, extra=extra or None)
        if made != BLANK:
            found[place] = made
    return {place: _without_results(place, cell, filled) for place, cell in found.items()}


def _extra(reading: _Reading, cell: Any, value: Any, title: str) -> dict[str, Any]:
    """What few cells have: a link, and parts of a text that look otherwise."""
    found: dict[str, Any] = {}
    link = getattr(cell, "hyperlink", None)
    if link is not None and (link.target or link.location):
        if address := reading.leads.address(link, title):
            found["link"] = address
        else:
            reading.note("links to other files, or to what is not in the file")
    if isinstance(value, CellRichText) and (told := runs.read(value, reading.theme)):
        found["textFormatRuns"] = told
    return found


def _without_results(place: Place, cell: CellRow, filled: Sequence[Area]) -> CellRow:
    """A cell without what an array formula elsewhere has put there: it will do so again."""
    if cell.kind in ("", "formula") or not any(place in area for area in filled):
        return cell
    return cell.holding(None)


def _held(reading: _Reading, value: Any, kind: str, title: str) -> CellRow:
    """What a cell holds."""
    if isinstance(value, datetime.datetime | datetime.date | datetime.time | datetime.timedelta):
        value = _serial(value)
    if isinstance(value, CellRichText):
        value = str(value)
    if isinstance(value, ArrayFormula):
        value, kind = str(value.text or ""), "f"
    if isinstance(value, DataTableFormula):
        reading.note("tables of what-if results")
        value = None
    if value is None or value == "":
        return BLANK
    if isinstance(value, int | float):
        return CellRow("boolean" if isinstance(value, bool) else "number", float(value))
    if kind == "f":
        return _formula(reading, str(value), title)
    return CellRow("error" if kind == "e" else "text", None, str(value))


def _formula(reading: _Reading, text: str, title: str) -> CellRow:
    said = reading.leads.formula(inward(text if text.startswith("=") else f"={text}"), title)
    return CellRow("formula", None, said) if 1 < len(said) <= _LONGEST_FORMULA else BLANK


def _serial(value: Any) -> float:
    """A day or time as the days since 30 December 1899."""
    day = datetime.timedelta(days=1)
    match value:
        case datetime.timedelta():
            return value / day
        case datetime.time():
            spent = datetime.timedelta(
                hours=value.hour,
                minutes=value.minute,
                seconds=value.second,
                microseconds=value.microsecond,
            )
            return spent / day
        case datetime.datetime():
            return (value - _EPOCH) / day
    return float((value - _EPOCH.date()).days)


def _look(reading: _Reading, cell: Any) -> int | None:
    key = tuple(cell._style)
    if key not in reading.style_ids:
        look = looks.look_of(cell, reading.theme)
        reading.style_ids[key] = reading.editing.styles.id_of(look)
    return reading.style_ids[key]


def _read_frame(reading: _Reading, page: Worksheet, grid: Grid) -> None:
    sheet = grid.sheet
    frozen = parse(str(page.freeze_panes)) if page.freeze_panes else None
    if frozen is not None:
        sheet.frozen_rows = min(frozen.first.row or 0, len(grid.rows) - 1)
        sheet.frozen_columns = min(frozen.first.column or 0, len(grid.columns) - 1)
    sheet.is_hidden = page.sheet_state != "visible"
    tab = page.sheet_properties.tabColor
    named = style_of(tab, reading.theme).get("themeColor")
    sheet.tab_color = named or code_of(tab, reading.theme)
    sheet.hides_gridlines = page.sheet_view.showGridLines is False
    sheet.is_right_to_left = bool(page.sheet_view.rightToLeft)
    if width := page.sheet_format.defaultColWidth:
        sheet.column_size = min(pixels_across(width), 2000)
    if page.sheet_format.customHeight and (height := page.sheet_format.defaultRowHeight):
        sheet.row_size = min(pixels_down(height), 2000)


def _read_lines(reading: _Reading, page: Worksheet, grid: Grid) -> None:
    session = reading.editing.ctx.session
    for index, row in page.row_dimensions.items():
        size = min(pixels_down(row.height), 2000) if row.height else None
        if index <= len(grid.rows) and (size is not None or row.hidden):
            session.add(_line(grid, "row", index - 1, size, bool(row.hidden)))
    for letters, column in page.column_dimensions.items():
        first = column.min or column_index_from_string(letters)
        last = min(column.max or first, len(grid.columns))
        size = min(pixels_across(column.width), 2000) if column.customWidth else None
        if size is not None or column.hidden:
            for index in range(first, last + 1):
                session.add(_line(grid, "column", index - 1, size, bool(column.hidden)))


def _line(grid: Grid, axis: Any, index: int, size: int | None, is_hidden: bool) -> Line:
    return Line(
        sheet_id=grid.sheet.id,
        axis=axis,
        line_id=grid.lines(axis).id_at(index),
        size=size,
        is_hidden=is_hidden,
    )


def _read_names(reading: _Reading, file: Any, grids: Mapping[str, Grid]) -> None:
    ctx, workbook = reading.editing.ctx, reading.editing.workbook
    for name, defined in file.defined_names.items():
        reference = parse(str(defined.attr_text or "").replace("$", ""))
        grid = grids.get(reference.sheet or "") if reference is not None else None
        if reference is None or grid is None or not laid.is_name(name):
            reading.note("names that stand for no range")
            continue
        text = str(reference._replace(sheet=None))
        ctx.session.add(
            Name(
                id=str(lying.new_id(ctx)),
                workbook_id=workbook.id,
                name=name,
                sheet_id=grid.sheet.id,
                range=text,
            )
        )
