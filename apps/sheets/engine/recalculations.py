"""A workbook's cells and what they come to, kept up to date through edits."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping, Sequence, Set

from workworld.apps.sheets.engine import efforts, translation
from workworld.apps.sheets.engine.addresses import Place
from workworld.apps.sheets.engine.books import Book, Frame
from workworld.apps.sheets.engine.callables import Function, Source, Surroundings, fetching
from workworld.apps.sheets.engine.functions import FUNCTIONS
from workworld.apps.sheets.engine.inputs import Cells, Formula, Input
from workworld.apps.sheets.engine.libraries import Library, Unsettled
from workworld.apps.sheets.engine.precedents import precedents
from workworld.apps.sheets.engine.restructuring import differences, plain_differences
from workworld.apps.sheets.engine.results import Results
from workworld.apps.sheets.engine.values import Value

_ENDLESS = "Arrays or references that formulas make hang on one another without an end."
_DYNAMIC = frozenset({"INDIRECT", "OFFSET"})
_FEW = 30
"""So many formulas are given up one by one."""
_LONGEST_WAY = 50
"""So many formulas that name nothing but each other are followed to a blank cell."""
_MOST_NAMING = 10_000
"""So many formulas that name a cell are looked at when it comes to nothing or to 0."""


class Recalculation:
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

    def __init__(
        self,
        book: Book,
        cells: Mapping[int, Cells],
        functions: Sequence[Function] = (),
        *,
        now: datetime.datetime,
        sources: Sequence[Source] = (),
        seed: int | str = 0,
        revision: int = 0,
        hidden: Mapping[int, Set[int]] | None = None,
        filtered: Mapping[int, Set[int]] | None = None,
    ) -> None:
        self._book = book
        self._cells = {frame.id: dict(cells.get(frame.id, {})) for frame in book.frames}
        self._sources = frozenset(each.name for each in sources)
        known = tuple(dict.fromkeys((*FUNCTIONS, *functions, *map(fetching, sources))))
        self._surroundings = Surroundings(now, seed, known, self._formula, book, revision)
        self._surroundings.hidden.update(hidden or {})
        self._surroundings.filtered.update(filtered or {})
        self._results = Results()
        self._load()
        self._were_blank: Set[Place] = frozenset(self._surroundings.blanks)

    def _load(self) -> set[Place]:
        """Hand everything over to a library of its own and let it calculate."""
        self._results = self._results.later()
        self._surroundings.displays.clear()
        self._surroundings.blanks.clear()
        self._reasons = dict[Place, str]()
        self._blanks = dict[Place, bool]()
        self._holes = set[Place]()
        self._is_unsettled = False
        self._bound = efforts.bound_of_all(self._cells, self._book)
        self._too_much = frozenset[Place]()
        if self._bound > efforts.MOST_EFFORT:
            self._too_much = efforts.too_much(self._cells, self._book)
        self._library = Library(self._book, self._surroundings, self._results, self._too_much)
        for frame in self._book.frames:
            self._library.put_all(frame, self._cells[frame.id])
        differ = self._calculated()
        if self._mentioning(_DYNAMIC):
            # Only the second time the library sees circles that such references lead into.
            differ |= self._calculated()
        return differ

    def _calculated(self) -> set[Place]:
        self._circles: Mapping[Place, Sequence[Place]] | None = None
        try:
            return self._library.calculate()
        except Unsettled:
            return self._settled()

    def _settled(self) -> set[Place]:
        """Values without formulas that keep one another from having one, the last ones first."""
        self._is_unsettled = True
        given_up = sorted({*self._results.anchors, *self._mentioning(_DYNAMIC)}, reverse=True)
        for at, place in enumerate(given_up):
            self._library.refuse(place, _ENDLESS)
            if _FEW < at < len(given_up) - 1:
                continue
            try:
                return self._library.calculate()
            except Unsettled:
                continue
        return self._library.calculate()

    def _value(self, place: Place) -> Value:
        given = self._cells.get(place.sheet, {}).get((place.row, place.column))
        if given is not None and not isinstance(given, Formula):
            return given
        found = self._results.value(place)
        if found == "" and given is None:
            return None  # blank within an array
        if found == 0 and given is not None:
            return None if self._leads_to_nothing(place, given) else found
        return found

    def _leads_to_nothing(self, place: Place, formula: Formula) -> bool:
        """Whether a formula comes to what a blank cell holds.

        The library makes 0 of it; the vendor shows nothing, as there is nothing.
        """
        if not translation.NAMES_A_CELL.fullmatch(formula.text):
            return place in self._surroundings.blanks
        way = list[Place]()
        at: Place | None = place
        while at is not None and at not in self._blanks and len(way) < _LONGEST_WAY:
            way.append(at)
            given = self._cells.get(at.sheet, {}).get((at.row, at.column))
            if at in self._surroundings.blanks:
                self._blanks[at] = True
                break
            if not isinstance(given, Formula):
                self._blanks[at] = given is None and self._results.value(at) in (None, "")
                break
            at = self._named_by(given, at)
        ends = at is not None and self._blanks.get(at, False)
        self._blanks.update(dict.fromkeys(way, ends))
        return ends

    def _named_by(self, formula: Formula, place: Place) -> Place | None:
        """The cell that a formula names, if it is nothing but its name."""
        if not translation.NAMES_A_CELL.fullmatch(formula.text):
            return None
        named = precedents(formula.text, self._frame(place.sheet), self._book, place.row)
        if len(named) != 1 or named[0].area.size != 1:
            return None
        return Place(named[0].sheet, named[0].area.top, named[0].area.left)

    def put(self, sheet_id: int, cells: Cells) -> set[Place]:
        """Put inputs into cells of a sheet and bring all values up to date.

        Returns:
            The cells whose values differ from before, with those that arrays fill or left.
        """
        return self.put_all({sheet_id: cells})

    def put_all(self, cells: Mapping[int, Cells]) -> set[Place]:
        """Put inputs into cells of several sheets at once, as ``put`` does.

        With nothing to put it calculates anew: random numbers are drawn, the time is told.
        """
        before = {
            Place(sheet_id, *at): self._value(Place(sheet_id, *at))
            for sheet_id, given in cells.items()
            for at in given
        }
        self._surroundings.revision += 1
        if self._is_unsettled:  # what was given up may come to an end with this edit
            return self._put_anew(cells, before)
        blocked, areas = self._results.blocked, self._results.spills
        try:
            again = self._clear_ways(before, cells)
        except Unsettled:
            return self._put_anew(cells, before)
        has_cleared = self._take(cells)
        for each in again:
            self._library.put(each, self._cells[each.sheet].get((each.row, each.column)))
        differ = self._calculated()
        if self._mentioning(_DYNAMIC, cells):
            differ |= self._calculated()  # as when all is handed over
        if blocked and (has_cleared or areas != self._results.spills):
            differ |= self._put_again(blocked)
        if (self._holes and self._fills_holes()) or self._is_too_much():
            differ |= self._load()
        return self._changed(differ, before)

    def _put_anew(self, cells: Mapping[int, Cells], before: Mapping[Place, Value]) -> set[Place]:
        """Put inputs in and work everything out from the beginning."""
        for sheet_id, given in cells.items():
            known = self._cells[sheet_id]
            for at, each in given.items():
                if each is None:
                    known.pop(at, None)
                else:
                    known[at] = each
        return self._changed(self._load(), before)

    def _is_too_much(self) -> bool:
        """Whether other formulas than before are too much work."""
        if self._bound <= efforts.MOST_EFFORT:
            return bool(self._too_much)
        return efforts.too_much(self._cells, self._book) != self._too_much

    def _take(self, cells: Mapping[int, Cells]) -> bool:
        """Hand inputs over.

        Returns:
            Whether a cell was emptied.
        """
        has_cleared = False
        for sheet_id, given in cells.items():
            known = self._cells[sheet_id]
            for at, each in given.items():
                place = Place(sheet_id, *at)
                self._bound += self._bound_of(each) - self._bound_of(known.get(at))
                if each is not None:
                    known[at] = each
                elif known.pop(at, None) is None:
                    continue
                else:
                    has_cleared = True
                    self._holes.add(place)
                self._library.put(place, each)
        return has_cleared

    def _bound_of(self, given: Input) -> int:
        return efforts.bound(given.text, self._book) if isinstance(given, Formula) else 0

    def _clear_ways(self, before: Mapping[Place, Value], cells: Mapping[int, Cells]) -> list[Place]:
        """Take away the arrays where something is put: the library does not notice it.

        Returns:
            Where they begin.
        """
        anchors = set[Place]()
        for place in before:
            at = place.row, place.column
            if cells[place.sheet][at] is None or at in self._cells[place.sheet]:
                continue
            if self._results.raw(place) is None:
                continue
            inside = self._results.spills.items()
            anchors |= {one for one, area in inside if one.sheet == place.sheet and at in area}
        if anchors:
            self._library.clear(sorted(anchors))
        return sorted(anchors)

    def _put_again(self, places: Iterable[Place]) -> set[Place]:
        """Let formulas be worked out as if they were new."""
        for each in sorted(places):
            given = self._cells[each.sheet].get((each.row, each.column))
            if isinstance(given, Formula):
                self._library.put(each, given)
        return self._calculated()

    def _fills_holes(self) -> bool:
        """Whether an array lies where a cell was emptied: the library leaves that cell out."""
        return any(
            hole.sheet == anchor.sheet and (hole.row, hole.column) in area
            for anchor, area in self._results.spills.items()
            for hole in self._holes
        )

    def _changed(self, differ: Set[Place], before: Mapping[Place, Value]) -> set[Place]:
        self._reasons.clear()
        self._blanks.clear()
        found = {each for each in differ if each not in before and not self._is_plain(each)}
        now = [(place, was, self._value(place)) for place, was in before.items()]
        turned = self._turned() | {
            place for place, was, is_ in now if None in (was, is_) and 0.0 in (was, is_)
        }
        found |= {each for each in self._naming(turned) if each not in before}
        return found | {
            place for place, was, is_ in now if was != is_ or type(was) is not type(is_)
        }

    def _turned(self) -> set[Place]:
        """Formulas that came to nothing before and come to something, or the other way round.

        To the library either is 0, so it does not tell of them.
        """
        were, self._were_blank = self._were_blank, frozenset(self._surroundings.blanks)
        return {each for each in were ^ self._were_blank if each.sheet in self._cells}

    def _naming(self, places: Iterable[Place]) -> set[Place]:
        """Cells, and formulas that name them and are nothing else, one after another."""
        found = set[Place]()
        left = [*places]
        while left and len(found) < _MOST_NAMING:
            place = left.pop()
            if place in found:
                continue
            found.add(place)
            for each in self._library.dependents(place, _MOST_NAMING):
                given = self._cells.get(each.sheet, {}).get((each.row, each.column))
                if isinstance(given, Formula) and translation.NAMES_A_CELL.fullmatch(given.text):
                    left.append(each)
        return found

    def _is_plain(self, place: Place) -> bool:
        given = self._cells[place.sheet].get((place.row, place.column))
        return given is not None and not isinstance(given, Formula)

    def change(self, book: Book, cells: Mapping[int, Cells]) -> set[Place]:
        """Take over what a structural edit made of the workbook.

        Args:
            book: its sheets and names afterwards.
            cells: all that is in them afterwards, by sheet.

        Returns:
            The cells whose values differ from before, each at its own place.
        """
        was, old = self._cells, self._book
        before = {place: self._value(place) for place in plain_differences(was, cells)}
        is_heavy = self._results.spills or self._too_much or self._bound > efforts.MOST_EFFORT // 2
        told = None if is_heavy else differences(old, was, book, cells)
        self._book = self._surroundings.book = book
        self._cells = {frame.id: dict(cells.get(frame.id, {})) for frame in book.frames}
        self._surroundings.revision += 1
        if told is None:
            differ = self._load()
        else:
            self._library.book = book
            for place in told:
                given = self._cells[place.sheet].get((place.row, place.column))
                if given is None:
                    self._holes.add(place)
                self._library.put(place, given)
            differ = self._calculated()
            if self._results.blocked or (self._holes and self._fills_holes()):
                differ |= self._load()
        ids = {frame.id for frame in book.frames}
        return self._changed(
            {each for each in differ if each.sheet in ids},
            {place: value for place, value in before.items() if place.sheet in ids},
        )

    def _mentioning(self, names: Set[str], cells: Mapping[int, Cells] | None = None) -> list[Place]:
        """Where formulas call functions, of all cells or of some."""
        return [
            Place(sheet_id, *at)
            for sheet_id, some in (self._cells if cells is None else cells).items()
            for at, each in some.items()
            if isinstance(each, Formula) and any(f"{name}(" in each.text.upper() for name in names)
        ]

    def _formula(self, place: Place) -> str | None:
        given = self._cells.get(place.sheet, {}).get((place.row, place.column))
        return given.text if isinstance(given, Formula) else None

    def _frame(self, sheet_id: int) -> Frame:
        return next(each for each in self._book.frames if each.id == sheet_id)
