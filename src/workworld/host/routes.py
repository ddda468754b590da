"""Where each door of a world lies: the one table of paths below ``/w/<world>/``."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from starlette.types import ASGIApp

from workworld import loading
from workworld.doors.addresses import WELL_KNOWN
from workworld.doors.assets import JOINED, STATIC, bundles
from workworld.doors.elsewhere import Elsewhere
from workworld.doors.files import StaticFiles
from workworld.doors.flask_apps import app_of, files_of, sockets_of
from workworld.doors.home import home_app
from workworld.doors.live import LiveDoor
from workworld.doors.wsgi import Bridge
from workworld.host.composition import TOOLS, Composition
from workworld.manifest import App

_THREADS = 4
"""They take turns at the interpreter: with more, calls only wait for each other longer."""
_LARGE_BODIES = 4
"""How many large bodies may lie in memory at a time."""


@dataclass(frozen=True, slots=True)
class Route:
    """A path below a world's root, and what answers there.

    Args:
        path: one part or two, without slashes at the ends; "" is all that nobody else has.
        door: an ASGI app; ``scope[ENVIRON_KEY]`` is the site, ``root_path`` the route's own path.
        is_page: whether it is this one path only; else the door has everything below it.
    """

    path: str
    door: ASGIApp
    is_page: bool = False


class Routes:
    """The doors of a world.

    Args:
        composed: which part of the company is served here; None if all of it is.
        is_training: whether pages are those that agents in training see.
    """

    def __init__(self, composed: Composition | None = None, *, is_training: bool = False) -> None:
        routes = _table(composed, is_training=is_training)
        self._routes = {route.path: route for route in routes}

    def route(self, path: str) -> Route:
        """The route of a path inside a world, the more exact first."""
        first, _, rest = path.partition("/")
        second = rest.partition("/")[0]
        for known in (f"{first}/{second}", first):
            route = self._routes.get(known)
            if route is not None and (not route.is_page or path == known):
                return route
        return self._routes[""]


def _table(composed: Composition | None, *, is_training: bool) -> Iterable[Route]:
    """Every route; the order does not matter."""
    threads = ThreadPoolExecutor(_THREADS, "workworld doors")
    room = asyncio.Semaphore(_LARGE_BODIES)
    pages = Bridge(home_app(is_training=is_training), threads, room)
    yield Route("", pages)
    yield Route("static", StaticFiles(STATIC, JOINED))
    yield Route("live", LiveDoor(threads), is_page=True)
    if composed is None or composed.service == TOOLS:
        yield from _tools(threads)
    for app in loading.apps():
        if composed is None or composed.service == app.id:
            yield from _of_app(app, threads, room, is_training=is_training)
        else:
            there = {"public": composed.public[app.id], "inside": composed.inside[app.id]}
            yield Route(app.id, Elsewhere(app.id, app.title, **there, pages=pages))


def _of_app(
    app: App, threads: ThreadPoolExecutor, room: asyncio.Semaphore, *, is_training: bool
) -> Iterable[Route]:
    """An app's pages and API."""
    yield Route(app.id, Bridge(app_of(app, is_training=is_training), threads, room))
    yield Route(f"{app.id}/static", StaticFiles(files_of(app), bundles(files_of(app))))
    for name, door in sockets_of(app).items():
        yield Route(f"{app.id}/{name}", door(threads), is_page=True)


def _tools(threads: ThreadPoolExecutor) -> Iterable[Route]:
    """The MCP endpoints, and beside each what is told of it."""
    # The protocol's library: 16 MiB that a process without them does not need.
    from workworld.doors.mcp.endpoint import Endpoint
    from workworld.doors.mcp.transport import Metadata
    from workworld.doors.session.endpoint import SessionEndpoint

    doors: dict[str, ASGIApp] = {
        "mcp": Endpoint(threads),
        "session/mcp": SessionEndpoint(threads),
        **{f"{app.id}/mcp": Endpoint(threads, app.id) for app in loading.apps()},
    }
    for path, door in doors.items():
        yield Route(path, door, is_page=True)
        yield Route(f"{path.removesuffix('mcp')}{WELL_KNOWN}", Metadata(path))
