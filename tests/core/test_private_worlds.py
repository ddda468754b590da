"""Private worlds: logs beside a snapshot, parked and reopened, limited, on full disks."""

import threading
from typing import Any

import pytest
from tests.kit import Office
from tests.states import act, all_rows, steps_of

from workworld.worlds import World, Worlds, private


@pytest.mark.parametrize("go", ["rewind", "fork"])
def test_step_of_another_thread_is_not_kept_by_halves(
    go: str, worlds: Worlds, world: World, office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The length of the log and what stands in it are read in one go."""
    act(world, office, 1)
    before = all_rows(world)
    inner = private.log_bytes_before
    another = threading.Thread(target=act, args=(world, office, 2))

    def meddled(*arguments: Any) -> int | None:
        following = inner(*arguments)
        another.start()
        another.join(0.1)  # it has to wait until the rewind or the fork is done
        return following

    with monkeypatch.context() as patched:
        patched.setattr(private, "log_bytes_before", meddled)
        there = worlds.fork(world, 1) if go == "fork" else world
        if go == "rewind":
            world.rewind(1)
    another.join(60)
    if go == "fork":
        assert all_rows(there) == before
    assert steps_of(world) == 2
    world.rewind(1)
    assert all_rows(world) == before
