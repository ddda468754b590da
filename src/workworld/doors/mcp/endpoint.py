"""MCP over HTTP: one endpoint for both protocol eras, without sessions."""

from __future__ import annotations

from importlib.metadata import version
from typing import Any
from urllib.parse import parse_qsl

from mcp.server import ServerRequestContext
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp.server.transport_security import TransportSecuritySettings
from mcp.types import INVALID_PARAMS
from starlette.datastructures import Headers
from starlette.responses import JSONResponse, PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from workworld import loading
from workworld.context import Actor
from workworld.doors.mcp.calls import Caller
from workworld.doors.mcp.offers import Choice, Offer, offer
from workworld.doors.mcp.servers import mcp_server
from workworld.doors.mcp.tools import VENDOR
from workworld.doors.site import ENVIRON_KEY, Site
from workworld.doors.web import LARGEST_BODY
from workworld.errors import Invalid, Unauthenticated

# Host and Origin are checked by the agent port, for every door alike.
_UNCHECKED = TransportSecuritySettings(enable_dns_rebinding_protection=False)
_VERSION = version("workworld")
_YES = frozenset({"1", "t", "true", "yes", "on"})


class Endpoint:
    """The MCP server of one app of a world, or of all of them together, as an ASGI app.

    Args:
        app_id: whose tools; without it every app's, unless ``?apps=a,b`` names some.
    """

    def __init__(self, app_id: str | None = None) -> None:
        self._app_id = app_id

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        await self._answer(scope)(scope, receive, send)

    def _answer(self, scope: Scope) -> ASGIApp:
        site: Site = scope[ENVIRON_KEY]
        headers = Headers(scope=scope)
        if scope["method"] != "POST":  # no session, so there is no stream to listen to or to end
            return PlainTextResponse("Method not allowed", 405, {"Allow": "POST"})
        if headers.get("origin") not in (None, site.origin):
            return PlainTextResponse("Foreign origin", 403)
        try:
            actor = self._actor(site, _bearer(headers))
            offered = offer(self._choice(scope, headers))
        except Unauthenticated as refused:
            return _unauthenticated(refused)
        except Invalid as refused:
            return _bad_request(refused)
        return _by_sdk(offered, site, actor)

    def _actor(self, site: Site, token: str) -> Actor:
        """A token of this app counts, or where all apps are offered one of any of them."""
        apps = loading.apps()
        owners = [app for app in apps if token.startswith(app.token_prefix)]
        if self._app_id is not None or not owners:
            owners = [app for app in apps if self._app_id in (None, app.id)]
        return site.actor_of(owners[0], token)

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


def _by_sdk(offered: Offer, site: Site, actor: Actor) -> ASGIApp:
    """The SDK's own transport, with a server for this one request: nothing is held between two."""

    def caller_of(_ctx: ServerRequestContext[Any, Any], app_id: str) -> Caller:
        return Caller(site.world, actor, site.addresses.app(app_id), site.sign)

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        manager = StreamableHTTPSessionManager(
            mcp_server(offered, _VERSION, caller_of),
            json_response=True,
            stateless=True,
            security_settings=_UNCHECKED,
            max_request_body_size=LARGEST_BODY,
        )
        async with manager.run():
            await manager.handle_request(scope, receive, send)

    return answer


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(",") if name.strip())


def _bearer(headers: Headers) -> str:
    scheme, _, token = headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


def _unauthenticated(refused: Unauthenticated) -> ASGIApp:
    return JSONResponse(
        {"error": "invalid_token", "error_description": refused.message},
        401,
        {"WWW-Authenticate": 'Bearer error="invalid_token"'},
    )


def _bad_request(refused: Invalid) -> ASGIApp:
    error = {"code": INVALID_PARAMS, "message": refused.message}
    return JSONResponse({"jsonrpc": "2.0", "id": None, "error": error}, 400)
