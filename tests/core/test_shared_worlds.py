"""Shared worlds: the same behaviour as private ones, for several processes at once."""

from pathlib import Path
from typing import Any

import apsw
import pytest
from tests.kit import Office
from tests.states import act, all_rows, stray

from workworld.worlds import Snapshot, World, Worlds, changes
from workworld.worlds.world import raw_of


@pytest.fixture
def shared(worlds: Worlds, snapshot: Snapshot) -> World:
    """A fresh shared world."""
    return worlds.open(snapshot, "shared", shared=True)


@pytest.fixture
def stuck(shared: World) -> World:
    """One whose journal cannot be cut."""
    with shared._held() as lent:
        raw = raw_of(lent)
    raw.execute(
        "CREATE TEMP TRIGGER stuck BEFORE DELETE ON world_journal"
        " BEGIN SELECT RAISE(ABORT, 'stuck'); END"
    )
    return shared


def test_failed_rewind_or_reset_takes_nothing_back(stuck: World, office: Office) -> None:
    for number in (1, 2, 3):
        act(stuck, office, number)
    before = all_rows(stuck)
    with pytest.raises(apsw.ConstraintError, match="stuck"):
        stuck.rewind(1)
    assert all_rows(stuck) == before
    with pytest.raises(apsw.ConstraintError, match="stuck"):
        stuck.reset()
    assert all_rows(stuck) == before


def test_diff_reads_one_state_while_others_write(
    shared: World, snapshot: Snapshot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stray(shared, "UPDATE directory_people SET title = 'Poet'")
    before = shared.diff()
    inner = changes._present_row
    with Worlds(tmp_path / "worlds") as elsewhere:
        other = elsewhere.open(snapshot, "shared", fresh=False, shared=True)

        def meddled(*arguments: Any) -> Any:
            stray(other, "UPDATE directory_people SET title = 'Painter', name = name || '!'")
            return inner(*arguments)

        monkeypatch.setattr(changes, "_present_row", meddled)
        assert shared.diff() == before
