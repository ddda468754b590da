"""Time that counts: the hours of a calendar with its zone and holidays.

A calendar is told as a running count, so that what lies between two moments is a difference, and a
query can compare clocks without asking a calendar for each of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from workworld.clock import from_microseconds, to_microseconds
from workworld.zones import zone

MINUTE = 60_000_000
_DAY = 24 * 60 * MINUTE
_FIRST = date(2020, 1, 6)
"""A Monday, from which days are counted."""
_FARTHEST = 3660
"""After how many days without enough hours nobody looks further."""


@dataclass(frozen=True, slots=True)
class Hours:
    """The hours of a calendar.

    Args:
        zone: an IANA name.
        week: for each day from Monday, from when to when in minutes since midnight.
        holidays: days without any.
    """

    zone: str
    week: tuple[tuple[tuple[int, int], ...], ...]
    holidays: frozenset[date] = frozenset()

    def counted(self, us: int) -> int:
        """How many microseconds of these hours had passed at a moment, since long ago."""
        local = from_microseconds(us).astimezone(zone(self.zone))
        whole, days = self._lengths(), (local.date() - _FIRST).days
        weeks, rest = divmod(days, 7)
        total = weeks * sum(whole) + sum(whole[:rest])
        for day in self.holidays:
            if _FIRST <= day < local.date():
                total -= whole[day.weekday()]
        return total + self._of_day(local.date(), _since_midnight(local))

    def reached(self, since_us: int, wanted_us: int) -> int | None:
        """When so many microseconds more will have been counted than at a moment.

        Returns:
            None if there are no hours in years to come.
        """
        left = wanted_us
        local = from_microseconds(since_us).astimezone(zone(self.zone))
        passed = self._of_day(local.date(), _since_midnight(local))
        for number in range(_FARTHEST):
            day = local.date() + timedelta(days=number)
            there = self._of_day(day, _DAY) - (passed if number == 0 else 0)
            if left <= there:
                return self._moment(day, left + (passed if number == 0 else 0))
            left -= there
        return None

    def _moment(self, day: date, counted: int) -> int:
        """When so much of a day's hours has passed."""
        left = counted
        for first, last in self.week[day.weekday()]:
            if left <= (last - first) * MINUTE:
                minutes, rest = divmod(first * MINUTE + left, MINUTE)
                return self._at(day, minutes) + rest
            left -= (last - first) * MINUTE
        return self._at(day, 24 * 60)

    def _at(self, day: date, minutes: int) -> int:
        days, minutes = divmod(minutes, 24 * 60)
        clock = time(minutes // 60, minutes % 60, tzinfo=zone(self.zone))
        return to_microseconds(datetime.combine(day + timedelta(days=days), clock))

    def _lengths(self) -> Sequence[int]:
        return [sum((last - first) * MINUTE for first, last in day) for day in self.week]

    def _of_day(self, day: date, until: int) -> int:
        if day in self.holidays:
            return 0
        return sum(
            max(0, min(until, last * MINUTE) - first * MINUTE)
            for first, last in self.week[day.weekday()]
        )


@dataclass(frozen=True, slots=True)
class Always:
    """A calendar that never rests."""

    def counted(self, us: int) -> int:
        """The moment itself."""
        return us

    def reached(self, since_us: int, wanted_us: int) -> int | None:
        """So much later."""
        return since_us + wanted_us


def _since_midnight(local: datetime) -> int:
    minutes = local.hour * 60 + local.minute
    return minutes * MINUTE + local.second * 1_000_000 + local.microsecond
