"""How Slack's Web API speaks: what all its methods have in common."""

from __future__ import annotations

import json
from typing import Any

import flask
from werkzeug.exceptions import HTTPException

from workworld.apps.chat import APP, APP_LEVEL
from workworld.context import Actor
from workworld.doors.bearers import bearer_in
from workworld.doors.site import Site
from workworld.errors import (
    Failed,
    Forbidden,
    Invalid,
    MissingScope,
    RateLimited,
    Refused,
    Unauthenticated,
    Unavailable,
)

_FORMS = ("", "application/x-www-form-urlencoded", "multipart/form-data")
_CONNECTING = "/api/apps.connections.open"
_CODES = {"no_credential": "not_authed", "invalid_credential": "invalid_auth"}
"""Slack's words for what the core calls otherwise; for all else they are the same."""


class SlackDialect:
    """HTTP 200 and ``ok``, also for refusals, whose code is in the body.

    Only rate limits (429) and an app that does not answer (500, 503) have a status of their own:
    https://docs.slack.dev/apis/web-api/rate-limits.
    """

    def arguments(self, request: flask.Request) -> dict[str, Any]:
        """Query, form and JSON body together; an empty body means no arguments."""
        given: dict[str, Any] = request.args.to_dict()
        if request.mimetype == "application/json":
            given |= json_object(request.get_data())
        elif request.mimetype not in _FORMS and request.get_data().strip():
            raise Invalid("invalid_post_type", "The body is neither a form nor JSON.")
        else:
            given |= request.form.to_dict()
        given.pop("token", None)
        return given

    def actor(self, request: flask.Request, site: Site) -> Actor:
        """From ``Authorization: Bearer`` or the ``token`` argument."""
        token = bearer_in(request.headers.get("Authorization", ""))
        token = token or request.values.get("token", "").strip() or _token_in_json(request)
        if not token:
            raise Unauthenticated("no_credential", "No token was given.")
        if token.startswith(APP_LEVEL):
            return _app_level(request, site, token)
        actor = site.actor_of(APP, token)
        if request.path == _CONNECTING:
            request.get_data()  # one that is too large is refused as such
            raise Forbidden("not_allowed_token_type", "This takes an app's own token, xapp-….")
        return actor

    def success(self, payload: Any, status: int) -> flask.Response:
        """``ok: true`` and the payload."""
        response = flask.jsonify(_warned({"ok": True, **payload}))
        response.status_code = status
        return response

    def refusal(self, refused: Refused) -> flask.Response:
        """``ok: false``, the code, and one message for each offending argument."""
        body: dict[str, Any] = {"ok": False, "error": _CODES.get(refused.code, refused.code)}
        if refused.problems:
            said = [f"[ERROR] {problem}" for problem in refused.problems]
            body["response_metadata"] = {"messages": said}
        if isinstance(refused, MissingScope):
            body |= {"needed": refused.needed, "provided": ",".join(refused.provided)}
        response = flask.jsonify(_warned(body))
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


def _warned(body: dict[str, Any]) -> dict[str, Any]:
    """An answer with what was odd about the request: JSON says its charset, and forms have none.

    https://docs.slack.dev/reference/methods/chat.postMessage, under warnings.
    """
    if not (warning := _warning(flask.request)):
        return body
    # Some methods warn of what they have done too, and theirs goes first.
    told = dict(body.get("response_metadata") or {})
    told["warnings"] = [*told.get("warnings", ()), warning]
    return {**body, "warning": body.get("warning", warning), "response_metadata": told}


def _warning(request: flask.Request) -> str:
    has_charset = "charset" in request.mimetype_params
    if request.mimetype == "application/json" and not has_charset:
        return "missing_charset"
    if request.mimetype == "application/x-www-form-urlencoded" and has_charset:
        return "superfluous_charset"
    return ""


def _app_level(request: flask.Request, site: Site, token: str) -> Actor:
    """An app's own token opens connections and nothing else."""
    actor = site.authority.honour_token(token, site.world, APP_LEVEL)
    if request.path != _CONNECTING:
        raise Forbidden("not_allowed_token_type", "An app's own token only opens connections.")
    return actor


def json_object(data: bytes) -> dict[str, Any]:
    """The object that a body holds; an empty one holds nothing.

    Raises:
        Invalid: ``invalid_json``, ``json_not_object``.
    """
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
    return str(json_object(request.get_data()).get("token") or "").strip()


DIALECT = SlackDialect()
