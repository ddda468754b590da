"""Schemes of notifications, which programs read.

https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issue-notification-schemes/
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from workworld.apps.tracker import notification_names as n
from workworld.apps.tracker.api.rows import (
    Arguments,
    expanded,
    given,
    is_true,
    page_of,
    paged,
    platform,
)
from workworld.apps.tracker.listed import Listed
from workworld.apps.tracker.service import groups, notification_schemes, site
from workworld.apps.tracker.service.notification_schemes import Scheme, Use
from workworld.apps.tracker.service.recipients import Recipient
from workworld.apps.tracker.wire.addresses import self_of
from workworld.apps.tracker.wire.people import shown
from workworld.apps.tracker.wire.selection import words
from workworld.apps.tracker.wire.shares import group
from workworld.context import Context

_EVENTS: Mapping[str, tuple[int, str, str]] = {
    n.CREATED: (1, "Issue Created", "Somebody creates an issue."),
    n.UPDATED: (2, "Issue Updated", "Somebody changes fields or files of an issue."),
    n.ASSIGNED: (3, "Issue Assigned", "Somebody assigns an issue."),
    n.RESOLVED: (4, "Issue Resolved", "An issue is done."),
    n.COMMENTED: (6, "Issue Commented", "Somebody comments on an issue."),
    n.COMMENT_EDITED: (14, "Issue Comment Edited", "Somebody edits a comment."),
    n.REOPENED: (7, "Issue Reopened", "An issue that was done is not done any more."),
    n.DELETED: (8, "Issue Deleted", "Somebody deletes an issue."),
    n.MOVED: (9, "Issue Moved", "An issue goes to another project."),
    n.WORK_LOGGED: (10, "Work Logged On Issue", "Somebody logs work on an issue."),
    n.STATUS: (13, "Generic Event", "An issue goes from one status to another."),
}
"""The vendor's number of an event, its name, and what it is.

Mentions are told whatever the vendor's schemes say, so that its API has no event for them.
"""
_TYPES = {
    n.ASSIGNEE: "CurrentAssignee",
    n.REPORTER: "Reporter",
    n.CURRENT_USER: "CurrentUser",
    n.PROJECT_LEAD: "ProjectLead",
    n.COMPONENT_LEAD: "ComponentLead",
    n.WATCHERS: "AllWatchers",
    n.ROLE: "ProjectRole",
    n.GROUP: "Group",
    n.PERSON: "User",
}
"""The vendor's words for recipients; it has none for who watches what an issue stands below."""
_EXPANDABLE = "notificationSchemeEvents,user,group,projectRole,field,all"


def _accept_all(_ctx: Context, arguments: Arguments) -> Arguments:
    return {
        **page_of(arguments),
        **_several(arguments, scheme_ids="id", project_refs="projectId"),
        "usual_only": is_true(arguments.get("onlyDefault")),
    }


def _accept_uses(_ctx: Context, arguments: Arguments) -> Arguments:
    named = _several(arguments, scheme_ids="notificationSchemeId", project_refs="projectId")
    return {**page_of(arguments), **named}


def _several(arguments: Arguments, **names: str) -> dict[str, list[str]]:
    return {ours: words(value) for ours, value in given(arguments, **names).items()}


def _accept_one(_ctx: Context, arguments: Arguments) -> Arguments:
    return {"scheme_id": arguments["scheme_id"]}


def _accept_project(_ctx: Context, arguments: Arguments) -> Arguments:
    return {"project": arguments["project"]}


def _page(ctx: Context, found: Listed[Any], values: Iterable[Any]) -> dict[str, Any]:
    return {
        "maxResults": page_of(ctx.request.arguments)["limit"],
        "startAt": found.start,
        "total": found.total,
        "isLast": found.is_last,
        "values": [*values],
    }


def _schemes(ctx: Context, found: Listed[Scheme]) -> dict[str, Any]:
    return _page(ctx, found, (_scheme(ctx, each) for each in found.items))


def _uses(ctx: Context, found: Listed[Use]) -> dict[str, Any]:
    return _page(
        ctx,
        found,
        (
            {"notificationSchemeId": each.scheme_id, "projectId": each.project_id}
            for each in found.items
        ),
    )


def _scheme(ctx: Context, scheme: Scheme) -> dict[str, Any]:
    shape = {
        "expand": _EXPANDABLE,
        "id": int(scheme.id),
        "self": self_of(ctx, "notificationscheme", scheme.id),
        "name": scheme.name,
        "description": scheme.description,
        "projects": [int(each) for each in scheme.project_ids],
    }
    wanted = expanded(ctx.request.arguments)
    return shape | {"notificationSchemeEvents": _events(ctx, scheme, wanted)} if wanted else shape


def _events(ctx: Context, scheme: Scheme, wanted: frozenset[str]) -> list[dict[str, Any]]:
    return [
        {
            "event": {"id": number, "name": name, "description": said},
            "notifications": [
                _notification(ctx, number * 100 + place, each, wanted)
                for place, each in enumerate(scheme.events[event], 1)
                if each.kind in _TYPES
            ],
        }
        for event, (number, name, said) in _EVENTS.items()
    ]


def _notification(
    ctx: Context, number: int, recipient: Recipient, wanted: frozenset[str]
) -> dict[str, Any]:
    """A recipient of an event. Its number is its place, since nothing goes by it."""
    shape: dict[str, Any] = {"id": number, "notificationType": _TYPES[recipient.kind]}
    if recipient.kind not in _NAMED:
        return shape
    name, find = _NAMED[recipient.kind]
    found = find(ctx, recipient.parameter)
    called = found["name"] if recipient.kind == n.GROUP else recipient.parameter
    shape |= {"parameter": called, "recipient": recipient.parameter, "expand": name}
    return shape | ({name: found} if wanted & {name, "all"} else {})


def _group(ctx: Context, group_id: str) -> dict[str, Any]:
    return group(ctx, groups.known(ctx, group_id))


def _role(ctx: Context, role_id: str) -> dict[str, Any]:
    row = site.roles(ctx)[role_id]
    about = {"name": row.name, "id": int(row.id), "description": row.description}
    return {"self": self_of(ctx, "role", row.id), **about}


def _user(ctx: Context, person_id: str) -> dict[str, Any]:
    return shown(ctx, site.people(ctx, [person_id])[person_id])


_NAMED: Mapping[str, tuple[str, Callable[[Context, str], dict[str, Any]]]] = {
    n.GROUP: ("group", _group),
    n.ROLE: ("projectRole", _role),
    n.PERSON: ("user", _user),
}
"""What the vendor calls those who are told apart by an id, and how they are told."""
_ROOT = "notificationscheme"

ENDPOINTS = (
    platform(
        "GET", _ROOT, notification_schemes.list, _accept_all, _schemes, paging=paged("values")
    ),
    platform(
        "GET",
        f"{_ROOT}/project",
        notification_schemes.uses,
        _accept_uses,
        _uses,
        paging=paged("values"),
    ),
    platform("GET", f"{_ROOT}/<scheme_id>", notification_schemes.info, _accept_one, _scheme),
    platform(
        "GET",
        "project/<project>/notificationscheme",
        notification_schemes.of_project,
        _accept_project,
        _scheme,
    ),
)
