"""A world: one isolated, mutable copy of the company."""

from __future__ import annotations

import errno
import os
import threading
from abc import abstractmethod
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import ClassVar, cast

import apsw
from sqlalchemy import NullPool, create_engine
from sqlalchemy import exc as sqlalchemy_errors
from sqlalchemy.engine import Connection as Lent
from sqlalchemy.orm import Mapped, Session, mapped_column

from workworld.database import (
    DRIVER,
    Base,
    TableRole,
    at_hand,
    table_role,
    tables_that_reach_people,
)
from workworld.errors import OutOfSpace, Unavailable
from workworld.journal import LOG_BYTES, STEP, last_step
from workworld.lifetimes import Closing
from workworld.worlds import dialect
from workworld.worlds.apsw_dbapi import Connection
from workworld.worlds.changes import (
    Point,
    RowChange,
    net_diff,
    present_point,
    recorded,
    untouched,
    withdrawn,
)
from workworld.worlds.snapshots import Snapshot
from workworld.worlds.trail import Trail

_current: ContextVar[Connection] = ContextVar("connection")
# One engine for all worlds, so that they share compiled statements. A connection is lent to it for
# as long as its world is open.
_ENGINE = create_engine(
    f"sqlite+{dialect.ApswDialect.driver}://", creator=_current.get, poolclass=NullPool
)
_NOT_HOUSEKEEPING = frozenset({TableRole.STATE, TableRole.SYSTEM, TableRole.JOURNAL})


class BaselineRow(Base):
    """Where diffs are measured from; without a row, from the snapshot."""

    __tablename__ = "world_baseline"
    __table_args__ = table_role(TableRole.SYSTEM)

    id: Mapped[int] = mapped_column(primary_key=True)
    step: Mapped[int]
    """The last step before it."""
    sequence: Mapped[int]
    """The last change outside any step before it."""
    log_bytes: Mapped[int]
    """How long the world's log was."""


@dataclass(frozen=True, slots=True)
class Baseline:
    """Where diffs are measured from."""

    point: Point
    log_bytes: int


