"""The store of worlds: who holds which world, and for how long."""

import gc
from pathlib import Path

import pytest

from workworld.worlds import Snapshot, World, Worlds


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
