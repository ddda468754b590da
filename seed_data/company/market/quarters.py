"""Fiscal years, which begin on 1 February, and their quarters."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from typing import NamedTuple

_FIRST_MONTH = 2
_MONTHS = 12
_OF_A_QUARTER = 3


class Quarter(NamedTuple):
    """A quarter: ``year`` is the calendar year in which its fiscal year ends."""

    year: int
    number: int

    @property
    def first(self) -> date:
        """Its first day."""
        month = _FIRST_MONTH + (self.number - 1) * _OF_A_QUARTER
        return date(self.year - 1, month, 1)

    @property
    def last(self) -> date:
        """Its last day."""
        return self.after.first - timedelta(days=1)

    @property
    def after(self) -> Quarter:
        """The next one."""
        return Quarter(self.year, self.number + 1) if self.number < 4 else Quarter(self.year + 1, 1)

    @property
    def label(self) -> str:
        """What people call it: ``FY27 Q1``."""
        return f"FY{self.year % 100:02} Q{self.number}"


def quarter_of(day: date) -> Quarter:
    """The fiscal quarter of a day."""
    months = day.year * _MONTHS + day.month - 1 - (_FIRST_MONTH - 1)
    year, month = divmod(months, _MONTHS)
    return Quarter(year + 1, month // _OF_A_QUARTER + 1)


def quarters(first: date, last: date) -> Iterator[Quarter]:
    """The quarters from that of a day to that of another."""
    found = quarter_of(first)
    while found.first <= last:
        yield found
        found = found.after


def month_after(day: date, months: int = 1) -> date:
    """The first day of the month that is so many months after that of a day."""
    place = day.year * _MONTHS + day.month - 1 + months
    return date(place // _MONTHS, place % _MONTHS + 1, 1)


def month_end(day: date) -> date:
    """The last day of a day's month."""
    return month_after(day) - timedelta(days=1)
