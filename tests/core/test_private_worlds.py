"""Private worlds: logs beside a snapshot, parked and reopened, limited, on full disks."""

import os
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, cast

import apsw
import pytest
from tests.gates.sampling import one_in
from tests.kit import Office
from tests.scripts import Script
from tests.states import act, all_rows, compared, reported, steps_of, stray

from workworld.apps.chat.service import channels, messages
from workworld.calls import perform
from workworld.context import Actor
from workworld.errors import OutOfSpace
from workworld.worlds import Snapshot, World, Worlds, connections, private
from workworld.worlds.connections import SPARES
from workworld.worlds.private import PrivateWorld


@pytest.fixture
def worlds(tmp_path: Path) -> Iterator[Worlds]:
    """A store as hosts have it, with spare connections."""
    with Worlds(tmp_path / "worlds") as store:
        yield store


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


@pytest.fixture
def eager_threads() -> Iterator[None]:
    """Threads that take turns often, which finds more mistakes and takes less time."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(0.0002)
    yield
    sys.setswitchinterval(before)


def test_many_worlds_written_by_threads_do_not_see_each_other(
    tmp_path: Path, snapshot: Snapshot, office: Office, eager_threads: None
) -> None:
    threads, limit = 8, 64
    actor, general = Actor(office.people["aruiz"]), office.channels["general"]

    def post(world: World, text: str) -> int:
        perform(world, actor, messages.post, channel_id=general, text=text)
        return len(store._connections._open)

    with Worlds(tmp_path / "many", open_limit=limit, spares=0) as store:
        opened = [cast(PrivateWorld, store.open(snapshot)) for _ in one_in(5, range(1000))]
        files = len(os.listdir("/proc/self/fd"))
        jobs = [(world, f"{world.id} {turn}") for turn in (0, 1) for world in opened[turn::2]]
        jobs += [(world, f"{world.id} 2") for world in opened[:40]]  # parked since, most of them
        with ThreadPoolExecutor(threads) as pool:
            most_open = max(pool.map(post, *zip(*jobs, strict=True), chunksize=1))
            assert limit // 2 < most_open <= limit + threads
            assert len(os.listdir("/proc/self/fd")) <= files + 2 * (limit + threads) + 2 * SPARES
        for number, world in enumerate(opened):
            turns = (number % 2, 2) if number < 40 else (number % 2,)
            expected = {f"{world.id} {turn}" for turn in turns}
            assert {change.after["text"] for change in world.diff() if change.after} == expected, (
                world.id
            )


def test_parked_world_goes_on_where_it_was(worlds: Worlds, world: World, office: Office) -> None:
    assert isinstance(world, PrivateWorld)
    for number in range(6):
        act(world, office, number)
        if number == 3:
            world.set_baseline()
        before = all_rows(world)
        assert world.park()
        assert not world.is_open
        assert all_rows(world) == before
    world.park()
    assert len(world.diff()) == 2
    world.park()
    fork = worlds.fork(world, 5)
    fork_rows = all_rows(fork)
    world.park()
    world.rewind(5)
    assert all_rows(world) == fork_rows
    world.park()
    world.reset()
    assert (world.diff(), steps_of(world)) == ([], 0)
    with world.reading():
        assert not world.park()
        assert world.is_open


def test_reset_takes_a_spare_and_goes_on_as_new(
    worlds: Worlds, snapshot: Snapshot, world: World, office: Office, tmp_path: Path
) -> None:
    assert isinstance(world, PrivateWorld)
    fresh = all_rows(worlds.open(snapshot))
    replay = worlds.open(snapshot)
    rows = []
    for number in range(5):
        act(replay, office, number)
        rows.append(all_rows(replay))
    taken = 0
    for turn in range(8):
        world.reset()
        taken += world.is_open  # it has a connection without having opened one
        assert all_rows(world) == fresh
        for number in range(5):
            act(world, office, number)
        assert all_rows(world) == rows[4]
        world.rewind(turn % 5 + 1)
        assert all_rows(world) == rows[turn % 5]
        assert reported(world) == compared(world)
        if turn % 2:
            world.park()
            assert all_rows(world) == rows[turn % 5]
        _wait_for_a_spare(worlds)
    assert taken >= 7
    worlds.let_go(world.id)
    again = worlds.open(snapshot, world.id, fresh=False)
    assert all_rows(again) == rows[7 % 5]


def _wait_for_a_spare(worlds: Worlds) -> None:
    """Until the thread that makes them has made one."""
    deadline = time.monotonic() + 60
    while not any(worlds._connections._ready.values()):
        assert time.monotonic() < deadline
        time.sleep(0.001)


def test_spares_that_cannot_be_made_are_done_without(
    worlds: Worlds, snapshot: Snapshot, office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    failed = threading.Event()

    def fail(*_arguments: object) -> None:
        failed.set()
        raise apsw.CantOpenError("no more files")

    with monkeypatch.context() as patched:
        patched.setattr(connections, "connect", fail)
        world = worlds.open(snapshot)
        act(world, office, 1)
        assert failed.wait(60)
        world.reset()
        act(world, office, 1)
        assert len(world.diff()) == 1
    deadline = time.monotonic() + 60
    while not any(worlds._connections._ready.values()):
        world.reset()  # asks again, now that there are files
        assert time.monotonic() < deadline
    world.reset()
    act(world, office, 1)
    assert len(world.diff()) == 1


# Limits


def test_world_at_its_limit_refuses_writes_until_it_is_rewound_or_reset(
    tmp_path: Path, snapshot: Snapshot, office: Office
) -> None:
    actor, general = Actor(office.people["aruiz"]), office.channels["general"]

    def post() -> None:
        perform(world, actor, messages.post, channel_id=general, text="x" * 20_000)

    with Worlds(tmp_path / "small", log_limit=1 << 20) as store:
        world = store.open(snapshot)
        while world._log_length < 1 << 20:
            post()
        steps = steps_of(world)
        with pytest.raises(OutOfSpace, match=r"limit of 1 MB of changes\. Reset it, rewind it"):
            post()
        assert steps < 100
        assert len(world.diff()) == steps_of(world) == steps
        with pytest.raises(OutOfSpace):
            world.set_baseline()
        assert perform(world, actor, channels.info, channel_id=general)
        fork = store.fork(world)  # is as full
        with pytest.raises(OutOfSpace):
            stray(fork, "UPDATE directory_people SET title = 'Poet'")
        world.park()  # type: ignore[attr-defined]
        with pytest.raises(OutOfSpace):
            post()
        world.rewind(steps - 2)
        post()
        assert len(world.diff()) == steps - 1
        fork.reset()
        stray(fork, "UPDATE directory_people SET title = 'Poet'")


FULL = """
import errno, os, resource, signal
from workworld.apps.chat.service import channels
from workworld.errors import OutOfSpace
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
store = Worlds(folder, spares=0)
world = store.open(snapshot, "main", shared={shared})

