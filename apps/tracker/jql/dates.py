"""Times as queries say them: ``2026-03-01``, ``"2026-03-01 14:00"``, ``-7d``, ``startOfWeek(-1w)``.

Days begin at the viewer's midnight.
"""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, time, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo  # noqa: TID251 - a type; zones come from workworld.zones

_SECOND = 1_000_000
_MINUTE = 60 * _SECOND
_FIXED = {"w": 7 * 24 * 60, "d": 24 * 60, "h": 60, "m": 1}
_WRITTEN = re.compile(r"(\d{4})([-/])(\d{1,2})\2(\d{1,2})(?:[ T](\d{1,2}):(\d{2}))?", re.ASCII)
_PART = re.compile(r"(\d{1,6})\s*([yMwdhm])", re.ASCII)
_PERIOD = re.compile(r"\s*([+-]?)\s*((?:\d{1,6}\s*[yMwdhm]\s*)+)", re.ASCII)
_AMOUNT = re.compile(r"\s*([+-]?)\s*(\d{1,6})\s*([yMwdhm]?)\s*", re.ASCII)
_NUMBER = re.compile(r"-?\d{1,15}", re.ASCII)
_SUNDAY_FIRST = ("America/", "Asia/Tokyo", "Asia/Seoul", "Asia/Jerusalem", "Asia/Kolkata")
UNITS = {"day": "d", "week": "w", "month": "M", "year": "y"}


class Now(NamedTuple):
    """The moment at which somebody asks, and where."""

    us: int
    zone: ZoneInfo

    @property
    def local(self) -> datetime:
        """The viewer's clock."""
        return datetime.fromtimestamp(self.us // _SECOND, UTC).astimezone(self.zone)


def moment(text: str, now: Now) -> int | None:
    """The moment that a text names, in microseconds since the Unix epoch; None if none."""
    try:
        if found := _WRITTEN.fullmatch(text.strip()):
            year, _, month, day, hour, minute = found.groups(default="0")
            on = date(int(year), int(month), int(day))
            at = time(int(hour), int(minute), tzinfo=now.zone)
            return _us(datetime.combine(on, at))
        if found := _PERIOD.fullmatch(text):
            return _shifted(now, -1 if found[1] == "-" else 1, _PART.findall(found[2]))
        if _NUMBER.fullmatch(text):  # milliseconds since the epoch
            return int(text) * 1000
    except (ValueError, OverflowError):  # such as 31 February, or the year 90,000
        pass
    return None


def has_time(text: str) -> bool:
    """Whether a text names more than a day."""
    found = _WRITTEN.fullmatch(text.strip())
    return found is None or found[5] is not None


def day(us: int, now: Now) -> str:
    """The viewer's day of a moment, as an ISO date."""
    return datetime.fromtimestamp(us // _SECOND, UTC).astimezone(now.zone).date().isoformat()


def day_bounds(us: int, now: Now) -> tuple[int, int]:
    """The first and the last moment of the viewer's day of a moment."""
    first = datetime.fromtimestamp(us // _SECOND, UTC).astimezone(now.zone).date()
    return _midnight(first, now), _midnight(first + timedelta(1), now) - 1


def edge(unit: str, is_end: bool, amount: str, now: Now) -> int | None:
    """The first or the last moment of the day, week, month or year that is some time from now.

    Args:
        unit: ``day``, ``week``, ``month`` or ``year``.
        is_end: whether the last moment is meant.
        amount: how far off: ``-1``, ``"+2w"``; empty for the present one.
        now: who asks, and when.

    Returns:
        None if the amount makes no sense.
    """
    found = _AMOUNT.fullmatch(amount or "0")
    if found is None:
        return None
    sign = -1 if found[1] == "-" else 1
    try:
        at = _shifted(now, sign, [(found[2], found[3] or UNITS[unit])])
        local = datetime.fromtimestamp(at // _SECOND, UTC).astimezone(now.zone).date()
        first = _first(unit, local, now)
        return _midnight(_after(unit, first), now) - 1 if is_end else _midnight(first, now)
    except (ValueError, OverflowError):
        return None


def _first(unit: str, on: date, now: Now) -> date:
    if unit == "week":
        is_sunday_first = now.zone.key.startswith(_SUNDAY_FIRST)
        return on - timedelta((on.weekday() + is_sunday_first) % 7)
    if unit == "month":
        return on.replace(day=1)
    return on.replace(month=1, day=1) if unit == "year" else on


def _after(unit: str, first: date) -> date:
    """The first day of the next day, week, month or year."""
    if unit == "month":
        return (first + timedelta(31)).replace(day=1)
    if unit == "year":
        return first.replace(year=first.year + 1)
    return first + timedelta(7 if unit == "week" else 1)


def _shifted(now: Now, sign: int, parts: list[tuple[str, str]]) -> int:
    """A moment some time off. Months and years go by the calendar, the rest by the clock."""
    months = sum(int(n) * (12 if unit == "y" else 1) for n, unit in parts if unit in "yM")
    minutes = sum(int(n) * _FIXED[unit] for n, unit in parts if unit in _FIXED)
    us = now.us
    if months:
        us = _us(_months_off(now.local, sign * months)) + us % _SECOND
    moved = us + sign * minutes * _MINUTE
    datetime.fromtimestamp(moved // _SECOND, UTC)  # an OverflowError or ValueError if too far
    return moved


def _months_off(local: datetime, months: int) -> datetime:
    year, month = divmod(local.year * 12 + local.month - 1 + months, 12)
    last = (date(year, month + 1, 28) + timedelta(4)).replace(day=1) - timedelta(1)
    return local.replace(year=year, month=month + 1, day=min(local.day, last.day))


def _midnight(on: date, now: Now) -> int:
    return _us(datetime(on.year, on.month, on.day, tzinfo=now.zone))


def _us(local: datetime) -> int:
    return round(local.timestamp()) * _SECOND
