"""The calculating library, wrapped at one place: cells in, values out."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

import formualizer

from workworld.apps.sheets.engine import translation, values
from workworld.apps.sheets.engine.addresses import Area
from workworld.apps.sheets.engine.books import Book, Frame
from workworld.apps.sheets.engine.values import Error, Value

_CODES = {
    "Null": values.NULL,
    "Div": values.DIVISION,
    "Value": values.VALUE,
    "Ref": values.REFERENCE,
    "Name": values.NAME,
    "NImpl": values.NAME,
    "Num": values.NUMBER,
    "Na": values.MISSING,
    "Error": values.UNREADABLE,
    "Spill": values.SPILL,
    "Calc": values.CALCULATION,
    "Circ": values.CIRCLE,
    "Cancelled": values.CALCULATION,
}
_KINDS = {code: kind for kind, code in reversed(_CODES.items())}

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
        functions: Iterable[Function] = (),
        *,
        now: datetime.datetime,
    ) -> None:
        config = formualizer.EvaluationConfig()
        config.enable_parallel = False  # the order of work decides nothing, but threads cost
        self._library = formualizer.Workbook(
            config=formualizer.WorkbookConfig(eval_config=config, enable_changelog=False)
        )
        self._library.set_temporal_egress("serial")
        self._book = book
        self.tell_time(now)
        for each in functions:
            self._register(each)
        for frame in book.frames:
            self._library.add_sheet(translation.key(frame.id))
        for frame in book.frames:
            self._put_all(frame, cells.get(frame.id, {}))
        self._library.evaluate_all()

    def tell_time(self, now: datetime.datetime) -> None:
        """Let ``NOW`` and ``TODAY`` tell this time from the next calculation on."""
        offset = now.utcoffset() or datetime.timedelta()
        self._library.set_deterministic_clock(now.astimezone(datetime.UTC), int(offset.total_seconds()))

    def put(self, sheet_id: int, cells: Mapping[tuple[int, int], Input]) -> None:
        """Put inputs into cells of a sheet and bring all values up to date."""
        frame = self._frame(sheet_id)
        for (row, column), each in cells.items():
            self._put(frame, row, column, each)
        self._library.evaluate_all()

    def value(self, sheet_id: int, row: int, column: int) -> Value:
        """What a cell comes to."""
        found = self._library.get_value(translation.key(sheet_id), row + 1, column + 1)
        return _plain(found)

    def values(self, sheet_id: int, area: Area) -> list[list[Value]]:
        """What the cells of a rectangle come to, by rows."""
        name = translation.key(sheet_id)
        asked = formualizer.RangeAddress(
            name, area.top + 1, area.left + 1, area.bottom, area.right
        )
        rows = self._library.sheet(name).get_values(asked)
        return [[_plain(each) for each in row] for row in rows]

    def _frame(self, sheet_id: int) -> Frame:
        return next(each for each in self._book.frames if each.id == sheet_id)

    def _register(self, function: Function) -> None:
        self._library.register_function(
            function.name,
            _guarded(function.compute),
            min_args=function.least,
            max_args=function.most,
            volatile=function.is_volatile,
            allow_override_builtin=True,
        )

    def _put_all(self, frame: Frame, cells: Mapping[tuple[int, int], Input]) -> None:
        """Hand over a sheet's cells by runs of one row, which costs a fraction of one by one."""
        name = translation.key(frame.id)
        for (row, column), run in _runs(cells):
            if isinstance(run[0], Formula):
                texts = [self._translated(each, frame) for each in run]
                self._library.set_formulas_batch(name, row + 1, column + 1, [texts])
            else:
                self._library.set_values_batch(
                    name, row + 1, column + 1, [[_given(each) for each in run]]
                )

    def _put(self, frame: Frame, row: int, column: int, given: Input) -> None:
        name = translation.key(frame.id)
        if isinstance(given, Formula):
            text = self._translated(given, frame)
            self._library.set_formula(name, row + 1, column + 1, text)
        else:
            self._library.set_value(name, row + 1, column + 1, _given(given))

    def _translated(self, formula: Input, frame: Frame) -> str:
        assert isinstance(formula, Formula)
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


def _given(value: Input) -> Any:
    """A value as the library takes it."""
    if isinstance(value, Error):
        return formualizer.LiteralValue.error(_KINDS.get(value.code, "Value"), value.message)
    return value


def _plain(found: Any) -> Value:
    """A value as the library hands it out."""
    if isinstance(found, dict):
        return Error(_CODES.get(found["kind"], values.VALUE), found.get("message", ""))
    if isinstance(found, int) and not isinstance(found, bool):
        return float(found)
    return found  # type: ignore[no-any-return]  # number, text, truth value or nothing


def _guarded(compute: Callable[..., Any]) -> Callable[..., Any]:
    """A function whose errors come out as the library's."""

    def answer(*given: Any) -> Any:
        found = compute(*given)
        return _given(found) if isinstance(found, Error) else found

    return answer
