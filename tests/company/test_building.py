"""A company that cannot be built is found out once."""

from pathlib import Path

import pytest
from tests.company import conftest

from workworld.worlds import SnapshotCache


def test_a_build_that_failed_is_not_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[int] = []

    def fail(_cache: SnapshotCache, _preset: str, seed: int = 0) -> None:
        tried.append(seed)
        raise KeyError("no such rule")

    monkeypatch.setattr(SnapshotCache, "get", fail)
    with pytest.raises(KeyError):
        conftest.built(tmp_path / "generated", "startup", 7)
    with pytest.raises(RuntimeError, match="no such rule"):
        conftest.built(tmp_path / "generated", "startup", 7)
    assert tried == [7]
