"""Worlds and processes: forks of them, exits, kills, and several at once."""

import signal
from pathlib import Path

import pytest
from tests.scripts import Script, ended, line_of, tell
from tests.states import steps_of

from workworld.worlds import Snapshot, World, Worlds


def texts(
    store: Worlds, snapshot: Snapshot, name: str = "main", *, shared: bool = False
) -> list[str]:
    """What was posted to a world, in order."""
    return texts_of(store.open(snapshot, name, fresh=False, shared=shared))


def texts_of(world: World) -> list[str]:
    """What was posted to a world, by channel and time."""
    return [str(change.after["text"]) for change in world.diff() if change.after]


# A fork of the process


FORK = """
store = Worlds(folder)
world = store.open(snapshot, "main", shared={shared})
idle = store.open(snapshot, "idle")
post(world, "before")
child = os.fork()
if not child:
    for go in (world.diff, world.reset, lambda: post(world, "x"), idle.diff, world.set_baseline,
               lambda: world.rewind(0), lambda: store.open(snapshot), lambda: store.fork(world),
               lambda: store.let_go("main", remove=True), lambda: world.export(folder / "out")):
        try:
            go()
            say("worked")
        except RuntimeError as error:
            assert "belongs to process" in str(error), error
    world.close()
    store.close()
    {leave}
_, status = os.waitpid(child, 0)
say(status)
post(world, "after")
post(idle, "elsewhere")
world.reset()
post(world, "anew")
store.open(snapshot, "another").diff()
store.close()
"""


@pytest.mark.parametrize(
    ("shared", "leave"),
    [(False, "os._exit(0)"), (False, "sys.exit(0)"), (True, "sys.exit(0)")],
)
def test_forked_child_is_refused_and_harms_nothing(
    script: Script, snapshot: Snapshot, tmp_path: Path, shared: bool, leave: str
) -> None:
    assert script.run(FORK.format(shared=shared, leave=leave)) == ["0"]
    with Worlds(tmp_path) as store:
        assert texts(store, snapshot, shared=shared) == ["anew"]
        assert texts(store, snapshot, "idle") == ["elsewhere"]
    assert not (tmp_path / "out").exists()
    assert not list(tmp_path.glob("spares-*"))


def test_locks_end_with_the_parent_though_a_child_lives_on(
    script: Script, snapshot: Snapshot, tmp_path: Path
) -> None:
    process = script.start(
        """
        world = Worlds(folder).open(snapshot, "main")
        post(world, "kept")
        reading, writing = os.pipe()
        if os.fork():
            os.close(reading)
            say("ready")
            wait()
            os._exit(0)
        os.close(writing)
        os.read(reading, 1)  # until the parent has gone
        say("orphan")
        wait()
        """
    )
    assert line_of(process) == "ready"
    with Worlds(tmp_path) as store:
        with pytest.raises(ValueError, match="open in another process"):
            store.open(snapshot, "main", fresh=False)
        tell(process)
        process.wait(60)
        assert line_of(process) == "orphan"
        assert texts(store, snapshot) == ["kept"]
        assert len(list(tmp_path.glob("spares-*"))) <= 2
    ended(process, "\n")


# Who holds a world


def test_world_is_held_until_its_holder_lets_go_closes_or_is_killed(
    script: Script, snapshot: Snapshot, tmp_path: Path
) -> None:
    holder = script.start(
        """
        store = Worlds(folder, open_limit=1)
        for name in ("parked", "free", "last"):
            post(store.open(snapshot, name), name)
        assert not store.get("parked").is_open
        say("ready"); wait()
        store.let_go("free"); say("let go"); wait()
        """
    )
    with Worlds(tmp_path) as store:

        def refused(name: str) -> bool:
            try:
                store.open(snapshot, name, fresh=False)
            except ValueError as error:
                return "open in another process" in str(error)
            return False

        assert line_of(holder) == "ready"
        assert [refused(name) for name in ("parked", "free", "last")] == [True] * 3
        tell(holder)
        assert line_of(holder) == "let go"
        assert [refused(name) for name in ("parked", "free", "last")] == [True, False, True]
        holder.send_signal(signal.SIGKILL)
        holder.wait(60)
        assert texts(store, snapshot, "parked") == ["parked"]
        assert texts(store, snapshot, "last") == ["last"]


