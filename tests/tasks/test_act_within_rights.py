from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser
from tests.gates.sampling import one_in
from tests.tasks import oracles

from workworld import Environment
from workworld.tasks.policy.act_within_rights import FAMILY
from workworld.tasks.policy.act_within_rights.requests import DONE, KINDS, NOT_ALLOWED, NOT_FOUND
from workworld.worlds import Snapshot

SEEDS = range(40)


@pytest.fixture
def env(chrome: Browser, snapshot: Snapshot) -> Iterator[Environment]:
    with Environment(home=snapshot.path.parents[1], browser=chrome, training=True) as environment:
        yield environment


def requests(env: Environment) -> Iterator[tuple[str, str]]:
    """Kind and truth of what is asked for, seed by seed."""
    for seed in SEEDS:
        env.reset(FAMILY.id, seed)
        found = env.task.facts.request
        yield found.kind, found.truth


def test_any_few_seeds_hold_what_may_be_done_and_what_may_not(env: Environment) -> None:
    found = list(requests(env))
    feasible = [truth == DONE for _kind, truth in found]
    assert all(len(set(feasible[first : first + 3])) == 2 for first in SEEDS[:-2])
    assert {kind for kind, truth in found if truth == DONE} == set(KINDS)
    assert {kind for kind, truth in found if truth == NOT_ALLOWED} == set(KINDS)
    assert NOT_FOUND in {truth for _kind, truth in found}


@pytest.mark.browser
def test_oracle_in_the_browser_leaves_what_the_tools_leave(env: Environment) -> None:
    seen = {request: seed for seed, request in enumerate(requests(env))}
    for seed in one_in(3, [*seen.values()]):
        in_browser = oracles.in_the_browser(env, FAMILY, seed)
        assert in_browser == oracles.by_tools(env, FAMILY, seed), seed
        assert in_browser[0].reward == 1.0
