"""Back, forward and reload show what was there, and the keyboard alone is enough."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect
from tests.gates.agent import Agent, Premises
from tests.gates.conftest import Enter
from tests.gates.facets import Flow, Keys, See, To, facets_of
from tests.gates.sampling import FULL, sample
from tests.gates.screens import screens
from tests.gates.visits import Visit, people_by_role, prepared, visit

from workworld import loading
from workworld.worlds import World

pytestmark = pytest.mark.browser

MOST_TABS = 200
FOCUSED = """() => {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  if (!element || element === document.body) return "";
  const labels = [...(element.labels ?? [])].map((label) => label.innerText).join(" ");
  return element.getAttribute("aria-label") || labels || element.innerText || element.title || "";
}"""
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


def test_back_forward_and_reload_show_what_was_there(
    premises: Premises, world: World, chrome: Browser
) -> None:
    agent = Agent(premises, world, people_by_role(world)["admin"])
    walking = visit(chrome, agent)
    seen: list[tuple[str, str]] = []
    paths = screens(world, agent.person_id)
    paths = paths if FULL else paths[:8]
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
    walking = visit(chrome, agent)
    walking.open(agent.root + ("" if app_id == "home" else f"/{app_id}") + flow.start)
    for move in flow.moves:
        match move:
            case To():
                tab_to(walking, move)
            case Keys(text=""):
                walking.page.keyboard.press(move.press)
            case Keys():
                walking.page.keyboard.type(move.text)
            case See(gone=True):
                expect(walking.page.get_by_text(move.text)).to_have_count(0)
            case See():
                text = walking.page.get_by_text(move.text)
                label = walking.page.get_by_label(move.text)
                expect(text.or_(label).first).to_be_visible()
                walking.settle()
    walking.context.close()
    assert walking.complaints == []


def tab_to(walking: Visit, wanted: To) -> None:
    """Press Tab until a control has the focus; where it is not reached, tell what was."""
    passed: list[str] = []
    target = walking.page.get_by_role(wanted.role, name=re.compile(wanted.name))  # type: ignore[arg-type]
    expect(target.first).to_be_attached()
    key = "ArrowDown" if wanted.role in ("menuitem", "option") else "Tab"
    for _ in range(MOST_TABS):
        walking.page.keyboard.press(key)
        passed.append(str(walking.page.evaluate(FOCUSED)))
        focused = walking.page.locator("*:focus")
        if focused.count() and target.and_(focused).count():
            assert focused.evaluate(IS_MARKED), f"the focus on {wanted.name} cannot be seen"
            return
    pytest.fail(f"Tab does not lead to {wanted}, but to {list(dict.fromkeys(passed))}")


IS_MARKED = """(element) => {
  const look = (at) => {
    const style = getComputedStyle(at);
    return [style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0,
            `${style.boxShadow} ${style.borderColor} ${style.backgroundColor}`];
  };
  const around = [element, element.parentElement, element.parentElement?.parentElement];
  if (around.some((at) => at && look(at)[0])) return true;
  const focused = around.map((at) => at && look(at)[1]).join();
  element.blur();
  const blurred = around.map((at) => at && look(at)[1]).join();
  element.focus();
  return focused !== blurred;
}"""


def test_some_flows_are_walked() -> None:
    assert len(FLOWS) >= 5