def test_two_processes_write_worlds_of_one_snapshot_at_once(
    script: Script, snapshot: Snapshot, tmp_path: Path
) -> None:
    code = """
    with Worlds(folder) as store:
        world = store.open(snapshot, {name!r})
        say("ready"); wait()
        for number in range(60):
            post(world, f"{name} {{number}}")
            if number == 40:
                world.rewind(20)
    """
    processes = {name: script.start(code.format(name=name)) for name in ("a", "b")}
    assert [line_of(process) for process in processes.values()] == ["ready"] * 2
    for process in processes.values():
        tell(process)
    for process in processes.values():
        ended(process)
    kept = [*range(20), *range(41, 60)]
    with Worlds(tmp_path) as store:
        for name in processes:
            assert texts(store, snapshot, name) == [f"{name} {number}" for number in kept]


def test_spares_of_a_killed_process_go_and_those_of_a_living_one_stay(
    script: Script, snapshot: Snapshot, tmp_path: Path
) -> None:
    code = """
    store = Worlds(folder)
    store.open(snapshot, {name!r}).diff()
    say("ready"); wait()
    store.get({name!r}).reset()
    post(store.get({name!r}), "on")
    """
    killed, living = (script.start(code.format(name=name)) for name in ("a", "b"))
    assert [line_of(process) for process in (killed, living)] == ["ready"] * 2
    before = set(tmp_path.glob("spares-*"))
    assert len(before) == 2
    killed.kill()
    killed.wait(60)
    with Worlds(tmp_path, spares=0) as store:
        assert len(set(tmp_path.glob("spares-*"))) == 2  # the living one's and this store's
        ended(living, "\n")
        assert texts(store, snapshot, "b") == ["on"]


# The end of a process


@pytest.mark.parametrize("end", ["", "world = store = None; gc.collect()", "os._exit(0)"])
def test_process_ends_quickly_however_it_leaves_its_store(
    script: Script, snapshot: Snapshot, tmp_path: Path, end: str
) -> None:
    script.run(
        f"""
        store = Worlds(folder, spares=50)
        world = store.open(snapshot, "main")
        post(world, "kept")
        world.reset()
        post(world, "again")  # while the spares are being made
        {end}
        """
    )
    with Worlds(tmp_path) as store:
        assert texts(store, snapshot) == ["again"]


# Shared worlds


WRITER = """
store = Worlds(folder)
world = store.open(snapshot, "main", fresh=False, shared=True)
say("ready"); wait()
for number in range({first}, {last}):
    post(world, f"{name} {{number}}")
    say(number)
"""


