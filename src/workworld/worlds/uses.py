"""Which snapshots a process works on, so that nobody removes them meanwhile."""

from __future__ import annotations

import fcntl
import os
import weakref
from collections import Counter
from pathlib import Path

from workworld.lifetimes import Closing


class Uses(Closing):
    """The snapshots that a store of worlds works on. A shared lock on each file tells others."""

    def __init__(self) -> None:
        self._files: dict[Path, int] = {}
        self._worlds: Counter[Path] = Counter()
        self._closing = weakref.finalize(self, _close_all, self._files)

    def add(self, snapshot: Path) -> None:
        """Work on a snapshot from now on, with one world more.

        Raises:
            OSError: it is not there, or cannot be read.
        """
        if snapshot not in self._files:
            file = os.open(snapshot, os.O_RDONLY | os.O_CLOEXEC)
            self._files[snapshot] = file
            fcntl.flock(file, fcntl.LOCK_SH)
        self._worlds[snapshot] += 1

    def drop(self, snapshot: Path) -> None:
        """Work on a snapshot with one world less. Its use is over only when it is forgotten."""
        self._worlds[snapshot] = max(0, self._worlds[snapshot] - 1)

    def is_idle(self, snapshot: Path) -> bool:
        """Whether no world of a snapshot is left."""
        return self._worlds[snapshot] <= 0

    def forget(self, snapshot: Path) -> None:
        """Work on a snapshot no more."""
        self._worlds.pop(snapshot, None)
        file = self._files.pop(snapshot, None)
        if file is not None:
            os.close(file)

    def close(self) -> None:
        """Work on none any more."""
        self._closing()


def is_used(snapshot: Path) -> bool:
    """Whether a process works on a snapshot."""
    try:
        file = os.open(snapshot, os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return False
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(file)
    return False


def _close_all(files: dict[Path, int]) -> None:
    while files:
        os.close(files.popitem()[1])
