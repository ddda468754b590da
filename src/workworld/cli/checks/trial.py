"""A world from beginning to end, in a folder of its own."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from time import perf_counter
from typing import TypeVar

from sqlalchemy import select

from workworld.cli.checks.check import Check, fail, ok, warn
from workworld.clock import Clock
from workworld.context import Surface
from workworld.directory.models import Person
from workworld.journal import record
from workworld.worlds import SnapshotCache, World, Worlds
from workworld.worlds.snapshots import SMALLEST

_SLOW_MS = 250.0
T = TypeVar("T")


def world() -> Iterator[Check]:
    """Whether a world can be opened, written, rewound and reset, and how long that takes."""
    with tempfile.TemporaryDirectory(prefix="workworld-doctor-") as folder:
        snapshot, building = _timed(SnapshotCache(Path(folder) / "snapshots").get, SMALLEST)
        yield ok("Build", f"the company {SMALLEST} in {building / 1000:.1f} s")
        with Worlds(Path(folder) / "worlds") as store:
            took, failed = _lived(store, store.open(snapshot))
    said = ", ".join(f"{name} {milliseconds:.1f} ms" for name, milliseconds in took.items())
    if failed:
        yield fail("A world", f"{failed} went wrong ({said})", "report this as a bug")
    elif max(took.values()) > _SLOW_MS:
        yield warn("A world", f"slow: {said}", "see whether the disk is remote or the machine busy")
    else:
        yield ok("A world", said)


def _lived(store: Worlds, tried: World) -> tuple[dict[str, float], str]:
    """How long each thing took, and which of them went wrong."""
    took, failed = {}, []
    took["open"] = _timed(tried.diff)[1]
    took["write"] = _timed(_write, tried)[1]
    if len(tried.diff()) != 1:
        failed.append("write")
    copy, took["fork"] = _timed(store.fork, tried)
    for name, changed, back in (
        ("rewind", tried, lambda: tried.rewind(0)),
        ("reset", copy, copy.reset),
    ):
        took[name] = _timed(back)[1]
        if changed.diff():
            failed.append(name)
    return took, ", ".join(failed)


def _write(tried: World) -> None:
    """One step that changes one row."""
    with tried.writing() as session:
        person = session.scalars(select(Person).limit(1)).one()
        record(
            session,
            time_us=Clock(session).now_us(),
            actor_id=person.id,
            operation="doctor",
            arguments=None,
            outcome="ok",
            surface=Surface.SYSTEM,
            request={"name": "doctor", "arguments": {}},
            cause=None,
        )
        person.title += ", examined"


def _timed(function: Callable[..., T], *arguments: object) -> tuple[T, float]:
    """What a function returns, and how many milliseconds it took."""
    start = perf_counter()
    result = function(*arguments)
    return result, (perf_counter() - start) * 1000
