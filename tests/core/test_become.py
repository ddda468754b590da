"""A world that becomes as another is: what it takes over, what stays its own, what is refused."""

import signal
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from tests.kit import Doors, Office
from tests.scripts import Script
from tests.states import act, all_rows, compared, reported, steps_of, stray

from workworld.errors import OutOfSpace, WorldClosed
from workworld.identity import Authority
from workworld.worlds import Snapshot, World, Worlds, private
from workworld.worlds.private import PrivateWorld


@pytest.fixture
def other(worlds: Worlds, snapshot: Snapshot, office: Office) -> World:
    """A world with steps before and after its baseline, reads, and a change outside any step."""
    made = worlds.open(snapshot)
    made.trail.keeps_results = True
    act(made, office, 1)
    made.set_baseline()
    act(made, office, 2)
    stray(made, "UPDATE chat_channels SET topic = ? WHERE name = ?", "by hand", "deploys")
    Doors(made, Authority("x"), office.people["aruiz"]).rest("conversations.list")
    act(made, office, 3)
    return made


def everything(world: World) -> tuple[Any, ...]:
    """All that can be seen of a world."""
    with world.baseline() as session:
        rows = session.connection().exec_driver_sql("SELECT count(*) FROM chat_messages").all()
    return all_rows(world), world.diff(), world.trail.notes(), rows


def test_it_is_then_as_a_fork_would_be(worlds: Worlds, world: World, other: World) -> None:
    fork = everything(worlds.fork(other))
    act_before = everything(other)
    world.become(other)
    assert everything(world) == fork == act_before == everything(other)
    assert reported(world) == compared(world) != set()
    assert world.trail.reads()


def test_id_credentials_and_listeners_stay(
    world: World, other: World, doors: Doors, office: Office
) -> None:
    told: list[str] = []
    world.listeners.add(lambda: told.append("changed"))
    token, name, folder = doors.token, world.id, world.folder
    world.become(other)
    assert (world.id, world.folder, told) == (name, folder, ["changed"])
    headers = {"Authorization": f"Bearer {token}"}
    answer = doors.anonymous("chat").post("/api/auth.test", headers=headers)
    assert answer.get_json()["ok"]
    act(world, office, 1)
    assert len(told) == 2


def test_both_go_on_by_themselves(
    worlds: Worlds, world: World, other: World, office: Office
) -> None:
    before = all_rows(other)
    world.become(other)
    act(world, office, 6)
    assert all_rows(other) == before
    act(other, office, 6)
    assert all_rows(world) == all_rows(other)
    fork = worlds.fork(world, 2)
    world.rewind(2)
    assert everything(world) == everything(fork)
    world.reset()
    assert (world.diff(), steps_of(world), world.trail.notes()) == ([], 0, [])
    assert steps_of(fork) == 2
    world.become(fork)
    assert everything(world) == everything(fork)


def test_untouched_world_leaves_nothing_of_the_former_one(
    worlds: Worlds, snapshot: Snapshot, other: World
) -> None:
    fresh = worlds.open(snapshot)
    other.become(fresh)
    assert (all_rows(other), other.trail.notes()) == (all_rows(worlds.open(snapshot)), [])


def test_parked_worlds_can_be_either(worlds: Worlds, world: World, other: World) -> None:
    expected = everything(other)
    assert isinstance(world, PrivateWorld)
    assert isinstance(other, PrivateWorld)
    for _ in range(2):
        assert world.park()
        assert other.park()
        world.become(other)
        assert everything(world) == expected


def test_it_is_kept_for_the_next_process(worlds: Worlds, snapshot: Snapshot, other: World) -> None:
    expected = everything(other)
    world = worlds.open(snapshot, "kept")
    world.become(other)
    worlds.let_go("kept")
    assert everything(worlds.open(snapshot, "kept", fresh=False)) == expected


def test_what_it_cannot_become_is_refused(
    worlds: Worlds, snapshot: Snapshot, world: World, office: Office, tmp_path: Path
) -> None:
    act(world, office, 1)
    shared = worlds.open(snapshot, "shared", shared=True)
    copy = tmp_path / "copy.sqlite"
    copy.write_bytes(snapshot.path.read_bytes())
    foreign = worlds.open(Snapshot("tiny", 1, "f" * len(snapshot.fingerprint), copy))
    before = everything(world)
    for other in (world, shared, foreign):
        with pytest.raises(ValueError, match=f"world {world.id} cannot become"):
            world.become(other)
    with pytest.raises(ValueError, match="shared, so it cannot become"):
        shared.become(world)
    assert everything(world) == before


def test_closed_worlds_cannot_be_either(worlds: Worlds, world: World, other: World) -> None:
    before = everything(world)
    worlds.let_go(other.id)
    with pytest.raises(WorldClosed):
        world.become(other)
    assert everything(world) == before
    worlds.let_go(world.id, remove=True)
    with pytest.raises(WorldClosed):
        world.become(other)
    assert not world.folder.exists()


