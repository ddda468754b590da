"""What is cleared away of a cache of snapshots, and what is kept."""

import shutil
from pathlib import Path

import pytest
from tests.core.caches import begun, building, damage, names

from workworld.worlds import Snapshot, SnapshotCache, Worlds
from workworld.worlds.pruning import Reason
from workworld.worlds.snapshots import CacheBusy


def make_stale(kept: Snapshot) -> Snapshot:
    """Another snapshot, as other code would have made it."""
    stale = kept.path.with_name("tiny-0-0123456789abcdef.sqlite")
    shutil.copy2(kept.path, stale)
    shutil.copy2(kept.path.with_suffix(".json"), stale.with_suffix(".json"))
    return Snapshot("tiny", 0, "0123456789abcdef", stale)


def make_world(tmp_path: Path, fingerprint: str, name: str = "main") -> Path:
    world = tmp_path / "worlds" / f"{name}-{fingerprint}"
    world.mkdir(parents=True)
    return world


def test_prune_removes_what_is_stale_and_unfinished(
    tmp_path: Path, folder: Path, kept: Snapshot
) -> None:
    stale = make_stale(kept)
    (folder / "building-abc").mkdir()
    (folder / "building-abc" / "half").write_text("half")
    (folder / "building-def.sqlite").write_text("half")
    (folder / "tiny-7-00000000000000aa.sqlite").write_text("no record")
    (folder / "notes.txt").write_text("somebody's own")
    cache = SnapshotCache(folder)
    assert [cache.is_current(each) for each in (kept, stale)] == [True, False]
    sizes = {each.name: each.size for each in cache.prune(tmp_path / "worlds", dry_run=True)}
    assert sizes["building-abc"] == 4
    assert sizes["tiny-0-0123456789abcdef"] > stale.path.stat().st_size
    found = cache.prune(tmp_path / "worlds")
    assert {each.name: (each.reason, each.goes) for each in found} == {
        "building-abc": (Reason.UNFINISHED, True),
        "building-def": (Reason.UNFINISHED, True),
        "tiny-7-00000000000000aa": (Reason.UNFINISHED, True),
        "tiny-0-0123456789abcdef": (Reason.STALE, True),
    }
    assert names(folder) == ["notes.txt", f"{kept.path.stem}.json", kept.path.name]
    assert cache.prune(tmp_path / "worlds") == []


def test_prune_keeps_what_worlds_were_made_from(
    tmp_path: Path, folder: Path, kept: Snapshot
) -> None:
    stale = make_stale(kept)
    before = names(folder)
    worlds = [make_world(tmp_path, each.fingerprint, "my-world") for each in (kept, stale)]
    cache = SnapshotCache(folder)
    found = cache.prune(tmp_path / "worlds", damaged=True, everything=True)
    assert [(each.worlds, each.goes) for each in found] == [(("my-world",), False)] * 2
    assert names(folder) == before
    worlds[1].rmdir()
    (verdict,) = [each for each in cache.prune(tmp_path / "worlds") if each.goes]
    assert verdict.name == stale.path.stem
    assert cache.all() == [kept]


def test_prune_keeps_what_a_process_works_on(tmp_path: Path, folder: Path, kept: Snapshot) -> None:
    cache = SnapshotCache(folder)
    with Worlds(tmp_path / "elsewhere") as worlds:
        worlds.open(kept)
        (verdict,) = cache.prune(tmp_path / "worlds", everything=True)
        assert (verdict.worlds, verdict.is_in_use, verdict.goes) == ((), True, False)
    (verdict,) = cache.prune(tmp_path / "worlds", everything=True)
    assert verdict.goes
    assert cache.all() == []


def test_prune_removes_damaged_or_unused_ones_only_when_asked(
    tmp_path: Path, folder: Path, kept: Snapshot
) -> None:
    cache = SnapshotCache(folder)
    damage(kept.path)
    assert cache.prune(tmp_path / "worlds") == []
    (verdict,) = cache.prune(tmp_path / "worlds", damaged=True)
    assert verdict.reason is Reason.DAMAGED
    assert names(folder) == []
    cache.get("tiny")
    assert cache.prune(tmp_path / "worlds", damaged=True) == []
    (verdict,) = cache.prune(tmp_path / "worlds", everything=True)
    assert verdict.reason is Reason.UNUSED
    assert names(folder) == []


def test_dry_run_removes_nothing(tmp_path: Path, folder: Path, kept: Snapshot) -> None:
    before = names(folder)
    (verdict,) = SnapshotCache(folder).prune(tmp_path / "worlds", everything=True, dry_run=True)
    assert verdict.goes
    assert names(folder) == before


def test_nothing_is_pruned_while_another_process_builds(tmp_path: Path) -> None:
    with building(tmp_path / "snapshots") as process:
        begun(process)
        with pytest.raises(CacheBusy, match="another process"):
            SnapshotCache(tmp_path / "snapshots").prune(tmp_path / "worlds", everything=True)
        assert process.communicate(timeout=60)[0].strip().endswith(".sqlite")


def test_prune_without_a_cache_makes_none(tmp_path: Path) -> None:
    assert SnapshotCache(tmp_path / "snapshots").prune(tmp_path / "worlds") == []
    assert list(tmp_path.iterdir()) == []
