"""Housekeeping: no step, no time, outside diffs, and confined to its own tables."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from sqlalchemy import text
from tests.kit import Doors, Office
from tests.states import all_rows, steps_of

from workworld import operations
from workworld.apps.chat.service import messages
from workworld.calls import perform
from workworld.clock import Clock
from workworld.context import Context
from workworld.directory.models import Person
from workworld.errors import Conflict
from workworld.operations import Effect, operation
from workworld.worlds import Snapshot, World, Worlds

Deed = Callable[[Context], Any]


@pytest.fixture(params=[False, True], ids=["private", "shared"])
def either(request: pytest.FixtureRequest, worlds: Worlds, snapshot: Snapshot) -> World:
    """A world of each kind."""
    return worlds.open(snapshot, "either", shared=request.param)


@pytest.fixture
def declare() -> Iterator[Callable[[Deed], Deed]]:
    """Declares housekeeping operations for the time of a test."""
    declared: list[Deed] = []

    def go(deed: Deed) -> Deed:
        deed.__module__ = "workworld.apps.chat.service.chores"
        deed.__name__ = f"chore_{len(declared)}"
        declared.append(deed)
        return operation(Effect.HOUSEKEEPING, scope=None)(deed)

    yield go
    for number in range(len(declared)):
        del operations._REGISTRY[f"chat.chores.chore_{number}"]


def test_counts_apart_and_leaves_no_step(
    either: World, doors: Doors, office: Office, declare: Callable[[Deed], Deed]
) -> None:
    def number(ctx: Context) -> str:
        return ctx.ids.next_id("H")

    declare(number)
    before = all_rows(either)
    first, second = (perform(either, doors.actor, number) for _ in range(2))
    assert first != second
    after = all_rows(either)
    changed = {name for name in after if after[name] != before[name]} - {"world_changes"}
    assert changed == {"world_housekeeping_counters"}
    assert (either.diff(), steps_of(either), either.trail.reads()) == ([], 0, [])
    post = {"channel_id": office.channels["general"], "text": "hi"}
    perform(either, doors.actor, messages.post, **post)
    perform(either, doors.actor, number)
    assert len(either.diff()) == steps_of(either) == 1
    either.rewind(0)
    assert all_rows(either)["world_housekeeping_counters"] == after["world_housekeeping_counters"]
    either.reset()
    assert all_rows(either)["world_housekeeping_counters"] == []
    assert perform(either, doors.actor, number) == first


def rename(ctx: Context) -> None:
    ctx.session.get_one(Person, ctx.actor.person_id).title = "Poet"


def hire(ctx: Context) -> None:
    ctx.session.execute(text("INSERT INTO directory_teams (id, name) VALUES ('T0', 'Poets')"))


def leave(ctx: Context) -> None:
    ctx.session.execute(text("DELETE FROM chat_memberships"))


def wait(ctx: Context) -> None:
    ctx.clock.advance(60)


def forge(ctx: Context) -> None:
    ctx.session.execute(text("UPDATE world_counters SET used = used + 1"))


@pytest.mark.parametrize(
    ("deed", "table"),
    [
        (rename, "directory_people"),
        (hire, "directory_teams"),
        (leave, "chat_memberships"),
        (wait, "world_counters"),
        (forge, "world_counters"),
    ],
    ids=lambda value: getattr(value, "__name__", value),
)
def test_what_changes_more_is_a_loud_bug_and_changes_nothing(
    either: World, doors: Doors, declare: Callable[[Deed], Deed], deed: Deed, table: str
) -> None:
    def careless(ctx: Context) -> None:
        ctx.ids.next_id("H")
        deed(ctx)

    declare(careless)
    before = all_rows(either)
    with pytest.raises(RuntimeError, match=rf"chat\.chores\.chore_0 may not change {table}"):
        perform(either, doors.actor, careless)
    assert all_rows(either) == before


def test_refused_one_changes_nothing_and_is_no_step(
    either: World, doors: Doors, declare: Callable[[Deed], Deed]
) -> None:
    def hesitant(ctx: Context) -> None:
        ctx.ids.next_id("H")
        raise Conflict("not_now")

    declare(hesitant)
    before = all_rows(either)
    with pytest.raises(Conflict):
        perform(either, doors.actor, hesitant)
    assert all_rows(either) == before


def test_one_that_changes_state_and_changes_it_back_is_none_the_worse(
    either: World, doors: Doors, declare: Callable[[Deed], Deed]
) -> None:
    def indecisive(ctx: Context) -> int:
        ctx.clock.advance(60)
        ctx.clock.advance(-60)
        return Clock(ctx.session).now_us()

    declare(indecisive)
    before = all_rows(either)
    perform(either, doors.actor, indecisive)
    assert all_rows(either) == before
