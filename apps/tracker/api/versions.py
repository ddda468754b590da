"""Versions: https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-project-versions/"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from workworld.apps.tracker.api.rows import (
    Arguments,
    given,
    nothing,
    page_of,
    paged,
    platform,
    required,
)
from workworld.apps.tracker.listed import Listed
from workworld.apps.tracker.models import Version
from workworld.apps.tracker.service import versions
from workworld.apps.tracker.service.parts import Counts
from workworld.apps.tracker.wire import projects as shapes
from workworld.apps.tracker.wire.addresses import self_of
from workworld.apps.tracker.wire.selection import words
from workworld.context import Context


def _accept_list(_ctx: Context, arguments: Arguments) -> Arguments:
    return {"project": arguments["project"]}


def _present_list(ctx: Context, found: Listed[Version]) -> list[dict[str, Any]]:
    return [shapes.version(ctx, row) for row in found.items]


def _accept_page(_ctx: Context, arguments: Arguments) -> Arguments:
    states = words(arguments.get("status"))
    return {
        "project": arguments["project"],
        **given(arguments, text="query"),
        **({"states": states} if states else {}),
        **page_of(arguments),
    }


def _present_page(ctx: Context, found: Listed[Version]) -> dict[str, Any]:
    limit = page_of(ctx.request.arguments)["limit"]
    page = {"maxResults": limit, "startAt": found.start, "total": found.total}
    return {**page, "isLast": found.is_last, "values": _present_list(ctx, found)}


def _said(arguments: Arguments) -> dict[str, Any]:
    names = {
        "description": "description",
        "start_date": "startDate",
        "release_date": "releaseDate",
        "is_released": "released",
        "is_archived": "archived",
    }
    found = given(arguments, name="name")
    return found | {
        ours: arguments[theirs]
        for ours, theirs in names.items()
        if arguments.get(theirs) is not None
    }


def _accept_new(_ctx: Context, arguments: Arguments) -> Arguments:
    project = arguments.get("projectId") or required(arguments, "project")
    return {"project": str(project), **_said(arguments)}


def _accept_one(_ctx: Context, arguments: Arguments) -> Arguments:
    return {"version_id": arguments["version_id"]}


def _accept_edit(ctx: Context, arguments: Arguments) -> Arguments:
    moved = _last_part(arguments.get("moveUnfixedIssuesTo"))
    return {
        **_accept_one(ctx, arguments),
        **_said(arguments),
        **({"move_unfixed_to": moved} if moved else {}),
    }


def _last_part(address: Any) -> str:
    """The id at the end of a resource's address."""
    return str(address or "").rstrip("/").rpartition("/")[2]


def _accept_delete(ctx: Context, arguments: Arguments) -> Arguments:
    to = given(arguments, fix_to="moveFixIssuesTo", affects_to="moveAffectedIssuesTo")
    return {**_accept_one(ctx, arguments), **to}


def _accept_move(ctx: Context, arguments: Arguments) -> Arguments:
    after = _last_part(arguments.get("after"))
    position = str(arguments.get("position") or "").capitalize()
    return {
        **_accept_one(ctx, arguments),
        **({"after": after} if after else {}),
        **({"position": position} if position else {}),
    }


def _accept_counts(_ctx: Context, arguments: Arguments) -> Arguments:
    return {"version_ids": [arguments["version_id"]]}


def _present_counts(ctx: Context, found: Mapping[str, Counts]) -> dict[str, Any]:
    id = str(ctx.request.arguments["version_id"])
    affected = versions.counts(ctx, version_ids=[id], affected=True)
    return {
        "self": self_of(ctx, "version", id),
        "issuesFixedCount": found[id].total if id in found else 0,
        "issuesAffectedCount": affected[id].total if id in affected else 0,
        "issueCountWithCustomFieldsShowingVersion": 0,
        "customFieldUsage": [],
    }


def _present_unresolved(ctx: Context, found: Mapping[str, Counts]) -> dict[str, Any]:
    id = str(ctx.request.arguments["version_id"])
    counts = found.get(id)
    return {
        "self": self_of(ctx, "version", id),
        "issuesUnresolvedCount": counts.unresolved if counts else 0,
        "issuesCount": counts.total if counts else 0,
    }


_ONE = "version/<version_id>"
_NAMES = {
    "start_date": "startDate",
    "release_date": "releaseDate",
    "is_released": "released",
    "is_archived": "archived",
}


def _accept_merge(_ctx: Context, arguments: Arguments) -> Arguments:
    return {"version_id": arguments["version_id"], "into": arguments["into"]}


ENDPOINTS = (
    platform(
        "PUT",
        "version/<version_id>/mergeto/<into>",
        versions.merge,
        _accept_merge,
        nothing,
        status=204,
    ),
    platform("GET", "project/<project>/versions", versions.list, _accept_list, _present_list),
    platform(
        "GET",
        "project/<project>/version",
        versions.list,
        _accept_page,
        _present_page,
        paging=paged("values"),
    ),
    platform("POST", "version", versions.create, _accept_new, shapes.version, _NAMES, status=201),
    platform("GET", _ONE, versions.info, _accept_one, shapes.version),
    platform("PUT", _ONE, versions.update, _accept_edit, shapes.version, _NAMES),
    platform("DELETE", _ONE, versions.delete, _accept_delete, nothing),
    platform("POST", f"{_ONE}/move", versions.move, _accept_move, shapes.version),
    platform("GET", f"{_ONE}/relatedIssueCounts", versions.counts, _accept_counts, _present_counts),
    platform(
        "GET",
        f"{_ONE}/unresolvedIssueCount",
        versions.counts,
        _accept_counts,
        _present_unresolved,
    ),
)
