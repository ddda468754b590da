"""Functions that make and change arrays."""

from __future__ import annotations

from typing import Any

from workworld.apps.sheets.engine import values
from workworld.apps.sheets.engine.callables import Function, Surroundings
from workworld.apps.sheets.engine.functions.shapes import (
    MOST_MADE,
    Rows,
    answering,
    every,
    failed,
    filled,
    key,
    number,
    place_of,
    rows_of,
    truth,
    whole,
)
from workworld.apps.sheets.engine.values import Error, Value
from workworld.apps.sheets.engine.writers import LAID, NOTHING, PICKED

_CELLS_PER_CASE = 100
"""How many cells that are made cost as much as a function called once."""
_BLANK = 4
"""The first part of what blanks are sorted by: they come last, whatever the way."""


@answering
def laid(surroundings: Surroundings, value: Any, place: Any = None) -> Any:
    """A value, or an array as it is laid out in cells: blanks stay blank, where the library would
    put zeros.

    Args:
        surroundings: what it is noted in that a single value is blank.
        value: what the formula comes to.
        place: the formula's cell, if it may come to a blank cell's value.
    """
    if place is not None:
        surroundings.note_blank(place_of(place), is_blank=value is None)
    if not isinstance(value, list):
        return value
    return [["" if each is None else each for each in row] for row in value]


def nothing() -> None:
    """What a blank cell holds: 0 to arithmetic, an empty text to texts."""


