"""What is suggested while one types, and listings of what the site has agreed on, by pages.

https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issue-search/#api-rest-api-3-issue-picker-get
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from workworld.apps.tracker.api.rows import (
    Arguments,
    given,
    page_of,
    paged,
    pages,
    platform,
    required,
)
from workworld.apps.tracker.listed import Listed
from workworld.apps.tracker.models import Issue, Status
from workworld.apps.tracker.service import pickers, site
from workworld.apps.tracker.service.pickers import Picked
from workworld.apps.tracker.wire.people import avatars
from workworld.apps.tracker.wire.selection import words
from workworld.context import Context

_CATEGORIES = {"new": "TODO", "indeterminate": "IN_PROGRESS", "done": "DONE"}
_USUAL = 1000


def _accept_issues(_ctx: Context, arguments: Arguments) -> Arguments:
    return given(arguments, text="query", jql="currentJQL", but="currentIssueKey")


def _present_issues(ctx: Context, found: Picked) -> dict[str, Any]:
    sections = (("hs", "History Search", found.recent), ("cs", "Current Search", found.found))
    return {"sections": [_section(ctx, *each) for each in sections]}


def _section(ctx: Context, id: str, label: str, rows: Sequence[Issue]) -> dict[str, Any]:
    said = {"sub": f"Showing {len(rows)} of {len(rows)} matching issues"}
    return {
        "id": id,
        "label": label,
        **(said if rows else {"msg": "No issues found"}),
        "issues": [
            {
                "id": int(row.id),
                "key": row.key,
                "keyHtml": row.key,
                "img": avatars(ctx, "issuetype", row.type_id)["16x16"],
                "summary": escape(row.summary),
                "summaryText": row.summary,
            }
            for row in rows
        ],
    }


def _accept_labels(_ctx: Context, arguments: Arguments) -> Arguments:
    return page_of(arguments, _USUAL)


def _present_labels(ctx: Context, found: Listed[str]) -> dict[str, Any]:
    limit = page_of(ctx.request.arguments, _USUAL)["limit"]
    return pages(found, limit, isLast=found.is_last, values=[*found.items])


def _accept_nothing(_ctx: Context, _arguments: Arguments) -> Arguments:
    return {}


def _accept_statuses(_ctx: Context, arguments: Arguments) -> Arguments:
    required(arguments, "id")
    return {}


def _present_statuses(ctx: Context, found: Mapping[str, Status]) -> list[dict[str, Any]]:
    asked = ctx.request.arguments.get("id")
    return [_status(found[each]) for each in words(asked) if each in found]


def _status(row: Status) -> dict[str, Any]:
    return {
        "id": row.id,
        "name": row.name,
        "description": row.description,
        "statusCategory": _CATEGORIES.get(row.category, "TODO"),
        "scope": {"type": "GLOBAL"},
    }


def _present_found(ctx: Context, found: Mapping[str, Status]) -> dict[str, Any]:
    asked = ctx.request.arguments
    text = str(asked.get("searchString") or "").strip().casefold()
    category = str(asked.get("statusCategory") or "").upper()
    shapes = [_status(row) for row in found.values() if text in row.name.casefold()]
    fitting = [each for each in shapes if category in ("", each["statusCategory"])]
    page = page_of(asked, 200)
    start, limit = page["start"], page["limit"]
    rows = Listed(fitting[start : start + limit], len(fitting), start)
    return pages(rows, limit, isLast=rows.is_last, values=[*rows.items])


ENDPOINTS = (
    platform("GET", "issue/picker", pickers.issues, _accept_issues, _present_issues),
    platform(
        "GET", "label", pickers.labels, _accept_labels, _present_labels, paging=paged("values")
    ),
    platform("GET", "statuses", site.statuses, _accept_statuses, _present_statuses),
    platform("GET", "statuses/search", site.statuses, _accept_nothing, _present_found),
)
