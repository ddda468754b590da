"""Relative dates, as queries, list views and reports name them: ``TODAY``, ``LAST_N_DAYS:30``.

https://developer.salesforce.com/docs/atlas.en-us.soql_sosl.meta/soql_sosl/sforce_api_calls_soql_select_dateformats.htm

A period is a run of days from its first to the one after its last. Days are the viewer's; weeks
begin on Sunday; a fiscal year is named after the year in which it ends.
"""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta
from enum import StrEnum
from typing import Literal, NamedTuple, get_args
from zoneinfo import ZoneInfo  # noqa: TID251 - a type; zones come from workworld.zones

_SECOND = 1_000_000
MOST_UNITS = 100_000
"""How many units a literal may reach: ``LAST_N_DAYS:n``."""


class Unit(StrEnum):
    """What dates are grouped by."""

    DAY = "day"
    WEEK = "week"
    MONTH = "month"
    QUARTER = "quarter"
    YEAR = "year"
    FISCAL_QUARTER = "fiscal quarter"
    FISCAL_YEAR = "fiscal year"


_MONTHS = {
    Unit.MONTH: 1,
    Unit.QUARTER: 3,
    Unit.FISCAL_QUARTER: 3,
    Unit.YEAR: 12,
    Unit.FISCAL_YEAR: 12,
}
_FISCAL = (Unit.FISCAL_QUARTER, Unit.FISCAL_YEAR)


