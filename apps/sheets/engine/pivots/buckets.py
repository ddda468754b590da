"""What values are grouped as: themselves, parts of days, steps of numbers, groups of items.

https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets/pivot-tables
"""

from __future__ import annotations

import datetime
import math
from collections.abc import Callable, Iterable, Mapping

from workworld.apps.sheets.engine.date_formats import moment_of
from workworld.apps.sheets.engine.number_formats import general
from workworld.apps.sheets.engine.ordering import rank
from workworld.apps.sheets.engine.pivots.definitions import Bucket
from workworld.apps.sheets.engine.values import Error, Value

_DAY_ZERO = datetime.date(1899, 12, 30)
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_DAYS = ("Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday")


def plain(value: Value) -> Bucket:
    """A value by itself; blank ones stand at the end."""
    if value is None or value == "":
        return Bucket((9, 0, ""), None)
    return Bucket(rank(value), value)


def _weekday(at: datetime.datetime) -> tuple[float, Value]:
    day = at.isoweekday() % 7
    return day, _DAYS[day]


def _week(at: datetime.datetime) -> tuple[float, Value]:
    year, week, _ = at.isocalendar()
    return year * 100 + week, f"{year}-W{week:02d}"


def _day(at: datetime.datetime) -> tuple[float, Value]:
    number = float((at.date() - _DAY_ZERO).days)
    return number, number


def _half(at: datetime.datetime) -> str:
    return f"{at.hour % 12 or 12}:{at.minute:02d} {'AM' if at.hour < 12 else 'PM'}"


DATES: Mapping[str, Callable[[datetime.datetime], tuple[float, Value]]] = {
    "SECOND": lambda at: (at.second, float(at.second)),
    "MINUTE": lambda at: (at.minute, float(at.minute)),
    "HOUR": lambda at: (at.hour, float(at.hour)),
    "HOUR_MINUTE": lambda at: (at.hour * 60 + at.minute, f"{at.hour:02d}:{at.minute:02d}"),
    "HOUR_MINUTE_AMPM": lambda at: (at.hour * 60 + at.minute, _half(at)),
    "DAY_OF_WEEK": _weekday,
    "DAY_OF_YEAR": lambda at: (at.timetuple().tm_yday, float(at.timetuple().tm_yday)),
    "DAY_OF_MONTH": lambda at: (at.day, float(at.day)),
    "DAY_MONTH": lambda at: (at.month * 100 + at.day, f"{at.day}-{_MONTHS[at.month - 1]}"),
    "MONTH": lambda at: (at.month, _MONTHS[at.month - 1]),
    "QUARTER": lambda at: ((at.month + 2) // 3, f"Q{(at.month + 2) // 3}"),
    "YEAR": lambda at: (at.year, float(at.year)),
    "YEAR_MONTH": lambda at: (at.year * 100 + at.month, f"{at.year}-{_MONTHS[at.month - 1]}"),
    "YEAR_QUARTER": lambda at: (
        at.year * 10 + (at.month + 2) // 3,
        f"{at.year}-Q{(at.month + 2) // 3}",
    ),
    "YEAR_MONTH_DAY": _day,
    "YEAR_WEEK": _week,
}
"""What days are grouped by. The vendor has no weeks."""
WITHOUT_DATE_FORMAT = frozenset(DATES) - {"YEAR_MONTH_DAY"}
"""Groups whose labels are not shown as the days of their column."""


def of_dates(kind: str) -> Callable[[Value], Bucket]:
    """Days grouped by a part of them; what is no day stays as it is."""
    part = DATES[kind]

    def bucket(value: Value) -> Bucket:
        if isinstance(value, bool) or not isinstance(value, float) or value < 0:
            return plain(value)
        at = moment_of(value)
        if at is None:
            return plain(value)
        order, label = part(at)
        return Bucket((0, order, ""), label)

    return bucket


def of_steps(
    interval: float, start: float | None = None, end: float | None = None
) -> Callable[[Value], Bucket]:
    """Numbers grouped by steps, all below the start and from the end on together."""
    base = start or 0.0

    def bucket(value: Value) -> Bucket:
        if isinstance(value, bool) or not isinstance(value, float):
            return plain(value)
        if start is not None and value < start:
            return Bucket((0, -math.inf, ""), f"< {general(start)}")
        if end is not None and value >= end:
            return Bucket((0, math.inf, ""), f"> {general(end)}")
        low = base + math.floor((value - base) / interval) * interval
        high = low + interval if end is None else min(low + interval, end)
        return Bucket((0, low, ""), f"{general(low)} - {general(high)}")

    return bucket


def of_items(groups: Iterable[tuple[str, Iterable[Value]]]) -> Callable[[Value], Bucket]:
    """Items put together by hand; all others stay as they are."""
    names = {_key(item): name for name, items in groups for item in items}

    def bucket(value: Value) -> Bucket:
        name = names.get(_key(value))
        return plain(value) if name is None else plain(name)

    return bucket


def _key(value: Value) -> tuple[str, Value]:
    if isinstance(value, bool | Error) or value is None:
        return type(value).__name__, value
    return ("text", value.casefold()) if isinstance(value, str) else ("number", value)
