"""People and groups.

https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-user-search/
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workworld.apps.tracker.api.rows import (
    Arguments,
    expanded,
    given,
    page_of,
    paged,
    platform,
    required,
)
from workworld.apps.tracker.listed import Listed
from workworld.apps.tracker.models import Group
from workworld.apps.tracker.service import groups, users
from workworld.apps.tracker.wire import people
from workworld.apps.tracker.wire.addresses import self_of
from workworld.apps.tracker.wire.selection import words
from workworld.apps.tracker.wire.shares import group
from workworld.context import Context
from workworld.directory.models import Person
from workworld.errors import Invalid, Problem


def _accept_one(_ctx: Context, arguments: Arguments) -> Arguments:
    person = given(arguments, person_id="accountId") or given(arguments, person_id="key")
    if not person:
        problem = Problem("The query parameter 'accountId' is required.", "accountId")
        raise Invalid("invalid_arguments", problems=[problem])
    return person


def _text(arguments: Arguments) -> dict[str, Any]:
    return given(arguments, query="query") or given(arguments, query="username")


def _accept_search(_ctx: Context, arguments: Arguments) -> Arguments:
    return {**_text(arguments), **page_of(arguments)}


def _accept_assignable(_ctx: Context, arguments: Arguments) -> Arguments:
    place = given(arguments, issue="issueKey") or given(arguments, project="project")
    place = place or given(arguments, issue="issueId")
    return {**place, **_text(arguments), **page_of(arguments)}


def _accept_viewers(_ctx: Context, arguments: Arguments) -> Arguments:
    place = given(arguments, issue="issueKey") or given(arguments, project="projectKey")
    return {**place, **_text(arguments), "limit": page_of(arguments)["limit"]}


def _accept_everywhere(_ctx: Context, arguments: Arguments) -> Arguments:
    required(arguments, "projectKeys")
    keys = words(arguments["projectKeys"])
    return {"project_refs": keys, **_text(arguments), **page_of(arguments)}


def _present_group(ctx: Context, row: Group) -> dict[str, Any]:
    """A group, with its people if they were asked for."""
    shape = group(ctx, row)
    if not any(each.startswith("users") for each in expanded(ctx.request.arguments)):
        return shape
    found = groups.members(ctx, group=row.id, limit=50)
    users_of = {
        "size": found.total,
        "items": _present_people(ctx, found),
        "max-results": 50,
        "start-index": 0,
        "end-index": max(len(found.items) - 1, 0),
    }
    return shape | {"users": users_of, "expand": "users"}


def _present_people(ctx: Context, found: Listed[Person]) -> list[dict[str, Any]]:
    return [people.shown(ctx, each) for each in found.items]


def _present_viewers(ctx: Context, found: Sequence[Person]) -> list[dict[str, Any]]:
    return [people.shown(ctx, each) for each in found]


def _accept_several(_ctx: Context, arguments: Arguments) -> Arguments:
    return {"person_ids": words(arguments.get("accountId"))}


def _present_several(ctx: Context, found: Sequence[Person]) -> dict[str, Any]:
    values = _present_viewers(ctx, found)
    whole = {"startAt": 0, "maxResults": len(values), "total": len(values), "isLast": True}
    return {**whole, "values": values}


def _accept_page(_ctx: Context, arguments: Arguments) -> Arguments:
    return page_of(arguments)


def _present_picker(_ctx: Context, found: Listed[Person]) -> dict[str, Any]:
    shown = [
        {"accountId": each.id, "html": each.name, "displayName": each.name} for each in found.items
    ]
    header = f"Showing {len(shown)} of {found.total} matching users"
    return {"users": shown, "total": found.total, "header": header}


def _present_groups(ctx: Context, found: Listed[Group]) -> dict[str, Any]:
    return {
        "startAt": found.start,
        "maxResults": page_of(ctx.request.arguments)["limit"],
        "total": found.total,
        "isLast": found.is_last,
        "values": [{"name": row.name, "groupId": row.id} for row in found.items],
    }


def _present_group_picker(_ctx: Context, found: Listed[Group]) -> dict[str, Any]:
    shown = [
        {"name": row.name, "html": row.name, "groupId": row.id, "labels": []} for row in found.items
    ]
    header = f"Showing {len(shown)} of {found.total} matching groups"
    return {"groups": shown, "total": found.total, "header": header}


def _accept_group_picker(_ctx: Context, arguments: Arguments) -> Arguments:
    return {**given(arguments, text="query"), "limit": page_of(arguments, 20)["limit"]}


def _accept_group(_ctx: Context, arguments: Arguments) -> Arguments:
    found = given(arguments, group="groupId") or given(arguments, group="groupname")
    return found or {"group": required(arguments, "groupname")}


def _accept_members(ctx: Context, arguments: Arguments) -> Arguments:
    inactive = str(arguments.get("includeInactiveUsers")).lower() == "true"
    return {**_accept_group(ctx, arguments), "with_inactive": inactive, **page_of(arguments)}


def _present_members(ctx: Context, found: Listed[Person]) -> dict[str, Any]:
    return {
        "self": self_of(ctx, "group", "member"),
        "startAt": found.start,
        "maxResults": page_of(ctx.request.arguments)["limit"],
        "total": found.total,
        "isLast": found.is_last,
        "values": _present_people(ctx, found),
    }


def _accept_groups_of(_ctx: Context, arguments: Arguments) -> Arguments:
    return {"person_id": required(arguments, "accountId")}


def _present_groups_of(ctx: Context, found: Sequence[Group]) -> list[dict[str, Any]]:
    return [group(ctx, row) for row in found]


_NAMES = {"person_id": "accountId"}
ENDPOINTS = (
    platform("GET", "user", users.info, _accept_one, people.shown, _NAMES),
    platform("GET", "user/search", users.search, _accept_search, _present_people, _NAMES),
    platform("GET", "users/search", users.search, _accept_page, _present_people, _NAMES),
    platform("GET", "users", users.search, _accept_page, _present_people, _NAMES),
    platform("GET", "user/picker", users.search, _accept_search, _present_picker, _NAMES),
    platform("GET", "user/bulk", users.several, _accept_several, _present_several),
    platform("GET", "user/groups", users.groups_of, _accept_groups_of, _present_groups_of, _NAMES),
    platform(
        "GET",
        "user/assignable/search",
        users.assignable,
        _accept_assignable,
        _present_people,
        {"issue": "issueKey"},
    ),
    platform(
        "GET",
        "user/viewissue/search",
        users.viewers,
        _accept_viewers,
        _present_viewers,
        {"issue": "issueKey", "project": "projectKey"},
    ),
    platform(
        "GET",
        "user/assignable/multiProjectSearch",
        users.assignable_everywhere,
        _accept_everywhere,
        _present_viewers,
        {"project_refs": "projectKeys"},
    ),
    platform("GET", "group", groups.info, _accept_group, _present_group),
    platform("GET", "groups/picker", groups.list, _accept_group_picker, _present_group_picker),
    platform(
        "GET", "group/bulk", groups.list, _accept_page, _present_groups, paging=paged("values")
    ),
    platform(
        "GET",
        "group/member",
        groups.members,
        _accept_members,
        _present_members,
        paging=paged("values"),
    ),
)
