"""Answers of apps to what people asked of them: ``/actions/…``, and with an acknowledgement."""

from __future__ import annotations

from typing import Any

import flask

from workworld.apps.chat.api.contents import content_of
from workworld.apps.chat.api.methods import Arguments, given, is_true, text_of
from workworld.apps.chat.api.webhooks import PlainDialect
from workworld.apps.chat.envelope_shapes import signed_text
from workworld.apps.chat.models import ChatApp, Interaction
from workworld.apps.chat.service import responses
from workworld.calls import call
from workworld.context import Actor, Context, Request, Surface
from workworld.doors.rest import Api
from workworld.doors.site import current_site
from workworld.errors import Invalid, NotFound

PREFIX = "/actions/"
_DIALECT = PlainDialect()


def accept_answer(_ctx: Context, arguments: Arguments) -> dict[str, Any]:
    """An answer as apps write it."""
    content = content_of(arguments)
    return {
        "interaction_id": arguments["interaction_id"],
        "text": text_of(arguments, "text"),
        **given(arguments, thread_ts="thread_ts", response_type="response_type"),
        **{
            name: True
            for name in ("replace_original", "delete_original")
            if is_true(arguments.get(name))
        },
        **({"content": content} if content else {}),
    }


def _answer(team: str, interaction_id: str, signature: str) -> flask.Response:
    """What was sent to the address that an app was told."""
    if flask.request.method != "POST":
        raise Invalid("invalid_payload", "Answers are posted.")
    site = current_site()
    if not site.is_signed(signed_text(interaction_id), signature):
        raise NotFound("no_service", "There is no such address.")
    with site.world.reading() as session:
        row = session.get(Interaction, interaction_id)
        app = session.get(ChatApp, row.app_id) if row else None
        account = app.account_id if app else None
    if account is None:
        raise NotFound("no_service", "Nothing was asked so.")
    words = {**_DIALECT.arguments(flask.request), "interaction_id": interaction_id}
    name = f"POST {PREFIX}{team}/{interaction_id}"
    request = Request(Surface.REST, name, words, site.addresses.app, sign=site.sign)
    call(site.world, Actor(account), responses.send, request, accept=accept_answer)
    return _DIALECT.success({}, 200)


ANSWERS = Api((PREFIX,), _DIALECT, (), {f"{PREFIX}<team>/<interaction_id>/<signature>": _answer})
