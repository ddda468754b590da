"""What numbers come to: the ways in which values of a pivot table are summed up."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence

from workworld.apps.sheets.engine import values
from workworld.apps.sheets.engine.pivots.buckets import plain
from workworld.apps.sheets.engine.values import Error, Value

_DIVIDED = Error(values.DIVISION)


def numbers(given: Sequence[Value]) -> list[float]:
    """The numbers among values."""
    return [each for each in given if isinstance(each, float) and not isinstance(each, bool)]


def _filled(given: Sequence[Value]) -> list[Value]:
    return [each for each in given if each is not None and each != ""]


def _variance(given: Sequence[float], *, of_all: bool) -> Value:
    count = len(given) if of_all else len(given) - 1
    if count < 1:
        return _DIVIDED
    mean = math.fsum(given) / len(given)
    return math.fsum((each - mean) ** 2 for each in given) / count


def _deviation(given: Sequence[float], *, of_all: bool) -> Value:
    found = _variance(given, of_all=of_all)
    return math.sqrt(found) if isinstance(found, float) else found


def _median(given: Sequence[float]) -> Value:
    ordered, half = sorted(given), len(given) // 2
    if not ordered:
        return Error(values.NUMBER)
    return ordered[half] if len(ordered) % 2 else (ordered[half - 1] + ordered[half]) / 2


def _average(given: Sequence[float]) -> Value:
    return math.fsum(given) / len(given) if given else _DIVIDED


_OF_NUMBERS: Mapping[str, Callable[[Sequence[float]], Value]] = {
    "SUM": lambda given: float(math.fsum(given)),
    "COUNT": lambda given: float(len(given)),
    "AVERAGE": _average,
    "MAX": lambda given: max(given, default=0.0),
    "MIN": lambda given: min(given, default=0.0),
    "MEDIAN": _median,
    "PRODUCT": lambda given: math.prod(given) if given else 0.0,
    "STDEV": lambda given: _deviation(given, of_all=False),
    "STDEVP": lambda given: _deviation(given, of_all=True),
    "VAR": lambda given: _variance(given, of_all=False),
    "VARP": lambda given: _variance(given, of_all=True),
}
COUNTS = frozenset({"COUNT", "COUNTA", "COUNTUNIQUE"})
"""What counts: it is shown without its column's number format."""
FUNCTIONS = (*_OF_NUMBERS, "COUNTA", "COUNTUNIQUE")
"""All ways to sum up, but for formulas."""


def total(function: str, given: Sequence[Value]) -> Value:
    """What values come to; an error among them, where it matters, is the answer.

    Args:
        function: one of ``FUNCTIONS``.
        given: the values.
    """
    if function == "COUNTA":
        return float(len(_filled(given)))
    if function == "COUNTUNIQUE":
        return float(len({plain(each).order for each in _filled(given)}))
    if function != "COUNT":
        error = next((each for each in given if isinstance(each, Error)), None)
        if error is not None:
            return error
    return _OF_NUMBERS[function](numbers(given))
