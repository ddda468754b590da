"""The values of a workbook's cells: inputs in, values out, and what can be asked about them."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Iterator, Sequence, Set

from workworld.apps.sheets.engine import efforts, values
from workworld.apps.sheets.engine.addresses import Area, Place
from workworld.apps.sheets.engine.callables import Fetched, Function, Source
from workworld.apps.sheets.engine.circles import circles, named
from workworld.apps.sheets.engine.inputs import Cells, Formula, Input
from workworld.apps.sheets.engine.precedents import Range, precedents
from workworld.apps.sheets.engine.recalculations import Recalculation
from workworld.apps.sheets.engine.results import Spill, first_within
from workworld.apps.sheets.engine.values import Display, Error, Value

__all__ = ["Calculation", "Cells", "Formula", "Function", "Input", "Source"]

_PER_FORMULA, _PER_VALUE, _PER_BOOK = 1_500, 400, 2_000_000
"""Bytes of memory, as measured."""
_MOST_REASONS = 500
"""So many errors are worked out once more, to be told why they are."""
_MOST_CELLS = 10_000
"""Such formulas go through so many cells at most."""
_LABORIOUS = re.compile(
    r"\b(?:MAP|REDUCE|SCAN|BYROW|BYCOL|MAKEARRAY|SEQUENCE|RANDARRAY|REPT)\(", re.IGNORECASE
)
"""What may be much work though it goes through few cells."""


class Calculation(Recalculation):
    """The values of a workbook's cells, brought up to date as inputs change.

    Args:
        book: its sheets and names.
        cells: what is in them, by sheet.
        functions: further functions, beside those that all formulas may call.
        sources: functions whose values come from outside the workbook.
        now: the time that ``NOW`` and ``TODAY`` tell, with its zone.
        seed: what the workbook's random numbers hang on.
        revision: counts the calculations before this one; each draws other random numbers.
        hidden: rows hidden by hand, by sheet; some functions leave them out.
        filtered: rows that a filter hides, by sheet.
    """

    @property
    def revision(self) -> int:
        """Counts the calculations: random numbers hang on it."""
        return self._surroundings.revision

    def tell_time(self, now: datetime.datetime) -> set[Place]:
        """Let ``NOW`` and ``TODAY`` tell another time.

        Returns:
            The cells whose values differ from before.
        """
        if now == self._surroundings.now:
            return set()
        self._surroundings.now = now
        self._library.tell_time(now)
        return self._changed(self._calculated(), {})

    def reseed(self, seed: int | str) -> None:
        """From the next calculation on draw the numbers that another workbook of this seed draws
        when it is calculated for the first time.
        """
        self._surroundings.seed, self._surroundings.revision = seed, -1

    def admit(self, sheet_id: int, cells: Cells) -> None:
        """Take plain inputs that no formula has looked at so far: no value differs by them.

        Args:
            sheet_id: their sheet.
            cells: what is in them; those that are known already stay as they are.
        """
        known = self._cells[sheet_id]
        fresh = {at: each for at, each in cells.items() if at not in known}
        known.update(fresh)
        self._library.put_all(self._frame(sheet_id), fresh)

    def array_sheets(self) -> set[int]:
        """The sheets on which formulas may fill more than their cells."""
        return {each.sheet for each in self._results.anchors}

    def value(self, sheet_id: int, row: int, column: int) -> Value:
        """What a cell comes to; an error says why, where that is more than its code tells."""
        place = Place(sheet_id, row, column)
        found = self._value(place)
        if isinstance(found, Error) and not found.message:
            if place not in self._reasons:
                self._reasons[place] = self._reason(place, found.code)
            return Error(found.code, self._reasons[place])
        return found

    def values(self, sheet_id: int, area: Area) -> list[list[Value]]:
        """What the cells of a rectangle come to, by rows."""
        columns = range(area.left, area.right)
        return [
            [self.value(sheet_id, row, column) for column in columns]
            for row in range(area.top, area.bottom)
        ]

    def computed(
        self, sheet_id: int, area: Area, formulas: Iterable[tuple[int, int]]
    ) -> dict[tuple[int, int], Value]:
        """What is worked out in a rectangle: values of formulas, and what arrays fill.

        Args:
            sheet_id: its sheet.
            area: the rectangle.
            formulas: the cells in it that hold formulas.
        """
        found = {at: self.value(sheet_id, *at) for at in formulas}
        for anchor, whole in self._results.spills.items():
            common = whole.common(area) if anchor.sheet == sheet_id else None
            for row in range(common.top, common.bottom) if common else ():
                for column in range(common.left, common.right):  # type: ignore[union-attr]
                    found[row, column] = self.value(sheet_id, row, column)
        return found

    def display(self, sheet_id: int, row: int, column: int) -> Display | None:
        """What is shown with a cell's value or in its place: a link, an image, a sparkline."""
        return self._surroundings.displays.get(Place(sheet_id, row, column))

    def spills(self, sheet_id: int | None = None) -> list[Spill]:
        """The arrays that fill more than their own cell, and those that find no room."""
        found = [Spill(anchor, area) for anchor, area in self._results.spills.items()]
        found += [self._blocked(anchor) for anchor in self._results.blocked]
        return sorted(each for each in found if sheet_id in (None, each.anchor.sheet))

    def circle(self, sheet_id: int, row: int, column: int) -> Sequence[Place]:
        """The cells that refer to one another in a circle with this one, itself included.

        Returns:
            Nothing where it is in no circle, even if it refers to one.
        """
        if self._circles is None:
            self._circles = circles(self._circular(), self._circular_precedents)
        return self._circles.get(Place(sheet_id, row, column), ())

    def precedents(self, sheet_id: int, row: int, column: int) -> list[Range]:
        """The ranges that a cell's formula names."""
        formula = self._formula(Place(sheet_id, row, column))
        if formula is None:
            return []
        return precedents(formula, self._frame(sheet_id), self._book, row)

    def dependents(self, sheet_id: int, row: int, column: int, *, most: int = 1_000) -> list[Place]:
        """The cells whose formulas name this one, by themselves or in a range.

        Args:
            sheet_id: its sheet.
            row: its row.
            column: its column.
            most: how many are told.
        """
        return self._library.dependents(Place(sheet_id, row, column), most)

    def calculate(
        self, formula: str, sheet_id: int, row: int = 0, column: int = 0
    ) -> list[list[Value]]:
        """What a formula would come to in a cell, which keeps what is in it.

        Args:
            formula: with its equals sign.
            sheet_id: the sheet it would stand on.
            row: its row there.
            column: its column there.
        """
        return self._library.tried(formula, Place(sheet_id, row, column))

    def explanation(self, sheet_id: int, row: int, column: int) -> str:
        """Why a cell comes to an error, in a sentence; empty for one that does not."""
        found = self.value(sheet_id, row, column)
        return found.explanation if isinstance(found, Error) else ""

    def estimate_bytes(self) -> int:
        """About how much memory the calculation holds."""
        formulas = sum(
            isinstance(each, Formula) for cells in self._cells.values() for each in cells.values()
        )
        values_ = sum(map(len, self._cells.values())) - formulas
        spilled = sum(area.size for area in self._results.spills.values())
        return _PER_BOOK + formulas * _PER_FORMULA + (values_ + spilled) * _PER_VALUE

    def hide(
        self, sheet_id: int, *, hidden: Set[int] = frozenset(), filtered: Set[int] = frozenset()
    ) -> set[Place]:
        """Say which rows of a sheet are hidden now: by hand, and by a filter.

        Returns:
            The cells whose values differ from before: subtotals leave hidden rows out.
        """
        self._surroundings.hidden[sheet_id] = hidden
        self._surroundings.filtered[sheet_id] = filtered
        return self._changed(self._put_again(self._mentioning({"SUBTOTAL", "AGGREGATE"})), {})

    def refresh(self, names: Iterable[str] | None = None) -> set[Place]:
        """Ask sources again.

        Args:
            names: which of them; all where none are named.

        Returns:
            The cells whose values differ from before.
        """
        asked = self._sources if names is None else self._sources & {*names}
        fetched = self._surroundings.fetched
        for each in [each for each in fetched if each[0] in asked]:
            del fetched[each]
        return self._changed(self._put_again(self._mentioning(asked)), {})

    def fetched(self) -> dict[tuple[str, str], Fetched]:
        """What sources answered and when, by their names and arguments."""
        return dict(self._surroundings.fetched)

    def _blocked(self, anchor: Place) -> Spill:
        """An array that finds no room, with what it would fill and what is in its way."""
        rows = self._library.tried(self._formula(anchor) or "", anchor)
        area = Area(anchor.row, anchor.column, anchor.row + len(rows), anchor.column + len(rows[0]))
        at = anchor.row, anchor.column
        taken = [each for each in self._cells[anchor.sheet] if each != at]
        found = first_within(area, taken)
        if found is None:
            others = self._results.spills.items()
            for other, filled in others:
                common = filled.common(area) if other.sheet == anchor.sheet else None
                if common is not None:
                    found = common.top, common.left
                    break
        return Spill(anchor, area, None if found is None else Place(anchor.sheet, *found))

    def _reason(self, place: Place, code: str) -> str:
        """Why a cell comes to an error; empty where nothing is known but its code."""
        if code == values.CIRCLE:
            return named(self.circle(*place), self._book)
        if place in self._results.blocked:
            blocker = self._blocked(place).blocker
            if blocker is not None:
                at = Area.of_cell(blocker.row, blocker.column)
                return f"The array does not fit: it would overwrite {at}."
        if place in self._too_much:
            return efforts.TOO_MUCH
        formula = self._formula(place)
        if formula is None or not self._is_tried_again(formula):
            return ""
        return self._library.reason(formula, place, code)

    def _is_tried_again(self, formula: str) -> bool:
        """Whether a formula is worked out once more for what functions say of their errors."""
        return (
            "(" in formula
            and len(self._reasons) < _MOST_REASONS
            and not _LABORIOUS.search(formula)
            and efforts.bound(formula, self._book) <= _MOST_CELLS
        )

    def _circular(self) -> list[Place]:
        """The cells that a circle keeps from having a value."""
        return [place for place in self._results.failed(values.CIRCLE) if self._formula(place)]

    def _circular_precedents(self, place: Place) -> Iterator[Place]:
        for each in self.precedents(*place):
            yield from self._results.failed_within(values.CIRCLE, each.sheet, each.area)
