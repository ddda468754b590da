"""What formulas refer to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from workworld.apps.sheets.engine.addresses import Area, Place
from workworld.apps.sheets.engine.books import Book, Frame
from workworld.apps.sheets.engine.formulas import parts

_DEEPEST = 8
"""How many names may stand for one another in turn."""


class Range(NamedTuple):
    """A rectangle of a sheet."""

    sheet: int
    area: Area

    def __contains__(self, place: object) -> bool:
        return (
            isinstance(place, Place)
            and place.sheet == self.sheet
            and (place.row, place.column) in self.area
        )


def precedents(formula: str, home: Frame, book: Book, row: int | None = None) -> list[Range]:
    """The ranges that a formula names, in its order; names are followed.

    Args:
        formula: with its equals sign.
        home: the sheet it stands on.
        book: what it may name.
        row: the row that it stands in, which it may name as its table's.
    """
    return list(dict.fromkeys(_ranges(formula, home, book, row, _DEEPEST)))


def _ranges(formula: str, home: Frame, book: Book, row: int | None, depth: int) -> Iterator[Range]:
    for part in parts(formula):
        if part.reference is not None:
            frame = home if part.reference.sheet is None else book.frame(part.reference.sheet)
            if frame is not None:
                yield Range(frame.id, part.reference.area(frame.rows, frame.columns))
        elif depth:
            stands_for = book.name(part.text, row)
            if stands_for is not None:
                yield from _ranges(f"={stands_for}", home, book, row, depth - 1)