class World(Closing):
    """One database with all apps in it. Keep no ORM object across a reset.

    Args:
        world_id: its name.
        snapshot: what it started from.
        folder: holds all its files.
    """

    recorded_roles: ClassVar[frozenset[TableRole]]
    """Which tables' changes are recorded."""
    is_shared: ClassVar[bool] = False
    """Whether other processes may change it too."""

    def __init__(self, world_id: str, snapshot: Snapshot, folder: Path) -> None:
        self.id = world_id
        self.snapshot = snapshot
        self.folder = folder
        self.trail = Trail(folder / "trail")
        self.keeper: object = None
        """What must live as long as the world: its store, which holds the lock on it."""
        self.listeners: set[Callable[[], None]] = set()
        """Called, in whatever thread it was, after each change that this process made."""
        self._lock = threading.RLock()
        self._lent: Lent | None = None
        self._is_in_use = False
        self._process = os.getpid()

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """A session that cannot write. Only one session is open at a time; other threads wait."""
        with self._alone() as lent, transaction(lent, writes=False) as session:
            yield session

    @contextmanager
    def writing(self, *, housekeeping: str | None = None) -> Iterator[Session]:
        """A session that is committed at the end, or rolled back if an exception leaves it.

        Only one session is open at a time; other threads wait.

        Args:
            housekeeping: who, if anybody, may change nothing but housekeeping.

        Raises:
            OutOfSpace: the world has reached its limit, or the disk is full.
            RuntimeError: housekeeping changed something else; nothing was changed.
        """
        with self._alone() as lent, space(self.id):
            self._refuse_when_full()
            raw = raw_of(lent)
            with transaction(lent, writes=True) as session:
                session.info[LOG_BYTES] = self._log_length
                with recorded(raw, self.recorded_roles, partial(session.info.get, STEP)):
                    bounds: AbstractContextManager[None] = nullcontext()
                    if housekeeping is not None:
                        bounds = untouched(raw, _NOT_HOUSEKEEPING, housekeeping)
                    with bounds:
                        yield session
                        session.flush()  # so that what is recorded is all there is
        self._tell_listeners()

    def _tell_listeners(self) -> None:
        for listener in tuple(self.listeners):
            listener()

    @contextmanager
    @abstractmethod
    def baseline(self) -> Iterator[Session]:
        """A session, which cannot write, on the state that diffs are measured against."""
        yield NotImplemented

    def set_baseline(self) -> None:
        """From now on, diffs are measured against the present state."""
        with self.writing() as session:
            raw = raw_of(session.connection())
            row = (*present_point(raw), session.info[LOG_BYTES])
            raw.execute("INSERT OR REPLACE INTO world_baseline VALUES (1, ?, ?, ?)", row)

    def diff(self) -> list[RowChange]:
        """Every state row that differs from the baseline, by table and key."""
        with self._held() as lent, _one_state(raw_of(lent)) as raw:
            return net_diff(raw, baseline_of(raw).point)

    def withdrawn(self) -> list[RowChange]:
        """What people were told since the baseline and was taken back, so that no diff shows it."""
        with self._held() as lent, _one_state(raw_of(lent)) as raw:
            return withdrawn(raw, baseline_of(raw).point, tables_that_reach_people())

    @abstractmethod
    def reset(self) -> None:
        """Back to the snapshot, baseline included."""

    @abstractmethod
    def rewind(self, step: int) -> None:
        """Back to the state after a step; 0 is the state before the first. Nothing is replayed.

        A baseline that was set later goes back to where it was then.

        Raises:
            ValueError: the world has not seen so many steps.
        """

    @abstractmethod
    def fork_into(self, folder: Path, step: int | None) -> None:
        """Lay a copy of this world as it was after a step, baseline included, into a folder.

        Args:
            folder: where the copy will be opened; nothing is in it yet.
            step: None for the present state.

        Raises:
            ValueError: the world has not seen so many steps.
        """

    @abstractmethod
    def scratch(self) -> AbstractContextManager[World]:
        """A copy as it is now, in which anything may be tried: it is gone after the block.

        It may be had while this very thread reads this world; other threads wait meanwhile.
        """

    @abstractmethod
    def become(self, other: World) -> None:
        """Be as another world of the same snapshot is now, baseline included.

        Whatever was changed here is gone; the other one goes on undisturbed.

        Raises:
            ValueError: it is of another snapshot or kind, or this very world.
        """

    def require_step(self, step: int | None) -> None:
        """See to it that the world has seen a step.

        Raises:
            ValueError: it has not.
        """
        with self.reading() as session:
            self._require(session, step)

    def _require(self, session: Session, step: int | None) -> None:
        last = last_step(session)
        if step is not None and not 0 <= step <= last:
            raise ValueError(f"world {self.id} has seen {last} steps, not {step}")

    def steps_at_hand(self) -> int | None:
        """How many steps it has seen; None when asking would wait for it, or open it."""
        if not self._lock.acquire(blocking=False):
            return None
        try:
            if self._lent is None or self._is_in_use:
                return None
            query = "SELECT coalesce(max(step), 0) FROM world_journal"
            return int(raw_of(self._lent).execute(query).get)
        finally:
            self._lock.release()

    def export(self, target: Path) -> None:
        """Write the whole world to an ordinary SQLite file.

        Raises:
            FileExistsError: there is something at that path.
            OutOfSpace: the disk is full; nothing is left at that path.
        """
        with self._alone() as lent, space(self.id):
            target.open("xb").close()
            try:
                back_up(raw_of(lent), target)
            except BaseException:
                for suffix in ("", "-journal", "-wal", "-shm"):
                    target.with_name(target.name + suffix).unlink(missing_ok=True)
                raise

    def foreign_version(self) -> int:
        """Another number when another process has changed something.

        https://www.sqlite.org/pragma.html#pragma_data_version
        """
        with self._held() as lent:
            return int(raw_of(lent).execute("PRAGMA data_version").get)

    @abstractmethod
    def close(self) -> None:
        """Let go of the database; what was changed stays in the folder."""

    @abstractmethod
    def _connected(self) -> Lent:
        """The connection, opened if need be; the lock is held."""

    @property
    @abstractmethod
    def _log_length(self) -> int:
        """How long the log is, where a rewind cuts it; 0 in worlds that cut none."""

    @abstractmethod
    def _refuse_when_full(self) -> None:
        """Refuse a write to a world that has reached its limit."""

    @property
    def _is_inherited(self) -> bool:
        """Whether this process is a forked child, to which nothing here belongs."""
        return os.getpid() != self._process

    @contextmanager
    def _held(self) -> Iterator[Lent]:
        """Hold the lock, and the connection open."""
        if self._is_inherited:
            said = f"world {self.id} belongs to process {self._process}: a fork of it has no worlds"
            raise RuntimeError(said)
        with self._lock:
            yield self._connected()

    @contextmanager
    def _alone(self) -> Iterator[Lent]:
        """Hold the lock, and refuse when this very thread has a session open.

        All sessions share one connection, so an inner one would end the outer one's transaction.
        """
        with self._held() as lent:
            if self._is_in_use:
                raise RuntimeError(f"a session on world {self.id} is open in this thread already")
            self._is_in_use = True
            try:
                yield lent
            finally:
                self._is_in_use = False


