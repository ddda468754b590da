"""Times off: some weeks in summer, some days around, in the bounds of what people have a year."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta

from workworld.randomness import Stream
from workworld.seed_data.company.draws import happens

_LONG_MONTHS = (6, 7, 7, 8, 8, 8, 12, 12)
"""When people take their long leave; in the southern summer six months later."""
_SHORT = 4
"""So many short ones a year, at most."""


def draw(
    stream: Stream, first: date, last: date, *, southern: bool, here: date | None = None
) -> Sequence[tuple[date, date]]:
    """Somebody's times off between two days: first and last days, in order, none overlapping.

    Args:
        stream: the person's own.
        first: not before this day.
        last: not after this one.
        southern: whether summer is in January.
        here: a day on which they are surely at work.
    """
    found: list[tuple[date, date]] = []
    for year in range(first.year, last.year + 1):
        for start, days in _wishes(stream, year, southern=southern):
            end = start + timedelta(days=days - 1)
            fits = first <= start and end <= last and not (here and start <= here <= end)
            if fits and all(end < other[0] or other[1] < start for other in found):
                found.append((start, end))
    return tuple(sorted(found))


def _wishes(stream: Stream, year: int, *, southern: bool) -> Sequence[tuple[date, int]]:
    month = stream.choice(_LONG_MONTHS)
    month = (month + 5) % 12 + 1 if southern else month
    wishes = [(_monday(stream, year, month), stream.choice((5, 12, 12, 12)))]
    for _ in range(stream.integer(2, _SHORT)):
        start = _monday(stream, year, stream.integer(1, 12))
        days = stream.integer(1, 3)
        # Short leave makes a weekend long, at one end or the other.
        wishes.append((start if happens(stream, 0.5) else start + timedelta(days=5 - days), days))
    return wishes


def _monday(stream: Stream, year: int, month: int) -> date:
    day = date(year, month, stream.integer(1, 22))
    return day + timedelta(days=-day.weekday() % 7)
