"""What cells come to after a calculation, and which of them differ from before."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import formualizer

from workworld.apps.sheets.engine import values
from workworld.apps.sheets.engine.addresses import Area, Place, column_name, parse
from workworld.apps.sheets.engine.translation import key
from workworld.apps.sheets.engine.values import Value

_TALL = 1024
"""Values are read by pieces of columns so tall."""
_Tile = tuple[int, int, int]
"""A sheet, a column, and which piece of it."""
_BLANK: Any = None
_BLANKS: Any = (None, "")


class Spill(NamedTuple):
    """An array that a formula fills cells with."""

    anchor: Place
    """Where its formula stands."""
    area: Area
    """What it fills, or would fill."""
    blocker: Place | None = None
    """What is in its way: it then fills nothing and shows ``#SPILL!``."""


class Results:
    """The values of formulas and of the arrays that they fill cells with, as last read."""

    def __init__(self) -> None:
        self.spills: dict[Place, Area] = {}
        self.blocked: set[Place] = set()
        """Formulas whose arrays do not find room."""
        self.anchors: set[Place] = set()
        """Formulas that may come to arrays."""
        self._extents: dict[_Tile, tuple[int, int]] = {}
        self._held: dict[_Tile, tuple[int, list[Any]]] = {}

    def watch(self, place: Place, *, may_spill: bool) -> None:
        """A formula was put into a cell."""
        self._include(place.sheet, place.column, place.row, place.row)
        if may_spill:
            self.anchors.add(place)
        else:
            self.anchors.discard(place)

    def forget(self, place: Place) -> None:
        """What stood in a cell is no formula any more."""
        self.anchors.discard(place)

    def holds(self, place: Place) -> bool:
        """Whether the value of a cell is known here."""
        held = self._held.get((place.sheet, place.column, place.row // _TALL))
        return held is not None and 0 <= place.row - held[0] < len(held[1])

    def raw(self, place: Place) -> Any:
        """The value of a cell as the library has it; None for one that is not known here."""
        held = self._held.get((place.sheet, place.column, place.row // _TALL))
        if held is None:
            return None
        at = place.row - held[0]
        return held[1][at] if 0 <= at < len(held[1]) else None

    def value(self, place: Place) -> Value:
        """The value of a cell; None for one that is not known here."""
        return values.of_any(self.raw(place))

    def failed(self, code: str) -> list[Place]:
        """The cells that come to an error, in their order."""
        return [
            Place(sheet, first + at, column)
            for (sheet, column, _), (first, held) in sorted(self._held.items())
            for at, raw in enumerate(held)
            if isinstance(raw, dict) and values.of_library(raw).code == code
        ]

    def failed_within(self, code: str, sheet: int, area: Area) -> Iterator[Place]:
        """The cells of a rectangle that come to an error."""
        for column in range(area.left, area.right):
            for piece in range(area.top // _TALL, (area.bottom - 1) // _TALL + 1):
                first, held = self._held.get((sheet, column, piece), (0, []))
                low, high = max(area.top - first, 0), min(area.bottom - first, len(held))
                for at in range(low, high):
                    raw = held[at]
                    if isinstance(raw, dict) and values.of_library(raw).code == code:
                        yield Place(sheet, first + at, column)

    def read(self, library: formualizer.Workbook) -> set[Place]:
        """Read anew.

        Returns:
            The cells whose values differ; with plain ones among them that were not known here.
        """
        self._read_spills(library)
        before = self._held
        self._held = {
            tile: (first, self._column(library, tile, first, last))
            for tile, (first, last) in self._extents.items()
        }
        return set(self._differences(before))

    def later(self) -> Results:
        """What another library's values are read into and compared with these."""
        made = Results()
        made._held = self._held
        return made

    def _column(
        self, library: formualizer.Workbook, tile: _Tile, first: int, last: int
    ) -> list[Any]:
        name, column = key(tile[0]), tile[1] + 1
        asked = formualizer.RangeAddress(name, first + 1, column, last + 1, column)
        return [row[0] for row in library.sheet(name).get_values(asked)]

    def _read_spills(self, library: formualizer.Workbook) -> None:
        self.spills, self.blocked = {}, set()
        for place in sorted(self.anchors):
            address = f"{key(place.sheet)}!{column_name(place.column)}{place.row + 1}"
            found = library.inspect_cell(address, include_values=False).cell.spill
            if found is not None and found.extent is not None:
                self._spilled(place, found.extent)
            elif is_blocked(library.get_value(key(place.sheet), place.row + 1, place.column + 1)):
                self.blocked.add(place)

    def _spilled(self, place: Place, extent: str) -> None:
        meant = parse(extent)
        assert meant is not None
        area = meant.area(0, 0)
        if area.size > 1:
            self.spills[place] = area
            for column in range(area.left, area.right):
                self._include(place.sheet, column, area.top, area.bottom - 1)

    def _include(self, sheet: int, column: int, first: int, last: int) -> None:
        for piece in range(first // _TALL, last // _TALL + 1):
            tile = sheet, column, piece
            low, high = max(first, piece * _TALL), min(last, (piece + 1) * _TALL - 1)
            known = self._extents.get(tile)
            if known is not None:
                low, high = min(low, known[0]), max(high, known[1])
            self._extents[tile] = low, high

    def _differences(self, before: Mapping[_Tile, tuple[int, list[Any]]]) -> Iterator[Place]:
        for tile in sorted(self._held.keys() | before.keys()):
            first, now = self._held.get(tile, (0, []))
            earlier, was = before.get(tile, (0, []))
            if first == earlier and now == was and list(map(type, now)) == list(map(type, was)):
                continue  # TRUE equals 1, so that kinds have to be compared as well
            low = min(first, earlier) if now and was else first if now else earlier
            high = max(first + len(now), earlier + len(was))
            for row in range(low, high):
                one = was[row - earlier] if 0 <= row - earlier < len(was) else _BLANK
                other = now[row - first] if 0 <= row - first < len(now) else _BLANK
                if differ(one, other):
                    yield Place(tile[0], row, tile[1])


def differ(one: Any, other: Any) -> bool:
    """Whether two values are shown differently; blanks of arrays are empty texts."""
    if one in _BLANKS and other in _BLANKS:
        return False
    return bool(one != other) or type(one) is not type(other)


def is_blocked(raw: Any) -> bool:
    """Whether a value as the library has it says that an array finds no room."""
    return isinstance(raw, dict) and raw.get("kind") == "Spill"


def first_within(area: Area, places: Iterable[tuple[int, int]]) -> tuple[int, int] | None:
    """The first of some cells that lies within a rectangle, by rows."""
    return min((each for each in places if each in area), default=None)
