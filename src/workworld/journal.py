"""The world's own record of every step: who asked what through which door, and the outcome."""

from __future__ import annotations

import json
import re
from base64 import b64decode
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Self

from sqlalchemy import JSON, select
from sqlalchemy.orm import Mapped, Session, mapped_column, undefer

from workworld.database import Base, TableRole, driver, table_role
from workworld.randomness import digest

DONE = "ok"
CRASHED = "crashed"
"""The outcome of an event in which a bug of ours showed."""


class JournalEntry(Base):
    """One step. A refused step has its row here and changed nothing else."""

    __tablename__ = "world_journal"
    __table_args__ = table_role(TableRole.JOURNAL)

    step: Mapped[int] = mapped_column(primary_key=True)
    time_us: Mapped[int]
    """Simulated time at which the step began, microseconds since the Unix epoch."""
    actor_id: Mapped[str]
    operation: Mapped[str]
    arguments: Mapped[dict[str, Any] | None] = mapped_column(JSON)
    """The operation's arguments after validation; null when they did not pass it."""
    outcome: Mapped[str]
    """``ok`` or the code of the refusal."""
    log_bytes: Mapped[int] = mapped_column(default=0)
    """How long the world's log was before this step: where a rewind to it cuts."""
    surface: Mapped[str]
    request: Mapped[dict[str, Any]] = mapped_column(JSON)
    """The door's own words: endpoint, tool or page, and its raw arguments."""
    cause: Mapped[int | None]
    """Null for what somebody asked for. Else it was due, and this is the last step asked for
    before; 0 for none."""
    topics: Mapped[list[str] | None] = mapped_column(JSON)
    """What is not as it was, for pages that show it; null for nothing."""
    changeset: Mapped[bytes | None] = mapped_column(deferred=True)
    """What it changed, as SQLite's session extension records it; null for nothing. See
    ``workworld.worlds.changes``."""


def last_asked(session: Session) -> int:
    """The last step that somebody asked for; 0 when there has been none."""
    statement = "SELECT coalesce(cause, step) FROM world_journal ORDER BY step DESC LIMIT 1"
    return int(driver(session).execute(statement).get or 0)


LOG_BYTES = "log_bytes"
"""Under this name a world tells a session's ``info`` how long its log is."""
STEP = "step"
"""Under this name a session's ``info`` tells which step was recorded in it."""


_TELLING = "step, time_us, actor_id, operation, arguments, outcome, surface"
_LARGEST = 2**63 - 1


def last_step(session: Session) -> int:
    """How many steps this world has seen."""
    return int(driver(session).execute("SELECT coalesce(max(step), 0) FROM world_journal").get)


@dataclass(frozen=True, slots=True)
class Position:
    """A place in the journal: a step, and what tells it from another of its number."""

    step: int
    mark: str

    def __str__(self) -> str:
        return f"{self.step}-{self.mark}"

    @classmethod
    def parsed(cls, text: str) -> Self | None:
        """The position that was written so; None if this is none."""
        found = re.fullmatch(r"(\d{1,18})-([0-9a-f]{12})", text)
        return cls(int(found[1]), found[2]) if found else None


def position_of(session: Session, step: int | None = None) -> Position:
    """The position of a step, even of one that was never taken; by default that of the last one.

    After a rewind, another step of the same number has another one.
    """
    step = last_step(session) if step is None else step
    query = f"SELECT {_TELLING} FROM world_journal WHERE step = ?"  # noqa: S608
    row = driver(session).execute(query, (step,)).fetchone() if step <= _LARGEST else None
    return Position(step, digest(repr(row))[:6].hex())


def topics_since(session: Session, step: int) -> set[str]:
    """What is not as it was after a step."""
    query = "SELECT topics FROM world_journal WHERE step > ? AND topics IS NOT NULL"
    return {
        topic
        for (topics,) in driver(session).execute(query, (step,))
        for topic in json.loads(topics)
    }


def record(
    session: Session,
    *,
    time_us: int,
    actor_id: str,
    operation: str,
    arguments: dict[str, Any] | None,
    outcome: str,
    surface: str,
    request: dict[str, Any],
    cause: int | None,
    topics: Sequence[str] = (),
) -> int:
    """Write a step's row, whose columns the arguments are, and return the step's number."""
    row = (
        last_step(session) + 1,
        time_us,
        actor_id,
        operation,
        None if arguments is None else _written(arguments),
        outcome,
        session.info.get(LOG_BYTES, 0),
        surface,
        _written(request),
        cause,
        json.dumps(topics) if topics else None,
    )
    columns = ", ".join(_COLUMNS)
    marks = ", ".join("?" * len(_COLUMNS))
    statement = f"INSERT INTO world_journal ({columns}) VALUES ({marks})"  # noqa: S608
    driver(session).execute(statement, row)
    session.info[STEP] = row[0]
    return row[0]


def keep_digests_of(name: str) -> None:
    """Keep of what comes under a name, which is a file in base64, how long it is and its digest.

    Args:
        name: of an argument, or within one; no other app's may be called so.
    """
    _DIGESTED.add(name)


_DIGESTED: set[str] = set()


def _written(arguments: dict[str, Any]) -> str:
    """Arguments as JSON text, without the bytes of files."""
    text = json.dumps(arguments)
    if not any(f'"{name}"' in text for name in _DIGESTED):
        return text
    return json.dumps(json.loads(text, object_hook=_without_bytes))


def _without_bytes(found: dict[str, Any]) -> dict[str, Any]:
    return {
        name: _told(value) if name in _DIGESTED and isinstance(value, str) else value
        for name, value in found.items()
    }


def _told(text: str) -> dict[str, Any]:
    try:
        content = b64decode("".join(text.split()), validate=True)
    except ValueError:  # it was refused, as no file at all
        content = text.encode("utf-8", "replace")
    return {"sha256": sha256(content).hexdigest(), "size": len(content)}


_COLUMNS = tuple(c.name for c in JournalEntry.__table__.columns if c.name != "changeset")


def log_bytes_before(session: Session, step: int) -> int | None:
    """How long the log was before a step; None when there has been no such step."""
    statement = "SELECT log_bytes FROM world_journal WHERE step = ?"
    found: int | None = driver(session).execute(statement, (step,)).get
    return found


@dataclass(frozen=True, slots=True)
class Doer:
    """Who took a step, and through which door."""

    actor_id: str
    surface: str


def doers(session: Session) -> dict[int, Doer]:
    """Who took which step."""
    rows = driver(session).execute("SELECT step, actor_id, surface FROM world_journal")
    return {step: Doer(actor_id, surface) for step, actor_id, surface in rows}


def entries(session: Session, *, since: int = 0, with_changes: bool = False) -> list[JournalEntry]:
    """The steps after step ``since``, oldest first.

    Args:
        session: of the world.
        since: 0 for all steps.
        with_changes: whether each one's changeset is going to be read; else it is left where it
            lies, and every one that is read costs a query.
    """
    later = select(JournalEntry).where(JournalEntry.step > since)
    if with_changes:
        later = later.options(undefer(JournalEntry.changeset))
    return list(session.scalars(later.order_by(JournalEntry.step)))
