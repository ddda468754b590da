"""What one person does, another one sees in another browser, without loading the page anew."""

import pytest
from playwright.sync_api import Browser, expect
from tests.gates.conftest import Enter
from tests.gates.facets import Live, facets_of
from tests.gates.keys import walk
from tests.gates.sampling import sample
from tests.gates.visits import Visit, visit

from workworld import loading

pytestmark = pytest.mark.browser

LONGEST_MS = 3_000
"""Far more than it takes (`make bench` measures that), for machines that are busy."""
LIVE = [(app.id, live) for app in loading.apps() for live in facets_of(app.id).live]


def listening(watching: Visit, path: str) -> None:
    watching.open(path)
    watching.page.wait_for_selector("html[data-live=open]", state="attached")


@pytest.mark.parametrize("shared", sample(LIVE, 1), ids=lambda shared: shared[1].name)
def test_others_see_it_at_once(enter: Enter, chrome: Browser, shared: tuple[str, Live]) -> None:
    app_id, live = shared
    doing = visit(chrome, enter(live.handle))
    watching = visit(chrome, enter(live.watcher, doing.agent.world))
    path = f"{doing.agent.root}/{app_id}{live.page(doing.agent.world)}"
    listening(watching, path)
    doing.open(path)
    field = watching.page.get_by_role(live.typing.role, name=live.typing.name)  # type: ignore[arg-type]
    field.press_sequentially("half a")
    expect(watching.page.get_by_text(live.told)).to_have_count(0)
    opened = watching.documents
    walk(doing, live.moves)
    expect(watching.page.get_by_text(live.told).first).to_be_visible(timeout=LONGEST_MS)
    assert watching.documents == opened
    watching.page.keyboard.type(" word")
    expect(field).to_have_value("half a word")
    for each in (doing, watching):
        each.context.close()
        assert each.complaints == []


def test_every_app_is_live() -> None:
    assert {app_id for app_id, _live in LIVE} == {app.id for app in loading.apps()}
