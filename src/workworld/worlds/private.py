"""Private worlds: a log of changes beside the snapshot, held by one process."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import ClassVar

import apsw
from sqlalchemy.engine import Connection as Lent
from sqlalchemy.orm import Session

from workworld.database import TableRole
from workworld.errors import OutOfSpace, WorldClosed
from workworld.journal import last_step, log_bytes_before
from workworld.worlds.connections import Connections
from workworld.worlds.guard import connect
from workworld.worlds.logs import copy_log, cut_log, log_end, log_length, log_of
from workworld.worlds.snapshots import Snapshot
from workworld.worlds.world import World, baseline_of, lend, raw_of, transaction

LOG_LIMIT = 256 << 20
"""How many bytes of changes a private world takes."""
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
        self._file = folder / "world"
        self._log = log_of(self._file)
        self._connections = connections
        self._log_limit = log_limit
        self._is_closed = False
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
            copy_log(self._log, log_of(file), end)
            with (
                closing(connect(file, self.snapshot.path)) as raw,
                lend(raw) as on_baseline,
                transaction(on_baseline, writes=False) as session,
            ):
                yield session

    def reset(self) -> None:
        """Back to the snapshot, baseline included."""
        with self._alone():
            self._disconnect()
            cut_log(self._log, 0)
            self.trail.clear()
            spare = self._connections.spare(self.snapshot, self._log)
            if spare is not None:
                self._adopt(spare, 0)

    def rewind(self, step: int) -> None:
        """See ``World.rewind``."""
        with self._lock:  # from asking where to cut until it is cut
            end = self._end_of(step)
            with self._alone():
                self._disconnect()
                cut_log(self._log, end)
                self.trail.cut(step)

    def fork_into(self, folder: Path, step: int | None) -> None:
        """See ``World.fork_into``."""
        with self._lock:  # from asking where its log ends until that is copied
            end = self._end_of(step)
            with self.reading() as session:
                until = last_step(session) if step is None else step
                copy_log(self._log, log_of(folder / self._file.name), end)
                self.trail.copy_to(folder / self.trail.path.name, until)

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
        with self._lock:
            self._disconnect()
            self._is_closed = True

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
        page_size = self.snapshot.page_size

        def committed(_connection: apsw.Connection, _name: str, pages: int) -> int:
            self._log_bytes = log_length(pages, page_size)
            return apsw.SQLITE_OK

        raw.set_wal_hook(committed)
        self._log_bytes = log_bytes
        self._lent = lend(raw)
        self._connections.opened(self)
        return self._lent

    def _disconnect(self) -> None:
        if self._lent is not None:
            raw = raw_of(self._lent)
            self._lent.close()
            raw.close()
            self._lent = None
            self._connections.closed(self)

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

    def _end_of(self, step: int | None) -> int:
        """Where the log ends that holds all steps up to this one; None asks for the present."""
        self.require_step(step)
        with self.reading() as session:
            following = None if step is None else log_bytes_before(session, step + 1)
        return self._log_bytes if following is None else following
