"""Jobs of the older API, whose batches are JSON.

https://developer.salesforce.com/docs/atlas.en-us.api_asynch.meta/api_asynch/asynch_api_reference.htm
"""

from __future__ import annotations

import json
from typing import Any

import flask
from werkzeug.exceptions import HTTPException

from workworld.apps.crm.api.dialect import SalesforceDialect, in_json, parsed
from workworld.apps.crm.api.rows import Arguments, a_body, given
from workworld.apps.crm.service import classic_jobs
from workworld.apps.crm.wire import jobs as wire
from workworld.apps.crm.wire.answers import version_of
from workworld.apps.crm.wire.refusals import status_of, told
from workworld.attempts import Accept, Present
from workworld.context import Context
from workworld.doors.rest import Endpoint
from workworld.errors import Invalid, Refused

PREFIX = "/services/async/"
_CODES = {
    "INVALID_SESSION_ID": "InvalidSessionId",
    "NOT_FOUND": "InvalidUrl",
    "INVALIDJOB": "InvalidJob",
    "FEATURENOTENABLED": "FeatureNotEnabled",
    "JSON_PARSER_ERROR": "InvalidBatch",
}
"""What the older API calls what the newer one calls otherwise."""


class BulkDialect(SalesforceDialect):
    """Refusals are one object, and a batch may be the text of a query."""

    def _body(self, request: flask.Request, data: bytes) -> Any:
        if not request.path.rstrip("/").endswith("/batch"):
            return super()._body(request, data)
        text = data.decode("utf-8-sig", "replace").strip()
        return parsed(data) if text[:1] in ("[", "{") else text

    def refusal(self, refused: Refused) -> flask.Response:
        """What is wrong."""
        first = told(refused)[0]
        return _said(first["errorCode"], first["message"], status_of(refused))

    def http_error(self, error: HTTPException) -> flask.Response:
        """The same for what no endpoint takes."""
        (first,) = json.loads(super().http_error(error).get_data())
        return _said(first["errorCode"], first["message"], error.code or 500)

    def crash(self) -> flask.Response:
        """HTTP 500."""
        (first,) = json.loads(super().crash().get_data())
        return _said(first["errorCode"], first["message"], 500)


def _said(code: str, message: str, status: int) -> flask.Response:
    body = {"exceptionCode": _CODES.get(code, code), "exceptionMessage": message}
    return in_json(body, status)


def _accept_create(_ctx: Context, arguments: Arguments) -> Arguments:
    body = a_body(arguments)
    if body.get("contentType", "JSON") != "JSON":
        raise Invalid("INVALIDJOB", "Only jobs whose contentType is JSON are taken here.")
    return given(body, sobject="object", deed="operation", key="externalIdFieldName")


def _accept_job(_ctx: Context, arguments: Arguments) -> Arguments:
    return {"job_id": arguments["job_id"]}


def _accept_state(ctx: Context, arguments: Arguments) -> Arguments:
    return {**_accept_job(ctx, arguments), **given(a_body(arguments), state="state")}


def _accept_rows(ctx: Context, arguments: Arguments) -> Arguments:
    return {
        **_accept_job(ctx, arguments),
        "content": arguments.get("body"),
        "version": version_of(ctx),
    }


def _accept_batch(ctx: Context, arguments: Arguments) -> Arguments:
    return {**_accept_job(ctx, arguments), "batch_id": arguments["batch_id"]}


_NAMES = {"sobject": "object", "deed": "operation", "key": "externalIdFieldName"}


def _row(
    method: str, path: str, function: Any, accept: Accept, present: Present, status: int = 200
) -> Endpoint:
    where = f"{PREFIX}<version>/job{path}"
    return Endpoint((method,), where, function, accept, present, _NAMES, status)


_ONE = "/<job_id>"
_BATCH = f"{_ONE}/batch/<batch_id>"
BULK_ENDPOINTS = (
    _row("POST", "", classic_jobs.create, _accept_create, wire.classic, 201),
    _row("GET", _ONE, classic_jobs.get, _accept_job, wire.classic),
    _row("POST", _ONE, classic_jobs.close, _accept_state, wire.classic),
    _row("POST", f"{_ONE}/batch", classic_jobs.add_batch, _accept_rows, wire.batch, 201),
    _row("GET", f"{_ONE}/batch", classic_jobs.list_batches, _accept_job, wire.batches),
    _row("GET", _BATCH, classic_jobs.get_batch, _accept_batch, wire.batch),
    _row("GET", f"{_BATCH}/request", classic_jobs.get_batch, _accept_batch, wire.batch_request),
    _row("GET", f"{_BATCH}/result", classic_jobs.get_batch, _accept_batch, wire.batch_results),
    _row(
        "GET",
        f"{_BATCH}/result/<result_id>",
        classic_jobs.get_result,
        lambda ctx, arguments: {
            **_accept_batch(ctx, arguments),
            "result_id": arguments["result_id"],
        },
        wire.batch_rows,
    ),
)
BULK_DIALECT = BulkDialect()
