"""The store of worlds: who holds which world, and for how long."""

import gc
import os
import shutil
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from dataclasses import replace
from pathlib import Path
from threading import Thread

import apsw
import pytest
from sqlalchemy.orm import Session
from tests.states import all_rows, stray

from workworld.clock import Clock
from workworld.errors import OutOfSpace, WorldClosed, WorldNotFound
from workworld.passing_time import let_time_pass
from workworld.worlds import Snapshot, World, Worlds
from workworld.worlds.connections import Connections
from workworld.worlds.locks import Locks
from workworld.worlds.private import PrivateWorld


def lonely(snapshot: Snapshot, folder: Path) -> World:
    """A world whose store nobody keeps."""
    return Worlds(folder, spares=0).open(snapshot, "main")


def test_world_stays_held_though_nobody_keeps_its_store(snapshot: Snapshot, tmp_path: Path) -> None:
    world: World | None = lonely(snapshot, tmp_path)
    gc.collect()
    with Worlds(tmp_path) as other:
        with pytest.raises(ValueError, match="open in another process"):
            other.open(snapshot, "main", fresh=False)
        assert world is not None
        assert world.diff() == []
        world = None
        gc.collect()
        other.open(snapshot, "main", fresh=False)


def test_closed_store_opens_nothing(snapshot: Snapshot, tmp_path: Path) -> None:
    store = Worlds(tmp_path)
    world = store.open(snapshot, "main")
    store.close()
    store.close()
    with pytest.raises(RuntimeError, match="closed"):
        store.open(snapshot, "other")
    with pytest.raises(WorldClosed, match="closed"):
        world.diff()


