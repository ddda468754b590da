"""When something comes again and again: five fields, or the vendor's six or seven with seconds.

``*/30 * * * *`` is every half hour; ``0 0 9 ? * MON-FRI`` every working day at nine.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from workworld.errors import Invalid

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_DAYS = ("sun", "mon", "tue", "wed", "thu", "fri", "sat")
_RANGES = ((0, 59), (0, 23), (1, 31), (1, 12), (0, 7))
_PART = re.compile(r"(?:(\*|\?)|([a-z0-9]+)(?:-([a-z0-9]+))?)(?:/([0-9]{1,2}))?")
_FARTHEST = 366 * 5
_FIVE, _SIX, _SEVEN = 5, 6, 7


@dataclass(frozen=True, slots=True)
class Cron:
    """A schedule that was read: the values of each field."""

    minutes: frozenset[int]
    hours: frozenset[int]
    days: frozenset[int]
    months: frozenset[int]
    weekdays: frozenset[int]
    """Sunday is 0."""
    either: bool
    """Whether a day of the month or one of the week is enough, since both are named."""

    def after(self, moment: datetime) -> datetime | None:
        """The next time after a moment, in its zone; None if there is none for years."""
        for ahead in range(_FARTHEST):
            day = moment.date() + timedelta(ahead)
            if day.month not in self.months or not self._fits(day.day, (day.weekday() + 1) % 7):
                continue
            for hour in sorted(self.hours):
                for minute in sorted(self.minutes):
                    found = moment.replace(
                        year=day.year,
                        month=day.month,
                        day=day.day,
                        hour=hour,
                        minute=minute,
                        second=0,
                        microsecond=0,
                    )
                    if found > moment:
                        return found
        return None

    def _fits(self, day: int, weekday: int) -> bool:
        named = (day in self.days, weekday in self.weekdays)
        return any(named) if self.either else all(named)


def cron_from(text: str) -> Cron:
    """Read a schedule.

    Raises:
        Invalid: ``invalid_schedule``.
    """
    fields = text.lower().split()
    quartz = len(fields) in (_SIX, _SEVEN)
    if quartz:
        fields = fields[1:6]
    if len(fields) != _FIVE:
        raise _wrong(text)
    found: list[frozenset[int]] = []
    for field, (least, most), names in zip(
        fields, _RANGES, ((), (), (), _MONTHS, _DAYS), strict=True
    ):
        found.append(_values(text, field, least, most, names))
    weekdays = found[4]
    if quartz and not re.search(r"[a-z*?]", fields[4]):  # the vendor counts Sunday as 1
        weekdays = frozenset(each - 1 for each in weekdays)
    both = fields[2][0] not in "*?" and fields[4][0] not in "*?"
    if min(weekdays) < 0:
        raise _wrong(text)
    return Cron(found[0], found[1], found[2], found[3], frozenset(x % 7 for x in weekdays), both)


def _values(text: str, field: str, least: int, most: int, names: Sequence[str]) -> frozenset[int]:
    found: set[int] = set()
    for part in field.split(","):
        match = _PART.fullmatch(part)
        if match is None:
            raise _wrong(text)
        whole, first, last, step = match.groups()
        start = least if whole else _number(text, first, names, least)
        end = most if whole or (step and not last) else start
        if last:
            end = _number(text, last, names, least)
        by = int(step or 1)
        if not least <= start <= end <= most or by < 1:
            raise _wrong(text)
        found |= set(range(start, end + 1, by))
    return frozenset(found)


def _number(text: str, said: str, names: Sequence[str], least: int) -> int:
    if said[:3] in names:
        return names.index(said[:3]) + least
    if not said.isdigit() or len(said) > 2:
        raise _wrong(text)
    return int(said)


def _wrong(text: str) -> Invalid:
    said = f"“{text}” is no schedule. Write it like */30 * * * * or 0 0 9 ? * MON-FRI."
    return Invalid("invalid_schedule", said)
