"""How Google's REST APIs speak: what all endpoints of Sheets and Drive have in common.

https://cloud.google.com/apis/docs/system-parameters
"""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import flask
from werkzeug.datastructures import MultiDict
from werkzeug.exceptions import HTTPException, MethodNotAllowed

from workworld.apps.sheets import APP, masks
from workworld.apps.sheets.wire import answer_fields, refusals
from workworld.apps.sheets.wire.answers import Bytes
from workworld.context import Actor
from workworld.doors.bearers import bearer_in
from workworld.doors.rest import largest_body
from workworld.doors.site import Site
from workworld.errors import Invalid, RateLimited, Refused, Unauthenticated
from workworld.files.types import digest_of

_OF_THE_SYSTEM = frozenset(
    (
        *("access_token", "alt", "callback", "key", "oauth_token", "prettyPrint", "quotaUser"),
        *("upload_protocol", "userIp", "$.xgafv"),
    )
)
"""Parameters of the query that every method takes and that say nothing about what is asked."""
_REPEATED = frozenset(("ranges",))
"""Parameters that may be given several times."""
_IMPLIED = {
    "drive": ("spreadsheets", "spreadsheets.readonly", "drive.readonly"),
    "drive.file": ("spreadsheets", "spreadsheets.readonly"),
    "drive.readonly": ("spreadsheets.readonly",),
    "spreadsheets": ("spreadsheets.readonly",),
}
"""What a scope goes for besides itself."""
_HTTP = {
    404: "Method not found.",
    405: "The method is not allowed for this resource.",
    413: "The request is larger than may be sent.",
    415: "The content type of the body is not supported.",
}


class GoogleDialect:
    """Resources as JSON, cut to what a field mask names; an error is a number and a sentence."""

    def arguments(self, request: flask.Request) -> dict[str, Any]:
        """The query; a body of JSON stands under ``body``, another one's bytes under ``media``.

        Raises:
            Invalid: the body is no JSON, or the field mask is none, or names what no answer has.
        """
        rule = request.url_rule
        takes_get = rule is not None and "GET" in (rule.methods or ())
        is_read = takes_get and not request.path.startswith("/upload/")
        query = _form(request) if is_read and request.method == "POST" else request.args
        given: dict[str, Any] = {
            name: values if name in _REPEATED else values[-1]
            for name, values in query.lists()
            if name not in _OF_THE_SYSTEM
        }
        if (mask := _mask(request)) is not None:
            answer_fields.check(request.method, rule.rule if rule else "", masks.parsed(mask))
        data = request.get_data()
        if is_read or request.method == "DELETE" or not data.strip():
            return given
        return given | self._body(request, data)

    def _body(self, request: flask.Request, data: bytes) -> dict[str, Any]:
        del request  # the vendor reads JSON whatever type it is said to be
        return {"body": parsed(data)}

    def actor(self, request: flask.Request, site: Site) -> Actor:
        """From ``Authorization``, or from ``access_token`` in the query."""
        request.max_content_length = largest_body(request)
        request.get_data()  # one that is too large is refused as such
        token = bearer_in(request.headers.get("Authorization", ""))
        token = token or request.args.get("access_token", "")
        if not token:
            raise Unauthenticated("no_credential")
        actor = site.actor_of(APP, token)
        implied = {each for scope in actor.scopes for each in _IMPLIED.get(scope, ())}
        return replace(actor, scopes=actor.scopes | implied) if implied else actor

    def success(self, payload: Any, status: int) -> flask.Response:
        """What of the payload is asked for, as JSON; or a file, as it is."""
        if isinstance(payload, Bytes):
            kind = payload.kind or None
            response = flask.Response(payload.data, payload.status, content_type=kind)
            response.headers.update(payload.headers)
            return response
        if (mask := _mask(flask.request)) is not None:
            payload = masks.picked(payload, masks.parsed(mask))
        return in_json(payload, status)

    def refusal(self, refused: Refused) -> flask.Response:
        """What is wrong, and the status that stands for it."""
        response = in_json(self.told(refused), refusals.status_of(refused))
        if isinstance(refused, RateLimited):
            response.headers["Retry-After"] = str(refused.seconds)
        return response

    def told(self, refused: Refused) -> dict[str, Any]:
        """The body of a refusal."""
        return refusals.body_of(refused)

    def http_error(self, error: HTTPException) -> flask.Response:
        """The same for what no endpoint takes."""
        status = error.code or 500
        return in_json(self.failure(status, _HTTP.get(status, error.name)), status)

    def failure(self, status: int, message: str) -> dict[str, Any]:
        """The body of an error that is no refusal."""
        return refusals.error(status, message)

    def crash(self) -> flask.Response:
        """HTTP 500."""
        return in_json(self.failure(500, "Internal error encountered."), 500)


class DriveDialect(GoogleDialect):
    """The Drive API's errors are older: they give a reason instead of a status."""

    def _body(self, request: flask.Request, data: bytes) -> dict[str, Any]:
        if request.mimetype == "application/json" and not request.path.startswith("/upload/"):
            return {"body": parsed(data)}
        if request.path.startswith("/upload/"):  # which bytes came is kept, and not the bytes
            return {"sha256": digest_of(data), "size": len(data)}
        return super()._body(request, data)

    def told(self, refused: Refused) -> dict[str, Any]:
        """The body of a refusal."""
        return refusals.drive_body_of(refused, (flask.request.view_args or {}).get("fileId"))

    def failure(self, status: int, message: str) -> dict[str, Any]:
        """The body of an error that is no refusal."""
        return refusals.drive_error(status, message)


def _form(request: flask.Request) -> MultiDict[str, str]:
    """The query of a read that is sent as a form, since an address has no room for it.

    Raises:
        MethodNotAllowed: nothing says that a read is meant.
    """
    if request.headers.get("X-HTTP-Method-Override", "").upper() != "GET":
        raise MethodNotAllowed(["GET"])
    return request.form


def _mask(request: flask.Request) -> str | None:
    """The field mask of a request; none where it is empty."""
    return request.args.get("fields") or request.args.get("$fields") or None


def parsed(data: bytes) -> Any:
    """A body of JSON.

    Raises:
        Invalid: it is none.
    """
    try:
        return json.loads(data, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        raise Invalid(
            "invalid_payload", "Invalid JSON payload received. Unexpected token."
        ) from None


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")


def in_json(body: Any, status: int) -> flask.Response:
    """An answer of JSON, whose members stand in the order in which they were made."""
    text = json.dumps(body, ensure_ascii=False, separators=(",", ":"))
    return flask.Response(text, status, content_type="application/json; charset=UTF-8")


DIALECT = GoogleDialect()
DRIVE_DIALECT = DriveDialect()
