"""Chat's REST API: Slack's Web API, https://docs.slack.dev/apis/web-api."""

from __future__ import annotations

import pkgutil
from importlib import import_module

import flask

from workworld.apps.chat.api.dialect import DIALECT
from workworld.apps.chat.api.responses import ANSWERS
from workworld.apps.chat.api.socket_mode import PATH, SocketMode
from workworld.apps.chat.api.triggers import TRIGGERS
from workworld.apps.chat.api.webhooks import WEBHOOKS
from workworld.apps.chat.file_bytes import FILE_BYTES
from workworld.doors.rest import Api
from workworld.errors import Invalid


def _api_test() -> flask.Response:
    """Answers anyone: the arguments, or the error that was asked for."""
    arguments = DIALECT.arguments(flask.request)
    try:
        if error := arguments.get("error"):
            return flask.jsonify({"ok": False, "error": str(error), "args": arguments})
        return DIALECT.success({"args": arguments}, 200)
    except RecursionError:
        raise Invalid("invalid_json", "The body is nested too deep.") from None


_MODULES = [import_module(f"{__name__}.{found.name}") for found in pkgutil.iter_modules(__path__)]
ENDPOINTS = tuple(row for each in _MODULES for row in getattr(each, "ENDPOINTS", ()))
"""The rows of all modules beside this one."""

APIS = (
    Api(("/api/",), DIALECT, ENDPOINTS, {"/api/api.test": _api_test}),
    FILE_BYTES,
    WEBHOOKS,
    TRIGGERS,
    ANSWERS,
)

SOCKETS = {PATH: SocketMode}
