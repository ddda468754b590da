"""Search over REST: ``search.messages``, ``search.files`` and ``search.all``.

https://docs.slack.dev/reference/methods/?family=search
"""

from __future__ import annotations

from typing import Any

from workworld.apps.chat import wire
from workworld.apps.chat.api.methods import Arguments, given, method, numbers
from workworld.apps.chat.file_shapes import files_of
from workworld.apps.chat.service import search
from workworld.apps.chat.service.search import AllHits, FileHits, Hits
from workworld.context import Context
from workworld.doors.paging import NumberPaging
from workworld.errors import Invalid
from workworld.paging import NumberedPage

_YES = (True, "1", "true", "True")


def _accept(_ctx: Context, arguments: Arguments) -> Arguments:
    if not arguments.get("query"):
        raise Invalid("no_query", "Say what to look for.")
    return given(
        arguments, query="query", sort="sort", direction="sort_dir", count="count", page="page"
    )


def _present_messages(ctx: Context, hits: Hits) -> dict[str, Any]:
    return {"query": ctx.request.arguments["query"], "messages": _messages(ctx, hits)}


def _present_files(ctx: Context, hits: FileHits) -> dict[str, Any]:
    return {"query": ctx.request.arguments["query"], "files": _files(ctx, hits)}


def _present_all(ctx: Context, hits: AllHits) -> dict[str, Any]:
    return {
        "query": ctx.request.arguments["query"],
        "messages": _messages(ctx, hits.messages),
        "files": _files(ctx, hits.files),
        "posts": {"total": 0, "matches": []},
    }


def _messages(ctx: Context, hits: Hits) -> dict[str, Any]:
    marked = hits.words if ctx.request.arguments.get("highlight") in _YES else ()
    return _found(hits.page, wire.matches_of(ctx, hits.page.items, marked))


def _files(ctx: Context, hits: FileHits) -> dict[str, Any]:
    return _found(hits.page, files_of(ctx, hits.page.items))


def _found(page: NumberedPage[Any], matches: list[dict[str, Any]]) -> dict[str, Any]:
    first = (page.number - 1) * page.size + 1
    pagination = {
        "total_count": page.total,
        "page": page.number,
        "per_page": page.size,
        "page_count": page.pages,
        "first": first if page.items else 0,
        "last": first + len(page.items) - 1 if page.items else 0,
    }
    paging = numbers(page)
    return {"total": page.total, "paging": paging, "pagination": pagination, "matches": matches}


ENDPOINTS = (
    method(
        "search.messages",
        search.messages,
        _accept,
        _present_messages,
        paging=NumberPaging("messages.matches", "messages.paging.pages"),
    ),
    method(
        "search.files",
        search.files,
        _accept,
        _present_files,
        paging=NumberPaging("files.matches", "files.paging.pages"),
    ),
    method(
        "search.all",
        search.all,
        _accept,
        _present_all,
    ),
)
