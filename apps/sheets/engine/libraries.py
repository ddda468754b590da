"""The calculating library with the cells of a workbook, and what it makes of them."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Sequence, Set
from itertools import groupby
from typing import Any

import formualizer

from workworld.apps.sheets.engine import efforts, translation, values
from workworld.apps.sheets.engine.addresses import Area, Place, parse
from workworld.apps.sheets.engine.books import Book, Frame
from workworld.apps.sheets.engine.callables import Surroundings, register
from workworld.apps.sheets.engine.inputs import Cells, Formula, Input
from workworld.apps.sheets.engine.results import Results
from workworld.apps.sheets.engine.values import Error, Value

_BESIDE = "ww_beside"
"""The sheet on which formulas are tried."""


class Unsettled(Exception):
    """Formulas whose references they make themselves come to no end."""


class Library:
    """The cells of a workbook as the calculating library holds them.

    Args:
        book: its sheets and names.
        surroundings: what functions of ours know.
        results: what its values are read into.
        too_much: formulas that are too much work, and come to an error instead.
    """

    def __init__(
        self,
        book: Book,
        surroundings: Surroundings,
        results: Results,
        too_much: Set[Place] = frozenset(),
    ) -> None:
        config = formualizer.EvaluationConfig()
        config.enable_parallel = False  # the order of work decides nothing, but threads cost
        self._workbook = formualizer.Workbook(
            config=formualizer.WorkbookConfig(eval_config=config, enable_changelog=False)
        )
        self._workbook.set_temporal_egress("serial")
        self.book = book
        self._surroundings = surroundings
        self._results = results
        self._too_much = too_much
        self.tell_time(surroundings.now)
        for each in surroundings.functions:
            register(self._workbook, each, surroundings)
        for frame in book.frames:
            self._workbook.add_sheet(translation.key(frame.id))
        self._workbook.add_sheet(_BESIDE)

    def tell_time(self, now: datetime.datetime) -> None:
        """Let ``NOW`` and ``TODAY`` tell this time from the next calculation on."""
        offset = now.utcoffset() or datetime.timedelta()
        self._workbook.set_deterministic_clock(
            now.astimezone(datetime.UTC), int(offset.total_seconds())
        )

    def calculate(self) -> set[Place]:
        """Bring all values up to date.

        Returns:
            The cells whose values differ; with plain ones among them that were not read before.

        Raises:
            Unsettled: references that formulas make lead elsewhere each time they are worked out.
        """
        self._surroundings.begin()
        self._evaluate()
        self._surroundings.settle()
        return self._results.read(self._workbook)

    def _evaluate(self) -> None:
        try:
            self._workbook.evaluate_all()
        except formualizer.ExcelEvaluationError as error:
            raise Unsettled from error

    def refuse(self, place: Place, reason: str) -> None:
        """Let a formula come to an error."""
        text, name = translation.refused(reason).text, translation.key(place.sheet)
        self._workbook.set_formulas_batch(name, place.row + 1, place.column + 1, [[text]])

    def put_all(self, frame: Frame, cells: Cells) -> None:
        """Hand over a sheet's cells by rectangles, which costs a fraction of one by one."""
        name = translation.key(frame.id)
        for (row, column), lines in _rectangles(cells):
            if isinstance(lines[0][0], Formula):
                texts = [
                    [
                        self._translated(each, Place(frame.id, row + down, column + at), frame)
                        for at, each in enumerate(line)
                    ]
                    for down, line in enumerate(lines)
                ]
                self._workbook.set_formulas_batch(name, row + 1, column + 1, texts)
            else:
                plain = [[values.to_library(each) for each in line] for line in lines]
                self._workbook.set_values_batch(name, row + 1, column + 1, plain)

    def put(self, place: Place, given: Input) -> None:
        """Hand over what was put into a cell."""
        name = translation.key(place.sheet)
        if isinstance(given, Formula):
            text = self._translated(given, place, self._frame(place.sheet))
            # Alone it would be refused where it refers to its own cell.
            self._workbook.set_formulas_batch(name, place.row + 1, place.column + 1, [[text]])
        else:
            self._results.forget(place)
            self._surroundings.forget(place)
            found = values.to_library(given)
            self._workbook.set_value(name, place.row + 1, place.column + 1, found)

    def clear(self, places: Iterable[Place]) -> None:
        """Empty cells, and those that their arrays fill."""
        for place in places:
            name = translation.key(place.sheet)
            self._workbook.set_value(name, place.row + 1, place.column + 1, None)
        self._evaluate()

    def tried(self, formula: str, place: Place) -> list[list[Value]]:
        """What a formula would come to in a cell, without putting it there."""
        frame = self._frame(place.sheet)
        text = translation.written(formula, frame, self.book, place, is_beside=True).text
        if not translation.is_readable(text):
            return [[Error(values.UNREADABLE)]]
        self._surroundings.begin()
        try:
            self._workbook.set_formulas_batch(_BESIDE, 1, 1, [[text]])
            found = values.of_any(self._workbook.evaluate_cell(_BESIDE, 1, 1))
            if translation.BESIDE in self._surroundings.blanks:
                return [[None]]
            spill = self._workbook.inspect_cell(f"{_BESIDE}!A1", include_values=False).cell.spill
            if spill is None or spill.extent is None:
                return [[found]]
            meant = parse(spill.extent)
            assert meant is not None
            area = meant.area(0, 0)
            asked = formualizer.RangeAddress(_BESIDE, 1, 1, area.bottom, area.right)
            rows = self._workbook.sheet(_BESIDE).get_values(asked)
            return [[None if each == "" else values.of_any(each) for each in row] for row in rows]
        finally:
            self._workbook.set_value(_BESIDE, 1, 1, None)
            self._surroundings.blanks.discard(translation.BESIDE)
            self._surroundings.settle(counts=False)

    def reason(self, formula: str, place: Place, code: str) -> str:
        """Why a formula comes to an error, as far as a function of ours says it; or empty."""
        self.tried(formula, place)
        return self._surroundings.reasons.get(code, "")

    def dependents(self, place: Place, most: int) -> list[Place]:
        """Cells whose formulas name a cell, in their order."""
        asked = f"{translation.key(place.sheet)}!{Area.of_cell(place.row, place.column)}"
        found = self._workbook.dependents(asked, max_results=most).dependents
        return sorted(
            each for each in map(_place, (each.cell for each in found)) if each is not None
        )

    def _frame(self, sheet_id: int) -> Frame:
        return next(each for each in self.book.frames if each.id == sheet_id)

    def _translated(self, formula: Input, place: Place, frame: Frame) -> str:
        assert isinstance(formula, Formula)
        made = translation.written(formula.text, frame, self.book, place)
        if place in self._too_much:
            made = translation.refused(efforts.TOO_MUCH)
        self._results.watch(place, may_spill=made.is_array)
        self._surroundings.forget(place)
        return made.text


