"""The REST door: a table of endpoints per app, bound to operations in the vendor's dialect."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

import flask
from werkzeug.exceptions import HTTPException, MethodNotAllowed

from workworld.attempts import Accept, Present
from workworld.calls import call
from workworld.context import Actor, Request, Surface
from workworld.doors.bodies import largest_at
from workworld.doors.crashes import tell_crash
from workworld.doors.paging import Paging
from workworld.doors.site import Site, current_site
from workworld.errors import Refused

View = Callable[..., flask.Response]


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One row of an app's REST table.

    Args:
        methods: the HTTP methods it answers.
        path: the vendor's path below the app's root; ``<name>`` parts join the arguments.
        function: the operation.
        accept: vendor request → the operation's arguments.
        present: the operation's result → vendor response.
        names: the operation's argument → the vendor's name of it, where they differ.
        status: the HTTP status of success.
        paging: the vendor's form of paging, if it is a listing.
        aside: answers requests to the same address that ask for something else, such as a piece
            of an upload; None for all others.
    """

    methods: tuple[str, ...]
    path: str
    function: Callable[..., Any]
    accept: Accept
    present: Present
    names: Mapping[str, str] = field(default_factory=dict)
    status: int = 200
    paging: Paging | None = None
    aside: Callable[[Actor, Request], flask.Response | None] | None = None


class Dialect(Protocol):
    """How a vendor's REST API speaks: everything that its endpoints have in common."""

    def arguments(self, request: flask.Request) -> dict[str, Any]:
        """All arguments of a request but those in its path, credentials left out.

        Raises Refused when they are malformed.
        """
        ...

    def actor(self, request: flask.Request, site: Site) -> Actor:
        """Who asks. Raises Unauthenticated."""
        ...

    def success(self, payload: Any, status: int) -> flask.Response:
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


@dataclass(frozen=True, slots=True)
class Api:
    """One vendor's REST API of an app; an app may have several.

    Args:
        prefixes: the paths below which the dialect answers everything, errors included.
        dialect: how it speaks.
        endpoints: its table.
        views: routes that are no row, such as an echo or a file's bytes: path and function.
        large_bodies: how long a body may be where files are sent, by path, or by the beginning of
            paths, which ends with a slash.
        forgives_slashes: whether a slash at the end of a path makes no difference.
    """

    prefixes: tuple[str, ...]
    dialect: Dialect
    endpoints: tuple[Endpoint, ...]
    views: Mapping[str, Callable[..., flask.Response]] = field(default_factory=dict)
    large_bodies: Mapping[str, int] = field(default_factory=dict)
    forgives_slashes: bool = False

    def owns(self, path: str) -> bool:
        """Whether it answers for this path."""
        return path.startswith(self.prefixes)

    def register(self, app: flask.Flask) -> None:
        """Add its routes to an app."""
        for endpoint in self.endpoints:
            name = f"{'-'.join(endpoint.methods)} {endpoint.path}"
            view = _view(endpoint, self.dialect)
            self._route(app, endpoint.path, name, view, endpoint.methods)
        for path, answer in self.views.items():
            self._route(app, path, path, answer, ("GET", "POST"))

    def _route(
        self, app: flask.Flask, path: str, name: str, view: View, methods: Iterable[str]
    ) -> None:
        how = {"strict_slashes": False} if self.forgives_slashes else {}
        app.add_url_rule(path, name, view, methods=list(methods), **how)

    def answer_error(self, error: Exception) -> flask.Response:
        """The answer to a request below its prefixes that went wrong."""
        if isinstance(error, Refused):
            return self.dialect.refusal(error)
        if isinstance(error, HTTPException):
            return self.dialect.http_error(error)
        tell_crash(error, Surface.REST)
        return self.dialect.crash()


def largest_body(request: flask.Request) -> int:
    """How long the body of a request may be, by the app's ``LARGE_BODIES``."""
    config = flask.current_app.config
    return largest_at(request.path, config["LARGE_BODIES"], config["MAX_CONTENT_LENGTH"])


def _view(endpoint: Endpoint, dialect: Dialect) -> Callable[..., flask.Response]:
    def view(**in_path: Any) -> flask.Response:
        if flask.request.method not in endpoint.methods:
            raise MethodNotAllowed(endpoint.methods)  # Flask adds HEAD, which must not write
        site = current_site()
        actor = dialect.actor(flask.request, site)
        request = Request(
            Surface.REST,
            f"{flask.request.method} {endpoint.path}",
            dialect.arguments(flask.request) | in_path,
            site.addresses.app,
            sign=site.sign,
        )
        answered = endpoint.aside(actor, request) if endpoint.aside is not None else None
        if answered is not None:
            return answered
        try:
            payload = call(
                site.world,
                actor,
                endpoint.function,
                request,
                accept=endpoint.accept,
                present=endpoint.present,
            )
        except Refused as refused:
            raise refused.renamed(endpoint.names) from None
        return dialect.success(payload, endpoint.status)

    return view
