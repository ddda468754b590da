import pytest
from playwright.sync_api import Browser
from tests.tasks import oracles

from workworld import Environment
from workworld.tasks.people_ops.hand_over_channels import FAMILY
from workworld.worlds import Snapshot


@pytest.mark.browser
@pytest.mark.parametrize("seed", range(3))
def test_oracle_in_the_browser_leaves_what_the_tools_leave(
    chrome: Browser, snapshot: Snapshot, seed: int
) -> None:
    with Environment(home=snapshot.path.parents[1], browser=chrome, training=True) as env:
        in_browser = oracles.in_the_browser(env, FAMILY, seed)
        assert in_browser == oracles.by_tools(env, FAMILY, seed)
        assert in_browser[0].reward == 1.0
