"""The secrets of a company that several processes serve: one folder, which they share.

They are made by whichever process is the first to need them, and never leave the folder: no image,
command line or environment holds them.
"""

from __future__ import annotations

import os
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

import apsw

from workworld.identity import Authority, new_admin_token

_BUSY_MILLISECONDS = 10_000
_SECRET, _ADMIN, _ENDED = "secret", "admin-token", "ended.sqlite"


class Keys:
    """The secrets in a folder, which only its owner can read.

    Args:
        folder: made if it is not there.

    Raises:
        OSError: it cannot be used.
    """

    def __init__(self, folder: Path) -> None:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._folder = folder

    @property
    def admin_token(self) -> str:
        """What opens the control port."""
        return _once(self._folder / _ADMIN)

    def authority(
        self,
        now: Callable[[], float] = time.time,  # noqa: TID251 - credentials expire by real time
    ) -> Authority:
        """Honours what any process of this folder issued, as long as none of them ended it.

        Args:
            now: tells the time, in seconds.
        """
        return Authority(_once(self._folder / _SECRET), now, Ended(self._folder / _ENDED, now))


class Ended:
    """What counts no more, for every process that uses the same file.

    Args:
        file: a SQLite database, made if it is not there.
        now: tells the time, in seconds.
    """

    def __init__(self, file: Path, now: Callable[[], float]) -> None:
        self._now = now
        self._mutex = threading.Lock()
        self._raw = apsw.Connection(str(file))
        self._raw.set_busy_timeout(_BUSY_MILLISECONDS)
        self._raw.execute(
            "PRAGMA journal_mode = WAL; "
            "CREATE TABLE IF NOT EXISTS ended (serial TEXT PRIMARY KEY, until REAL) WITHOUT ROWID"
        ).fetchall()

    def add(self, member: str, until: float) -> bool:
        """Remember something until a time; whether it was not remembered before."""
        added = 0
        with self._mutex, self._raw:
            self._raw.execute("DELETE FROM ended WHERE until <= ?", (self._now(),))
            self._raw.execute("INSERT OR IGNORE INTO ended VALUES (?, ?)", (member, until))
            added = self._raw.changes()
        return added > 0

    def __contains__(self, member: str) -> bool:
        """Whether it is remembered."""
        with self._mutex:
            found = self._raw.execute("SELECT 1 FROM ended WHERE serial = ?", (member,))
            return found.fetchall() != []


def _once(file: Path) -> str:
    """The secret in a file that is written once, by whichever process is the first."""
    if not file.exists():
        handle, fresh = tempfile.mkstemp(prefix=f"{file.name}-", dir=file.parent)  # of mode 0600
        with open(handle, "w") as written:
            written.write(new_admin_token())
        try:
            os.link(fresh, file)  # whole or not at all
        except FileExistsError:
            pass  # another process has been faster
        finally:
            os.unlink(fresh)
    return file.read_text()
