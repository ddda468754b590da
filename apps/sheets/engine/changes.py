"""What structural edits do to references: each change answers where a reference leads afterwards.

The rules are those of Google Sheets and Excel: what is put in inside a range makes it grow, at its
end it does not; a range shrinks by what is taken out of it and is lost with its last cell.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol

from workworld.apps.sheets.engine.addresses import Area, Corner, Reference, here

Axis = Literal["row", "column"]
"""Which way a structural edit goes."""


class Change(Protocol):
    """A structural edit, as references see it."""

    def __call__(self, reference: Reference, sheet: str) -> Reference | None:
        """Where a reference of a formula on ``sheet`` leads afterwards.

        Returns:
            The same object where nothing changes, None where its cells are gone (``#REF!``).
        """
        ...


@dataclass(frozen=True, slots=True)
class Inserted:
    """Lines were put in before line ``at`` of a sheet."""

    sheet: str
    axis: Axis
    at: int
    count: int

    def __call__(self, reference: Reference, sheet: str) -> Reference | None:
        """References behind the place move along, ranges around it grow."""
        if not _same(here(reference, sheet), self.sheet):
            return reference
        first, last = _line(reference.first, self.axis), _line(reference.end, self.axis)
        return _along(reference, self.axis, self._line(first), self._line(last))

    def _line(self, line: int | None) -> int | None:
        return line if line is None or line < self.at else line + self.count


@dataclass(frozen=True, slots=True)
class Deleted:
    """Lines from ``at`` on were taken out of a sheet."""

    sheet: str
    axis: Axis
    at: int
    count: int

    def __call__(self, reference: Reference, sheet: str) -> Reference | None:
        """References to what is gone are lost, ranges shrink by it."""
        if not _same(here(reference, sheet), self.sheet):
            return reference
        one, other = _line(reference.first, self.axis), _line(reference.end, self.axis)
        if one is None:
            return reference
        low, high = (one, other) if other is None or one <= other else (other, one)
        behind = self.at + self.count
        if self.at <= low and high is not None and high < behind:
            return None
        low = low if low < self.at else max(self.at, low - self.count)
        if high is not None and high >= self.at:
            high = max(self.at, high - self.count + 1) - 1 if high >= behind else self.at - 1
        backwards = other is not None and one > other
        return _along(reference, self.axis, *((high, low) if backwards else (low, high)))


@dataclass(frozen=True, slots=True)
class Shifted:
    """Cells were put in where a rectangle is, or taken out there; those behind it moved."""

    sheet: str
    axis: Axis
    """Which way they moved."""
    area: Area
    count: int
    """How far; less than nothing when they were taken out."""

    def __call__(self, reference: Reference, sheet: str) -> Reference | None:
        """References no broader than the rectangle follow as if whole lines had moved."""
        across: Axis = "column" if self.axis == "row" else "row"
        ends = _line(reference.first, across), _line(reference.end, across)
        low, high = (
            (self.area.left, self.area.right)
            if across == "column"
            else (self.area.top, self.area.bottom)
        )
        if any(each is None or not low <= each < high for each in ends):
            return reference
        at = self.area.top if self.axis == "row" else self.area.left
        if self.count < 0:
            return Deleted(self.sheet, self.axis, at, -self.count)(reference, sheet)
        return Inserted(self.sheet, self.axis, at, self.count)(reference, sheet)


@dataclass(frozen=True, slots=True)
class Reordered:
    """Lines of a sheet from ``start`` to before ``end`` moved before line ``to``."""

    sheet: str
    axis: Axis
    start: int
    end: int
    to: int

    def __call__(self, reference: Reference, sheet: str) -> Reference | None:
        """Cells and ranges that moved wholly are followed; a range around the move stays."""
        if not _same(here(reference, sheet), self.sheet):
            return reference
        one, other = _line(reference.first, self.axis), _line(reference.end, self.axis)
        if one is None or other is None:
            return reference
        low, high = min(one, other), max(one, other)
        if low <= self.start and self.end <= high + 1 and low <= self.to <= high + 1:
            return reference
        if low >= self.start and high < self.end:
            moved = self._line(low), self._line(high)
        else:
            moved = self._edge(low, high)
        return _along(reference, self.axis, *(moved if one <= other else moved[::-1]))

    def _line(self, line: int) -> int:
        count = self.end - self.start
        if self.start <= line < self.end:
            return line + (self.to - self.end if self.to > self.start else self.to - self.start)
        if self.end <= line < self.to:
            return line - count
        return line + count if self.to <= line < self.start else line

    def _edge(self, low: int, high: int) -> tuple[int, int]:
        """A range of which a part moved away, or into which something moved."""
        kept = [self._line(each) for each in (low, high) if not self.start <= each < self.end]
        if len(kept) == 2:
            return min(kept), max(kept)
        inner = self.end if low >= self.start else self.start - 1
        ends = sorted((self._line(inner), kept[0]))
        return ends[0], ends[1]


@dataclass(frozen=True, slots=True)
class Moved:
    """A block of cells was cut and put elsewhere, on its own sheet or another."""

    sheet: str
    area: Area
    to_sheet: str
    rows: int
    columns: int

    def __call__(self, reference: Reference, sheet: str) -> Reference | None:
        """References that lie within the block follow it; others stay."""
        target = here(reference, sheet)
        corners = (reference.first, reference.end)
        if not _same(target, self.sheet) or any(
            each.row is None or each.column is None or (each.row, each.column) not in self.area
            for each in corners
        ):
            return reference
        named = reference.sheet is not None or not _same(self.to_sheet, sheet)
        moved = offset(reference, self.rows, self.columns, fixed=True) or reference
        return moved._replace(sheet=self.to_sheet if named else None)


@dataclass(frozen=True, slots=True)
class Renamed:
    """A sheet has another title."""

    old: str
    new: str

    def __call__(self, reference: Reference, sheet: str) -> Reference | None:
        """What names the sheet names it anew."""
        del sheet  # only what names a sheet changes
        named = reference.sheet is not None and _same(reference.sheet, self.old)
        return reference._replace(sheet=self.new) if named else reference


@dataclass(frozen=True, slots=True)
class SheetDeleted:
    """A sheet is gone."""

    title: str

    def __call__(self, reference: Reference, sheet: str) -> Reference | None:
        """What names the sheet leads nowhere."""
        del sheet  # formulas on it are gone with it
        gone = reference.sheet is not None and _same(reference.sheet, self.title)
        return None if gone else reference


@dataclass(frozen=True, slots=True)
class Copied:
    """A formula was copied so many rows down and columns to the right."""

    rows: int
    columns: int

    def __call__(self, reference: Reference, sheet: str) -> Reference | None:
        """What is not fixed with ``$`` moves along; what leaves the grid leads nowhere."""
        del sheet  # a copy names the sheets that it named
        return offset(reference, self.rows, self.columns)


def offset(
    reference: Reference, rows: int, columns: int, *, fixed: bool = False
) -> Reference | None:
    """A reference so much further; None where it would begin before the grid.

    Args:
        reference: the reference.
        rows: how many rows down.
        columns: how many columns to the right.
        fixed: whether what is fixed with ``$`` moves as well.
    """
    corners = [_offset(each, rows, columns, fixed) for each in (reference.first, reference.end)]
    first, last = corners
    if first is None or last is None:
        return None
    return Reference(first, None if reference.last is None else last, reference.sheet)


def _offset(corner: Corner, rows: int, columns: int, fixed: bool) -> Corner | None:
    row, column = corner.row, corner.column
    if row is not None and (fixed or not corner.row_fixed):
        row += rows
    if column is not None and (fixed or not corner.column_fixed):
        column += columns
    if (row is not None and row < 0) or (column is not None and column < 0):
        return None
    return Corner(column, row, corner.column_fixed, corner.row_fixed)


def _along(reference: Reference, axis: Axis, first: int | None, last: int | None) -> Reference:
    """The reference with other lines; the same object where they are as they were."""
    if first == _line(reference.first, axis) and last == _line(reference.end, axis):
        return reference
    ended = None if reference.last is None else _at(reference.last, axis, last)
    return Reference(_at(reference.first, axis, first), ended, reference.sheet)


def _line(corner: Corner, axis: Axis) -> int | None:
    return corner.row if axis == "row" else corner.column


def _at(corner: Corner, axis: Axis, line: int | None) -> Corner:
    column, row, column_fixed, row_fixed = corner
    if axis == "row":
        return Corner(column, line, column_fixed, row_fixed)
    return Corner(line, row, column_fixed, row_fixed)


def _same(one: str, other: str) -> bool:
    """Whether two titles name one sheet: as with the vendor, case does not matter."""
    return one is other or one.casefold() == other.casefold()
