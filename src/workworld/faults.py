"""Faults: an app that is down, slow or rate-limited, as rows, seen alike through every door."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Mapped, Session, mapped_column

from workworld.database import Base, TableRole, driver, table_role
from workworld.errors import Failed, RateLimited, Refused, Unauthenticated, Unavailable


class FaultKind(StrEnum):
    """What goes wrong."""

    DOWN = "down"
    """The app does not answer."""
    FAILING = "failing"
    """The app answers that it has a fault of its own."""
    RATE_LIMITED = "rate_limited"
    """The app asks callers to come back later."""
    STALE_TOKEN = "stale_token"  # noqa: S105 - no password
    """The app no longer honours the credential."""
    SLOW = "slow"
    """Each request takes simulated time."""


class FaultRow(Base):
    """One fault of one app."""

    __tablename__ = "world_faults"
    __table_args__ = table_role(TableRole.SYSTEM)

    id: Mapped[int] = mapped_column(primary_key=True)
    app_id: Mapped[str]
    kind: Mapped[str]
    operation: Mapped[str]
    """An operation's id, or the beginning of several; empty for all of the app's."""
    surface: Mapped[str]
    """The only door at which it shows; empty for all doors."""
    seconds: Mapped[int]
    """How long a slow request takes; after how long a rate-limited caller may come back."""
    times_left: Mapped[int | None]
    """How many requests it will still strike; null for any number."""
    until_us: Mapped[int | None]
    """When it ends, in microseconds since the Unix epoch; null for never."""

    def strikes(self, now_us: int) -> bool:
        """Whether it still strikes requests at a time."""
        return self.times_left != 0 and (self.until_us is None or now_us < self.until_us)


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault that strikes a request."""

    id: int
    kind: FaultKind
    app_id: str
    seconds: int
    is_counted: bool
    """Whether this request is one of a limited number."""

    @property
    def seconds_taken(self) -> int:
        """How much simulated time it costs the request."""
        return self.seconds if self.kind is FaultKind.SLOW else 0

    @property
    def refusal(self) -> Refused | None:
        """What the caller is told; None where the request goes on all the same."""
        match self.kind:
            case FaultKind.DOWN:
                return Unavailable("service_unavailable", f"The {self.app_id} app is unavailable.")
            case FaultKind.FAILING:
                return Failed("internal_error", f"The {self.app_id} app had a fault.")
            case FaultKind.RATE_LIMITED:
                return RateLimited(self.seconds)
            case FaultKind.STALE_TOKEN:
                return Unauthenticated("token_expired", "The credential has expired.")
            case FaultKind.SLOW:
                return None


CODES = frozenset(
    refusal.code for kind in FaultKind if (refusal := Fault(0, kind, "", 0, False).refusal)
)
"""The codes with which faults refuse requests."""


def inject(
    session: Session,
    *,
    app_id: str,
    kind: FaultKind,
    operation: str = "",
    surface: str = "",
    seconds: int = 30,
    times: int | None = None,
    until_us: int | None = None,
) -> int:
    """Let something go wrong from now on.

    Args:
        session: a session that may write.
        app_id: which app.
        kind: what goes wrong.
        operation: an operation's id, or the beginning of several: ``chat.messages``.
        surface: the only door at which it shows; by default it shows at each.
        seconds: how long a slow request takes, or after how long to come back.
        times: how many requests it strikes; by default any number.
        until_us: when it ends, in microseconds since the Unix epoch.

    Returns:
        The fault's id.
    """
    columns = "app_id, kind, operation, surface, seconds, times_left, until_us"
    row = (app_id, kind, operation, surface, seconds, times, until_us)
    marks = ", ".join("?" * len(row))
    statement = f"INSERT INTO world_faults ({columns}) VALUES ({marks}) RETURNING id"  # noqa: S608
    return int(driver(session).execute(statement, row).get)


def injected(session: Session) -> list[FaultRow]:
    """Every fault, the earliest injected first; those too that strike no more."""
    return list(session.scalars(select(FaultRow).order_by(FaultRow.id)))


def clear(session: Session, fault_id: int | None = None) -> int:
    """End one fault, or all of them.

    Returns:
        How many faults that ended.
    """
    statement = "DELETE FROM world_faults WHERE id = coalesce(?, id)"
    raw = driver(session)
    raw.execute(statement, (fault_id,))
    return raw.changes()


def striking(
    session: Session, operation: str, surface: str, now_us: int, struck: Container[int] = ()
) -> Fault | None:
    """The fault that strikes a request, the earliest injected if there are several.

    Args:
        session: a session on the world.
        operation: the id of what is asked for.
        surface: the door.
        now_us: the time, microseconds since the Unix epoch.
        struck: ids of faults that have struck the request already.
    """
    statement = (
        "SELECT id, kind, app_id, seconds, times_left IS NOT NULL FROM world_faults"
        " WHERE app_id = ?1 AND surface IN ('', ?3)"
        " AND (operation = '' OR substr(?2 || '.', 1, length(operation) + 1) = operation || '.')"
        " AND coalesce(times_left, 1) > 0 AND ?4 < coalesce(until_us, ?4 + 1)"
        " ORDER BY id"
    )
    values = (operation.partition(".")[0], operation, surface, now_us)
    rows: list[Any] = driver(session).execute(statement, values).fetchall()
    for fault_id, kind, app_id, seconds, is_counted in rows:
        if fault_id not in struck:
            return Fault(fault_id, FaultKind(kind), app_id, seconds, bool(is_counted))
    return None


def spend(session: Session, fault: Fault) -> None:
    """Count one of the limited number of requests that a fault strikes."""
    if fault.is_counted:
        statement = "UPDATE world_faults SET times_left = times_left - 1 WHERE id = ?"
        driver(session).execute(statement, (fault.id,))
