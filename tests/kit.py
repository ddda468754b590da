"""The test kit: one person at every door of one world."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import Any, TypeVar

import anyio
import flask
from flask.testing import FlaskClient
from mcp import Client, types
from werkzeug.test import TestResponse

from workworld import loading
from workworld.context import Actor
from workworld.doors.flask_apps import app_of
from workworld.doors.home import home_app
from workworld.doors.mcp import FULL, VENDOR, Caller, Choice, mcp_server, offer_of
from workworld.doors.site import ENVIRON_KEY, Site
from workworld.doors.web import COOKIE
from workworld.identity import Authority
from workworld.journal import JournalEntry, entries
from workworld.mcp_servers.chat import TABLE
from workworld.worlds import World
from workworld.worlds.changes import RowChange

T = TypeVar("T")

PERSONA = "aruiz"
"""An admin in Boston, in most channels but not in `renewals` and `support`."""
COLLEAGUE = "jwikstrand"
"""A member in Boston who is in few channels."""
ORIGIN = "http://workworld.test"


@dataclass(frozen=True)
class Office:
    """Ids of people by handle and of channels by name."""

    people: Mapping[str, str]
    channels: Mapping[str, str]


@cache
def flask_apps() -> dict[str, flask.Flask]:
    """The Flask apps; they hold no state, so all tests share them."""
    apps = {app.id: app_of(app, is_training=False) for app in loading.apps()}
    return {"home": home_app(is_training=False)} | apps


class Doors:
    """One person at REST, MCP and UI, without sockets."""

    def __init__(self, world: World, authority: Authority, person_id: str) -> None:
        self.world = world
        self.authority = authority
        self.person_id = person_id
        self.site = Site(world, authority, ORIGIN)
        self.actor = Actor(person_id)

    @property
    def token(self) -> str:
        """A bearer token."""
        return self.authority.token(self.world, self.person_id, "xoxp-")

    # REST

    def rest(self, method: str, **arguments: Any) -> dict[str, Any]:
        """Call a Slack method with JSON arguments; the answer must be JSON with HTTP 200."""
        response = self.rest_answer(method, **arguments)
        assert response.status_code == 200, response.get_data(as_text=True)
        answer: dict[str, Any] = response.get_json()
        return answer

    def rest_answer(self, method: str, **arguments: Any) -> TestResponse:
        """Call a Slack method as the vendor's client does; the answer may have any status."""
        return self.anonymous("chat").post(
            f"/api/{method}",
            data=json.dumps(arguments),
            content_type="application/json; charset=utf-8",
            headers={"Authorization": f"Bearer {self.token}"},
        )

    # MCP

    def mcp(self, tool: str, **arguments: Any) -> types.CallToolResult:
        """Call a tool of the profile ``full`` with the official client, in memory."""

        async def run() -> types.CallToolResult:
            async with self.mcp_client(FULL, having=tool, alone=True) as client:
                result = await client.call_tool(tool, arguments)
                assert isinstance(result, types.CallToolResult)
                return result

        return run_async(run)

    def mcp_client(self, profile: str = VENDOR, having: str = "", *, alone: bool = False) -> Client:
        """The official client of chat's server, or that which has a tool, connected in memory.

        Args:
            profile: which tools the server offers.
            having: the tool.
            alone: whether it is offered without the others, all of which a client that has just
                been connected asks for before it believes a result.
        """
        caller = Caller(self.world, self.actor, self.site.addresses.app, self.site.sign)
        table = next((each for each in loading.tool_tables() if each.tool(having)), TABLE)
        offer = offer_of([table], Choice((table.app_id,), profile))
        if alone and having in offer.tools:
            offer = replace(offer, tools={having: offer.tools[having]})
        return Client(mcp_server(offer, "0", lambda *_: caller))

    # UI

    @cached_property
    def browser(self) -> FlaskClient:
        """A signed-in client of chat's pages."""
        return self.pages_of("chat")

    @cached_property
    def home(self) -> FlaskClient:
        """A signed-in client of the pages that all apps share."""
        return self.pages_of("home")

    def pages_of(self, app: str) -> FlaskClient:
        """A signed-in client of an app's pages."""
        client = self.anonymous(app)
        client.set_cookie(COOKIE, self.cookie, domain="localhost", path="/")
        return client

    @cached_property
    def cookie(self) -> str:
        """The signed-in browser's cookie."""
        return self.authority.cookie(self.world, self.person_id)

    @property
    def csrf(self) -> str:
        """What a form must carry to be one of our own."""
        return self.authority.csrf(self.cookie)

    def submit(self, path: str, **fields: str | list[str]) -> Any:
        """Send a form as one of chat's pages would."""
        return self.browser.post(path, data={"csrf": self.csrf, **fields})

    def submit_home(self, path: str, **fields: str | list[str]) -> Any:
        """Send a form as one of the shared pages would."""
        return self.home.post(path, data={"csrf": self.csrf, **fields})

    def anonymous(self, app: str) -> FlaskClient:
        """A client of an app's Flask app that shows no credential."""
        client = flask_apps()[app].test_client()
        environ: dict[str, Any] = client.environ_base
        environ["asgi.scope"] = {ENVIRON_KEY: self.site}
        return client

    # State

    @property
    def journal(self) -> list[JournalEntry]:
        """The steps so far."""
        with self.world.reading() as session:
            return entries(session)

    @property
    def changes(self) -> list[RowChange]:
        """What differs from the snapshot."""
        return self.world.diff()


def run_async(function: Callable[[], Awaitable[T]]) -> T:
    """Run a coroutine in a thread of its own: Playwright keeps a loop running in the main one."""
    with ThreadPoolExecutor(1) as threads:
        return threads.submit(anyio.run, function).result()


def text_of(result: types.CallToolResult) -> str:
    """The text of a tool's result."""
    (block,) = result.content
    assert isinstance(block, types.TextContent)
    return block.text
