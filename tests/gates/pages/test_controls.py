"""No control is dead: each changes state, opens something, leads somewhere, or explains itself."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser
from tests.gates.agent import Premises
from tests.gates.facets import facets_of
from tests.gates.sampling import FULL
from tests.gates.screens import ROUTES, Route, in_parts, views
from tests.gates.trials import Crawler
from tests.gates.visits import OWN_ROLES, prepared

from workworld.worlds import World

pytestmark = pytest.mark.browser

FEW = 1
"""Controls of each page that every test run tries."""


@pytest.fixture(scope="module")
def base(premises: Premises) -> Iterator[World]:
    """The world that is forked."""
    world = prepared(premises)
    yield world
    world.close()


@pytest.fixture(scope="module")
def tried() -> set[str]:
    """The keys of what has been tried: what stands on many pages alike is tried on the first."""
    return set()


TRIED = {("member", route) for route in ROUTES[::5]}
"""What every test run tries."""
VIEWS = [
    pytest.param(role, route, part, id=name, marks=[] if is_tried else pytest.mark.gate_full)
    for role, route, part, name in in_parts(
        views(("member", "admin", "owner", "outsider"), OWN_ROLES)
    )
    for is_tried in [(role, route) in TRIED and part.start == 0]
]


@pytest.mark.parametrize(("role", "route", "part"), VIEWS)
def test_every_control_does_something_or_says_why_not(
    premises: Premises,
    chrome: Browser,
    base: World,
    tried: set[str],
    route: Route,
    role: str,
    part: slice,
) -> None:
    crawler = Crawler(premises, chrome, base, role)
    known = tried if FULL else set[str]()  # a sample is the same however the tests are spread
    is_exhibit = route.rule in facets_of(route.app_id).exhibits
    paths = [] if is_exhibit else route.paths(base, crawler.person_id)[part]
    for path in paths if FULL else paths[:1]:
        inside = path.removeprefix(f"/w/{base.id}")
        for control in crawler.controls(inside):
            if control.key in known or not (FULL or (not control.is_around and len(known) < FEW)):
                continue
            known.add(control.key)
            if wrong := crawler.try_out(inside, control):
                said = f"{control.tag} {control.name!r} on {inside} {wrong}"
                crawler.problems.append(said)
    crawler.close()
    assert crawler.problems == [], "\n".join(crawler.problems)


BROKEN = {
    "does nothing": "<button>Press</button>",
    "has no name": "<button></button>",
    "does not say why": "<button disabled>Press</button>",
    "cannot be brought to light": "<dialog><button>Press</button></dialog>",
    "cannot be reached": "<button>Press</button>"
    "<div style='position:fixed;inset:0;z-index:9'></div>",
}


@pytest.mark.parametrize("said", BROKEN)
def test_dead_controls_are_found(
    premises: Premises, chrome: Browser, base: World, said: str
) -> None:
    crawler = Crawler(premises, chrome, base, "member")
    page = crawler.page_of("/").page
    page.route(
        re.compile(r"/w/[^/]+/$"),
        lambda route: route.fulfill(
            body=f"<html data-ready=true><main>{BROKEN[said]}</main>",
            content_type="text/html",
        ),
    )
    (control,) = crawler.controls("/")
    assert said in (crawler.try_out("/", control) or "")
    crawler.close()
