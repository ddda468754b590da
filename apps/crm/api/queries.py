"""Queries and searches.

https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/resources_query.htm
"""

from __future__ import annotations

import re
from typing import Any

from workworld.apps.crm.api.rows import Arguments, data, given
from workworld.apps.crm.service import queries
from workworld.apps.crm.service.queries import QueryResult
from workworld.apps.crm.wire.answers import data_path, version_of
from workworld.context import Context
from workworld.errors import Invalid

_BATCH = re.compile(r"batchsize\s*=\s*(\d{1,6})", re.IGNORECASE | re.ASCII)
_SMALLEST_BATCH = 200


def _accept(ctx: Context, arguments: Arguments) -> dict[str, Any]:
    if not isinstance(arguments.get("q"), str):
        raise Invalid("MALFORMED_QUERY", "SOQL statements cannot be empty or null.")
    said = _BATCH.search(str(arguments.get("Sforce-Query-Options", "")))
    size = {"batch_size": _within(int(said[1]))} if said else {}
    return {"q": arguments["q"], "version": version_of(ctx), **size}


def _within(size: int) -> int:
    return min(max(size, _SMALLEST_BATCH), queries.LARGEST_BATCH)


def _accept_all(ctx: Context, arguments: Arguments) -> dict[str, Any]:
    return _accept(ctx, arguments) | {"all_rows": True}


def _accept_more(ctx: Context, arguments: Arguments) -> dict[str, Any]:
    return given(arguments, locator="locator") | {"version": version_of(ctx)}


def _present(ctx: Context, found: QueryResult) -> dict[str, Any]:
    following = (
        {} if found.done else {"nextRecordsUrl": data_path(ctx, "query", str(found.locator))}
    )
    return {
        "totalSize": found.total_size,
        "done": found.done,
        **following,
        "records": list(found.records),
    }


ENDPOINTS = (
    data("GET", "query", queries.query, _accept, _present),
    data("GET", "queryAll", queries.query, _accept_all, _present),
    data("GET", "query/<locator>", queries.more, _accept_more, _present),
    data("GET", "queryAll/<locator>", queries.more, _accept_more, _present),
)
