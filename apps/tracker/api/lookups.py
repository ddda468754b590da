"""Comments and changelogs by their ids, of many issues at once.

https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issue-comments/
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workworld.apps.tracker.api.rows import (
    Arguments,
    expanded,
    page_of,
    pages,
    platform,
    required,
)
from workworld.apps.tracker.listed import Listed
from workworld.apps.tracker.models import Comment
from workworld.apps.tracker.service import lookups, sight
from workworld.apps.tracker.service.lookups import IssueChanges
from workworld.apps.tracker.wire import activity
from workworld.apps.tracker.wire.selection import words
from workworld.context import Context
from workworld.errors import Invalid, Problem


def _texts(arguments: Arguments, name: str) -> list[str]:
    """An argument that is a list of ids.

    Raises:
        Invalid: ``invalid_arguments``.
    """
    found = required(arguments, name)
    if not isinstance(found, list):
        raise Invalid("invalid_arguments", problems=[Problem("expected a list", name)])
    return [str(each) for each in found]


def _accept_comments(_ctx: Context, arguments: Arguments) -> Arguments:
    return {"comment_ids": _texts(arguments, "ids")}


def _present_comments(ctx: Context, found: Sequence[Comment]) -> dict[str, Any]:
    asked = ctx.request.arguments
    page = page_of(asked, 1000)
    start, limit = page["start"], page["limit"]
    part = Listed(found[start : start + limit], len(found), start)
    rendered = "renderedBody" in expanded(asked)
    shown = activity.comments(ctx, part.items, rendered=rendered)
    return pages(part, limit, isLast=part.is_last, values=shown)


def _accept_changes(_ctx: Context, arguments: Arguments) -> Arguments:
    return {
        "issues": _texts(arguments, "issueIdsOrKeys"),
        "field_ids": words(arguments.get("fieldIds")),
    }


def _present_changes(ctx: Context, found: Sequence[IssueChanges]) -> dict[str, Any]:
    logs = [
        {"issueId": each.issue_id, "changeHistories": activity.changes(ctx, each.changes)}
        for each in found
    ]
    return {"issueChangeLogs": logs}


def _accept_some(ctx: Context, arguments: Arguments) -> Arguments:
    """The one issue: not there for whoever does not see it, unlike one of many."""
    _texts(arguments, "changelogIds")
    return {"issues": [sight.read(ctx, str(arguments["issue"])).id]}


def _present_some(ctx: Context, found: Sequence[IssueChanges]) -> dict[str, Any]:
    asked = ctx.request.arguments
    wanted = {str(each) for each in asked["changelogIds"]}
    kept = [each for log in found for each in log.changes if each.id in wanted]
    shown = activity.changes(ctx, kept)
    whole = {"startAt": 0, "maxResults": len(kept), "total": len(kept), "isLast": True}
    return {**whole, "histories": shown}


ENDPOINTS = (
    platform(
        "POST",
        "comment/list",
        lookups.comments,
        _accept_comments,
        _present_comments,
        {"comment_ids": "ids"},
    ),
    platform(
        "POST",
        "changelog/bulkfetch",
        lookups.changes,
        _accept_changes,
        _present_changes,
        {"issues": "issueIdsOrKeys", "field_ids": "fieldIds"},
    ),
    platform("POST", "issue/<issue>/changelog/list", lookups.changes, _accept_some, _present_some),
)
