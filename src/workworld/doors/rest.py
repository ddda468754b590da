"""The REST door: a table of endpoints per app, bound to operations in the vendor's dialect."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

import flask
from werkzeug.exceptions import HTTPException

from workworld.context import Actor, Request, Surface
from workworld.doors.site import Site, current_site
from workworld.errors import Refused
from workworld.operations import Accept, Present, call

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One row of an app's REST table.

    Args:
        path: the vendor's path below the app's root.
        function: the operation.
        accept: vendor request → the operation's arguments.
        present: the operation's result → vendor response.
        methods: the HTTP methods it answers.
    """

    path: str
    function: Callable[..., Any]
    accept: Accept
    present: Present
    methods: tuple[str, ...] = ("GET", "POST")


class Dialect(Protocol):
    """How a vendor's REST API speaks: everything that its endpoints have in common."""

    prefix: str
    """The path below which this dialect answers everything, errors included."""

    def arguments(self, request: flask.Request) -> dict[str, Any]:
        """All arguments of a request, credentials left out. Raises Refused when malformed."""
        ...

    def actor(self, request: flask.Request, site: Site) -> Actor:
        """Who asks. Raises Unauthenticated."""
        ...

    def success(self, payload: Mapping[str, Any]) -> flask.Response:
        """The answer of an operation."""
        ...

    def refusal(self, refused: Refused) -> flask.Response:
        """The answer to a request that was refused."""
        ...

    def http_error(self, error: HTTPException) -> flask.Response:
        """The answer to a request that no endpoint takes: 404, 405, 413 …"""
        ...

    def crash(self) -> flask.Response:
        """The answer when we have a bug."""
        ...


def rest_blueprint(app_id: str, endpoints: Iterable[Endpoint], dialect: Dialect) -> flask.Blueprint:
    """The Flask blueprint that serves an app's REST table."""
    blueprint = flask.Blueprint("api", __name__)
    for endpoint in endpoints:
        blueprint.add_url_rule(
            endpoint.path,
            endpoint=endpoint.path.replace(".", "-"),
            view_func=_view(app_id, endpoint, dialect),
            methods=list(endpoint.methods),
        )
    return blueprint


def answer_errors(
    app: flask.Flask, dialect: Dialect, otherwise: Callable[[Exception], Any]
) -> None:
    """Answer errors below the dialect's prefix in its words, and all others by ``otherwise``."""

    @app.errorhandler(Exception)
    def _answer(error: Exception) -> Any:
        if not flask.request.path.startswith(dialect.prefix):
            return otherwise(error)
        if isinstance(error, Refused):
            return dialect.refusal(error)
        if isinstance(error, HTTPException):
            return dialect.http_error(error)
        log.exception("%s %s failed", flask.request.method, flask.request.path)
        return dialect.crash()


def _view(app_id: str, endpoint: Endpoint, dialect: Dialect) -> Callable[[], flask.Response]:
    def view() -> flask.Response:
        site = current_site()
        actor = dialect.actor(flask.request, site)
        request = Request(
            Surface.REST,
            f"{flask.request.method} {endpoint.path}",
            dialect.arguments(flask.request),
            site.app_url(app_id),
        )
        payload = call(
            site.world,
            actor,
            endpoint.function,
            request,
            accept=endpoint.accept,
            present=endpoint.present,
        )
        return dialect.success(payload)

    return view
