"""Terms of contracts: on which day one ends that begins on another and runs for some months."""

from __future__ import annotations

from calendar import monthrange
from datetime import date, timedelta

_MONTHS = 12
RENEWED_BEFORE = 90
"""So many days before a contract ends, the deal begins that is to go on with it."""


def last_day(start: str, months: int) -> str:
    """The last day of a term, as an ISO date.

    Args:
        start: its first day, as an ISO date.
        months: how many it runs for.
    """
    first = date.fromisoformat(start)
    place = first.year * _MONTHS + first.month - 1 + months
    year, month = divmod(place, _MONTHS)
    day = min(first.day, monthrange(year, month + 1)[1])
    return (date(year, month + 1, day) - timedelta(days=1)).isoformat()


def of_a_year(cents: int, months: int) -> int:
    """What comes to an amount in some months comes to so much in a year, in whole hundredths."""
    return (cents * _MONTHS + months // 2) // months
