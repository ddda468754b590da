"""The store of worlds: who holds which world, and for how long."""

import gc
import shutil
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import pytest
from tests.states import all_rows, stray

from workworld.worlds import Snapshot, World, Worlds
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
    with pytest.raises(RuntimeError, match="closed"):
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
