"""Whether a host can do its work: what ``/ready`` on the control port answers."""

from __future__ import annotations

import shutil
import tempfile
from contextlib import closing
from pathlib import Path

import apsw

from workworld.worlds import Snapshot
from workworld.worlds.guard import connect
from workworld.worlds.private import LOG_LIMIT

_OK = "ok"


def readiness(folder: Path, snapshot: Snapshot | None) -> dict[str, str]:
    """What there is to say of each thing that a host needs: ``ok``, or what is wrong.

    Args:
        folder: where the worlds lie.
        snapshot: what worlds are usually made from; None if there is no usual one.
    """
    return {
        "snapshot": _OK if snapshot is None or snapshot.path.is_file() else "it is gone",
        "worlds": _opens(folder, snapshot),
        "disk": _space(folder),
    }


def is_ready(checks: dict[str, str]) -> bool:
    """Whether nothing is wrong."""
    return all(said == _OK for said in checks.values())


def _opens(folder: Path, snapshot: Snapshot | None) -> str:
    """Open what a world is, a log beside the snapshot, and read from it."""
    if snapshot is None:
        return _OK
    try:
        with (
            tempfile.TemporaryDirectory(prefix=".ready-", dir=folder) as place,
            closing(connect(Path(place) / "world", snapshot.path)) as raw,
        ):
            raw.execute("SELECT count(*) FROM world_counters").fetchall()
    except (OSError, apsw.Error) as error:
        return f"none can be opened: {type(error).__name__}"
    return _OK


def _space(folder: Path) -> str:
    """Room for the changes of at least one world."""
    try:
        free = shutil.disk_usage(folder).free
    except OSError as error:
        return f"it cannot be asked: {type(error).__name__}"
    return _OK if free >= LOG_LIMIT else f"only {free >> 20} MB are free"
