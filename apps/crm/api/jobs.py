"""Jobs of the newer API, whose tables are CSV.

https://developer.salesforce.com/docs/atlas.en-us.api_asynch.meta/api_asynch/bulk_api_2_0.htm
"""

from __future__ import annotations

from typing import Any

from workworld.apps.crm.api.rows import (
    Arguments,
    a_body,
    data,
    given,
    no_arguments,
    nothing,
    whole,
)
from workworld.apps.crm.service import jobs, query_jobs
from workworld.apps.crm.wire import jobs as wire
from workworld.apps.crm.wire.answers import Answer
from workworld.attempts import Accept, Present
from workworld.context import Context
from workworld.doors.rest import Endpoint
from workworld.errors import Invalid

_FORM = {"delimiter": "columnDelimiter", "line_ending": "lineEnding"}
_PARTS = {
    "successfulResults": "successful",
    "failedResults": "failed",
    "unprocessedRecords": "unprocessed",
}


def _accept_create(_ctx: Context, arguments: Arguments) -> Arguments:
    body = a_body(arguments)
    if body.get("contentType", "CSV") != "CSV":
        raise Invalid("INVALIDJOB", "InvalidJob : contentType must be CSV")
    return given(body, sobject="object", deed="operation", key="externalIdFieldName", **_FORM)


def _accept_query(_ctx: Context, arguments: Arguments) -> Arguments:
    return given(a_body(arguments), q="query", deed="operation", **_FORM)


def _accept_job(_ctx: Context, arguments: Arguments) -> Arguments:
    return {"job_id": arguments["job_id"]}


def _accept_upload(ctx: Context, arguments: Arguments) -> Arguments:
    content = arguments.get("body", "")
    if not isinstance(content, str):
        raise Invalid("InvalidBatch", "The content of a job is sent as text/csv.")
    return {**_accept_job(ctx, arguments), "content": content}


def _accept_state(ctx: Context, arguments: Arguments) -> Arguments:
    return {**_accept_job(ctx, arguments), **given(a_body(arguments), state="state")}


def _accept_results(ctx: Context, arguments: Arguments) -> Arguments:
    most = whole(arguments, "maxRecords", query_jobs.MOST_ROWS)
    return {
        **_accept_job(ctx, arguments),
        "most": min(most, query_jobs.MOST_ROWS),
        **given(arguments, locator="locator"),
    }


def _created(_ctx: Context, _answer: Any) -> Answer:
    """201 and no body."""
    return Answer(None, 201)


def _part(path: str) -> Endpoint:
    """The endpoint of some of a job's rows."""

    def accept(ctx: Context, arguments: Arguments) -> Arguments:
        return {**_accept_job(ctx, arguments), "part": _PARTS[path]}

    def present(_ctx: Context, found: Any) -> Answer:
        return wire.table(found, _PARTS[path])

    return data("GET", f"jobs/ingest/<job_id>/{path}", jobs.results, accept, present)


_NAMES = {"sobject": "object", "deed": "operation", "key": "externalIdFieldName", **_FORM}
_QUERY_NAMES = {"q": "query", "deed": "operation", **_FORM}


def _ingest(
    method: str, path: str, function: Any, accept: Accept, present: Present, **more: Any
) -> Endpoint:
    return data(method, f"jobs/ingest{path}", function, accept, present, _NAMES, **more)


def _query(
    method: str, path: str, function: Any, accept: Accept, present: Present, **more: Any
) -> Endpoint:
    return data(method, f"jobs/query{path}", function, accept, present, _QUERY_NAMES, **more)


_ONE = "/<job_id>"
ENDPOINTS = (
    _ingest("POST", "", jobs.create, _accept_create, wire.job),
    _ingest("GET", "", jobs.list_own, no_arguments, wire.listed),
    _ingest("GET", _ONE, jobs.get, _accept_job, wire.told),
    _ingest("PATCH", _ONE, jobs.close, _accept_state, wire.closed),
    _ingest("DELETE", _ONE, jobs.delete, _accept_job, nothing, status=204),
    _ingest("PUT", f"{_ONE}/batches", jobs.upload, _accept_upload, _created, status=201),
    *(_part(path) for path in _PARTS),
    _query("POST", "", query_jobs.create, _accept_query, wire.job),
    _query("GET", "", query_jobs.list_own, no_arguments, wire.listed),
    _query("GET", _ONE, query_jobs.get, _accept_job, wire.told),
    _query("PATCH", _ONE, query_jobs.abort, _accept_state, wire.job),
    _query("DELETE", _ONE, query_jobs.delete, _accept_job, nothing, status=204),
    _query("GET", f"{_ONE}/results", query_jobs.results, _accept_results, wire.found_rows),
)
