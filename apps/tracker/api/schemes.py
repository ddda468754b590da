"""Permission schemes: https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-permission-schemes/

The endpoints of security levels stand here too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from workworld.apps.tracker.api.rows import Arguments, an_object, given, nothing, platform, required
from workworld.apps.tracker.models import PermissionGrant, Project, SecurityLevel
from workworld.apps.tracker.service import projects, schemes, security
from workworld.apps.tracker.wire.addresses import self_of
from workworld.context import Context
from workworld.errors import Invalid, Problem

_HOLDERS = {
    "projectRole": "role",
    "group": "group",
    "user": "person",
    "applicationRole": "anyone",
    "projectLead": "project_lead",
    "reporter": "reporter",
    "assignee": "assignee",
}
"""The vendor's words for those to whom something is given, and ours."""
_THEIRS = {ours: theirs for theirs, ours in _HOLDERS.items()}
_SCHEME = "permissionscheme/<scheme_id>"
_LEVEL = "issuesecurityschemes/<scheme_id>/level/<level_id>"
_NAMES = {"parameter": "holder"}


def _accept_all(_ctx: Context, _arguments: Arguments) -> Arguments:
    return {}


def _accept_one(_ctx: Context, arguments: Arguments) -> Arguments:
    return {"scheme_id": arguments["scheme_id"]}


def _accept_project(_ctx: Context, arguments: Arguments) -> Arguments:
    return {"project": arguments["project"]}


def _accept_assigned(_ctx: Context, arguments: Arguments) -> Arguments:
    scheme_id = str(required(arguments, "id"))
    return {"project": arguments["project"], "permission_scheme_id": scheme_id}


def _accept_new(_ctx: Context, arguments: Arguments) -> Arguments:
    return {"name": required(arguments, "name"), **given(arguments, description="description")}


def _accept_edit(ctx: Context, arguments: Arguments) -> Arguments:
    said = given(arguments, name="name", description="description")
    return {**_accept_one(ctx, arguments), **said}


def _accept_grant(ctx: Context, arguments: Arguments) -> Arguments:
    holder = an_object(arguments, "holder")
    kind = holder.get("type")
    if not isinstance(kind, str) or kind not in _HOLDERS:
        said = f"The holder's type is one of {', '.join(_HOLDERS)}."
        raise Invalid("invalid_grant", problems=[Problem(said, "holder")])
    parameter = holder.get("value") or holder.get("parameter") or ""
    return {
        **_accept_one(ctx, arguments),
        "permission": required(arguments, "permission"),
        "holder": _HOLDERS[kind],
        "parameter": parameter,
    }


def _accept_granted(ctx: Context, arguments: Arguments) -> Arguments:
    return {**_accept_one(ctx, arguments), "grant_id": arguments["grant_id"]}


def _grant(ctx: Context, row: PermissionGrant) -> dict[str, Any]:
    holder = {"type": _THEIRS[row.holder]}
    if row.parameter:
        holder |= {"parameter": row.parameter, "value": row.parameter}
    return {
        "id": int(row.id),
        "self": self_of(ctx, "permissionscheme", row.scheme_id, "permission", row.id),
        "holder": holder,
        "permission": row.permission,
    }


def _scheme(ctx: Context, found: schemes.Scheme) -> dict[str, Any]:
    return {
        "id": int(found.row.id),
        "self": self_of(ctx, "permissionscheme", found.row.id),
        "name": found.row.name,
        "description": found.row.description,
        "permissions": [_grant(ctx, each) for each in found.grants],
    }


def _schemes(ctx: Context, found: Sequence[schemes.Scheme]) -> dict[str, Any]:
    return {"permissionSchemes": [_scheme(ctx, each) for each in found]}


def _grants(ctx: Context, found: schemes.Scheme) -> dict[str, Any]:
    return {"permissions": [_grant(ctx, each) for each in found.grants]}


def _of_project(ctx: Context, row: Project) -> dict[str, Any]:
    return _scheme(ctx, schemes.of_project(ctx, project=row.id))


def _level(ctx: Context, row: SecurityLevel) -> dict[str, Any]:
    return {
        "id": row.id,
        "self": self_of(ctx, "securitylevel", row.id),
        "name": row.name,
        "description": row.description,
    }


def _levels(ctx: Context, rows: Sequence[SecurityLevel]) -> dict[str, Any]:
    return {"levels": [_level(ctx, row) for row in rows]}


def _accept_members(_ctx: Context, arguments: Arguments) -> Arguments:
    named = arguments.get("members")
    listed = named if isinstance(named, list) else []
    members = [each for each in listed if isinstance(each, Mapping)]
    by_kind = {
        ours: [each.get("parameter") for each in members if each.get("type") == kind]
        for kind, ours in (("user", "person_ids"), ("group", "group_refs"))
    }
    return {"level_id": arguments["level_id"], **by_kind}


def _accept_member(_ctx: Context, arguments: Arguments) -> Arguments:
    return {"level_id": arguments["level_id"], "member_id": arguments["member_id"]}


def _security(ctx: Context, found: Sequence[security.Scheme]) -> dict[str, Any]:
    return {
        "issueSecuritySchemes": [
            {
                "id": int(each.row.id),
                "self": self_of(ctx, "issuesecurityschemes", each.row.id),
                "name": each.row.name,
                "levels": [_level(ctx, level.row) for level in each.levels],
            }
            for each in found
        ]
    }


ENDPOINTS = (
    platform("GET", "permissionscheme", schemes.list, _accept_all, _schemes),
    platform("POST", "permissionscheme", schemes.create, _accept_new, _scheme, status=201),
    platform("GET", _SCHEME, schemes.info, _accept_one, _scheme),
    platform("PUT", _SCHEME, schemes.update, _accept_edit, _scheme),
    platform("DELETE", _SCHEME, schemes.delete, _accept_one, nothing, status=204),
    platform("GET", f"{_SCHEME}/permission", schemes.info, _accept_one, _grants),
    platform(
        "POST",
        f"{_SCHEME}/permission",
        schemes.grant,
        _accept_grant,
        _grant,
        _NAMES,
        status=201,
    ),
    platform(
        "DELETE",
        f"{_SCHEME}/permission/<grant_id>",
        schemes.revoke,
        _accept_granted,
        nothing,
        status=204,
    ),
    platform(
        "GET", "project/<project>/permissionscheme", schemes.of_project, _accept_project, _scheme
    ),
    platform(
        "PUT",
        "project/<project>/permissionscheme",
        projects.update,
        _accept_assigned,
        _of_project,
        {"permission_scheme_id": "id"},
    ),
    platform("GET", "project/<project>/securitylevel", security.levels, _accept_project, _levels),
    platform("GET", "issuesecurityschemes", security.schemes, _accept_all, _security),
    platform(
        "PUT",
        f"{_LEVEL}/member",
        security.add_members,
        _accept_members,
        nothing,
        {"person_ids": "members", "group_refs": "members"},
        status=204,
    ),
    platform(
        "DELETE",
        f"{_LEVEL}/member/<member_id>",
        security.remove_member,
        _accept_member,
        nothing,
        status=204,
    ),
)
