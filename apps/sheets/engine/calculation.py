"""The calculating library, wrapped at one place: cells in, values out."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

import formualizer

from workworld.apps.sheets.engine import translation, values
from workworld.apps.sheets.engine.addresses import Area
from workworld.apps.sheets.engine.books import Book, Frame
from workworld.apps.sheets.engine.values import Value

_RANGE = r"\$?[A-Z]{1,3}\$?[0-9]*:\$?[A-Z]{0,3}\$?[0-9]*"
_MAY_SPILL = re.compile(
    r"\b(?:ARRAYFORMULA|BYCOL|BYROW|CHOOSECOLS|CHOOSEROWS|DROP|EXPAND|FILTER|FLATTEN|FREQUENCY|GROWTH"
    r"|HSTACK|IF|INDEX|INDIRECT|LINEST|MAKEARRAY|MAP|MINVERSE|MMULT|OFFSET|QUERY|RANDARRAY"
    r"|REGEX[A-Z]+|SCAN|SEQUENCE|SORT|SORTBY|SORTN|SPLIT|SWITCH|TAKE|TEXTSPLIT|TOCOL|TOROW|TRANSPOSE"
    r"|TREND|UNIQUE|VSTACK|WRAPCOLS|WRAPROWS|XLOOKUP)\(|[{#]"
    rf"|[-+*/^&=<>(]\s*{_RANGE}\s*[-+*/^&=<>%]|[-+*/^&=<>]\s*{_RANGE}",
    re.IGNORECASE | re.ASCII,
)
"""Formulas that may come to more than one value; it may name some that do not."""


@dataclass(frozen=True, slots=True)
class Formula:
    """A cell's input that is calculated."""

    text: str
    """With its equals sign."""


Input = Value | Formula
"""What was put into a cell."""


@dataclass(frozen=True, slots=True)
class Function:
    """A function that the library lacks, or that answers otherwise there.

    Args:
        name: as formulas call it.
        compute: takes its arguments as Python values, ranges as lists of rows.
        least: how many arguments it needs.
        most: how many it takes; None for any number.
        is_volatile: whether it is worked out with every calculation.
    """

    name: str
    compute: Callable[..., Any]
    least: int = 0
    most: int | None = None
    is_volatile: bool = False


def register(library: formualizer.Workbook, function: Function) -> None:
    """Make a function known to a library, in the place of its own if it has one."""
    library.register_function(
        function.name,
        _guarded(function.compute),
        min_args=function.least,
        max_args=function.most,
        volatile=function.is_volatile,
        allow_override_builtin=True,
    )


