"""Python, SQLite, open files, Chromium."""

from __future__ import annotations

import platform
import resource
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from importlib.metadata import version
from pathlib import Path

import apsw

from workworld.browsers import NoBrowser, chromium
from workworld.cli.checks.check import Check, fail, ok, warn
from workworld.worlds.connections import most_open

_OLDEST = (3, 11)
_ENOUGH_WORLDS = 256


def python() -> Iterator[Check]:
    """Whether this Python is new enough."""
    said = f"Python {platform.python_version()} at {sys.executable}"
    if sys.version_info[:2] < _OLDEST:
        yield fail("Python", said, "use Python 3.11 or later")
    else:
        yield ok("Python", said)
    yield ok("Workworld", f"Workworld {version('workworld')}")


def sqlite() -> Iterator[Check]:
    """Whether SQLite has what worlds are made of: write-ahead logs and sessions."""
    said = f"apsw {apsw.apsw_version()}, SQLite {apsw.sqlite_lib_version()}"
    todo = "install apsw from PyPI: its wheels have all of SQLite"
    if not hasattr(apsw, "Session"):
        yield fail("SQLite", f"{said}, without the session extension", todo)
        return
    with (
        tempfile.TemporaryDirectory(prefix="workworld-doctor-") as folder,
        closing(apsw.Connection(str(Path(folder) / "try"))) as raw,
    ):
        mode = raw.execute("PRAGMA journal_mode = WAL").get
        raw.execute("CREATE TABLE tried (id INTEGER PRIMARY KEY)")
        capture = apsw.Session(raw, "main")
        capture.attach()
        raw.execute("INSERT INTO tried VALUES (1)")
        recorded = bool(capture.changeset())
        capture.close()
    if mode != "wal" or not recorded:
        yield fail("SQLite", f"{said}: write-ahead log {mode}, sessions {recorded}", todo)
    else:
        yield ok("SQLite", f"{said}; write-ahead log and sessions work")


def open_files() -> Iterator[Check]:
    """How many worlds may be open at once."""
    files, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    said = f"{files} files may be open, so {most_open()} worlds; the others are parked"
    if most_open() < _ENOUGH_WORLDS:
        yield warn("Open files", said, f"raise the limit: ulimit -n {max(min(most, 4096), files)}")
    else:
        yield ok("Open files", said)


def browser() -> Iterator[Check]:
    """Whether a Chromium can be found and started."""
    try:
        with chromium() as started:
            yield ok("Chromium", f"version {started.version} starts")
    except NoBrowser as error:
        yield warn("Chromium", str(error), "only tasks in the browser need it")
    except Exception as error:  # noqa: BLE001 - Playwright's own errors need Playwright to name
        said = f"does not start: {str(error).splitlines()[0]}"
        yield fail("Chromium", said, "install it with its libraries, or set WORKWORLD_CHROMIUM")
