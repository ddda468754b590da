"""Who holds which world: locks between processes that cost no file descriptor each.

A lock is one byte of one file, locked by an open file description, so that it ends with the
process and is not mixed up between two stores of one process: see "Open file description locks"
in https://man7.org/linux/man-pages/man2/fcntl_locking.2.html.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import struct
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from workworld.lifetimes import Closing

_HERE = os.SEEK_SET


class Locks(Closing):
    """The locks of one folder, by name.

    Args:
        folder: a file for the locks is made in it.
    """

    def __init__(self, folder: Path) -> None:
        self._file = os.open(folder / "held", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
        self._closing = weakref.finalize(self, os.close, self._file)
        self._closing.atexit = False  # locks end with the process, after all that they guard
        _everyone.add(self)

    def take(self, name: str, *, shared: bool = False) -> bool:
        """Try to hold a name until it is released.

        Args:
            name: what to hold.
            shared: whether others may hold it at the same time, as long as all of them share.

        Returns:
            Whether it is held; False when another store holds it.
        """
        try:
            self._set(name, fcntl.F_RDLCK if shared else fcntl.F_WRLCK)
        except BlockingIOError:
            return False
        return True

    @contextmanager
    def alone(self, name: str) -> Iterator[None]:
        """Hold a name, for which others wait, until the block ends."""
        self._set(name, fcntl.F_WRLCK, fcntl.F_OFD_SETLKW)
        try:
            yield
        finally:
            self.release(name)

    def release(self, name: str) -> None:
        """Let go of a name; that of one that is not held is no mistake."""
        if self._closing.alive:
            self._set(name, fcntl.F_UNLCK)

    def close(self) -> None:
        """Let go of all names."""
        self._closing()

    def _set(self, name: str, kind: int, command: int = fcntl.F_OFD_SETLK) -> None:
        if not self._closing.alive:  # or the number may be another file's by now
            raise RuntimeError("the store of worlds is closed")
        mark = int.from_bytes(hashlib.blake2b(name.encode(), digest_size=8).digest()) >> 2
        fcntl.fcntl(self._file, command, struct.pack("hhqqi4x", kind, _HERE, mark, 1, 0))


_everyone: weakref.WeakSet[Locks] = weakref.WeakSet()


def _forget() -> None:
    """A forked child shares its parent's locks; it must not keep them when the parent ends."""
    for locks in list(_everyone):
        locks.close()


os.register_at_fork(after_in_child=_forget)
