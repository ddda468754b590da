"""A world: one isolated, mutable copy of the company."""

from __future__ import annotations

import shutil
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Engine, StaticPool, create_engine, event
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
        if not self._database.exists():
            self._copy_snapshot()
        self._engine = _engine(self._database)

    @contextmanager
    def transaction(self) -> Iterator[Session]:
        """A session on this world: committed at the end, rolled back if an exception leaves it.

        Only one is open at a time; other threads wait.
        """
        with self._lock, _session(self._engine) as session, session.begin():
            yield session

    @contextmanager
    def baseline(self) -> Iterator[Session]:
        """A session on the state that diffs are measured against; what it changes is dropped."""
        with self._lock:
            engine = _engine(self._baseline)
            try:
                with _session(engine) as session:
                    yield session
            finally:
                engine.dispose()

    def set_baseline(self) -> None:
        """From now on, diffs are measured against the present state."""
        with self._lock:
            shutil.copyfile(self._database, self._baseline)

    def diff(self) -> list[RowChange]:
        """Every state row that differs from the baseline, by table and key."""
        with self._lock:
            return net_diff(self._baseline, self._database)

    def reset(self) -> None:
        """Back to the snapshot, baseline included."""
        with self._lock:
            self._engine.dispose()
            self._copy_snapshot()
            self._engine = _engine(self._database)

    def close(self) -> None:
        """Let go of the database; its file stays."""
        with self._lock:
            self._engine.dispose()

    def _copy_snapshot(self) -> None:
        for target in (self._baseline, self._database):
            unfinished = target.with_suffix(".part")  # a kill half-way leaves no half a world
            shutil.copyfile(self.snapshot.path, unfinished)
            unfinished.replace(target)


def _engine(path: Path) -> Engine:
    engine = create_engine(
        "sqlite://",
        creator=lambda: sqlite3.connect(path, check_same_thread=False),
        poolclass=StaticPool,
    )

    @event.listens_for(engine, "connect")
    def _set_up(connection: sqlite3.Connection, _record: object) -> None:
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute(
            "PRAGMA synchronous = OFF"
        )  # a world outlives a process, not a power cut

    return engine


def _session(engine: Engine) -> Session:
    """A session whose rows stay readable after it has ended."""
    return Session(engine, expire_on_commit=False)
