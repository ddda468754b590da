"""The side trail: what was looked at, by whom, through which door, at which step.

Reads commit nothing, so they leave no row. They are noted beside the world instead, one JSON
object a line, and follow it through forks, rewinds and resets. While an episode is recorded, so is
what each request was answered.
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
_RESULT = "result"
_RESULT_BYTES = "result_bytes"
_OF_STEP = "of_step"
_LONGEST = 16 << 10
_LONGEST_RESULT = 256 << 10
_LIMIT = 64 << 20
"""How many bytes of notes a world takes: agents may read without end."""


class Trail:
    """The side trail of one world.

    Args:
        path: its file, which need not exist.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.keeps_results = False
        """Whether what requests are answered is kept as well, as an episode's record wants it."""

    def note(self, read: Mapping[str, Any], result: Any = None) -> None:
        """Add one read. It has the key ``step``: how many steps the world had seen.

        Long arguments are noted by their length. A read that cannot be noted, since the disk or
        the trail is full, is answered all the same.

        Args:
            read: what was asked.
            result: what was answered, any JSON value; kept while ``keeps_results``.
        """
        text = _written(read)
        if len(text) > _LONGEST:
            request = {"name": read["request"]["name"], "bytes": len(text)}
            text = _written({**read, "request": request})
        if kept := self._kept(result):
            text = f"{text[:-1]},{kept}}}"
        self._append(text)

    def note_result(self, step: int, result: Any) -> None:
        """Add what a step was answered, any JSON value, while ``keeps_results``."""
        if kept := self._kept(result):
            self._append(f'{{"{_STEP}":{step},"{_OF_STEP}":true,{kept}}}')

    def _kept(self, result: Any) -> str:
        """A result as a member of a JSON object; empty if none is to be kept."""
        if not self.keeps_results or result is None:
            return ""
        try:
            text = _written(result)
        except (TypeError, ValueError):  # a file, or a page, or no number
            return ""
        if len(text) > _LONGEST_RESULT:
            return f'"{_RESULT_BYTES}":{len(text)}'
        return f'"{_RESULT}":{text}'

    def _append(self, text: str) -> None:
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
        """The reads at step ``since`` and later, oldest first, without their results."""
        kept = (note for note in self.notes(since=since) if _OF_STEP not in note)
        return [
            {key: value for key, value in read.items() if key not in (_RESULT, _RESULT_BYTES)}
            for read in kept
        ]

    def notes(self, *, since: int = 0) -> list[dict[str, Any]]:
        """All notes at step ``since`` and later, oldest first.

        Results stand under ``result``, or their length under ``result_bytes``; a note with
        ``of_step`` is the result of that step, the others are reads.
        """
        return [note for note, _line in self._lines() if note[_STEP] >= since]

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


def _written(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), allow_nan=False)
