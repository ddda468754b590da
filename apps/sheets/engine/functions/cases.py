"""Functions worked out case by case: for each value of arrays, or by a function in a formula."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from workworld.apps.sheets.engine import formulas, values
from workworld.apps.sheets.engine.addresses import column_index, column_name
from workworld.apps.sheets.engine.callables import TOO_MUCH, Function, Surroundings
from workworld.apps.sheets.engine.functions.scratch import Scratch, fixed, parsed
from workworld.apps.sheets.engine.functions.shapes import (
    Rows,
    answering,
    failed,
    filled,
    rows_of,
    text,
    whole,
)
from workworld.apps.sheets.engine.values import Error, Value
from workworld.apps.sheets.engine.writers import CALLED, CALLED_ANEW, EACH

_CELLS_PER_CASE = 20
_CELLS_PER_CASE_READ = 1_000
"""So many cells that a function takes from around it cost as much as a case."""
_STEP = 10
"""How many cases a step costs that is worked out by itself."""


@answering
def each(surroundings: Surroundings, name: Any, places: Any, *given: Any) -> Rows:
    """A function for each value of the arrays at some places; other arguments are as they are.

    Arrays of one row or column are taken for each of the others' columns or rows; where one is too
    short, nothing is available. https://support.microsoft.com/office/205c6b06-03ba-4151-89a1-87a7eb36e531
    """
    at = {int(part) for part in text(places).split(";")}
    ranges = {place: rows_of(given[place]) for place in at}
    height = max(len(rows) for rows in ranges.values())
    width = max(len(rows[0]) for rows in ranges.values())
    with _calling(surroundings) as scratch:
        scratch.spend(height * width)
        addresses = [scratch.put(rows_of(argument)) for argument in given]
        made = [
            f"{text(name)}({','.join(_case(addresses, ranges, row, column))})"
            for row in range(height)
            for column in range(width)
        ]
        found = scratch.results(made)
    rows = [found[at : at + width] for at in range(0, len(found), width)]
    return _with_gaps(rows, list(ranges.values()))


@answering
def called(
    surroundings: Surroundings, how: Any, parameters: Any, taken: Any, body: Any, *given: Any
) -> Any:
    """What a function comes to that a formula makes, called as its caller does.

    Args:
        surroundings: what functions know.
        how: the caller: ``MAP``, ``REDUCE`` and the like, or ``CALL``.
        parameters: its names.
        taken: the names of what it takes of the formula around it.
        body: what it computes.
        given: what the caller goes through, and behind that what is taken.
    """
    names = [part for part in text(parameters).split(";") if part]
    outer = [part for part in text(taken).split(";") if part]
    through = given[: len(given) - len(outer)]
    with _calling(surroundings) as scratch:
        placed = {
            name.casefold(): scratch.put(rows_of(value))
            for name, value in zip(outer, given[len(through) :], strict=True)
        }
        cells = sum(len(rows) * len(rows[0]) for rows in map(rows_of, given[len(through) :]))
        call = _Call(scratch, names, placed, text(body), 1 + cells // _CELLS_PER_CASE_READ)
        return _CALLERS[text(how)](call, through)


@contextmanager
def _calling(surroundings: Surroundings) -> Iterator[Scratch]:
    """A scratch sheet with all functions, and with the work that may still be done.

    Functions called within functions share it, so that together they do not take for ever.
    """
    if not surroundings.depth:
        surroundings.renew()
    elif surroundings.is_spent:  # nothing is put up for what is not worked out
        raise failed(values.CALCULATION, TOO_MUCH)
    surroundings.depth += 1
    try:
        scratch = Scratch(surroundings)
        scratch.spend(_STEP)
        yield scratch
    finally:
        surroundings.depth -= 1


class _Call:
    """A function with what it takes, ready to be called with addresses."""

    def __init__(
        self,
        scratch: Scratch,
        names: Sequence[str],
        placed: dict[str, str],
        body: str,
        effort: int,
    ) -> None:
        self.scratch = scratch
        self._effort = effort
        self.names = names
        self._placed = placed
        self._body = f"={body}"

    def spend(self, count: int) -> None:
        """Take what so many calls cost out of what may be worked out."""
        self.scratch.spend(count * self._effort)

    def expect(self, count: int) -> None:
        """Refuse a function that has another number of parameters."""
        if len(self.names) != count:
            said = f"The function takes {len(self.names)} values, but is given {count}."
            raise failed(values.VALUE, said)

    def with_values(self, *addresses: str) -> str:
        """The body with addresses in the place of its parameters."""
        known = self._placed | {
            name.casefold(): address for name, address in zip(self.names, addresses, strict=True)
        }
        return formulas.replaced(self._body, lambda part: known.get(part.text.casefold()))[1:]


def _map(call: _Call, given: Sequence[Any]) -> Rows:
    call.expect(len(given))
    ranges = [rows_of(argument) for argument in given]
    height, width = len(ranges[0]), len(ranges[0][0])
    if any((len(rows), len(rows[0])) != (height, width) for rows in ranges):
        raise failed(values.VALUE, "The arrays have different sizes.")
    call.spend(height * width)
    addresses = [call.scratch.put(rows) for rows in ranges]
    made = (
        call.with_values(*(_within(address, row, column) for address in addresses))
        for row in range(height)
        for column in range(width)
    )
    found = call.scratch.results(made)
    return [found[at : at + width] for at in range(0, len(found), width)]


def _accumulated(call: _Call, given: Sequence[Any]) -> tuple[list[Value], Rows]:
    call.expect(2)
    first, array = given
    rows = rows_of(array)
    call.spend(len(rows) * len(rows[0]))
    address = call.scratch.put(rows)
    places = [(row, column) for row in range(len(rows)) for column in range(len(rows[0]))]
    cells = iter(places)

    def step(before: str) -> str:
        return call.with_values(before, _within(address, *next(cells)))

    start = call.scratch.put([[rows_of(first)[0][0]]])
    return call.scratch.chained(step, start, len(places)), rows


def _stepwise(call: _Call, given: Sequence[Any]) -> Rows:
    """``REDUCE`` whose result may be an array: one step after the other."""
    call.expect(2)
    first, array = given
    found, rows = rows_of(first), rows_of(array)
    call.spend(len(rows) * len(rows[0]) * _STEP)
    begin = call.scratch.column
    for row in rows:
        for value in row:
            call.scratch.column = begin  # what the step before needed, nobody needs any more
            call.scratch.spend(len(found) * len(found[0]) // _CELLS_PER_CASE)
            addresses = call.scratch.put(found), call.scratch.put([[value]])
            found = filled(call.scratch.array(call.with_values(*addresses)))
    return found


def _reduce(call: _Call, given: Sequence[Any]) -> Value:
    return _accumulated(call, given)[0][-1]


def _scan(call: _Call, given: Sequence[Any]) -> Rows:
    found, rows = _accumulated(call, given)
    width = len(rows[0])
    return [found[at : at + width] for at in range(0, len(found), width)]


def _by_row(call: _Call, given: Sequence[Any]) -> Rows:
    call.expect(1)
    (array,) = given
    rows = rows_of(array)
    call.spend(len(rows))
    place = parsed(call.scratch.put(rows))
    addresses = [
        fixed(replace(place, top=place.top + at, bottom=place.top + at + 1))
        for at in range(len(rows))
    ]
    return [[value] for value in call.scratch.results(map(call.with_values, addresses))]


def _by_column(call: _Call, given: Sequence[Any]) -> Rows:
    call.expect(1)
    (array,) = given
    rows = rows_of(array)
    call.spend(len(rows[0]))
    place = parsed(call.scratch.put(rows))
    addresses = [
        fixed(replace(place, left=place.left + at, right=place.left + at + 1))
        for at in range(len(rows[0]))
    ]
    return [call.scratch.results(map(call.with_values, addresses))]


def _make_array(call: _Call, given: Sequence[Any]) -> Rows:
    call.expect(2)
    height, width = (whole(each_) for each_ in given)
    call.spend(height * width)
    made = (
        call.with_values(str(row + 1), str(column + 1))
        for row in range(height)
        for column in range(width)
    )
    found = call.scratch.results(made)
    return [found[at : at + width] for at in range(0, len(found), width)]


def _once(call: _Call, given: Sequence[Any]) -> Rows:
    call.expect(len(given))
    call.spend(1)
    addresses = [call.scratch.put(rows_of(argument)) for argument in given]
    return filled(call.scratch.array(call.with_values(*addresses)))


_CALLERS: dict[str, Callable[[_Call, Sequence[Any]], Any]] = {
    "MAP": _map,
    "REDUCE": _reduce,
    "SCAN": _scan,
    "BYROW": _by_row,
    "BYCOL": _by_column,
    "MAKEARRAY": _make_array,
    "STEPS": _stepwise,
    "CALL": _once,
}


def _case(
    addresses: Sequence[str], ranges: dict[int, Rows], row: int, column: int
) -> Iterator[str]:
    """The arguments of one case."""
    for place, address in enumerate(addresses):
        rows = ranges.get(place)
        if rows is None:
            yield address
        else:
            at = 0 if len(rows) == 1 else row, 0 if len(rows[0]) == 1 else column
            yield _within(address, *at)


def _within(address: str, row: int, column: int) -> str:
    """A cell of a range that begins in the first row."""
    letters = address.partition(":")[0].split("$")[1]
    return f"${column_name(column_index(letters) + column)}${row + 1}"


def _with_gaps(rows: Rows, ranges: Sequence[Rows]) -> Rows:
    """What lies beyond an array of more than one row or column is not available."""
    tall = min((len(each_) for each_ in ranges if len(each_) > 1), default=len(rows))
    wide = min((len(each_[0]) for each_ in ranges if len(each_[0]) > 1), default=len(rows[0]))
    gap = Error(values.MISSING)
    return [
        [value if at < tall and column < wide else gap for column, value in enumerate(row)]
        for at, row in enumerate(rows)
    ]


FUNCTIONS = (
    Function(EACH, each, 3, knows=True),
    Function(CALLED, called, 4, knows=True),
    Function(CALLED_ANEW, called, 4, knows=True, is_volatile=True),
)
