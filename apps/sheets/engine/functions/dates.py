"""Functions of days: day 0 is 30 December 1899, and 1900 was no leap year."""

from __future__ import annotations

import calendar
import datetime
import math
from collections.abc import Callable
from typing import Any

from workworld.apps.sheets.engine import values
from workworld.apps.sheets.engine.callables import Function, Surroundings
from workworld.apps.sheets.engine.functions.shapes import answering, failed, number, single, whole
from workworld.apps.sheets.engine.typed_input import typed

DAY_ZERO = datetime.date(1899, 12, 30)
LAST_DAY = 2_958_465
"""31 December 9999."""
_FIRST_WEEKDAYS = {1: 6, 2: 0, 3: 0, 11: 0, 12: 1, 13: 2, 14: 3, 15: 4, 16: 5, 17: 6}
"""Which weekday a week begins with, from Monday as 0, by the kinds of ``WEEKDAY``."""


def serial(surroundings: Surroundings, value: Any) -> float:
    """A value as a day and time; texts that read as one count.

    Raises:
        Failed: it is an error, or reads as none.
    """
    found = single(value)
    if not isinstance(found, str):
        return number(found)
    read = typed(found, surroundings.now.date()).value
    if isinstance(read, bool) or not isinstance(read, float):
        raise failed(values.VALUE, f"“{found}” is no date, time or number.")
    return read


def day_of(found: float) -> datetime.date:
    """The day of a number.

    Raises:
        Failed: there is none.
    """
    if not 0 <= found < LAST_DAY + 1:
        raise failed(values.NUMBER, "Days are counted from 0, 30 December 1899, to the year 9999.")
    return DAY_ZERO + datetime.timedelta(days=math.floor(found))


def number_of_day(day: datetime.date) -> float:
    """The number of a day."""
    return float((day - DAY_ZERO).days)


@answering
def date(year: Any, month: Any, day: Any) -> float:
    """The day of a year, month and day, which may lie beyond the month and the year.

    Years before 1900 are counted from 1900. https://support.google.com/docs/answer/3092969
    """
    years, months, days = (math.trunc(number(each)) for each in (year, month, day))
    if years < 0 or years > 9999:
        raise failed(values.NUMBER, "The year is 0 to 9999.")
    if years < 1900:
        years += 1900
    return _shifted(datetime.date(years, 1, 1), months - 1, days - 1)


def _shifted(first: datetime.date, months: int, days: int) -> float:
    years, month = divmod(first.year * 12 + first.month - 1 + months, 12)
    if not 1800 <= years <= 9999:
        raise failed(values.NUMBER, "The day lies beyond the year 9999 or before 1900.")
    found = number_of_day(datetime.date(years, month + 1, 1)) + days
    day_of(found)
    return found


def _part(answer: Callable[[datetime.date], int]) -> Callable[..., Any]:
    @answering
    def compute(surroundings: Surroundings, value: Any) -> float:
        return float(answer(day_of(serial(surroundings, value))))

    return compute


@answering
def weekday(surroundings: Surroundings, value: Any, kind: Any = 1.0) -> float:
    """The day of the week."""
    found, asked = day_of(serial(surroundings, value)), whole(kind, 0)
    if asked not in _FIRST_WEEKDAYS:
        raise failed(values.NUMBER, "There is no such numbering of weekdays.")
    return float((found.weekday() - _FIRST_WEEKDAYS[asked]) % 7 + (asked != 3))


@answering
def week_number(surroundings: Surroundings, value: Any, kind: Any = 1.0) -> float:
    """The week of the year."""
    found, asked = day_of(serial(surroundings, value)), whole(kind, 0)
    if asked == 21:
        return float(found.isocalendar().week)
    if asked not in _FIRST_WEEKDAYS or asked == 3:
        raise failed(values.NUMBER, "There is no such numbering of weeks.")
    first = datetime.date(found.year, 1, 1)
    before = (first.weekday() - _FIRST_WEEKDAYS[asked]) % 7
    return float((found.timetuple().tm_yday - 1 + before) // 7 + 1)


@answering
def months_later(surroundings: Surroundings, value: Any, months: Any) -> float:
    """The same day so many months later, or the last one of a shorter month."""
    found = day_of(serial(surroundings, value))
    count = math.trunc(number(months))
    first = _shifted(found.replace(day=1), count, 0)
    last = _last_of(day_of(first))
    return number_of_day(last.replace(day=min(found.day, last.day)))


@answering
def month_end(surroundings: Surroundings, value: Any, months: Any) -> float:
    """The last day of the month so many months later."""
    found = day_of(serial(surroundings, value))
    return number_of_day(
        _last_of(day_of(_shifted(found.replace(day=1), math.trunc(number(months)), 0)))
    )


def _last_of(day: datetime.date) -> datetime.date:
    return day.replace(day=calendar.monthrange(day.year, day.month)[1])


@answering
def date_value(surroundings: Surroundings, value: Any) -> float:
    """The day that a text reads as."""
    return float(math.floor(_read(surroundings, value)))


@answering
def time_value(surroundings: Surroundings, value: Any) -> float:
    """The time of day that a text reads as, as a part of a day."""
    return _read(surroundings, value) % 1


def _read(surroundings: Surroundings, value: Any) -> float:
    found = single(value)
    if not isinstance(found, str):
        raise failed(values.VALUE, "Expected a text.")
    read = typed(found, surroundings.now.date())
    if not isinstance(read.value, float) or not set(read.code) & set("ymdhs"):
        raise failed(values.VALUE, f"“{found}” is no date or time.")
    return read.value


@answering
def value_of(surroundings: Surroundings, value: Any) -> float:
    """The number that a text reads as, be it an amount, a share, a day or a time."""
    found = single(value)
    if isinstance(found, bool):
        raise failed(values.VALUE, "A truth value is no number.")
    return serial(surroundings, found)


@answering
def days_between(surroundings: Surroundings, end: Any, start: Any) -> float:
    """How many days lie between two."""
    one, other = (math.floor(serial(surroundings, each)) for each in (end, start))
    day_of(one)
    day_of(other)
    return float(one - other)


FUNCTIONS = (
    Function("DATE", date, 3, 3),
    Function("YEAR", _part(lambda day: day.year), 1, 1, knows=True),
    Function("MONTH", _part(lambda day: day.month), 1, 1, knows=True),
    Function("DAY", _part(lambda day: day.day), 1, 1, knows=True),
    Function("ISOWEEKNUM", _part(lambda day: day.isocalendar().week), 1, 1, knows=True),
    Function("WEEKDAY", weekday, 1, 2, knows=True),
    Function("WEEKNUM", week_number, 1, 2, knows=True),
    Function("EDATE", months_later, 2, 2, knows=True),
    Function("EOMONTH", month_end, 2, 2, knows=True),
    Function("DATEVALUE", date_value, 1, 1, knows=True),
    Function("TIMEVALUE", time_value, 1, 1, knows=True),
    Function("VALUE", value_of, 1, 1, knows=True),
    Function("DAYS", days_between, 2, 2, knows=True),
)
