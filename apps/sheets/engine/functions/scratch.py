"""Small calculations beside the workbook: for functions that are worked out case by case.

What calculates a workbook must not be asked while it does, so these have a library of their own.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable, Sequence

import formualizer

from workworld.apps.sheets.engine import values
from workworld.apps.sheets.engine.addresses import Area, column_name
from workworld.apps.sheets.engine.callables import Surroundings, register
from workworld.apps.sheets.engine.functions.shapes import failed
from workworld.apps.sheets.engine.values import Value

_SHEET = "scratch"
Rows = Sequence[Sequence[Value]]


class Scratch:
    """A sheet for values and formulas of one calculation.

    Args:
        surroundings: what functions know; its functions may be called here.
    """

    def __init__(self, surroundings: Surroundings) -> None:
        config = formualizer.EvaluationConfig()
        config.enable_parallel = False
        self._library = formualizer.Workbook(
            config=formualizer.WorkbookConfig(eval_config=config, enable_changelog=False)
        )
        self._library.set_temporal_egress("serial")
        now = surroundings.now
        offset = now.utcoffset() or datetime.timedelta()
        self._library.set_deterministic_clock(
            now.astimezone(datetime.UTC), int(offset.total_seconds())
        )
        for each in surroundings.functions:
            register(self._library, each, surroundings)
        self._library.add_sheet(_SHEET)
        self._column = 0
        self._surroundings = surroundings

    def spend(self, cases: int) -> None:
        """Take so many cases out of what may be worked out.

        Raises:
            Failed: there are not as many left.
        """
        if not self._surroundings.spend(cases):
            raise failed(values.CALCULATION, "The formula is too much work.")

    def put(self, rows: Rows) -> str:
        """Put values somewhere.

        Returns:
            Where they are: an address.
        """
        left = self._column
        width = max(len(row) for row in rows)
        self._column += width
        given = [[values.to_library(each) for each in row] for row in rows]
        self._library.set_values_batch(_SHEET, 1, left + 1, given)
        return fixed(Area(0, left, len(rows), left + width))

    def results(self, formulas: Iterable[str]) -> list[Value]:
        """What formulas come to, each without its equals sign; of arrays, the first value."""
        return [row[0] for row in self._calculated([[f"={each}"] for each in formulas])]

    def chained(self, formulas: Callable[[str], str], first: str, count: int) -> list[Value]:
        """What formulas come to of which each needs the one before.

        Args:
            formulas: makes the one formula of the address of the result before.
            first: where the first value is.
            count: how many there are.
        """
        column, made, before = column_name(self._column), list[list[str]](), first
        for row in range(count):
            made.append([f"={formulas(before)}"])
            before = f"${column}${row + 1}"
        return [row[0] for row in self._calculated(made)]

    def array(self, formula: str) -> list[list[Value]]:
        """What a formula comes to that may be an array."""
        left = self._column
        self._column += 1
        self._library.set_formula(_SHEET, 1, left + 1, f"={formula}")
        found = self._library.evaluate_cell(_SHEET, 1, left + 1)
        spilled = self._library.inspect_cell(f"{_SHEET}!{column_name(left)}1").cell.spill
        if spilled is None or spilled.extent is None:
            return [[values.of_any(found)]]
        last = formualizer.CellRef.from_string(spilled.extent.rpartition(":")[2])
        asked = formualizer.RangeAddress(_SHEET, 1, left + 1, last.row, last.col)
        rows = self._library.sheet(_SHEET).get_values(asked)
        return [[values.of_any(each) for each in row] for row in rows]

    def _calculated(self, formulas: Sequence[Sequence[str]]) -> list[list[Value]]:
        left = self._column
        self._column += 1
        if not formulas:
            return []
        self._library.set_formulas_batch(_SHEET, 1, left + 1, [list(row) for row in formulas])
        self._library.evaluate_all()
        asked = formualizer.RangeAddress(_SHEET, 1, left + 1, len(formulas), left + 1)
        rows = self._library.sheet(_SHEET).get_values(asked)
        return [[values.of_any(each) for each in row] for row in rows]


def fixed(area: Area) -> str:
    """The address of a rectangle of the sheet."""
    first = f"${column_name(area.left)}${area.top + 1}"
    if area.size == 1:
        return first
    return f"{first}:${column_name(area.right - 1)}${area.bottom}"
