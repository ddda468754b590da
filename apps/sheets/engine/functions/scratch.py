"""Small calculations beside the workbook: for functions that are worked out case by case.

What calculates a workbook must not be asked while it does, so these have a library of their own.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable, Sequence
from itertools import islice

import formualizer

from workworld.apps.sheets.engine import values
from workworld.apps.sheets.engine.addresses import Area, column_name, parse
from workworld.apps.sheets.engine.callables import TOO_MUCH, Surroundings, register
from workworld.apps.sheets.engine.functions.shapes import failed
from workworld.apps.sheets.engine.values import Value

_SHEET = "scratch"
_MOST_COLUMNS = 16_384
"""Of the library, for formulas and what they name."""
_MORE = 4
"""How many times as many formulas are worked out at once as before."""
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
        self.column = 0
        """The first one in which nothing stands."""
        self._surroundings = surroundings

    def spend(self, cases: int) -> None:
        """Take so many cases out of what may be worked out.

        Raises:
            Failed: there are not as many left.
        """
        if not self._surroundings.spend(cases):
            raise failed(values.CALCULATION, TOO_MUCH)

    def put(self, rows: Rows) -> str:
        """Put values somewhere.

        Returns:
            Where they are: an address.

        Raises:
            Failed: there is no room for them.
        """
        left = self.column
        width = max(len(row) for row in rows)
        if left + width > _MOST_COLUMNS:
            raise failed(values.CALCULATION, TOO_MUCH)
        self.column += width
        given = [[values.to_library(each) for each in row] for row in rows]
        self._library.set_values_batch(_SHEET, 1, left + 1, given)
        return fixed(Area(0, left, len(rows), left + width))

    def results(self, formulas: Iterable[str]) -> list[Value]:
        """What formulas come to, each without its equals sign; of arrays, the first value."""
        return self._calculated(f"={each}" for each in formulas)

    def chained(self, formulas: Callable[[str], str], first: str, count: int) -> list[Value]:
        """What formulas come to of which each needs the one before.

        Args:
            formulas: makes the one formula of the address of the result before.
            first: where the first value is.
            count: how many there are.
        """
        column = column_name(self.column)
        places = (first, *(f"${column}${row}" for row in range(1, count)))
        return self._calculated(f"={formulas(before)}" for before in places[:count])

    def array(self, formula: str) -> list[list[Value]]:
        """What a formula comes to that may be an array."""
        left = self.column
        self.column += 1
        self._library.set_formula(_SHEET, 1, left + 1, f"={formula}")
        found = self._library.evaluate_cell(_SHEET, 1, left + 1)
        spilled = self._library.inspect_cell(f"{_SHEET}!{column_name(left)}1").cell.spill
        if spilled is None or spilled.extent is None:
            return [[values.of_any(found)]]
        last = formualizer.CellRef.from_string(spilled.extent.rpartition(":")[2])
        asked = formualizer.RangeAddress(_SHEET, 1, left + 1, last.row, last.col)
        rows = self._library.sheet(_SHEET).get_values(asked)
        return [[values.of_any(each) for each in row] for row in rows]

    def _calculated(self, formulas: Iterable[str]) -> list[Value]:
        """What formulas come to: first of one, then of ever more at once.

        What functions within them cost is known only afterwards, so that it is asked in between
        whether there is still something left.
        """
        column, made, count, rest = self.column + 1, list[Value](), 1, iter(formulas)
        self.column += 1
        while some := [[each] for each in islice(rest, count)]:
            if self._surroundings.is_spent:
                raise failed(values.CALCULATION, TOO_MUCH)
            first, last = len(made) + 1, len(made) + len(some)
            self._library.set_formulas_batch(_SHEET, first, column, some)
            self._library.evaluate_all()
            asked = formualizer.RangeAddress(_SHEET, first, column, last, column)
            rows = self._library.sheet(_SHEET).get_values(asked)
            made += [values.of_any(row[0]) for row in rows]
            count *= _MORE
        return made


def fixed(area: Area) -> str:
    """The address of a rectangle of the sheet."""
    first = f"${column_name(area.left)}${area.top + 1}"
    if area.size == 1:
        return first
    return f"{first}:${column_name(area.right - 1)}${area.bottom}"


def parsed(address: str) -> Area:
    """The rectangle of an address."""
    meant = parse(address.replace("$", ""))
    assert meant is not None
    return meant.area(0, 0)
