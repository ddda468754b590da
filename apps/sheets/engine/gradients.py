"""Colour scales: which colour a number has between the colours of some points."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import NamedTuple


class Point(NamedTuple):
    """A number and its colour, each part from 0 to 1."""

    at: float
    red: float
    green: float
    blue: float


def place(kind: str, given: float | None, numbers: Sequence[float]) -> float | None:
    """Where a point of a scale lies.

    Args:
        kind: ``MIN``, ``MAX``, ``NUMBER``, ``PERCENT`` (of the way from least to greatest) or
            ``PERCENTILE``.
        given: its value, if the kind has one.
        numbers: the numbers of the range, in order; at least one.
    """
    if kind in ("MIN", "MAX"):
        return numbers[0] if kind == "MIN" else numbers[-1]
    if given is None or kind == "NUMBER":
        return given
    if kind == "PERCENT":
        return numbers[0] + (numbers[-1] - numbers[0]) * given / 100
    where = (len(numbers) - 1) * min(max(given, 0), 100) / 100
    low = int(where)
    high = min(low + 1, len(numbers) - 1)
    return numbers[low] + (numbers[high] - numbers[low]) * (where - low)


def colour(number: float, points: Sequence[Point]) -> tuple[float, float, float]:
    """The colour of a number; beyond the outer points it is theirs."""
    ordered = sorted(points, key=lambda each: each.at)
    if number <= ordered[0].at:
        return ordered[0][1:]
    for low, high in itertools.pairwise(ordered):
        if number <= high.at:
            part = (number - low.at) / (high.at - low.at) if high.at > low.at else 1.0
            mixed = [a + (b - a) * part for a, b in zip(low[1:], high[1:], strict=True)]
            return mixed[0], mixed[1], mixed[2]
    return ordered[-1][1:]
