"""Projects: https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-projects/"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from workworld.apps.tracker.api.rows import (
    Arguments,
    given,
    nothing,
    page_of,
    paged,
    platform,
)
from workworld.apps.tracker.listed import Listed
from workworld.apps.tracker.models import Project, Status
from workworld.apps.tracker.service import components, projects, roles, site, versions
from workworld.apps.tracker.service.roles import Actor, Cast
from workworld.apps.tracker.wire import metadata, people
from workworld.apps.tracker.wire import projects as shapes
from workworld.apps.tracker.wire.addresses import self_of
from workworld.apps.tracker.wire.selection import words
from workworld.context import Context

_MOST = 1000
_ORDERS = ("key", "name")


def _accept_all(_ctx: Context, _arguments: Arguments) -> Arguments:
    return {"limit": _MOST}


def _present_all(ctx: Context, found: Listed[Project]) -> list[dict[str, Any]]:
    leads = site.people(ctx, [row.lead_id for row in found.items])
    return [shapes.listed(ctx, row, leads.get(row.lead_id)) for row in found.items]


def _accept_search(_ctx: Context, arguments: Arguments) -> Arguments:
    refs = [*words(arguments.get("keys")), *words(arguments.get("id"))]
    order = str(arguments.get("orderBy") or "key").lstrip("+")
    return {
        **given(arguments, text="query", category_id="categoryId"),
        **({"refs": refs} if refs else {}),
        **({"order": order} if order in _ORDERS else {}),
        **page_of(arguments),
    }


def _present_search(ctx: Context, found: Listed[Project]) -> dict[str, Any]:
    return {
        "self": self_of(ctx, "project", "search"),
        "maxResults": page_of(ctx.request.arguments)["limit"],
        "startAt": found.start,
        "total": found.total,
        "isLast": found.is_last,
        "values": _present_all(ctx, found),
    }


def _accept_one(_ctx: Context, arguments: Arguments) -> Arguments:
    return {"project": arguments["project"]}


def _present_one(ctx: Context, row: Project) -> dict[str, Any]:
    parts = components.list(ctx, project=row.id).items
    releases = versions.list(ctx, project=row.id).items
    leads = site.people(ctx, [each.lead_id for each in parts])
    return shapes.whole(
        ctx,
        row,
        [shapes.component(ctx, each, leads.get(each.lead_id or "")) for each in parts],
        [shapes.version(ctx, each) for each in releases],
    )


def _said(arguments: Arguments) -> dict[str, Any]:
    found = given(arguments, lead_id="leadAccountId", name="name")
    if "lead_id" not in found:
        found |= given(arguments, lead_id="lead")
    for ours, theirs in (("description", "description"), ("url", "url")):
        if arguments.get(theirs) is not None:
            found[ours] = arguments[theirs]
    if arguments.get("assigneeType") not in (None, ""):
        is_lead = arguments["assigneeType"] == "PROJECT_LEAD"
        found["default_assignee"] = "lead" if is_lead else "unassigned"
    for ours, theirs in (
        ("category_id", "categoryId"),
        ("permission_scheme_id", "permissionScheme"),
        ("security_scheme_id", "issueSecurityScheme"),
    ):
        if arguments.get(theirs) not in (None, ""):
            found[ours] = str(arguments[theirs])
    return found


def _accept_new(_ctx: Context, arguments: Arguments) -> Arguments:
    return {**given(arguments, key="key"), "kind": _kind(arguments), **_said(arguments)}


def _kind(arguments: Arguments) -> str:
    """What kind of project its type and template make."""
    type_key = str(arguments.get("projectTypeKey") or "software")
    if type_key != "software":
        return type_key
    template = str(arguments.get("projectTemplateKey") or "")
    return "kanban" if "kanban" in template else "scrum"


def _present_new(ctx: Context, row: Project) -> dict[str, Any]:
    return {"self": self_of(ctx, "project", row.id), "id": int(row.id), "key": row.key}


def _accept_edit(_ctx: Context, arguments: Arguments) -> Arguments:
    return {"project": arguments["project"], **_said(arguments)}


def _present_statuses(ctx: Context, found: Mapping[str, Sequence[Status]]) -> list[dict[str, Any]]:
    types = site.issue_types(ctx)
    return [
        {
            "self": self_of(ctx, "issuetype", type_id),
            "id": type_id,
            "name": types[type_id].name,
            "subtask": types[type_id].level < 0,
            "statuses": [metadata.status(ctx, row) for row in rows],
        }
        for type_id, rows in found.items()
    ]


def _present_roles(ctx: Context, found: Sequence[Cast]) -> dict[str, str]:
    project = str(ctx.request.arguments["project"])
    row = projects.known(ctx, project)
    return {each.role.name: self_of(ctx, "project", row.id, "role", each.role.id) for each in found}


def _accept_role(_ctx: Context, arguments: Arguments) -> Arguments:
    return {"project": arguments["project"], "role_id": arguments["role_id"]}


def present_role(ctx: Context, cast: Cast) -> dict[str, Any]:
    """A role of a project, and who has it."""
    row = projects.known(ctx, str(ctx.request.arguments["project"]))
    return {
        "self": self_of(ctx, "project", row.id, "role", cast.role.id),
        "name": cast.role.name,
        "id": int(cast.role.id),
        "description": cast.role.description,
        "actors": [_actor(ctx, each) for each in cast.actors],
    }


def _actor(ctx: Context, actor: Actor) -> dict[str, Any]:
    if actor.person is None:
        group = {"name": actor.name, "displayName": actor.name, "groupId": actor.id}
        kind = {"type": "atlassian-group-role-actor", "actorGroup": group}
        return {"displayName": actor.name, "name": actor.name, **kind}
    kind = {"type": "atlassian-user-role-actor", "actorUser": {"accountId": actor.id}}
    avatar = people.avatars(ctx, "user", actor.id)["16x16"]
    return {"displayName": actor.name, "avatarUrl": avatar, **kind}


_ONE = "project/<project>"
_NAMES = {"lead_id": "leadAccountId"}

ENDPOINTS = (
    platform("GET", "project", projects.list, _accept_all, _present_all),
    platform("POST", "project", projects.create, _accept_new, _present_new, _NAMES, status=201),
    platform(
        "GET",
        "project/search",
        projects.list,
        _accept_search,
        _present_search,
        paging=paged("values"),
    ),
    platform("GET", _ONE, projects.info, _accept_one, _present_one),
    platform("PUT", _ONE, projects.update, _accept_edit, _present_one, _NAMES),
    platform("DELETE", _ONE, projects.delete, _accept_one, nothing),
    platform("POST", f"{_ONE}/archive", projects.archive, _accept_one, nothing),
    platform("POST", f"{_ONE}/restore", projects.restore, _accept_one, _present_one),
    platform("GET", f"{_ONE}/statuses", projects.statuses, _accept_one, _present_statuses),
    platform("GET", f"{_ONE}/role", roles.cast, _accept_one, _present_roles),
    platform("GET", f"{_ONE}/roles", roles.cast, _accept_one, _present_roles),
    platform("GET", f"{_ONE}/role/<role_id>", roles.info, _accept_role, present_role),
)
