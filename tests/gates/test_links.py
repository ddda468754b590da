"""What a page leads to answers as it is asked: no link goes where only forms are taken."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urljoin, urlsplit

import pytest
from tests.gates.agent import Agent, Premises
from tests.gates.crawling import asked_by, links_of, shape_of
from tests.gates.screens import screens
from tests.gates.visits import OWN_ROLES, ROLES, people_by_role, prepared
from tests.kit import flask_apps
from werkzeug.exceptions import HTTPException
from werkzeug.routing import RequestRedirect

from workworld.worlds import World

PARTS = 16
"""The screens are looked at in so many parts, each drawn from all of them."""
LOOKS = [
    pytest.param(role, part, marks=[] if part == number % PARTS else [pytest.mark.gate_full])
    for number, role in enumerate((*ROLES, *OWN_ROLES))
    for part in range(PARTS)
]


@pytest.fixture(scope="module")
def world(premises: Premises) -> Iterator[World]:
    """A world with something on every screen; screens are only looked at."""
    world = prepared(premises)
    yield world
    world.close()


@pytest.mark.parametrize(("role", "part"), LOOKS)
def test_every_address_of_a_page_answers_as_it_is_asked(
    premises: Premises, world: World, role: str, part: int
) -> None:
    agent = Agent(premises, world, people_by_role(world)[role])
    own = f"{agent.root}/{OWN_ROLES[role]}/" if role in OWN_ROLES else agent.root
    paths = [path for path in screens(world, agent.person_id) if path.startswith(own)][part::PARTS]
    wrong: dict[str, str] = {}
    shapes: set[str] = set()
    for path in paths:
        text = agent.get(path).text
        base = agent.premises.host.origin + path
        for method, address in asked_by(text):
            there = within(agent, urljoin(base, address))
            said = refusal(urlsplit(there).path.removeprefix(agent.root), method) if there else ""
            if said:
                wrong.setdefault(f"{method} {address} {said}", path)
        for link in links_of(text)[0]:
            there = within(agent, urljoin(base, link))
            if there == path:
                continue  # a part of a page that others may see and this role may not
            if there and shape_of(there) not in shapes:  # one of each kind is followed
                shapes.add(shape_of(there))
                if (status := agent.get(there).status) >= 400:
                    wrong.setdefault(f"GET {link} {status}", path)
    agent.close()
    assert wrong == {}
    assert shapes or not paths


def within(agent: Agent, url: str) -> str:
    """Path and query of an address in the agent's world; nothing of any other."""
    parts = urlsplit(url)
    is_ours = f"{parts.scheme}://{parts.netloc}" == agent.premises.host.origin
    if not is_ours or not parts.path.startswith(f"{agent.root}/"):
        return ""
    return parts.path + (f"?{parts.query}" if parts.query else "")


def refusal(path: str, method: str) -> str:
    """What the routes say of an address below a world's root when it is asked for, if anything."""
    apps = flask_apps()
    app_id, _, rest = path.removeprefix("/").partition("/")
    mount, below = (app_id, f"/{rest}") if app_id in apps else ("home", path)
    try:
        apps[mount].url_map.bind("").match(below, method)
    except RequestRedirect:
        return ""
    except HTTPException as error:
        return f"{error.code} {error.name}"
    return ""


@pytest.mark.parametrize(
    ("method", "path", "said"),
    [
        ("GET", "/crm/home", ""),
        ("POST", "/crm/home", "405 Method Not Allowed"),
        ("GET", "/people/P1", ""),
        ("GET", "/crm/a/b/c/d/e/f", "404 Not Found"),
    ],
)
def test_links_to_where_forms_go_are_found(method: str, path: str, said: str) -> None:
    assert refusal(path, method) == said


def test_what_a_page_asks_for_is_found() -> None:
    html = "<a href=/a hx-get=/b><form method=post action=/c><button hx-post=/d></form>"
    assert asked_by(html) == [("GET", "/a"), ("GET", "/b"), ("POST", "/d"), ("POST", "/c")]
