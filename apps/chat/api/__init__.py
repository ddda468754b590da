"""Chat's REST API: Slack's Web API, https://docs.slack.dev/apis/web-api."""

from __future__ import annotations

import flask

from workworld.apps.chat.api import (
    channels,
    direct,
    files,
    governing,
    keeping,
    messages,
    people,
    reactions,
    search,
    usergroups,
)
from workworld.apps.chat.api.dialect import DIALECT
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


ENDPOINTS = (
    *channels.ENDPOINTS,
    *direct.ENDPOINTS,
    *files.ENDPOINTS,
    *governing.ENDPOINTS,
    *keeping.ENDPOINTS,
    *messages.ENDPOINTS,
    *people.ENDPOINTS,
    *reactions.ENDPOINTS,
    *search.ENDPOINTS,
    *usergroups.ENDPOINTS,
)

APIS = (Api(("/api/",), DIALECT, ENDPOINTS, {"/api/api.test": _api_test}), FILE_BYTES, WEBHOOKS)
