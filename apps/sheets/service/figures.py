"""What charts show that are of one column: how often values lie where, and one number alone."""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from workworld.apps.sheets.engine.values import Value
from workworld.charts import Point

_MOST_BUCKETS = 60
_SUMS: Mapping[str, Callable[[Sequence[float]], float]] = {
    "SUM": math.fsum,
    "AVERAGE": statistics.fmean,
    "MEDIAN": statistics.median,
    "MIN": min,
    "MAX": max,
    "COUNT": lambda numbers: float(len(numbers)),
}
AGGREGATES = tuple(_SUMS)
"""What a scorecard may make of several numbers, in the vendor's words."""


@dataclass(frozen=True, slots=True)
class Card:
    """A number with what it is compared to."""

    text: str
    beside: str = ""
    """How it compares to the baseline; empty without one."""
    is_more: bool = False


def numbers(values: Sequence[Value]) -> list[float]:
    """Those of some values that are numbers."""
    return [
        float(each)
        for each in values
        if isinstance(each, int | float) and not isinstance(each, bool)
    ]


def summed(values: Sequence[Value], way: str) -> float | None:
    """What several numbers come to; without a way the first of them. None without numbers."""
    found = numbers(values)
    if not found:
        return 0.0 if way == "COUNT" else None
    return _SUMS[way](found) if way in _SUMS else found[0]


def buckets(values: Sequence[Value], size: float | None) -> list[Point]:
    """How many numbers lie in each stretch of the same length.

    Args:
        values: what is no number does not count.
        size: how long a stretch is; by default a round number that makes about √n of them.
    """
    found = numbers(values)
    if not found:
        return []
    low, high = min(found), max(found)
    step = size or _round((high - low) / max(1, math.ceil(math.sqrt(len(found)))))
    while (high - low) / step > _MOST_BUCKETS:
        step *= 2
    first = math.floor(low / step)
    counts = [0] * (math.floor(high / step) - first + 1)
    for each in found:
        counts[math.floor(each / step) - first] += 1
    return [
        Point(f"{_told((first + at) * step)} – {_told((first + at + 1) * step)}", float(count))
        for at, count in enumerate(counts)
    ]


def compared(value: float, baseline: float, way: str) -> str:
    """How a number compares to another: by how much, or by which share."""
    if way == "PERCENTAGE_DIFFERENCE":
        return f"{(value - baseline) / abs(baseline):+,.1%}" if baseline else "–"
    return f"{'+' if value >= baseline else '−'}{_told(abs(value - baseline))}"


def _round(size: float) -> float:
    """The next of 1, 2, 5, 10, 20, … that is no less."""
    if size <= 0:
        return 1.0
    tens = 10.0 ** math.floor(math.log10(size))
    return next(each * tens for each in (1, 2, 5, 10) if each * tens >= size * (1 - 1e-9))


def _told(number: float) -> str:
    return f"{number:,.10g}"
