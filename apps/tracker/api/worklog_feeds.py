"""Logged work over all issues.

https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issue-worklogs/#api-rest-api-3-worklog-updated-get
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workworld.apps.tracker.api.rows import Arguments, platform, required, whole
from workworld.apps.tracker.models import Worklog
from workworld.apps.tracker.service import worklog_feeds
from workworld.apps.tracker.service.worklog_feeds import Feed
from workworld.apps.tracker.wire import activity
from workworld.apps.tracker.wire.addresses import self_of
from workworld.attempts import Present
from workworld.context import Context
from workworld.errors import Invalid, Problem

_LATEST = 253_402_300_799_000


def _since(arguments: Arguments) -> int:
    """The milliseconds after which things are asked for."""
    return min(max(whole(arguments, "since", 0), 0), _LATEST)


def _accept(_ctx: Context, arguments: Arguments) -> Arguments:
    return {"since_us": _since(arguments) * 1000}


def _present(name: str) -> Present:
    def present(ctx: Context, found: Feed) -> dict[str, Any]:
        here, since = self_of(ctx, "worklog", name), _since(ctx.request.arguments)
        until = found.changed[-1].at_us // 1000 if found.changed else since
        following = {"nextPage": f"{here}?since={until}"} if found.has_more else {}
        return {
            "self": f"{here}?since={since}",
            "since": since,
            "until": until,
            "lastPage": not found.has_more,
            **following,
            "values": [
                {"worklogId": int(each.id), "updatedTime": each.at_us // 1000, "properties": []}
                for each in found.changed
            ],
        }

    return present


def _accept_several(_ctx: Context, arguments: Arguments) -> Arguments:
    ids = required(arguments, "ids")
    if not isinstance(ids, list):
        raise Invalid("invalid_arguments", problems=[Problem("expected a list", "ids")])
    return {"worklog_ids": [str(each) if isinstance(each, int) else each for each in ids]}


def _present_several(ctx: Context, rows: Sequence[Worklog]) -> list[dict[str, Any]]:
    return activity.worklogs(ctx, rows)


ENDPOINTS = (
    platform("GET", "worklog/updated", worklog_feeds.updated, _accept, _present("updated")),
    platform("GET", "worklog/deleted", worklog_feeds.deleted, _accept, _present("deleted")),
    platform(
        "POST",
        "worklog/list",
        worklog_feeds.several,
        _accept_several,
        _present_several,
        {"worklog_ids": "ids"},
    ),
)