def test_name_is_free_again_after_a_failure(
    worlds: Worlds, snapshot: Snapshot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def fail(*_args: object) -> None:
        raise OSError("no space left")

    with monkeypatch.context() as patched:
        patched.setattr(shutil, "copyfile", fail)
        with pytest.raises(OSError, match="no space"):
            worlds.open(snapshot, "half", shared=True)
    original = worlds.open(snapshot, "original")
    with monkeypatch.context() as patched:
        patched.setattr(PrivateWorld, "fork_into", fail)
        with pytest.raises(OSError, match="no space"):
            worlds.fork(original, name="copy")
    with Worlds(tmp_path / "worlds") as other:
        other.open(snapshot, "half", fresh=False)
        other.open(snapshot, "copy", fresh=False)
    assert {kept.id for kept in worlds.kept()} == {"half", "original", "copy"}


@pytest.mark.parametrize("shared", [True, False])
def test_world_is_not_opened_as_one_of_the_other_kind(
    shared: bool, snapshot: Snapshot, tmp_path: Path
) -> None:
    with Worlds(tmp_path) as store:
        store.open(snapshot, "main", shared=shared).diff()
    with Worlds(tmp_path) as store:
        kind = "shared" if shared else "private"
        with pytest.raises(ValueError, match=f"is a {kind} one"):
            store.open(snapshot, "main", fresh=False, shared=not shared)
        assert store.open(snapshot, "main", fresh=False, shared=shared).diff() == []


def test_stores_that_open_one_shared_world_at_once_share_it(
    snapshot: Snapshot, tmp_path: Path
) -> None:
    for turn in range(20):
        with ExitStack() as stack:
            stores = [stack.enter_context(Worlds(tmp_path, spares=0)) for _ in range(4)]
            start = threading.Barrier(len(stores))

            def join(store: Worlds, start: threading.Barrier, name: str) -> World:
                start.wait(60)
                return store.open(snapshot, name, fresh=False, shared=True)

            with ThreadPoolExecutor(len(stores)) as threads:
                joined = [threads.submit(join, store, start, f"s{turn}") for store in stores]
                opened = [each.result(60) for each in joined]
            for number, world in enumerate(opened):
                stray(world, "UPDATE directory_company SET name = ?", str(number))
            for world in opened:
                assert str(len(opened) - 1) in all_rows(world)["directory_company"][0]


def test_a_kept_world_is_opened_as_it_was_left(worlds: Worlds, snapshot: Snapshot) -> None:
    for name, shared in (("ours", True), ("mine", False)):
        worlds.open(snapshot, name, shared=shared)
        worlds.let_go(name)
        worlds.open(snapshot, name, fresh=False)
    assert [(kept.id, kept.shared) for kept in worlds.kept()] == [("mine", False), ("ours", True)]


def test_a_snapshot_may_be_a_link(tmp_path: Path, worlds: Worlds, snapshot: Snapshot) -> None:
    link = tmp_path / "link.sqlite"
    link.symlink_to(snapshot.path)
    with worlds.open(replace(snapshot, path=link)).reading():
        pass


def test_a_closed_world_is_removed_without_being_opened(worlds: Worlds, snapshot: Snapshot) -> None:
    worlds.open(snapshot, "old")
    (kept,) = worlds.kept()
    with pytest.raises(ValueError, match="open already"):
        worlds.remove(kept)
    worlds.let_go("old")
    worlds.remove(kept)
    assert worlds.kept() == []
    with pytest.raises(WorldNotFound):
        worlds.let_go("old")


def test_what_another_process_serves_is_not_removed(worlds: Worlds, snapshot: Snapshot) -> None:
    ours = worlds.open(snapshot, "ours", shared=True)
    with Worlds(ours.folder.parent) as others:
        theirs = others.open(snapshot, "ours", fresh=False)
        with pytest.raises(ValueError, match="open in another process"):
            worlds.let_go("ours", remove=True)
        with theirs.reading():
            pass
    worlds.let_go("ours", remove=True)
    assert not ours.folder.exists()


def test_a_failed_fork_leaves_nothing(
    worlds: Worlds, snapshot: Snapshot, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = worlds.open(snapshot, "one")

    def full(*_arguments: object) -> None:
        raise OSError("no space left on device")

    monkeypatch.setattr(world, "fork_into", full)
    with pytest.raises(OSError, match="no space"):
        worlds.fork(world, name="two")
    assert [kept.id for kept in worlds.kept()] == ["one"]
    with Worlds(world.folder.parent) as others:  # nor is the name held
        others.open(snapshot, "two")


def test_a_failed_export_leaves_nothing(
    world: World, worlds: Worlds, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_arguments: object) -> None:
        raise apsw.FullError("database or disk is full")

    with monkeypatch.context() as patched:
        patched.setattr("workworld.worlds.world.back_up", full)
        with pytest.raises(OutOfSpace, match="could not be written"):
            world.export(tmp_path / "copy")
    worlds.let_go(world.id)
    with pytest.raises(WorldClosed):
        world.export(tmp_path / "copy")
    assert not (tmp_path / "copy").exists()


def test_steps_are_told_only_when_that_costs_nothing(world: World) -> None:
    with world.reading():
        assert world.steps_at_hand() is None
    assert world.steps_at_hand() == 0


def test_a_reset_waits_for_a_fork(
    worlds: Worlds, snapshot: Snapshot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a fork has found out about the log is still so when the log is copied."""
    world = worlds.open(snapshot, "one")
    assert isinstance(world, PrivateWorld)
    let_time_pass(world, 60)
    end_of = world._end_of
    resets: list[Thread] = []

    def slow(session: Session, step: int | None) -> int:
        end = end_of(session, step)
        resets.append(Thread(target=world.reset))
        resets[0].start()
        resets[0].join(0.1)
        return end

    monkeypatch.setattr(world, "_end_of", slow)
    copy = worlds.fork(world)
    resets[0].join()
    times = []
    for each in (world, copy):
        with each.reading() as session:
            times.append(Clock(session).now_us())
    assert times[1] - times[0] == 60_000_000


def copied(snapshot: Snapshot, folder: Path, number: int) -> Snapshot:
    """A snapshot of the same bytes that passes for another one."""
    path = folder / f"{number}.sqlite"
    shutil.copy2(snapshot.path, path)
    return replace(snapshot, fingerprint=f"{number:016x}", path=path)


def files_below(folder: Path) -> list[str]:
    """What this process has open there."""
    found = []
    for number in os.listdir("/proc/self/fd"):
        with suppress(FileNotFoundError):
            found.append(os.readlink(f"/proc/self/fd/{number}"))
    return [path for path in found if path.startswith(str(folder))]


def spare_of(connections: Connections, snapshot: Snapshot, target: Path) -> apsw.Connection | None:
    """A spare, waited for."""
    deadline = time.monotonic() + 30
    while (raw := connections.spare(snapshot, target)) is None and time.monotonic() < deadline:
        time.sleep(0.01)
    return raw


def test_nothing_is_kept_ready_on_snapshots_without_a_world(
    snapshot: Snapshot, tmp_path: Path
) -> None:
    with Worlds(tmp_path / "worlds") as store:
        for number in range(6):
            world = store.open(copied(snapshot, tmp_path, number), f"w{number}")
            spare = spare_of(store._connections, world.snapshot, tmp_path / "spare-wal")
            assert spare is not None
            spare.close()
            store.let_go(world.id, remove=True)
        opened = {path for path in files_below(tmp_path) if path.endswith(".sqlite")}
        assert opened == {str(tmp_path / "5.sqlite")}  # the next episode may be on it again
        assert len(files_below(tmp_path / "worlds")) < 10


def test_a_snapshot_in_use_keeps_its_spares(snapshot: Snapshot, tmp_path: Path) -> None:
    first, second = (copied(snapshot, tmp_path, number) for number in range(2))
    with Worlds(tmp_path / "worlds") as store:
        for each in (first, first, second):
            store.open(each)
        for name in ("w1", "w3"):
            store.let_go(name)
        store.open(second, "again")
        store.let_go("w2")
        assert {f"{each.path}" for each in (first, second)} <= set(files_below(tmp_path))


def test_a_snapshot_that_is_gone_holds_up_no_other(snapshot: Snapshot, tmp_path: Path) -> None:
    with Locks(tmp_path) as locks, Connections(tmp_path, locks) as connections:
        gone = replace(snapshot, path=tmp_path / "gone.sqlite")
        assert connections.spare(gone, tmp_path / "gone-wal") is None
        raw = spare_of(connections, snapshot, tmp_path / "world-wal")
        assert raw is not None
        raw.close()


def test_spares_go_on_after_a_chore_has_failed(
    snapshot: Snapshot, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    def fail() -> None:
        raise OSError("stale file handle")

    with Locks(tmp_path) as locks, Connections(tmp_path, locks) as connections:
        connections.spare(snapshot, tmp_path / "world-wal")
        connections._later(fail)
        raw = spare_of(connections, snapshot, tmp_path / "world-wal")
        assert raw is not None
        raw.close()
    assert "stale file handle" in caplog.text


def test_a_world_that_cannot_be_removed_is_held_no_more(
    worlds: Worlds, snapshot: Snapshot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_arguments: object) -> None:
        raise OSError("directory not empty")

    worlds.open(snapshot, "one")
    with monkeypatch.context() as patched:
        patched.setattr(shutil, "rmtree", fail)
        with pytest.raises(OSError, match="not empty"):
            worlds.let_go("one", remove=True)
    with Worlds(tmp_path / "worlds") as others:
        others.open(snapshot, "one")


def test_a_store_closes_all_it_can(
    snapshot: Snapshot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail() -> None:
        raise OSError("no space left")

    store = Worlds(tmp_path)
    worlds = [store.open(snapshot) for _ in range(3)]
    worlds[1].diff()
    monkeypatch.setattr(worlds[1], "close", fail)
    with pytest.raises(OSError, match="no space"):
        store.close()
    for world in (worlds[0], worlds[2]):
        with pytest.raises(WorldClosed):
            world.diff()
    with Worlds(tmp_path) as others:
        others.open(snapshot, "w1")


def test_a_new_name_is_that_of_no_closed_world(snapshot: Snapshot, tmp_path: Path) -> None:
    old = copied(snapshot, tmp_path, 1)
    with Worlds(tmp_path / "worlds") as store:
        assert store.open(old).id == "w1"
    with Worlds(tmp_path / "worlds") as store:
        assert store.open(snapshot).id == "w2"


def test_a_failed_fork_leaves_what_had_its_name(
    worlds: Worlds, snapshot: Snapshot, monkeypatch: pytest.MonkeyPatch
) -> None:
    let_time_pass(worlds.open(snapshot, "two"), 60)
    with worlds.get("two").reading() as session:
        before = Clock(session).now_us()
    worlds.let_go("two")
    world = worlds.open(snapshot, "one")

    def full(*_arguments: object) -> None:
        raise OSError("no space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(world, "fork_into", full)
        with pytest.raises(OSError, match="no space"):
            worlds.fork(world, name="two")
    with worlds.open(snapshot, "two", fresh=False).reading() as session:
        assert Clock(session).now_us() == before
