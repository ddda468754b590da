"""What worlds cost, on a company of many tables and megabytes."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import apsw
from sqlalchemy import select

from benchmarks.timing import Row, timed
from workworld.apps.chat.models import Channel
from workworld.apps.chat.service import messages
from workworld.calls import perform
from workworld.context import Actor
from workworld.directory.models import Person
from workworld.worlds import Snapshot, World, Worlds
from workworld.worlds.builds import freeze
from workworld.worlds.guard import connect
from workworld.worlds.private import PrivateWorld

TABLES = 400
STEPS = 200
_TEXT = "0123456789abcdef" * 60
_WAIT_SECONDS = 0.03


@dataclass(frozen=True)
class Poster:
    """Somebody who posts to the default channel."""

    actor: Actor
    channel_id: str

    @classmethod
    def of(cls, world: World) -> Poster:
        """One and the same in every world of a company."""
        with world.reading() as session:
            person = session.scalars(select(Person.id).where(Person.handle == "aruiz")).one()
            channel = session.scalars(select(Channel.id).where(Channel.is_default)).one()
        return cls(Actor(person), channel)

    def post(self, world: World, text: str = "bench") -> None:
        """One step."""
        perform(world, self.actor, messages.post, channel_id=self.channel_id, text=text)

    def read(self, world: World) -> None:
        """Fifty messages."""
        perform(world, self.actor, messages.history, channel_id=self.channel_id, limit=50)


def padded(snapshot: Snapshot, folder: Path, megabytes: int) -> Snapshot:
    """A snapshot with the same rows, ``TABLES`` tables and so many megabytes."""
    draft, target = folder / "draft", folder / f"padded-{megabytes}.sqlite"
    frozen = f"{snapshot.path.as_uri()}?immutable=1"
    flags = apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI
    with closing(apsw.Connection(frozen, flags=flags)) as whole:
        whole.execute("VACUUM INTO ?", (str(draft),)).fetchall()
    with closing(apsw.Connection(str(draft))) as connection, connection:
        there = connection.execute("SELECT count(*) FROM sqlite_schema WHERE type = 'table'").get
        names = [f"padding_{number}" for number in range(TABLES - there)]
        for name in names:
            columns = ", ".join(f"column_{n} TEXT" for n in range(10))
            connection.execute(f"CREATE TABLE {name} (id INTEGER PRIMARY KEY, {columns})")
            connection.execute(f"CREATE INDEX ix_{name} ON {name} (column_0)")
        lacking = (megabytes << 20) - draft.stat().st_size
        rows_each = max(0, lacking // (len(_TEXT) + 40) // len(names))
        for name in names:
            statement = f"INSERT INTO {name} (column_1) VALUES (?)"
            connection.executemany(statement, ((_TEXT,) for _ in range(rows_each)))
    freeze(draft, target)
    draft.unlink()
    return Snapshot("padded", megabytes, f"{megabytes:016x}", target)


def world_rows(snapshot: Snapshot, folder: Path, runs: int) -> Iterator[Row]:
    """Opening, resetting, rewinding, forking and unparking worlds; steps in them."""
    target = folder / "copy.sqlite"
    yield timed(
        "copy of the snapshot's file",
        max(5, runs // 10),
        lambda: shutil.copyfile(snapshot.path, target),
    )
    target.unlink()
    with Worlds(folder / "unspared", spares=0) as worlds:
        alone = folder / "alone"
        alone.touch()
        yield timed(
            "guarded SQLite alone: open, read schema",
            runs,
            lambda: connect(alone, snapshot.path).close(),
        )
        world = worlds.open(snapshot, "main")
        poster = Poster.of(world)
        names = [f"fresh-{number}" for number in range(runs + 1)]
        fresh = iter(names)
        yield timed(
            "open + first query", runs, lambda: _first_query(worlds.open(snapshot, next(fresh)))
        )
        for name in names:
            worlds.let_go(name, remove=True)
        yield timed("reset + first query", runs, lambda: _again(world), lambda: poster.post(world))
        world.reset()
        for _ in range(STEPS):
            poster.post(world)
        yield timed(f"net diff of {STEPS} steps", runs, world.diff)
        yield from _branches(worlds, world, runs)
    with Worlds(folder / "spared", spares=8) as worlds:
        world = worlds.open(snapshot, "main")
        poster = Poster.of(world)

        def settle() -> None:
            """Let the spares be made good, as they are between two episodes."""
            time.sleep(_WAIT_SECONDS)

        yield timed(
            "open + first query, from spares",
            runs,
            lambda: _first_query(worlds.open(snapshot)),
            settle,
        )
        yield timed(
            "reset + first query, from spares",
            runs,
            lambda: _again(world),
            lambda: (poster.post(world), settle()),
        )
        yield timed("read step: 50 messages", runs * 2, lambda: poster.read(world))
        yield timed("write step: post a message", runs * 2, lambda: poster.post(world))


def _branches(worlds: Worlds, world: World, runs: int) -> Iterator[Row]:
    forks: list[World] = []

    def clear() -> None:
        if forks:
            worlds.let_go(forks.pop().id, remove=True)

    def fork(step: int | None = None) -> None:
        forks.append(worlds.fork(world, step))
        _first_query(forks[-1])

    def refork() -> None:
        clear()
        fork()

    def rewind() -> None:
        forks[-1].rewind(STEPS // 2)
        _first_query(forks[-1])

    assert isinstance(world, PrivateWorld)
    half = STEPS // 2
    yield timed(f"fork at step {half} + first query", runs, lambda: fork(half), clear)
    yield timed(f"rewind from {STEPS} to {half} + first query", runs // 2, rewind, refork)
    clear()
    name = f"unpark after {STEPS} steps + first query"
    yield timed(name, runs, lambda: _first_query(world), world.park)


def _again(world: World) -> None:
    world.reset()
    _first_query(world)


def _first_query(world: World) -> None:
    with world.reading() as session:
        session.connection().exec_driver_sql("SELECT id FROM directory_people LIMIT 1").one()
