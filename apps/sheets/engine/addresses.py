"""Addresses in A1 notation: cells, ranges, whole and open-ended rows and columns.

https://developers.google.com/workspace/sheets/api/guides/concepts#cell
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

MOST_COLUMNS = 18_278
"""The last column is ``ZZZ``."""

_CORNER = r"(\$?)([A-Za-z]{1,3})?(\$?)([1-9][0-9]{0,7})?"
_SPAN = re.compile(rf"{_CORNER}(?::{_CORNER})?", re.ASCII)
_TITLE = re.compile(r"'((?:[^']|'')+)'!|([^'!]+)!")
_PLAIN_TITLE = re.compile(r"[^\W\d][\w.]*")
_LIKE_A_CELL = re.compile(r"[A-Za-z]{1,3}[0-9]+|[Rr][0-9]*([Cc][0-9]*)?|[Cc][0-9]*", re.ASCII)


class Corner(NamedTuple):  # tuples are made in half the time: edits make tens of thousands
    """One end of a range; what is not named is open. Zero-based."""

    column: int | None
    row: int | None
    column_fixed: bool = False
    row_fixed: bool = False

    def __str__(self) -> str:
        column = "" if self.column is None else "$" * self.column_fixed + column_name(self.column)
        return column + ("" if self.row is None else f"{'$' * self.row_fixed}{self.row + 1}")


class Reference(NamedTuple):
    """What a formula or a request names: a cell (no ``last``) or a range."""

    first: Corner
    last: Corner | None = None
    sheet: str | None = None
    """The title of another sheet, as far as one is named."""

    def __str__(self) -> str:
        title = "" if self.sheet is None else f"{quoted(self.sheet)}!"
        return f"{title}{self.first}" + ("" if self.last is None else f":{self.last}")

    @property
    def end(self) -> Corner:
        """The corner at the other end; a cell's is itself."""
        return self.first if self.last is None else self.last

    def area(self, rows: int, columns: int) -> Area:
        """The rectangle within a grid of so many rows and columns; open ends reach its edges."""
        top, bottom = _ends(self.first.row, self.end.row, rows)
        left, right = _ends(self.first.column, self.end.column, columns)
        return Area(top, left, bottom, right)


class Place(NamedTuple):
    """A cell of a workbook. Zero-based."""

    sheet: int
    """The number of its sheet."""
    row: int
    column: int


@dataclass(frozen=True, slots=True)
class Area:
    """A rectangle of cells: zero-based, its ends not within it."""

    top: int
    left: int
    bottom: int
    right: int

    def __str__(self) -> str:
        first = Corner(self.left, self.top)
        if self.bottom - self.top == 1 and self.right - self.left == 1:
            return str(first)
        return f"{first}:{Corner(self.right - 1, self.bottom - 1)}"

    @classmethod
    def of_cell(cls, row: int, column: int) -> Area:
        """The rectangle of one cell."""
        return cls(row, column, row + 1, column + 1)

    @property
    def height(self) -> int:
        """How many rows it has."""
        return self.bottom - self.top

    @property
    def width(self) -> int:
        """How many columns it has."""
        return self.right - self.left

    @property
    def size(self) -> int:
        """How many cells it has."""
        return self.height * self.width

    def __contains__(self, cell: tuple[int, int]) -> bool:
        row, column = cell
        return self.top <= row < self.bottom and self.left <= column < self.right

    def holds(self, other: Area) -> bool:
        """Whether another rectangle lies within it."""
        return (
            self.top <= other.top
            and other.bottom <= self.bottom
            and self.left <= other.left
            and other.right <= self.right
        )

    def common(self, other: Area) -> Area | None:
        """What two rectangles share, if anything."""
        top, bottom = max(self.top, other.top), min(self.bottom, other.bottom)
        left, right = max(self.left, other.left), min(self.right, other.right)
        return Area(top, left, bottom, right) if top < bottom and left < right else None

    def moved(self, rows: int, columns: int) -> Area:
        """The rectangle so many rows further down and columns to the right."""
        return Area(self.top + rows, self.left + columns, self.bottom + rows, self.right + columns)


@cache
def column_name(index: int) -> str:
    """The letters of a column, counted from zero: ``A``, ``Z``, ``AA`` …"""
    letters, rest = "", index + 1
    while rest:
        rest, letter = divmod(rest - 1, 26)
        letters = chr(65 + letter) + letters
    return letters


@cache
def column_index(letters: str) -> int:
    """The column that letters name, from zero."""
    found = 0
    for letter in letters.upper():
        found = found * 26 + ord(letter) - 64
    return found - 1


def quoted(title: str) -> str:
    """A sheet's title as formulas write it: in quotes where it would read as something else."""
    if _PLAIN_TITLE.fullmatch(title) and not _LIKE_A_CELL.fullmatch(title):
        return title
    doubled = title.replace("'", "''")
    return f"'{doubled}'"


def parse(text: str) -> Reference | None:
    """Read a reference such as ``B7``, ``$A$1:C``, ``'Plan B'!3:7``.

    Returns:
        None where it is none: a name, a title alone, or nonsense.
    """
    found = _TITLE.match(text)
    sheet = None
    if found:
        sheet = found[2] if found[1] is None else found[1].replace("''", "'")
        text = text[found.end() :]
    span = _SPAN.fullmatch(text)
    if span is None:
        return None
    first = _corner(*span.group(1, 2, 3, 4))
    last = _corner(*span.group(5, 6, 7, 8)) if ":" in text else None
    if first is None or (":" in text and last is None):
        return None
    if last is None:
        whole = first.column is None or first.row is None
        return None if whole else Reference(first, None, sheet)
    open_start = (first.column is None and last.column is not None) or (
        first.row is None and last.row is not None
    )
    return None if open_start else Reference(first, last, sheet)


def here(reference: Reference, sheet: str) -> str:
    """The title of the sheet that a reference of a formula on ``sheet`` leads to."""
    return sheet if reference.sheet is None else reference.sheet


def _corner(mark: str, letters: str | None, second: str, digits: str | None) -> Corner | None:
    if letters is None and digits is None:
        return None
    if letters is None:  # in "$7" the mark stands before the number
        return None if second else Corner(None, _row(digits), row_fixed=bool(mark))
    if digits is None:
        return None if second else Corner(column_index(letters), None, bool(mark))
    return Corner(column_index(letters), _row(digits), bool(mark), bool(second))


def _row(digits: str | None) -> int:
    return int(digits or 0) - 1


def _ends(one: int | None, other: int | None, size: int) -> tuple[int, int]:
    """From the lesser to behind the greater; what is open reaches the edge."""
    if one is None:
        return 0, size
    if other is None:
        return one, max(size, one + 1)
    return min(one, other), max(one, other) + 1
