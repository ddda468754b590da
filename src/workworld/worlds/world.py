"""A world: one isolated, mutable copy of the company."""

from __future__ import annotations

import shutil
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

from sqlalchemy import Connection, Engine, StaticPool, create_engine, event
from sqlalchemy.orm import Session

from workworld.worlds.changes import RowChange, net_diff
from workworld.worlds.snapshots import Snapshot


class World:
    """One SQLite database with all apps in it, held by one process under one lock.

    Keep no ORM object across a reset.
    """

    def __init__(self, world_id: str, snapshot: Snapshot, folder: Path) -> None:
        self.id = world_id
        self.snapshot = snapshot
        self._database = folder / "world.sqlite"
        self._baseline = folder / "baseline.sqlite"
        self._lock = threading.RLock()
        self._is_in_use = False
        if not self._database.exists():
            self._copy_snapshot()
        self._engine = _engine(self._database)

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """A session that cannot write. Only one session is open at a time; other threads wait."""
        with self._alone(), _transaction(self._engine, "ON") as session:
            yield session

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """A session that is committed at the end, or rolled back if an exception leaves it.

        Only one session is open at a time; other threads wait.
        """
        with self._alone(), _transaction(self._engine, "OFF") as session:
            yield session

    @contextmanager
    def baseline(self) -> Iterator[Session]:
        """A session, which cannot write, on the state that diffs are measured against."""
        with self._lock:
            engine = _engine(self._baseline)
            try:
                with _transaction(engine, "ON") as session:
                    yield session
            finally:
                engine.dispose()

    def set_baseline(self) -> None:
        """From now on, diffs are measured against the present state."""
        with self._alone():
            shutil.copyfile(self._database, self._baseline)

    def diff(self) -> list[RowChange]:
        """Every state row that differs from the baseline, by table and key."""
        with self._lock:
            return net_diff(self._baseline, self._database)

    def reset(self) -> None:
        """Back to the snapshot, baseline included."""
        with self._alone():
            self._engine.dispose()
            self._copy_snapshot()
            self._engine = _engine(self._database)

    def close(self) -> None:
        """Let go of the database; its file stays."""
        with self._lock:
            self._engine.dispose()

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

    def _copy_snapshot(self) -> None:
        for target in (self._baseline, self._database):
            unfinished = target.with_suffix(".part")  # a kill half-way leaves no half a world
            shutil.copyfile(self.snapshot.path, unfinished)
            unfinished.replace(target)


def _engine(path: Path) -> Engine:
    engine = create_engine(
        "sqlite://",
        creator=lambda: sqlite3.connect(path, check_same_thread=False, isolation_level=None),
        poolclass=StaticPool,
    )

    @event.listens_for(engine, "connect")
    def _set_up(connection: sqlite3.Connection, _record: object) -> None:
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA synchronous = OFF")  # it outlives a process, not a power cut

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        # Python's own implicit BEGIN comes too late for savepoints, hence isolation_level=None.
        connection.exec_driver_sql("BEGIN")

    return engine


@contextmanager
def _transaction(engine: Engine, query_only: Literal["ON", "OFF"]) -> Iterator[Session]:
    """One transaction, in a session whose rows stay readable after it has ended."""
    with Session(engine, expire_on_commit=False) as session, session.begin():
        session.connection().exec_driver_sql(f"PRAGMA query_only = {query_only}")
        yield session