def test_open_session_is_not_swept_away(world: World, other: World) -> None:
    with world.reading(), pytest.raises(RuntimeError, match="is open in this thread"):
        world.become(other)
    with other.reading(), pytest.raises(RuntimeError, match="is open in this thread"):
        world.become(other)
    assert steps_of(world) == 0


def _fails(*_arguments: object) -> None:
    raise OSError(28, "No space left on device")


def test_full_disk_leaves_it_as_it_was(
    world: World, other: World, office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    act(world, office, 1)
    before = everything(world)
    with monkeypatch.context() as patched:
        patched.setattr(private, "copy_log", _fails)
        with pytest.raises(OutOfSpace):
            world.become(other)
    assert everything(world) == before
    world.become(other)
    assert everything(world) == everything(other)


@pytest.mark.parametrize("renamed", range(3))
def test_error_on_the_way_leaves_it_as_before_or_as_after(
    renamed: int, world: World, other: World, office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    act(world, office, 1)
    before, rename = all_rows(world), Path.rename
    done: list[Path] = []

    def rarely(path: Path, target: Path) -> Path:
        if "becoming" in str(path) or "becoming" in str(target):
            if len(done) == renamed:
                done.append(path)
                raise OSError(5, "Input/output error")
            done.append(path)
        return rename(path, target)

    with monkeypatch.context() as patched:
        patched.setattr(Path, "rename", rarely)
        with pytest.raises(OSError, match="Input/output"):
            world.become(other)
    assert all_rows(world) == (all_rows(other) if renamed == 2 else before)
    world.become(other)
    assert everything(world) == everything(other)


def test_kill_on_the_way_leaves_it_as_before_or_as_after(
    script: Script, snapshot: Snapshot, tmp_path: Path
) -> None:
    processes = [
        script.start(f"""
            store = Worlds(folder / "killed{renamed}")
            world, other = store.open(snapshot, "world"), store.open(snapshot, "other")
            post(world, "before"), post(other, "after"), post(other, "after all")
            rename, done = Path.rename, []
            def rarely(path, target):
                if "becoming" in str(path) + str(target):
                    done.append(path)
                    if len(done) > {renamed}:
                        os.kill(os.getpid(), signal.SIGKILL)
                return rename(path, target)
            Path.rename = rarely
            world.become(other)
            os.kill(os.getpid(), signal.SIGKILL)
        """)
        for renamed in range(3)
    ]
    for renamed, process in enumerate(processes):
        assert process.wait(60) == -signal.SIGKILL
        with Worlds(tmp_path / f"killed{renamed}") as store:
            world = store.open(snapshot, "world", fresh=False)
            texts = {change.after["text"] for change in world.diff() if change.after}
            assert texts == ({"after", "after all"} if renamed == 2 else {"before"})
            world.become(store.open(snapshot, "other", fresh=False))
            assert steps_of(world) == 2


def together(*calls: Callable[[], object]) -> None:
    """Run calls in threads at once; all must come to an end."""
    start = threading.Barrier(len(calls))

    def run(call: Callable[[], object]) -> None:
        start.wait(10)
        call()

    pool = ThreadPoolExecutor(len(calls))
    try:
        for future in [pool.submit(run, call) for call in calls]:
            future.result(20)
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def test_two_that_become_as_each_other_do_not_wait_for_ever(
    worlds: Worlds, world: World, other: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    laying, laid = threading.Barrier(2), private.copy_log

    def at_once(*arguments: Any) -> None:
        laying.wait(10)
        laid(*arguments)

    third = worlds.fork(world)
    monkeypatch.setattr(private, "copy_log", at_once)
    rows = {repr(all_rows(each)) for each in (world, other)}
    together(lambda: world.become(other), lambda: other.become(world))
    monkeypatch.undo()
    assert {repr(all_rows(each)) for each in (world, other)} == rows
    third.become(other)
    assert all_rows(third) == all_rows(other)


def test_many_threads_see_one_state_or_the_other(
    worlds: Worlds, snapshot: Snapshot, world: World, office: Office
) -> None:
    sources = [worlds.open(snapshot) for _ in range(3)]
    for number, source in enumerate(sources):
        for step in range(number + 1):
            act(source, office, 4 * step + 1)
    seen: list[int] = []
    jobs = [lambda source=source: world.become(source) for source in sources * 8]
    jobs += [lambda: seen.append(len(world.diff())) for _ in range(24)]
    with ThreadPoolExecutor(8) as pool:
        for future in [pool.submit(job) for job in jobs]:
            future.result(30)
    assert all_rows(world) in [all_rows(source) for source in sources]
    assert set(seen) <= {len(source.diff()) for source in sources} | {0}
