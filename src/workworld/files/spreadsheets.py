"""Workbooks that spreadsheets open: one sheet with a head, and cells of their own kinds.

Office Open XML as ECMA-376 has it, no more of it than a table needs. The same table gives the same
bytes.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime
from xml.sax.saxutils import escape

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
Cell = str | int | float | date | datetime | None
_UNFIT = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]")
_LONGEST = 32_767
_EPOCH = date(1899, 12, 30)
_MOMENT = (1980, 1, 1, 0, 0, 0)
_WIDEST, _NARROWEST = 60, 9
_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_TYPES = (
    f'{_HEAD}<Types xmlns="{_PACKAGE}/content-types">'
    '<Default Extension="rels" ContentType="'
    'application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Default Extension="xml" ContentType="application/xml"/>'
    '<Override PartName="/xl/workbook.xml" ContentType="'
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>'
    '<Override PartName="/xl/worksheets/sheet1.xml" ContentType="'
    'application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>'
    '<Override PartName="/xl/styles.xml" ContentType="'
    'application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>'
)
_ROOT = (
    f'{_HEAD}<Relationships xmlns="{_PACKAGE}/relationships"><Relationship Id="rId1" '
    f'Type="{_OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>'
)
_PARTS = (
    f'{_HEAD}<Relationships xmlns="{_PACKAGE}/relationships"><Relationship Id="rId1" '
    f'Type="{_OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" '
    f'Type="{_OFFICE}/styles" Target="styles.xml"/></Relationships>'
)
_STYLES = (
    f'{_HEAD}<styleSheet xmlns="{_MAIN}"><numFmts count="2">'
    '<numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/>'
    '<numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/></numFmts>'
    '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>'
    '<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>'
    '<fills count="3"><fill><patternFill patternType="none"/></fill>'
    '<fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid">'
    '<fgColor rgb="FFE8ECF4"/><bgColor indexed="64"/></patternFill></fill></fills>'
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>'
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>'
    '<cellXfs count="5"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>'
    '<xf numFmtId="0" fontId="1" fillId="2" borderId="0" xfId="0" applyFont="1" applyFill="1"/>'
    '<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>'
    '<xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>'
    # A text stays one when somebody edits it, whatever it begins with.
    '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1" '
    'applyNumberFormat="1"/></cellXfs><cellStyles count="1">'
    '<cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
)
_HEADING, _DAY, _TIME, _TEXT = 1, 2, 3, 4


def as_xlsx(title: str, columns: Sequence[str], rows: Iterable[Sequence[Cell]]) -> bytes:
    """A table as a workbook of one sheet.

    Texts are texts, never formulas; numbers, days and moments can be reckoned with.

    Args:
        title: what the sheet is called; of it the first 31 characters count.
        columns: what they are called.
        rows: their cells; a moment is shown as its own clock has it, without a zone.
    """
    known = [list(row) for row in rows]
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in (
            ("[Content_Types].xml", _TYPES),
            ("_rels/.rels", _ROOT),
            ("xl/workbook.xml", _workbook(title)),
            ("xl/_rels/workbook.xml.rels", _PARTS),
            ("xl/styles.xml", _STYLES),
            ("xl/worksheets/sheet1.xml", "".join(_sheet(columns, known))),
        ):
            part = zipfile.ZipInfo(name, _MOMENT)
            part.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(part, text.encode())
    return made.getvalue()


def _workbook(title: str) -> str:
    name = re.sub(r"[\[\]:*?/\\]", " ", _clean(title))[:31].strip("' ") or "Sheet"
    return (
        f'{_HEAD}<workbook xmlns="{_MAIN}" xmlns:r="{_OFFICE}"><sheets>'
        f'<sheet name="{escape(name, {chr(34): "&quot;"})}" sheetId="1" r:id="rId1"/>'
        "</sheets></workbook>"
    )


def _sheet(columns: Sequence[str], rows: Sequence[Sequence[Cell]]) -> Iterator[str]:
    yield f'{_HEAD}<worksheet xmlns="{_MAIN}"><sheetViews><sheetView workbookViewId="0">'
    yield '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'
    yield "</sheetView></sheetViews>"
    if columns:
        yield "<cols>"
        for number, column in enumerate(columns, start=1):
            width = _width(column, (row[number - 1] for row in rows if len(row) >= number))
            yield f'<col min="{number}" max="{number}" width="{width}" customWidth="1"/>'
        yield "</cols>"
    yield "<sheetData>"
    yield _row(1, columns, _HEADING)
    for number, row in enumerate(rows, start=2):
        yield _row(number, row)
    yield "</sheetData>"
    if columns:
        yield f'<autoFilter ref="A1:{_letters(len(columns))}{len(rows) + 1}"/>'
    yield "</worksheet>"


def _row(number: int, cells: Sequence[Cell], style: int | None = None) -> str:
    said = [
        _cell(f"{_letters(column)}{number}", cell, style)
        for column, cell in enumerate(cells, start=1)
        if cell is not None and cell != ""
    ]
    return f'<row r="{number}">{"".join(said)}</row>'


def _cell(place: str, cell: Cell, style: int | None) -> str:
    if isinstance(cell, datetime):
        spent = cell.hour * 3600 + cell.minute * 60 + cell.second
        value = (cell.date() - _EPOCH).days + spent / 86_400
        return f'<c r="{place}" s="{_TIME}"><v>{value:.15g}</v></c>'
    if isinstance(cell, date):
        return f'<c r="{place}" s="{_DAY}"><v>{(cell - _EPOCH).days}</v></c>'
    if isinstance(cell, int | float) and not isinstance(cell, bool):
        return f'<c r="{place}"><v>{cell!r}</v></c>'
    text = escape(_clean(str(cell))[:_LONGEST])
    kind = _TEXT if style is None else style
    return (
        f'<c r="{place}" s="{kind}" t="inlineStr"><is><t xml:space="preserve">{text}</t></is></c>'
    )


def _width(column: str, cells: Iterable[Cell]) -> int:
    widest = len(column) + 3
    for cell in cells:
        text = f"{cell:%Y-%m-%d}" if isinstance(cell, date) else str(cell or "")
        widest = max(widest, max(map(len, text.splitlines()), default=0) + 1)
    return min(_WIDEST, max(_NARROWEST, widest))


def _letters(number: int) -> str:
    """What a sheet calls a column: ``A`` for 1, ``AA`` for 27."""
    found = ""
    while number:
        number, rest = divmod(number - 1, 26)
        found = chr(65 + rest) + found
    return found


def _clean(text: str) -> str:
    return _UNFIT.sub("", text).replace("\r\n", "\n").replace("\r", "\n")
