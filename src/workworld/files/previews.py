"""What a page shows of a file: an image, a text, a table, or nothing but what it is called."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from workworld.errors import Refused
from workworld.files import workbooks
from workworld.files.kinds import IMAGES, is_table, is_text, text_of
from workworld.files.models import File
from workworld.files.spreadsheets import XLSX

MOST_ROWS = 200
_MOST_COLUMNS = 50
_MOST_CHARACTERS = 50_000
_LARGEST_WORKBOOK = 1_000_000
"""In bytes: of a larger one the page would be waited for."""


@dataclass(frozen=True, slots=True)
class Preview:
    """What is shown: at most one of them. PDF and most office files have none."""

    is_image: bool = False
    text: str | None = None
    rows: tuple[tuple[str, ...], ...] = ()
    is_cut: bool = False
    """Whether the file holds more than is shown."""


def preview_of(file: File, content: bytes) -> Preview:
    """What a page shows of a file."""
    if file.mime in IMAGES:
        return Preview(is_image=True)
    if file.mime == XLSX:
        return _workbook(content)
    text = text_of(content) if is_text(file.mime) else None
    if text is None:
        return Preview()
    if is_table(file.mime) and (table := _table(file, text)):
        return table
    return Preview(text=text[:_MOST_CHARACTERS], is_cut=len(text) > _MOST_CHARACTERS)


def _table(file: File, text: str) -> Preview | None:
    delimiter = "," if file.mime == "text/csv" else "\t"
    try:
        found = list(islice(csv.reader(io.StringIO(text), delimiter=delimiter), MOST_ROWS + 1))
    except csv.Error:
        return None
    return _cut(found)


def _workbook(content: bytes) -> Preview:
    """The first sheet of a workbook; nothing of one that cannot be read."""
    if len(content) > _LARGEST_WORKBOOK:
        return Preview()
    try:
        return _cut([cells for _line, cells in workbooks.lines(content)]) or Preview()
    except Refused:
        return Preview()


def _cut(found: Sequence[Sequence[str]]) -> Preview | None:
    rows = [tuple(row[:_MOST_COLUMNS]) for row in found if row]
    width = max(map(len, rows), default=0)
    padded = tuple(row + ("",) * (width - len(row)) for row in rows[:MOST_ROWS])
    cut = len(rows) > MOST_ROWS or any(len(row) > _MOST_COLUMNS for row in found)
    return Preview(rows=padded, is_cut=cut) if padded else None


def size_in_words(size: int) -> str:
    """``1.2 MB``, ``340 KB``, ``12 bytes``."""
    if size < 1000:
        return f"{size} byte{'' if size == 1 else 's'}"
    return f"{size / 1000:.0f} KB" if size < 999_500 else f"{size / 1_000_000:.1f} MB"
