"""Web hooks that begin workflows: JSON comes in, ``ok`` goes out.

https://docs.slack.dev/tools/deno-slack-sdk/guides/creating-webhook-triggers
"""

from __future__ import annotations

from typing import Any

import flask
from werkzeug.exceptions import HTTPException

from workworld.apps.chat.api.dialect import json_object
from workworld.apps.chat.api.hooks import code_of, nothing, status_of, with_pause
from workworld.apps.chat.api.methods import Arguments
from workworld.apps.chat.service import workflow_triggers
from workworld.calls import call
from workworld.context import Actor, Context, Request, Surface
from workworld.doors.rest import Api
from workworld.doors.site import Site, current_site
from workworld.errors import (
    Invalid,
    Refused,
    Unauthenticated,
)

PREFIX = "/triggers/"
_STATUS = ((Unauthenticated, 401),)


class TriggerDialect:
    """Answers ``{"ok": …}``, with a status that says as much."""

    def arguments(self, request: flask.Request) -> dict[str, Any]:
        """The variables: a JSON object; nothing for none."""
        sent = request.get_data()
        try:
            return json_object(sent) if sent else {}
        except Invalid:
            said = "The payload is no JSON object."
            raise Invalid("invalid_workflow_input", said) from None

    def actor(self, request: flask.Request, site: Site) -> Actor:  # noqa: ARG002 - a dialect's
        """Nobody: the address is the credential."""
        raise Unauthenticated("invalid_auth")

    def success(self, payload: Any, status: int) -> flask.Response:
        """``{"ok": true}``."""
        return _json({"ok": True, **payload}, status)

    def refusal(self, refused: Refused) -> flask.Response:
        """The code."""
        status = status_of(refused, _STATUS)
        return with_pause(_json({"ok": False, "error": refused.code}, status), refused)

    def http_error(self, error: HTTPException) -> flask.Response:
        """``workflow_not_found`` for an address that is none."""
        code = code_of(error, "workflow_not_found")
        return _json({"ok": False, "error": code}, error.code or 500)

    def crash(self) -> flask.Response:
        """HTTP 500."""
        return _json({"ok": False, "error": "internal_error"}, 500)


_DIALECT = TriggerDialect()


def _json(payload: Any, status: int) -> flask.Response:
    response = flask.jsonify(payload)
    response.status_code = status
    return response


def _take(team: str, workflow: str, secret: str) -> flask.Response:
    """What a program sent to the address of a web hook."""
    if flask.request.method != "POST":
        raise Invalid("invalid_workflow_input", "Web hooks take what is posted.")
    site = current_site()
    with site.world.reading() as session:
        account = workflow_triggers.account_at(session, team, workflow, secret)
    # The secret stays out of the journal: whoever reads it could begin the workflow.
    words = {"workflow": workflow, "values": _DIALECT.arguments(flask.request)}
    request = Request(
        Surface.REST, f"POST {PREFIX}{workflow}", words, site.addresses.app, sign=site.sign
    )
    function = workflow_triggers.receive
    call(site.world, Actor(account), function, request, accept=_accept, present=nothing)
    return _DIALECT.success({}, 200)


def _accept(_ctx: Context, arguments: Arguments) -> dict[str, Any]:
    return {"workflow_id": arguments["workflow"], "values": arguments["values"]}


TRIGGERS = Api((PREFIX,), _DIALECT, (), {f"{PREFIX}<team>/<workflow>/<secret>": _take})
