"""Copy-on-write by write-ahead log: many worlds, one frozen main file.

In WAL mode SQLite writes changes to the log and touches the main file only at a checkpoint
(https://www.sqlite.org/wal.html). With checkpoints off, a world *is* its log. The file system
layer below opens the snapshot wherever SQLite asks for a world's main file, and refuses to write
to it or to cut it, so that no close, exit or forced checkpoint can change what all worlds share.
"""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import apsw

_PARENT = "unix-none"  # a world belongs to one process, so files need no locks
_CACHE_KIB = 512
_registered: dict[Path, Guard] = {}
_mutex = threading.Lock()


class Guard(apsw.VFS):
    """The file system of the worlds of one snapshot."""

    def __init__(self, snapshot: Path) -> None:
        self.name = f"workworld:{snapshot}"
        self._snapshot = str(snapshot.resolve())  # SQLite opens no symbolic links here
        super().__init__(self.name, _PARENT)

    def xOpen(  # noqa: N802 - SQLite's name
        self, name: Any, flags: list[int]
    ) -> apsw.VFSFile:
        """The snapshot for a main file, the file itself for everything else."""
        if not flags[0] & apsw.SQLITE_OPEN_MAIN_DB:
            return super().xOpen(name, flags)
        frozen = _Frozen(
            _PARENT, self._snapshot, [apsw.SQLITE_OPEN_MAIN_DB | apsw.SQLITE_OPEN_READONLY, 0]
        )
        flags[1] = flags[0]  # SQLite is to believe that it may write: it does so to the log
        return frozen


class _Frozen(apsw.VFSFile):
    """A main file that nothing changes."""

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: ARG002, N802 - SQLite's name
        """Refuse."""
        raise apsw.ReadOnlyError("the snapshot is frozen")

    def xTruncate(self, newsize: int) -> None:  # noqa: ARG002, N802 - SQLite's name
        """Refuse."""
        raise apsw.ReadOnlyError("the snapshot is frozen")


def connect(world: Path, snapshot: Path) -> apsw.Connection:
    """Open a world.

    Args:
        world: its main file, an empty one; the log lies beside it, named ``…-wal``.
        snapshot: the frozen file in WAL mode that stands for the main file.
    """
    world.touch()  # SQLite takes the log's permissions from it
    with _mutex:
        if snapshot not in _registered:
            _registered[snapshot] = Guard(snapshot)
        guard = _registered[snapshot]
    connection = apsw.Connection(
        str(world), vfs=guard.name, flags=apsw.SQLITE_OPEN_READWRITE, statementcachesize=200
    )
    connection.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
    connection.config(apsw.SQLITE_DBCONFIG_ENABLE_FKEY, 1)
    connection.execute(
        # Exclusive locking keeps the index of the log on the heap instead of in shared memory.
        "PRAGMA locking_mode = EXCLUSIVE; PRAGMA wal_autocheckpoint = 0;"
        # Else what a statement puts aside would be a file, and each open world hold one more.
        "PRAGMA temp_store = MEMORY;"
        f"PRAGMA synchronous = OFF; PRAGMA cache_size = -{_CACHE_KIB}"
    ).fetchall()  # APSW runs a list of statements only as far as its rows are asked for
    return connection
