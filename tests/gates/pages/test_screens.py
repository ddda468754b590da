"""Every screen is usable by everybody, small, quiet, and the same each time."""

import hashlib
from collections.abc import Callable, Iterator
from functools import cache

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Request
from tests.gates.agent import Agent, Premises
from tests.gates.facets import facets_of
from tests.gates.sampling import FULL, sample
from tests.gates.screens import ROUTES, Route, in_parts, screens, screens_by_route, views
from tests.gates.visits import OWN_ROLES, ROLES, Visit, people_by_role, prepared, visit
from tests.kit import flask_apps

from workworld.worlds import World

pytestmark = pytest.mark.browser

MOST_CHARACTERS = 20_000
MOST_HTML = 150_000
MOST_REQUESTS = 12
MOST_SCRIPT = 80_000
MOST_STYLE = 60_000
SCHEMES = ("light", "dark")
AXE = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "resultTypes": ["violations"],
}


@pytest.fixture(scope="module")
def world(premises: Premises) -> Iterator[World]:
    """A world with something on every screen; screens are only looked at."""
    world = prepared(premises)
    yield world
    world.close()


@pytest.fixture(scope="module")
def addresses(world: World) -> Callable[[str], dict[Route, list[str]]]:
    """The addresses of each page, by who looks at it."""
    return cache(lambda person_id: screens_by_route(world, person_id))


EVERYBODY = ("admin", *(role for role in ROLES if role != "admin"))
OVERSEEN = [(role, route) for role, route in views((), OWN_ROLES) if "/setup" in route.rule]
"""What those alone see who administer an app: other roles are turned away."""
TRIED = {("admin", route) for route in ROUTES[::6]} | {*OVERSEEN[::8]}
"""What every test run looks at."""
VIEWS = [
    pytest.param(role, route, part, id=name, marks=marks)
    for role, route, part, name in in_parts(views(EVERYBODY, OWN_ROLES))
    for is_tried in [part.start == 0 and (role, route) in TRIED]
    for marks in [[] if is_tried else [pytest.mark.gate_full]]
]


@pytest.fixture(params=sample(EVERYBODY, 1))
def viewer(
    request: pytest.FixtureRequest, premises: Premises, world: World, chrome: Browser
) -> Iterator[Visit]:
    """A cold browser of each role."""
    agent = Agent(premises, world, people_by_role(world)[request.param])
    looking = visit(chrome, agent)
    yield looking
    looking.context.close()
    agent.close()
    assert looking.complaints == []


def test_every_route_of_a_page_has_its_screen(premises: Premises, world: World) -> None:
    owner_id = people_by_role(world)["owner"]
    for app_id in flask_apps():
        given = facets_of(app_id).screens(world, owner_id)
        rules = {route.rule for route in ROUTES if route.app_id == app_id}
        assert rules == set(given), f"{app_id}: tests/gates/apps/{app_id}.py and its routes"
        assert rules >= set(facets_of(app_id).parts), app_id


@pytest.mark.parametrize(("viewer", "route", "part"), VIEWS, indirect=["viewer"])
def test_screen_is_accessible_and_within_budget(
    request: pytest.FixtureRequest,
    viewer: Visit,
    route: Route,
    part: slice,
    addresses: Callable[[str], dict[Route, list[str]]],
) -> None:
    known = facets_of(route.app_id).faults.get(route.rule)
    if known is not None:
        strict = viewer.agent.person_id == people_by_role(viewer.agent.world)["admin"]
        request.applymarker(pytest.mark.xfail(reason=known, strict=strict))
    paths = addresses(viewer.agent.person_id)[route][part]
    for number, path in enumerate(paths if FULL else paths[:1]):
        cold = number == 0
        viewer.requests.clear()
        response = viewer.open(path)
        assert response.status == 200, path
        assert len(response.body()) <= MOST_HTML, path
        asked = [each for each in viewer.requests if not each.redirected_from]
        pictures = [each.url for each in asked if _is_content(each)]
        assert len(pictures) == len(set(pictures)), pictures
        if cold:
            needed = [each.url for each in asked if not _is_content(each) and not _is_news(each)]
            assert len(needed) <= MOST_REQUESTS, "\n".join(needed)
        assert viewer.page.locator("h1").count() == 1, path
        assert viewer.page.locator("html[lang]").count() == 1
        assert viewer.page.title().strip() not in ("", "Workworld"), path
        tree = viewer.page.locator("body").aria_snapshot()
        assert len(tree) <= MOST_CHARACTERS, (path, len(tree))
        for scheme in SCHEMES if FULL else SCHEMES[len(route.rule) % 2 :][:cold]:
            viewer.page.emulate_media(color_scheme=scheme)
            found = Axe().run(viewer.page, options=AXE).response["violations"]
            grave = [
                (each["id"], [(node["html"], node["failureSummary"]) for node in each["nodes"]][:3])
                for each in found
                if each["impact"] in ("serious", "critical")
            ]
            assert grave == [], (path, scheme)


