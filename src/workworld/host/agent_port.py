"""The agent port: every door of every world, below ``/w/<world>/``, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse, RedirectResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from workworld.doors.site import ENVIRON_KEY, Site
from workworld.errors import WorldNotFound
from workworld.host.composition import Composition
from workworld.host.routes import Routes
from workworld.identity import Authority
from workworld.worlds import World

_HOST = re.compile(r"(\[[0-9a-f:]+\]|[a-z0-9.-]+)(:\d{1,5})?", re.IGNORECASE)
_SCHEMES = {"http": "http", "https": "https", "ws": "http", "wss": "https"}
_OWN_NAMES = frozenset({"127.0.0.1", "localhost", "[::1]"})


class AgentPort:
    """The ASGI app that people and agents reach.

    Args:
        world_of: gives a world by its name, or raises ``WorldNotFound``.
        authority: honours their credentials.
        names: host names under which it may be addressed, besides those of the loopback.
        public: the roots of apps that are reached under another address; see ``Addresses``.
        composed: which part of the company is served here; None if all of it is.
        is_training: whether pages are those that agents in training see.
    """

    def __init__(
        self,
        world_of: Callable[[str], World],
        authority: Authority,
        names: frozenset[str] = frozenset(),
        public: Mapping[str, str] | None = None,
        *,
        composed: Composition | None = None,
        is_training: bool = False,
    ) -> None:
        self._world_of = world_of
        self._authority = authority
        self._public = dict(public or {})
        self._names = _OWN_NAMES | {name.lower() for name in names}
        self._routes = Routes(composed, is_training=is_training)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one connection."""
        if scope["type"] == "http":
            await self._answer(scope)(scope, receive, send)
        elif scope["type"] == "lifespan":
            await _live(receive, send)
        else:
            await self._connect(scope, receive, send)

    async def _connect(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a WebSocket be opened where one is expected."""
        door = self._answer(scope)
        if getattr(door, "takes_sockets", False):
            await door(scope, receive, send)
        else:
            await send({"type": "websocket.close", "code": 1000})

    def _answer(self, scope: Scope) -> ASGIApp:
        """What answers; all doors find the site in the scope, and their own path below theirs."""
        if scope["path"] == "/health":  # whoever asks by whatever name: it tells nothing
            return PlainTextResponse("ok")
        headers = Headers(scope=scope)
        if "content-length" in headers and "transfer-encoding" in headers:
            # Readers disagree on where such a request ends, so nothing behind it may be run.
            return PlainTextResponse("Bad request", 400, {"Connection": "close"})
        host = ",".join(headers.getlist("host"))  # two are as good as none
        name = _HOST.fullmatch(host)
        if name is None or name[1].lower() not in self._names:
            return PlainTextResponse("Misdirected request", 421)
        empty, w, world_id, *inside = [*scope["path"].split("/", 3), "", ""][:5]
        try:
            world = self._world_of(world_id if (empty, w) == ("", "w") else "")
        except WorldNotFound:
            return PlainTextResponse("Not found", 404)
        site = Site(world, self._authority, f"{_SCHEMES[scope['scheme']]}://{host}", self._public)
        scope[ENVIRON_KEY] = site
        route = self._routes.route(inside[0])
        scope["root_path"] = root = f"{site.root}/{route.path}".rstrip("/")
        if scope["path"] == root and not route.is_page:
            return RedirectResponse(f"{root}/{_query(scope)}", 307)
        return route.door


async def _live(receive: Receive, send: Send) -> None:
    """No door needs more than its requests."""
    await receive()
    await send({"type": "lifespan.startup.complete"})
    await receive()
    await send({"type": "lifespan.shutdown.complete"})


def _query(scope: Scope) -> str:
    text = scope["query_string"].decode("latin-1")
    return f"?{text}" if text else ""
