"""Every task family proves its own grader."""

from collections.abc import Iterator
from typing import Any

import pytest

from workworld import Environment, loading
from workworld.grading import Family
from workworld.worlds import Snapshot

FAMILIES = loading.families()
SEEDS = range(5)
TRAPS = [(family_id, trap) for family_id, family in FAMILIES.items() for trap in family.traps]


@pytest.fixture(scope="module")
def env(snapshot: Snapshot) -> Iterator[Environment]:
    with Environment(home=snapshot.path.parents[1]) as environment:
        yield environment


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("family_id", FAMILIES)
def test_doing_nothing_earns_nothing(env: Environment, family_id: str, seed: int) -> None:
    env.reset(family_id, seed)
    grade = env.grade()
    assert (grade.reward, grade.score) == (0.0, 0.0)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("family_id", FAMILIES)
def test_oracle_earns_everything_twice_with_equal_state(
    env: Environment, family_id: str, seed: int
) -> None:
    states = []
    for _ in range(2):
        env.reset(family_id, seed)
        env.task.family.solve(env, env.task.facts)
        grade = env.grade()
        assert (grade.reward, grade.score) == (1.0, 1.0), grade
        states.append(env.world.diff())
    assert states[0] == states[1]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(("family_id", "trap"), TRAPS)
def test_trap_earns_nothing(env: Environment, family_id: str, trap: str, seed: int) -> None:
    env.reset(family_id, seed)
    env.task.family.traps[trap](env, env.task.facts)
    assert env.grade().reward == 0.0


@pytest.mark.parametrize("family_id", FAMILIES)
def test_stray_write_after_the_oracle_earns_nothing(env: Environment, family_id: str) -> None:
    env.reset(family_id, 0)
    env.task.family.solve(env, env.task.facts)
    with env.world.writing() as session:
        session.connection().exec_driver_sql("UPDATE directory_people SET title = 'x' || title")
    grade = env.grade()
    assert (grade.reward, grade.score) == (0.0, 0.0)
    assert "directory_people" in grade.outcomes[-1].reason


@pytest.mark.parametrize("family", FAMILIES.values(), ids=lambda family: family.id)
def test_seeds_give_different_tasks_and_enough_traps(env: Environment, family: Family[Any]) -> None:
    seen = {env.reset(family.id, seed).instruction for seed in range(20)}
    assert len(seen) == 20
    assert len(family.traps) >= 4
