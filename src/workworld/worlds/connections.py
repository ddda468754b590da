"""The open connections of private worlds: as many as file descriptors allow, and spares."""

from __future__ import annotations

import fcntl
import os
import resource
import shutil
import tempfile
import threading
from collections import deque
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import apsw

from workworld.lifetimes import Closing
from workworld.worlds.guard import connect
from workworld.worlds.logs import log_of
from workworld.worlds.snapshots import Snapshot

SPARES = 4
_MOST_OPEN = 2048
_FILES_EACH = 2
_FILES_FOR_OTHERS = 256
_PREFIX = "spares-"
_PARKED_AT_ONCE = 8


class Parkable(Protocol):
    """A world as far as parking goes."""

    last_used: int

    def park(self) -> bool:
        """Close it unless it is in use; whether it is closed now."""
        ...


@dataclass(frozen=True, slots=True)
class _Spare:
    file: Path
    raw: apsw.Connection


def most_open() -> int:
    """How many worlds this process may have open, given its limit of file descriptors."""
    files, _most = resource.getrlimit(resource.RLIMIT_NOFILE)
    return max(8, min(_MOST_OPEN, (files - _FILES_FOR_OTHERS) // _FILES_EACH))


class Connections(Closing):
    """Bounds how many worlds are open, and keeps connections ready on untouched snapshots.

    SQLite reads the whole schema when it opens a database, which takes longer the more tables
    there are; a spare connection has that behind it.

    Args:
        folder: where the spares' files lie until they are taken; on the worlds' file system.
        limit: how many worlds may be open at once.
        spares: how many spare connections to keep for each snapshot.
    """

    def __init__(self, folder: Path, *, limit: int | None = None, spares: int = SPARES) -> None:
        _clear_left_over(folder)
        self._folder = Path(tempfile.mkdtemp(prefix=_PREFIX, dir=folder))
        self._lock_file = os.open(self._folder, os.O_RDONLY | os.O_CLOEXEC)
        fcntl.flock(self._lock_file, fcntl.LOCK_EX)
        self._limit = limit or most_open()
        self._spares = spares
        self._open: set[Parkable] = set()
        self._ready: dict[Snapshot, deque[_Spare]] = {}
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None
        self._is_closed = False
        self._made = 0

    def opened(self, world: Parkable) -> None:
        """Note that a world is open, and park those that were idle longest if that is too many."""
        with self._changed:
            self._open.add(world)
            if len(self._open) <= self._limit:
                return
            idle = sorted(self._open - {world}, key=lambda each: each.last_used)
        excess = len(idle) + 1 - self._limit + self._limit // _PARKED_AT_ONCE
        for each in idle:  # outside the lock, since parking comes back to `closed`
            if excess <= 0:
                break
            excess -= each.park()

    def closed(self, world: Parkable) -> None:
        """Note that a world is closed or parked."""
        with self._changed:
            self._open.discard(world)

    def spare(self, snapshot: Snapshot, log: Path) -> apsw.Connection | None:
        """An open connection on an untouched snapshot, or None if there is none ready.

        Args:
            snapshot: the snapshot.
            log: becomes the path of the connection's log.
        """
        with self._changed:
            if self._is_closed or not self._spares:
                return None
            ready = self._ready.setdefault(snapshot, deque())
            spare = ready.popleft() if ready else None
            if self._thread is None:
                self._thread = threading.Thread(
                    target=self._refill, name="workworld spares", daemon=True
                )
                self._thread.start()
            self._changed.notify()
        if spare is None:
            return None
        spare.file.unlink()
        log_of(spare.file).rename(log)
        return spare.raw

    def close(self) -> None:
        """Close the spares. The worlds close themselves."""
        with self._changed:
            self._is_closed = True
            self._changed.notify()
        if self._thread is not None:
            self._thread.join()
        for ready in self._ready.values():
            for spare in ready:
                spare.raw.close()
        self._ready.clear()
        shutil.rmtree(self._folder, ignore_errors=True)
        os.close(self._lock_file)

    def _refill(self) -> None:
        while True:
            with self._changed:
                while not self._is_closed and self._lacking() is None:
                    self._changed.wait()
                snapshot = self._lacking()
                if self._is_closed or snapshot is None:
                    return
                self._made += 1
                file = self._folder / str(self._made)
            raw = connect(file, snapshot.path)
            raw.execute("SELECT 1 FROM world_clock").fetchall()  # reads the schema, opens the log
            with self._changed:
                self._ready[snapshot].append(_Spare(file, raw))

    def _lacking(self) -> Snapshot | None:
        """A snapshot with fewer spares than there should be."""
        for snapshot, ready in self._ready.items():
            if len(ready) < self._spares:
                return snapshot
        return None


def _clear_left_over(folder: Path) -> None:
    """Remove the spares of processes that were killed."""
    for left in folder.glob(f"{_PREFIX}*"):
        with suppress(OSError):  # another process is at it, or holds it
            file = os.open(left, os.O_RDONLY | os.O_CLOEXEC)
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(left)
            finally:
                os.close(file)
