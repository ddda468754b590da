"""Every task family proves its own grader: each case that ``workworld tasks verify`` knows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from tests.company.conftest import built
from tests.gates.sampling import FULL, one_in, sample

from workworld import Environment, loading
from workworld.proofs.cases import Finding, Job
from workworld.proofs.verification import prove
from workworld.worlds import Snapshot

FAMILIES = loading.families()
SEEDS = range(5)
MUTANTS = None if FULL else 4
"""How many of an oracle a run tries; some have several hundred."""
MUTATED = {*one_in(4, list(FAMILIES))}
"""Of which families it tries them."""
WHOLE = {*one_in(12, list(FAMILIES))}
"""Of which families a run looks whether all their tasks differ."""
BY_TOOLS = [
    Job(
        family,
        seed,
        mutants=MUTANTS if family in MUTATED else 0,
        whole=seed == 0 and family in WHOLE,
    )
    for seed in SEEDS
    for family in FAMILIES
]
FEW_IN_BROWSER = 6
WITH_BROWSER = [each.id for each in FAMILIES.values() if each.solve_ui is not None]
APART = max(1, len(WITH_BROWSER) // FEW_IN_BROWSER)
"""The few that every run tries lie so far apart, so that each business process has one."""
GENERATED = [
    Job(family, seed, browser=True, mutants=None) for family in FAMILIES for seed in range(3)
]
IN_BROWSER = [
    Job(family, seed, browser=True)
    for seed in SEEDS
    for part in range(APART)
    for family in WITH_BROWSER[part::APART]
]
FEW = len(FAMILIES)
"""Each family proves one of its tasks in every run."""


@pytest.fixture(scope="module")
def env(snapshot: Snapshot) -> Iterator[Environment]:
    with Environment(home=snapshot.path.parents[1], training=True) as environment:
        yield environment


@pytest.fixture(scope="module")
def generated_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the company of forty lies, for all processes of a run."""
    home = tmp_path_factory.getbasetemp().parent / "tasks"
    built(home / "snapshots", "startup", 0)
    return home


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
@pytest.mark.parametrize("job", sample(IN_BROWSER, FEW_IN_BROWSER), ids=named)
def test_task_is_solved_in_the_browser_as_by_tools(
    snapshot: Snapshot, chrome: Browser, job: Job
) -> None:
    home = snapshot.path.parents[1]
    with Environment(home=home, browser=chrome, training=True) as env:
        found = prove(env, job)
    assert failed(found) == []
    assert "oracle in browser" in [each.case for each in found]


@pytest.mark.parametrize("family_id", one_in(6, list(FAMILIES)))
def test_change_outside_any_operation_costs_the_reward(env: Environment, family_id: str) -> None:
    env.reset(family_id, 0)
    env.task.family.solve(env, env.task.facts)
    with env.world.writing() as session:
        session.connection().exec_driver_sql("UPDATE directory_people SET title = 'x' || title")
    grade = env.grade()
    assert (grade.reward, grade.score) == (0.0, 0.0)
    assert "directory_people" in grade.outcomes[-1].reason


@pytest.mark.gate_full
@pytest.mark.browser
@pytest.mark.parametrize("job", GENERATED, ids=named)
def test_task_proves_its_grader_in_a_generated_company(
    generated_home: Path, chrome: Browser, job: Job
) -> None:
    with Environment("startup", home=generated_home, browser=chrome, training=True) as env:
        assert failed(prove(env, job)) == []
