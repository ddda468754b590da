"""Write-ahead logs as files: where they end, copying them, cutting them.

https://www.sqlite.org/fileformat2.html#walformat
"""

from __future__ import annotations

import os
from pathlib import Path

_LOG_HEADER, _FRAME_HEADER = 32, 24


def log_of(world: Path) -> Path:
    """A world's log, which need not exist."""
    return world.with_name(world.name + "-wal")


def log_end(log: Path) -> int:
    """Where the last commit in a log ends, in bytes from its start.

    A frame's header says the size of the database if a commit ends with it, else 0, and repeats
    the log's salt.
    """
    if not log.exists() or log.stat().st_size < _LOG_HEADER:
        return 0
    with log.open("rb") as file:
        header = file.read(_LOG_HEADER)
        length = _FRAME_HEADER + int.from_bytes(header[8:12])
        salt = header[16:24]
        count = (log.stat().st_size - _LOG_HEADER) // length
        # From the end, since the last frame ends a commit unless a process was killed.
        for number in reversed(range(count)):
            file.seek(_LOG_HEADER + number * length)
            head = file.read(_FRAME_HEADER)
            if head[8:16] == salt and any(head[4:8]):
                return _LOG_HEADER + (number + 1) * length
    return 0


def log_length(pages: int, page_size: int) -> int:
    """The length of a log of so many pages."""
    return _LOG_HEADER + pages * (_FRAME_HEADER + page_size)


def cut_log(log: Path, end: int) -> None:
    """Keep the first bytes of a log, whose length they are or exceed; 0 removes it."""
    if end:
        os.truncate(log, end)
    else:
        log.unlink(missing_ok=True)


def copy_log(source: Path, target: Path, end: int) -> None:
    """Make a log of the first bytes of another; 0 makes none.

    Raises:
        ValueError: the other is not as long.
    """
    target.unlink(missing_ok=True)
    if end:
        with source.open("rb") as read, target.open("wb") as written:
            sent = 0
            while sent < end:  # one call sends 2 GiB at most
                more = os.sendfile(written.fileno(), read.fileno(), sent, end - sent)
                if not more:
                    raise ValueError(f"{source} ends at byte {sent}, before byte {end}")
                sent += more
