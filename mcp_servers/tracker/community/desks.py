"""Service desks: their queues, what may be asked of them, and asking it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from workworld.apps.tracker import permission_names as names
from workworld.apps.tracker.models import Issue, Project, Queue, RequestType
from workworld.apps.tracker.service import (
    access,
    desk_parts,
    desks,
    queues,
    request_types,
    requests,
    site,
)
from workworld.apps.tracker.service.queues import Counted
from workworld.apps.tracker.service.request_types import AskedField
from workworld.apps.tracker.service.search import Found
from workworld.apps.tracker.wire import desks as rest
from workworld.apps.tracker.wire.issues import Issues
from workworld.apps.tracker.wire.selection import selected
from workworld.context import Context
from workworld.errors import NotFound
from workworld.mcp_servers.tracker.community.accounts import account_or
from workworld.mcp_servers.tracker.community.declaring import (
    PROJECT,
    START,
    number,
    refused_as,
    text,
    tool,
    truth,
)
from workworld.mcp_servers.tracker.community.values import taken
from workworld.mcp_servers.tracker.schemas import Arguments, json_in, listed

_MOST = 50
_COLUMNS = ("summary", "status", "assignee", "priority", "created")
_DESK = text("Id of the service desk.")
_TYPE = text("Id of the request type.")
_LIMIT = number("How many to answer, 1 to 50. Default 50.", _MOST, 1, _MOST)
_NO_FILES = "Files are not attached to requests by this tool: {} was left out."
_NOT_ON_BEHALF = "raise_on_behalf_of='{}' could not be: the request is the caller's."


def _said(shape: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in shape.items() if value not in (None, "", [], {})}


# Desks and queues


def _accept_project(_ctx: Context, arguments: Arguments) -> Arguments:
    return {"project": arguments["project_key"]}


def _present_desk(ctx: Context, row: Project) -> dict[str, Any]:
    found = rest.desk(ctx, row)
    return {
        "project_key": row.key,
        "service_desk": {
            "id": found["id"],
            "project_key": row.key,
            "project_name": row.name,
            "project_id": found["projectId"],
            "links": found["_links"],
        },
    }


def _no_desk(arguments: Arguments, _said: str) -> dict[str, Any]:
    return {"project_key": arguments["project_key"], "service_desk": None}


def _accept_desk(_ctx: Context, arguments: Arguments) -> Arguments:
    return {"project": arguments["service_desk_id"]}


def _page(arguments: Arguments, all_of_them: Sequence[Any]) -> tuple[dict[str, Any], Sequence[Any]]:
    """What a page says of itself, and what is on it."""
    start, limit = arguments.get("start_at", 0), arguments.get("limit", _MOST)
    shown = all_of_them[start : start + limit]
    said = {
        "service_desk_id": arguments["service_desk_id"],
        "start": start,
        "limit": limit,
        "size": len(shown),
        "is_last_page": start + limit >= len(all_of_them),
    }
    return said, shown


def _queue(ctx: Context, each: Counted) -> dict[str, Any]:
    found = rest.queue(ctx, each, with_count=True)
    shape = {name: found[name] for name in ("id", "name")}
    shape |= {"issue_count": found["issueCount"], "jql": found["jql"], "fields": found["fields"]}
    return shape | {"links": found["_links"]}


def _present_queues(ctx: Context, found: Sequence[Counted]) -> dict[str, Any]:
    page, shown = _page(ctx.request.arguments, found)
    return page | {"queues": [_queue(ctx, each) for each in shown]}


def _accept_queue(_ctx: Context, arguments: Arguments) -> Arguments:
    return {
        "project": arguments["service_desk_id"],
        "queue_id": arguments["queue_id"],
        "start": arguments.get("start_at", 0),
        "limit": min(arguments.get("limit", _MOST), _MOST),
    }


def _present_issues(ctx: Context, found: Found) -> dict[str, Any]:
    asked = ctx.request.arguments
    total = found.total or 0
    queue = desk_parts.known(ctx, Queue, str(asked["queue_id"]))
    return {
        "service_desk_id": asked["service_desk_id"],
        "queue_id": queue.id,
        "start": found.start,
        "limit": min(asked.get("limit", _MOST), _MOST),
        "size": len(found.rows),
        "is_last_page": found.start + len(found.rows) >= total,
        "issues": Issues(ctx, selected(None, _COLUMNS)).of_rows(found.rows),
        "queue": _queue(ctx, Counted(queue, total)),
    }


# What may be asked


def _type(ctx: Context, row: RequestType) -> dict[str, Any]:
    found = rest.request_type(ctx, row)
    return _said(
        {
            "id": found["id"],
            "name": found["name"],
            "description": found["description"],
            "help_text": found["helpText"],
            "issue_type_id": found["issueTypeId"],
            "group_ids": found["groupIds"],
            "icon": found["icon"],
        }
    )


def _present_types(ctx: Context, found: Sequence[RequestType]) -> dict[str, Any]:
    page, shown = _page(ctx.request.arguments, found)
    return page | {"request_types": [_type(ctx, each) for each in shown]}


def _type_of(ctx: Context, arguments: Arguments) -> RequestType:
    """The request type that is meant, of the service desk that is meant.

    Raises:
        NotFound: there is none.
    """
    desk = desk_parts.desk(ctx, arguments["service_desk_id"])
    row = desk_parts.known(ctx, RequestType, arguments["request_type_id"])
    if row.project_id != desk.id:
        raise NotFound("request_type_not_found", f"There is no request type {row.id}.")
    return row


def _accept_type(ctx: Context, arguments: Arguments) -> Arguments:
    return {"request_type_id": _type_of(ctx, arguments).id}


def _field(each: AskedField) -> dict[str, Any]:
    found = rest.asked_field(each)
    shape = {"field_id": found["fieldId"], "name": found["name"], "required": found["required"]}
    shape["supports_multiple"] = found["jiraSchema"]["type"] in ("array", "choices", "labels")
    described = {
        "description": found["description"],
        "visible": found["visible"],
        "jira_schema": found["jiraSchema"],
        "valid_values": found["validValues"],
    }
    return shape | _said(described)


def _present_fields(ctx: Context, found: Sequence[AskedField]) -> dict[str, Any]:
    asked = ctx.request.arguments
    project = desk_parts.desk(ctx, asked["service_desk_id"])
    return {
        "service_desk_id": asked["service_desk_id"],
        "request_type_id": asked["request_type_id"],
        "fields": [_field(each) for each in found],
        "can_raise_on_behalf_of": access.has(ctx, names.SERVE, project.id),
        "can_add_request_participants": True,
    }


# Asking


def _several(arguments: Arguments, name: str) -> list[str]:
    """Parts of a text with commas, or of the text of a JSON array."""
    if str(arguments.get(name, "")).strip().startswith("["):
        return [str(each) for each in json_in(arguments, name, list, [])]
    return listed(arguments, name)


def _on_behalf(ctx: Context, arguments: Arguments, project_id: str) -> str | None:
    """Whose request it is to be; nobody's but the caller's if it may be so and has to."""
    said = str(arguments.get("raise_on_behalf_of", "")).strip()
    if not said:
        return None
    person = account_or(ctx, said)
    is_known = person != said or bool(site.people(ctx, [person]))
    if arguments.get("strict_on_behalf", False):
        return person
    return person if is_known and access.has(ctx, names.SERVE, project_id) else None


def _accept_request(ctx: Context, arguments: Arguments) -> Arguments:
    row = _type_of(ctx, arguments)
    project = desk_parts.desk(ctx, row.project_id)
    said = json_in(arguments, "request_field_values", dict, {})
    person = _on_behalf(ctx, arguments, project.id)
    followers = [account_or(ctx, each) for each in _several(arguments, "request_participants")]
    return {
        "request_type_id": row.id,
        "fields": taken(ctx, said, project),
        **({"on_behalf_of": person} if person else {}),
        **({"participant_ids": followers} if followers else {}),
    }


def _present_request(ctx: Context, row: Issue) -> dict[str, Any]:
    asked = ctx.request.arguments
    found = rest.request(ctx, requests.views(ctx, [row])[0])
    behalf = str(asked.get("raise_on_behalf_of", "")).strip()
    is_theirs = bool(behalf) and row.reporter_id == account_or(ctx, behalf)
    usual = "created_as_agent_fallback" if behalf else "created_direct"
    files = str(asked.get("attachments", "")).strip()
    warnings = [_NOT_ON_BEHALF.format(behalf)] * (bool(behalf) and not is_theirs)
    warnings += [_NO_FILES.format("what attachments names")] * bool(files)
    shape = {
        "request_id": found["issueId"],
        "request_key": found["issueKey"],
        "portal_url": found["_links"]["web"],
        "created_mode": "created_on_behalf_of" if is_theirs else usual,
    }
    more = {
        "on_behalf_user": behalf,
        "request_participants": _several(asked, "request_participants"),
        "warnings": warnings,
        "links": found["_links"],
    }
    return shape | _said(more)


_ASKED = {
    "service_desk_id": _DESK,
    "request_type_id": _TYPE,
    "request_field_values": text(
        'Values by field, the text of a JSON object: {"summary": "No access"}.'
    ),
    "raise_on_behalf_of": text("Account id or e-mail address of whose request it is."),
    "request_participants": text("Account ids or e-mail addresses, comma-joined or a JSON array."),
    "attachments": text("Files are left out, and a warning says so."),
    "strict_on_behalf": truth("Refuse rather than ask in the caller's own name.", False),
}
_PAGED = {"service_desk_id": _DESK, "start_at": START, "limit": _LIMIT}
TOOLS = (
    tool(
        "get_service_desk_for_project",
        desks.info,
        "Find the service desk of a project; null if it has none.",
        {"project_key": PROJECT},
        ("project_key",),
        _accept_project,
        _present_desk,
        title="Get Service Desk For Project",
        toolset="service_desk",
        manner=refused_as(_no_desk),
    ),
    tool(
        "get_service_desk_queues",
        queues.list,
        "List the queues of a service desk, with how many issues are in each.",
        _PAGED,
        ("service_desk_id",),
        _accept_desk,
        _present_queues,
        title="Get Service Desk Queues",
        toolset="service_desk",
    ),
    tool(
        "get_queue_issues",
        queues.issues,
        "List the issues in a queue of a service desk, in its order.",
        {
            "service_desk_id": _DESK,
            "queue_id": text("Id of the queue."),
            "start_at": START,
            "limit": number("How many to answer. Default 50, which is the most.", _MOST, 1),
        },
        ("service_desk_id", "queue_id"),
        _accept_queue,
        _present_issues,
        title="Get Queue Issues",
        toolset="service_desk",
    ),
    tool(
        "get_request_types",
        request_types.list,
        "List what customers may ask of a service desk.",
        _PAGED,
        ("service_desk_id",),
        _accept_desk,
        _present_types,
        title="Get Request Types",
        toolset="service_desk",
    ),
    tool(
        "get_request_type_fields",
        request_types.form,
        "List what the form of a request type asks for, and what may be filled in.",
        {"service_desk_id": _DESK, "request_type_id": _TYPE},
        ("service_desk_id", "request_type_id"),
        _accept_type,
        _present_fields,
        title="Get Request Type Fields",
        toolset="service_desk",
    ),
    tool(
        "create_customer_request",
        requests.create,
        "Ask a service desk for something, in the form of one of its request types.",
        _ASKED,
        ("service_desk_id", "request_type_id", "request_field_values"),
        _accept_request,
        _present_request,
        title="Create Customer Request",
        toolset="service_desk",
        destroys=True,
    ),
)
