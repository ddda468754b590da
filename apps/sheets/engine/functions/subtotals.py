"""``SUBTOTAL`` and ``AGGREGATE``: figures of what is shown, without those among them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from workworld.apps.sheets.engine import values
from workworld.apps.sheets.engine.addresses import Place
from workworld.apps.sheets.engine.callables import Function, Surroundings
from workworld.apps.sheets.engine.functions.cells import ranges
from workworld.apps.sheets.engine.functions.shapes import (
    answering,
    failed,
    number,
    rows_of,
    sound,
    whole,
)
from workworld.apps.sheets.engine.precedents import Range
from workworld.apps.sheets.engine.values import Error, Value

_MARKS = ("SUBTOTAL(", "AGGREGATE(")


def _average(given: Sequence[float]) -> float:
    if not given:
        raise failed(values.DIVISION, "There is nothing to take an average of.")
    return sum(given) / len(given)


def _variance(given: Sequence[float], spare: int) -> float:
    if len(given) <= spare:
        raise failed(values.DIVISION, "There are too few numbers.")
    mean = sum(given) / len(given)
    return math.fsum((each - mean) ** 2 for each in given) / (len(given) - spare)


def _mode(given: Sequence[float]) -> float:
    counts = dict[float, int]()
    for each in given:
        counts[each] = counts.get(each, 0) + 1
    most = max(counts.values(), default=0)
    if most < 2:
        raise failed(values.MISSING, "No number comes twice.")
    return next(each for each, count in counts.items() if count == most)


_NUMBERS: Mapping[int, Callable[[Sequence[float]], float]] = {
    1: _average,
    4: lambda given: max(given, default=0.0),
    5: lambda given: min(given, default=0.0),
    6: lambda given: math.prod(given) if given else 0.0,
    7: lambda given: math.sqrt(_variance(given, 1)),
    8: lambda given: math.sqrt(_variance(given, 0)),
    9: lambda given: float(sum(given)),
    10: lambda given: _variance(given, 1),
    11: lambda given: _variance(given, 0),
    12: lambda given: _quantile(given, 0.5, 0),
    13: _mode,
}
"""Figures of numbers, by the codes of both functions."""


def _nth(given: Sequence[float], place: float, *, largest: bool) -> float:
    at = math.ceil(place)
    if not 1 <= at <= len(given):
        raise failed(values.NUMBER, f"There is no number {at} of {len(given)}.")
    return sorted(given, reverse=largest)[at - 1]


def _quantile(given: Sequence[float], share: float, spare: int) -> float:
    """A quantile; ``spare`` is 1 where it lies strictly between the numbers."""
    ordered = sorted(given)
    at = share * (len(ordered) + 1) - 1 if spare else share * (len(ordered) - 1)
    if not ordered or not 0 <= at <= len(ordered) - 1:
        raise failed(values.NUMBER, "There is no such quantile.")
    low = math.floor(at)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (at - low) * (ordered[high] - ordered[low])


_WITH_ARGUMENT: Mapping[int, Callable[[Sequence[float], float], float]] = {
    14: lambda given, k: _nth(given, k, largest=True),
    15: lambda given, k: _nth(given, k, largest=False),
    16: lambda given, k: _quantile(given, k, 0),
    17: lambda given, k: _quantile(given, int(k) / 4, 0),
    18: lambda given, k: _quantile(given, k, 1),
    19: lambda given, k: _quantile(given, int(k) / 4, 1),
}
"""Figures of numbers and one more, by the codes of ``AGGREGATE``."""


@answering
def subtotal(surroundings: Surroundings, positions: Any, code: Any, *given: Any) -> float:
    """A figure of ranges without rows that a filter hides, and with codes from 101 on without all
    hidden ones. https://support.google.com/docs/answer/3093649
    """
    asked = whole(code)
    what = asked - 100 if asked > 100 else asked
    if not 1 <= what <= 11:
        raise failed(values.VALUE, "The code of a subtotal is 1 to 11, or 101 to 111.")
    found = ranges(positions)[1:]
    kept = list(
        _kept(surroundings, found, given, by_hand=asked > 100, is_nested=False, drops_errors=False)
    )
    return _figure(what, kept)


@answering
def aggregate(
    surroundings: Surroundings, positions: Any, code: Any, options: Any, *given: Any
) -> float:
    """A figure of ranges without hidden rows, errors, or other such figures, as options say.

    https://support.microsoft.com/office/43b9278e-6aa7-4f17-92b6-e19993fa26df
    """
    what, option = whole(code), whole(options, 0)
    if not 1 <= what <= 19 or option > 7:
        raise failed(values.VALUE, "The code is 1 to 19, and the options are 0 to 7.")
    found, extra = ranges(positions)[2:], 0.0
    if what in _WITH_ARGUMENT:
        if len(given) != 2:
            raise failed(values.VALUE, "Expected an array and a number.")
        extra, given = number(given[1]), given[:1]
    kept = list(
        _kept(
            surroundings,
            found,
            given,
            by_hand=option in (1, 3, 5, 7),
            is_nested=option > 3,
            drops_errors=option in (2, 3, 6, 7),
        )
    )
    if what in _WITH_ARGUMENT:
        return _WITH_ARGUMENT[what](_plain_numbers(kept), extra)
    return _figure(what, kept)


def _figure(what: int, kept: Sequence[Value]) -> float:
    if what == 2:
        return float(sum(_is_number(each) for each in kept))
    if what == 3:
        return float(sum(each is not None for each in kept))
    return _NUMBERS[what](_plain_numbers(kept))


def _plain_numbers(kept: Sequence[Value]) -> list[float]:
    return [each for each in map(sound, kept) if isinstance(each, float)]


def _is_number(value: Value) -> bool:
    return isinstance(value, float)


def _kept(
    surroundings: Surroundings,
    found: Sequence[Range | None],
    given: Sequence[Any],
    *,
    by_hand: bool,
    is_nested: bool,
    drops_errors: bool,
) -> Iterator[Value]:
    """The values that count."""
    for at, argument in enumerate(given):
        place = found[at] if at < len(found) else None
        hides = (
            frozenset[int]()
            if place is None
            else surroundings.hidden_rows(place.sheet, by_hand=by_hand)
        )
        for row, line in enumerate(rows_of(argument)):
            if place is not None and place.area.top + row in hides:
                continue
            for column, value in enumerate(line):
                if drops_errors and isinstance(value, Error):
                    continue
                if not is_nested and place is not None and value is not None:
                    cell = Place(place.sheet, place.area.top + row, place.area.left + column)
                    if _is_figure(surroundings.formula(cell)):
                        continue
                yield value


def _is_figure(formula: str | None) -> bool:
    """Whether a formula is a subtotal itself, which others do not count again."""
    return formula is not None and any(each in formula.upper() for each in _MARKS)


FUNCTIONS = (
    Function("WW.SUBTOTAL", subtotal, 3, knows=True),
    Function("WW.AGGREGATE", aggregate, 4, knows=True),
)
