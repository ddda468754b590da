"""How the vendor's REST API speaks: what all its endpoints have in common.

https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/intro_rest_resources.htm
"""

from __future__ import annotations

import base64
import json
import re
from typing import Any

import flask
from werkzeug.exceptions import HTTPException, UnsupportedMediaType

from workworld.apps.crm import APP
from workworld.apps.crm.service.sessions import calls_today
from workworld.apps.crm.wire.answers import Answer
from workworld.apps.crm.wire.limits import MOST_CALLS
from workworld.apps.crm.wire.refusals import GENERAL, body_of, status_of
from workworld.context import Actor
from workworld.doors.bearers import bearer_in
from workworld.doors.rest import largest_body
from workworld.doors.site import Site, current_site
from workworld.errors import Invalid, NotFound, Refused, Unauthenticated

_PARTS = "multipart/form-data"
_BLOBS = ("/sobjects/ContentVersion",)
"""Where a body of parts is taken: JSON in one, and the bytes of a file in another."""
_FORMS = ("application/x-www-form-urlencoded", "multipart/form-data", "application/xml", "text/xml")
OLDEST, NEWEST = 20, 100
"""Between these lie the versions of the API that clients may name."""
_VERSION = re.compile(r"[2-9]\d\.0")
_MISSING = ("NOT_FOUND", "The requested resource does not exist")
_HTTP = {
    404: _MISSING,
    405: ("METHOD_NOT_ALLOWED", "HTTP Method not allowed for this resource"),
    413: ("EXCEEDED_MAX_SIZE_REQUEST", "The request is larger than may be sent."),
    415: ("UNSUPPORTED_MEDIA_TYPE", "The specified content type is not supported."),
}
_CREDENTIAL = "oauth_token"
"""Some clients put the session id into addresses as well, where it says nothing new."""
_OPTIONS = ("Sforce-Query-Options", "Sforce-Duplicate-Rule-Header", "Sforce-Auto-Assign")
"""Headers that are arguments."""


class SalesforceDialect:
    """A status that says how it went, and a list of errors that says why not."""

    def arguments(self, request: flask.Request) -> dict[str, Any]:
        """The query and the headers that count; the body stands under ``body``, text as it is.

        Raises:
            NotFound: no version of the API is called so.
            Invalid: ``JSON_PARSER_ERROR``.
        """
        version = (request.view_args or {}).get("version")
        if version is not None and not _VERSION.fullmatch(version):
            raise NotFound(*_MISSING)
        given: dict[str, Any] = {
            name: values[0] if len(values) == 1 else values
            for name, values in request.args.lists()
            if name != _CREDENTIAL
        }
        given |= {name: request.headers[name] for name in _OPTIONS if name in request.headers}
        data = request.get_data()
        if not data.strip() or request.method in ("GET", "DELETE"):
            return given
        return given | {"body": self._body(request, data)}

    def _body(self, request: flask.Request, data: bytes) -> Any:
        if request.mimetype == "text/csv":
            return _text(data)
        if request.mimetype == _PARTS and request.path.rstrip("/").endswith(_BLOBS):
            return _of_parts(request)
        if request.mimetype in _FORMS:
            raise UnsupportedMediaType
        return parsed(data)

    def actor(self, request: flask.Request, site: Site) -> Actor:
        """From ``Authorization``, or from the older ``X-SFDC-Session``."""
        request.max_content_length = largest_body(request)
        request.get_data()  # one that is too large is refused as such
        token = bearer_in(request.headers.get("Authorization", ""))
        token = token or request.headers.get("X-SFDC-Session", "").strip()
        if not token:
            raise Unauthenticated("no_credential")
        return site.actor_of(APP, token)

    def success(self, payload: Any, status: int) -> flask.Response:
        """The payload as JSON, or nothing at all, and how many calls were made."""
        answer = payload if isinstance(payload, Answer) else Answer(payload, status)
        response = _responded(answer)
        with current_site().world.reading() as session:
            used = calls_today(session)
        response.headers["Sforce-Limit-Info"] = f"api-usage={used}/{MOST_CALLS}"
        return response

    def refusal(self, refused: Refused) -> flask.Response:
        """What is wrong, one error for each thing that is."""
        version = (flask.request.view_args or {}).get("version", "")
        return in_json(body_of(refused, f"v{version}"), status_of(refused))

    def http_error(self, error: HTTPException) -> flask.Response:
        """The same for what no endpoint takes."""
        code, message = _HTTP.get(error.code or 500, (GENERAL, error.name))
        return in_json([{"message": message, "errorCode": code}], error.code or 500)

    def crash(self) -> flask.Response:
        """HTTP 500."""
        said = "An unexpected error occurred. Please include this ErrorId if you contact support."
        return in_json([{"message": said, "errorCode": GENERAL}], 500)


def parsed(data: bytes) -> Any:
    """A body of JSON.

    Raises:
        Invalid: ``JSON_PARSER_ERROR``.
    """
    try:
        return json.loads(data, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        said = str(error) if isinstance(error, json.JSONDecodeError) else "no JSON text"
        raise Invalid("JSON_PARSER_ERROR", f"The body could not be read: {said}") from None


def _of_parts(request: flask.Request) -> Any:
    """A body whose fields stand in one part and a file in another, as if it were JSON alone.

    https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/dome_sobject_insert_update_blob.htm
    """
    sent = [*request.form.values(), *(each.read() for each in _plain_parts(request))]
    fields = parsed(sent[0].encode() if isinstance(sent[0], str) else sent[0]) if sent else None
    files = [each for each in request.files.items() if each[1].mimetype != "application/json"]
    if not isinstance(fields, dict) or len(sent) != 1 or len(files) != 1:
        said = "Send one part of JSON with the fields, and one with the file."
        raise Invalid("INVALID_MULTIPART_REQUEST", said)
    ((name, file),) = files
    held = base64.b64encode(file.read()).decode()
    return {"PathOnClient": file.filename or "", **fields, name: held}


def _plain_parts(request: flask.Request) -> list[Any]:
    return [each for _, each in request.files.items() if each.mimetype == "application/json"]


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")


def _text(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Invalid("InvalidBatch", "The text is not encoded in UTF-8.") from None


def _responded(answer: Answer) -> flask.Response:
    if answer.body is None:
        response = flask.Response(status=204 if answer.status == 200 else answer.status)
    elif answer.kind:
        response = flask.Response(answer.body, answer.status, content_type=answer.kind)
    else:
        response = in_json(answer.body, answer.status)
    response.headers.update(answer.headers)
    return response


def in_json(body: Any, status: int) -> flask.Response:
    """An answer of JSON, whose members stand in the order in which they were made."""
    text = json.dumps(body, ensure_ascii=False, separators=(",", ":"))
    return flask.Response(text, status, content_type="application/json;charset=UTF-8")


DIALECT = SalesforceDialect()
