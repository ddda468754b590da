"""The world's clock: a row, so that time travels with the world.

Time stands still except by rule. Every step, an asked-for change of state, costs
``SECONDS_PER_STEP`` of simulated time, so that an agent's deeds have an order in time.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from sqlalchemy.orm import Mapped, Session, mapped_column

from workworld.database import Base, system_table

SECONDS_PER_STEP = 15
_ONLY_ROW = 1
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


class ClockRow(Base):
    """The one row that holds the simulated now, in microseconds since the Unix epoch."""

    __tablename__ = "world_clock"
    __table_args__ = system_table()

    id: Mapped[int] = mapped_column(primary_key=True)
    now_us: Mapped[int]


class Clock:
    """The simulated time of the world behind a session."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._kept: ClockRow | None = None

    def set(self, moment: datetime) -> None:
        """Set the time; ``moment`` must carry a zone."""
        self._session.merge(ClockRow(id=_ONLY_ROW, now_us=to_microseconds(moment)))
        self._session.flush()  # read back by the rest of this very transaction

    def now_us(self) -> int:
        """Microseconds since the Unix epoch."""
        return self._row().now_us

    def now(self) -> datetime:
        """The time as an aware datetime in UTC."""
        return from_microseconds(self.now_us())

    def advance(self, seconds: int) -> None:
        """Let ``seconds`` of simulated time pass."""
        self._row().now_us += seconds * 1_000_000

    def _row(self) -> ClockRow:
        """The row, kept: a session holds on to its rows only as long as somebody else does."""
        if self._kept is None:
            self._kept = self._session.get_one(ClockRow, _ONLY_ROW)
        return self._kept


def to_microseconds(moment: datetime) -> int:
    """An aware datetime as microseconds since the Unix epoch, exactly."""
    return (moment - _EPOCH) // _MICROSECOND


def from_microseconds(microseconds: int) -> datetime:
    """Microseconds since the Unix epoch as an aware datetime in UTC, exactly."""
    return _EPOCH + microseconds * _MICROSECOND
