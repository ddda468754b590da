"""The control port as an ASGI app.

It is bound to the loopback and asks for the admin token. Nothing on the agent port leads here.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import anyio
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from workworld.doors.bearers import bearer_in
from workworld.host.control.demonstrations import Demonstrate
from workworld.host.control.desk import Asked
from workworld.host.control.fields import fields_of
from workworld.host.control.openapi import described
from workworld.host.control.portal import UNAUTHORIZED, Portal
from workworld.host.control.refusals import HANDLERS
from workworld.host.control.rows import Office, Row
from workworld.host.control.table import TABLE
from workworld.host.readiness import is_ready
from workworld.identity import same_secret

_OWN_NAMES = ("127.0.0.1", "localhost")


class ControlPort:
    """The control port.

    Args:
        office: who answers.
        admin_token: what callers must show, as ``Authorization: Bearer``.
        demonstrate: shows on the portal how a task is done; None if nothing here can.
    """

    def __init__(
        self, office: Office, admin_token: str, demonstrate: Demonstrate | None = None
    ) -> None:
        self._demonstrate = demonstrate
        self._office = office
        self._admin_token = admin_token

    def app(self) -> Starlette:
        """The Starlette app."""
        portal = Portal(self._office, self._admin_token, self._demonstrate)
        return Starlette(
            routes=[
                Route("/health", _health),
                Route("/ready", self._ready),
                Route("/api", self._description),
                *portal.routes(),
                *(Route(row.path, self._served(row), methods=[row.method]) for row in TABLE),
            ],
            middleware=[Middleware(TrustedHostMiddleware, allowed_hosts=list(_OWN_NAMES))],
            exception_handlers=HANDLERS,
        )

    async def _ready(self, _request: Request) -> Response:
        """Whether worlds can be made and changed just now."""
        checks = await anyio.to_thread.run_sync(self._office.checks)
        ready = is_ready(checks)
        told = {"status": "ready" if ready else "not_ready", "checks": checks}
        return JSONResponse(told, 200 if ready else 503)

    async def _description(self, request: Request) -> Response:
        """What the API understands, as OpenAPI tells it."""
        return JSONResponse(described(TABLE)) if self._may(request) else _unauthorized()

    def _may(self, request: Request) -> bool:
        """Only the admin token opens the API, which a foreign page cannot make a browser send."""
        return same_secret(bearer_in(request.headers.get("Authorization", "")), self._admin_token)

    def _served(self, row: Row) -> Callable[[Request], Awaitable[Response]]:
        async def serve(request: Request) -> Response:
            if not self._may(request):
                return _unauthorized()
            fields = await fields_of(request)
            fields.require_known(row.names)
            asked = Asked(request.path_params.get("world", ""), fields)
            answer = await anyio.to_thread.run_sync(self._office.answer, row, asked)
            return JSONResponse(answer, row.status)

        return serve


def _unauthorized() -> Response:
    said = {"error": "unauthorized", "message": UNAUTHORIZED}
    return JSONResponse(said, 401, {"WWW-Authenticate": "Bearer"})


async def _health(_request: Request) -> Response:
    return JSONResponse({"status": "ok"})
