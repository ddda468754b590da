"""The cache of snapshots: built once, to the same bytes anywhere, mended when damaged."""

import json
import logging
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing
from pathlib import Path

import pytest
from tests.core.caches import BUILD, begun, building, damage, names, unexpected

from workworld import loading
from workworld.worlds import Snapshot, SnapshotCache, Worlds, builds, fingerprints
from workworld.worlds.builds import PAGE_SIZE, freeze
from workworld.worlds.fingerprints import fingerprint, shaping_modules
from workworld.worlds.snapshots import PRESETS, SnapshotDamaged, SnapshotUnavailable

AS_NOBODY = """
import json, os, sys
from pathlib import Path
from workworld.context import Actor
from workworld.directory import people
from workworld.apps.chat.service import channels, messages
from workworld.calls import perform
from workworld.worlds import SnapshotCache, Worlds
from workworld.worlds.snapshots import SnapshotUnavailable

folder = Path(sys.argv[1])
cache = SnapshotCache(folder / "snapshots")

def use(worlds):
    with Worlds(worlds) as store:
        world = store.open(cache.get("tiny"), "main")
        with world.reading() as session:
            actor = Actor(next(each.id for each in people.everyone(session) if each.is_admin))
            query = "SELECT id FROM chat_channels WHERE is_default"
            channel = session.connection().exec_driver_sql(query).scalar_one()
        perform(world, actor, messages.post, channel_id=channel, text="from nobody")
        return len(world.diff())

use(folder / "warm")  # imports what is imported late: nobody may read where it lies
snapshot = cache.get("tiny").path
os.utime(snapshot)  # now its bytes have to be read, and their mark cannot be noted
os.setgroups([])
os.setgid(65534)
os.setuid(65534)
said = []
for unavailable in (cache, SnapshotCache(folder / "nowhere")):
    try:
        unavailable.get("tiny", 1)
    except SnapshotUnavailable as error:
        said.append(str(error))
writable = os.access(snapshot, os.W_OK) or os.access(snapshot.parent, os.W_OK)
print(json.dumps({"changes": use(folder / "theirs"), "said": said, "writable": writable}))
"""


def change_record(snapshot: Snapshot, **fields: object) -> None:
    record = snapshot.path.with_suffix(".json")
    record.write_text(json.dumps(json.loads(record.read_text()) | fields))


# Building


def test_snapshot_is_built_once(home: Path, snapshot: Snapshot) -> None:
    assert SnapshotCache(home / "snapshots").get("tiny", 0, unexpected) == snapshot


def test_build_reports_progress_to_its_end(tmp_path: Path) -> None:
    seen: list[tuple[int, int]] = []
    SnapshotCache(tmp_path).get("tiny", 0, lambda _label, done, total: seen.append((done, total)))
    assert [done for done, _ in seen] == list(range(1, len(seen) + 1))
    assert {total for _, total in seen} == {len(seen)}


def test_progress_is_never_taken_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither where a company is thought up first, when nobody knows yet how large it will be."""
    facts, _ = builds._facts_of("tiny", 0, unexpected)

    def thought_up(_preset: str, _seed: int, advance: builds.Advance) -> tuple[object, int]:
        advance("first", 1, 4)
        advance("second", 2, 4)
        return facts, 2

    monkeypatch.setattr(builds, "_facts_of", thought_up)
    seen: list[float] = []
    SnapshotCache(tmp_path).get("tiny", 0, lambda _label, done, total: seen.append(done / total))
    assert len(seen) > 10
    assert seen == sorted(seen)
    assert seen[1:3] == [0.5, pytest.approx(0.5, abs=0.05)]
    assert seen[-1] == 1


def test_failed_build_leaves_nothing_behind(tmp_path: Path) -> None:
    def fail(_label: str, _done: int, _total: int) -> None:
        assert names(tmp_path), "not begun"
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        SnapshotCache(tmp_path).get("tiny", 0, fail)
    assert names(tmp_path) == []


def test_unknown_preset_is_refused_with_the_known_ones(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=PRESETS[0]):
        SnapshotCache(tmp_path).get("huge")


@pytest.mark.parametrize(
    ("hash_seed", "zone"), [("1", "Asia/Kathmandu"), ("2", "America/New_York")]
)
def test_same_bytes_in_every_process(
    tmp_path: Path, snapshot: Snapshot, hash_seed: str, zone: str
) -> None:
    done = subprocess.run(
        [sys.executable, "-c", BUILD, tmp_path],
        env=os.environ | {"PYTHONHASHSEED": hash_seed, "TZ": zone, "LC_ALL": "C"},
        stdin=subprocess.DEVNULL,
        check=True,
        capture_output=True,
        text=True,
    )
    built = Path(done.stdout.splitlines()[-1])
    assert built.name == snapshot.path.name
    assert built.read_bytes() == snapshot.path.read_bytes()


def test_no_module_adds_a_table_to_those_that_every_process_knows() -> None:
    program = """
