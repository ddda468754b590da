"""Days, times and durations as cells show them."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from decimal import Decimal

from workworld.apps.sheets.engine.format_codes import Part, Section, Sign, literal
from workworld.apps.sheets.engine.rounding import WIDE, rounded

_DAY_ZERO = datetime.date(1899, 12, 30)
_FIRST_DAY, _LAST_DAY = -693_593, 2_958_465
"""From the year 1 to the end of the year 9999."""
MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
_WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
HASHES = "#" * 8
"""What is shown of a day that is none."""


def moment_of(value: float) -> datetime.datetime | None:
    """The moment that a number of days stands for; None outside the years 1 to 9999."""
    days, seconds = divmod(round(value * 86_400), 86_400)
    if not _FIRST_DAY <= days <= _LAST_DAY:
        return None
    midnight = datetime.datetime.combine(_DAY_ZERO, datetime.time())
    return midnight + datetime.timedelta(days, seconds)


def date_text(value: float, section: Section) -> str:
    """What a section that shows days or times makes of a number."""
    elapsed = any(each.sign is Sign.ELAPSED for each in section.parts)
    seconds = _seconds(value, section)
    days, within = divmod(seconds, 86_400 * 1000)
    if not elapsed and not _FIRST_DAY <= days <= _LAST_DAY:
        return HASHES
    day = _DAY_ZERO + datetime.timedelta(days=0 if elapsed else days)
    halves = any(each.sign is Sign.HALF for each in section.parts)
    pieces = list[str]()
    for at, part in enumerate(section.parts):
        if part.sign is Sign.ELAPSED:
            pieces.append(_elapsed(part.text, abs(seconds)))
        elif part.sign is Sign.DATE:
            pieces.append(_of_day(part.text.lower(), day, within // 1000, halves=halves))
        elif part.sign is Sign.HALF:
            pieces.append(_half(part.text, within // 1000))
        elif part.sign is Sign.DIGIT and at and section.parts[at - 1].sign is not Sign.LITERAL:
            pieces.append(_decimals(section.parts, at, within % 1000))
        else:
            pieces.append(literal(part))
    return ("-" if elapsed and seconds < 0 else "") + "".join(pieces)


def _seconds(value: float, section: Section) -> int:
    """A value in thousandths of a second, rounded to what the format shows of them."""
    decimals = sum(each.sign is Sign.DIGIT for each in section.parts)
    unit: int = 10 ** max(3 - decimals, 0)
    thousandths = WIDE.divide(WIDE.multiply(Decimal(repr(value)), Decimal(86_400_000)), unit)
    return int(rounded(thousandths, 0)) * unit


def _elapsed(text: str, thousandths: int) -> str:
    per = {"h": 3_600_000, "m": 60_000, "s": 1000}[text[0].lower()]
    return f"{thousandths // per:0{len(text)}d}"


def _decimals(parts: Sequence[Part], at: int, thousandths: int) -> str:
    """One decimal of the seconds: the place counts from the point."""
    begun = at
    while parts[begun - 1].sign is Sign.DIGIT:
        begun -= 1
    return f"{thousandths:03d}000"[at - begun]


def _half(text: str, seconds: int) -> str:
    half = "AM" if seconds < 43_200 else "PM"
    half = half if len(text) > 3 else half[0]
    return half.lower() if text == "a/p" else half


def _of_day(text: str, day: datetime.date, seconds: int, *, halves: bool) -> str:
    letter, width = text[0], len(text)
    if letter == "y":
        return f"{day.year:04d}" if width > 2 else f"{day.year % 100:02d}"
    if letter == "m":
        return _name_or_number(day.month, MONTHS[day.month - 1], width)
    if letter == "d":
        return _name_or_number(day.day, _WEEKDAYS[day.weekday()], width)
    hours, rest = divmod(seconds, 3600)
    if letter == "h" and halves:
        hours = hours % 12 or 12
    number = {"h": hours, "n": rest // 60, "s": rest % 60}[letter]
    return f"{number:0{min(width, 2)}d}"


def _name_or_number(number: int, name: str, width: int) -> str:
    if width <= 2:
        return f"{number:0{width}d}"
    if width == 5:
        return name[0]
    return name[:3] if width == 3 else name
