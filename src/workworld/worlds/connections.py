"""The open connections of private worlds: as many as file descriptors allow, and spares."""

from __future__ import annotations

import atexit
import itertools
import logging
import os
import resource
import shutil
import threading
import weakref
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Protocol

import apsw

from workworld.lifetimes import Closing
from workworld.worlds.guard import connect
from workworld.worlds.locks import Locks
from workworld.worlds.logs import log_of
from workworld.worlds.snapshots import Snapshot

log = logging.getLogger(__name__)

SPARES = 4
_MOST_OPEN = 2048
_FILES_EACH = 2
_FILES_FOR_OTHERS = 256
_PREFIX = "spares-"
_PARKED_AT_ONCE = 8
_MOST_CHORES = 64
# The first of these reads the schema and opens the log; all are kept compiled.
_WARMING = ("PRAGMA query_only = ON", "BEGIN", "SELECT used FROM world_counters", "COMMIT")


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

    def close(self) -> None:
        """Let go of it, untaken."""
        _do(self.raw.close)
        for file in (self.file, log_of(self.file)):
            _do(partial(file.unlink, missing_ok=True))


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
        locks: those of that folder.
        limit: how many worlds may be open at once.
        spares: how many spare connections to keep for each snapshot.
    """

    def __init__(
        self, folder: Path, locks: Locks, *, limit: int | None = None, spares: int = SPARES
    ) -> None:
        self._locks = locks
        self._folder = _folder_below(folder, locks)
        self._process = os.getpid()
        self._limit = limit or most_open()
        self._spares = spares
        self._open: weakref.WeakSet[Parkable] = weakref.WeakSet()
        self._ready: dict[Snapshot, deque[_Spare]] = {}
        self._changed = threading.Condition()
        self._chores: deque[Callable[[], None]] = deque()
        self._thread: threading.Thread | None = None
        self._is_closed = False
        self._made = 0
        _everyone.add(self)

    def opened(self, world: Parkable) -> None:
        """Note that a world is open, and park those that were idle longest if that is too many."""
        with self._changed:
            self._open.add(world)
            if len(self._open) <= self._limit:
                return
            others = [each for each in self._open if each is not world]
        idle = sorted(others, key=lambda each: each.last_used)
        excess = len(idle) + 1 - self._limit + self._limit // _PARKED_AT_ONCE
        for each in idle:  # outside the lock, since parking comes back to `closed`
            if excess <= 0:
                break
            excess -= each.park()

    def closed(self, world: Parkable) -> None:
        """Note that a world is closed or parked."""
        with self._changed:
            self._open.discard(world)

    def spare(self, snapshot: Snapshot, target: Path) -> apsw.Connection | None:
        """An open connection on an untouched snapshot, or None if there is none ready.

        Args:
            snapshot: the snapshot.
            target: becomes the path of the connection's log.
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
        # Moved away, not replaced: for that, file systems wait.
        replaced = spare.file.with_suffix(".replaced")
        with suppress(FileNotFoundError):
            target.rename(replaced)
            self._later(partial(replaced.unlink, missing_ok=True))
        log_of(spare.file).rename(target)
        self._later(spare.file.unlink)
        return spare.raw

    def retire(self, raw: apsw.Connection) -> None:
        """Close a connection that a spare has replaced, when there is time for it."""
        self._later(raw.close)

    def _later(self, chore: Callable[[], None]) -> None:
        """Leave something to the thread, unless it lags behind: giving memory back takes time."""
        with self._changed:
            if self._thread is not None and len(self._chores) < _MOST_CHORES:
                self._chores.append(chore)
                self._changed.notify()
                return
        _do(chore)

    def forget(self, snapshot: Snapshot) -> None:
        """Close the spares of a snapshot, which no world is made from any more."""
        with self._changed:
            dropped = self._ready.pop(snapshot, ())
        for spare in dropped:
            spare.close()

    def close(self) -> None:
        """Close the spares. The worlds close themselves."""
        if os.getpid() != self._process:
            return  # a forked child's copy: the files and the thread are the parent's
        with self._changed:
            if self._is_closed:
                return
            self._is_closed = True
            self._changed.notify()
        if self._thread is not None:
            self._thread.join()
        while self._chores:
            _do(self._chores.popleft())
        for snapshot in list(self._ready):
            self.forget(snapshot)
        shutil.rmtree(self._folder, ignore_errors=True)
        self._locks.release(_mark(self._folder))

    def _refill(self) -> None:
        while True:
            with self._changed:
                while not (self._is_closed or self._chores or self._lacking()):
                    self._changed.wait()
                if self._is_closed:
                    return
                chore = self._chores.popleft() if self._chores else None
            if chore is not None:
                _do(chore)
                continue
            with self._changed:
                snapshot = self._lacking()
            if snapshot is not None:
                self._make_spare(snapshot)

    def _make_spare(self, snapshot: Snapshot) -> None:
        self._made += 1
        file = self._folder / str(self._made)
        try:
            spare = _Spare(file, _warmed(file, snapshot.path))
        except (OSError, apsw.Error) as error:
            log.warning("no spare connection on %s: %s", snapshot.path, error)
            self.forget(snapshot)  # worlds can do without, and other snapshots wait
            return
        with self._changed:
            ready = self._ready.get(snapshot)
            if ready is not None:
                ready.append(spare)
        if ready is None:  # it was forgotten meanwhile
            spare.close()

    def _lacking(self) -> Snapshot | None:
        """A snapshot with fewer spares than there should be."""
        for snapshot, ready in self._ready.items():
            if len(ready) < self._spares:
                return snapshot
        return None


# Held while a thread of spares is inside SQLite, and by whoever forks: a child would inherit
# SQLite's own locks as they are, and wait for ever for the thread that it has not.
_in_sqlite = threading.RLock()  # again, since some chores consist of others
os.register_at_fork(
    before=_in_sqlite.acquire,
    after_in_parent=_in_sqlite.release,
    after_in_child=_in_sqlite.release,
)


def _warmed(file: Path, snapshot: Path) -> apsw.Connection:
    with _in_sqlite:
        raw = connect(file, snapshot)
        for statement in _WARMING:
            raw.execute(statement).fetchall()
        return raw


def _do(chore: Callable[[], None]) -> None:
    """Tidy up. What fails concerns no world, and must not end the thread."""
    try:
        with _in_sqlite:
            chore()
    except (OSError, apsw.Error) as error:
        log.warning("spare connections could not be tidied up: %s", error)


def _folder_below(folder: Path, locks: Locks) -> Path:
    """A folder that no other process holds; those of processes that were killed are removed."""
    for left in folder.glob(f"{_PREFIX}*"):
        if locks.take(_mark(left)):
            shutil.rmtree(left, ignore_errors=True)
            locks.release(_mark(left))
    candidates = (folder / f"{_PREFIX}{number}" for number in itertools.count(1))
    # Locked before it is there, or it might be taken for a left one.
    own = next(each for each in candidates if locks.take(_mark(each)))
    shutil.rmtree(own, ignore_errors=True)
    own.mkdir()
    return own


def _mark(folder: Path) -> str:
    """The name of a folder's lock, which no world can have."""
    return f"/{folder.name}"


_everyone: weakref.WeakSet[Connections] = weakref.WeakSet()


def _finish() -> None:
    """Stop the threads: one that ended with the interpreter could hold SQLite's own locks."""
    for connections in list(_everyone):
        connections.close()


atexit.register(_finish)
