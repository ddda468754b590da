"""What is due to happen in a world, and when: rows, so that the future travels with the world."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import JSON, Index
from sqlalchemy.orm import Mapped, Session, mapped_column

from workworld.database import Base, TableRole, driver, table_role


class ScheduleRow(Base):
    """One operation that somebody will perform."""

    __tablename__ = "world_schedule"
    __table_args__ = (Index(None, "due_us"), table_role(TableRole.SYSTEM))

    id: Mapped[int] = mapped_column(primary_key=True)
    due_us: Mapped[int]
    """Simulated time, microseconds since the Unix epoch."""
    actor_id: Mapped[str]
    operation: Mapped[str]
    arguments: Mapped[dict[str, Any]] = mapped_column(JSON)


@dataclass(frozen=True, slots=True)
class Due:
    """Something whose time has come."""

    id: int
    due_us: int
    actor_id: str
    operation: str
    arguments: Mapping[str, Any]


def plan(
    session: Session, *, due_us: int, actor_id: str, operation: str, arguments: Mapping[str, Any]
) -> None:
    """Let somebody perform an operation at a time.

    Args:
        session: a session that may write.
        due_us: when, in microseconds since the Unix epoch. What is due at one time happens in the
            order in which it was planned.
        actor_id: the person who will perform it.
        operation: its id, ``chat.messages.post``.
        arguments: its arguments, as JSON values.
    """
    statement = (
        "INSERT INTO world_schedule (due_us, actor_id, operation, arguments) VALUES (?, ?, ?, ?)"
    )
    driver(session).execute(statement, (due_us, actor_id, operation, json.dumps(dict(arguments))))


def is_due(session: Session, now_us: int) -> bool:
    """Whether the time of anything has come."""
    statement = "SELECT 1 FROM world_schedule WHERE due_us <= ? LIMIT 1"
    return driver(session).execute(statement, (now_us,)).get is not None


def take_due(session: Session, now_us: int) -> Due | None:
    """Take the earliest thing whose time has come off the schedule, if there is one."""
    statement = (
        "DELETE FROM world_schedule WHERE id = (SELECT id FROM world_schedule WHERE due_us <= ?"
        " ORDER BY due_us, id LIMIT 1) RETURNING id, due_us, actor_id, operation, arguments"
    )
    row = driver(session).execute(statement, (now_us,)).fetchone()
    return Due(row[0], row[1], row[2], row[3], json.loads(row[4])) if row else None


def cancel(session: Session, due: Due) -> bool:
    """Take one thing off the schedule; whether it was still there."""
    statement = (
        "DELETE FROM world_schedule WHERE id = ? AND due_us = ? AND operation = ? RETURNING id"
    )
    row = driver(session).execute(statement, (due.id, due.due_us, due.operation)).fetchone()
    return row is not None
