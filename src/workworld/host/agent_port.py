"""The agent port: every door of every world, below ``/w/<world>/``, and nothing else."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, asynccontextmanager
from importlib.metadata import version
from typing import Any, cast

import flask
from a2wsgi import WSGIMiddleware
from mcp.server import Server, ServerRequestContext
from mcp.server.transport_security import TransportSecuritySettings
from starlette.datastructures import Headers
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from workworld import loading
from workworld.doors.flask_apps import app_of
from workworld.doors.home import create_home
from workworld.doors.mcp import Caller, mcp_server
from workworld.doors.site import ENVIRON_KEY, Site
from workworld.doors.web import LARGEST_BODY
from workworld.errors import Unauthenticated, WorldNotFound
from workworld.identity import Authority
from workworld.manifest import App
from workworld.worlds import Worlds

_CALLER_KEY = "workworld.caller"
_HOST = re.compile(r"(\[[0-9a-f:]+\]|[a-z0-9.-]+)(:\d{1,5})?", re.IGNORECASE)
_OWN_NAMES = frozenset({"127.0.0.1", "localhost", "[::1]"})
_THREADS = 16


class AgentPort:
    """The ASGI app that people and agents reach.

    Args:
        worlds: those it serves.
        authority: honours their credentials.
        names: host names under which it may be addressed, besides those of the loopback.
    """

    def __init__(
        self, worlds: Worlds, authority: Authority, names: frozenset[str] = frozenset()
    ) -> None:
        self._worlds = worlds
        self._authority = authority
        self._names = _OWN_NAMES | {name.lower() for name in names}
        self._manifests = {app.id: app for app in loading.apps()}
        threads = ThreadPoolExecutor(_THREADS, "workworld pages")
        self._apps = {app.id: _wsgi(app_of(app), threads) for app in loading.apps()}
        self._home = _wsgi(create_home(), threads)
        # Host and Origin are checked below, for every door alike.
        unchecked = TransportSecuritySettings(enable_dns_rebinding_protection=False)
        self._servers: list[Server[Any]] = []
        self._mcp: dict[str, ASGIApp] = {}
        for table in loading.tool_tables():
            server = mcp_server(table, version("workworld"), _caller)
            self._servers.append(server)
            self._mcp[table.app_id] = server.streamable_http_app(
                stateless_http=True,
                json_response=True,
                transport_security=unchecked,
                max_request_body_size=LARGEST_BODY,
            )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one connection."""
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        elif scope["type"] == "http":
            await self._route(scope)(scope, receive, send)
        else:
            await send({"type": "websocket.close", "code": 1000})

    def _route(self, scope: Scope) -> ASGIApp:  # noqa: PLR0911 - a router is a list of returns
        headers = Headers(scope=scope)
        if "content-length" in headers and "transfer-encoding" in headers:
            # Readers disagree on where such a request ends, so nothing behind it may be run.
            return PlainTextResponse("Bad request", 400, {"Connection": "close"})
        host = headers.get("host", "")
        name = _HOST.fullmatch(host)
        if name is None or name[1].lower() not in self._names:
            return PlainTextResponse("Misdirected request", 421)
        empty, w, world_id, *rest = [*scope["path"].split("/", 4), "", ""][:6]
        try:
            world = self._worlds.get(world_id if (empty, w) == ("", "w") else "")
        except WorldNotFound:
            return PlainTextResponse("Not found", 404)
        site = Site(world, self._authority, f"{scope['scheme']}://{host}")
        if scope["path"] == site.root:
            return RedirectResponse(f"{site.root}/{_query(scope)}", 307)
        scope[ENVIRON_KEY] = site
        app = self._manifests.get(rest[0])
        if app is None:
            scope["root_path"] = site.root
            return self._home
        if scope["path"] == f"{site.root}/{app.id}":
            return RedirectResponse(f"{site.root}/{app.id}/{_query(scope)}", 307)
        if rest[1] == "mcp":
            return self._mcp_door(scope, site, app)
        scope["root_path"] = f"{site.root}/{app.id}"
        return self._apps[app.id]

    def _mcp_door(self, scope: Scope, site: Site, app: App) -> ASGIApp:
        headers = Headers(scope=scope)
        if scope["method"] != "POST":  # no session, so there is no stream to listen to or to end
            return PlainTextResponse("Method not allowed", 405, {"Allow": "POST"})
        if headers.get("origin") not in (None, site.origin):
            return PlainTextResponse("Foreign origin", 403)
        scheme, _, token = headers.get("authorization", "").partition(" ")
        try:
            actor = site.actor_of(app, token.strip() if scheme.lower() == "bearer" else "")
        except Unauthenticated as refused:
            return JSONResponse(
                {"error": "invalid_token", "error_description": refused.message},
                401,
                {"WWW-Authenticate": 'Bearer error="invalid_token"'},
            )
        scope[_CALLER_KEY] = Caller(site.world, actor, site.addresses.app(app.id))
        scope["root_path"] = ""
        scope["path"] = "/mcp"
        return self._mcp[app.id]

    async def _live(self, receive: Receive, send: Send) -> None:
        """A mounted MCP app's own lifespan never runs, so its session manager is started here."""
        await receive()
        async with self._started():
            await send({"type": "lifespan.startup.complete"})
            await receive()
        await send({"type": "lifespan.shutdown.complete"})

    @asynccontextmanager
    async def _started(self) -> AsyncIterator[None]:
        async with AsyncExitStack() as stack:
            for server in self._servers:
                await stack.enter_async_context(server.session_manager.run())
            yield


def _wsgi(app: flask.Flask, threads: ThreadPoolExecutor) -> ASGIApp:
    """All apps share one pool: a pool each would let a slow app's threads pile up unseen."""

    def terminated(environ: Any, start_response: Any) -> Any:
        # The server has ended the body already: without this, chunked ones are taken for empty.
        environ["wsgi.input_terminated"] = True
        return app(environ, start_response)

    adapter = WSGIMiddleware(terminated)
    adapter.executor = threads
    return cast(ASGIApp, adapter)


def _query(scope: Scope) -> str:
    text = scope["query_string"].decode("latin-1")
    return f"?{text}" if text else ""


def _caller(ctx: ServerRequestContext[Any, Any]) -> Caller:
    assert ctx.request is not None  # there is one over HTTP
    caller: Caller = ctx.request.scope[_CALLER_KEY]
    return caller
