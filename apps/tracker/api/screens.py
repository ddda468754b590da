"""What may be filled in: of new issues, and of one that is there.

https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issues/#api-rest-api-3-issue-createmeta-get
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workworld.apps.tracker.api.rows import Arguments, expanded, page_of, platform
from workworld.apps.tracker.listed import Listed
from workworld.apps.tracker.models import IssueType, Project
from workworld.apps.tracker.service import projects, screens
from workworld.apps.tracker.service.screens import ScreenField
from workworld.apps.tracker.wire import expansions, metadata
from workworld.apps.tracker.wire.projects import brief
from workworld.apps.tracker.wire.selection import words
from workworld.context import Context

_MOST = 1000


def _accept_all(_ctx: Context, arguments: Arguments) -> Arguments:
    refs = [*words(arguments.get("projectKeys")), *words(arguments.get("projectIds"))]
    return {"action": "create", "limit": _MOST, **({"refs": refs} if refs else {})}


def _present_all(ctx: Context, found: Listed[Project]) -> dict[str, Any]:
    return {"expand": "projects", "projects": [_project(ctx, each) for each in found.items]}


def _project(ctx: Context, project: Project) -> dict[str, Any]:
    asked = ctx.request.arguments
    ids, names = words(asked.get("issuetypeIds")), words(asked.get("issuetypeNames"))
    types = [
        row
        for row in projects.types_of(ctx, project.id)
        if not (ids or names) or row.id in ids or row.name in names
    ]
    with_fields = "projects.issuetypes.fields" in expanded(asked)
    shape = brief(ctx, project)
    kept = {name: shape[name] for name in ("self", "id", "key", "name", "avatarUrls")}
    return kept | {"issuetypes": [_type(ctx, project, row, with_fields) for row in types]}


def _type(ctx: Context, project: Project, row: IssueType, with_fields: bool) -> dict[str, Any]:
    shape = metadata.issue_type(ctx, row)
    if not with_fields:
        return shape
    found = screens.create_screen(ctx, project_id=project.id, type_id=row.id)
    fields = expansions.with_type(ctx, row.id, expansions.meta(ctx, found))
    return shape | {"expand": "fields", "fields": fields}


def _accept_types(_ctx: Context, arguments: Arguments) -> Arguments:
    return {"project": arguments["project"]}


def _present_types(ctx: Context, project: Project) -> dict[str, Any]:
    rows = projects.types_of(ctx, project.id)
    shapes = [metadata.issue_type(ctx, row) for row in rows]
    return _paged(ctx, shapes, "issueTypes")


def _accept_fields(_ctx: Context, arguments: Arguments) -> Arguments:
    return {"project_id": arguments["project"], "type_id": arguments["type_id"]}


def _present_fields(ctx: Context, found: Sequence[ScreenField]) -> dict[str, Any]:
    return _paged(ctx, [expansions.field_meta(ctx, each) for each in found], "fields")


def _paged(ctx: Context, shapes: list[dict[str, Any]], name: str) -> dict[str, Any]:
    page = page_of(ctx.request.arguments)
    start, limit = page["start"], page["limit"]
    shown = shapes[start : start + limit]
    return {"maxResults": limit, "startAt": start, "total": len(shapes), name: shown}


def _accept_edit(_ctx: Context, arguments: Arguments) -> Arguments:
    return {"issue": arguments["issue"]}


def _present_edit(ctx: Context, found: Sequence[ScreenField]) -> dict[str, Any]:
    return {"fields": expansions.meta(ctx, found)}


_TYPES = "issue/createmeta/<project>/issuetypes"

ENDPOINTS = (
    platform("GET", "issue/createmeta", projects.list, _accept_all, _present_all),
    platform("GET", _TYPES, projects.info, _accept_types, _present_types),
    platform("GET", f"{_TYPES}/<type_id>", screens.create_screen, _accept_fields, _present_fields),
    platform("GET", "issue/<issue>/editmeta", screens.edit_screen, _accept_edit, _present_edit),
)
