"""The folder of snapshots and worlds: room, snapshots, worlds, what was left over."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from workworld.cli.checks.check import Check, fail, ok, warn
from workworld.cli.tables import size
from workworld.worlds import Snapshot, SnapshotCache, Worlds

_LITTLE = 1 << 30
_REMOTE = frozenset({"nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "fuse.sshfs"})
_LEFT_OVER = ("snapshots/building-*", "host.json-*")


def folder(home: Path) -> Iterator[Check]:
    """Whether it can be written, how much room there is, and on what file system."""
    todo = "set WORKWORLD_HOME to a folder of yours"
    try:
        home.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=home):
            pass
    except OSError as error:
        yield fail("Home", f"{home} cannot be written: {error.strerror}", todo)
        return
    yield ok("Home", f"{home} can be written")
    free = shutil.disk_usage(home).free
    if free < _LITTLE:
        yield warn("Disk", f"{size(free)} free", "make room: worlds stop when the disk is full")
    else:
        yield ok("Disk", f"{size(free)} free")
    kind = _file_system(home)
    if kind in _REMOTE:
        said = f"{kind} is a file system of another machine, whose locks may not hold"
        yield warn("File system", said, "set WORKWORLD_HOME to a folder on a local disk")
    else:
        yield ok("File system", kind)


def snapshots(home: Path) -> Iterator[Check]:
    """Whether every snapshot has the bytes that were built."""
    cache = SnapshotCache(home / "snapshots")
    found = cache.all()
    broken = [each for each in found if not _is_whole(cache, each)]
    for each in broken:
        said = f"{each.path.name} is damaged"
        yield fail("Snapshots", said, "it is built again when it is used, or run: workworld "
                   "snapshot prune --damaged")  # fmt: skip
    if not broken:
        total = sum(each.path.stat().st_size for each in found)
        yield ok("Snapshots", f"{len(found)} whole, {size(total)}")


def worlds(home: Path) -> Iterator[Check]:
    """How many worlds there are, and which of them have lost their snapshot."""
    if not (home / "worlds").is_dir():
        yield ok("Worlds", "none yet")
        return
    with Worlds(home / "worlds", spares=0) as store:
        kept = store.kept()
    there = {each.fingerprint for each in SnapshotCache(home / "snapshots").all()}
    lost = [each for each in kept if each.fingerprint not in there]
    for each in lost:
        name = f"{each.id}@{each.fingerprint}"
        said = f"the snapshot of {name} is gone, so it cannot be opened"
        yield warn("Worlds", said, f"remove it: workworld worlds close --remove {name}")
    if not lost:
        total = sum(each.size for each in kept)
        yield ok("Worlds", f"{len(kept)} in the folder, {size(total)}")


def left_over(home: Path) -> Iterator[Check]:
    """Files that killed builds left; what worlds left goes when they are next opened."""
    found = [path for pattern in _LEFT_OVER for path in home.glob(pattern)]
    if found:
        names = ", ".join(str(path) for path in found)
        yield warn("Left over", names, "unless a company is being built just now, run: workworld "
                   "snapshot prune")  # fmt: skip
    else:
        yield ok("Left over", "nothing")


def _is_whole(cache: SnapshotCache, snapshot: Snapshot) -> bool:
    try:
        return cache.check(snapshot, thorough=True)
    except OSError:
        return False


def _file_system(folder: Path) -> str:
    """The kind of file system that a folder lies on, as Linux calls it."""
    best = ("", "of unknown kind")
    with suppress(OSError):
        for line in Path("/proc/self/mounts").read_text().splitlines():
            _device, at, kind, *_rest = line.split()
            at = at.replace("\\040", " ")
            if folder.resolve().is_relative_to(at) and len(at) >= len(best[0]):
                best = (at, kind)
    return best[1]
