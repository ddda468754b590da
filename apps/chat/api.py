"""Chat's REST API: Slack's Web API, https://docs.slack.dev/apis/web-api."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Any

import flask
from werkzeug.exceptions import HTTPException

from workworld.apps.chat import APP, wire
from workworld.apps.chat.models import Channel, Message
from workworld.apps.chat.service import channels, messages, reactions, users
from workworld.apps.chat.types import LARGEST_PAGE
from workworld.attempts import Accept, Present
from workworld.context import Actor, Context
from workworld.directory import people
from workworld.directory.models import Person
from workworld.doors.rest import Api, Endpoint
from workworld.doors.site import Site
from workworld.errors import (
    Failed,
    Invalid,
    Problem,
    RateLimited,
    Refused,
    Unauthenticated,
    Unavailable,
)
from workworld.paging import Page

Arguments = Mapping[str, Any]

_CODES = {"no_credential": "not_authed", "invalid_credential": "invalid_auth"}
"""Slack's words for what the core calls otherwise; for all else they are the same."""
_UNSUPPORTED_CONTENT = ("blocks", "attachments", "metadata", "markdown_text")


class SlackDialect:
    """HTTP 200 and ``ok``, also for refusals, whose code is in the body.

    Only rate limits (429) and an app that does not answer (500, 503) have a status of their own:
    https://docs.slack.dev/apis/web-api/rate-limits.
    """

    def arguments(self, request: flask.Request) -> dict[str, Any]:
        """Query, form and JSON body together; an empty body means no arguments."""
        given: dict[str, Any] = request.args.to_dict()
        if request.mimetype == "application/json":
            given |= _json_object(request.get_data())
        else:
            given |= request.form.to_dict()
        given.pop("token", None)
        return given

    def actor(self, request: flask.Request, site: Site) -> Actor:
        """From ``Authorization: Bearer`` or the ``token`` argument."""
        scheme, _, token = request.headers.get("Authorization", "").partition(" ")
        token = token.strip() if scheme.lower() == "bearer" else ""
        token = token or request.values.get("token", "").strip() or _token_in_json(request)
        if not token:
            raise Unauthenticated("no_credential", "No token was given.")
        return site.actor_of(APP, token)

    def success(self, payload: Any, status: int) -> flask.Response:
        """``ok: true`` and the payload."""
        response = flask.jsonify({"ok": True, **payload})
        response.status_code = status
        return response

    def refusal(self, refused: Refused) -> flask.Response:
        """``ok: false``, the code, and one message for each offending argument."""
        body: dict[str, Any] = {"ok": False, "error": _CODES.get(refused.code, refused.code)}
        if refused.problems:
            said = [f"[ERROR] {problem}" for problem in refused.problems]
            body["response_metadata"] = {"messages": said}
        response = flask.jsonify(body)
        if isinstance(refused, RateLimited):
            response.status_code = 429
            response.headers["Retry-After"] = str(refused.seconds)
        elif isinstance(refused, Unavailable):
            response.status_code = 500 if isinstance(refused, Failed) else 503
        return response

    def http_error(self, error: HTTPException) -> flask.Response:
        """An unknown method is ``unknown_method`` with HTTP 200; other errors keep their status."""
        if error.code == 404:
            return self.refusal(Refused("unknown_method"))
        code = "request_too_large" if error.code == 413 else error.name.lower().replace(" ", "_")
        response = self.refusal(Refused(code))
        response.status_code = error.code or 500
        return response

    def crash(self) -> flask.Response:
        """HTTP 500, ``internal_error``."""
        response = self.refusal(Refused("internal_error"))
        response.status_code = 500
        return response


