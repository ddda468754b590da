"""Projects, and what their issues may be."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workworld.apps.tracker.listed import Listed
from workworld.apps.tracker.models import Project
from workworld.apps.tracker.service import projects, screens, site
from workworld.apps.tracker.service.screens import ScreenField
from workworld.apps.tracker.wire import metadata
from workworld.apps.tracker.wire import projects as shapes
from workworld.apps.tracker.wire.schemas import schema, verbs
from workworld.context import Context
from workworld.doors.mcp import Tool
from workworld.mcp_servers.tracker.schemas import (
    BOOLEAN,
    CLOUD_ID,
    NUMBER,
    STRING,
    Arguments,
    described,
    given,
    one_of,
    whole,
)
from workworld.mcp_servers.tracker.sites import at_site

_ACTIONS = {"view": "view", "browse": "view", "edit": "edit", "create": "create"}
PROJECT = described(STRING, "Key or id of the project, such as CAL.")
_START = described(NUMBER, "How many to skip. Default 0.")
_MOST = described(NUMBER, "How many to answer, at most 50, which is the default.")
_FAR = 10_000_000


def _page(arguments: Arguments) -> dict[str, int]:
    return {
        "start": whole(arguments, "startAt", default=0, least=0, most=_FAR),
        "limit": whole(arguments, "maxResults", default=50, most=50),
    }


def _accept_projects(_ctx: Context, arguments: Arguments) -> Arguments:
    action = _ACTIONS[arguments.get("action", "create")]
    return {"action": action, **_page(arguments), **given(arguments, text="searchString")}


def _present_projects(ctx: Context, found: Listed[Project]) -> dict[str, Any]:
    with_types = ctx.request.arguments.get("expandIssueTypes", True)
    leads = site.people(ctx, [row.lead_id for row in found.items])
    values = []
    for row in found.items:
        shape = shapes.listed(ctx, row, leads.get(row.lead_id))
        values.append(shape | ({"issueTypes": _types(ctx, row)} if with_types else {}))
    limit = int(ctx.request.arguments.get("maxResults", 50))
    page = {"maxResults": limit, "startAt": found.start, "total": found.total}
    return {**page, "isLast": found.is_last, "values": values}


def _types(ctx: Context, row: Project) -> list[dict[str, Any]]:
    return [metadata.issue_type(ctx, each) for each in projects.types_of(ctx, row.id)]


def _accept_project(_ctx: Context, arguments: Arguments) -> Arguments:
    _page(arguments)  # so that numbers that make no sense are refused
    return {"project": arguments["projectIdOrKey"]}


def _present_types(ctx: Context, row: Project) -> dict[str, Any]:
    return _part(ctx, "issueTypes", _types(ctx, row))


def _part(ctx: Context, name: str, found: Sequence[Any]) -> dict[str, Any]:
    page = _page(ctx.request.arguments)
    start, limit = page["start"], page["limit"]
    told = {"startAt": start, "maxResults": limit, "total": len(found)}
    return {**told, name: [*found[start : start + limit]]}


def _accept_fields(_ctx: Context, arguments: Arguments) -> Arguments:
    _page(arguments)
    return {"project_id": arguments["projectIdOrKey"], "type_id": arguments["issueTypeId"]}


def _present_fields(ctx: Context, found: Sequence[ScreenField]) -> dict[str, Any]:
    return _part(ctx, "fields", [field_shape(each) for each in found])


def field_shape(field: ScreenField) -> dict[str, Any]:
    """A field of a screen as the REST API has it."""
    held = schema(field.id, field.kind)
    shape = {
        "required": field.is_required,
        "schema": held,
        "name": field.name,
        "key": field.id,
        "fieldId": field.id,
        "hasDefaultValue": field.has_default,
        "operations": verbs(held),
    }
    if field.default is not None:
        shape["defaultValue"] = field.default
    if field.allowed is None:
        return shape
    name = "value" if field.id.startswith("customfield_") else "name"
    allowed = [{"id": each.id, name: each.name} for each in field.allowed if each.is_open]
    return {**shape, "allowedValues": allowed}


VISIBLE = Tool(
    "getVisibleJiraProjects",
    projects.list,
    "List the projects in which you may create issues, or with action view those that you may "
    "see, with the types of their issues.",
    {
        "cloudId": CLOUD_ID,
        "searchString": described(STRING, "A part of the key or the name."),
        "action": one_of("What you want to do there: create is the default.", *_ACTIONS),
        "startAt": _START,
        "maxResults": _MOST,
        "expandIssueTypes": described(BOOLEAN, "Whether to answer their types; they are, usually."),
    },
    ("cloudId",),
    at_site(_accept_projects),
    _present_projects,
    names={"text": "searchString"},
    title="List projects",
    toolset="projects",
)
TYPES = Tool(
    "getJiraProjectIssueTypesMetadata",
    projects.info,
    "List the types of issues that a project has. Error: project_not_found.",
    {"cloudId": CLOUD_ID, "projectIdOrKey": PROJECT, "startAt": _START, "maxResults": _MOST},
    ("cloudId", "projectIdOrKey"),
    at_site(_accept_project),
    _present_types,
    names={"project": "projectIdOrKey"},
    title="List issue types",
    toolset="projects",
)
FIELDS = Tool(
    "getJiraIssueTypeMetaWithFields",
    screens.create_screen,
    "List the fields that a new issue of a project and type may have: which are required, what "
    "they hold and which values are allowed. Errors: project_not_found, invalid_fields, "
    "permission_denied.",
    {
        "cloudId": CLOUD_ID,
        "projectIdOrKey": PROJECT,
        "issueTypeId": described(STRING, "Id of the type."),
        "startAt": _START,
        "maxResults": _MOST,
    },
    ("cloudId", "projectIdOrKey", "issueTypeId"),
    at_site(_accept_fields),
    _present_fields,
    names={"project_id": "projectIdOrKey", "type_id": "issueTypeId"},
    title="List fields of a type",
    toolset="projects",
)
