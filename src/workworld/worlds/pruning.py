"""What may be removed from the cache, and the worlds that keep it there."""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from workworld.worlds.names import parse


class Reason(StrEnum):
    """Why something in the cache may go."""

    UNFINISHED = "unfinished"
    """Left by a build that was interrupted."""
    STALE = "stale"
    """The code that is installed makes another one."""
    DAMAGED = "damaged"
    UNUSED = "unused"


@dataclass(frozen=True, slots=True)
class Verdict:
    """Something in the cache that has a reason to go, and what keeps it nevertheless."""

    name: str
    reason: Reason
    paths: tuple[Path, ...]
    size: int
    worlds: tuple[str, ...]
    """Those that were made from it and outlive a process."""
    is_in_use: bool
    """Whether a running process works on it."""

    @classmethod
    def on(
        cls,
        reason: Reason,
        paths: Sequence[Path],
        worlds: Sequence[str] = (),
        *,
        is_in_use: bool = False,
    ) -> Verdict:
        """A verdict on files, or on folders with all that is in them."""
        size = sum(map(_size, paths))
        return cls(paths[0].stem, reason, tuple(paths), size, tuple(worlds), is_in_use)

    @property
    def goes(self) -> bool:
        """Whether it is removed: no world was made from it, and nobody works on it."""
        return not (self.worlds or self.is_in_use)


def remove(path: Path) -> None:
    """Remove a file, or a folder with all that is in it, if it is there."""
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def worlds_by_fingerprint(folder: Path) -> Mapping[str, Sequence[str]]:
    """The names of the worlds in a folder, by the fingerprint of what they were made from.

    Raises:
        OSError: the folder is there and cannot be read.
    """
    found: dict[str, list[str]] = {}
    for path in sorted(folder.iterdir()) if folder.exists() else ():
        named = parse(path.name)
        if named and path.is_dir():
            found.setdefault(named.fingerprint, []).append(named.world_id)
    return found


def _size(path: Path) -> int:
    inner = [*path.rglob("*")] if path.is_dir() else [path]
    return sum(each.stat().st_size for each in inner if each.is_file())
