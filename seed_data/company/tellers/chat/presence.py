"""When people work, in whole seconds, looked up many times a second."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from datetime import date, timedelta

from workworld.randomness import Stream
from workworld.seed_data.company.company import TODAY, Company, chat_begins

NOW = int(TODAY.timestamp())
_SETTLING = 45 * 60


class Presence:
    """Everybody's working hours in the time of which chat tells."""

    def __init__(self, company: Company) -> None:
        self.begin = chat_begins(company.chance.preset)
        many = (TODAY.date() - self.begin).days + 2
        days = [self.begin + timedelta(days=each) for each in range(many)]
        self.days = days[:-1]
        self._starts: dict[str, list[int]] = {}
        self._ends: dict[str, list[int]] = {}
        self.of_day: dict[date, dict[str, tuple[int, int]]] = {day: {} for day in days}
        for person in company.organization.staff:
            starts, ends = [], []
            for day in days:
                window = company.hours.window(person, day)
                if window is not None:
                    first, last = int(window[0].timestamp()), int(window[1].timestamp())
                    starts.append(first)
                    ends.append(last)
                    self.of_day[day][person] = first, last
            self._starts[person], self._ends[person] = starts, ends

    def works(self, person: str, at: int) -> bool:
        """Whether somebody is at work."""
        place = bisect_right(self._starts[person], at) - 1
        return place >= 0 and at <= self._ends[person][place]

    def when(self, person: str, after: int, stream: Stream) -> int | None:
        """The first second from then on at which somebody works; None if never before now."""
        starts = self._starts[person]
        place = bisect_right(starts, after) - 1
        if place >= 0 and after <= self._ends[person][place]:
            return after if after < NOW else None
        if place + 1 >= len(starts):
            return None
        at = starts[place + 1] + stream.integer(30, _SETTLING)
        return at if at < NOW else None

    def there(self, people: Iterable[str], at: int) -> list[str]:
        """Which of these people are at work."""
        return [each for each in people if self.works(each, at)]
