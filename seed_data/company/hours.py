"""When people work: their hours in their zone, without leave, holidays and weekends."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from itertools import accumulate

from workworld.randomness import Stream
from workworld.seed_data.company.organization import Organization
from workworld.zones import zone

_AHEAD = timedelta(days=60)
"""Who is away for longer than this is not waited for."""
_SETTLING = 45
"""Minutes in which people begin, once their day has begun."""
_HUMPS = (9, 14, 15, 9, 8, 14, 13, 8)
"""How lively the eighths of a working day are: late mornings and afternoons more than noon."""
_EIGHTHS = [*accumulate(_HUMPS)]
_AFTER_WEEKENDS = [*accumulate((30, 22, 18, 16, 14))]
"""What lay there over a weekend is looked at on Monday, or so many days later."""


@dataclass(slots=True)
class Hours:
    """The working hours of everybody in an organization."""

    organization: Organization
    _windows: dict[tuple[str, date], tuple[datetime, datetime] | None] = field(default_factory=dict)

    def window(self, person: str, day: date) -> tuple[datetime, datetime] | None:
        """From when to when somebody works on a day of their zone; None if they do not."""
        key = (person, day)
        if key not in self._windows:
            self._windows[key] = self._window(person, day)
        return self._windows[key]

    def _window(self, person: str, day: date) -> tuple[datetime, datetime] | None:
        employee = self.organization.staff[person]
        is_off = day.weekday() > 4 or employee.is_away(day) or not employee.is_here(day)  # Saturday
        if is_off or day in self.organization.offices[employee.office].holidays:
            return None
        midnight = datetime.combine(day, time(), zone(employee.zone))
        first, last = employee.day
        return midnight + timedelta(minutes=first), midnight + timedelta(minutes=last)

    def works(self, person: str, at: datetime) -> bool:
        """Whether somebody is at work at a moment."""
        local = at.astimezone(zone(self.organization.staff[person].zone))
        window = self.window(person, local.date())
        return window is not None and window[0] <= local <= window[1]

    def moment_for(
        self,
        person: str,
        after: datetime,
        stream: Stream,
        lag_minutes: int = 0,
        *,
        is_prompt: bool = False,
    ) -> datetime | None:
        """When somebody comes to something, some minutes after another moment.

        While they work, that is at once. What has waited for them over night is done some time in
        their next day, what has waited over a weekend in the next days.

        Args:
            person: their key.
            after: what they react to.
            stream: says when they come to it, if their day begins later.
            lag_minutes: what they take at least.
            is_prompt: whether they do it first of all, as soon as they are there.

        Returns:
            A moment in their zone; None if they do not work in the two months that follow.
        """
        here = zone(self.organization.staff[person].zone)
        local = (after + timedelta(minutes=lag_minutes)).astimezone(here)
        day, latest = local.date(), (local + _AHEAD).date()
        first, left = day, 0 if is_prompt else None
        while day <= latest:
            window = self.window(person, day)
            if window is not None and local <= window[1]:
                if local >= window[0]:
                    return local
                if left is None:
                    has_weekend = first.weekday() + (day - first).days > 4  # Friday
                    left = stream.places(_AFTER_WEEKENDS, 1)[0] if has_weekend else 0
                if not left:
                    return _settled(*window, stream, is_prompt=is_prompt)
                left -= 1
            day += timedelta(days=1)
        return None


def moment_of_day(first: int, last: int, stream: Stream) -> int:
    """A second between two of a working day, rather when it is lively."""
    part = (last - first) / len(_HUMPS)
    place = stream.places(_EIGHTHS, 1)[0]
    return first + int(part * place) + stream.integer(0, max(1, int(part) - 1))


def _settled(first: datetime, last: datetime, stream: Stream, *, is_prompt: bool) -> datetime:
    """When somebody whose day lies between two moments comes to what has waited for them."""
    if is_prompt:
        return min(first + timedelta(seconds=stream.integer(0, 60 * _SETTLING)), last)
    seconds = round((last - first).total_seconds())
    return min(first + timedelta(seconds=moment_of_day(0, seconds, stream)), last)