def test_three_processes_write_one_shared_world_at_once(
    script: Script, snapshot: Snapshot, tmp_path: Path
) -> None:
    code = """
    world = Worlds(folder).open(snapshot, "main", fresh=False, shared=True)
    for last in (20, 40, 60):
        say("ready"); wait()
        for number in range(last - 20, last):
            post(world, f"NAME {number}")
    """
    names = ("a", "b", "c")
    processes = {name: script.start(code.replace("NAME", name)) for name in names}

    def round_of_posts() -> None:
        for process in processes.values():
            tell(process)

    def all_ready() -> None:
        assert [line_of(process) for process in processes.values()] == ["ready"] * 3

    with Worlds(tmp_path) as store:
        all_ready()
        world = store.open(snapshot, "main", fresh=False, shared=True)
        round_of_posts()
        all_ready()
        assert sorted(texts_of(world)) == sorted(f"{n} {i}" for n in names for i in range(20))
        with world.reading() as session:
            query = "SELECT step FROM world_journal ORDER BY step"
            steps = [step for (step,) in session.connection().exec_driver_sql(query)]
        assert steps == list(range(1, 61))
        world.reset()
        assert (world.diff(), steps_of(world)) == ([], 0)
        round_of_posts()
        forks = [store.fork(world, name=f"f{number}") for number in range(3)]  # amid the writes
        all_ready()
        for fork in forks:
            assert len(fork.diff()) == steps_of(fork) <= 60
            with fork.reading() as session:
                check = session.connection().exec_driver_sql("PRAGMA integrity_check")
                assert check.scalar() == "ok"
            fork.rewind(steps_of(fork) // 2)
            assert len(fork.diff()) == steps_of(fork)
        expected = sorted(f"{n} {i}" for n in names for i in range(20, 40))
        assert sorted(texts_of(world)) == expected
        world.rewind(30)
        assert len(texts_of(world)) == steps_of(world) == 30
        round_of_posts()
        for process in processes.values():
            ended(process)
        assert len(world.diff()) == steps_of(world) == 90


def test_rewind_amid_the_writes_of_others_leaves_rows_and_journal_in_agreement(
    script: Script, snapshot: Snapshot, tmp_path: Path
) -> None:
    code = WRITER.format(first=0, last=100, name="writer")
    with Worlds(tmp_path) as store:
        world = store.open(snapshot, "main", shared=True)
        writers = [script.start(code) for _ in range(2)]
        assert [line_of(writer) for writer in writers] == ["ready"] * 2
        for writer in writers:
            tell(writer)
        for _ in range(15):
            line_of(writers[0])
            world.rewind(steps_of(world) // 2)
            changes = world.diff()
            assert [change.kind for change in changes] == ["insert"] * len(changes)
        for writer in writers:
            ended(writer)
        assert len(world.diff()) == steps_of(world)
        world.rewind(0)
        assert world.diff() == []


def test_writer_of_a_shared_world_that_is_killed_leaves_nothing_half_done(
    script: Script, snapshot: Snapshot, tmp_path: Path
) -> None:
    doomed = script.start(WRITER.format(first=0, last=100_000, name="doomed"))
    other = script.start(WRITER.format(first=0, last=40, name="other"))
    assert [line_of(process) for process in (doomed, other)] == ["ready"] * 2
    for process in (doomed, other):
        tell(process)
    acknowledged = [line_of(doomed) for _ in range(15)]
    doomed.kill()
    assert doomed.stdout is not None
    acknowledged += doomed.stdout.read().split()
    assert ended(other) == [str(number) for number in range(40)]
    with Worlds(tmp_path) as store:
        world = store.open(snapshot, "main", fresh=False, shared=True)
        found = texts_of(world)
        assert [text for text in found if "other" in text] == [f"other {n}" for n in range(40)]
        done = [text for text in found if "doomed" in text]
        assert done == [f"doomed {number}" for number in range(len(done))]
        assert len(done) - len(acknowledged) in (0, 1)
        assert steps_of(world) == len(found)
        world.rewind(0)
        assert world.diff() == []


KILLED_FORK = """
from workworld.worlds import changes, logs, shared

def die(*arguments):
    os.kill(os.getpid(), signal.SIGKILL)

send = os.sendfile
def torn(written, read, start, count):
    send(written, read, start, count // 2)
    die()

store = Worlds(folder)
world = store.open(snapshot, "original", shared={shared})
for number in range(6):
    post(world, number)
say("ready"); wait()
logs.os.sendfile = torn
shared.point_after = die
store.fork(world, 3, "copy")
"""


@pytest.mark.parametrize("shared", [False, True])
def test_a_fork_that_is_killed_is_no_world(
    script: Script, snapshot: Snapshot, tmp_path: Path, shared: bool
) -> None:
    process = script.start(KILLED_FORK.format(shared=shared))
    assert line_of(process) == "ready"
    tell(process)
    assert process.wait(60) == -signal.SIGKILL
    assert list(tmp_path.glob(".forking-copy-*"))
    with Worlds(tmp_path) as store:
        assert [kept.id for kept in store.kept()] == ["original"]
        assert not list(tmp_path.glob(".forking-*"))
        copy = store.open(snapshot, "copy", fresh=False)
        assert (copy.diff(), steps_of(copy)) == ([], 0)


def test_what_killed_processes_left_in_a_shared_world_goes(
    script: Script, snapshot: Snapshot, tmp_path: Path
) -> None:
    code = """
    world = Worlds(folder).open(snapshot, "main", fresh=False, shared=True)
    (world.folder / "copy-killed").touch()
    with world.baseline():
        say("ready"); wait()
    """
    process, other = script.start(code), script.start(code)
    assert [line_of(each) for each in (process, other)] == ["ready"] * 2
    with Worlds(tmp_path) as store:
        world = store.open(snapshot, "main", fresh=False)
        left = list(world.folder.glob("baseline-*"))
        assert len(left) == 2  # still in use
        (kept,) = store.kept()
        assert kept.size > sum(file.stat().st_size for each in left for file in each.iterdir())
    for each in (process, other):
        each.kill()
        each.wait(60)
    with Worlds(tmp_path) as store:
        world = store.open(snapshot, "main", fresh=False)
        assert not [*world.folder.glob("baseline-*"), *world.folder.glob("copy-*")]
