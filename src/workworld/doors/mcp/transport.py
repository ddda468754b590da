"""What MCP endpoints have in common over HTTP: who may ask, and the SDK's transport."""

from __future__ import annotations

from typing import Any

from mcp.server import Server
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp.server.transport_security import TransportSecuritySettings
from starlette.datastructures import Headers
from starlette.responses import JSONResponse, PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from workworld.doors.addresses import WELL_KNOWN
from workworld.doors.site import ENVIRON_KEY, Site
from workworld.doors.web import LARGEST_BODY
from workworld.errors import Unauthenticated

METADATA = f"{WELL_KNOWN}/oauth-protected-resource"
"""What is told of an endpoint lies beside it, below this path: so whoever reaches the one reaches
the other, under an app's public address too."""
# Host and Origin are checked by the agent port, for every door alike.
_UNCHECKED = TransportSecuritySettings(enable_dns_rebinding_protection=False)


def unfit(scope: Scope, site: Site) -> ASGIApp | None:
    """What to answer a request that no endpoint takes, whoever asks; None for any other."""
    if scope["method"] != "POST":  # no session, so there is no stream to listen to or to end
        return PlainTextResponse("Method not allowed", 405, {"Allow": "POST"})
    headers = Headers(scope=scope)
    if "origin" in headers and not site.is_own_origin(headers["origin"]):
        return PlainTextResponse("Foreign origin", 403)
    return None


def unauthenticated(refused: Unauthenticated, scope: Scope) -> ASGIApp:
    """The answer to whoever has no token that counts: it tells where to learn what would."""
    site: Site = scope[ENVIRON_KEY]
    known = site.addresses.at(_metadata_of(scope["path"].removeprefix(f"{site.root}/")))
    return JSONResponse(
        {"error": "invalid_token", "error_description": refused.message},
        401,
        {"WWW-Authenticate": f'Bearer error="invalid_token", resource_metadata="{known}"'},
    )


class Metadata:
    """Tells what an MCP endpoint of a world asks for: a bearer token, in the header.

    See https://www.rfc-editor.org/rfc/rfc9728. Tokens are given out by whoever runs the world, so
    no authorization server is named.

    Args:
        endpoint: its path inside a world.
    """

    def __init__(self, endpoint: str) -> None:
        self._endpoint = endpoint

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        await self._answering(scope)(scope, receive, send)

    def _answering(self, scope: Scope) -> ASGIApp:
        site: Site = scope[ENVIRON_KEY]
        inside = scope["path"].removeprefix(f"{site.root}/")
        if scope["method"] != "GET" or inside != _metadata_of(self._endpoint):
            return PlainTextResponse("Not found", 404)
        told = {
            "resource": site.addresses.at(self._endpoint),
            "bearer_methods_supported": ["header"],
        }
        return JSONResponse(told)


def _metadata_of(endpoint: str) -> str:
    """Where inside a world it lies what is told of the endpoint at a path."""
    *beside, last = endpoint.split("/")
    return "/".join([*beside, METADATA, last])


async def by_sdk(server: Server[Any], scope: Scope, receive: Receive, send: Send) -> None:
    """Let the SDK's own transport answer one request; nothing is held between two."""
    manager = StreamableHTTPSessionManager(
        server,
        json_response=True,
        stateless=True,
        security_settings=_UNCHECKED,
        max_request_body_size=LARGEST_BODY,
    )
    async with manager.run():
        await manager.handle_request(scope, receive, send)
