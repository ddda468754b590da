"""Goal seek: the input with which something comes to what is wanted."""

from __future__ import annotations

import math
from collections.abc import Callable

MOST_TRIES = 120
"""At so many places a solution is looked for before there is held to be none."""
_STEPS = 40
_Miss = Callable[[float], float | None]
"""How far from what is wanted an input leads."""


def sought(compute: Callable[[float], float | None], wanted: float, start: float) -> float | None:
    """An input for which a function comes to a wanted number.

    Args:
        compute: the function; None where it comes to no number.
        wanted: what it is to come to.
        start: an input near which the answer may lie.

    Returns:
        None where none was found: along the function's slope, or between two of ``MOST_TRIES``
        inputs ever further from the start.
    """

    def off(at: float) -> float | None:
        found = compute(at)
        return None if found is None or not math.isfinite(found) else found - wanted

    close = 1e-9 * max(1.0, abs(wanted))
    found = _along_the_slope(off, start, close)
    if found is None:
        found = _between(off, start, close)
    return None if found is None else _plain(found, off, close)


def _along_the_slope(off: _Miss, start: float, close: float) -> float | None:
    one, two = start, start + max(abs(start) * 0.01, 0.01)
    off_one, off_two = off(one), off(two)
    if off_one is not None and abs(off_one) <= close:
        return one
    for _ in range(_STEPS):
        if off_one is None or off_two is None:
            return None
        if abs(off_two) <= close:
            return two
        slope = (off_two - off_one) / (two - one)
        there = two - off_two / slope if slope else math.inf
        if not math.isfinite(there) or abs(there) > 1e15 or there == two:
            return None
        one, off_one = two, off_two
        two, off_two = there, off(there)
    return None


def _between(off: _Miss, start: float, close: float) -> float | None:
    """Where the function crosses what is wanted, on either side of the start."""
    width = max(abs(start) * 0.01, 0.01)
    sides: list[tuple[float, float] | None] = [None, None]
    for order in range(MOST_TRIES):
        side = order % 2
        at = start + (width if side == 0 else -width) * 1.6 ** (order // 2)
        miss = off(at)
        last, sides[side] = sides[side], None if miss is None else (at, miss)
        if miss is not None and last is not None and (miss < 0) != (last[1] < 0):
            found = _bisected(off, last, (at, miss), close)
            if found is not None:
                return found
    return None


def _bisected(
    off: _Miss,
    one: tuple[float, float],
    other: tuple[float, float],
    close: float,
) -> float | None:
    """The zero between two inputs on either side of it."""
    low, high = sorted((one, other))
    for _ in range(200):
        middle = (low[0] + high[0]) / 2
        slope = (high[1] - low[1]) / (high[0] - low[0]) if high[0] != low[0] else 0.0
        straight = low[0] - low[1] / slope if slope else middle
        for at in (straight, middle):
            if not low[0] < at < high[0]:
                continue
            miss = off(at)
            if miss is None:
                return None
            if abs(miss) <= close:
                return _plain(at, off, close)
            if (miss < 0) == (low[1] < 0):
                low = at, miss
            else:
                high = at, miss
        if high[0] - low[0] <= 1e-15 * max(abs(low[0]), abs(high[0])):
            break
    return low[0] if min(abs(low[1]), abs(high[1])) <= max(close, 1e-6) else None


def _plain(found: float, off: _Miss, close: float) -> float:
    """The answer with as few digits as do as well."""
    for digits in range(1, 15):
        short = float(f"{found:.{digits}g}")
        if abs(short - found) <= 1e-7 * max(abs(found), 1e-9):
            miss = off(short)
            if miss is not None and abs(miss) <= close:
                return short
    return found
