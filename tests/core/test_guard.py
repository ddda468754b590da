"""Whatever happens to a world, the snapshot that all worlds share stays byte-identical."""

import gc
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import apsw
import pytest
from sqlalchemy import insert, select, text, update
from sqlalchemy.exc import IntegrityError, OperationalError
from tests.kit import Doors, Office

from workworld.apps.chat.models import Membership
from workworld.apps.chat.service import messages
from workworld.calls import perform
from workworld.directory.models import Person, Team
from workworld.worlds import Snapshot, World, Worlds
from workworld.worlds.guard import connect
from workworld.worlds.logs import log_of

POST = """
import os, sys
from pathlib import Path
from sqlalchemy import select
from workworld import loading
from workworld.apps.chat.models import Channel
from workworld.apps.chat.service import messages
from workworld.context import Actor
from workworld.directory.models import Person
from workworld.calls import perform
from workworld.worlds import Snapshot, Worlds

loading.apps()
snapshot = Snapshot("tiny", 0, sys.argv[1], Path(sys.argv[2]))
world = Worlds(Path(sys.argv[3])).open(snapshot, "main")
with world.reading() as session:
    person = session.scalars(select(Person.id).where(Person.handle == "aruiz")).one()
    channel = session.scalars(select(Channel.id).where(Channel.is_default)).one()
for number in range(int(sys.argv[4])):
    perform(world, Actor(person), messages.post, channel_id=channel, text=str(number))
    print(number, flush=True)
"""


@pytest.fixture(autouse=True)
def unchanged(snapshot: Snapshot) -> Iterator[None]:
    """Every test here must leave the snapshot as it was."""
    before = snapshot.path.read_bytes()
    yield
    assert snapshot.path.read_bytes() == before
    beside = [path.name for path in snapshot.path.parent.iterdir()]
    assert not [name for name in beside if name.endswith(("-wal", "-shm", "-journal"))]


def posting(snapshot: Snapshot, folder: Path, count: int) -> subprocess.Popen[str]:
    """A process that posts ``count`` messages, prints each number once acknowledged, and exits."""
    return subprocess.Popen(
        [sys.executable, "-c", POST, snapshot.fingerprint, snapshot.path, folder, str(count)],
        stdout=subprocess.PIPE,
        text=True,
    )


def texts(snapshot: Snapshot, folder: Path) -> list[str]:
    """What was posted to the world since its snapshot, in order."""
    with Worlds(folder) as store:
        changes = store.open(snapshot, "main", fresh=False).diff()
    return [str(change.after["text"]) for change in changes if change.after]


def test_exit_without_close_keeps_every_step(snapshot: Snapshot, tmp_path: Path) -> None:
    with posting(snapshot, tmp_path, 5) as process:
        assert process.wait(60) == 0
    assert texts(snapshot, tmp_path) == [str(number) for number in range(5)]


def test_kill_keeps_every_acknowledged_step_and_no_half_one(
    snapshot: Snapshot, tmp_path: Path
) -> None:
    with posting(snapshot, tmp_path, 10_000) as process:
        assert process.stdout is not None
        acknowledged = [process.stdout.readline().strip() for _ in range(40)]
        os.kill(process.pid, signal.SIGKILL)
        acknowledged += process.stdout.read().split()
    found = texts(snapshot, tmp_path)
    assert found[: len(acknowledged)] == acknowledged
    assert len(found) - len(acknowledged) in (0, 1)  # the last may lack its acknowledgement
    with Worlds(tmp_path) as store:
        world = store.open(snapshot, "main", fresh=False)
        with world.reading() as session:
            assert session.scalar(text("PRAGMA integrity_check")) == "ok"


@pytest.mark.usefixtures("nothing_planned")
def test_long_log_is_not_written_back(
    world: World, doors: Doors, office: Office, tmp_path: Path
) -> None:
    """SQLite would do so by itself after a thousand pages."""
    for _ in range(300):
        perform(
            world,
            doors.actor,
            messages.post,
            channel_id=office.channels["general"],
            text="x" * 9000,
        )
    (log,) = (tmp_path / "worlds").rglob("world-wal")
    assert log.stat().st_size > 1000 * 4096
    assert len(world.diff()) == 300


def test_forced_checkpoint_is_refused_and_harms_nothing(
    worlds: Worlds, snapshot: Snapshot, tmp_path: Path
) -> None:
    file = tmp_path / "forced"
    with closing(connect(file, snapshot.path)) as connection:
        connection.execute("UPDATE directory_people SET title = 'Poet'")
        with pytest.raises((apsw.ReadOnlyError, apsw.Error)):
            connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
    with closing(connect(file, snapshot.path)) as connection:
        titles = connection.execute("SELECT DISTINCT title FROM directory_people").fetchall()
    assert titles == [("Poet",)]


def test_forgotten_connection_keeps_its_world(snapshot: Snapshot, tmp_path: Path) -> None:
    connection: apsw.Connection | None = connect(tmp_path / "lost", snapshot.path)
    assert connection is not None
    connection.execute("DELETE FROM chat_memberships")
    connection = None
    gc.collect()
    with closing(connect(tmp_path / "lost", snapshot.path)) as again:
        assert again.execute("SELECT count(*) FROM chat_memberships").fetchall() == [(0,)]


def test_untouched_world_weighs_nothing(worlds: Worlds, snapshot: Snapshot, tmp_path: Path) -> None:
    world = worlds.open(snapshot, "light")
    with world.reading() as session:
        assert session.scalars(select(Person)).all()
    files = [path for path in (tmp_path / "worlds").rglob("*") if path.is_file()]
    assert sum(path.stat().st_size for path in files) == 0


def test_log_of_a_world_lies_beside_it() -> None:
    assert log_of(Path("/a/world")) == Path("/a/world-wal")


# The database interface that SQLAlchemy talks to


def test_empty_result_has_its_columns(world: World) -> None:
    with world.reading() as session:
        result = session.execute(select(Person.id, Person.name).where(Person.id == "nobody"))
        assert list(result.keys()) == ["id", "name"]
        assert result.all() == []


def test_row_counts_and_many_rows_at_once(world: World) -> None:
    with world.writing() as session:
        session.execute(insert(Team), [{"id": f"t{n}", "name": f"Team {n}"} for n in range(50)])
        named = update(Team).where(Team.id.startswith("t")).values(lead_id="x")
        assert session.connection().execute(named).rowcount >= 50
        assert len(session.scalars(select(Team.id)).fetchmany(10)) == 10
    assert len(world.diff()) >= 50


def test_errors_are_those_of_sqlalchemy(world: World, office: Office) -> None:
    lost = Membership(channel_id="C0", person_id=office.people["aruiz"], joined=0)
    with pytest.raises(IntegrityError, match="FOREIGN KEY"), world.writing() as session:
        session.add(lost)
    with pytest.raises(OperationalError, match="no such table"), world.reading() as session:
        session.execute(text("SELECT * FROM nowhere"))
    assert world.diff() == []
