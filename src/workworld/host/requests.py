"""What the host does around every request of either port.

It keeps the request's world open, logs it, and ends streams when the host stops.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
import re
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol
from urllib.parse import quote

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from workworld import loading
from workworld.doors.flask_apps import apis_of
from workworld.host.idleness import Idleness
from workworld.host.logs import tell
from workworld.tracing import tracing

log = logging.getLogger(__name__)

_LONGEST_PART = 40
_REQUEST = "%(method)s %(path)s %(status)s %(ms)s ms"
_numbers = itertools.count(1)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a request goes."""

    world: str = ""
    """Empty if it is about none."""
    app: str = ""
    """Empty if it is about none."""
    door: str = ""


class Chart(Protocol):
    """Tells of a port's paths where they lead."""

    def __call__(self, path: str) -> Place:
        """The place that a path leads to."""
        ...


class AgentChart:
    """The places of the agent port."""

    def __init__(self) -> None:
        self._prefixes = {
            app.id: tuple(prefix for api in apis_of(app) for prefix in api.prefixes)
            for app in loading.apps()
        }

    def __call__(self, path: str) -> Place:
        """The place that a path leads to."""
        if not path.startswith("/w/"):
            return Place()
        world, _, below = path.removeprefix("/w/").partition("/")
        first, _, rest = below.partition("/")
        app = first if first in self._prefixes else ""
        if below.endswith("mcp") and (rest or first) == "mcp":
            return Place(world, app, "mcp")
        is_rest = app and f"/{rest}".startswith(self._prefixes[app])
        return Place(world, app, "rest" if is_rest else "ui")


def control_chart(path: str) -> Place:
    """The place of the control port that a path leads to."""
    for prefix, door in (("/api/worlds/", "control"), ("/worlds/", "portal")):
        if path.startswith(prefix):
            return Place(path.removeprefix(prefix).partition("/")[0], "", door)
    return Place(door="portal" if path == "/" else "control")


class Observed:
    """A port, with each of its requests counted as a use of its world, and logged.

    Args:
        app: the port.
        idleness: told who comes and goes; None if no world is in this process.
        chart: tells where paths lead.
        stopping: set when the host stops: whoever listens to a stream is let go then.
    """

    def __init__(
        self,
        app: ASGIApp,
        idleness: Idleness | None,
        chart: Callable[[str], Place],
        stopping: asyncio.Event,
    ) -> None:
        self._app = app
        self._idleness = idleness
        self._chart = chart
        self._stopping = stopping

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one connection."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        place = self._chart(scope["path"])
        use = self._idleness and await self._idleness.enter(place.world)
        try:
            if scope["type"] == "websocket":
                await self._app(scope, receive, send)
                return
            if "text/event-stream" in Headers(scope=scope).get("accept", ""):
                app: ASGIApp = _Ending(self._app, self._stopping)
            else:
                app = self._app
            if log.isEnabledFor(logging.INFO):
                await _logged(app, place, scope, receive, send)
            else:
                await app(scope, receive, send)
        finally:
            if self._idleness is not None:
                self._idleness.leave(use)


async def _logged(app: ASGIApp, place: Place, scope: Scope, receive: Receive, send: Send) -> None:
    """Answer, and write a line of it, in which no query, header or body is: they hold secrets."""
    status = 500
    began = time.perf_counter()

    async def noting(message: Message) -> None:
        nonlocal status
        if message["type"] == "http.response.start":
            status = message["status"]
        await send(message)

    path = shown(scope["path"])
    with tracing() as performed:
        try:
            await app(scope, receive, noting)
        finally:
            tell(
                log,
                "request",
                _REQUEST,
                request=next(_numbers),
                world=shown(place.world),
                app=place.app,
                door=place.door,
                method=scope["method"],
                path=path,
                operations=list(performed),
                status=status,
                ms=round((time.perf_counter() - began) * 1000, 1),
            )


def shown(path: str) -> str:
    """A path as a log may have it: without long parts, which may be tickets, on one line."""
    parts = ("…" if len(part) > _LONGEST_PART else part for part in path.split("/"))
    return re.sub("%E2%80%A6", "…", quote("/".join(parts), safe="/~@:…", errors="replace"))


class _Ending:
    """An app whose streams end when the host stops, as if the caller had gone."""

    def __init__(self, app: ASGIApp, stopping: asyncio.Event) -> None:
        self._app = app
        self._stopping = stopping

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        is_open = False

        async def noting(message: Message) -> None:
            nonlocal is_open
            is_open = message["type"] == "http.response.start" or message.get("more_body", False)
            await send(message)

        async def receiving() -> Message:
            waiting = [asyncio.ensure_future(each) for each in (receive(), self._stopping.wait())]
            try:
                await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
                said = waiting[0].result() if waiting[0].done() else None
            finally:
                for each in waiting:
                    each.cancel()
            return said if isinstance(said, dict) else {"type": "http.disconnect"}

        await self._app(scope, receiving, noting)
        if is_open and self._stopping.is_set():
            with suppress(OSError):
                await send({"type": "http.response.body", "body": b"", "more_body": False})
