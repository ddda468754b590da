"""Builds a snapshot's file: equal bytes for equal fingerprints, whichever Python builds it.

A world's log replaces pages of its snapshot, so it is only valid on the very bytes that it was
written over. SQLite comes with APSW, one version for all Pythons, and decides them with the rows.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

import apsw
from sqlalchemy import NullPool, create_engine
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session

from workworld import loading
from workworld.clock import Clock
from workworld.database import rebuild_derived
from workworld.ids import Ids
from workworld.randomness import digest
from workworld.worlds import dialect, ledgers
from workworld.worlds.apsw_dbapi import Connection
from workworld.worlds.fingerprints import schema
from workworld.worlds.scales import source_of

PAGE_SIZE = 4096

Advance = Callable[[str, int, int], None]
"""Told as a build goes on: what was just made, units done, units in all."""

_OF_THE_DISK = (apsw.FullError, apsw.IOError, apsw.CantOpenError, apsw.ReadOnlyError)


def build(target: Path, preset: str, seed: int, advance: Advance) -> None:
    """Build a company into a new file, and its ledger, if it has one, into another.

    Args:
        target: the file, which is not there yet; a draft lies beside it meanwhile. The ledger's
            name follows from it.
        preset: a package below ``workworld.seed_data``.
        seed: decides the ids, and in generated presets everything else.
        advance: told of the build's progress.

    Raises:
        OSError: the disk is full, or does not work.
    """
    draft = target.with_suffix(".draft")
    try:
        with _disk_errors():
            ledger = _draft(draft, preset, seed, advance)
        freeze(draft, target)
        if ledger:
            ledgers.write(target, ledger)
    finally:
        draft.unlink(missing_ok=True)


def freeze(draft: Path, target: Path) -> None:
    """Copy any database into a new file that can be a snapshot: compact, WAL mode, read-only.

    It is copied table by table, so that rows alone decide the pages, not the order of their making.

    Raises:
        OSError: the disk is full, or does not work.
    """
    with _disk_errors():
        with closing(apsw.Connection(str(draft), flags=apsw.SQLITE_OPEN_READWRITE)) as connection:
            connection.execute("VACUUM INTO ?", (str(target),)).fetchall()
        with closing(apsw.Connection(str(target), flags=apsw.SQLITE_OPEN_READWRITE)) as connection:
            # Worlds are logs beside it, and only a database in WAL mode may have one.
            connection.execute("PRAGMA locking_mode = EXCLUSIVE").fetchall()
            connection.execute("PRAGMA journal_mode = WAL").fetchall()
    with target.open("rb") as file:
        os.fsync(file.fileno())  # else a power cut after a renaming leaves a hollow file
    target.chmod(0o444)


def _draft(path: Path, preset: str, seed: int, advance: Advance) -> Sequence[str]:
    """Make tables and rows, with no heed for the pages that they land on.

    Returns:
        the ledger's lines.
    """
    with closing(apsw.Connection(str(path))) as connection:
        settings = f"page_size = {PAGE_SIZE}", "journal_mode = OFF", "synchronous = OFF"
        for setting in settings:
            connection.execute(f"PRAGMA {setting}").fetchall()
        engine = create_engine(
            f"sqlite+{dialect.ApswDialect.driver}://",
            creator=lambda: Connection(connection),
            poolclass=NullPool,
        )
        with Session(engine) as session, session.begin():
            for statement in schema():
                session.connection().exec_driver_sql(statement)
            return _fill(session, preset, seed, advance)


def _fill(session: Session, preset: str, seed: int, advance: Advance) -> Sequence[str]:
    facts, done = _facts_of(preset, seed, advance)
    modules, scale = loading.seed_modules(), source_of(preset).scale
    load_modules = loading.load_modules() if scale else ()
    ahead = sum(module.units(facts) for module in modules)
    ahead += sum(module.units(scale) for module in load_modules)
    # To think a company up is told as the first half, so that no progress is ever taken back.
    done = ahead if done else 0
    total = done + ahead

    def made(label: str) -> None:
        nonlocal done
        done += 1
        advance(label, done, total)

    Clock(session).set(facts.now)
    Ids(session).set_key(digest("ids", preset, seed).hex())
    for module in modules:
        module.build(session, facts, made)
        session.flush()  # the next app's rows refer to this one's
    for module in load_modules:
        module.fill(session, scale, made)
    rebuild_derived(session)
    _refuse_dangling(session)
    return list(facts.ledger)


def _facts_of(preset: str, seed: int, advance: Advance) -> tuple[Any, int]:
    """A company's facts, and how many steps it took to think them up.

    Those of load data depend on its scale; those of a generated company on the seed.
    """
    source = source_of(preset)
    module = import_module(f"workworld.seed_data.{source.package}")
    if not source.is_generated:
        return (module.load() if source.scale is None else module.load(source.scale)), 0
    thought = 0

    def made(label: str) -> None:
        nonlocal thought
        thought += 1
        # What comes after is about as much again; how much, the facts will tell.
        advance(label, thought, 2 * module.UNITS)

    return module.make(preset, seed, made), thought


def _refuse_dangling(session: Session) -> None:
    """A frozen company has no reference into the void."""
    dangling = session.connection().exec_driver_sql("PRAGMA foreign_key_check").fetchall()
    if dangling:
        raise ValueError(f"rows that refer to nothing: {dangling[:5]}")


@contextmanager
def _disk_errors() -> Iterator[None]:
    """What SQLite says about the disk, as Python says it."""
    try:
        yield
    except DBAPIError as error:
        if isinstance(error.orig, _OF_THE_DISK):
            raise OSError(str(error.orig)) from error
        raise
    except _OF_THE_DISK as error:
        raise OSError(str(error)) from error
