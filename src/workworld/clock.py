"""The world's clock: a row, so that time travels with the world.

Time stands still except by rule. Every step, an asked-for change of state, costs some simulated
time, ``SECONDS_PER_STEP`` unless the world says otherwise, so that an agent's deeds have an order
in time.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from sqlalchemy.orm import Session

from workworld.database import driver

SECONDS_PER_STEP = 15
_NOW, _STEP_SECONDS = "clock", "step seconds"  # kinds in the table of counters
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
LATEST_US = (datetime(9990, 1, 1, tzinfo=UTC) - _EPOCH) // _MICROSECOND
"""The latest time that anything is put at, so that steps may still follow."""


class Clock:
    """The simulated time of the world behind a session."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._now_us: int | None = None

    def set(self, moment: datetime) -> None:
        """Set the time; ``moment`` must carry a zone."""
        self.set_us(to_microseconds(moment))

    def set_us(self, now_us: int) -> None:
        """Set the time in microseconds since the Unix epoch."""
        self._set(_NOW, now_us)
        self._now_us = now_us

    def set_step_seconds(self, seconds: int) -> None:
        """Say what a step costs from now on."""
        self._set(_STEP_SECONDS, seconds)

    def step_seconds(self) -> int:
        """What a step costs."""
        return self._get(_STEP_SECONDS, SECONDS_PER_STEP)

    def now_us(self) -> int:
        """Microseconds since the Unix epoch."""
        if self._now_us is None:
            self._now_us = self._get(_NOW, 0)
        return self._now_us

    def now(self) -> datetime:
        """The time as an aware datetime in UTC."""
        return from_microseconds(self.now_us())

    def advance(self, seconds: int) -> None:
        """Let ``seconds`` of simulated time pass."""
        self.set_us(self.now_us() + seconds * 1_000_000)

    def _get(self, kind: str, default: int) -> int:
        statement = "SELECT used FROM world_counters WHERE kind = ?"
        found: int | None = driver(self._session).execute(statement, (kind,)).get
        return default if found is None else found

    def _set(self, kind: str, number: int) -> None:
        statement = (
            "INSERT INTO world_counters (kind, used) VALUES (?, ?)"
            " ON CONFLICT (kind) DO UPDATE SET used = excluded.used"
        )
        driver(self._session).execute(statement, (kind, number))


def to_microseconds(moment: datetime) -> int:
    """An aware datetime as microseconds since the Unix epoch, exactly."""
    return (moment - _EPOCH) // _MICROSECOND


def from_microseconds(microseconds: int) -> datetime:
    """Microseconds since the Unix epoch as an aware datetime in UTC, exactly."""
    return _EPOCH + microseconds * _MICROSECOND
