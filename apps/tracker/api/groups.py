"""Groups: https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-groups/"""

from __future__ import annotations

from typing import Any

from workworld.apps.tracker.api.rows import Arguments, given, nothing, platform, required
from workworld.apps.tracker.models import Group
from workworld.apps.tracker.service import groups
from workworld.apps.tracker.wire.shares import group as shape
from workworld.context import Context

_NAMES = {"group": "groupId", "person_id": "accountId"}


def _accept_new(_ctx: Context, arguments: Arguments) -> Arguments:
    return {"name": required(arguments, "name")}


def _accept_one(_ctx: Context, arguments: Arguments) -> Arguments:
    found = given(arguments, group="groupId") or given(arguments, group="groupname")
    return found or {"group": required(arguments, "groupId")}


def _accept_member(ctx: Context, arguments: Arguments) -> Arguments:
    return {**_accept_one(ctx, arguments), "person_id": required(arguments, "accountId")}


def _present(ctx: Context, row: Group) -> dict[str, Any]:
    return shape(ctx, row)


ENDPOINTS = (
    platform("POST", "group", groups.create, _accept_new, _present, status=201),
    platform("DELETE", "group", groups.delete, _accept_one, nothing, _NAMES),
    platform("POST", "group/user", groups.add_member, _accept_member, _present, _NAMES, status=201),
    platform("DELETE", "group/user", groups.remove_member, _accept_member, nothing, _NAMES),
)
