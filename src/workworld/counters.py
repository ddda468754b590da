"""The numbers that every step moves: the clock and the counters of ids.

They lie in one small table, since each page that a step touches makes the world's log longer by a
page.
"""

from __future__ import annotations

from sqlalchemy.orm import Mapped, mapped_column

from workworld.database import Base, TableRole, table_role


class CounterRow(Base):
    """A number by name."""

    __tablename__ = "world_counters"
    __table_args__ = table_role(TableRole.SYSTEM)

    kind: Mapped[str] = mapped_column(primary_key=True)
    used: Mapped[int]
    """The number: how many ids of a kind were given out, or what the clock says."""
    key: Mapped[str | None]
    """The key of the permutation of ids, in the one row that has it."""


class HousekeepingCounterRow(Base):
    """The counters of housekeeping, apart, so that what a page notes unasked shifts no other id."""

    __tablename__ = "world_housekeeping_counters"
    __table_args__ = table_role(TableRole.HOUSEKEEPING)

    kind: Mapped[str] = mapped_column(primary_key=True)
    used: Mapped[int]
