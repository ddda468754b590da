"""Shared worlds: the same behaviour as private ones, for several processes at once."""

from pathlib import Path
from typing import Any

import apsw
import pytest
from sqlalchemy import select
from tests.kit import Office
from tests.states import Rows, act, all_rows, reported, steps_of, stray

from workworld.apps.chat.models import Message
from workworld.apps.chat.service import channels, markers, messages
from workworld.calls import perform
from workworld.clock import Clock
from workworld.context import Actor
from workworld.errors import OutOfSpace, Unavailable
from workworld.faults import FaultKind, inject
from workworld.journal import JournalEntry
from workworld.passing_time import let_time_pass
from workworld.schedule import plan
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
    perform(stuck, Actor(office.people["aruiz"]), channels.list)
    before = all_rows(stuck)
    with pytest.raises(apsw.ConstraintError, match="stuck"):
        stuck.rewind(1)
    assert all_rows(stuck) == before
    with pytest.raises(apsw.ConstraintError, match="stuck"):
        stuck.reset()
    assert all_rows(stuck) == before
    assert [read["step"] for read in stuck.trail.reads()] == [3]


def test_writer_that_waits_too_long_is_told_so(shared: World, office: Office) -> None:
    with shared._held() as lent:
        raw_of(lent).set_busy_timeout(20)
    other = apsw.Connection(str(shared.folder / "world.sqlite"))
    other.execute("BEGIN IMMEDIATE")
    post = {"channel_id": office.channels["general"], "text": "hi"}
    with pytest.raises(Unavailable, match="try again") as refused:
        perform(shared, Actor(office.people["aruiz"]), messages.post, **post)
    assert not isinstance(refused.value, OutOfSpace)
    other.close()
    perform(shared, Actor(office.people["aruiz"]), messages.post, **post)
    assert steps_of(shared) == 1


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


def meaning(rows: Rows) -> Rows:
    """Rows of all tables, without those that say how a world is stored."""
    kept = {name: rows[name] for name in rows if name not in ("world_changes", "world_baseline")}
    columns = JournalEntry.__table__.columns.keys()
    told = [place for place, name in enumerate(columns) if name not in ("log_bytes", "changeset")]
    kept["world_journal"] = [tuple(row[place] for place in told) for row in rows["world_journal"]]
    return kept


def mixed(world: World, office: Office, number: int) -> None:
    """A step of every kind, and what is no step between them."""
    act(world, office, number)
    actor = Actor(office.people["aruiz"])
    if number % 5 == 0:
        arguments = {"channel_id": office.channels["general"], "text": f"event {number}"}
        with world.writing() as session:
            due_us = Clock(session).now_us() + number % 40 * 1_000_000
            plan(
                session,
                due_us=due_us,
                actor_id=actor.person_id,
                operation="chat.messages.post",
                arguments=arguments,
            )
    if number % 7 == 0:
        seen = {"channel_id": office.channels["general"], "ts": f"{1_000_000_000 + number}.000000"}
        perform(world, actor, markers.see, **seen)
    if number % 9 == 0:
        let_time_pass(world, 40)
    if number % 4 == 0:
        with world.reading() as session:
            ts = session.scalars(
                select(Message.ts)
                .where(Message.channel_id == office.channels["general"])
                .where(Message.thread_ts.is_(None))
                .order_by(Message.ts)
                .offset(number % 3)
            ).first()
        posted = {"channel_id": office.channels["general"], "text": "re", "thread_ts": ts}
        perform(world, actor, messages.post, **posted)
    if number % 11 == 0:
        stray(world, "UPDATE directory_people SET title = ? || title", str(number))
    if number % 13 == 0:
        with world.writing() as session:
            inject(session, app_id="chat", kind=FaultKind.SLOW, times=2, surface="rest")


def test_rewind_and_fork_equal_a_replay_of_that_prefix_as_in_a_private_world(
    worlds: Worlds, snapshot: Snapshot, shared: World, office: Office
) -> None:
    private = worlds.open(snapshot)
    after: dict[int, Rows] = {}  # the last state at each step, which is what a rewind leads to
    for number in range(1, 44):
        for world in (private, shared):
            mixed(world, office, number)
        after[steps_of(private)] = rows = meaning(all_rows(private))
        assert meaning(all_rows(shared)) == rows
    assert reported(shared) == reported(private)
    last = steps_of(private)
    assert last >= 60
    for step in (0, last // 3, last - 1, last):
        forks = [worlds.fork(world, step) for world in (private, shared)]
        first, second = (meaning(all_rows(fork)) for fork in forks)
        assert first == second == after.get(step, first), step
        for fork in forks:
            mixed(fork, office, 55)
        assert meaning(all_rows(forks[0])) == meaning(all_rows(forks[1]))
    for step in reversed(range(last + 1)):
        private.rewind(step)
        shared.rewind(step)
        rows = meaning(all_rows(shared))
        assert rows == meaning(all_rows(private)) == after.get(step, rows), step
    shared.reset()
    private.reset()
    assert meaning(all_rows(shared)) == meaning(all_rows(private))
    for world in (private, shared):
        mixed(world, office, 44)
    assert meaning(all_rows(shared)) == meaning(all_rows(private))
