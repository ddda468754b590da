"""The control port as an ASGI app.

It is bound to the loopback and asks for the admin token. Nothing on the agent port leads here.
"""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any

import anyio
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from workworld.host.control import faults, people, record, time, worlds
from workworld.host.control.desk import Asked, Desk
from workworld.host.control.fields import fields_of
from workworld.host.control.portal import UNAUTHORIZED, Portal
from workworld.host.control.refusals import HANDLERS
from workworld.host.readiness import is_ready, readiness
from workworld.identity import same_secret

_OWN_NAMES = ("127.0.0.1", "localhost")
_WORLDS, _WORLD = "/api/worlds", "/api/worlds/{world}"
Handler = Callable[[Desk, Asked], dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Row:
    """One request that the control API understands."""

    method: str
    path: str
    handler: Handler
    """Runs in a thread, since worlds wait for disks and locks."""
    fields: tuple[str, ...] = ()
    """Of the body of a POST, of the query of any other."""
    status: int = 200


def _host(desk: Desk, _asked: Asked) -> dict[str, Any]:
    """Who answers here."""
    return {"version": version("workworld"), "pid": os.getpid(), "agent_origin": desk.agent_origin}


_FAULT = ("app", "kind", "operation", "surface", "seconds", "times", "minutes", "until")
_CREDENTIAL = ("person", "scopes", "lifetime_seconds")
_MADE_FROM = ("preset", "seed", "snapshot")
_IDLE = ("ttl", "idle")
TABLE = (
    Row("GET", "/api/host", _host),
    Row("GET", _WORLDS, worlds.listed),
    Row("POST", _WORLDS, worlds.create, ("name", "fresh", "shared", *_MADE_FROM, *_IDLE), 201),
    Row("DELETE", _WORLD, worlds.let_go, ("remove", "snapshot")),
    Row("POST", _WORLD + "/reset", worlds.reset),
    Row("POST", _WORLD + "/rewind", worlds.rewind, ("step",)),
    Row("POST", _WORLD + "/fork", worlds.fork, ("step", "name", *_IDLE), 201),
    Row("POST", _WORLD + "/export", worlds.export, ("path",), 201),
    Row("GET", _WORLD + "/steps", record.steps, ("since",)),
    Row("GET", _WORLD + "/reads", record.reads, ("since",)),
    Row("GET", _WORLD + "/diff", record.diff),
    Row("GET", _WORLD + "/clock", time.clock),
    Row("POST", _WORLD + "/clock", time.set_clock, ("advance", "step_seconds")),
    Row("GET", _WORLD + "/schedule", time.schedule),
    Row("GET", _WORLD + "/faults", faults.listed),
    Row("POST", _WORLD + "/faults", faults.add, _FAULT, 201),
    Row("DELETE", _WORLD + "/faults", faults.end, ("id",)),
    Row("GET", _WORLD + "/people", people.listed),
    Row("POST", _WORLD + "/credentials", people.credentials, _CREDENTIAL),
)


class ControlPort:
    """The control port.

    Args:
        desk: the worlds it controls.
        admin_token: what callers must show, as ``Authorization: Bearer``.
    """

    def __init__(self, desk: Desk, admin_token: str) -> None:
        self._desk = desk
        self._admin_token = admin_token

    def app(self) -> Starlette:
        """The Starlette app."""
        portal = Portal(self._desk, self._admin_token)
        return Starlette(
            routes=[
                Route("/health", _health),
                Route("/ready", self._ready),
                Route("/", portal.page),
                Route("/worlds/{world}/launch", portal.launch, methods=["POST"]),
                *(Route(row.path, self._served(row), methods=[row.method]) for row in TABLE),
            ],
            middleware=[Middleware(TrustedHostMiddleware, allowed_hosts=list(_OWN_NAMES))],
            exception_handlers=HANDLERS,
        )

    async def _ready(self, _request: Request) -> Response:
        """Whether worlds can be made and changed just now."""
        folder, usual = self._desk.worlds.folder, self._desk.companies.usual
        checks = await anyio.to_thread.run_sync(readiness, folder, usual)
        ready = is_ready(checks)
        told = {"status": "ready" if ready else "not_ready", "checks": checks}
        return JSONResponse(told, 200 if ready else 503)

    def _served(self, row: Row) -> Callable[[Request], Awaitable[Response]]:
        """Only the admin token opens the API, which a foreign page cannot make a browser send."""

        async def serve(request: Request) -> Response:
            scheme, _, token = request.headers.get("authorization", "").partition(" ")
            if scheme.lower() != "bearer" or not same_secret(token, self._admin_token):
                return _unauthorized()
            fields = await fields_of(request)
            fields.require_known(row.fields)
            asked = Asked(request.path_params.get("world", ""), fields)
            answer = await anyio.to_thread.run_sync(row.handler, self._desk, asked)
            return JSONResponse(answer, row.status)

        return serve


def _unauthorized() -> Response:
    said = {"error": "unauthorized", "message": UNAUTHORIZED}
    return JSONResponse(said, 401, {"WWW-Authenticate": "Bearer"})


async def _health(_request: Request) -> Response:
    return JSONResponse({"status": "ok"})
