"""When people work: their hours in their zone, without leave, holidays and weekends."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta

from workworld.randomness import Stream
from workworld.seed_data.company.organization import Organization
from workworld.zones import zone

_AHEAD = timedelta(days=60)
"""Who is away for longer than this is not waited for."""
_SETTLING = 45
"""Minutes in which people begin, once their day has begun."""


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
        self, person: str, after: datetime, stream: Stream, lag_minutes: int = 0
    ) -> datetime | None:
        """The first moment at which somebody works, some minutes after another one.

        Args:
            person: their key.
            after: what they react to.
            stream: says how long they need to settle, if their day begins later.
            lag_minutes: what they take at least.

        Returns:
            A moment in their zone; None if they do not work in the two months that follow.
        """
        here = zone(self.organization.staff[person].zone)
        local = (after + timedelta(minutes=lag_minutes)).astimezone(here)
        day, latest = local.date(), (local + _AHEAD).date()
        while day <= latest:
            window = self.window(person, day)
            if window is not None and local <= window[1]:
                if local >= window[0]:
                    return local
                settled = window[0] + timedelta(seconds=stream.integer(0, 60 * _SETTLING))
                return min(settled, window[1])
            day += timedelta(days=1)
        return None
