"""Back, forward and reload show what was there, and the keyboard alone is enough."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser
from tests.gates.agent import Agent, Premises
from tests.gates.conftest import Enter
from tests.gates.facets import Flow, facets_of
from tests.gates.keys import walk
from tests.gates.sampling import FULL, sample
from tests.gates.screens import screens
from tests.gates.visits import people_by_role, prepared, visit

from workworld import loading
from workworld.worlds import World

pytestmark = pytest.mark.browser

LEGS = 12
"""Over how many walks the screens are spread, since a browser remembers so many pages alone."""
REMEMBERED = 50
FLOWS = [
    (app_id, flow)
    for app_id in ("home", *(app.id for app in loading.apps()))
    for flow in facets_of(app_id).flows
]


@pytest.fixture
def world(premises: Premises) -> Iterator[World]:
    """A world with something on every screen."""
    world = prepared(premises)
    yield world
    world.close()


@pytest.mark.parametrize("leg", sample(range(LEGS), 1))
def test_back_forward_and_reload_show_what_was_there(
    premises: Premises, world: World, chrome: Browser, leg: int
) -> None:
    agent = Agent(premises, world, people_by_role(world)["admin"])
    walking = visit(chrome, agent)
    seen: list[tuple[str, str]] = []
    paths = screens(world, agent.person_id)
    paths = paths[leg::LEGS] if FULL else paths[:6]
    for path in paths:
        walking.open(path)  # what is noted of a first look would change what the second one shows
    for path in paths:
        walking.open(path)
        walking.page.reload()
        walking.settle()
        if not seen or walking.path != seen[-1][0]:  # some addresses lead to the same page
            seen.append((walking.path, walking.text))
        reloaded = walking.text
        assert (walking.path, reloaded) == seen[-1]
    assert len(seen) > 5
    assert walking.page.evaluate("history.length") < REMEMBERED  # else there is no way back
    for path, text in reversed(seen[:-1]):
        while walking.path != path:
            walking.page.go_back()
            walking.settle()
        assert (walking.path, walking.text) == (path, text)
    for path, text in seen[1:]:
        while walking.path != path:
            walking.page.go_forward()
            walking.settle()
        assert (walking.path, walking.text) == (path, text)
    walking.context.close()
    agent.close()
    assert walking.complaints == []


@pytest.mark.parametrize("walked", sample(FLOWS, 2), ids=lambda walked: walked[1].name)
def test_keys_alone_are_enough(enter: Enter, chrome: Browser, walked: tuple[str, Flow]) -> None:
    app_id, flow = walked
    agent = enter(flow.handle)
    flow.before(agent.world)
    walking = visit(chrome, agent)
    walking.open(agent.root + ("" if app_id == "home" else f"/{app_id}") + flow.start)
    walk(walking, flow.moves)
    walking.context.close()
    assert walking.complaints == []


def test_some_flows_are_walked() -> None:
    assert len(FLOWS) >= 5
