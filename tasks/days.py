"""Days and moments as tasks speak of them."""

from __future__ import annotations

import re
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo  # noqa: TID251 - the type alone

from workworld.randomness import Stream

_OVER_WEEKEND = {4: 3, 5: 2}
_BEGIN = time(9, 31)
_HOURS = 3
_MONTHS = [f"{date(2000, month, 1):%B}" for month in range(1, 13)]
_DATED = re.compile(rf"({'|'.join(_MONTHS)}) (\d{{1,2}}), (\d{{4}})")


def workday_after(day: date) -> date:
    """The next day that is no Saturday or Sunday."""
    return day + timedelta(days=_OVER_WEEKEND.get(day.weekday(), 1))


def workdays_before(day: date, count: int) -> list[date]:
    """The last days before one that are no Saturday or Sunday, the earliest first."""
    found: list[date] = []
    while len(found) < count:
        day -= timedelta(days=1)
        if day.weekday() not in (5, 6):
            found.insert(0, day)
    return found


def working_moment(rng: Stream, zone: ZoneInfo, day: date) -> datetime:
    """A moment at which it is the same day, and working hours, on both sides of an ocean."""
    at = datetime.combine(day, _BEGIN, zone)
    return at + timedelta(seconds=rng.integer(0, _HOURS * 3600))


def dated(day: date) -> str:
    """A day with its year: ``March 23, 2026``."""
    return f"{day:%B} {day.day}, {day.year}"


def day_in(text: str) -> date:
    """The day that stands in a text as ``dated`` writes it.

    Raises:
        ValueError: none does.
    """
    if match := _DATED.search(text):
        return date(int(match[3]), _MONTHS.index(match[1]) + 1, int(match[2]))
    raise ValueError(f"{text!r} names no day")


def spelled(day: date) -> str:
    """A day in full: ``Monday, March 23``."""
    return f"{day:%A}, {day:%B} {day.day}"


def short(day: date) -> str:
    """A day as people write it in chat: ``Tue Feb 24``."""
    return f"{day:%a} {of_month(day)}"


def of_month(day: date) -> str:
    """Shorter still: ``Feb 24``."""
    return f"{day:%b} {day.day}"
