"""Scratch copies of worlds: what is tried in them is nowhere else, and gone afterwards."""

import pytest
from tests.kit import Office
from tests.states import act, all_rows, stray

from workworld.errors import WorldClosed
from workworld.worlds import Snapshot, World, Worlds


@pytest.fixture(params=["private", "shared"])
def used(
    worlds: Worlds, snapshot: Snapshot, office: Office, request: pytest.FixtureRequest
) -> World:
    """A world of either kind in which something was done."""
    made = worlds.open(snapshot, "used", shared=request.param == "shared")
    act(made, office, 2)
    return made


def test_scratch_begins_as_the_world_is_and_leaves_no_trace(used: World, office: Office) -> None:
    before, files = all_rows(used), sorted(used.folder.iterdir())
    with used.scratch() as copy:
        assert all_rows(copy) == before
        act(copy, office, 3)
        assert all_rows(copy) != before
        assert all_rows(used) == before
    assert sorted(used.folder.iterdir()) == files
    assert all_rows(used) == before
    with pytest.raises(WorldClosed), copy.reading():
        pass


def test_scratch_can_be_had_while_its_world_is_read(used: World, office: Office) -> None:
    with used.baseline(), used.reading() as session, used.scratch() as copy:
        act(copy, office, 1)
        assert session.connection().exec_driver_sql("SELECT 1").scalar() == 1


def test_scratch_that_a_killed_process_left_is_in_nobodys_way(used: World, office: Office) -> None:
    (used.folder / "scratch").mkdir()
    (used.folder / "scratch" / "left").touch()
    stray(used, "UPDATE chat_channels SET topic = ? WHERE name = ?", "by hand", "deploys")
    with used.scratch() as copy:
        assert all_rows(copy) == all_rows(used)
