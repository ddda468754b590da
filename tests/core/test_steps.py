"""Rewind, fork and diff, held to what they must equal: a replay, and a comparison of all rows."""

from contextlib import closing
from pathlib import Path

import apsw
import pytest
from tests.gates.sampling import FULL
from tests.kit import Doors, Office
from tests.states import Rows, act, all_rows, clear_schedule, compared, reported, stray

from workworld.journal import last_step
from workworld.worlds import Snapshot, World, Worlds


@pytest.mark.parametrize("steps", [200 if FULL else 70])
def test_rewind_and_fork_to_any_step_equal_a_replay_of_that_prefix(
    worlds: Worlds, snapshot: Snapshot, office: Office, steps: int
) -> None:
    replayed: list[Rows] = []
    replay = worlds.open(snapshot)
    clear_schedule(replay)  # what comes due by itself would be steps as well
    for number in range(steps):
        replayed.append(all_rows(replay))
        act(replay, office, number)
    replayed.append(all_rows(replay))
    for step in range(steps + 1):
        if step % 7 and step != steps:
            continue
        fork = worlds.fork(replay, step)
        assert all_rows(fork) == replayed[step], step
        act(fork, office, 1)
    for step in reversed(range(steps + 1)):
        replay.rewind(step)
        assert all_rows(replay) == replayed[step], step
    act(replay, office, 0)
    assert all_rows(replay) == replayed[1]


def test_rewound_world_goes_on_and_survives_reopening(
    tmp_path: Path, snapshot: Snapshot, office: Office
) -> None:
    with Worlds(tmp_path / "kept") as store:
        world = store.open(snapshot, "main")
        for number in range(10):
            act(world, office, number)
        world.rewind(4)
        act(world, office, 5)
        expected = all_rows(world)
    with Worlds(tmp_path / "kept") as store:
        world = store.open(snapshot, "main", fresh=False)
        assert all_rows(world) == expected
        world.rewind(4)
        with world.reading() as session:
            assert last_step(session) == 4


@pytest.mark.parametrize("step", [-1, 3])
def test_step_that_never_was_is_refused(
    worlds: Worlds, world: World, office: Office, step: int
) -> None:
    for number in range(2):
        act(world, office, number)
    for go in (world.rewind, lambda to: worlds.fork(world, to)):
        with pytest.raises(ValueError, match="has seen 2 steps"):
            go(step)


def test_refused_fork_clears_no_earlier_world_away(
    tmp_path: Path, snapshot: Snapshot, office: Office
) -> None:
    with Worlds(tmp_path / "kept") as store:
        act(store.open(snapshot, "earlier"), office, 0)
    with Worlds(tmp_path / "kept") as store:
        with pytest.raises(ValueError, match="has seen 0 steps"):
            store.fork(store.open(snapshot, "other"), 9, "earlier")
        assert len(store.open(snapshot, "earlier", fresh=False).diff()) == 1


def test_fork_and_original_do_not_disturb_each_other(
    worlds: Worlds, world: World, office: Office
) -> None:
    for number in range(3):
        act(world, office, number)
    fork = worlds.fork(world, name="copy")
    assert all_rows(fork) == all_rows(world)
    assert reported(fork) == reported(world)
    act(world, office, 1)
    assert len(reported(world)) == len(reported(fork)) + 1


def test_rewind_before_the_baseline_takes_it_back(world: World, office: Office) -> None:
    for number in range(6):
        act(world, office, 0)
        if number == 3:
            world.set_baseline()
    assert len(world.diff()) == 2
    world.rewind(5)
    assert len(world.diff()) == 1
    world.rewind(2)  # to a time at which the snapshot was the baseline
    assert len(world.diff()) == 2
    act(world, office, 0)
    assert reported(world) == compared(world)
    assert len(world.diff()) == 3


def test_diff_shows_whole_rows_on_both_sides(world: World, doors: Doors) -> None:
    stray(world, "UPDATE directory_people SET title = 'Poet' WHERE id = ?", doors.person_id)
    (change,) = world.diff()
    assert change.before is not None
    assert change.after is not None
    assert change.before["title"] != change.after["title"] == "Poet"
    assert change.before["email"] == change.after["email"]


def test_log_with_a_torn_end_is_read_up_to_its_last_commit(
    tmp_path: Path, snapshot: Snapshot, office: Office
) -> None:
    with Worlds(tmp_path / "kept") as store:
        world = store.open(snapshot, "main")
        act(world, office, 0)
        expected = all_rows(world)
    (log,) = (tmp_path / "kept").rglob("world-wal")
    whole = log.read_bytes()
    log.write_bytes(whole + whole[32:1032])  # a frame that was being written when the power went
    with Worlds(tmp_path / "kept") as store:
        world = store.open(snapshot, "main", fresh=False)
        assert all_rows(world) == expected
        act(world, office, 1)
        world.rewind(1)
        assert all_rows(world) == expected


def test_changes_carry_their_step(world: World, office: Office, tmp_path: Path) -> None:
    for number in (0, 2, 0):
        act(world, office, number)
    with world.reading() as session:
        rows = (
            session.connection()
            .exec_driver_sql("SELECT step FROM world_journal WHERE changeset IS NOT NULL")
            .all()
        )
    assert [step for (step,) in rows] == [1, 3]


def test_apsw_iterates_what_it_records(snapshot: Snapshot) -> None:
    """The extension is compiled in; without it no diff would be possible."""
    with closing(apsw.Connection(":memory:")) as connection:
        assert apsw.Session(connection, "main").is_empty
