"""Days as people type them: ``2026-03-17``, ``17 Mar``, ``3/17/2026``, ``tomorrow``, ``next fri``.

Between slashes the month comes first, as pages show days, unless it can only be a day; between
dots the day does.
"""

from __future__ import annotations

import re
from datetime import date, timedelta

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_NAMED = {"today": 0, "tomorrow": 1, "yesterday": -1}
_ISO = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})")
_DAY_MONTH = re.compile(r"(\d{1,2})(?:st|nd|rd|th)? ([a-z]{3})[a-z]*(?: (\d{4}))?")
_MONTH_DAY = re.compile(r"([a-z]{3})[a-z]* (\d{1,2})(?:st|nd|rd|th)?(?: (\d{4}))?")
_SLASHED = re.compile(r"(\d{1,2})/(\d{1,2})(?:[/ ](\d{4}|\d\d))?")
_DOTTED = re.compile(r"(\d{1,2}) (\d{1,2}) (\d{4})")
_CENTURY, _MONTHS_OF_YEAR = 2000, 12
_WEEKDAY = re.compile(r"(?:(next|last|this) )?(mon|tue|wed|thu|fri|sat|sun)[a-z]*")
_AHEAD = re.compile(r"(?:next|this|in)\b")
_YEAR = re.compile(r"\d{4}")
_DISTANCE = re.compile(r"(?:in )?(\d{1,4}) (day|week)s?( ago)?")


def day_from(text: str, today: date) -> date | None:
    """The day that somebody means; None if it cannot be told.

    A day without a year is the nearest one to today. A weekday is the next one to come; ``next``
    says the same, ``last`` the one before today.
    """
    return _told(text, today)


def past_day_from(text: str, today: date) -> date | None:
    """The same of what has been: what is said of no time in particular is the last one.

    A weekday is the one before today, a day without a year none that is still to come, and
    ``2 weeks`` are two weeks ago.
    """
    if _AHEAD.match(text.strip().lower()):
        return _told(text, today)
    back = f"last {text}" if _told(f"last {text}", today) else f"{text} ago"
    day = _told(back, today) or _told(text, today)
    if day is not None and day > today and not _YEAR.search(text):
        return _told(f"{text} {today.year - 1}", today) or day
    return day


def _told(text: str, today: date) -> date | None:
    words = " ".join(text.lower().replace(",", " ").replace(".", " ").split())
    try:
        return _named(words, today) or _dated(words, today)
    except (ValueError, OverflowError):
        return None  # such as 31 February


def _named(words: str, today: date) -> date | None:
    if words in _NAMED:
        return today + timedelta(_NAMED[words])
    if found := _WEEKDAY.fullmatch(words):
        ahead = (_DAYS.index(found[2]) - today.weekday()) % 7
        if found[1] == "last":
            return today + timedelta(ahead - 7)
        return today + timedelta(ahead or (0 if found[1] == "this" else 7))
    if found := _DISTANCE.fullmatch(words):
        days = int(found[1]) * (7 if found[2] == "week" else 1)
        return today + timedelta(-days if found[3] else days)
    return None


def _dated(words: str, today: date) -> date | None:
    if found := _ISO.fullmatch(words):
        return date(*map(int, found.groups()))
    number, day, year = _month_first(words)
    if not number:
        return None
    if year:
        return date(year, number, day)
    near = (date(today.year + turn, number, day) for turn in (-1, 0, 1))
    return min(near, key=lambda each: abs(each - today))


def _month_first(words: str) -> tuple[int, int, int]:
    """The month, the day and the year that words name: 0 for a year that they leave open."""
    if found := _DAY_MONTH.fullmatch(words):
        day, month, year = found.groups()
    elif found := _MONTH_DAY.fullmatch(words):
        month, day, year = found.groups()
    elif found := _DOTTED.fullmatch(words):
        day, month, year = map(int, found.groups())
        return month, day, year
    elif found := _SLASHED.fullmatch(words):
        month, day, year = (int(each or 0) for each in found.groups())
        if month > _MONTHS_OF_YEAR:
            month, day = day, month
        return month, day, year + _CENTURY if 0 < year < 100 else year
    else:
        return 0, 0, 0
    number = _MONTHS.index(month) + 1 if month in _MONTHS else 0
    return number, int(day), int(year or 0)