def look():
    return perform(world, person, channels.info, channel_id=channel)

def rows():
    return [(c.kind, c.after["text"]) for c in world.diff()]

def limit(size):
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))

for number in range(5):
    post(world, number)
largest = max(f.stat().st_size for f in world.folder.iterdir() if f.suffix != ".sqlite")
for room in range(0, 60_000, 13_000):
    limit(largest + room)
    before, steps = rows(), len(rows())
    try:
        while True:
            post(world, "x" * 500)
            steps += 1
    except OutOfSpace as error:
        assert error.code == "out_of_space" and "could not be written" in str(error)
    assert len(rows()) == steps and rows()[:len(before)] == before
    assert look()
    for go in (world.set_baseline, lambda: store.fork(world, name="copy"),
               lambda: world.export(folder / "out")):
        limit(1)
        try:
            go()
            raise AssertionError("there was room")
        except OutOfSpace:
            pass
    assert not (folder / "out").exists() and len(store.kept()) == 1
    assert rows()[:len(before)] == before
    assert look()
    limit(resource.RLIM_INFINITY)
    post(world, "room again")
    assert len(rows()) == steps + 1
    world.rewind(steps)
    assert len(rows()) == steps
    fork = store.fork(world, 3)
    assert len(fork.diff()) == 3
    store.let_go(fork.id, remove=True)
    largest = max(f.stat().st_size for f in world.folder.iterdir() if f.suffix != ".sqlite")
expected = rows()
store.close()
with Worlds(folder) as store:
    world = store.open(snapshot, "main", fresh=False, shared={shared})
    assert rows() == expected
    post(world, "at last")
    assert len(rows()) == len(expected) + 1
    world.rewind(5)
    assert rows() == expected[:5]
"""


@pytest.mark.parametrize("shared", [False, True])
def test_full_disk_loses_nothing_and_stops_no_reads(script: Script, shared: bool) -> None:
    script.run(FULL.format(shared=shared), complains=True)


@pytest.mark.skipif(not os.access("/dev/shm", os.W_OK), reason="no second file system")
def test_worlds_may_lie_on_another_file_system_than_the_snapshot(
    snapshot: Snapshot, office: Office
) -> None:
    assert os.stat("/dev/shm").st_dev != snapshot.path.stat().st_dev
    with (
        tempfile.TemporaryDirectory(dir="/dev/shm") as folder,
        Worlds(Path(folder)) as store,
    ):
        for shared in (False, True):
            world = store.open(snapshot, shared=shared)
            for number in range(6):
                act(world, office, number)
            fork = store.fork(world, 3)
            world.rewind(3)
            assert reported_rows(fork) == reported_rows(world)
            assert reported(world) == compared(world)
            world.reset()
            assert world.diff() == []


def reported_rows(world: World) -> dict[str, Any]:
    return {f"{change.table} {change.key}": change for change in world.diff()}


def test_snapshot_may_lie_in_a_folder_that_cannot_be_written(
    script: Script, snapshot: Snapshot
) -> None:
    folder = snapshot.path.parent
    mode = folder.stat().st_mode
    folder.chmod(0o555)
    try:
        lines = script.run(
            """
            import ctypes
            if not os.geteuid():  # even root is to be refused
                libc = ctypes.CDLL(None, use_errno=True)
                header = (ctypes.c_uint32 * 2)(0x20080522, 0)
                assert libc.capset(header, (ctypes.c_uint32 * 6)()) == 0
            try:
                (snapshot.path.parent / "x").touch()
            except PermissionError:
                say("refused")
            with Worlds(folder) as store:
                for shared in (False, True):
                    world = store.open(snapshot, shared=shared)
                    post(world, "hi")
                    world.reset()
                    post(world, "hi")
                    say(len(world.diff()))
            """
        )
    finally:
        folder.chmod(mode)
    assert lines == ["refused", "1", "1"]
