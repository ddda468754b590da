"""The side trail: what was looked at, by whom, through which door, at which step.

Reads commit nothing, so they leave no row. They are noted beside the world instead, one JSON
object a line, and follow it through forks, rewinds and resets.
"""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

log = logging.getLogger(__name__)

_STEP = "step"
_LONGEST = 16 << 10
_LIMIT = 64 << 20
"""How many bytes of notes a world takes: agents may read without end."""


class Trail:
    """The side trail of one world.

    Args:
        path: its file, which need not exist.
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    def note(self, read: Mapping[str, Any]) -> None:
        """Add one read. It has the key ``step``: how many steps the world had seen.

        Long arguments are noted by their length. A read that cannot be noted, since the disk or
        the trail is full, is answered all the same.
        """
        text = json.dumps(read, separators=(",", ":"))
        if len(text) > _LONGEST:
            request = {"name": read["request"]["name"], "bytes": len(text)}
            text = json.dumps({**read, "request": request}, separators=(",", ":"))
        # The line break comes first, so that a note torn off does not spoil the next one.
        line = b"\n" + text.encode()
        try:
            # Opened each time, since worlds are many and file descriptors few. One write is atomic.
            file = os.open(self.path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, 0o644)
            try:
                if os.fstat(file).st_size < _LIMIT:
                    os.write(file, line)
            finally:
                os.close(file)
        except OSError as error:
            log.warning("a read is missing in %s: %s", self.path, error)

    def reads(self, *, since: int = 0) -> list[dict[str, Any]]:
        """The reads at step ``since`` and later, oldest first."""
        return [read for read, _line in self._lines() if read[_STEP] >= since]

    def cut(self, step: int) -> None:
        """Forget what was read after a step."""
        self.copy_to(self.path, step)

    def copy_to(self, target: Path, step: int) -> None:
        """Write what was read up to a step to the file of another trail, over what it held."""
        kept = b"".join(b"\n" + line for read, line in self._lines() if read[_STEP] <= step)
        if not kept:
            target.unlink(missing_ok=True)
            return
        made = target.with_name(target.name + "-new")
        made.write_bytes(kept)
        made.replace(target)

    def clear(self) -> None:
        """Forget everything."""
        self.path.unlink(missing_ok=True)

    def _lines(self) -> list[tuple[dict[str, Any], bytes]]:
        """Every read with its line. One of which only a part was written is left out."""
        found = []
        if self.path.exists():
            for line in self.path.read_bytes().splitlines():
                with suppress(ValueError):
                    found.append((json.loads(line), line))
        return found