def lend(raw: apsw.Connection) -> Lent:
    """SQLAlchemy's connection on one of SQLite's, which outlives it."""
    token = _current.set(Connection(raw))
    try:
        return _ENGINE.connect()
    finally:
        _current.reset(token)


def raw_of(lent: Lent) -> apsw.Connection:
    """SQLite's own connection behind SQLAlchemy's."""
    return _driven(lent).raw


def _driven(lent: Lent) -> Connection:
    return cast(Connection, lent.connection.dbapi_connection)


@contextmanager
def transaction(lent: Lent, *, writes: bool) -> Iterator[Session]:
    """One transaction, in a session whose rows stay readable after it has ended."""
    _driven(lent).writes(writes)
    with Session(lent, expire_on_commit=False) as session, session.begin():
        session.connection()  # begins it now: by itself a session waits until it is first used
        session.info[DRIVER] = raw_of(lent)
        with at_hand(session):
            yield session


@contextmanager
def _one_state(raw: apsw.Connection) -> Iterator[apsw.Connection]:
    """Read one state of a world, whatever other processes write; that of an open transaction."""
    if raw.in_transaction:
        yield raw
        return
    raw.execute("BEGIN")
    try:
        yield raw
    finally:
        Connection(raw).rollback()  # if it is still open: some errors end it


def back_up(raw: apsw.Connection, target: Path) -> None:
    """Copy a whole database over an ordinary file.

    https://www.sqlite.org/backup.html
    """
    copy = apsw.Connection(str(target))
    try:
        with copy.backup("main", raw, "main") as backup:
            backup.step()
        copy.execute("PRAGMA journal_mode = DELETE").fetchall()
    finally:
        copy.close()


def baseline_of(raw: apsw.Connection) -> Baseline:
    """The baseline of a world."""
    row = raw.execute("SELECT step, sequence, log_bytes FROM world_baseline").fetchone()
    return Baseline(Point(*row[:2]), row[2]) if row else Baseline(Point(), 0)


@contextmanager
def space(world_id: str) -> Iterator[None]:
    """Say clearly that the disk is full, or that other processes hold the world for too long.

    The transaction has been rolled back by then.
    """
    try:
        yield
    except (apsw.FullError, apsw.IOError, apsw.BusyError) as error:
        raise _explained(world_id, error) from error
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
            raise OutOfSpace(f"World {world_id} could not be written: {error}.") from error
        raise
    except sqlalchemy_errors.OperationalError as error:
        if isinstance(error.orig, apsw.FullError | apsw.IOError | apsw.BusyError):
            raise _explained(world_id, error.orig) from error
        raise


def _explained(world_id: str, error: BaseException) -> Unavailable:
    if isinstance(error, apsw.BusyError):
        said = f"Other processes have been writing to world {world_id} for too long: try again."
        return Unavailable("world_busy", said)
    return OutOfSpace(f"World {world_id} could not be written: {error}.")
