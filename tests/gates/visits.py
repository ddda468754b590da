"""Visits of real browsers to a world, as people of each role."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit
from weakref import WeakKeyDictionary

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Download,
    FileChooser,
    Page,
    Request,
    Response,
)
from sqlalchemy import select
from tests.gates.agent import Agent, Premises
from tests.gates.facets import facets_of

from workworld import loading
from workworld.directory.models import AccountKind, Person
from workworld.doors.home.components import COOKIE as OPERATOR_COOKIE
from workworld.doors.web import COOKIE
from workworld.worlds import World

ROLES = ("owner", "admin", "member", "outsider")
OWN_ROLES = {role: app.id for app in loading.apps() for role in facets_of(app.id).roles}
"""Roles that one app alone knows, and which: they are held to its pages."""
_NOWHERE = "http://127.0.0.1:9"  # where nobody listens
_REFUSED = "Failed to load resource"  # what a browser says of any page that is a refusal
# What htmx says of a request that a later one replaced; of one that failed it says more.
_REPLACED = ("htmx:sendAbort", "htmx:afterRequest")


def prepared(premises: Premises, person_id: str | None = None) -> World:
    """A fresh world in which every kind of screen has something to show, to each role."""
    world = premises.worlds.open(premises.snapshot)
    everywhere = ("home", *(app.id for app in loading.apps()))
    people = people_by_role(world)
    for person in [person_id] if person_id else sorted({people[role] for role in ROLES}):
        for name in everywhere:
            facets_of(name).prepare(world, person)
    for role, app_id in () if person_id else sorted(OWN_ROLES.items()):
        facets_of(app_id).prepare(world, people[role])
    return world


_PEOPLE: WeakKeyDictionary[World, dict[str, str]] = WeakKeyDictionary()
"""They stay the same in a world, whatever happens there."""


def people_by_role(world: World) -> dict[str, str]:
    """The id of somebody of each role, apps' own as well; from the outsider most is hidden."""
    if world not in _PEOPLE:
        _PEOPLE[world] = _found_by_role(world)
    return _PEOPLE[world]


def _found_by_role(world: World) -> dict[str, str]:
    with world.reading() as session:
        staff = select(Person.role, Person.id).where(Person.kind == AccountKind.PERSON)
        rows = session.execute(staff.order_by(Person.handle)).all()
        handles: dict[str, str] = dict(session.execute(select(Person.handle, Person.id)).all())
    found = {role: next(each for held, each in rows if held == role) for role in ROLES[:3]}
    members = [each for role, each in rows if role == "member"]
    own = {
        role: handles[handle]
        for app_id in sorted({*OWN_ROLES.values()})
        for role, handle in facets_of(app_id).roles.items()
    }
    return found | {"outsider": max(members, key=lambda each: _hidden_from(world, each))} | own


def _hidden_from(world: World, person_id: str) -> int:
    return sum(len(facets_of(app.id).hidden(world, person_id)) for app in loading.apps())


@dataclass
class Visit:
    """One person's browser: a fresh context, and what it complained of."""

    agent: Agent
    context: BrowserContext
    page: Page
    complaints: list[str] = field(default_factory=list)
    requests: list[Request] = field(default_factory=list)
    documents: int = 0
    """How many pages were asked for."""
    handed: int = 0
    """How many files the browser began to keep, or asked for."""

    def open(self, path: str) -> Response:
        """Go to an address and wait until the page is ready."""
        response = self.page.goto(self.agent.premises.host.origin + path)
        assert response is not None, path
        self.settle()
        return response

    def settle(self) -> None:
        """Wait until the page says that it is ready."""
        self.page.wait_for_selector("html[data-ready=true]", state="attached")

    @property
    def path(self) -> str:
        """Where the page is, without the world."""
        parts = urlsplit(self.page.url)
        said = parts.path.removeprefix(self.agent.root)
        return said + (f"?{parts.query}" if parts.query else "")

    @property
    def text(self) -> str:
        """What the page's regions say, unread marks left aside."""
        return str(self.page.evaluate(_TEXT))

    def _note(self, request: Request) -> None:
        self.requests.append(request)
        self.documents += request.is_navigation_request()
        if not (self._is_ours(request.url) or request.is_navigation_request()):
            self.complaints.append(f"{request.url} is not ours")

    def _is_ours(self, url: str) -> bool:
        return url.startswith((self.agent.premises.host.origin, "data:", "blob:"))

    def _take(self, _what: Download | FileChooser) -> None:
        self.handed += 1

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not message.text.startswith(
            (_REFUSED, *_REPLACED)
        ):
            self.complaints.append(f"{message.text} at {self.page.url}")

    def _check(self, response: Response) -> None:
        if response.status >= 500:
            self.complaints.append(f"{response.status} from {response.url}")
        if not self._is_ours(response.url):
            self.complaints.append(f"{response.url} is not ours")


_TEXT = """() => [...document.querySelectorAll("main, aside, [role=dialog]")]
  .filter((region) => region.checkVisibility()).map((region) => region.innerText).join("\\n")"""


def visit(chrome: Browser, agent: Agent, **how: Any) -> Visit:
    """A browser in which a person is signed in, and which keeps to the agent port.

    It shows an operator's credential as well, for the page of components.
    """
    look: dict[str, Any] = {
        "viewport": {"width": 1280, "height": 800},
        "reduced_motion": "reduce",
        # Elsewhere is out of reach. A route that aborts would keep the browser from its cache.
        "proxy": {"server": _NOWHERE, "bypass": "127.0.0.1"},
    }
    context = chrome.new_context(**look | how)
    origin = agent.premises.host.origin
    host = urlsplit(origin).hostname
    operator = agent.premises.authority.operator(agent.world)
    shown = [
        (COOKIE, agent.doors.cookie, agent.root),
        (OPERATOR_COOKIE, operator, f"{agent.root}/components"),
    ]
    for name, value, path in shown:
        context.add_cookies([{"name": name, "value": value, "domain": host, "path": path}])
    made = Visit(agent, context, context.new_page())
    made.page.on("console", made._hear)
    made.page.on("pageerror", lambda error: made.complaints.append(str(error)))
    context.on("request", made._note)  # of pages that it opens as well
    made.page.on("response", made._check)
    made.page.on("download", made._take)
    made.page.on("filechooser", made._take)
    return made
