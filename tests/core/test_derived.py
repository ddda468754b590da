"""Derived tables: outside diffs, and equal to a rebuild after any steps."""

import pytest
from tests.kit import Doors, Office
from tests.states import Rows, all_rows, reported, steps_of, stray

from workworld import database
from workworld.apps.chat.models import Message, ThreadRollUp
from workworld.apps.chat.service import messages
from workworld.calls import perform
from workworld.database import TableRole, derives, rebuild_derived, table_names
from workworld.worlds import Snapshot, World, Worlds


@pytest.fixture(params=[False, True], ids=["private", "shared"])
def either(request: pytest.FixtureRequest, worlds: Worlds, snapshot: Snapshot) -> World:
    """A world of each kind."""
    return worlds.open(snapshot, "either", shared=request.param)


def derived(world: World) -> Rows:
    rows = all_rows(world)
    return {name: rows[name] for name in table_names(TableRole.DERIVED)}


def rebuilt(world: World) -> Rows:
    with world.writing() as session:
        rebuild_derived(session)
    return derived(world)


def test_derived_rows_equal_a_rebuild_after_steps_rewinds_and_forks(
    either: World, worlds: Worlds, doors: Doors, office: Office
) -> None:
    general = office.channels["general"]
    root: str | None = None
    for number in range(12):
        place = {"channel_id": general, "thread_ts": root if number % 4 else None}
        ts = perform(either, doors.actor, messages.post, **place, text=str(number)).ts
        root = ts if number % 4 == 0 else root
    present = derived(either)
    assert present["chat_threads"]
    for step in (5, 10):
        fork = worlds.fork(either, step)
        kept = derived(fork)
        assert kept != present
        assert kept == rebuilt(fork)
    either.rewind(7)
    kept = derived(either)
    before = either.diff()
    assert kept == rebuilt(either)
    assert either.diff() == before
    assert steps_of(either) == 7


def test_derived_rows_are_in_no_diff(either: World) -> None:
    stray(either, "UPDATE chat_threads SET reply_count = 99")
    stray(either, "DELETE FROM chat_threads WHERE reply_count % 2")
    assert reported(either) == set()
    rebuilt(either)
    assert reported(either) == set()
    either.reset()
    kept = derived(either)
    assert kept == rebuilt(either)


def test_table_that_nobody_can_fill_is_named(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "_rebuilds", {})
    before = derived(world)
    with pytest.raises(TypeError, match="chat_thread_people is derived, but nothing says"):
        rebuilt(world)
    assert derived(world) == before


@pytest.mark.parametrize("model", [Message, ThreadRollUp])
def test_only_derived_tables_are_declared_and_only_once(model: type[database.Base]) -> None:
    with pytest.raises(TypeError, match="is not derived, or is declared twice"):
        derives(model)(lambda _session: None)
