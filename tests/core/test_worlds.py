import sqlite3
from pathlib import Path

import pytest
from sqlalchemy.exc import OperationalError
from tests.kit import Doors, Office

from workworld.apps.chat.service import messages
from workworld.calls import perform
from workworld.database import session_at_hand, state_tables
from workworld.errors import WorldNotFound
from workworld.worlds import Snapshot, World, Worlds


def rows(path: Path) -> list[object]:
    connection = sqlite3.connect(f"file:{path}?immutable=1", uri=True)
    try:
        names = sorted(
            name
            for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")
        )
        return [sorted(connection.execute(f"SELECT * FROM {name}"), key=repr) for name in names]
    finally:
        connection.close()


def test_worlds_do_not_see_each_other(
    worlds: Worlds, world: World, snapshot: Snapshot, doors: Doors, office: Office
) -> None:
    other = worlds.open(snapshot)
    perform(world, doors.actor, messages.post, channel_id=office.channels["general"], text="here")
    assert len(world.diff()) == 1
    assert other.diff() == []


def test_reset_restores_every_row(world: World, doors: Doors, office: Office) -> None:
    before = rows(world.snapshot.path)
    perform(world, doors.actor, messages.post, channel_id=office.channels["general"], text="gone")
    world.reset()
    assert world.diff() == []
    assert doors.journal == []
    assert rows(world.snapshot.path) == before


def test_diff_tells_inserts_updates_and_deletes_apart(
    world: World, doors: Doors, office: Office
) -> None:
    perform(world, doors.actor, messages.post, channel_id=office.channels["general"], text="one")
    with world.writing() as session:
        people = session.connection().exec_driver_sql("SELECT id FROM directory_people ORDER BY id")
        first, second = [row[0] for row in people.fetchall()][:2]
        session.connection().exec_driver_sql(
            "UPDATE directory_people SET title = 'Poet' WHERE id = ?", (first,)
        )
        session.connection().exec_driver_sql(
            "DELETE FROM chat_memberships WHERE person_id = ? AND channel_id = ?",
            (second, office.channels["general"]),
        )
    kinds = {(change.table, change.kind): change for change in world.diff()}
    assert set(kinds) == {
        ("chat_memberships", "delete"),
        ("chat_messages", "insert"),
        ("directory_people", "update"),
    }
    update = kinds["directory_people", "update"]
    assert update.key == (first,)
    assert update.after is not None
    assert update.before is not None
    assert update.after["title"] == "Poet" != update.before["title"]


def test_baseline_moves_the_start_of_the_diff(world: World, doors: Doors, office: Office) -> None:
    perform(
        world, doors.actor, messages.post, channel_id=office.channels["general"], text="prepared"
    )
    world.set_baseline()
    assert world.diff() == []
    perform(world, doors.actor, messages.post, channel_id=office.channels["general"], text="done")
    (change,) = world.diff()
    assert change.after is not None
    assert change.after["text"] == "done"


def test_world_is_held_by_one_store_at_a_time(
    worlds: Worlds, snapshot: Snapshot, tmp_path: Path
) -> None:
    worlds.open(snapshot, "mine")
    with Worlds(tmp_path / "worlds") as other:
        with pytest.raises(ValueError, match="open in another process"):
            other.open(snapshot, "mine", fresh=False)
        other.open(snapshot, "theirs")
        worlds.let_go("mine")
        other.open(snapshot, "mine", fresh=False)


@pytest.mark.parametrize("name", ["", "Main", "../up", "a/b", "-a", "x" * 64])
def test_malformed_world_name_is_refused(worlds: Worlds, snapshot: Snapshot, name: str) -> None:
    with pytest.raises(ValueError, match="lower-case"):
        worlds.open(snapshot, name)


def test_open_world_is_not_opened_twice(worlds: Worlds, world: World, snapshot: Snapshot) -> None:
    with pytest.raises(ValueError, match="open already"):
        worlds.open(snapshot, world.id)


def test_reading_session_cannot_write(world: World) -> None:
    with pytest.raises(OperationalError, match="readonly"), world.reading() as session:
        session.connection().exec_driver_sql("DELETE FROM chat_memberships")
    assert world.diff() == []


def test_failed_writing_session_leaves_nothing(world: World) -> None:
    def write_and_fail() -> None:
        with world.writing() as session:
            session.connection().exec_driver_sql("DELETE FROM chat_memberships")
            raise LookupError

    with pytest.raises(LookupError):
        write_and_fail()
    assert world.diff() == []


@pytest.mark.parametrize("inner", ["reading", "writing", "reset", "set_baseline"])
def test_no_session_opens_inside_another(world: World, inner: str) -> None:
    def open_another() -> None:
        result = getattr(world, inner)()
        with result:
            pass

    with world.writing(), pytest.raises(RuntimeError, match="open in this thread already"):
        open_another()


def test_folder_names_are_not_read_as_uris(tmp_path: Path, snapshot: Snapshot) -> None:
    with Worlds(tmp_path / "a#b?c%20d") as store:
        assert store.open(snapshot).diff() == []


def test_unknown_world_is_not_found(worlds: Worlds) -> None:
    with pytest.raises(WorldNotFound):
        worlds.get("nope")


def test_world_outlives_its_process_unless_asked_to_start_fresh(
    tmp_path: Path, snapshot: Snapshot, office: Office, doors: Doors
) -> None:
    for expected, fresh in ((0, True), (1, False), (0, True)):
        with Worlds(tmp_path / "kept") as store:
            world = store.open(snapshot, "main", fresh=fresh)
            assert len(world.diff()) == expected
            if not expected:
                perform(
                    world,
                    doors.actor,
                    messages.post,
                    channel_id=office.channels["general"],
                    text="kept",
                )


def test_every_state_table_has_a_primary_key() -> None:
    assert all(table.primary_key.columns for table in state_tables())


def test_the_session_at_hand_is_that_of_the_transaction(
    worlds: Worlds, world: World, snapshot: Snapshot
) -> None:
    assert session_at_hand() is None
    late = worlds.open(snapshot).reading()
    late.__enter__()
    with world.reading() as second:
        assert session_at_hand() is second
        late.__exit__(None, None, None)  # as an answer in pieces that is let go amid another one
        assert session_at_hand() is second
    assert session_at_hand() is None