import importlib, os, pkgutil, workworld, workworld.apps
from workworld import loading
every = [each.name for each in pkgutil.iter_modules(workworld.apps.__path__)]
os.environ[loading.PREVIEW] = ",".join(every)
from workworld.database import Base
loading.apps()
known = {*Base.metadata.tables}
for module in pkgutil.walk_packages(workworld.__path__, "workworld."):
    if not module.name.endswith("__main__"):
        importlib.import_module(module.name)
print({*Base.metadata.tables} - known or "none")
"""
    done = subprocess.run(
        [sys.executable, "-c", program],
        check=True,
        capture_output=True,
        text=True,
    )
    assert done.stdout.strip() == "none"


def test_order_of_imports_decides_nothing(
    tmp_path: Path, snapshot: Snapshot, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = fingerprints.Base.metadata.tables
    backwards = dict(reversed(list(tables.items())))
    monkeypatch.setattr(fingerprints.Base.metadata, "tables", backwards)
    built = SnapshotCache(tmp_path).get("tiny")
    assert built.path.read_bytes() == snapshot.path.read_bytes()


def test_file_is_compact_and_frozen(snapshot: Snapshot) -> None:
    header = snapshot.path.read_bytes()[:100]
    assert int.from_bytes(header[16:18]) == PAGE_SIZE == 4096
    assert header[18:20] == b"\2\2", "WAL mode: https://www.sqlite.org/fileformat2.html"
    assert snapshot.path.stat().st_mode & 0o777 == 0o444
    uri = f"{snapshot.path.as_uri()}?immutable=1"
    with closing(sqlite3.connect(uri, uri=True)) as connection:
        assert connection.execute("PRAGMA freelist_count").fetchall() == [(0,)]
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    beside = [name for name in names(snapshot.path.parent) if name.startswith(snapshot.path.stem)]
    assert beside == [f"{snapshot.path.stem}.json", snapshot.path.name]


def test_seed_decides_the_ids(tmp_path: Path, snapshot: Snapshot) -> None:
    other = SnapshotCache(tmp_path).get("tiny", 1)
    assert other.fingerprint != snapshot.fingerprint
    query = "SELECT id FROM directory_people"
    ids = []
    for path in (snapshot.path, other.path):
        with closing(sqlite3.connect(f"{path.as_uri()}?immutable=1", uri=True)) as connection:
            ids.append(set(connection.execute(query)))
    assert len(ids[0]) == len(ids[1])
    assert not ids[0] & ids[1]
    assert fingerprint("tiny", 0) == snapshot.fingerprint


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("schema", lambda: ["CREATE TABLE other (id)"]),
        ("version", lambda _name: "0"),
        ("shaping_modules", lambda _preset: ["workworld.clock"]),
    ],
)
def test_fingerprint_follows_everything_that_shapes_bytes(
    monkeypatch: pytest.MonkeyPatch, name: str, value: object
) -> None:
    before = fingerprint("tiny", 0)
    monkeypatch.setattr(fingerprints, "_inputs", fingerprints._inputs.__wrapped__)
    assert fingerprint("tiny", 0) == before
    monkeypatch.setattr(fingerprints, name, value)
    assert fingerprint("tiny", 0) != before


def test_facts_that_all_companies_share_shape_bytes_too() -> None:
    facts, _, _ = fingerprints._inputs.__wrapped__("tiny")
    assert any(mark.startswith("crm/rules.yaml=") for mark in facts)
    assert any(mark.startswith("tiny/crm/cases.yaml=") for mark in facts)


def test_modules_that_shape_bytes_are_found_through_imports() -> None:
    found = set(shaping_modules("tiny"))
    builders = {f"workworld.seed_data.{app.id}" for app in loading.apps()}
    assert builders < found
    assert {"workworld.apps.chat.stamps", "workworld.ids", "workworld.worlds.builds"} < found
    assert "workworld.apps.chat.service.threads" in found  # which says what is derived
    faces = (".doors", "chat.api", "chat.pages", ".mcp_servers")
    assert not [name for name in found if any(face in name for face in faces)]


def test_any_file_can_be_frozen_into_a_snapshot(tmp_path: Path, snapshot: Snapshot) -> None:
    draft, target = tmp_path / "draft", tmp_path / "padded.sqlite"
    shutil.copyfile(snapshot.path, draft)
    with closing(sqlite3.connect(draft)) as connection:
        connection.execute("CREATE TABLE padding (id INTEGER PRIMARY KEY)")
    freeze(draft, target)
    with Worlds(tmp_path / "worlds") as worlds:
        world = worlds.open(Snapshot("tiny", 0, "padded", target))
        with world.reading() as session:
            run = session.connection().exec_driver_sql
            assert run("SELECT count(*) FROM padding").scalar_one() == 0


# Damage


@pytest.mark.parametrize("missing", [".json", ".sqlite"])
def test_file_and_record_count_only_together(
    folder: Path, snapshot: Snapshot, missing: str
) -> None:
    (folder / snapshot.path.name).with_suffix(missing).unlink()
    assert SnapshotCache(folder).all() == []
    built: list[str] = []
    again = SnapshotCache(folder).get("tiny", 0, lambda label, _done, _total: built.append(label))
    assert built
    assert again.path.read_bytes() == snapshot.path.read_bytes()
    assert SnapshotCache(folder).all() == [again]


def test_record_that_is_no_record_is_none(kept: Snapshot, folder: Path) -> None:
    for text in ("", "[]", "{}", '{"mark": 1}'):
        kept.path.with_suffix(".json").write_text(text)
        assert SnapshotCache(folder).all() == []


def test_copied_snapshot_is_read_once_and_then_known_by_its_mark(
    folder: Path, kept: Snapshot
) -> None:
    record = json.loads(kept.path.with_suffix(".json").read_text())
    stat = kept.path.stat()
    assert record["mark"]["inode"] == stat.st_ino
    assert record["mark"]["changed_ns"] == stat.st_ctime_ns
    kept.path.chmod(0o000)  # changes the mark, and nobody but root could read it now
    kept.path.chmod(0o444)
    assert SnapshotCache(folder).check(kept)
    again = json.loads(kept.path.with_suffix(".json").read_text())
    assert again == record | {"mark": record["mark"] | {"changed_ns": kept.path.stat().st_ctime_ns}}


def test_damaged_snapshot_is_built_again_beside_those_who_read_it(
    folder: Path, kept: Snapshot, snapshot: Snapshot, caplog: pytest.LogCaptureFixture
) -> None:
    damage(kept.path)
    damaged = kept.path.read_bytes()
    built: list[str] = []
    with kept.path.open("rb") as reading:
        again = SnapshotCache(folder).get("tiny", 0, lambda label, _d, _t: built.append(label))
        assert reading.read() == damaged != snapshot.path.read_bytes()
    assert again == kept
    assert again.path.read_bytes() == snapshot.path.read_bytes()
    assert built
    assert [(each.levelno, str(kept.path) in each.message) for each in caplog.records] == [
        (logging.ERROR, True)
    ]
    assert SnapshotCache(folder).get("tiny", 0, unexpected) == again


def test_world_goes_on_after_its_snapshot_was_mended(
    tmp_path: Path, folder: Path, kept: Snapshot
) -> None:
    with Worlds(tmp_path / "worlds") as worlds, worlds.open(kept, "main").writing() as session:
        session.connection().exec_driver_sql("UPDATE directory_people SET title = 'Poet'")
    damage(kept.path)
    again = SnapshotCache(folder).get("tiny")
    with Worlds(tmp_path / "worlds") as worlds:
        world = worlds.open(again, "main", fresh=False)
        with world.reading() as session:
            run = session.connection().exec_driver_sql
            assert run("SELECT DISTINCT title FROM directory_people").scalars().all() == ["Poet"]
            assert run("PRAGMA integrity_check").scalar_one() == "ok"


def test_damage_that_cannot_be_undone_is_told_and_left_alone(folder: Path, kept: Snapshot) -> None:
    damage(kept.path)
    damaged = kept.path.read_bytes()
    change_record(kept, digest="0" * 32)
    before = names(folder)
    for _ in range(2):
        with pytest.raises(SnapshotDamaged, match="workworld snapshot prune --damaged"):
            SnapshotCache(folder).get("tiny")
    assert kept.path.read_bytes() == damaged
    assert names(folder) == before


def test_thorough_check_finds_what_the_mark_does_not_tell(folder: Path, kept: Snapshot) -> None:
    damage(kept.path)
    stat = kept.path.stat()
    mark = {
        "size": stat.st_size,
        "modified_ns": stat.st_mtime_ns,
        "changed_ns": stat.st_ctime_ns,
        "inode": stat.st_ino,
    }
    change_record(kept, mark=mark)
    cache = SnapshotCache(folder)
    assert cache.check(kept)
    assert not cache.check(kept, thorough=True)
    assert not cache.check(kept), "once found, it stays found"
    cache.get("tiny")
    assert cache.check(kept, thorough=True)


# Several processes


def test_two_processes_build_it_once(tmp_path: Path) -> None:
    with building(tmp_path) as first:
        begun(first)
        with building(tmp_path) as second:
            assert second.stderr is not None
            assert "waiting for another process" in second.stderr.readline()
            said, _ = first.communicate(timeout=60)
            path = said.splitlines()[-1]
            assert second.communicate(timeout=60)[0] == f"{path}\n", "built by the second too"
    assert names(tmp_path) == sorted([Path(path).name, f"{Path(path).stem}.json"])


def test_killed_build_is_cleaned_up_by_the_next(tmp_path: Path, snapshot: Snapshot) -> None:
    with building(tmp_path) as process:
        begun(process)
        os.kill(process.pid, signal.SIGKILL)
    assert [name for name in names(tmp_path) if name.startswith("building-")] == names(tmp_path)
    assert len(names(tmp_path)) == 1
    built = SnapshotCache(tmp_path).get("tiny")
    assert built.path.read_bytes() == snapshot.path.read_bytes()
    assert names(tmp_path) == [f"{built.path.stem}.json", built.path.name]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become somebody else")
def test_read_only_cache_serves_those_who_may_not_write_to_it() -> None:
    with tempfile.TemporaryDirectory() as name:  # pytest's own folders are closed to others
        shared = Path(name)
        shared.chmod(0o755)
        (shared / "theirs").mkdir()
        os.chown(shared / "theirs", 65534, 65534)
        done = subprocess.run(
            [sys.executable, "-c", AS_NOBODY, shared], capture_output=True, text=True, check=False
        )
    assert done.returncode == 0, done.stderr
    seen = json.loads(done.stdout)
    assert seen["changes"] == 1
    assert not seen["writable"]
    assert len(seen["said"]) == 2
    assert all("Permission denied" in said and "snapshot build" in said for said in seen["said"])


def test_folder_that_cannot_be_one_is_explained(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(SnapshotUnavailable, match="WORKWORLD_HOME"):
        SnapshotCache(tmp_path / "file").get("tiny")


def test_a_snapshot_is_found_by_its_fingerprint(folder: Path, snapshot: Snapshot) -> None:
    found = SnapshotCache(folder).find(snapshot.fingerprint)
    assert found is not None
    assert found.path == folder / snapshot.path.name
    assert SnapshotCache(folder).find("0" * 16) is None