def _place(address: str) -> Place | None:
    meant = parse(address)
    if meant is None or meant.sheet is None or meant.sheet == _BESIDE:
        return None
    area = meant.area(0, 0)
    return Place(int(meant.sheet.rpartition("_")[2]), area.top, area.left)


_MOST_ROWS = 5000
"""How many rows are handed over at a time."""


def _rectangles(cells: Cells) -> Iterable[tuple[tuple[int, int], list[Sequence[Input]]]]:
    """Runs that are alike below one another, with where they begin."""
    growing: dict[tuple[int, int, bool], tuple[int, list[Sequence[Input]]]] = {}
    for (row, column), run in _runs(cells):
        key = column, len(run), isinstance(run[0], Formula)
        top, lines = growing.get(key, (row, []))
        if lines and (top + len(lines) != row or len(lines) == _MOST_ROWS):
            yield (top, column), lines
            top, lines = row, []
        lines.append(run)
        growing[key] = top, lines
    for (column, _, _), (top, lines) in growing.items():
        yield (top, column), lines


def _runs(cells: Cells) -> Iterable[tuple[tuple[int, int], Sequence[Any]]]:
    """Neighbours in a row that are alike, formulas or not, with where they begin."""
    along = enumerate(sorted(cells.items(), key=lambda each: each[0]))

    def alike(each: tuple[int, tuple[tuple[int, int], Input]]) -> tuple[int, int, bool]:
        place, ((row, column), given) = each
        return row, column - place, isinstance(given, Formula)

    for _, group in groupby(along, alike):
        run = [each for _, each in group]
        yield run[0][0], [given for _, given in run]
