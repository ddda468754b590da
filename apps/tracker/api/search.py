"""Searching: https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issue-search/"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workworld.apps.tracker.api.rows import (
    MOST,
    Arguments,
    expanded,
    platform,
    whole,
)
from workworld.apps.tracker.models import Issue
from workworld.apps.tracker.service import properties, search
from workworld.apps.tracker.service.search import Found
from workworld.apps.tracker.wire import expansions
from workworld.apps.tracker.wire.issues import Issues
from workworld.apps.tracker.wire.selection import selected, words
from workworld.context import Context
from workworld.doors.paging import CursorPaging

_PAGING = CursorPaging("issues", "nextPageToken", "nextPageToken", "maxResults", end=None)


def _limit(arguments: Arguments) -> int:
    return min(max(whole(arguments, "maxResults", 50), 1), MOST)


def _accept_search(_ctx: Context, arguments: Arguments) -> Arguments:
    cursor = arguments.get("nextPageToken")
    return {
        "jql": str(arguments.get("jql") or ""),
        "limit": _limit(arguments),
        "with_total": False,
        "must_be_bounded": True,
        **({"cursor": str(cursor)} if cursor else {}),
    }


def _present_found(ctx: Context, found: Found) -> dict[str, Any]:
    """A page without a total; what is not asked for is not shown, so that only ids are."""
    shown = shapes(ctx, found.rows, usual=("id",))
    answer: dict[str, Any] = {"issues": shown, "isLast": found.next_cursor is None}
    if found.next_cursor is not None:
        answer["nextPageToken"] = found.next_cursor
    expand = expanded(ctx.request.arguments)
    names = sorted({name for each in shown for name in each.get("fields", ())})
    if "names" in expand:
        answer["names"] = {name: expansions.label(ctx, name) for name in names}
    if "schema" in expand:
        answer["schema"] = expansions.schemas_of(ctx, names)
    return answer


def shapes(ctx: Context, rows: Sequence[Issue], usual: Sequence[str]) -> list[dict[str, Any]]:
    """Issues with the fields that the request asks for."""
    asked = ctx.request.arguments
    selection = selected(asked.get("fields"), usual)
    if selection.named == {"id"}:
        shown = [{"id": row.id} for row in rows]
    else:
        shown = Issues(ctx, selection, expanded(asked)).of_rows(rows)
    return with_properties(ctx, shown)


def with_properties(ctx: Context, shown: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Issues with those of their properties that the request names; ``*all`` stands for all."""
    wanted = frozenset(words(ctx.request.arguments.get("properties")))
    if not wanted:
        return shown
    found = properties.of_issues(ctx, [each["id"] for each in shown])
    return [
        each
        | {
            "properties": {
                key: value
                for key, value in found.get(each["id"], {}).items()
                if key in wanted or "*all" in wanted
            }
        }
        for each in shown
    ]


def _accept_jql(_ctx: Context, arguments: Arguments) -> Arguments:
    return {"jql": str(arguments.get("jql") or "")}


def _present_count(_ctx: Context, count: int) -> dict[str, Any]:
    return {"count": count}


ENDPOINTS = (
    platform("GET", "search/jql", search.search, _accept_search, _present_found, paging=_PAGING),
    platform("POST", "search/jql", search.search, _accept_search, _present_found),
    platform("POST", "search/approximate-count", search.count, _accept_jql, _present_count),
)
