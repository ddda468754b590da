"""Exports: ordinary SQLite files, from worlds of either kind."""

import sqlite3
from contextlib import closing
from pathlib import Path

import apsw
import pytest
from tests.kit import Office
from tests.states import act, stray

from workworld.database import Base
from workworld.errors import WorldClosed
from workworld.worlds import Snapshot, World, Worlds, world


@pytest.fixture(params=[False, True], ids=["private", "shared"])
def either(request: pytest.FixtureRequest, worlds: Worlds, snapshot: Snapshot) -> World:
    """A world of each kind."""
    return worlds.open(snapshot, "either", shared=request.param)


def test_export_is_an_ordinary_file_with_all_rows(
    either: World, office: Office, tmp_path: Path
) -> None:
    for number in range(6):
        act(either, office, number)
    stray(either, "UPDATE directory_people SET title = 'Poet'")
    either.export(tmp_path / "out.sqlite")
    (found,) = tmp_path.glob("out*")
    found.chmod(0o444)  # nothing has to be written to read it
    assert found.read_bytes()[18:20] == b"\x01\x01"  # no write-ahead log is expected beside it
    with closing(sqlite3.connect(f"file:{found}?mode=ro", uri=True)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        exported = {
            table.name: sorted(connection.execute(f"SELECT * FROM {table.name}"), key=repr)
            for table in Base.metadata.sorted_tables
        }
    with either.reading() as session:
        raw = session.connection()
        present = {
            table.name: sorted(
                map(tuple, raw.exec_driver_sql(f"SELECT * FROM {table.name}")), key=repr
            )
            for table in Base.metadata.sorted_tables
        }
    assert exported == present
    assert len(exported["world_journal"]) == 6
    act(either, office, 0)  # the world goes on
    assert [path.name for path in tmp_path.glob("out*")] == ["out.sqlite"]


def test_existing_target_is_refused_and_untouched(either: World, tmp_path: Path) -> None:
    target = tmp_path / "mine"
    target.write_text("precious")
    with pytest.raises(FileExistsError):
        either.export(target)
    assert target.read_text() == "precious"


@pytest.mark.parametrize("stage", ["closed", "torn"])
def test_failed_export_leaves_no_file(
    either: World, tmp_path: Path, stage: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def torn(raw: apsw.Connection, target: Path) -> None:
        target.write_bytes(b"half")
        target.with_name(target.name + "-journal").write_bytes(b"half")
        raise apsw.IOError("torn")

    if stage == "closed":
        either.close()
    monkeypatch.setattr(world, "back_up", torn)
    with pytest.raises(Exception, match="is closed" if stage == "closed" else "torn"):
        either.export(tmp_path / "out")
    assert list(tmp_path.glob("out*")) == []
    with pytest.raises((FileNotFoundError, WorldClosed)):
        either.export(tmp_path / "no such folder" / "out")
