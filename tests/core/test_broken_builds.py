"""Builds that do not come to their end: no half company is left, and the next build makes it."""

import errno
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from tests.core.caches import names
from tests.gates.sampling import sample

from workworld.worlds import SnapshotCache, builds, ledgers, records
from workworld.worlds.snapshots import SnapshotUnavailable

LINES = ['{"name": "a fact"}']


@pytest.fixture(autouse=True)
def with_a_ledger(monkeypatch: pytest.MonkeyPatch) -> None:
    """The hand-written company is built as generated ones are, with a ledger, but sooner."""
    draft = builds._draft

    def drafted(*given: Any) -> Sequence[str]:
        draft(*given)
        return LINES

    monkeypatch.setattr(builds, "_draft", drafted)


def full(*_given: object) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def built_next(folder: Path) -> None:
    """The company is made, with all that belongs to it and nothing else."""
    cache = SnapshotCache(folder)
    made = cache.get("tiny")
    assert cache.check(made, thorough=True)
    ledger = ledgers.ledger_of(made.path)
    assert ledger.read_text() == f"{LINES[0]}\n"
    assert names(folder) == sorted([made.path.name, f"{made.path.stem}.json", ledger.name])


PARTS = [(records, "write"), (builds, "freeze"), (ledgers, "write"), (records, "digest_and_mark")]


@pytest.mark.parametrize("where", sample(PARTS, 2), ids=lambda where: where[1])
def test_disk_that_is_full_is_told_and_the_next_build_works(
    tmp_path: Path, where: tuple[Any, str]
) -> None:
    module, part = where
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, part, full)
        with pytest.raises(SnapshotUnavailable, match="No space left on device"):
            SnapshotCache(tmp_path).get("tiny")
    assert SnapshotCache(tmp_path).all() == []
    built_next(tmp_path)


@pytest.mark.parametrize(("kind", "calls"), [("ledger", 0), ("company", 1)])
def test_build_that_ends_between_its_files_counts_for_nothing(
    tmp_path: Path, kind: str, calls: int
) -> None:
    """The process is gone before a file gets its name; what got one before stays, unused."""
    replace = Path.replace
    done: list[Path] = []

    def ended(path: Path, target: Path) -> Path:
        if len(done) == calls:
            raise SystemExit(f"before the {kind}")
        done.append(target)
        return replace(path, target)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Path, "replace", ended)
        with pytest.raises(SystemExit, match=kind):
            SnapshotCache(tmp_path).get("tiny")
    assert SnapshotCache(tmp_path).all() == []
    built_next(tmp_path)
