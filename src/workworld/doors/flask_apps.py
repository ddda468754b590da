"""The Flask app of an app: its REST APIs, each in its vendor's dialect, and its pages."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from pathlib import Path
from typing import Any

import flask
from starlette.types import ASGIApp
from werkzeug.exceptions import NotFound

from workworld.doors.assets import app_mark
from workworld.doors.refused_pages import OWN_PAGE, SAFE_METHODS, error_page
from workworld.doors.rest import Api, largest_body
from workworld.doors.site import current_site
from workworld.doors.web import (
    flask_app,
    is_for_everybody,
    require_own_page,
    require_proof,
    signed_in,
)
from workworld.manifest import App

SocketDoor = Callable[[ThreadPoolExecutor], ASGIApp]
"""Makes an ASGI app that says ``takes_sockets``, given where worlds are read."""


def apis_of(manifest: App) -> tuple[Api, ...]:
    """The REST APIs of an app: ``APIS`` in its ``api`` module."""
    apis: tuple[Api, ...] = manifest.module("api").APIS
    return apis


def sockets_of(manifest: App) -> Mapping[str, SocketDoor]:
    """The WebSockets of an app, by their path below its root: ``SOCKETS`` in its ``api`` module."""
    sockets: Mapping[str, SocketDoor] = getattr(manifest.module("api"), "SOCKETS", {})
    return sockets


def files_of(manifest: App) -> Path:
    """The folder of an app's style sheets and scripts."""
    return Path(str(manifest.module("ui").__file__)).parent / "static"


@cache
def app_of(manifest: App, *, is_training: bool) -> flask.Flask:
    """The Flask app of an app, from its modules ``api`` and ``ui``.

    It knows neither worlds nor hosts, and its templates are compiled once: one serves all hosts of
    a process, which then start in milliseconds.
    """
    ui, apis = manifest.module("ui"), apis_of(manifest)
    app = flask_app(manifest.id, Path(str(ui.__file__)).parent, is_training=is_training)
    app.url_defaults(partial(_marked, app))
    for api in apis:
        api.register(app)
    app.config["LARGE_BODIES"] = {
        place: most for api in apis for place, most in api.large_bodies.items()
    } | getattr(ui, "LARGE_BODIES", {})
    if own := getattr(ui, OWN_PAGE, None):
        app.config[OWN_PAGE] = own
    app.register_blueprint(ui.BLUEPRINT)

    @app.url_value_preprocessor
    def _allow_large_bodies(_endpoint: str | None, _values: dict[str, Any] | None) -> None:
        """Before anything reads the form, which the proof that our own page sent it lies in."""
        flask.request.max_content_length = largest_body(flask.request)

    def owner() -> Api | None:
        return next((api for api in apis if api.owns(flask.request.path)), None)

    @app.before_request
    def _protect_pages() -> None:
        if owner() is None:
            is_safe = flask.request.method in SAFE_METHODS
            if is_for_everybody(flask.request.endpoint):
                if not is_safe:
                    require_own_page(current_site())
                return
            require_proof()
            is_page = flask.request.blueprint == ui.BLUEPRINT.name
            if is_page and is_safe:
                signed_in()  # pages that perform nothing and only lead on as well
        elif flask.request.blueprint in flask.current_app.blueprints:
            raise NotFound  # a page's address may be a pattern that an API's path fits
        elif "//" in flask.request.path and flask.request.url_rule is None:
            raise NotFound  # the router would lead browsers on to another path

    @app.errorhandler(Exception)
    def _answer(error: Exception) -> Any:
        api = owner()
        return error_page(error) if api is None else api.answer_error(error)

    return app


def _marked(app: flask.Flask, endpoint: str, values: dict[str, Any]) -> None:
    """Let browsers keep a style sheet or script for as long as it stays the same."""
    if endpoint == "static" and app.static_folder is not None:
        values["v"] = app_mark(Path(app.static_folder) / values["filename"])
