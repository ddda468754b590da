"""What an oracle leaves in the browser is what it leaves through the tools, row by row."""

from typing import Any

import pytest
from playwright.sync_api import Browser
from tests.gates.sampling import sample
from tests.tasks import oracles

from workworld import Environment
from workworld.grading import Family
from workworld.tasks.operations import remind_on_duty
from workworld.tasks.people_ops import hand_over_channels
from workworld.tasks.support import count_missed_slots
from workworld.worlds import Snapshot

FAMILIES = [each.FAMILY for each in (count_missed_slots, hand_over_channels, remind_on_duty)]


@pytest.mark.browser
@pytest.mark.parametrize("seed", sample(range(3), 1))
@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.id)
def test_oracle_in_the_browser_leaves_what_the_tools_leave(
    chrome: Browser, snapshot: Snapshot, family: Family[Any], seed: int
) -> None:
    with Environment(home=snapshot.path.parents[1], browser=chrome, training=True) as env:
        in_browser = oracles.in_the_browser(env, family, seed)
        assert in_browser == oracles.by_tools(env, family, seed)
        assert in_browser[0].reward == 1.0
