"""A world: one isolated, mutable copy of the company."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import Literal

import apsw
from sqlalchemy import NullPool, create_engine
from sqlalchemy.orm import Session

from workworld.worlds import dialect
from workworld.worlds.apsw_dbapi import Connection
from workworld.worlds.changes import RowChange, net_diff
from workworld.worlds.guard import connect, log_of
from workworld.worlds.snapshots import Snapshot

_current: ContextVar[Connection] = ContextVar("connection")
# One engine for all worlds, so that they share compiled statements. A connection is lent to it for
# the length of a transaction.
_ENGINE = create_engine(
    f"sqlite+{dialect.ApswDialect.driver}://", creator=_current.get, poolclass=NullPool
)


class World:
    """One database with all apps in it, held by one process under one lock.

    It is a log of changes beside the snapshot, which all worlds of a company share. Keep no ORM
    object across a reset.
    """

    def __init__(self, world_id: str, snapshot: Snapshot, folder: Path) -> None:
        self.id = world_id
        self.snapshot = snapshot
        self._file = folder / "world"
        self._baseline = folder / "baseline"
        self._baseline.touch()
        self._lock = threading.RLock()
        self._is_in_use = False
        self._connection = self._open()

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """A session that cannot write. Only one session is open at a time; other threads wait."""
        with self._alone(), _transaction(self._connection, "ON") as session:
            yield session

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """A session that is committed at the end, or rolled back if an exception leaves it.

        Only one session is open at a time; other threads wait.
        """
        with self._alone(), _transaction(self._connection, "OFF") as session:
            yield session

    @contextmanager
    def baseline(self) -> Iterator[Session]:
        """A session, which cannot write, on the state that diffs are measured against."""
        with (
            self._lock,
            closing(connect(self._baseline, self.snapshot.path)) as connection,
            _transaction(connection, "ON") as session,
        ):
            yield session

    def set_baseline(self) -> None:
        """From now on, diffs are measured against the present state."""
        with self._alone():
            _copy_log(self._file, self._baseline)

    def diff(self) -> list[RowChange]:
        """Every state row that differs from the baseline, by table and key."""
        with self._lock:
            present = self._file.with_name("present")
            _copy_log(self._file, present)
            with closing(connect(present, self.snapshot.path)) as connection:
                return net_diff(connection, self._baseline)

    def reset(self) -> None:
        """Back to the snapshot, baseline included."""
        with self._alone():
            self._connection.close()
            for file in (self._baseline, self._file):
                log_of(file).unlink(missing_ok=True)
            self._connection = self._open()

    def close(self) -> None:
        """Let go of the database; its log stays."""
        with self._lock:
            self._connection.close()

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Hold the lock, and refuse when this very thread has a session open.

        All sessions share one connection, so an inner one would end the outer one's transaction.
        """
        with self._lock:
            if self._is_in_use:
                raise RuntimeError(f"a session on world {self.id} is open in this thread already")
            self._is_in_use = True
            try:
                yield
            finally:
                self._is_in_use = False

    def _open(self) -> apsw.Connection:
        return connect(self._file, self.snapshot.path)


def _copy_log(source: Path, target: Path) -> None:
    """Make another world's log equal to this one's, between transactions."""
    if log_of(source).exists():
        shutil.copyfile(log_of(source), log_of(target))
    else:
        log_of(target).unlink(missing_ok=True)


@contextmanager
def _transaction(
    connection: apsw.Connection, query_only: Literal["ON", "OFF"]
) -> Iterator[Session]:
    """One transaction, in a session whose rows stay readable after it has ended."""
    connection.execute(f"PRAGMA query_only = {query_only}")
    token = _current.set(Connection(connection))
    try:
        lent = _ENGINE.connect()
    finally:
        _current.reset(token)
    with lent, Session(lent, expire_on_commit=False) as session, session.begin():
        yield session
