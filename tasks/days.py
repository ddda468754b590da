"""Days and moments as tasks speak of them."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo  # noqa: TID251 - the type alone

from workworld.randomness import Stream

_OVER_WEEKEND = {4: 3, 5: 2}
_BEGIN = time(9, 31)
_HOURS = 3


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


def spelled(day: date) -> str:
    """A day in full: ``Monday, March 23``."""
    return f"{day:%A}, {day:%B} {day.day}"


def short(day: date) -> str:
    """A day as people write it in chat: ``Tue Feb 24``."""
    return f"{day:%a} {of_month(day)}"


def of_month(day: date) -> str:
    """Shorter still: ``Feb 24``."""
    return f"{day:%b} {day.day}"
