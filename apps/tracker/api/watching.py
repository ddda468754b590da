"""Who watches an issue and who voted for it; what programs keep with it.

https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issue-watchers/
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import flask

from workworld.apps.tracker.api.rows import Arguments, nothing, platform
from workworld.apps.tracker.models import IssueProperty
from workworld.apps.tracker.service import properties, votes, watchers
from workworld.apps.tracker.wire import people
from workworld.apps.tracker.wire.addresses import self_of
from workworld.context import Context
from workworld.errors import Invalid, Problem


def _accept_issue(_ctx: Context, arguments: Arguments) -> Arguments:
    return {"issue": arguments["issue"]}


def _present_watchers(ctx: Context, found: watchers.Watching) -> dict[str, Any]:
    return {
        "self": self_of(ctx, "issue", found.issue.key, "watchers"),
        "isWatching": found.is_watching,
        "watchCount": found.count,
        "watchers": [people.shown(ctx, each) for each in found.people],
    }


def _present_votes(ctx: Context, found: votes.Voting) -> dict[str, Any]:
    return {
        "self": self_of(ctx, "issue", found.issue.key, "votes"),
        "votes": found.count,
        "hasVoted": found.has_voted,
        "voters": [people.shown(ctx, each) for each in found.people],
    }


def _accept_watch(_ctx: Context, arguments: Arguments) -> Arguments:
    """The body is the id of an account as a JSON text; without one it is the caller."""
    person = arguments.get("body")
    if person is not None and not isinstance(person, str):
        problem = Problem("The body is an account id, as a JSON string.", "accountId")
        raise Invalid("invalid_arguments", problems=[problem])
    return {"issue": arguments["issue"], **({"person_id": person} if person else {})}


def _accept_unwatch(_ctx: Context, arguments: Arguments) -> Arguments:
    person = arguments.get("accountId", arguments.get("username"))
    return {"issue": arguments["issue"], **({"person_id": person} if person else {})}


def _present_keys(ctx: Context, found: Sequence[IssueProperty]) -> dict[str, Any]:
    keys = [
        {"self": self_of(ctx, "issue", row.issue_id, "properties", row.key), "key": row.key}
        for row in found
    ]
    return {"keys": keys}


def _accept_property(_ctx: Context, arguments: Arguments) -> Arguments:
    return {"issue": arguments["issue"], "key": arguments["property_key"]}


def _present_property(_ctx: Context, row: IssueProperty) -> dict[str, Any]:
    return {"key": row.key, "value": row.value}


def _accept_put(ctx: Context, arguments: Arguments) -> Arguments:
    if "body" not in arguments:
        raise Invalid("invalid_property", "The request has no value.")
    return {**_accept_property(ctx, arguments), "value": arguments["body"]}


def _present_put(_ctx: Context, is_new: bool) -> flask.Response:
    return flask.Response(status=201 if is_new else 200, mimetype="application/json")


_WATCHERS, _VOTES = "issue/<issue>/watchers", "issue/<issue>/votes"
_PROPERTIES = "issue/<issue>/properties"
_PROPERTY = f"{_PROPERTIES}/<property_key>"

ENDPOINTS = (
    platform("GET", _WATCHERS, watchers.list, _accept_issue, _present_watchers),
    platform("POST", _WATCHERS, watchers.watch, _accept_watch, nothing),
    platform("DELETE", _WATCHERS, watchers.unwatch, _accept_unwatch, nothing),
    platform("GET", _VOTES, votes.list, _accept_issue, _present_votes),
    platform("POST", _VOTES, votes.vote, _accept_issue, nothing),
    platform("DELETE", _VOTES, votes.unvote, _accept_issue, nothing),
    platform("GET", _PROPERTIES, properties.list, _accept_issue, _present_keys),
    platform("GET", _PROPERTY, properties.info, _accept_property, _present_property),
    platform("PUT", _PROPERTY, properties.put, _accept_put, _present_put),
    platform("DELETE", _PROPERTY, properties.delete, _accept_property, nothing),
)
