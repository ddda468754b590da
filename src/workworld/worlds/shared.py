"""Shared worlds: a full copy of the snapshot that several processes serve at once."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import ClassVar

import apsw
from sqlalchemy.engine import Connection as Lent
from sqlalchemy.orm import Session

from workworld.database import TableRole
from workworld.errors import WorldClosed
from workworld.journal import last_step
from workworld.worlds.changes import Point, point_after, undo
from workworld.worlds.snapshots import Snapshot
from workworld.worlds.world import World, back_up, baseline_of, lend, raw_of, space, transaction

_BUSY_MILLISECONDS = 20_000
_BASELINE, _COPY, _SCRATCH = "baseline-", "copy-", "scratch-"


class SharedWorld(World):
    """An ordinary database with ordinary locks, for a company in several processes.

    Reset and rewind apply inverse changesets, with every process left connected.

    Args:
        world_id: its name.
        snapshot: what it started from.
        folder: holds the database; it is made if there is none.
    """

    # Whatever a rewind must take back; the journal itself is cut.
    recorded_roles: ClassVar[frozenset[TableRole]] = frozenset(TableRole) - {TableRole.JOURNAL}
    is_shared: ClassVar[bool] = True

    def __init__(self, world_id: str, snapshot: Snapshot, folder: Path) -> None:
        super().__init__(world_id, snapshot, folder)
        self._file = database_of(folder)
        if not self._file.exists():
            _copy_once(snapshot.path, self._file)
        self._lent = lend(_connect(self._file))

    @contextmanager
    def baseline(self) -> Iterator[Session]:
        """A session, which cannot write, on the state that diffs are measured against."""
        with tempfile.TemporaryDirectory(prefix=_BASELINE, dir=self.folder) as folder:
            file = Path(folder) / self._file.name
            with self._held() as lent, space(self.id):
                back_up(raw_of(lent), file)
            with closing(_connect(file)) as raw, lend(raw) as copy:
                with transaction(copy, writes=True):
                    undo(raw, baseline_of(raw).point)
                with transaction(copy, writes=False) as session:
                    yield session

    def reset(self) -> None:
        """Back to the snapshot, baseline included."""
        with self._alone() as lent, space(self.id):
            with transaction(lent, writes=True):
                undo(raw_of(lent), Point())
            self.trail.clear()
        self._tell_listeners()

    def rewind(self, step: int) -> None:
        """See ``World.rewind``."""
        self.require_step(step)
        with self._alone() as lent, space(self.id):
            self._rewind(lent, step)
            self.trail.cut(step)
        self._tell_listeners()

    def become(self, other: World) -> None:
        """See ``World.become``; a shared world, which others have open, cannot."""
        raise ValueError(f"world {self.id} is shared, so it cannot become as world {other.id} is")

    def fork_into(self, folder: Path, step: int | None) -> None:
        """See ``World.fork_into``."""
        self.require_step(step)
        file = database_of(folder)
        with self._alone() as lent, space(self.id):
            back_up(raw_of(lent), file)
        with space(self.id), closing(_connect(file)) as raw, lend(raw) as copy:
            with transaction(copy, writes=False) as session:
                until = last_step(session) if step is None else step
            self._rewind(copy, until)
        self.trail.copy_to(folder / self.trail.path.name, until)

    @contextmanager
    def scratch(self) -> Iterator[World]:
        """See ``World.scratch``."""
        with tempfile.TemporaryDirectory(prefix=_SCRATCH, dir=self.folder) as folder:
            with self._held() as lent, space(self.id):
                back_up(raw_of(lent), database_of(Path(folder)))
            with closing(SharedWorld(self.id, self.snapshot, Path(folder))) as copy:
                yield copy

    def close(self) -> None:
        """Let go of the database; the last one to do so writes its log back."""
        if self._is_inherited:
            return
        with self._lock:
            if self._lent is not None:
                lent, self._lent = self._lent, None
                with closing(raw_of(lent)):
                    lent.close()

    def _connected(self) -> Lent:
        if self._lent is None:
            raise WorldClosed(self.id)
        return self._lent

    @property
    def _log_length(self) -> int:
        return 0

    def _refuse_when_full(self) -> None:
        """It has no limit but the disk's."""

    def _rewind(self, lent: Lent, step: int) -> None:
        raw = raw_of(lent)
        with transaction(lent, writes=True):
            undo(raw, point_after(raw, step))


def database_of(folder: Path) -> Path:
    """The database of a shared world in a folder; it need not exist."""
    return folder / "world.sqlite"


def leftovers_in(folder: Path) -> list[Path]:
    """What processes left that were killed; only while nobody has the world open."""
    return [path for prefix in (_BASELINE, _COPY, _SCRATCH) for path in folder.glob(f"{prefix}*")]


def _connect(file: Path) -> apsw.Connection:
    raw = apsw.Connection(str(file), flags=apsw.SQLITE_OPEN_READWRITE)
    raw.set_busy_timeout(_BUSY_MILLISECONDS)
    raw.config(apsw.SQLITE_DBCONFIG_ENABLE_FKEY, 1)
    raw.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF").fetchall()
    return raw


def _copy_once(snapshot: Path, target: Path) -> None:
    """Copy the snapshot, unless another process is faster."""
    handle, name = tempfile.mkstemp(prefix=_COPY, dir=target.parent)
    os.close(handle)
    try:
        shutil.copyfile(snapshot, name)
        try:
            os.link(name, target)
        except FileExistsError:
            return  # somebody else's copy is as good
    finally:
        os.unlink(name)
