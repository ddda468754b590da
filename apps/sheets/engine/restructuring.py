"""What the calculating library has to be told of when a workbook's structure changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from workworld.apps.sheets.engine import translation
from workworld.apps.sheets.engine.addresses import Place
from workworld.apps.sheets.engine.books import Book
from workworld.apps.sheets.engine.inputs import Cells, Formula, Input, same

_FEW = 2_000
"""So many cells are handed over one by one rather than all anew."""
_NONE: Cells = {}


def differences(
    old: Book, was: Mapping[int, Cells], book: Book, cells: Mapping[int, Cells]
) -> list[Place] | None:
    """The cells that mean something else to the library than before.

    A sheet that is renamed changes formulas and nothing of what they mean.

    Args:
        old: the sheets and names before.
        was: what was in them.
        book: the sheets and names now.
        cells: what is in them.

    Returns:
        None where there are many, or where there are other sheets: all has to be handed over anew.
    """
    homes = {frame.id: frame for frame in old.frames}
    if homes.keys() != {frame.id for frame in book.frames}:
        return None
    found, most = list[Place](), max(_FEW, sum(map(len, was.values())) // 8)
    for frame in book.frames:
        before, now = was.get(frame.id, _NONE), cells.get(frame.id, _NONE)
        for at in before.keys() | now.keys():
            one, other = before.get(at), now.get(at)
            if same(one, other) and _means_the_same(one):
                continue
            place = Place(frame.id, *at)
            if isinstance(one, Formula) and isinstance(other, Formula):
                meant = translation.written(one.text, homes[frame.id], old, place)
                if meant == translation.written(other.text, frame, book, place):
                    continue
            found.append(place)
            if len(found) > most:
                return None
    return sorted(found)


def plain_differences(was: Mapping[int, Cells], cells: Mapping[int, Cells]) -> set[Place]:
    """The cells that hold or held something else than a formula, and now another input."""
    return {
        Place(sheet_id, *at)
        for sheet_id, before, now in _sheets(was, cells)
        for at in before.keys() | now.keys()
        if not same(before.get(at), now.get(at))
    }


def _sheets(
    was: Mapping[int, Cells], cells: Mapping[int, Cells]
) -> Iterator[tuple[int, Cells, Cells]]:
    for sheet_id in sorted(was.keys() | cells.keys()):
        yield sheet_id, was.get(sheet_id, _NONE), cells.get(sheet_id, _NONE)


def _means_the_same(given: Input) -> bool:
    """Whether an input means the same whatever the sheets and names are."""
    return not isinstance(given, Formula) or translation.is_as_it_is(given.text)
