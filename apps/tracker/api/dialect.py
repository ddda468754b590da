"""How the vendor's REST API speaks: what all its endpoints have in common.

https://developer.atlassian.com/cloud/jira/platform/rest/v3/intro/
"""

from __future__ import annotations

import json
from base64 import b64decode
from typing import Any

import flask
from werkzeug.exceptions import HTTPException, UnsupportedMediaType

from workworld.apps.tracker import APP
from workworld.apps.tracker.service.bulk_creation import Failure, NothingMade
from workworld.context import Actor
from workworld.directory import people
from workworld.doors.bearers import bearer_in
from workworld.doors.site import Site
from workworld.errors import (
    Conflict,
    Failed,
    Forbidden,
    Invalid,
    NotFound,
    RateLimited,
    Refused,
    TooLarge,
    Unauthenticated,
    Unavailable,
)

_FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")
_STATUSES: tuple[tuple[type[Refused], int], ...] = (
    (TooLarge, 413),
    (Invalid, 400),
    (NotFound, 404),
    (Unauthenticated, 401),
    (Forbidden, 403),
    (Conflict, 400),
    (RateLimited, 429),
    (Failed, 500),
    (Unavailable, 503),
)
_WITHOUT_BODY = ("GET", "DELETE")
"""Methods whose body says nothing, but for what ``_TAKING_BODIES`` deletes."""
_TAKING_BODIES = ("/servicedeskapi/", "/webhook")
_IN_CONFLICT = frozenset({"version_conflict"})
_NO_LOGIN = "Client must be authenticated to access this resource."
_MISSING = "missing required field"


class JiraDialect:
    """A status that says how it went, and ``errorMessages`` and ``errors`` that say why not."""

    def arguments(self, request: flask.Request) -> dict[str, Any]:
        """The query, and the body's object beside it; another body stands under ``body``."""
        given: dict[str, Any] = {
            name: values[0] if len(values) == 1 else values for name, values in request.args.lists()
        }
        data = request.get_data()
        has_body = request.method not in _WITHOUT_BODY or (
            request.method == "DELETE" and any(each in request.path for each in _TAKING_BODIES)
        )
        if not data.strip() or not has_body:
            return given
        if request.mimetype in _FORMS:
            raise UnsupportedMediaType
        body = _json(data)
        if isinstance(body, dict) and "/properties/" not in request.path:  # those keep any value
            return given | body
        return given | {"body": body}

    def actor(self, request: flask.Request, site: Site) -> Actor:
        """From ``Authorization``: ``Bearer``, or ``Basic`` with an address and a token."""
        if request.mimetype != "multipart/form-data":
            request.get_data()  # one that is too large is refused as such
        header = request.headers.get("Authorization", "")
        if token := bearer_in(header):
            return site.actor_of(APP, token)
        email, token = _basic(header)
        if not token:
            raise Unauthenticated("no_credential", _NO_LOGIN)
        actor = site.actor_of(APP, token)
        with site.world.reading() as session:
            owner = people.by_email(session, email)
        if owner is None or owner.id != actor.person_id:
            raise Unauthenticated("invalid_credential", _NO_LOGIN)
        return actor

    def success(self, payload: Any, status: int) -> flask.Response:
        """The payload as JSON, or nothing at all."""
        if isinstance(payload, flask.Response):
            return payload
        if payload is None:
            return flask.Response(status=204)
        response = flask.jsonify(payload)
        response.status_code = status
        return response

    def told(self, refused: Refused) -> dict[str, Any]:
        """What is wrong with which field, or with the request."""
        errors = {each.field: _said(each.what) for each in refused.problems if each.field}
        messages = [each.what for each in refused.problems if not each.field]
        return {"errorMessages": messages if refused.problems else [refused.message]} | {
            "errors": errors
        }

    def refusal(self, refused: Refused) -> flask.Response:
        """The same as an answer; if none of several issues was fit, what is wrong with each."""
        response = flask.jsonify(self._body(refused))
        response.status_code = _status_of(refused)
        if isinstance(refused, RateLimited):
            response.headers["Retry-After"] = str(refused.seconds)
        if isinstance(refused, Unauthenticated):
            response.headers["WWW-Authenticate"] = 'Basic realm="Tracker"'
        return response

    def _body(self, refused: Refused) -> dict[str, Any]:
        if not isinstance(refused, NothingMade):
            return self.told(refused)
        return {"issues": [], "errors": [self.failure(each) for each in refused.failures]}

    def failure(self, each: Failure) -> dict[str, Any]:
        """Why one of several issues was not created."""
        said = self.told(each.refused)
        return {"status": 400, "elementErrors": said, "failedElementNumber": each.number}

    def http_error(self, error: HTTPException) -> flask.Response:
        """The same for what no endpoint takes."""
        said = f"{error.name}." if error.code != 404 else "No such resource."
        response = flask.jsonify({"errorMessages": [said], "errors": {}})
        response.status_code = error.code or 500
        return response

    def crash(self) -> flask.Response:
        """HTTP 500."""
        response = flask.jsonify({"errorMessages": ["Internal server error"], "errors": {}})
        response.status_code = 500
        return response


def _status_of(refused: Refused) -> int:
    if refused.code in _IN_CONFLICT:
        return 409
    return next((status for kind, status in _STATUSES if isinstance(refused, kind)), 400)


def _said(what: str) -> str:
    return "This field is required." if what == _MISSING else what


def _json(data: bytes) -> Any:
    try:
        return json.loads(data, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        said = "There was an error parsing JSON. Check that your request body is valid."
        raise Invalid("invalid_json", said) from None


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")


def _basic(header: str) -> tuple[str, str]:
    """The address and the token of ``Basic`` credentials, or nothing."""
    scheme, _, credentials = header.partition(" ")
    if scheme.lower() != "basic":
        return "", ""
    try:
        email, _, token = b64decode(credentials.strip(), validate=True).decode().partition(":")
    except ValueError:
        return "", ""
    return email.strip().lower(), token.strip()


DIALECT = JiraDialect()
