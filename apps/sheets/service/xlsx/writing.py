"""A workbook as a file that other programs open.

What they have no words for is written as what comes nearest: formulas always with what they come
to, arrays as array formulas, titles of sheets cut to 31 characters.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from typing import Any

from openpyxl import Workbook as File
from openpyxl.comments import Comment as Note
from openpyxl.utils import get_column_letter
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.formula import ArrayFormula
from openpyxl.worksheet.worksheet import Worksheet
from sqlalchemy import select

from workworld.apps.sheets.engine import formulas as texts
from workworld.apps.sheets.engine.addresses import Area, parse, quoted
from workworld.apps.sheets.engine.changes import Renamed
from workworld.apps.sheets.engine.values import Value
from workworld.apps.sheets.models import Line, Name, Style, Workbook
from workworld.apps.sheets.service import chips
from workworld.apps.sheets.service.cell_links import own_link
from workworld.apps.sheets.service.grids import CellRow, Grid, Place, grids_of
from workworld.apps.sheets.service.sheet_properties import tab_color
from workworld.apps.sheets.service.views import View
from workworld.apps.sheets.service.xlsx import (
    conversations,
    looks,
    pictures,
    runs,
    theme_files,
    things,
)
from workworld.apps.sheets.service.xlsx.colours import written
from workworld.apps.sheets.service.xlsx.formulas import (
    MOST_COLUMNS,
    MOST_ROWS,
    array_within,
    outward,
    unknown_elsewhere,
)
from workworld.apps.sheets.service.xlsx.leads import Outward
from workworld.apps.sheets.service.xlsx.packing import packed
from workworld.context import Context
from workworld.files.spreadsheets import LONGEST_TEXT, clean, fit_title
from workworld.links.addresses import rendered

_PIXELS_PER_POINT, _PIXELS_PER_CHARACTER, _MARGIN = 4 / 3, 7, 5


@dataclass(slots=True)
class _Writing:
    """A workbook while it is written."""

    ctx: Context
    workbook: Workbook
    grids: Sequence[Grid]
    view: View
    styles: Mapping[int, dict[str, Any]]
    titles: dict[int, str] = field(default_factory=dict)
    """What files call the sheets, by ``Sheet.id``."""
    patterns: dict[int, Any] = field(default_factory=dict)
    """How cells of a style look, as openpyxl keeps it."""
    results: dict[str, dict[Place, Value]] = field(default_factory=dict)
    """What formulas come to, by the title of the sheet."""
    taken: set[str] = field(default_factory=set)
    """Names of ranges and tables, in small letters."""
    notes: dict[str, None] = field(default_factory=dict)
    """What files cannot tell, in words."""
    leads: Outward = field(default_factory=lambda: Outward({}))

    def note(self, *texts: str) -> None:
        """Tell once what files cannot."""
        self.notes |= dict.fromkeys(texts)

    def formula(self, text: str, title: str) -> str:
        """A formula as files have it, with the titles that sheets have there."""
        for grid in self.grids:
            if (theirs := self.titles[grid.sheet.id]) != grid.sheet.title:
                text = texts.changed(text, title, Renamed(grid.sheet.title, theirs))
        return self.leads.formula(outward(text))


def as_xlsx(ctx: Context, workbook: Workbook) -> tuple[bytes, list[str]]:
    """A workbook that the caller sees, as a file (XLSX); and what of it no file can tell."""
    grids = grids_of(ctx.session, workbook.id)
    found = ctx.session.execute(
        select(Style.id, Style.format).where(Style.workbook_id == workbook.id)
    )
    writing = _Writing(
        ctx, workbook, grids, View(ctx, workbook), {each.id: each.format for each in found}
    )
    writing.titles = _titles(grids)
    writing.leads = Outward({e.sheet.sheet_id: writing.titles[e.sheet.id] for e in grids})
    file = File()
    file.remove(file.worksheets[0])
    _write_names(writing, file)
    pages = {grid.sheet.sheet_id: _write_sheet(writing, file, grid) for grid in grids}
    writing.note(*pictures.write(ctx, pages, grids))
    file.loaded_theme = theme_files.written(writing.view.theme)
    file.active = next((at for at, grid in enumerate(grids) if not grid.sheet.is_hidden), 0)
    made = ctx.clock.now().replace(tzinfo=None, microsecond=0)
    content = packed(file, lambda title: writing.results.get(title, {}), made)
    return content, list(writing.notes)


def _titles(grids: Sequence[Grid]) -> dict[int, str]:
    """What files call the sheets: 31 characters at most, none of a few, and no two alike."""
    found: dict[int, str] = {}
    taken: set[str] = set()
    for grid in grids:
        title = fit_title(grid.sheet.title)
        wanted, turn = title, 2
        while wanted.casefold() in taken:
            mark = f" ({turn})"
            wanted, turn = title[: 31 - len(mark)] + mark, turn + 1
        taken.add(wanted.casefold())
        found[grid.sheet.id] = wanted
    return found


def _write_sheet(writing: _Writing, file: File, grid: Grid) -> Worksheet:
    page: Worksheet = file.create_sheet(writing.titles[grid.sheet.id])
    area = Area(0, 0, min(len(grid.rows), MOST_ROWS), min(len(grid.columns), MOST_COLUMNS))
    cells = grid.cells(area)
    _write_cells(writing, page, grid, cells)
    _write_frame(page, grid)
    _write_lines(writing, page, grid)
    told = things.write(writing.ctx.session, writing.view, page, grid, writing.taken)
    writing.note(*told)
    return page


def _write_cells(
    writing: _Writing, page: Worksheet, grid: Grid, cells: Mapping[Place, CellRow]
) -> None:
    results = writing.results.setdefault(page.title, {})
    spills = _spills(writing, grid)
    for (row, column), kept in cells.items():
        cell: Any = page.cell(row + 1, column + 1)
        if kept.kind == "formula":
            result = writing.view.values.value(grid, row, column)
            results[row + 1, column + 1] = clean(result) if isinstance(result, str) else result
            _write_formula(writing, cell, kept.text or "", grid, spills.get((row, column)))
        elif kept.kind == "text":
            _write_text(writing, cell, kept)
        elif kept.kind == "error":
            _put(cell, kept.text, "e")
        elif kept.kind:
            cell.value = bool(kept.number) if kept.kind == "boolean" else kept.number
        if kept.style_id is not None:
            _put_look(writing, cell, kept.style_id)
        if kept.note:
            cell.comment = Note(clean(kept.note), "")
        _write_link(writing, cell, kept)
        if found := list(chips.spans(kept)):
            if len(found) == 1:
                cell.hyperlink = clean(rendered(writing.ctx, chips.address_of(found[0].chip)))
            writing.note("smart chips (their texts are kept, with a link where there is but one)")
    for (row, column), text in conversations.as_notes(writing.ctx, grid).items():
        beside: Any = page.cell(row + 1, column + 1)
        there = f"{beside.comment.text}\n\n" if beside.comment else ""
        beside.comment = Note(clean(there + text)[:LONGEST_TEXT], "")


def _write_link(writing: _Writing, cell: Any, kept: CellRow) -> None:
    if address := own_link(kept, writing.styles.get(kept.style_id or 0, {})):
        link = writing.leads.link(rendered(writing.ctx, address))
        if link is None:
            writing.note("links to sheets that were deleted")
        else:
            cell.hyperlink = link


def _write_text(writing: _Writing, cell: Any, kept: CellRow) -> None:
    text = clean(kept.text or "")[:LONGEST_TEXT]
    parts = (kept.extra or {}).get("textFormatRuns")
    if parts and text == kept.text:
        whole = writing.styles.get(kept.style_id or 0, {}).get("textFormat") or {}
        cell.value = runs.written(text, parts, whole)
    else:
        _put(cell, text, "s")


def _put(cell: Any, value: Any, kind: str) -> None:
    """Let a cell hold something as what it is said to be, whatever it looks like."""
    cell.value = value
    cell.data_type = kind


def _write_formula(writing: _Writing, cell: Any, text: str, grid: Grid, spill: Area | None) -> None:
    if names := unknown_elsewhere(text):
        said = ", ".join(sorted(names))
        writing.note(
            f"formulas with {said}, which other programs do not know (the values are kept)"
        )
    inner = array_within(text)
    formula = clean(writing.formula(inner or text, grid.sheet.title))
    if inner or spill:
        reference = str(spill or Area(cell.row - 1, cell.column - 1, cell.row, cell.column))
        cell.value = ArrayFormula(reference, formula)
    else:
        _put(cell, formula, "f")


def _spills(writing: _Writing, grid: Grid) -> dict[Place, Area]:
    """The areas that formulas of a sheet fill."""
    found = writing.view.values.spills(grid)
    return {(e.anchor.row, e.anchor.column): e.area for e in found if e.blocker is None}


def _put_look(writing: _Writing, cell: Any, style_id: int) -> None:
    pattern = writing.patterns.get(style_id)
    if pattern is None:
        looks.put(cell, writing.styles[style_id])
        writing.patterns[style_id] = copy(cell._style)
    else:
        cell._style = copy(pattern)


def _write_frame(page: Worksheet, grid: Grid) -> None:
    sheet = grid.sheet
    if sheet.frozen_rows or sheet.frozen_columns:
        page.freeze_panes = f"{get_column_letter(sheet.frozen_columns + 1)}{sheet.frozen_rows + 1}"
    if sheet.tab_color:
        page.sheet_properties.tabColor = written(tab_color(grid), "tabColor")
    if sheet.is_hidden:
        page.sheet_state = "hidden"
    page.sheet_view.showGridLines = not sheet.hides_gridlines
    page.sheet_view.rightToLeft = sheet.is_right_to_left
    page.sheet_format.defaultRowHeight = sheet.row_size / _PIXELS_PER_POINT
    page.sheet_format.customHeight = True
    page.sheet_format.defaultColWidth = characters(sheet.column_size)


def characters(pixels: int) -> float:
    """A column's width as files count it: in characters."""
    return max(round((pixels - _MARGIN) / _PIXELS_PER_CHARACTER, 2), 0)


