"""A cache folder of a test's own."""

import shutil
from pathlib import Path

import pytest
from tests.core.caches import unexpected

from workworld.worlds import Snapshot, SnapshotCache


@pytest.fixture
def folder(tmp_path: Path, snapshot: Snapshot) -> Path:
    """A cache folder with the tiny company in it, copied there."""
    copy = tmp_path / "snapshots"
    copy.mkdir()
    for path in (snapshot.path, snapshot.path.with_suffix(".json")):
        shutil.copy2(path, copy)
    return copy


@pytest.fixture
def kept(folder: Path) -> Snapshot:
    """The snapshot in that folder."""
    return SnapshotCache(folder).get("tiny", 0, unexpected)
