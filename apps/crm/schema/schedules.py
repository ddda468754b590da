"""When something comes that comes again and again: daily, weekly or monthly, at an hour."""

from __future__ import annotations

import calendar
from collections.abc import Sequence
from datetime import date, timedelta, tzinfo

from workworld.clock import from_microseconds, to_microseconds

DAILY, WEEKLY, MONTHLY = "daily", "weekly", "monthly"
_AHEAD = 63
"""How many days ahead is looked: a month that lacks the 31st counts its last day as that."""


def next_time(now_us: int, zone: tzinfo, frequency: str, days: Sequence[int], hour: int) -> int:
    """The next moment at which something comes.

    Args:
        now_us: after when, in microseconds since the Unix epoch.
        zone: whose days and hours are meant.
        frequency: ``daily``, ``weekly`` or ``monthly``.
        days: weekly: of the week, Monday 0; monthly: of the month, from 1, later than its last day
            the last one.
        hour: of the day.
    """
    local = from_microseconds(now_us).astimezone(zone)
    for ahead in range(_AHEAD):
        day = local.date() + timedelta(ahead)
        at = local.replace(
            year=day.year,
            month=day.month,
            day=day.day,
            hour=hour,
            minute=0,
            second=0,
            microsecond=0,
            fold=0,
        )
        if _fits(day, frequency, days) and to_microseconds(at) > now_us:
            return to_microseconds(at)
    raise ValueError(f"nothing comes {frequency} on {days}")


def _fits(day: date, frequency: str, days: Sequence[int]) -> bool:
    if frequency == WEEKLY:
        return day.weekday() in days
    if frequency == MONTHLY:
        last = calendar.monthrange(day.year, day.month)[1]
        return day.day in {min(each, last) for each in days}
    return True
