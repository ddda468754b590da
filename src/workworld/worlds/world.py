"""A world: one isolated, mutable copy of the company."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import Literal

import apsw
from sqlalchemy import NullPool, create_engine
from sqlalchemy.orm import Session

from workworld.journal import LOG_BYTES, last_step, log_bytes_before
from workworld.worlds import dialect
from workworld.worlds.apsw_dbapi import Connection
from workworld.worlds.changes import RowChange, last_change, net_diff, recorded
from workworld.worlds.guard import connect, log_end, log_length, log_of
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
        self._baseline_change = self._change_at(self._baseline)

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
            session.info[LOG_BYTES] = self._log_bytes
            with recorded(self._connection):
                yield session
                session.flush()  # so that what is recorded is all there is

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
            self._copy_to(self._baseline, self._log_bytes)
            self._baseline_change = last_change(self._connection)

    def diff(self) -> list[RowChange]:
        """Every state row that differs from the baseline, by table and key."""
        with self._lock:
            return net_diff(self._connection, self._baseline_change)

    def reset(self) -> None:
        """Back to the snapshot, baseline included."""
        with self._alone():
            self._cut(0)

    def rewind(self, step: int) -> None:
        """Back to the state after a step; 0 is the snapshot. Nothing is replayed.

        A baseline that was set later moves back with it.

        Raises:
            ValueError: the world has not seen so many steps.
        """
        end = self.end_of(step)
        with self._alone():
            self._cut(end)

    def fork_into(self, folder: Path, end: int) -> None:
        """Lay a copy of this world, baseline included, into a folder.

        Args:
            folder: where the copy will be opened; nothing is in it yet.
            end: where the copy's log ends, from ``end_of``.
        """
        with self._alone():
            self._copy_to(folder / self._file.name, end)
            base = min(end, log_end(log_of(self._baseline)))
            self._copy_to(folder / self._baseline.name, base)

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
        connection = connect(self._file, self.snapshot.path)
        page_size = int(connection.execute("PRAGMA page_size").get)
        self._log_bytes = log_end(log_of(self._file))

        def committed(_connection: apsw.Connection, _name: str, pages: int) -> int:
            self._log_bytes = log_length(pages, page_size)
            return apsw.SQLITE_OK

        connection.set_wal_hook(committed)
        return connection

    def end_of(self, step: int | None) -> int:
        """Where the log ends that holds all steps up to this one; None asks for the present.

        Raises:
            ValueError: the world has not seen so many steps.
        """
        if step is None:
            return self._log_bytes
        with self.reading() as session:
            last = last_step(session)
            if not 0 <= step <= last:
                raise ValueError(f"world {self.id} has seen {last} steps, not {step}")
            following = log_bytes_before(session, step + 1)
        if step == 0:
            return 0
        return self._log_bytes if following is None else following

    def _cut(self, end: int) -> None:
        """Let the log end here, and the baseline's no later."""
        self._connection.close()
        for file in (self._baseline, self._file):
            if log_end(log_of(file)) > end or not end:
                _truncate(log_of(file), end)
        self._connection = self._open()
        self._baseline_change = self._change_at(self._baseline)

    def _copy_to(self, target: Path, end: int) -> None:
        """Make another world's log equal to the beginning of this one's."""
        target.touch()
        _truncate(log_of(target), 0)
        if end:
            with log_of(self._file).open("rb") as source, log_of(target).open("wb") as copy:
                os.sendfile(copy.fileno(), source.fileno(), 0, end)

    def _change_at(self, file: Path) -> int:
        with closing(connect(file, self.snapshot.path)) as connection:
            return last_change(connection)


def _truncate(log: Path, end: int) -> None:
    if not end:
        log.unlink(missing_ok=True)
    else:
        os.truncate(log, end)


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
