"""Search over REST: ``search.messages``."""

from __future__ import annotations

from typing import Any

from workworld.apps.chat import wire
from workworld.apps.chat.api.methods import Arguments, given, method, numbers
from workworld.apps.chat.service import search
from workworld.apps.chat.service.search import Hits
from workworld.context import Context
from workworld.doors.paging import NumberPaging
from workworld.errors import Invalid

_YES = (True, "1", "true", "True")


def _accept(_ctx: Context, arguments: Arguments) -> Arguments:
    if not arguments.get("query"):
        raise Invalid("no_query", "Say what to look for.")
    return given(
        arguments, query="query", sort="sort", direction="sort_dir", count="count", page="page"
    )


def _present(ctx: Context, hits: Hits) -> dict[str, Any]:
    page = hits.page
    marked = hits.words if ctx.request.arguments.get("highlight") in _YES else ()
    first = (page.number - 1) * page.size + 1
    pagination = {
        "total_count": page.total,
        "page": page.number,
        "per_page": page.size,
        "page_count": page.pages,
        "first": first if page.items else 0,
        "last": first + len(page.items) - 1 if page.items else 0,
    }
    found = {
        "total": page.total,
        "paging": numbers(page),
        "pagination": pagination,
        "matches": wire.matches_of(ctx, page.items, marked),
    }
    return {"query": ctx.request.arguments["query"], "messages": found}


ENDPOINTS = (
    method(
        "search.messages",
        search.messages,
        _accept,
        _present,
        paging=NumberPaging("messages.matches", "messages.paging.pages"),
    ),
)
