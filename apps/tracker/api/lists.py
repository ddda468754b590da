"""What the site has agreed on: fields, types, statuses, priorities, resolutions, link types, roles.

https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issue-types/
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from workworld.apps.tracker.api.rows import Arguments, given, platform
from workworld.apps.tracker.models import Role
from workworld.apps.tracker.service import fields, permissions, site
from workworld.apps.tracker.wire import metadata, schemas
from workworld.apps.tracker.wire.addresses import self_of
from workworld.apps.tracker.wire.selection import words
from workworld.attempts import Present
from workworld.context import Context
from workworld.doors.rest import Endpoint
from workworld.errors import NotFound

_NAVIGABLE = frozenset({"comment", "attachment", "worklog", "timetracking"})
Shown = Callable[[Context, Any], dict[str, Any]]


def _nothing_given(_ctx: Context, _arguments: Arguments) -> Arguments:
    return {}


def _present_all(shown: Shown) -> Present:
    def present(ctx: Context, found: Mapping[str, Any]) -> list[dict[str, Any]]:
        return [shown(ctx, row) for row in found.values()]

    return present


def _present_one(shown: Shown, thing: str) -> Present:
    def present(ctx: Context, found: Mapping[str, Any]) -> dict[str, Any]:
        wanted = str(ctx.request.arguments["ref"])
        named = (row for row in found.values() if row.name == wanted)
        row = found.get(wanted) or next(named, None)
        if row is None:
            raise NotFound(f"{thing}_not_found", f"The {thing} with id '{wanted}' does not exist.")
        return shown(ctx, row)

    return present


def _listing(
    path: str, function: Callable[..., Any], shown: Shown, thing: str
) -> tuple[Endpoint, ...]:
    every = platform("GET", path, function, _nothing_given, _present_all(shown))
    one = platform("GET", f"{path}/<ref>", function, _nothing_given, _present_one(shown, thing))
    return every + one


def _role(ctx: Context, row: Role) -> dict[str, Any]:
    return {
        "self": self_of(ctx, "role", row.id),
        "name": row.name,
        "id": int(row.id),
        "description": row.description,
    }


def _present_categories(ctx: Context, _found: Mapping[str, Any]) -> list[dict[str, Any]]:
    return [metadata.category(ctx, key) for key in metadata.CATEGORIES]


def _present_link_types(ctx: Context, found: Mapping[str, Any]) -> dict[str, Any]:
    return {"issueLinkTypes": [metadata.link_type(ctx, row) for row in found.values()]}


def _present_fields(_ctx: Context, found: Sequence[fields.FieldInfo]) -> list[dict[str, Any]]:
    return [_field(each) for each in found]


def _field(field: fields.FieldInfo) -> dict[str, Any]:
    return {
        "id": field.id,
        "key": field.id,
        "name": field.name,
        "custom": field.id.startswith("customfield_"),
        "orderable": field.orderable,
        "navigable": field.id not in _NAVIGABLE,
        "searchable": field.searchable,
        "clauseNames": [*field.clause_names],
        "schema": schemas.schema(field.id, field.kind),
    }


def _accept_mine(_ctx: Context, arguments: Arguments) -> Arguments:
    project = given(arguments, project="projectId") or given(arguments, project="projectKey")
    issue = given(arguments, issue="issueId") or given(arguments, issue="issueKey")
    return project | issue | {"names": words(arguments.get("permissions"))}


def _present_mine(_ctx: Context, found: Mapping[str, bool]) -> dict[str, Any]:
    told = {name: permission(name) | {"havePermission": has} for name, has in found.items()}
    return {"permissions": told}


def permission(name: str) -> dict[str, Any]:
    """A permission, whoever has it."""
    return {
        "id": name,
        "key": name,
        "name": name.replace("_", " ").capitalize(),
        "type": "GLOBAL" if name == "ADMINISTER" else "PROJECT",
        "description": "",
    }


ENDPOINTS = (
    platform("GET", "field", fields.list, _nothing_given, _present_fields),
    _listing("issuetype", site.issue_types, metadata.issue_type, "issue type"),
    _listing("priority", site.priorities, metadata.priority, "priority"),
    _listing("status", site.statuses, metadata.status, "status"),
    _listing("resolution", site.resolutions, metadata.resolution, "resolution"),
    _listing("role", site.roles, _role, "role"),
    platform("GET", "statuscategory", site.statuses, _nothing_given, _present_categories),
    platform("GET", "issueLinkType", site.link_types, _nothing_given, _present_link_types),
    platform(
        "GET",
        "issueLinkType/<ref>",
        site.link_types,
        _nothing_given,
        _present_one(metadata.link_type, "issue link type"),
    ),
    platform(
        "GET",
        "mypermissions",
        permissions.mine,
        _accept_mine,
        _present_mine,
        {"issue": "issueKey", "project": "projectKey", "names": "permissions"},
    ),
)
