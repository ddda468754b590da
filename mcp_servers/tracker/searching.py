"""Finding issues, by JQL and by words."""

from __future__ import annotations

from typing import Any

from workworld.apps.tracker.service import search, site
from workworld.apps.tracker.service.search import Found
from workworld.apps.tracker.wire.addresses import address
from workworld.apps.tracker.wire.issues import Issues
from workworld.apps.tracker.wire.selection import selected
from workworld.context import Context
from workworld.doors.mcp import Tool, Variant
from workworld.mcp_servers.tracker.issues import FIELDS, USUAL
from workworld.mcp_servers.tracker.schemas import (
    CLOUD_ID,
    NUMBER,
    RESPONSE_FORMAT,
    STRING,
    Arguments,
    described,
    given,
    one_of,
    whole,
)
from workworld.mcp_servers.tracker.sites import ari_of, at_site

_HITS = 10
_MODES = ("all", "count", "issues")


def _accept(_ctx: Context, arguments: Arguments) -> Arguments:
    return {
        "jql": arguments["jql"],
        "limit": whole(arguments, "maxResults", default=50, most=100),
        "with_total": False,
        "must_be_bounded": True,
        **given(arguments, cursor="nextPageToken"),
    }


def _present(ctx: Context, found: Found) -> dict[str, Any]:
    asked = ctx.request.arguments
    shown = Issues(ctx, selected(asked.get("fields"), USUAL)).of_rows(found.rows)
    token = {"nextPageToken": found.next_cursor} if found.next_cursor else {}
    return {"issues": shown, **token, "isLast": found.next_cursor is None}


def _accept_count(_ctx: Context, arguments: Arguments) -> Arguments:
    return {"jql": arguments["jql"]}


def _present_count(_ctx: Context, total: int) -> dict[str, int]:
    return {"totalCount": total}


def _accept_words(_ctx: Context, arguments: Arguments) -> Arguments:
    words = str(arguments["query"]).replace("\\", " ").replace('"', " ").strip()
    return {"jql": f'text ~ "{words}" ORDER BY updated DESC', "limit": _HITS, "with_total": False}


def _present_hits(ctx: Context, found: Found) -> dict[str, Any]:
    statuses = site.statuses(ctx)
    results = [
        {
            "id": ari_of(ctx, row),
            "title": f"[{row.key}] {row.summary}",
            "url": address(ctx, "browse", row.key),
            "type": "issue",
            "text": row.description_text[:300],
            "status": statuses[row.status_id].name,
        }
        for row in found.rows
    ]
    return {"results": results}


BY_JQL = Tool(
    "searchJiraIssuesUsingJql",
    search.search,
    "Find issues with JQL, such as project = CAL AND status != Done AND assignee = "
    "currentUser() ORDER BY updated DESC. There is no total: count with searchResultMode count. A "
    "query must narrow something. Errors: jql_parse_error with line and column, jql_invalid for "
    "unknown fields and values, unbounded_jql, invalid_cursor.",
    {
        "cloudId": CLOUD_ID,
        "jql": described(STRING, "The query."),
        "fields": FIELDS,
        "maxResults": described(NUMBER, "Issues a page, 1 to 100. Default 50."),
        "nextPageToken": described(STRING, "The token that the previous page answered."),
        "responseContentFormat": RESPONSE_FORMAT,
        "searchResultMode": one_of(
            "all (default) and issues answer issues, count answers totalCount alone.", *_MODES
        ),
    },
    ("cloudId", "jql"),
    at_site(_accept),
    _present,
    names={"cursor": "nextPageToken"},
    title="Search with JQL",
    toolset="search",
    variants=(
        Variant(
            lambda arguments: arguments.get("searchResultMode") == "count",
            search.count,
            at_site(_accept_count),
            _present_count,
        ),
    ),
)
BY_WORDS = Tool(
    "search",
    search.search,
    "Find issues by words in their summary, description and comments, the last changed first. "
    "Answers ARIs for fetch. Use searchJiraIssuesUsingJql where you know what to ask.",
    {
        "query": described(STRING, "Words, all of which must occur."),
        "cloudId": CLOUD_ID,
    },
    ("query",),
    at_site(_accept_words),
    _present_hits,
    names={"jql": "query"},
    title="Search",
    toolset="search",
)
