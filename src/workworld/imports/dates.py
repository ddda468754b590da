"""Days and moments as other programs write them, by a pattern such as ``dd/MM/yyyy HH:mm``."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import datetime
from functools import cache

from workworld.errors import Invalid

PATTERNS = (
    "yyyy-MM-dd",
    "yyyy-MM-dd HH:mm",
    "dd.MM.yyyy",
    "dd.MM.yyyy HH:mm",
    "dd/MM/yyyy",
    "dd/MM/yyyy HH:mm",
    "MM/dd/yyyy",
    "MM/dd/yyyy h:mm a",
    "dd/MMM/yy",
    "dd/MMM/yy h:mm a",
    "d MMM yyyy",
    "MMM d, yyyy",
)
"""Usual ones, in the order in which they are tried where none is said."""
LONGEST_PATTERN = 40
_SAMPLE = 200
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_PARTS = {
    "yyyy": r"(?P<year>\d{4})",
    "yy": r"(?P<short>\d{2})",
    "MMMM": r"(?P<name>[A-Za-z]{3,9})\.?",
    "MMM": r"(?P<name>[A-Za-z]{3,9})\.?",
    "MM": r"(?P<month>\d{1,2})",
    "M": r"(?P<month>\d{1,2})",
    "dd": r"(?P<day>\d{1,2})",
    "d": r"(?P<day>\d{1,2})",
    "HH": r"(?P<hour>\d{1,2})",
    "H": r"(?P<hour>\d{1,2})",
    "hh": r"(?P<hour>\d{1,2})",
    "h": r"(?P<hour>\d{1,2})",
    "mm": r"(?P<minute>\d{2})",
    "ss": r"(?P<second>\d{2})",
    "a": r"(?P<half>[AaPp])\.?[Mm]\.?",
}
_TOKEN = re.compile(r"'([^']*)'|" + "|".join(_PARTS) + r"|(.)", re.DOTALL)


def moment_in(text: str, pattern: str) -> datetime | None:
    """The moment that a text means, on a clock of no zone unless it names one; None if none.

    What is in the form of ISO 8601 is understood whatever the pattern.

    Args:
        text: such as ``17.03.2026``; without a time midnight is meant.
        pattern: of letters as Java has them.

    Raises:
        Invalid: ``invalid_date_format``.
    """
    found = _compiled(pattern).fullmatch(" ".join(text.split()))
    try:
        return _told(found.groupdict()) if found else datetime.fromisoformat(text.strip())
    except ValueError:
        return None


def fitting(texts: Iterable[str]) -> str:
    """The usual pattern by which most texts are days; empty if fewer than half of them are."""
    known = [each for each in texts if each.strip()][:_SAMPLE]
    found = {pattern: sum(_is_day(text, pattern) for text in known) for pattern in PATTERNS}
    best = max(PATTERNS, key=lambda pattern: found[pattern])
    return best if known and 2 * found[best] >= len(known) else ""


def sniffed(columns: Iterable[Iterable[str]]) -> str:
    """The pattern of the first column that has days; the first of all usual ones if none has."""
    return next(filter(None, map(fitting, columns)), PATTERNS[0])


def _is_day(text: str, pattern: str) -> bool:
    fits = _compiled(pattern).fullmatch(" ".join(text.split()))
    return bool(fits) and moment_in(text, pattern) is not None


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    if not pattern.strip() or len(pattern) > LONGEST_PATTERN:
        raise Invalid("invalid_date_format", "A date format is like dd/MM/yyyy HH:mm.")
    made = "".join(
        _PARTS.get(found[0]) or re.escape(found[1] if found[1] is not None else found[2])
        for found in _TOKEN.finditer(" ".join(pattern.split()))
    )
    try:
        return re.compile(made)
    except re.error:
        said = f"The date format '{pattern}' says something twice."
        raise Invalid("invalid_date_format", said) from None


def _told(parts: dict[str, str | None]) -> datetime:
    year = int(parts.get("year") or 0)
    if not year:
        short = int(parts.get("short") or -1)
        if short < 0:
            raise ValueError(parts)
        year = 2000 + short if short < 70 else 1900 + short
    name = (parts.get("name") or "").lower()[:3]
    month = _MONTHS.index(name) + 1 if name else int(parts.get("month") or 0)
    hour = int(parts.get("hour") or 0)
    half = (parts.get("half") or "").lower()
    if half:
        if not 1 <= hour <= 12:
            raise ValueError(hour)
        hour = hour % 12 + (12 if half == "p" else 0)
    minute, second = int(parts.get("minute") or 0), int(parts.get("second") or 0)
    return datetime(year, month, int(parts.get("day") or 0), hour, minute, second)  # noqa: DTZ001 - it has no zone
