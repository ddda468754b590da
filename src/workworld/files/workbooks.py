"""Workbooks of other programs (XLSX), read once for all: previews, imports and spreadsheets.

https://learn.microsoft.com/en-us/openspecs/office_standards/ms-xlsx/
"""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from typing import TYPE_CHECKING, Any

from workworld.files import archives

if TYPE_CHECKING:
    from openpyxl import Workbook
    from openpyxl.worksheet.worksheet import Worksheet


def is_workbook(content: bytes) -> bool:
    """Whether a file seems to be a workbook, be it one that is not read."""
    return content.startswith((archives.BEGINS, archives.OLDER))


def loaded(content: bytes, *, has_results: bool = False, has_runs: bool = False) -> Workbook:
    """A file as openpyxl has it; ``archives.checked`` comes before.

    Args:
        content: the file's bytes.
        has_results: whether cells hold what formulas came to, rather than the formulas.
        has_runs: whether texts come with their formatted runs.

    Raises:
        Invalid: ``unreadable_file``.
    """
    # 6 MiB that most processes never need.
    from openpyxl import load_workbook

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what it leaves out is told by the parts' names
            return load_workbook(
                io.BytesIO(content), keep_links=False, data_only=has_results, rich_text=has_runs
            )
    except Exception:  # noqa: BLE001 - the library raises whatever a broken file makes it raise
        raise archives.unreadable() from None


def lines(content: bytes) -> list[tuple[int, list[str]]]:
    """The rows of the first sheet that hold something, each with its number from 1.

    Args:
        content: the file's bytes.

    Raises:
        Invalid: ``unreadable_file``, ``password_protected`` or ``macros``.
        TooLarge: ``too_large``.
    """
    archives.checked(content)
    pages = loaded(content, has_results=True).worksheets
    if not pages:
        raise archives.unreadable("It has no sheet of cells.")
    return list(_lines(pages[0]))


def _lines(page: Worksheet) -> Iterator[tuple[int, list[str]]]:
    rows: dict[int, dict[int, str]] = {}
    for (row, column), cell in page._cells.items():
        if text := _text(cell.value):
            rows.setdefault(row, {})[column] = text
    for row, cells in sorted(rows.items()):
        if any(each.strip() for each in cells.values()):
            yield row, [cells.get(column, "") for column in range(1, max(cells) + 1)]


def _text(value: Any) -> str:
    """What a cell holds, in the form in which rows of separated values hold it."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return f"{value:.15g}"
    return _moment(value) if isinstance(value, date | time | timedelta) else str(value)


def _moment(value: date | time | timedelta) -> str:
    match value:
        case datetime():
            is_day = value.time() == time()
            return value.date().isoformat() if is_day else value.isoformat(" ", "seconds")
        case date():
            return value.isoformat()
        case time():
            return value.isoformat("seconds")
    return f"{value // timedelta(hours=1)}:{value // timedelta(minutes=1) % 60:02d}"