class Calculation:
    """The values of a workbook's cells, brought up to date as inputs change.

    Args:
        book: its sheets and names.
        cells: what is in them: by sheet, row and column (from zero).
        functions: further functions.
        now: the time that ``NOW`` and ``TODAY`` tell, with its zone.
    """

    def __init__(
        self,
        book: Book,
        cells: Mapping[int, Mapping[tuple[int, int], Input]],
        functions: Sequence[Function] = (),
        *,
        now: datetime.datetime,
    ) -> None:
        self._book = book
        self._cells = {frame.id: dict(cells.get(frame.id, {})) for frame in book.frames}
        self._functions = functions
        self._now = now
        self._load()

    def _load(self) -> None:
        """Hand everything over to the library and let it calculate."""
        config = formualizer.EvaluationConfig()
        config.enable_parallel = False  # the order of work decides nothing, but threads cost
        self._library = formualizer.Workbook(
            config=formualizer.WorkbookConfig(eval_config=config, enable_changelog=False)
        )
        self._library.set_temporal_egress("serial")
        self._spills = False
        self.tell_time(self._now)
        for each in self._functions:
            register(self._library, each)
        for frame in self._book.frames:
            self._library.add_sheet(translation.key(frame.id))
        for frame in self._book.frames:
            self._put_all(frame, self._cells[frame.id])
        self._library.evaluate_all()

    def tell_time(self, now: datetime.datetime) -> None:
        """Let ``NOW`` and ``TODAY`` tell this time from the next calculation on."""
        self._now = now
        offset = now.utcoffset() or datetime.timedelta()
        self._library.set_deterministic_clock(
            now.astimezone(datetime.UTC), int(offset.total_seconds())
        )

    def put(self, sheet_id: int, cells: Mapping[tuple[int, int], Input]) -> None:
        """Put inputs into cells of a sheet and bring all values up to date."""
        frame, known = self._frame(sheet_id), self._cells[sheet_id]
        is_in_the_way = self._spills and self._concern_spills(sheet_id, cells)
        for place, each in cells.items():
            if each is None:
                known.pop(place, None)
            else:
                known[place] = each
        if is_in_the_way:
            self._load()
            return
        for (row, column), each in cells.items():
            self._put(frame, row, column, each)
        self._library.evaluate_all()

    def _concern_spills(self, sheet_id: int, cells: Mapping[tuple[int, int], Input]) -> bool:
        """Whether arrays have to be laid out anew.

        The library keeps a cleared cell as one that holds nothing, which arrays leave out, and does
        not notice when something is put where an array lies.
        """
        known = self._cells[sheet_id]
        return any(
            place in known
            if each is None
            else place not in known and self.value(sheet_id, *place) is not None
            for place, each in cells.items()
        )

    def value(self, sheet_id: int, row: int, column: int) -> Value:
        """What a cell comes to."""
        found = self._library.get_value(translation.key(sheet_id), row + 1, column + 1)
        return values.of_any(found)

    def values(self, sheet_id: int, area: Area) -> list[list[Value]]:
        """What the cells of a rectangle come to, by rows."""
        name = translation.key(sheet_id)
        asked = formualizer.RangeAddress(name, area.top + 1, area.left + 1, area.bottom, area.right)
        rows = self._library.sheet(name).get_values(asked)
        return [[values.of_any(each) for each in row] for row in rows]

    def _frame(self, sheet_id: int) -> Frame:
        return next(each for each in self._book.frames if each.id == sheet_id)

    def _put_all(self, frame: Frame, cells: Mapping[tuple[int, int], Input]) -> None:
        """Hand over a sheet's cells by runs of one row, which costs a fraction of one by one."""
        name = translation.key(frame.id)
        for (row, column), run in _runs(cells):
            if isinstance(run[0], Formula):
                texts = [self._translated(each, frame) for each in run]
                self._library.set_formulas_batch(name, row + 1, column + 1, [texts])
            else:
                self._library.set_values_batch(
                    name, row + 1, column + 1, [[values.to_library(each) for each in run]]
                )

    def _put(self, frame: Frame, row: int, column: int, given: Input) -> None:
        name = translation.key(frame.id)
        if isinstance(given, Formula):
            text = self._translated(given, frame)
            self._library.set_formula(name, row + 1, column + 1, text)
        else:
            self._library.set_value(name, row + 1, column + 1, values.to_library(given))

    def _translated(self, formula: Input, frame: Frame) -> str:
        assert isinstance(formula, Formula)
        self._spills = self._spills or _MAY_SPILL.search(formula.text) is not None
        return translation.translated(formula.text, frame, self._book)


def _runs(
    cells: Mapping[tuple[int, int], Input],
) -> Iterable[tuple[tuple[int, int], Sequence[Input]]]:
    """Neighbours in a row that are alike, formulas or not, with where they begin."""
    along = enumerate(sorted(cells.items(), key=lambda each: each[0]))

    def alike(each: tuple[int, tuple[tuple[int, int], Input]]) -> tuple[int, int, bool]:
        place, ((row, column), given) = each
        return row, column - place, isinstance(given, Formula)

    for _, group in groupby(along, alike):
        run = [each for _, each in group]
        yield run[0][0], [given for _, given in run]


def _guarded(compute: Callable[..., Any]) -> Callable[..., Any]:
    """A function whose errors come out as the library's."""

    def answer(*given: Any) -> Any:
        found = compute(*given)
        if isinstance(found, list):
            return [[values.to_library(each) for each in row] for row in found]
        return values.to_library(found)

    return answer