def _is_content(asked: Request) -> bool:
    """A picture that people put there, such as an emoji of their own: as many as they like."""
    return asked.resource_type == "image" and "/static/" not in asked.url


def _is_news(asked: Request) -> bool:
    """What is asked once the page is there, as it was read: that is noted, and changes the bell."""
    if asked.resource_type not in ("fetch", "xhr"):
        return False
    page = asked.frame.url.partition("?")[0]
    noted = ("/seen", "/notifications/bell", "/present")
    return asked.url.partition("?")[0].endswith(noted) or asked.url.startswith(page)


def test_axe_finds_what_is_wrong(viewer: Visit) -> None:
    viewer.open(f"{viewer.agent.root}/")
    viewer.page.evaluate("document.querySelector('main').innerHTML = '<h1>x</h1><button></button>'")
    found = Axe().run(viewer.page, options=AXE).response["violations"]
    assert "button-name" in {each["id"] for each in found}


def test_scripts_and_styles_are_within_budget(viewer: Visit) -> None:
    paths = screens(viewer.agent.world, viewer.agent.person_id)
    for path in paths if FULL else paths[:3]:
        sizes = {"script": 0, "stylesheet": 0}

        def weigh(response: object, sizes: dict[str, int] = sizes) -> None:
            kind = response.request.resource_type  # type: ignore[attr-defined]
            if kind in sizes:
                sizes[kind] += len(response.body())  # type: ignore[attr-defined]

        viewer.page.on("response", weigh)
        viewer.open(path)
        viewer.page.remove_listener("response", weigh)
        assert sizes["script"] <= 4 * MOST_SCRIPT, (path, sizes)  # gzip makes a quarter of it
        assert sizes["stylesheet"] <= MOST_STYLE, (path, sizes)


LOOKS = [("light", 1280, 800), ("dark", 1280, 800), ("light", 1920, 1080), ("dark", 1920, 1080)]


@pytest.mark.parametrize(("scheme", "width", "height"), LOOKS if FULL else LOOKS[1:2])
def test_pictures_are_equal_over_fresh_contexts(
    premises: Premises, world: World, chrome: Browser, scheme: str, width: int, height: int
) -> None:
    agent = Agent(premises, world, people_by_role(world)["admin"])
    paths = screens(world, agent.person_id)
    paths = paths if FULL else paths[:2]
    pictures: list[dict[str, str]] = []
    for path in paths:
        agent.get(path)  # what is noted of a first look would change what the second one shows
    for _ in range(3 if FULL else 2):
        size = {"width": width, "height": height}
        looking = visit(chrome, agent, color_scheme=scheme, viewport=size)
        pictures.append({})
        for path in paths:
            looking.open(path)
            shot = looking.page.screenshot(animations="disabled")
            pictures[-1][path] = hashlib.sha256(shot).hexdigest()
        looking.context.close()
    agent.close()
    for again in pictures[1:]:
        assert [path for path in paths if again[path] != pictures[0][path]] == []
    assert pictures[0]
