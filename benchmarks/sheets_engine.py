"""What calculating a large workbook costs, without a database: from cold, an edit, lookups."""

from __future__ import annotations

import datetime
import time
from collections.abc import Iterator, Mapping
from functools import partial
from itertools import count

from benchmarks.timing import Row
from benchmarks.timing import timed as timed_by
from workworld.apps.sheets.engine.books import Book, Frame
from workworld.apps.sheets.engine.calculation import Calculation
from workworld.apps.sheets.engine.inputs import Formula, Input

_NOW = datetime.datetime(2026, 3, 17, 12, tzinfo=datetime.UTC)
timed = partial(timed_by, clock=time.process_time)
_MANY, _SOME = 100_000, 10_000
_Cells = dict[tuple[int, int], Input]


def engine_rows(runs: int) -> Iterator[Row]:
    """From cold and after an edit, of formulas of the kinds that people have many of."""
    chained, turn = _chained(_MANY), count()
    yield timed(f"{_MANY:,} formulas from cold", runs, lambda: _calculated(chained))
    kept = _calculated(chained)
    yield timed(
        f"an edit with {_MANY:,} dependants", runs, lambda: kept.put(0, {(0, 1): float(next(turn))})
    )
    few = _calculated(_chained(_SOME))
    yield timed(
        f"an edit with {_SOME:,} dependants", runs, lambda: few.put(0, {(0, 1): float(next(turn))})
    )
    yield timed("an edit beside them", runs, lambda: kept.put(0, {(0, 9): float(next(turn))}))
    sums = _sums()
    yield timed(f"{_SOME:,} SUMIFS over {_SOME:,} rows from cold", runs, lambda: _calculated(sums))
    mixed = _mixed()
    yield timed(f"{_SOME:,} mixed formulas from cold", runs, lambda: _calculated(mixed))


def _calculated(cells: Mapping[tuple[int, int], Input]) -> Calculation:
    book = Book.of([Frame(0, "Plan", _MANY, 26)])
    return Calculation(book, {0: cells}, now=_NOW)


def _chained(size: int) -> _Cells:
    """Formulas that all hang on one cell."""
    found: _Cells = {(0, 1): 2.0}
    for row in range(size):
        found[row, 0] = float(row)
        found[row, 2] = Formula(f"=A{row + 1}*$B$1+{row}")
    return found


def _sums() -> _Cells:
    found = _Cells()
    for row in range(_SOME):
        found[row, 0], found[row, 1] = f"key {row % 500}", float(row)
        found[row, 2] = Formula(f"=SUMIFS(B$1:B${_SOME},A$1:A${_SOME},A{row + 1})")
    return found


def _mixed() -> _Cells:
    """Comparisons, texts, days and lookups, all of which are translated."""
    found = _Cells()
    for row in range(_SOME):
        found[row, 0], found[row, 1] = float(row), f"name {row}"
    kinds = (
        '=IF(A{0}>5,"x","y")',
        '=A{0}&" "&B{0}',
        "=YEAR(A{0}+40000)",
        "=VLOOKUP(A{0},A$1:B$10000,2,FALSE)",
        "=IFERROR(INDEX(B$1:B$10000,MATCH(A{0},A$1:A$10000,0)),0)",
    )
    for row in range(_SOME):
        found[row, 3] = Formula(kinds[row % len(kinds)].format(row + 1))
    return found
