"""Several requests, or several records, in one.

https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/resources_composite.htm
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from workworld.apps.crm.api.records import options
from workworld.apps.crm.api.rows import Arguments, a_body, data, is_true, listed, words
from workworld.apps.crm.service import collections, composites, trees
from workworld.apps.crm.service.collections import RowResult
from workworld.apps.crm.service.composites import PartAnswer
from workworld.apps.crm.service.reading import Loaded
from workworld.apps.crm.wire import results
from workworld.apps.crm.wire.answers import version_of
from workworld.apps.crm.wire.records import record
from workworld.context import Context
from workworld.errors import Invalid


def _accept_composite(_ctx: Context, arguments: Arguments) -> Arguments:
    body = a_body(arguments)
    return {
        "requests": [
            {
                "method": each.get("method"),
                "url": each.get("url"),
                "reference": each.get("referenceId"),
                "body": each.get("body"),
            }
            for each in listed(body, "compositeRequest")
        ],
        "all_or_none": is_true(body.get("allOrNone")),
    }


def _present_composite(ctx: Context, answers: Sequence[PartAnswer]) -> dict[str, Any]:
    asked = a_body(ctx.request.arguments)["compositeRequest"]
    return {
        "compositeResponse": [
            {
                "body": answer.body,
                "httpHeaders": dict(answer.headers),
                "httpStatusCode": answer.status,
                "referenceId": each.get("referenceId"),
            }
            for each, answer in zip(asked, answers, strict=True)
        ]
    }


def _accept_batch(_ctx: Context, arguments: Arguments) -> Arguments:
    body = a_body(arguments)
    return {
        "requests": [
            {
                "method": each.get("method"),
                "url": f"/services/data/{str(each.get('url')).removeprefix('/services/data/')}",
                "body": each.get("richInput"),
            }
            for each in listed(body, "batchRequests")
        ],
        "halt_on_error": is_true(body.get("haltOnError")),
    }


def _present_batch(_ctx: Context, answers: Sequence[PartAnswer]) -> dict[str, Any]:
    return {
        "hasErrors": any(each.is_refusal for each in answers),
        "results": [{"statusCode": each.status, "result": each.body} for each in answers],
    }


def _accept_records(_ctx: Context, arguments: Arguments) -> Arguments:
    body = a_body(arguments)
    return {
        "records": listed(body, "records"),
        "all_or_none": is_true(body.get("allOrNone")),
        **options(arguments),
    }


def _accept_upsert(ctx: Context, arguments: Arguments) -> Arguments:
    return {
        "sobject": arguments["sobject"],
        "field": arguments["field"],
        **_accept_records(ctx, arguments),
    }


def _accept_delete(_ctx: Context, arguments: Arguments) -> Arguments:
    return {
        "ids": words(arguments.get("ids")),
        "all_or_none": is_true(arguments.get("allOrNone")),
    }


def _accept_get(_ctx: Context, arguments: Arguments) -> Arguments:
    given = arguments.get("body", arguments)
    if not isinstance(given, Mapping):
        raise Invalid("JSON_PARSER_ERROR", "The body of the request must be a JSON object.")
    return {
        "sobject": arguments["sobject"],
        "ids": words(given.get("ids")),
        "fields": words(given.get("fields")),
    }


def _present_rows(_ctx: Context, found: Sequence[RowResult]) -> list[dict[str, Any]]:
    return results.rows(found)


def _present_upserted(_ctx: Context, found: Sequence[RowResult]) -> list[dict[str, Any]]:
    return results.rows(found, tells_created=True)


def _present_records(ctx: Context, found: Sequence[Loaded | None]) -> list[dict[str, Any] | None]:
    given = ctx.request.arguments
    given = given.get("body", given)
    names = words(given.get("fields"))
    version = version_of(ctx)
    return [None if each is None else record(each, names, version) for each in found]


def _accept_tree(_ctx: Context, arguments: Arguments) -> Arguments:
    return {"sobject": arguments["sobject"], "records": listed(a_body(arguments), "records")}


_SEVERAL = "composite/sobjects"
ENDPOINTS = (
    data("POST", "composite", composites.perform, _accept_composite, _present_composite),
    data("POST", "composite/batch", composites.batch, _accept_batch, _present_batch),
    data("POST", _SEVERAL, collections.create, _accept_records, _present_rows),
    data("PATCH", _SEVERAL, collections.update, _accept_records, _present_rows),
    data("DELETE", _SEVERAL, collections.delete, _accept_delete, _present_rows),
    data("GET", f"{_SEVERAL}/<sobject>", collections.get, _accept_get, _present_records),
    data("POST", f"{_SEVERAL}/<sobject>", collections.get, _accept_get, _present_records),
    data(
        "PATCH",
        f"{_SEVERAL}/<sobject>/<field>",
        collections.upsert,
        _accept_upsert,
        _present_upserted,
    ),
    data(
        "POST",
        "composite/tree/<sobject>",
        trees.create,
        _accept_tree,
        results.planted,
        status=201,
    ),
)
