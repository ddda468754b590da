"""In training mode pages have no test ids, nothing else is changed, and they work as ever."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from tests.gates.agent import Agent, Answer, Premises
from tests.gates.sampling import sample
from tests.gates.screens import screens
from tests.gates.visits import ROLES, people_by_role, prepared

from workworld import Environment, loading
from workworld.doors.flask_apps import files_of
from workworld.doors.training import WithoutTestIds
from workworld.host import Host
from workworld.worlds import Snapshot

DOORS = Path(__file__).resolve().parents[3] / "src" / "workworld" / "doors"
FOLDERS = [DOORS, *(files_of(app).parent for app in loading.apps())]
FRAGMENT = {"HX-Request": "true"}
PARTS = 16
"""The screens are tried in so many parts, each drawn from all of them."""
TYPED = '<b data-testid="suite.typed">typed</b> data-testid="suite.typed"'


class TestIds(HTMLParser):
    """Counts the elements of a page that have a test id."""

    __test__ = False

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [tag for name, _value in attrs if name == "data-testid"]


@pytest.fixture(scope="module")
def school(premises: Premises) -> Iterator[Premises]:
    """The same worlds at another host, for agents in training."""
    worlds, snapshot, authority = premises.worlds, premises.snapshot, premises.authority
    with Host(worlds, snapshot, authority, is_training=True) as host:
        yield Premises(host, worlds, snapshot, authority)


@pytest.fixture(params=sample(("admin", *(role for role in ROLES if role != "admin")), 1))
def pair(
    request: pytest.FixtureRequest, premises: Premises, school: Premises
) -> Iterator[tuple[Agent, Agent]]:
    """One person at both hosts, with one cookie."""
    world = prepared(premises)
    person_id = people_by_role(world)[request.param]
    usual, training = Agent(premises, world, person_id), Agent(school, world, person_id)
    training.doors.cookie = usual.doors.cookie
    yield usual, training
    for agent in (usual, training):
        agent.close()
    world.close()


def bare(text: str, agent: Agent) -> str:
    """A page but for what training leaves out or adds, and the origin."""
    text = re.sub(r'\s+data-testid="[^"]*"', "", text).replace(" data-still", "")
    return text.replace(agent.premises.host.origin, "")


def alike(pair: tuple[Agent, Agent], before: Answer, after: Answer) -> None:
    """The page of training has no test ids, holds still, and is the usual one otherwise."""
    usual, training = pair
    where = before.where
    assert before.status == after.status < 500, where
    assert bare(before.text, usual) == bare(after.text, training), where
    assert TestIds(after.text).found == [], where
    # of redirects and files of Word, neither is a page
    is_page = '<html lang="en"' in after.text and "text/html" in after.headers
    assert (" data-still" in after.text) is is_page, where
    assert " data-still" not in before.text, where


@pytest.mark.parametrize("part", sample(range(PARTS), 1))
def test_screens_and_fragments_have_no_test_id_and_are_the_same_otherwise(
    pair: tuple[Agent, Agent], part: int
) -> None:
    usual, _training = pair
    found = 0
    for path in screens(usual.world, usual.person_id)[part::PARTS]:
        usual.get(path)  # what is noted of a first look would change what the second one shows
        for headers in ({}, FRAGMENT):
            before, after = (each.get(path, headers=headers) for each in pair)
            alike(pair, before, after)
            found += len(TestIds(before.text).found)
    assert found > 0


def test_what_people_type_is_left_as_it_is(pair: tuple[Agent, Agent]) -> None:
    usual, _training = pair
    posted = usual.doors.rest("chat.postMessage", channel="#general", text=TYPED)
    assert posted["ok"]
    path = f"{usual.root}/chat/c/{posted['channel']}"
    usual.get(path)
    before, after = (each.get(path) for each in pair)
    alike(pair, before, after)
    assert before.text.count("suite.typed") == after.text.count("suite.typed") > 0


@pytest.mark.parametrize(
    "template",
    [file for folder in FOLDERS for file in sorted((folder / "templates").rglob("*.html"))],
    ids=lambda file: file.stem,
)
def test_every_test_id_is_where_it_is_found(template: Path) -> None:
    source = template.read_text()
    without = WithoutTestIds.preprocess(WithoutTestIds, source, None)  # type: ignore[arg-type]
    assert "testid" not in without.casefold(), 'write it as data-testid="…" in the template'
    assert re.sub(r'\s+data-testid="[^"]*"', "", source) == without


def test_no_script_style_or_view_knows_of_test_ids() -> None:
    kinds = ("*.js", "*.css", "*.py")
    files = [file for folder in FOLDERS for kind in kinds for file in folder.rglob(kind)]
    assert len(files) > 50
    mentions = [file.name for file in files if re.search("test-?_?id", file.read_text())]
    assert mentions == ["training.py"]


@pytest.mark.browser
def test_an_oracle_solves_its_task_on_pages_of_training(
    snapshot: Snapshot, chrome: Browser
) -> None:
    home = snapshot.path.parents[1]
    with Environment(home=home, browser=chrome, training=True) as env:
        env.reset("communication.post_announcement", 1)
        page = env.browser()
        assert env.task.family.solve_ui is not None
        env.task.family.solve_ui(page, env, env.task.facts)
        assert env.grade().reward == 1.0
        assert page.locator("[data-testid]").count() == 0
        moving = "getComputedStyle(document.querySelector('.icon-button')).transitionProperty"
        assert page.evaluate(moving) == "none"
        caret = "getComputedStyle(document.activeElement).caretAnimation ?? 'manual'"
        assert page.evaluate(caret) == "manual"