def pixels_across(width: float) -> int:
    """A column's width that is counted in characters, in pixels."""
    return max(round(width * _PIXELS_PER_CHARACTER) + _MARGIN, 2)


def pixels_down(points: float) -> int:
    """A row's height that is counted in points, in pixels."""
    return max(round(points * _PIXELS_PER_POINT), 2)


def _write_lines(writing: _Writing, page: Worksheet, grid: Grid) -> None:
    query = select(Line).where(Line.sheet_id == grid.sheet.id)
    for line in writing.ctx.session.scalars(query):
        if line.axis == "row":
            index = grid.rows.index_of(line.line_id)
            if index is None or index >= MOST_ROWS:
                continue
            row = page.row_dimensions[index + 1]
            if line.size is not None:
                row.height = line.size / _PIXELS_PER_POINT
            row.hidden = line.is_hidden
        else:
            index = grid.columns.index_of(line.line_id)
            if index is None or index >= MOST_COLUMNS:
                continue
            column = page.column_dimensions[get_column_letter(index + 1)]
            if line.size is not None:
                column.width = characters(line.size)
            column.hidden = line.is_hidden


def _write_names(writing: _Writing, file: File) -> None:
    query = select(Name).where(Name.workbook_id == writing.workbook.id).order_by(Name.id)
    for name in writing.ctx.session.scalars(query):
        reference = parse(name.range)
        if reference is not None:
            writing.taken.add(name.name.casefold())
            area = _fixed(name.range)
            target = f"{quoted(writing.titles[name.sheet_id])}!{area}"
            file.defined_names[name.name] = DefinedName(name.name, attr_text=target)


def _fixed(range_text: str) -> str:
    """A range of which nothing moves: ``$A$1:$B$9``; open ends are closed."""
    closed = outward(f"={range_text}")[1:]
    return re.sub(r"\$?([A-Z]+)?\$?([0-9]+)?", _with_marks, closed)


def _with_marks(found: re.Match[str]) -> str:
    return "".join(f"${part}" for part in found.groups() if part)
