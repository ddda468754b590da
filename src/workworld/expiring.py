"""What a host remembers for a while, in real time: it never grows without bound."""

from __future__ import annotations

import heapq
import threading
from collections.abc import Callable

from workworld.errors import RateLimited

_MOST_WRONG = 5
_PAUSE_SECONDS = 60
_MOST_ACCOUNTS = 10_000


class Expiring:
    """A set whose members are forgotten, each at its time.

    Args:
        now: tells the time, in seconds.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._members: set[str] = set()
        self._ends: list[tuple[float, str]] = []
        self._mutex = threading.Lock()

    def add(self, member: str, until: float) -> bool:
        """Remember something until a time; whether it was not remembered before."""
        with self._mutex:
            while self._ends and self._ends[0][0] <= self._now():
                self._members.discard(heapq.heappop(self._ends)[1])
            if member in self._members:
                return False
            self._members.add(member)
            heapq.heappush(self._ends, (until, member))
            return True

    def __contains__(self, member: str) -> bool:
        """Whether it is remembered, or might be."""
        return member in self._members

    def __len__(self) -> int:
        """How many are remembered."""
        return len(self._members)


class Attempts:
    """Counts failures, and makes whoever fails too often pause.

    Args:
        now: tells the time, in seconds.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._failures: dict[str, tuple[int, float]] = {}
        self._mutex = threading.Lock()

    def require_free(self, who: str) -> None:
        """See to it that somebody may try.

        Raises:
            RateLimited: they failed too often just now.
        """
        with self._mutex:
            count, last = self._failures.get(who, (0, 0.0))
        left = last + _PAUSE_SECONDS - self._now()
        if count >= _MOST_WRONG and left > 0:
            raise RateLimited(int(left) + 1)

    def failed(self, who: str) -> None:
        """Count a failure."""
        with self._mutex:
            count, last = self._failures.pop(who, (0, 0.0))
            if self._now() - last > _PAUSE_SECONDS:
                count = 0
            self._failures[who] = (count + 1, self._now())  # the latest one stands last
            while len(self._failures) > _MOST_ACCOUNTS:
                del self._failures[next(iter(self._failures))]

    def passed(self, who: str) -> None:
        """Forget the failures."""
        with self._mutex:
            self._failures.pop(who, None)
