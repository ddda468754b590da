"""Every task family proves its own grader: each case that ``workworld tasks verify`` knows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest
from playwright.sync_api import Browser
from tests.gates.sampling import sample

from workworld import Environment, loading
from workworld.proofs.cases import Finding, Job
from workworld.proofs.verification import prove
from workworld.worlds import Snapshot

FAMILIES = loading.families()
SEEDS = range(5)
BY_TOOLS = [
    Job(family, seed, mutants=True, whole=seed == 0) for seed in SEEDS for family in FAMILIES
]
IN_BROWSER = [
    Job(family.id, seed, browser=True)
    for seed in SEEDS
    for family in FAMILIES.values()
    if family.solve_ui is not None
]
FEW, ONE = 3 * len(FAMILIES), len({job.family for job in IN_BROWSER})


@pytest.fixture(scope="module")
def env(snapshot: Snapshot) -> Iterator[Environment]:
    with Environment(home=snapshot.path.parents[1], training=True) as environment:
        yield environment


def named(job: Job) -> str:
    return f"{job.family}-{job.seed}"


def failed(found: Sequence[Finding]) -> list[str]:
    return [f"seed {each.seed}, {each.case}: {each.reason}" for each in found if not each.holds]


@pytest.mark.parametrize("job", sample(BY_TOOLS, FEW), ids=named)
def test_task_proves_its_grader(env: Environment, job: Job) -> None:
    found = prove(env, job)
    assert failed(found) == []
    assert len(found) > len(FAMILIES[job.family].traps)


@pytest.mark.browser
@pytest.mark.parametrize("job", sample(IN_BROWSER, ONE), ids=named)
def test_task_is_solved_in_the_browser_as_by_tools(
    snapshot: Snapshot, chrome: Browser, job: Job
) -> None:
    home = snapshot.path.parents[1]
    with Environment(home=home, browser=chrome, training=True) as env:
        found = prove(env, job)
    assert failed(found) == []
    assert "oracle in browser" in [each.case for each in found]


@pytest.mark.parametrize("family_id", FAMILIES)
def test_change_outside_any_operation_costs_the_reward(env: Environment, family_id: str) -> None:
    env.reset(family_id, 0)
    env.task.family.solve(env, env.task.facts)
    with env.world.writing() as session:
        session.connection().exec_driver_sql("UPDATE directory_people SET title = 'x' || title")
    grade = env.grade()
    assert (grade.reward, grade.score) == (0.0, 0.0)
    assert "directory_people" in grade.outcomes[-1].reason
