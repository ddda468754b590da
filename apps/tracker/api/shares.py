"""With whom saved filters are shared.

https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-filter-sharing/
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workworld.apps.tracker.api.rows import Arguments, nothing, platform, required
from workworld.apps.tracker.models import FilterShare
from workworld.apps.tracker.service import filter_shares
from workworld.apps.tracker.wire.shares import share
from workworld.context import Context

_SHARES = {"authenticated": "all", "global": "all", "user": "person"}


def _accept_share(_ctx: Context, arguments: Arguments) -> Arguments:
    asked = str(required(arguments, "type"))
    kind = _SHARES.get(asked, asked)
    named = {"project": ("projectId",), "group": ("groupId", "groupname"), "person": ("accountId",)}
    things = [arguments[name] for name in named.get(kind, ()) if arguments.get(name)]
    may_edit = str(arguments.get("rights")) == "1"
    return {
        "filter_id": arguments["filter_id"],
        "kind": kind,
        "may_edit": may_edit,
        **({"thing": str(things[0])} if things else {}),
    }


def _accept_shares(_ctx: Context, arguments: Arguments) -> Arguments:
    return {"filter_id": arguments["filter_id"]}


def _accept_gone_share(_ctx: Context, arguments: Arguments) -> Arguments:
    return {"filter_id": arguments["filter_id"], "share_id": arguments["share_id"]}


def _present_shares(ctx: Context, found: Sequence[FilterShare]) -> list[dict[str, Any]]:
    return [share(ctx, each) for each in found]


_FILTER = "filter/<filter_id>/permission"

ENDPOINTS = (
    platform("GET", _FILTER, filter_shares.list, _accept_shares, _present_shares),
    platform(
        "POST",
        _FILTER,
        filter_shares.add,
        _accept_share,
        _present_shares,
        {"thing": "type"},
        status=201,
    ),
    platform("DELETE", f"{_FILTER}/<share_id>", filter_shares.remove, _accept_gone_share, nothing),
)
