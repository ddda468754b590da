"""Snapshots: the frozen company, built once per fingerprint and then only read."""

from __future__ import annotations

import hashlib
import os
import sqlite3
import tempfile
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import version
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

import apsw
from sqlalchemy import create_engine
from sqlalchemy.dialects import sqlite
from sqlalchemy.orm import Session
from sqlalchemy.schema import CreateIndex, CreateTable, ExecutableDDLElement

from workworld import loading
from workworld.clock import Clock
from workworld.database import Base, rebuild_derived
from workworld.ids import Ids
from workworld.randomness import digest
from workworld.worlds.apsw_dbapi import Connection
from workworld.worlds.dialect import ApswDialect

PRESETS = ("tiny",)
_SHAPING_MODULES = ("clock.py", "ids.py", "randomness.py")
_SHAPING_LIBRARIES = ("sqlalchemy", "pyyaml", "tzdata")

Advance = Callable[[str, int, int], None]
"""Told as a build goes on: what was just made, units done, units in all."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A frozen company: one SQLite file that no world ever writes to."""

    preset: str
    seed: int
    fingerprint: str
    path: Path
    page_size: int = 4096


class SnapshotCache:
    """The snapshots on this machine, one file each, named by fingerprint."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def get(self, preset: str, seed: int = 0, advance: Advance | None = None) -> Snapshot:
        """The snapshot of a preset and seed, built now if it is not there yet.

        Args:
            preset: one of ``PRESETS``.
            seed: decides the ids, and in generated presets everything else.
            advance: told of the build's progress.

        Raises:
            ValueError: there is no such preset.
        """
        if preset not in PRESETS:
            raise ValueError(f"unknown preset {preset!r}: choose one of {', '.join(PRESETS)}")
        mark = fingerprint(preset, seed)
        snapshot = Snapshot(preset, seed, mark, self._folder / f"{preset}-{seed}-{mark}.sqlite")
        if not snapshot.path.exists():
            self._build(snapshot, advance or (lambda _label, _done, _total: None))
        return snapshot

    def _build(self, snapshot: Snapshot, advance: Advance) -> None:
        """Build under another name, then rename, so that a half-built file never counts."""
        self._folder.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix="building-", suffix=".sqlite", dir=self._folder)
        os.close(handle)
        unfinished = Path(name)
        try:
            _fill(unfinished, snapshot, advance)
            unfinished.chmod(0o444)
            unfinished.rename(snapshot.path)
        finally:
            unfinished.unlink(missing_ok=True)


def fingerprint(preset: str, seed: int) -> str:
    """16 hex digits over everything that decides a snapshot's rows."""
    apps = [app.id for app in loading.apps()]
    package = files("workworld.seed_data")
    builders = [entry for entry in package.iterdir() if entry.name.endswith(".py")]
    core = [files("workworld").joinpath(name) for name in _SHAPING_MODULES]
    facts = package.joinpath(preset)
    texts = [_marks(each) for each in sorted([*builders, *core, facts], key=lambda each: each.name)]
    libraries = [f"{name}={version(name)}" for name in _SHAPING_LIBRARIES]
    return digest(preset, seed, apps, schema(), texts, libraries).hex()[:16]


def _marks(source: Traversable) -> list[str]:
    """Name and contents of a file, or of all facts and code below a folder, condensed."""
    if source.is_dir():
        inner = sorted(source.iterdir(), key=lambda each: each.name)
        return [f"{source.name}/{mark}" for each in inner for mark in _marks(each)]
    if not source.name.endswith((".py", ".yaml")):
        return []
    return [f"{source.name}={hashlib.blake2b(source.read_bytes(), digest_size=16).hexdigest()}"]


def schema() -> str:
    """The SQL that makes every table and index, in an order that does not vary."""
    elements: list[ExecutableDDLElement] = []
    for table in sorted(Base.metadata.tables.values(), key=lambda each: each.name):
        elements.append(CreateTable(table))
        elements += map(CreateIndex, sorted(table.indexes, key=lambda each: str(each.name)))
    return "\n".join(str(element.compile(dialect=sqlite.dialect())) for element in elements)


def _fill(path: Path, snapshot: Snapshot, advance: Advance) -> None:
    facts: Any = import_module(f"workworld.seed_data.{snapshot.preset}").load()
    modules = loading.seed_modules()
    total = sum(module.units(facts) for module in modules)
    done = 0

    def made(label: str) -> None:
        nonlocal done
        done += 1
        advance(label, done, total)

    raw = apsw.Connection(str(path))
    engine = create_engine(f"sqlite+{ApswDialect.driver}://", creator=lambda: Connection(raw))
    try:
        Base.metadata.create_all(engine)
        with Session(engine) as session, session.begin():
            Clock(session).set(facts.now)
            Ids(session).set_key(digest("ids", snapshot.preset, snapshot.seed).hex())
            for module in modules:
                module.build(session, facts, made)
                session.flush()  # the next app's rows refer to this one's
            rebuild_derived(session)
            _refuse_dangling(session)
    finally:
        engine.dispose()
        raw.close()
    with closing(sqlite3.connect(path)) as connection:
        # Worlds are logs beside it, and only a database in WAL mode may have one.
        connection.execute("PRAGMA journal_mode = WAL")


def _refuse_dangling(session: Session) -> None:
    """A frozen company has no reference into the void."""
    dangling = session.connection().exec_driver_sql("PRAGMA foreign_key_check").fetchall()
    if dangling:
        raise ValueError(f"rows that refer to nothing: {dangling[:5]}")
