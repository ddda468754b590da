"""Amounts of work: ``1w 2d 3h 30m``, a week of five days of eight hours.

https://support.atlassian.com/jira-software-cloud/docs/log-time-on-an-issue/
"""

from __future__ import annotations

import re

MINUTE = 60
HOUR = 60 * MINUTE
DAY = 8 * HOUR
WEEK = 5 * DAY
LONGEST = 10_000 * WEEK
"""More than that is refused."""

_SECONDS = {"w": WEEK, "d": DAY, "h": HOUR, "m": MINUTE}
_PART = re.compile(r"(\d{1,9}(?:\.\d{1,4})?)\s*([wdhm])", re.IGNORECASE)
_WHOLE = re.compile(rf"\s*(?:{_PART.pattern}\s*)+", re.IGNORECASE)


def parse(text: str) -> int | None:
    """The seconds that a text means, or None if it means no amount of work.

    A number alone is minutes, as in the vendor's products.
    """
    if re.fullmatch(r"\s*\d{1,9}\s*", text):
        seconds = int(text) * MINUTE
    elif _WHOLE.fullmatch(text):
        found = _PART.findall(text)
        if len({unit.lower() for _, unit in found}) != len(found):
            return None
        seconds = round(sum(float(amount) * _SECONDS[unit.lower()] for amount, unit in found))
    else:
        return None
    return seconds if seconds <= LONGEST else None


def parse_elapsed(text: str) -> int | None:
    """The same of time that passes on a clock: a day has 24 hours there, and a week seven days."""
    found = _PART.findall(text)
    if not _WHOLE.fullmatch(text) or parse(text) is None:
        return parse(text)
    passing = {"w": 7 * 24 * HOUR, "d": 24 * HOUR, "h": HOUR, "m": MINUTE}
    return round(sum(float(amount) * passing[unit.lower()] for amount, unit in found))


def show(seconds: int) -> str:
    """``1w 2d 3h 30m``; ``0m`` for nothing. Odd seconds are left out."""
    parts = []
    for unit, size in _SECONDS.items():
        amount, seconds = divmod(seconds, size)
        if amount:
            parts.append(f"{amount}{unit}")
    return " ".join(parts) or "0m"
