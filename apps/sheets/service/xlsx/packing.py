"""Files of openpyxl's, with what formulas come to, and without the time at which they were made."""

from __future__ import annotations

import datetime
import io
import zipfile
from collections.abc import Callable, Mapping
from typing import Any

from openpyxl import Workbook
from openpyxl.cell._writer import write_cell
from openpyxl.comments.comment_sheet import CommentRecord
from openpyxl.worksheet._writer import WorksheetWriter
from openpyxl.worksheet.formula import ArrayFormula
from openpyxl.worksheet.worksheet import Worksheet
from openpyxl.writer.excel import ExcelWriter
from openpyxl.xml.functions import Element, SubElement

from workworld.apps.sheets.engine.values import Error, Value
from workworld.files.spreadsheets import SteadyArchive

Results = Mapping[tuple[int, int], Value]
"""What formulas of a sheet come to, by row and column from one."""


class _SheetWriter(WorksheetWriter):
    """Writes beside each formula what it comes to, as programs that do not reckon read it."""

    def __init__(self, sheet: Worksheet, results: Results, out: io.BytesIO) -> None:
        self._results = results
        super().__init__(sheet, out)

    def write_row(self, xf: Any, row: Any, row_idx: int) -> None:
        """Write one row."""
        page: Any = self.ws
        attributes = {"r": f"{row_idx}"} | dict(page.row_dimensions.get(row_idx, {}))
        with xf.element("row", attributes):
            for cell in row:
                if cell.comment is not None:
                    page._comments.append(CommentRecord.from_cell(cell))
                if cell.data_type == "f":
                    if cell.hyperlink:
                        page._hyperlinks.append(cell.hyperlink)
                    xf.write(_formula(cell, self._results.get((cell.row, cell.column))))
                else:
                    has_nothing = cell._value is None and not cell.has_style
                    if not has_nothing or cell.comment is not None:
                        write_cell(xf, page, cell, cell.has_style)


def _formula(cell: Any, result: Value) -> Element:
    """A cell with a formula, and what it comes to."""
    attributes = {"r": cell.coordinate}
    if cell.has_style:
        attributes["s"] = f"{cell.style_id}"
    kind, text = _told(result)
    if kind:
        attributes["t"] = kind
    element = Element("c", attributes)
    formula = cell.value
    if isinstance(formula, ArrayFormula):
        inner = SubElement(element, "f", dict(formula))
        inner.text = str(formula.text).removeprefix("=")
    else:
        SubElement(element, "f").text = str(formula)[1:]
    if text is not None:
        SubElement(element, "v").text = text
    return element


def _told(value: Value) -> tuple[str, str | None]:
    match value:
        case None:
            return "", None
        case bool():
            return "b", f"{int(value)}"
        case str():
            return "str", value
        case Error():
            return "e", value.code if value.code not in ("#ERROR!", "#CIRC!") else "#VALUE!"
    return "", f"{value:.17g}"


class _Writer(ExcelWriter):
    """Writes sheets with what their formulas come to."""

    _archive: zipfile.ZipFile

    def __init__(
        self, book: Workbook, archive: zipfile.ZipFile, results: Callable[[str], Results]
    ) -> None:
        self._results = results
        super().__init__(book, archive)

    def write_worksheet(self, ws: Any) -> None:
        """Write one sheet."""
        from openpyxl.drawing.spreadsheet_drawing import SpreadsheetDrawing

        ws._drawing = SpreadsheetDrawing()
        ws._drawing.charts, ws._drawing.images = ws._charts, ws._images
        out = io.BytesIO()
        writer: Any = _SheetWriter(ws, self._results(ws.title), out)
        writer.write()
        ws._rels = writer._rels
        self._archive.writestr(ws.path[1:], out.getvalue())
        self.manifest.append(ws)


def packed(book: Workbook, results: Callable[[str], Results], made: datetime.datetime) -> bytes:
    """The bytes of a workbook.

    Args:
        book: openpyxl's.
        results: what formulas of a sheet come to, by its title.
        made: when it is said to have been made.
    """
    book.properties.created = book.properties.modified = made
    out = io.BytesIO()
    with SteadyArchive(out, "w", zipfile.ZIP_DEFLATED) as archive:
        _Writer(book, archive, results).write_data()
    return out.getvalue()