@answering
def sequence(
    surroundings: Surroundings, rows: Any, columns: Any = None, start: Any = None, step: Any = None
) -> Rows:
    """Numbers in their order, row by row."""
    height, width = (1 if each is None else whole(each) for each in (rows, columns))
    first, by = (1.0 if each is None else number(each) for each in (start, step))
    if height * width > MOST_MADE:
        raise failed(values.NUMBER, f"The result has more than {MOST_MADE:,} cells.")
    if not surroundings.spend(height * width // _CELLS_PER_CASE):
        raise failed(values.CALCULATION, "The formulas make too many cells.")
    return [
        [first + by * at for at in range(row * width, (row + 1) * width)] for row in range(height)
    ]


@answering
def picked(array: Any, place: Any) -> Any:
    """A row of an array by its place from 1; of a single row or column, the element."""
    rows, at = rows_of(array), whole(place, 0)
    if at == 0:
        return array
    line = rows[0] if len(rows) == 1 else None
    if not 0 < at <= (len(rows) if line is None else len(line)):
        raise failed(values.REFERENCE, f"The array has no row {at}.")
    if line is not None:
        return line[at - 1]
    return rows[at - 1][0] if len(rows[0]) == 1 else [rows[at - 1]]


@answering
def arrayformula(array: Any) -> Any:
    """The array itself: all formulas are worked out as arrays."""
    return array


@answering
def filter_(array: Any, *conditions: Any) -> Any:
    """The rows, or columns, for which all conditions hold.

    A last argument that is one value is the answer where nothing does, as in Excel.
    https://support.google.com/docs/answer/3093197
    """
    rows = rows_of(array)
    *kept, last = conditions
    has_else = bool(kept) and not isinstance(last, list)
    tests = [rows_of(each) for each in (kept if has_else else conditions)]
    by_column = all(len(each) == 1 and len(each[0]) == len(rows[0]) for each in tests) and (
        len(rows) == 1 or len(rows[0]) > 1
    )
    lines = [list(each) for each in zip(*rows, strict=True)] if by_column else rows
    flags = [each[0] if by_column else [row[0] for row in each] for each in tests]
    if any(len(each) != len(lines) for each in flags):
        raise failed(values.VALUE, "A condition has as many values as the range has rows.")
    found = [line for at, line in enumerate(lines) if all(_holds(each[at]) for each in flags)]
    if not found:
        if has_else:
            return last
        raise failed(values.MISSING, "Nothing meets the conditions.")
    return [list(each) for each in zip(*found, strict=True)] if by_column else found


@answering
def beside(*arrays: Any) -> Rows:
    """Arrays side by side; where one is shorter, nothing is available."""
    blocks = [rows_of(each) for each in arrays]
    height, gap = max(map(len, blocks)), Error(values.MISSING)
    if height * sum(len(each[0]) for each in blocks) > MOST_MADE:
        raise failed(values.NUMBER, f"The result has more than {MOST_MADE:,} cells.")
    padded = [each + [[gap] * len(each[0])] * (height - len(each)) for each in blocks]
    return [[value for block in padded for value in block[at]] for at in range(height)]


@answering
def below(*arrays: Any) -> Rows:
    """Arrays below one another; where one is narrower, nothing is available."""
    return filled([row for each in arrays for row in rows_of(each)])


@answering
def sort(array: Any, *by: Any) -> Rows:
    """The rows in the order of columns, each with whether it ascends.

    As in Google Sheets, several columns may be named; as in Excel, 1 and -1 say the way, and a
    fourth argument that is a truth value says whether columns are sorted.
    https://support.google.com/docs/answer/3093150
    """
    rows = rows_of(array)
    by_column = len(by) == 3 and isinstance(by[2], bool)
    given = by[:2] if by_column else by
    lines = [list(each) for each in zip(*rows, strict=True)] if by_column and by[2] else rows
    orders = [
        (_column(lines, given[at]), at + 1 >= len(given) or number(given[at + 1]) > 0)
        for at in range(0, len(given), 2)
    ] or [([key(line[0]) for line in lines], True)]
    places = list(range(len(lines)))
    for keys, ascending in reversed(orders):
        places.sort(key=keys.__getitem__, reverse=not ascending)
        places.sort(key=lambda at, keys=keys: keys[at][0] == _BLANK)  # type: ignore[misc]
    found = [lines[at] for at in places]
    return [list(each) for each in zip(*found, strict=True)] if lines is not rows else found


@answering
def flatten(*arrays: Any) -> Rows:
    """All values below one another, row by row; errors stay what they are."""
    found = [[each] for array in arrays for row in rows_of(array) for each in row]
    return filled(found)


@answering
def expand(array: Any, height: Any, width: Any = None, pad: Any = None) -> Rows:
    """An array made larger, with a value in the new cells."""
    rows = rows_of(array)
    fill: Value = Error(values.MISSING) if pad is None else rows_of(pad)[0][0]
    tall = len(rows) if height is None else whole(height)
    wide = len(rows[0]) if width is None else whole(width)
    if tall < len(rows) or wide < len(rows[0]):
        raise failed(values.VALUE, "An array cannot be expanded to less than it has.")
    if tall * wide > MOST_MADE:
        raise failed(values.NUMBER, "The result has too many cells.")
    longer = [[*row, *([fill] * (wide - len(row)))] for row in rows]
    return longer + [[fill] * wide for _ in range(tall - len(rows))]


@answering
def wrap_rows(array: Any, count: Any, pad: Any = None) -> Rows:
    """The values in rows of so many."""
    return _wrapped(array, count, pad)


@answering
def wrap_columns(array: Any, count: Any, pad: Any = None) -> Rows:
    """The values in columns of so many."""
    return [list(each) for each in zip(*_wrapped(array, count, pad), strict=True)]


@answering
def sort_n(array: Any, count: Any = 1.0, ties: Any = 0.0, *by: Any) -> Rows:
    """The first rows in an order; ties as the mode says.

    0 shows so many rows, 1 all that equal the last one too, 2 so many different rows, 3 so many
    different rows with all their duplicates. https://support.google.com/docs/answer/7354624
    """
    rows, wanted, mode = rows_of(array), whole(count, 0), whole(ties, 0)
    if mode > 3 or len(by) % 2:
        raise failed(values.VALUE, "Ties are shown in mode 0, 1, 2 or 3.")
    orders = [(_column(rows, by[at]), truth(by[at + 1])) for at in range(0, len(by), 2)]
    places = list(range(len(rows)))
    if not orders:
        orders = [([key(row[0]) for row in rows], True)]
    for keys, ascending in reversed(orders):
        places.sort(key=keys.__getitem__, reverse=not ascending)
    ordered = [rows[at] for at in places]
    ranks = [tuple(keys[at] for keys, _ in orders) for at in places]
    return filled(_first(ordered, ranks, wanted, mode))


@answering
def count_unique(*arrays: Any) -> float:
    """How many different values there are; blanks do not count."""
    found = {(type(each) is bool, key(each)) for each in every(arrays) if each is not None}
    return float(len(found))


def _holds(value: Value) -> bool:
    """Whether a condition's value counts as true: errors and texts do not."""
    return isinstance(value, (bool, float)) and bool(value)


def _wrapped(array: Any, count: Any, pad: Any) -> Rows:
    rows, wanted = rows_of(array), whole(count)
    if wanted > MOST_MADE:
        raise failed(values.NUMBER, f"The result has more than {MOST_MADE:,} cells.")
    if len(rows) > 1 and len(rows[0]) > 1:
        raise failed(values.VALUE, "Expected one row or one column.")
    fill: Value = Error(values.MISSING) if pad is None else rows_of(pad)[0][0]
    flat = [each for row in rows for each in row]
    flat += [fill] * (-len(flat) % wanted)
    return [flat[at : at + wanted] for at in range(0, len(flat), wanted)]


def _column(rows: Rows, given: Any) -> list[tuple[int, Any]]:
    """The keys of a column of the range, by its number, or of another range as tall."""
    if isinstance(given, list) and len(given) > 1:
        if len(given) != len(rows):
            raise failed(values.VALUE, "What is sorted by has as many rows as what is sorted.")
        return [key(row[0]) for row in given]
    at = whole(given)
    if at > len(rows[0]):
        raise failed(values.VALUE, f"The range has no column {at}.")
    return [key(row[at - 1]) for row in rows]


def _first(ordered: Rows, ranks: list[Any], wanted: int, mode: int) -> Rows:
    if mode == 0 or not wanted:
        return ordered[:wanted]
    if mode == 1:
        return _with_equals(ordered, ranks, wanted)
    seen, found = list[Any](), Rows()
    for row, rank in zip(ordered, ranks, strict=True):
        if rank not in seen:
            if len(seen) == wanted:
                break
            seen.append(rank)
        elif mode == 2:
            continue
        found.append(row)
    return found


def _with_equals(ordered: Rows, ranks: list[Any], wanted: int) -> Rows:
    end = min(wanted, len(ordered))
    while end < len(ordered) and ranks[end] == ranks[end - 1]:
        end += 1
    return ordered[:end]


FUNCTIONS = (
    Function(LAID, laid, 1, 2, knows=True),
    Function(NOTHING, nothing, 0, 0),
    Function(PICKED, picked, 2, 2),
    Function("ARRAYFORMULA", arrayformula, 1, 1),
    Function("FILTER", filter_, 2),
    Function("SEQUENCE", sequence, 1, 4, knows=True),
    Function("HSTACK", beside, 1),
    Function("VSTACK", below, 1),
    Function("SORT", sort, 1),
    Function("FLATTEN", flatten, 1),
    Function("EXPAND", expand, 2, 4),
    Function("WRAPROWS", wrap_rows, 2, 3),
    Function("WRAPCOLS", wrap_columns, 2, 3),
    Function("SORTN", sort_n, 1),
    Function("COUNTUNIQUE", count_unique, 1),
)
