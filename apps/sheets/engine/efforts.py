"""How much work formulas are: told from their ranges, and never from the time that they take.

A workbook of thousands of formulas over millions of cells would keep everybody waiting. What goes
beyond the limit is not handed to the library: those formulas come to an error that says so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from workworld.apps.sheets.engine.addresses import Place, column_index
from workworld.apps.sheets.engine.books import Book
from workworld.apps.sheets.engine.inputs import Cells, Formula
from workworld.apps.sheets.engine.precedents import precedents

MOST_EFFORT = 2_000_000_000
"""How many cells all formulas of a workbook may go through together."""
TOO_MUCH = "The formulas of the workbook go through too many cells."
_HEAVY = re.compile(
    r"\b(?:SUMPRODUCT|MMULT|QUERY|SORT[A-Z]*|FILTER|UNIQUE|MAP|REDUCE|SCAN|BYROW|BYCOL|ARRAYFORMULA"
    r"|REGEX[A-Z]+|TEXTJOIN|JOIN|FLATTEN)\(|[-+*/^&=<>%]",
    re.IGNORECASE | re.ASCII,
)
_WEIGHT = 20
"""What a cell costs where arrays are computed with, against one that is only added up."""
_RANGE = re.compile(
    r"(?:\$?([A-Z]{1,3}))?(?:\$?([0-9]{1,8}))?:(?:\$?([A-Z]{1,3}))?(?:\$?([0-9]{1,8}))?",
    re.IGNORECASE | re.ASCII,
)


def bound(formula: str, book: Book) -> int:
    """At most how many cells a formula goes through, told quickly."""
    if ":" not in formula and not book.names:
        return 0
    rows = max(each.rows for each in book.frames)
    columns = max(each.columns for each in book.frames)
    found = sum(_size(each, rows, columns) for each in _RANGE.finditer(formula))
    if book.names:
        small = formula.casefold()
        for name, stands_for in book.names.items():
            if name in small:
                found += sum(_size(each, rows, columns) for each in _RANGE.finditer(stands_for))
    return found * _weight(formula)


def effort(formula: str, place: Place, book: Book) -> int:
    """How many cells a formula goes through."""
    home = next(each for each in book.frames if each.id == place.sheet)
    sizes = {each.id: (each.rows, each.columns) for each in book.frames}
    found = 0
    for sheet, area in precedents(formula, home, book, place.row):
        rows, columns = sizes[sheet]
        found += min(area.height, rows) * min(area.width, columns)
    return found * _weight(formula)


def bound_of_all(cells: Mapping[int, Cells], book: Book) -> int:
    """At most how many cells all formulas of a workbook go through."""
    return sum(bound(formula, book) for _, formula in _formulas(cells))


def too_much(cells: Mapping[int, Cells], book: Book) -> frozenset[Place]:
    """The formulas that go beyond what a workbook's may go through, in the order of their cells."""
    left, found = MOST_EFFORT, set[Place]()
    for place, formula in _formulas(cells):
        needed = effort(formula, place, book)
        if needed > left:
            found.add(place)
        else:
            left -= needed
    return frozenset(found)


def _formulas(cells: Mapping[int, Cells]) -> Iterator[tuple[Place, str]]:
    for sheet_id, some in sorted(cells.items()):
        for at in sorted(at for at, given in some.items() if isinstance(given, Formula)):
            given = some[at]
            assert isinstance(given, Formula)
            yield Place(sheet_id, *at), given.text


def _size(found: re.Match[str], rows: int, columns: int) -> int:
    left, top, right, bottom = found.groups()
    height = abs(int(bottom) - int(top)) + 1 if top and bottom else rows
    width = abs(column_index(right) - column_index(left)) + 1 if left and right else columns
    return min(height, rows) * min(width, columns)


def _weight(formula: str) -> int:
    return _WEIGHT if _HEAVY.search(formula, 1) else 1
