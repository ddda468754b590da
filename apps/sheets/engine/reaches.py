"""Which columns formulas look at: told quickly from their texts, rather too many than too few.

A workbook may hold half a million cells of which its formulas look at a few columns. What none of
them looks at need not be handed to the library.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence, Set

from workworld.apps.sheets.engine.addresses import Place, column_index
from workworld.apps.sheets.engine.books import Book
from workworld.apps.sheets.engine.translation import LONGEST, written
from workworld.apps.sheets.engine.writers import REFUSED

Reach = Mapping[int, Set[int] | None]
"""Columns by sheet; None for all that there are."""
_PLACES = str.maketrans("", "", "0123456789$")
_TEXTS = re.compile(r'"[^"]*"')
_COLUMN = r"(?<![A-Za-z_.])([A-Za-z]{1,3})"
_SPANS = re.compile(rf"{_COLUMN}:([A-Za-z]{{1,3}})(?![A-Za-z_.(])", re.ASCII)
_COLUMNS = re.compile(rf"{_COLUMN}(?![A-Za-z_.(])", re.ASCII)
_MAKES = re.compile(r"\b(?:INDIRECT|OFFSET)\(", re.IGNORECASE | re.ASCII)
_WIDENS = re.compile(r"\b(?:SUMIF|AVERAGEIF)\(", re.IGNORECASE | re.ASCII)
"""Functions that look at as many columns beside one as another range has."""


def shape(formula: str) -> str:
    """A formula without its digits: those that were copied down have the same."""
    return formula.translate(_PLACES)


class Reaches:
    """What formulas of a workbook look at, and whether they may fill more than their cells.

    Args:
        book: its sheets and names.
    """

    def __init__(self, book: Book) -> None:
        self._book = book
        self._everything: Reach = dict.fromkeys(each.id for each in book.frames)
        self._titles = [
            (each.id, shape(each.title.casefold().replace("'", "''"))) for each in book.frames
        ]
        self._names = {shape(name.casefold()): text for name, text in book.names.items()}
        self._frames = {each.id: each for each in book.frames}
        self._known: dict[tuple[int, str], tuple[Reach, bool]] = {}

    def of(self, formula: str, place: Place) -> tuple[Reach, bool]:
        """What a formula looks at, and whether it may fill more than its cell.

        Args:
            formula: with its equals sign.
            place: the cell it stands in, or would.
        """
        key = place.sheet, shape(formula)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = (
                self._reach(place.sheet, key[1]),
                self._may_spill(formula, place),
            )
        return found

    def _may_spill(self, formula: str, place: Place) -> bool:
        if len(formula) > LONGEST // 2:
            return True  # one of the same shape may be short enough to be worked out
        made = written(formula, self._frames[place.sheet], self._book, place)
        return made.is_array or REFUSED in made.text

    def _reach(self, home: int, bare: str) -> Reach:
        if _MAKES.search(bare):
            return self._everything
        small = bare.casefold()
        named = [text for name, text in self._names.items() if name in small]
        found = dict[int, frozenset[int]]()
        for each in (bare, *(shape(f"={text}") for text in named)):
            columns = self._columns(each)
            if columns is None:
                return self._everything
            for sheet in self._sheets(home, each):
                found[sheet] = found.get(sheet, frozenset()) | columns
        return found

    def _sheets(self, home: int, bare: str) -> Sequence[int]:
        if "!" not in bare:
            return [home]
        small = bare.casefold()
        return [sheet for sheet, title in self._titles if sheet == home or title in small]

    def _columns(self, bare: str) -> frozenset[int] | None:
        """The columns that are named, and those between two that a colon joins; None if that does
        not tell all that is looked at.
        """
        if "'" not in bare:  # a title may hold quotation marks
            bare = _TEXTS.sub("", bare)
        spans = [(each[1], each[2]) for each in _SPANS.finditer(bare)]
        names = (name for span in spans for name in span)
        if bare.count(":") != len(spans) or any(each.casefold() in self._names for each in names):
            return None
        if _WIDENS.search(bare) and any(first != last for first, last in spans):
            return None
        return frozenset(_between(spans)) | {column_index(each) for each in _COLUMNS.findall(bare)}


def _between(spans: Sequence[tuple[str, str]]) -> Iterator[int]:
    for span in spans:
        first, last = sorted(map(column_index, span))
        yield from range(first, last + 1)
