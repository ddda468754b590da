"""Where each door of a world lies: the one table of paths below ``/w/<world>/``."""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, cast

import flask
from a2wsgi import WSGIMiddleware
from starlette.types import ASGIApp

from workworld import loading
from workworld.doors.flask_apps import app_of
from workworld.doors.home import create_home
from workworld.doors.mcp import Endpoint

_THREADS = 16


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
    """The doors of a world."""

    def __init__(self) -> None:
        self._routes = {route.path: route for route in _table()}

    def route(self, path: str) -> Route:
        """The route of a path inside a world, the more exact first."""
        first, _, rest = path.partition("/")
        second = rest.partition("/")[0]
        for known in (f"{first}/{second}", first):
            route = self._routes.get(known)
            if route is not None and (not route.is_page or path == known):
                return route
        return self._routes[""]


def _table() -> Iterable[Route]:
    """Every route; the order does not matter."""
    threads = ThreadPoolExecutor(_THREADS, "workworld pages")
    yield Route("", _wsgi(create_home(), threads))
    yield Route("mcp", Endpoint(), is_page=True)
    for app in loading.apps():
        yield Route(app.id, _wsgi(app_of(app), threads))
        yield Route(f"{app.id}/mcp", Endpoint(app.id), is_page=True)


def _wsgi(app: flask.Flask, threads: ThreadPoolExecutor) -> ASGIApp:
    """All apps share one pool: a pool each would let a slow app's threads pile up unseen."""

    def terminated(environ: Any, start_response: Any) -> Any:
        # The server has ended the body already: without this, chunked ones are taken for empty.
        environ["wsgi.input_terminated"] = True
        return app(environ, start_response)

    adapter = WSGIMiddleware(terminated)
    adapter.executor = threads
    return cast(ASGIApp, adapter)
