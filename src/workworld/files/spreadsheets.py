"""Workbooks that spreadsheets open: one sheet with a head, and cells of their own kinds.

The same table gives the same bytes.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterable, Sequence
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from openpyxl import Workbook
    from openpyxl.styles import NamedStyle

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
Cell = str | int | float | date | datetime | None
_UNFIT = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]")
LONGEST_TEXT = 32_767
"""How many characters a cell of a file may have."""
_MOMENT = (1980, 1, 1, 0, 0, 0)
_BEFORE = datetime(*_MOMENT)  # noqa: DTZ001 - files know no zones
_WIDEST, _NARROWEST = 60, 9


class SteadyArchive(zipfile.ZipFile):
    """Holds the same bytes whenever it is made."""

    def writestr(self, zinfo_or_arcname: Any, data: Any, *_: Any, **__: Any) -> None:
        """Add a part."""
        name = getattr(zinfo_or_arcname, "filename", zinfo_or_arcname)
        info = zipfile.ZipInfo(name, _MOMENT)
        info.compress_type = zipfile.ZIP_DEFLATED
        super().writestr(info, data)

    def write(self, filename: Any, arcname: Any = None, *_: Any, **__: Any) -> None:
        """Add a part that lies in a file, whenever that was written."""
        self.writestr(arcname or filename, Path(filename).read_bytes())


def as_xlsx(title: str, columns: Sequence[str], rows: Iterable[Sequence[Cell]]) -> bytes:
    """A table as a workbook of one sheet.

    Texts are texts, never formulas; numbers, days and moments can be reckoned with.

    Args:
        title: what the sheet is called; of it the first 31 characters count.
        columns: what they are called.
        rows: their cells; a moment is shown as its own clock has it, without a zone.
    """
    # 6 MiB that most processes never need.
    from openpyxl import Workbook
    from openpyxl.utils import get_column_letter
    from openpyxl.writer.excel import ExcelWriter

    book = Workbook()
    page: Any = book.active
    page.title = fit_title(title)
    page.freeze_panes = "A2"
    table = [list(row) for row in rows]
    looks = _looks(book)
    for number, row in enumerate((columns, *table), start=1):
        for place, value in enumerate(row, start=1):
            if value is not None and value != "":
                _put(page.cell(number, place), value, looks["head"] if number == 1 else None, looks)
    for place, column in enumerate(columns, start=1):
        width = _width(column, (row[place - 1] for row in table if len(row) >= place))
        page.column_dimensions[get_column_letter(place)].width = width
    if columns:
        page.auto_filter.ref = f"A1:{get_column_letter(len(columns))}{len(table) + 1}"
    book.properties.created = book.properties.modified = _BEFORE
    out = io.BytesIO()
    with SteadyArchive(out, "w", zipfile.ZIP_DEFLATED) as archive:
        ExcelWriter(book, archive).write_data()
    return out.getvalue()


def fit_title(title: str) -> str:
    """A title as files call a sheet: 31 characters at most, none of a few."""
    return re.sub(r"[\[\]:*?/\\]", " ", clean(title))[:31].strip("' ") or "Sheet"


def clean(text: str) -> str:
    """A text without what files cannot hold."""
    return _UNFIT.sub("", text).replace("\r\n", "\n").replace("\r", "\n")


def _looks(book: Workbook) -> dict[str, NamedStyle]:
    from openpyxl.styles import Font, NamedStyle, PatternFill

    found = {
        "head": NamedStyle(
            "Head", font=Font(name="Calibri", sz=11, b=True), fill=PatternFill("solid", "FFE8ECF4")
        ),
        "day": NamedStyle("Day", number_format="yyyy-mm-dd"),
        "moment": NamedStyle("Moment", number_format="yyyy-mm-dd hh:mm"),
        "text": NamedStyle("As typed", number_format="@"),
    }
    for each in found.values():
        book.add_named_style(each)
    return found


def _put(cell: Any, value: Cell, look: NamedStyle | None, looks: dict[str, NamedStyle]) -> None:
    if isinstance(value, datetime):
        cell.value = value.replace(tzinfo=None)
        cell.style = looks["moment"].name
    elif isinstance(value, date):
        cell.value = value
        cell.style = looks["day"].name
    elif isinstance(value, int | float) and not isinstance(value, bool):
        cell.value = value
    else:
        cell.value = clean(str(value))[:LONGEST_TEXT]
        cell.data_type = "s"
        cell.style = (look or looks["text"]).name
        # A text stays one when somebody edits it, whatever it begins with.
        cell.quotePrefix = True


def _width(column: str, cells: Iterable[Cell]) -> int:
    widest = len(column) + 3
    for cell in cells:
        text = f"{cell:%Y-%m-%d}" if isinstance(cell, date) else str(cell or "")
        widest = max(widest, max(map(len, text.splitlines()), default=0) + 1)
    return min(_WIDEST, max(_NARROWEST, widest))