class Calendar(NamedTuple):
    """By what relative dates are read: who asks where and when, and the company's fiscal year."""

    today: date
    zone: ZoneInfo
    fiscal_start: int = 2
    """The month in which a fiscal year begins."""

    def day_of(self, us: int) -> date:
        """The viewer's day of a moment in microseconds since the Unix epoch."""
        return datetime.fromtimestamp(us // _SECOND, UTC).astimezone(self.zone).date()

    def midnight(self, day: date) -> int:
        """The moment at which the viewer's day begins, in microseconds since the Unix epoch."""
        begun = datetime(day.year, day.month, day.day, tzinfo=self.zone)
        return round(begun.timestamp()) * _SECOND


class Period(NamedTuple):
    """A run of days."""

    first: date
    after: date
    """The first day that is no longer in it."""

    @property
    def last(self) -> date:
        """Its last day."""
        return self.after - timedelta(1)

    def moments(self, calendar: Calendar) -> tuple[int, int]:
        """When it begins and when it is over, in microseconds since the Unix epoch."""
        return calendar.midnight(self.first), calendar.midnight(self.after)


def is_literal(text: str) -> bool:
    """Whether a text is a relative date, regardless of case: ``TODAY``, ``NEXT_N_WEEKS:2``."""
    return _read(text) is not None


def takes_number(text: str) -> bool:
    """Whether a name is that of a relative date that needs a number: ``LAST_N_DAYS``."""
    return _COUNTED.fullmatch(text.upper()) is not None


def period(literal: str, calendar: Calendar) -> Period | None:
    """The days that a relative date stands for; None if the text is none.

    ``LAST_N_DAYS:n`` includes today, as the vendor's does; ``LAST_N_WEEKS:n`` and the longer ones
    end before the present unit begins.

    Raises:
        OverflowError: the calendar does not reach so far.
    """
    read = _read(literal)
    if read is None:
        return None
    unit, start, count = read
    first = starts(unit, calendar.today, calendar)
    begun = shifted(unit, first, start)
    return Period(begun, shifted(unit, begun, count))


def containing(unit: Unit, day: date, calendar: Calendar) -> Period:
    """The day, week, month … that a day lies in."""
    first = starts(unit, day, calendar)
    return Period(first, shifted(unit, first, 1))


def starts(unit: Unit, day: date, calendar: Calendar) -> date:
    """The first day of the week, month … that a day lies in."""
    if unit is Unit.DAY:
        return day
    if unit is Unit.WEEK:
        return day - timedelta((day.weekday() + 1) % 7)
    offset = calendar.fiscal_start - 1 if unit in _FISCAL else 0
    months = _MONTHS[unit]
    number = day.year * 12 + day.month - 1 - offset
    return _month(number // months * months + offset)


def shifted(unit: Unit, first: date, count: int) -> date:
    """The first day of a unit that is some units later, or earlier.

    Args:
        unit: which.
        first: the first day of one of them.
        count: how many later.

    Raises:
        OverflowError: the calendar does not reach so far.
    """
    if unit is Unit.DAY:
        return first + timedelta(count)
    if unit is Unit.WEEK:
        return first + timedelta(7 * count)
    return _month(first.year * 12 + first.month - 1 + count * _MONTHS[unit])


def fiscal_year(day: date, start: int) -> int:
    """The fiscal year of a day, where years begin with a month: February 2026 → 2027."""
    return day.year + (start > 1 and day.month >= start)


def fiscal_month(day: date, start: int) -> int:
    """Which month of its fiscal year a day lies in, from 1."""
    return (day.month - start) % 12 + 1


def fiscal_quarter(day: date, start: int) -> int:
    """Which quarter of its fiscal year a day lies in, from 1."""
    return (fiscal_month(day, start) + 2) // 3


def label(unit: Unit, day: date, calendar: Calendar) -> str:
    """What the unit is called that a day lies in: ``March 2026``, ``Q1 FY2027``."""
    if unit is Unit.YEAR:
        return f"{day.year}"
    if unit is Unit.MONTH:
        return f"{MONTHS[day.month - 1]} {day.year}"
    if unit is Unit.QUARTER:
        return f"Q{(day.month + 2) // 3} {day.year}"
    if unit in _FISCAL:
        year = f"FY{fiscal_year(day, calendar.fiscal_start)}"
        is_year = unit is Unit.FISCAL_YEAR
        return year if is_year else f"Q{fiscal_quarter(day, calendar.fiscal_start)} {year}"
    return starts(unit, day, calendar).isoformat()


def names() -> tuple[str, ...]:
    """All relative dates, those that need a number without it: ``LAST_N_DAYS``."""
    return (*_PLAIN, *(name for way in ("LAST", "NEXT") for name in _counted(f"{way}_N_{{}}")),
            *_counted("N_{}_AGO"))  # fmt: skip


Month = Literal[
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
]  # fmt: skip
MONTHS: tuple[str, ...] = get_args(Month)
_UNITS = {unit.upper().replace(" ", "_"): unit for unit in Unit}
_PLAIN: dict[str, tuple[Unit, int, int]] = {
    "YESTERDAY": (Unit.DAY, -1, 1),
    "TODAY": (Unit.DAY, 0, 1),
    "TOMORROW": (Unit.DAY, 1, 1),
    "LAST_90_DAYS": (Unit.DAY, -90, 91),
    "NEXT_90_DAYS": (Unit.DAY, 1, 90),
} | {
    f"{way}_{name}": (unit, start, 1)
    for name, unit in _UNITS.items()
    if unit is not Unit.DAY
    for way, start in (("LAST", -1), ("THIS", 0), ("NEXT", 1))
}
_LONG = "|".join(sorted(_UNITS, reverse=True))
_COUNTED = re.compile(rf"(?:(LAST|NEXT)_N_({_LONG})S|N_({_LONG})S_AGO)")
_NUMBERED = re.compile(rf"{_COUNTED.pattern}:(\d{{1,6}})", re.ASCII)


def _counted(form: str) -> tuple[str, ...]:
    return tuple(form.format(f"{name}S") for name in _UNITS)


def _read(literal: str) -> tuple[Unit, int, int] | None:
    """The unit of a literal, how far from the present one it begins, and how many it has."""
    upper = literal.upper()
    if upper in _PLAIN:
        return _PLAIN[upper]
    found = _NUMBERED.fullmatch(upper)
    if found is None or int(found[4]) > MOST_UNITS:
        return None
    count = int(found[4])
    if found[3]:
        return _UNITS[found[3]], -count, 1
    unit = _UNITS[found[2]]
    if found[1] == "NEXT":
        return unit, 1, count
    return unit, -count, count + (unit is Unit.DAY)


def _month(number: int) -> date:
    """The first day of a month, counted from the year 0."""
    year, month = divmod(number, 12)
    if not 1 <= year < date.max.year:
        raise OverflowError(f"no calendar has the year {year}")
    return date(year, month + 1, 1)
