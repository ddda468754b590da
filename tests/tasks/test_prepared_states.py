"""Prepared states: where the episodes of a task begin, prepared once and disturbed by nobody."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select
from tests.kit import Office
from tests.states import act, all_rows, steps_of

from workworld.apps.chat.models import Membership
from workworld.apps.chat.service import messages
from workworld.calls import perform
from workworld.context import Actor
from workworld.grading import BrokenTask, Family
from workworld.grading.states import PreparedStates
from workworld.randomness import Stream
from workworld.tasks.communication.post_announcement import FAMILY, Facts
from workworld.worlds import Snapshot, World, Worlds


class Counted:
    """A family whose preparing posts a message and is counted."""

    def __init__(self) -> None:
        self.prepared: list[str] = []
        self.family: Family[Facts] = replace(FAMILY, prepare=self._prepare)

    def _prepare(self, world: World, rng: Stream) -> Facts:
        self.prepared.append(world.id)
        facts = FAMILY.prepare(world, rng)
        with world.reading() as session:
            one = select(Membership.channel_id).where(Membership.person_id == facts.persona_id)
            channel_id = session.scalars(one.order_by(Membership.channel_id)).first()
        actor = Actor(facts.persona_id)
        perform(world, actor, messages.post, channel_id=channel_id, text="prepared")
        return facts


@pytest.fixture
def counted() -> Counted:
    return Counted()


@pytest.fixture
def states(tmp_path: Path) -> Iterator[PreparedStates]:
    with PreparedStates(tmp_path / "prepared", limit=2) as kept:
        yield kept


def test_task_is_prepared_once_for_all_its_episodes(
    states: PreparedStates,
    counted: Counted,
    world: World,
    worlds: Worlds,
    snapshot: Snapshot,
    office: Office,
) -> None:
    frozen = snapshot.path.read_bytes()
    task = states.set_in(world, counted.family, 3)
    begun = all_rows(world)
    assert (steps_of(world), world.diff(), world.trail.notes()) == (1, [], [])
    group = [worlds.open(snapshot) for _ in range(3)] + [worlds.fork(world)]
    for number, each in enumerate(group):
        act(each, office, number)
        assert states.set_in(each, counted.family, 3) is task
        assert all_rows(each) == begun
        act(each, office, 1)
    assert all_rows(world) == begun
    assert all_rows(worlds.fork(world)) == begun
    assert states.task(snapshot, counted.family, 3) is task
    assert len(counted.prepared) == 1
    assert snapshot.path.read_bytes() == frozen


def test_seeds_are_prepared_each_and_the_least_used_goes(
    states: PreparedStates, counted: Counted, world: World, tmp_path: Path
) -> None:
    for seed in (1, 2, 1, 3, 1):  # 2 goes for 3
        states.set_in(world, counted.family, seed)
    assert len(counted.prepared) == 3
    states.set_in(world, counted.family, 2)
    assert len(counted.prepared) == 4
    states.set_in(world, counted.family, 1)
    assert len(counted.prepared) == 4
    assert len([path for path in (tmp_path / "prepared").iterdir() if path.is_dir()]) <= 3


def test_another_family_of_the_same_id_is_prepared_anew(
    states: PreparedStates, counted: Counted, world: World
) -> None:
    others = Counted()
    first = states.set_in(world, counted.family, 1)
    states.set_in(world, counted.family, 2)
    second = states.set_in(world, others.family, 1)
    assert second is not first
    assert second.family is others.family
    states.set_in(world, counted.family, 3)  # seed 2 is the oldest now, and not what was replaced
    assert states.set_in(world, others.family, 1) is second
    assert (len(counted.prepared), len(others.prepared)) == (3, 1)


def test_broken_family_is_not_kept_and_leaves_nothing(
    states: PreparedStates, counted: Counted, world: World, office: Office, tmp_path: Path
) -> None:
    def boom(_facts: Any) -> Any:
        raise LookupError("no such row")

    broken = replace(counted.family, checks=boom)
    act(world, office, 1)
    before = all_rows(world)
    for number in (1, 2):
        with pytest.raises(BrokenTask, match="checks raised LookupError"):
            states.set_in(world, broken, 1)
        assert len(counted.prepared) == number
    assert all_rows(world) == before
    left = [path.name for path in (tmp_path / "prepared").iterdir() if path.is_dir()]
    assert all(name.startswith("spares-") for name in left)
    states.set_in(world, counted.family, 1)
    assert len(counted.prepared) == 3


def test_preparing_in_a_shared_world_does_without(
    states: PreparedStates, counted: Counted, worlds: Worlds, snapshot: Snapshot, world: World
) -> None:
    shared = worlds.open(snapshot, "shared", shared=True)
    first = states.set_in(shared, counted.family, 1)
    states.set_in(shared, counted.family, 1)
    assert counted.prepared == ["shared", "shared"]
    private = states.set_in(world, counted.family, 1)
    assert private.facts == first.facts
    assert private.instruction == first.instruction


def test_closed_states_leave_nothing(
    counted: Counted, world: World, snapshot: Snapshot, tmp_path: Path
) -> None:
    with PreparedStates(tmp_path / "prepared") as states:
        states.set_in(world, counted.family, 1)
        states.task(snapshot, counted.family, 2)
    assert [path for path in (tmp_path / "prepared").iterdir() if path.is_dir()] == []
    assert steps_of(world) == 1
