"""Private worlds: a log of changes beside the snapshot, held by one process."""

from __future__ import annotations

import itertools
import shutil
import threading
import weakref
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import ClassVar

import apsw
from sqlalchemy.engine import Connection as Lent
from sqlalchemy.orm import Session

from workworld.database import TableRole
from workworld.errors import OutOfSpace, WorldClosed
from workworld.journal import last_step, log_bytes_before
from workworld.worlds.builds import PAGE_SIZE
from workworld.worlds.connections import Connections
from workworld.worlds.guard import connect
from workworld.worlds.logs import copy_log, cut_log, log_end, log_length, log_of
from workworld.worlds.snapshots import Snapshot
from workworld.worlds.world import World, baseline_of, lend, raw_of, space, transaction

LOG_LIMIT = 256 << 20
"""How many bytes of changes a private world takes."""
_BECOMING, _REPLACED, _SCRATCH = "becoming", "replaced", "scratch"
_uses = itertools.count()


class PrivateWorld(World):
    """A log beside the snapshot, which all worlds of a company share.

    It is opened when it is used. An idle one may be parked: closed, until it is used again.

    Args:
        world_id: its name.
        snapshot: what it started from.
        folder: holds its log.
        connections: bounds how many worlds are open, and has spare ones.
        log_limit: how long the log may grow, in bytes.
    """

    recorded_roles: ClassVar[frozenset[TableRole]] = frozenset({TableRole.STATE})

    def __init__(
        self,
        world_id: str,
        snapshot: Snapshot,
        folder: Path,
        connections: Connections,
        *,
        log_limit: int = LOG_LIMIT,
    ) -> None:
        super().__init__(world_id, snapshot, folder)
        self._file = _file_in(folder)
        self._log = log_of(self._file)
        self._connections = connections
        self._log_limit = log_limit
        self._is_closed = False
        self._becoming = threading.Lock()
        self._log_bytes = 0
        self.last_used = 0

    @property
    def is_open(self) -> bool:
        """Whether it has a connection just now."""
        return self._lent is not None

    @contextmanager
    def baseline(self) -> Iterator[Session]:
        """A session, which cannot write, on the state that diffs are measured against."""
        with self._held() as lent:
            end = baseline_of(raw_of(lent)).log_bytes
            file = self.folder / "baseline"
            try:
                with space(self.id):
                    copy_log(self._log, log_of(file), end)
                with (
                    closing(connect(file, self.snapshot.path)) as raw,
                    lend(raw) as on_baseline,
                    transaction(on_baseline, writes=False) as session,
                ):
                    yield session
            finally:
                cut_log(log_of(file), 0)

    def reset(self) -> None:
        """Back to the snapshot, baseline included."""
        with self._alone():
            spare = self._connections.spare(self.snapshot, self._log)
            raw = self._return()
            if spare is not None:
                self._connections.retire(raw)
                self._adopt(spare, 0)
            else:
                raw.close()
                cut_log(self._log, 0)
            self.trail.clear()
        self._tell_listeners()

    def rewind(self, step: int) -> None:
        """See ``World.rewind``."""
        with self._alone() as lent:
            with transaction(lent, writes=False) as session:
                end = self._end_of(session, step)
            self._connections.retire(self._return())
            cut_log(self._log, end)
            self.trail.cut(step)
        self._tell_listeners()

    def become(self, other: World) -> None:
        """See ``World.become``."""
        if other is self or other.is_shared or other.snapshot != self.snapshot:
            raise ValueError(f"world {self.id} cannot become as world {other.id} is")
        if self._is_closed:
            raise WorldClosed(self.id)
        laid = self.folder / _BECOMING
        with self._becoming:
            # Laid before this world is held, or two that become as each other would wait for ever.
            laid.mkdir(exist_ok=True)
            other.fork_into(laid, None)
            with self._alone():
                self._connections.retire(self._return())
                self.trail.clear()  # first, since a log has no use for the reads of another
                try:
                    self._take_over(laid)
                finally:
                    settle(self.folder)
        self._tell_listeners()

    def _take_over(self, laid: Path) -> None:
        """Put a copy that lies in a folder in place of log and trail; ``settle`` does the rest."""
        # Moved away, not replaced: for that, file systems wait.
        with suppress(FileNotFoundError):
            self._log.rename(laid / _REPLACED)
        with suppress(FileNotFoundError):
            log_of(laid / self._file.name).rename(self._log)
        (laid / _REPLACED).unlink(missing_ok=True)
        with suppress(FileNotFoundError):
            (laid / self.trail.path.name).rename(self.trail.path)

    def fork_into(self, folder: Path, step: int | None) -> None:
        """See ``World.fork_into``."""
        with self.reading() as session, space(self.id):
            end = self._end_of(session, step)
            until = last_step(session) if step is None else step
            copy_log(self._log, log_of(folder / self._file.name), end)
            self.trail.copy_to(folder / self.trail.path.name, until)

    @contextmanager
    def scratch(self) -> Iterator[World]:
        """See ``World.scratch``."""
        folder = self.folder / _SCRATCH
        with self._held():
            shutil.rmtree(folder, ignore_errors=True)  # a process that was killed left it
            folder.mkdir()
            try:
                with space(self.id):
                    copy_log(self._log, log_of(folder / self._file.name), self._log_bytes)
                with closing(
                    PrivateWorld(self.id, self.snapshot, folder, self._connections)
                ) as copy:
                    yield copy
            finally:
                shutil.rmtree(folder)

    def park(self) -> bool:
        """Close it until it is used again, unless it is in use; whether it is closed now."""
        if not self._lock.acquire(blocking=False):
            return False
        try:
            if not self._is_in_use:
                self._disconnect()
            return self._lent is None
        finally:
            self._lock.release()

    def close(self) -> None:
        """Let go of the database; its log stays."""
        if self._is_inherited:
            return
        with self._lock:
            self._is_closed = True
            self._disconnect()

    def _connected(self) -> Lent:
        self.last_used = next(_uses)
        if self._lent is None:
            if self._is_closed:
                raise WorldClosed(self.id)
            spare = None
            if not self._log.exists():
                spare = self._connections.spare(self.snapshot, self._log)
            raw = spare or connect(self._file, self.snapshot.path)
            return self._adopt(raw, 0 if spare else log_end(self._log))
        return self._lent

    def _adopt(self, raw: apsw.Connection, log_bytes: int) -> Lent:
        """Take a connection on this world's log, which is so long, into use."""
        # Weakly, since Python's collector sees no cycle that runs through SQLite.
        here = weakref.ref(self)

        def committed(_connection: apsw.Connection, _name: str, pages: int) -> int:
            world = here()
            if world is not None:
                world._log_bytes = log_length(pages, PAGE_SIZE)
            return apsw.SQLITE_OK

        raw.set_wal_hook(committed)
        self._log_bytes = log_bytes
        self._lent = lend(raw)
        self._connections.opened(self)
        return self._lent

    def _disconnect(self) -> None:
        if self._lent is not None:
            self._return().close()

    def _return(self) -> apsw.Connection:
        """Take the connection back from SQLAlchemy; the world has none for now."""
        assert self._lent is not None
        raw = raw_of(self._lent)
        self._lent.close()
        self._lent = None
        self._connections.closed(self)
        return raw

    @property
    def _log_length(self) -> int:
        return self._log_bytes

    def _refuse_when_full(self) -> None:
        if self._log_bytes >= self._log_limit:
            limit = self._log_limit >> 20
            raise OutOfSpace(
                f"World {self.id} has reached its limit of {limit} MB of changes. "
                "Reset it, rewind it or open another."
            )

    def _end_of(self, session: Session, step: int | None) -> int:
        """Where the log ends that holds all steps up to this one; None asks for the present."""
        self._require(session, step)
        following = None if step is None else log_bytes_before(session, step + 1)
        return self._log_bytes if following is None else following


def is_private(folder: Path) -> bool:
    """Whether a private world lies in a folder; one that was never used is of no kind."""
    file = _file_in(folder)
    return file.exists() or log_of(file).exists()


def settle(folder: Path) -> None:
    """Put back the log of a world that was stopped while it became as another."""
    log, replaced = log_of(_file_in(folder)), folder / _BECOMING / _REPLACED
    if not replaced.exists():
        return
    if log.exists():
        replaced.unlink()
    else:
        replaced.rename(log)


def _file_in(folder: Path) -> Path:
    return folder / "world"