def _json_object(data: bytes) -> dict[str, Any]:
    if not data.strip():
        return {}
    try:
        value = json.loads(data, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        raise Invalid("invalid_json", "The body is not JSON.") from None
    if not isinstance(value, dict):
        raise Invalid("json_not_object", "The body is not a JSON object.")
    return value


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")


def _token_in_json(request: flask.Request) -> str:
    if request.mimetype != "application/json":
        return ""
    return str(_json_object(request.get_data()).get("token") or "").strip()


def _given(arguments: Arguments, **names: str) -> dict[str, Any]:
    """Those of the vendor's arguments that were given, under our names: ``ours="theirs"``."""
    return {
        ours: arguments[theirs]
        for ours, theirs in names.items()
        if arguments.get(theirs) not in (None, "")
    }


def _channel_id(arguments: Arguments) -> dict[str, Any]:
    return {"channel_id": arguments["channel"]} if "channel" in arguments else {}


def _accept_post(ctx: Context, arguments: Arguments) -> Arguments:
    unsupported = [name for name in _UNSUPPORTED_CONTENT if arguments.get(name)]
    if unsupported:
        problems = [Problem("unsupported argument", name) for name in unsupported]
        raise Invalid("invalid_arguments", problems=problems)
    channel = arguments.get("channel")
    if isinstance(channel, str) and channel.startswith("#"):
        channel = channels.named(ctx, channel[1:]).id
    return {
        **({"channel_id": channel} if channel is not None else {}),
        "text": "" if arguments.get("text") is None else arguments["text"],
        **_given(arguments, thread_ts="thread_ts", reply_broadcast="reply_broadcast"),
    }


def _present_posted(ctx: Context, row: Message) -> dict[str, Any]:
    return {
        "channel": row.channel_id,
        "ts": row.ts,
        "message": wire.messages_of(ctx, [row])[0],
    }


def _accept_history(_ctx: Context, arguments: Arguments) -> Arguments:
    given = _given(
        arguments,
        oldest="oldest",
        latest="latest",
        inclusive="inclusive",
        limit="limit",
        cursor="cursor",
    )
    return _channel_id(arguments) | {name: _stamp(name, value) for name, value in given.items()}


def _stamp(name: str, value: Any) -> Any:
    """Slack takes the bounds of a history as numbers too."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return str(value) if name in ("oldest", "latest") and is_number else value


def _accept_replies(ctx: Context, arguments: Arguments) -> Arguments:
    return {**_accept_history(ctx, arguments), **_given(arguments, ts="ts")}


def _present_messages(ctx: Context, page: Page[Message]) -> dict[str, Any]:
    return {
        "messages": wire.messages_of(ctx, page.items),
        "has_more": page.has_more,
        **_next_cursor(page),
    }


def _accept_message(_ctx: Context, arguments: Arguments) -> Arguments:
    return _channel_id(arguments) | _given(arguments, ts="timestamp")


def _present_reacted(ctx: Context, row: Message) -> dict[str, Any]:
    message = wire.messages_of(ctx, [row])[0]
    return {"type": "message", "channel": row.channel_id, "message": message}


def _accept_channels(_ctx: Context, arguments: Arguments) -> Arguments:
    return {
        "kinds": wire.kinds_of(arguments.get("types") or "public_channel"),
        **_given(arguments, exclude_archived="exclude_archived", cursor="cursor"),
        **_channel_limit(arguments),
    }


def _channel_limit(arguments: Arguments) -> dict[str, int]:
    """Channel listings have an error code of their own for a bad ``limit``."""
    limit = arguments.get("limit") or 100
    is_whole = not isinstance(limit, bool) and re.fullmatch(r"\d{1,9}", str(limit), re.ASCII)
    if not is_whole or not 1 <= int(limit) <= LARGEST_PAGE:
        raise Invalid("invalid_limit", f"limit is a whole number from 1 to {LARGEST_PAGE}")
    return {"limit": int(limit)}


def _accept_my_channels(ctx: Context, arguments: Arguments) -> Arguments:
    member_id = arguments.get("user") or ctx.actor.person_id
    return {**_accept_channels(ctx, arguments), "member_id": member_id}


def _present_channels(ctx: Context, page: Page[Channel]) -> dict[str, Any]:
    return {"channels": wire.channels_of(ctx, page.items), **_next_cursor(page)}


def _accept_channel(_ctx: Context, arguments: Arguments) -> Arguments:
    return _channel_id(arguments)


def _present_channel(ctx: Context, row: Channel) -> dict[str, Any]:
    return {"channel": wire.channels_of(ctx, [row])[0]}


def _accept_user(_ctx: Context, arguments: Arguments) -> Arguments:
    return {"user_id": arguments["user"]} if "user" in arguments else {}


def _present_user(ctx: Context, person: Person) -> dict[str, Any]:
    return {"user": wire.user(person, people.company(ctx.session).id)}


def _accept_page(_ctx: Context, arguments: Arguments) -> Arguments:
    return _given(arguments, limit="limit", cursor="cursor")


def _present_users(ctx: Context, page: Page[Person]) -> dict[str, Any]:
    team = people.company(ctx.session).id
    return {"members": [wire.user(person, team) for person in page.items], **_next_cursor(page)}


def _accept_nothing(_ctx: Context, _arguments: Arguments) -> Arguments:
    return {}


def _present_identity(ctx: Context, person: Person) -> dict[str, Any]:
    company = people.company(ctx.session)
    return {
        "url": f"{people.app_url(ctx, APP.id)}/",
        "team": company.name,
        "user": person.handle,
        "team_id": company.id,
        "user_id": person.id,
        "is_enterprise_install": False,
    }


def _next_cursor(page: Page[Any]) -> dict[str, Any]:
    return {"response_metadata": {"next_cursor": page.next_cursor or ""}}


def _api_test() -> flask.Response:
    """Answers anyone: the arguments, or the error that was asked for."""
    arguments = DIALECT.arguments(flask.request)
    try:
        if error := arguments.get("error"):
            return flask.jsonify({"ok": False, "error": str(error), "args": arguments})
        return DIALECT.success({"args": arguments}, 200)
    except RecursionError:
        raise Invalid("invalid_json", "The body is nested too deep.") from None


DIALECT = SlackDialect()

_CHANNEL = {"channel_id": "channel"}
_USER = {"user_id": "user"}
_MEMBER = {"member_id": "user"}


def _method(
    name: str,
    function: Callable[..., Any],
    accept: Accept,
    present: Present,
    names: Mapping[str, str] | None = None,
) -> Endpoint:
    """A Web API method: GET and POST mean the same."""
    return Endpoint(("GET", "POST"), f"/api/{name}", function, accept, present, names or {})


ENDPOINTS = (
    _method("auth.test", users.me, _accept_nothing, _present_identity),
    _method("chat.postMessage", messages.post, _accept_post, _present_posted, _CHANNEL),
    _method(
        "conversations.history", messages.history, _accept_history, _present_messages, _CHANNEL
    ),
    _method("conversations.info", channels.info, _accept_channel, _present_channel, _CHANNEL),
    _method("conversations.list", channels.list, _accept_channels, _present_channels),
    _method(
        "conversations.replies", messages.replies, _accept_replies, _present_messages, _CHANNEL
    ),
    _method("reactions.get", reactions.get, _accept_message, _present_reacted, _CHANNEL),
    _method("users.conversations", channels.list, _accept_my_channels, _present_channels, _MEMBER),
    _method("users.info", users.info, _accept_user, _present_user, _USER),
    _method("users.list", users.list, _accept_page, _present_users),
)

APIS = (Api(("/api/",), DIALECT, ENDPOINTS, {"/api/api.test": _api_test}),)
