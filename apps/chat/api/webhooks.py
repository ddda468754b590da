"""Incoming webhooks, which speak no Web API: a message comes in, ``ok`` goes out.

https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks#handling_errors
"""

from __future__ import annotations

from typing import Any

import flask
from werkzeug.exceptions import HTTPException

from workworld.apps.chat.api.contents import content_of
from workworld.apps.chat.api.dialect import json_object
from workworld.apps.chat.api.hooks import code_of, nothing, status_of, with_pause
from workworld.apps.chat.api.methods import Arguments, given, text_of
from workworld.apps.chat.service import webhooks
from workworld.calls import call
from workworld.context import Actor, Context, Request, Surface
from workworld.doors.rest import Api
from workworld.doors.site import Site, current_site
from workworld.errors import (
    Conflict,
    Invalid,
    Refused,
    Unauthenticated,
)

PREFIX = "/services/"
_CODES = {
    "is_archived": "channel_is_archived",
    "account_inactive": "no_service",
    "restricted_action": "action_prohibited",
}
_GONE = 410
_STATUS = ((Unauthenticated, 404), (Conflict, 409))


class PlainDialect:
    """Answers in words of plain text, with a status that says as much."""

    def arguments(self, request: flask.Request) -> dict[str, Any]:
        """The payload: JSON, or the form's ``payload``."""
        if request.mimetype in ("application/x-www-form-urlencoded", "multipart/form-data"):
            sent = request.form.get("payload", "").encode("utf-8", "surrogatepass")
        else:
            sent = request.get_data()
        try:
            found = json_object(sent)
        except Invalid:
            raise Invalid("invalid_payload", "The payload is no JSON object.") from None
        if not found:
            raise Invalid("invalid_payload", "There is no payload.")
        return found

    def actor(self, request: flask.Request, site: Site) -> Actor:  # noqa: ARG002 - a dialect's
        """Nobody: the address is the credential."""
        raise Unauthenticated("no_credential")

    def success(self, payload: Any, status: int) -> flask.Response:  # noqa: ARG002 - a dialect's
        """``ok``."""
        return _plain("ok", status)

    def refusal(self, refused: Refused) -> flask.Response:
        """The code alone."""
        code = _CODES.get(refused.code, refused.code)
        status = status_of(refused, _STATUS)
        status = _GONE if code == "channel_is_archived" else status
        return with_pause(_plain(code, status), refused)

    def http_error(self, error: HTTPException) -> flask.Response:
        """``no_service`` for an address that is none."""
        return _plain(code_of(error, "no_service"), error.code or 500)

    def crash(self) -> flask.Response:
        """HTTP 500."""
        return _plain("rollup_error", 500)


_DIALECT = PlainDialect()


def _plain(text: str, status: int) -> flask.Response:
    return flask.Response(text, status, mimetype="text/plain")


def _take(team: str, hook: str, secret: str) -> flask.Response:
    """What was sent to a webhook's address."""
    if flask.request.method != "POST":
        raise Invalid("invalid_payload", "Webhooks take what is posted.")
    site = current_site()
    with site.world.reading() as session:
        account = webhooks.account_at(session, team, hook, secret)
    # The secret stays out of the journal: whoever reads it could post.
    words = {**_DIALECT.arguments(flask.request), "hook": hook}
    name = f"POST {PREFIX}{hook}"
    request = Request(Surface.REST, name, words, site.addresses.app, sign=site.sign)
    call(site.world, Actor(account), webhooks.deliver, request, accept=_accept, present=nothing)
    return _DIALECT.success({}, 200)


def _accept(_ctx: Context, arguments: Arguments) -> dict[str, Any]:
    content = content_of(arguments)
    return {
        "hook_id": arguments["hook"],
        "text": text_of(arguments, "text"),
        **given(arguments, thread_ts="thread_ts"),
        **({"content": content} if content else {}),
    }


WEBHOOKS = Api((PREFIX,), _DIALECT, (), {f"{PREFIX}<team>/<hook>/<secret>": _take})
