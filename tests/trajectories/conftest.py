"""Fixtures: one environment for all tests of records, and one recorded episode."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from workworld import Environment
from workworld.tasks.communication.post_announcement import FAMILY
from workworld.trajectories import Trajectory
from workworld.worlds import Snapshot


@pytest.fixture(scope="module")
def env(snapshot: Snapshot) -> Iterator[Environment]:
    """An environment, which each test resets."""
    with Environment(home=snapshot.path.parents[1]) as environment:
        yield environment


@pytest.fixture(scope="module")
def solved(env: Environment) -> Trajectory:
    """The record of the oracle's episode, with an answer and what a model said."""
    env.reset(FAMILY.id, 0)
    FAMILY.solve(env, env.task.facts)
    env.answer({"done": True})
    found = env.trajectory(name="oracle")
    return found.with_messages([{"role": "user", "content": "Half of a pair: \ud83d"}])
