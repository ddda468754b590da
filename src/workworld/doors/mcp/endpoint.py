"""MCP over HTTP: one endpoint for both protocol eras, without sessions."""

from __future__ import annotations

import logging
from concurrent.futures import Executor
from dataclasses import dataclass
from importlib.metadata import version
from urllib.parse import parse_qsl

from mcp.types import INVALID_PARAMS
from starlette.datastructures import Headers
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from workworld import loading
from workworld.context import Actor
from workworld.doors.bearers import bearer_in
from workworld.doors.bodies import read_body
from workworld.doors.mcp.calls import Caller, call_tool
from workworld.doors.mcp.messages import ToolCall, tool_call
from workworld.doors.mcp.offers import Choice, Offer, offer
from workworld.doors.mcp.servers import mcp_server
from workworld.doors.mcp.tools import VENDOR, Tool
from workworld.doors.mcp.transport import by_sdk, unauthenticated, unfit
from workworld.doors.site import ENVIRON_KEY, Site
from workworld.doors.threads import in_thread
from workworld.doors.web import LARGEST_BODY
from workworld.errors import Invalid, Unauthenticated

log = logging.getLogger(__name__)

_VERSION = version("workworld")
_YES = frozenset({"1", "t", "true", "yes", "on"})


class Endpoint:
    """The MCP server of one app of a world, or of all of them together, as an ASGI app.

    Args:
        threads: where tools run.
        app_id: whose tools; without it every app's, unless ``?apps=a,b`` names some.
    """

    def __init__(self, threads: Executor, app_id: str | None = None) -> None:
        self._threads = threads
        self._app_id = app_id

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        await self._answering(scope)(scope, receive, send)

    def _answering(self, scope: Scope) -> ASGIApp:
        site: Site = scope[ENVIRON_KEY]
        headers = Headers(scope=scope)
        turned_away = unfit(scope, site)
        if turned_away is not None:
            return turned_away
        try:
            actor = self._actor(site, bearer_in(headers.get("authorization", "")))
            offered = offer(self._choice(scope, headers))
        except Unauthenticated as refused:
            return unauthenticated(refused, scope)
        except Invalid as refused:
            return _bad_request(refused)
        return _Exchange(offered, site, actor, self._threads)

    def _actor(self, site: Site, token: str) -> Actor:
        """A token of this app counts, or where all apps are offered one of any of them."""
        if self._app_id is None:
            return site.actor_of_any(token)
        app = next(app for app in loading.apps() if app.id == self._app_id)
        return site.actor_of(app, token)

    def _choice(self, scope: Scope, headers: Headers) -> Choice:
        """Which tools are asked for, by query and headers.

        ``?profile=``; ``?toolsets=a,b``, else ``X-MCP-Toolsets``; ``X-MCP-Readonly: true``.
        """
        query = dict(parse_qsl(scope["query_string"].decode("latin-1")))
        asked = _names(query.get("apps", "")) or tuple(app.id for app in loading.apps())
        toolsets = _names(query.get("toolsets") or headers.get("x-mcp-toolsets", ""))
        return Choice(
            (self._app_id,) if self._app_id is not None else asked,
            query.get("profile") or VENDOR,
            frozenset(toolsets) - {"all"},
            headers.get("x-mcp-readonly", "").strip().lower() in _YES,
        )


@dataclass(frozen=True, slots=True)
class _Exchange:
    """One request of somebody who may ask, and its answer: nothing is held between two."""

    offered: Offer
    site: Site
    actor: Actor
    threads: Executor

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """A plain call of a tool is answered here, whatever else by the SDK's transport."""
        body = await read_body(scope, receive, LARGEST_BODY)
        call = None if body.is_too_large else tool_call(scope["headers"], body.read)
        found = self.offered.tools.get(call.tool) if call is not None else None
        if call is None or found is None:
            await self._by_sdk(scope, body.again(receive), send)
            return
        answer = await in_thread(self.threads, self._called, call, found)
        length = str(len(answer)).encode()
        headers = [(b"content-type", b"application/json"), (b"content-length", length)]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": answer})

    def _called(self, call: ToolCall, tool: Tool) -> bytes:
        try:
            result = call_tool(self._caller(), tool, call.arguments)
            return call.answer(result, {"name": self.offered.title, "version": _VERSION})
        except Exception:
            log.exception("tool %s failed", call.tool)
            return call.crash()

    def _caller(self) -> Caller:
        return Caller(self.site.world, self.actor, self.site.addresses.app, self.site.sign)

    async def _by_sdk(self, scope: Scope, receive: Receive, send: Send) -> None:
        server = mcp_server(self.offered, _VERSION, lambda _ctx: self._caller(), self.threads)
        await by_sdk(server, scope, receive, send)


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(",") if name.strip())


def _bad_request(refused: Invalid) -> ASGIApp:
    error = {"code": INVALID_PARAMS, "message": refused.message}
    return JSONResponse({"jsonrpc": "2.0", "id": None, "error": error}, 400)
