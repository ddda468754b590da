"""The world's clock: a row, so that time travels with the world.

Time stands still except by rule. Every step, an asked-for change of state, costs some simulated
time, ``SECONDS_PER_STEP`` unless the world says otherwise, so that an agent's deeds have an order
in time.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from sqlalchemy.orm import Mapped, Session, mapped_column

from workworld.database import Base, TableRole, driver, table_role

SECONDS_PER_STEP = 15
_ONLY_ROW = 1
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


class ClockRow(Base):
    """The one row that holds the simulated time."""

    __tablename__ = "world_clock"
    __table_args__ = table_role(TableRole.SYSTEM)

    id: Mapped[int] = mapped_column(primary_key=True)
    now_us: Mapped[int]
    """Microseconds since the Unix epoch."""
    step_seconds: Mapped[int]
    """What a step costs."""


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
        statement = (
            "INSERT INTO world_clock (id, now_us, step_seconds) VALUES (?, ?, ?)"
            " ON CONFLICT (id) DO UPDATE SET now_us = excluded.now_us"
        )
        driver(self._session).execute(statement, (_ONLY_ROW, now_us, SECONDS_PER_STEP))
        self._now_us = now_us

    def set_step_seconds(self, seconds: int) -> None:
        """Say what a step costs from now on."""
        driver(self._session).execute("UPDATE world_clock SET step_seconds = ?", (seconds,))

    def step_seconds(self) -> int:
        """What a step costs."""
        return int(driver(self._session).execute("SELECT step_seconds FROM world_clock").get)

    def now_us(self) -> int:
        """Microseconds since the Unix epoch."""
        if self._now_us is None:
            statement = "SELECT now_us FROM world_clock"
            self._now_us = int(driver(self._session).execute(statement).get)
        return self._now_us

    def now(self) -> datetime:
        """The time as an aware datetime in UTC."""
        return from_microseconds(self.now_us())

    def advance(self, seconds: int) -> None:
        """Let ``seconds`` of simulated time pass."""
        self.set_us(self.now_us() + seconds * 1_000_000)


def to_microseconds(moment: datetime) -> int:
    """An aware datetime as microseconds since the Unix epoch, exactly."""
    return (moment - _EPOCH) // _MICROSECOND


def from_microseconds(microseconds: int) -> datetime:
    """Microseconds since the Unix epoch as an aware datetime in UTC, exactly."""
    return _EPOCH + microseconds * _MICROSECOND
