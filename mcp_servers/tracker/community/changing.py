"""Making issues, changing them and moving them on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from workworld.apps.tracker import field_ids as f
from workworld.apps.tracker.models import Issue, Project
from workworld.apps.tracker.service import (
    bulk_creation,
    issues,
    projects,
    sight,
    status_updates,
    transitions,
)
from workworld.apps.tracker.service.bulk_creation import Made
from workworld.apps.tracker.service.transitions import Available
from workworld.apps.tracker.wire import texts
from workworld.context import Context
from workworld.doors.mcp import Variant
from workworld.errors import Invalid, Refused
from workworld.mcp_servers.tracker.community.accounts import account_or
from workworld.mcp_servers.tracker.community.declaring import (
    ISSUE,
    PROJECT,
    key,
    project,
    text,
    tool,
    truth,
)
from workworld.mcp_servers.tracker.community.issue_shapes import EVERY, of_rows
from workworld.mcp_servers.tracker.community.reading import ways
from workworld.mcp_servers.tracker.community.values import taken, type_named
from workworld.mcp_servers.tracker.schemas import STRING, Arguments, json_in, listed, usual

_NO_FILE = "File not found"


def whole(ctx: Context, issue: Issue, fields: str = EVERY) -> dict[str, Any]:
    """An issue as it is now."""
    return of_rows(ctx, [sight.read(ctx, issue.id)], fields)[0]


def _accept_create(ctx: Context, arguments: Arguments) -> Arguments:
    said = dict(json_in(arguments, "additional_fields", dict, {}))
    said[f.SUMMARY] = arguments["summary"]
    for theirs, ours in (("description", f.DESCRIPTION), ("assignee", f.ASSIGNEE)):
        if arguments.get(theirs):
            said[ours] = arguments[theirs]
    if parts := listed(arguments, "components"):
        said[f.COMPONENTS] = parts
    return _new(ctx, projects.known(ctx, arguments["project_key"]), arguments["issue_type"], said)


def _new(ctx: Context, place: Project, kind: str, said: Mapping[str, Any]) -> dict[str, Any]:
    fields = taken(ctx, said, place)
    return {"project_id": place.id, "type_id": type_named(ctx, place, kind), "fields": fields}


def _present_created(ctx: Context, issue: Issue) -> dict[str, Any]:
    return {"message": "Issue created successfully", "issue": whole(ctx, issue)}


def _accept_several(ctx: Context, arguments: Arguments) -> Arguments:
    wanted = json_in(arguments, "issues", list, [])
    return {"issues": [_one_of_many(ctx, each) for each in wanted]}


def _one_of_many(ctx: Context, wanted: Any) -> dict[str, Any]:
    """One of several, with what is wrong with it: it does not keep others from being created."""
    try:
        if not isinstance(wanted, Mapping):
            raise Invalid("invalid_arguments", "An issue is an object.")
        said = dict(wanted)
        names = [str(said.pop(name, "") or "") for name in ("project_key", "issue_type")]
        if not all([*names, said.get("summary")]):
            raise Invalid("invalid_arguments", "project_key, summary and issue_type are required.")
        return _new(ctx, projects.known(ctx, names[0]), names[1], said)
    except Refused as refused:
        problems = [(each.what, each.field) for each in refused.problems]
        told = problems or [(refused.message, "")]
        return {"project_id": "", "type_id": "", "fields": {}, "problems": told}


def _present_several(ctx: Context, made: Made) -> dict[str, Any]:
    shown = [whole(ctx, each) for each in made.issues]
    failed = [{"element": each.number, "error": str(each.refused)} for each in made.failures]
    answer = {"message": "Issues created successfully", "issues": shown}
    return answer | ({"errors": failed} if failed else {})


def _present_fit(_ctx: Context, _count: int) -> dict[str, Any]:
    return {"message": "Issues validated successfully", "issues": []}


def _said(arguments: Arguments) -> dict[str, Any]:
    """What is to change, from both places where it may stand."""
    said = dict(json_in(arguments, "fields", dict, {}))
    said |= json_in(arguments, "additional_fields", dict, {})
    if parts := listed(arguments, "components"):
        said[f.COMPONENTS] = parts
    said.pop("attachments", None)
    return said


def _names_status(arguments: Arguments) -> bool:
    try:
        return bool(_said(arguments).get(f.STATUS))
    except Refused:
        return False


def _place_of(ctx: Context, arguments: Arguments) -> Project:
    return projects.known(ctx, sight.read(ctx, arguments["issue_key"]).project_id)


def _accept_update(ctx: Context, arguments: Arguments) -> Arguments:
    fields = taken(ctx, _said(arguments), _place_of(ctx, arguments))
    return {"issue": arguments["issue_key"], "fields": fields}


def _accept_status(ctx: Context, arguments: Arguments) -> Arguments:
    said = _said(arguments)
    status = said.pop(f.STATUS)
    name = status.get("name", "") if isinstance(status, Mapping) else status
    fields = taken(ctx, said, _place_of(ctx, arguments))
    return {"issue": arguments["issue_key"], "fields": fields, "status": str(name)}


def _present_updated(ctx: Context, issue: Issue) -> dict[str, Any]:
    asked = ctx.request.arguments
    shape = whole(ctx, issue, str(asked.get("return_fields") or EVERY))
    if paths := _paths(asked):
        failed = [{"filename": path, "error": _NO_FILE} for path in paths]
        shape["attachment_results"] = {
            "success": False,
            "issue_key": issue.key,
            "total": len(paths),
            "uploaded": [],
            "failed": failed,
        }
    return {"message": "Issue updated successfully", "issue": shape}


def _paths(asked: Arguments) -> list[str]:
    """The files that were to be attached: there are none where the server runs."""
    said = str(asked.get("attachments", "")).strip()
    if said.startswith("["):
        return [str(each) for each in json_in(asked, "attachments", list, [])]
    return listed(asked, "attachments")


def _accept_assign(ctx: Context, arguments: Arguments) -> Arguments:
    said = str(arguments.get("assignee", "")).strip()
    if said.startswith("{"):
        shape = json_in(arguments, "assignee", dict, {})
        said = str(shape.get("accountId") or shape.get("account_id") or shape.get("name") or "")
    found = {"person_id": account_or(ctx, said)} if said else {}
    return {"issue": arguments["issue_key"], **found}


def _present_assigned(ctx: Context, issue: Issue) -> dict[str, Any]:
    said = f"Issue {ctx.request.arguments['issue_key']} assigned successfully"
    return {"message": said, "issue": whole(ctx, issue)}


def _accept_issue(_ctx: Context, arguments: Arguments) -> Arguments:
    return {"issue": arguments["issue_key"]}


def _present_deleted(ctx: Context, _nothing: None) -> dict[str, Any]:
    return {"message": f"Issue {ctx.request.arguments['issue_key']} has been deleted successfully."}


def _accept_move(_ctx: Context, arguments: Arguments) -> Arguments:
    return {"issue": arguments["issue_key"], "project_id": arguments["target_project_key"]}


def _present_moved(ctx: Context, issue: Issue) -> dict[str, Any]:
    asked = ctx.request.arguments
    where = f"from {asked['issue_key']} to project {asked['target_project_key']}"
    return {"message": f"Issue moved successfully {where}", "issue": whole(ctx, issue)}


def _present_ways(ctx: Context, _found: list[Available]) -> list[dict[str, Any]]:
    return ways(ctx, ctx.request.arguments["issue_key"])


def _accept_way(ctx: Context, arguments: Arguments) -> Arguments:
    said = json_in(arguments, "fields", dict, {})
    remark = arguments.get("comment")
    return {
        "issue": arguments["issue_key"],
        "transition": str(arguments["transition_id"]),
        "fields": taken(ctx, said, _place_of(ctx, arguments)),
        **({"comment": texts.body(ctx, remark, f.COMMENT)} if remark else {}),
    }


def _present_gone(ctx: Context, issue: Issue) -> dict[str, Any]:
    said = f"Issue {ctx.request.arguments['issue_key']} transitioned successfully"
    return {"message": said, "issue": whole(ctx, issue)}


_ISSUE_NAMES = {"project_id": "project_key", "type_id": "issue_type"}
CREATE = tool(
    "create_issue",
    issues.create,
    "Create an issue in a project. Priority, labels, parent, versions and custom fields go into "
    "additional_fields, a JSON text; an epic as parent or epicKey.",
    {
        "project_key": project(),
        "summary": text("One line of at most 255 characters."),
        "issue_type": text("Name of the type, such as Task, Bug, Story, Epic or Subtask."),
        "assignee": text("Who gets it, by e-mail address, whole name or account id."),
        "description": text("What it is about, in Markdown."),
        "components": text("Names of components, comma-joined."),
        "additional_fields": text(
            'JSON text of further fields: {"priority": {"name": "High"}, "labels": ["yard"], '
            '"parent": "CAL-7", "customfield_10016": 3}.'
        ),
    },
    ("project_key", "summary", "issue_type"),
    _accept_create,
    _present_created,
    title="Create Issue",
    toolset="issues",
    destroys=False,
    names=_ISSUE_NAMES,
)
CREATE_SEVERAL = tool(
    "batch_create_issues",
    bulk_creation.create,
    "Create up to 50 issues at once; one that is unfit does not keep the others from being "
    "created. With validate_only, only tell whether they would be.",
    {
        "issues": text(
            "JSON text of an array of objects with project_key, summary and issue_type, and "
            "optionally description, assignee, components and other fields."
        ),
        "validate_only": truth("Create nothing; only tell whether it would be done.", False),
    },
    ("issues",),
    _accept_several,
    _present_several,
    title="Batch Create Issues",
    toolset="issues",
    destroys=False,
    variants=(
        Variant(
            lambda arguments: arguments.get("validate_only") is True,
            bulk_creation.check,
            _accept_several,
            _present_fit,
        ),
    ),
)
UPDATE = tool(
    "update_issue",
    issues.edit,
    "Change fields of an issue; those that are not named stay as they are, null empties one. A "
    "status is reached by the transition that leads to it. Name in return_fields what to answer.",
    {
        "issue_key": ISSUE,
        "fields": text('JSON text of new values: {"summary": "…", "assignee": "a@b.example"}.'),
        "additional_fields": text("JSON text of further new values, such as custom fields."),
        "components": text("Names of components, comma-joined."),
        "attachments": text("Paths of files where this server runs; there are none."),
        "return_fields": usual(STRING, EVERY, "Fields to answer, comma-joined, or *all."),
    },
    ("issue_key", "fields"),
    _accept_update,
    _present_updated,
    title="Update Issue",
    toolset="issues",
    destroys=True,
    names={"issue": "issue_key"},
    variants=(Variant(_names_status, status_updates.update, _accept_status, _present_updated),),
)
ASSIGN = tool(
    "assign_issue",
    issues.assign,
    "Give an issue to somebody, or without assignee to nobody.",
    {
        "issue_key": key(),
        "assignee": text("E-mail address, whole name or account id; empty for nobody."),
    },
    ("issue_key",),
    _accept_assign,
    _present_assigned,
    title="Assign Issue",
    toolset="issues",
    names={"issue": "issue_key", "person_id": "assignee"},
)
DELETE = tool(
    "delete_issue",
    issues.delete,
    "Delete an issue for good; its key is never given out again. One with sub-tasks is refused.",
    {"issue_key": ISSUE},
    ("issue_key",),
    _accept_issue,
    _present_deleted,
    title="Delete Issue",
    toolset="issues",
    destroys=True,
)
MOVE = tool(
    "move_issue",
    issues.move,
    "Move an issue to another project with its sub-tasks; it gets a new key, to which the old one "
    "leads.",
    {"issue_key": ISSUE, "target_project_key": PROJECT},
    ("issue_key", "target_project_key"),
    _accept_move,
    _present_moved,
    title="Move Issue to Project",
    toolset="issues",
    destroys=True,
    names={"issue": "issue_key", "project_id": "target_project_key"},
)
WAYS = tool(
    "get_transitions",
    transitions.list,
    "List the ways on from where an issue stands, with the ids that jira_transition_issue takes.",
    {"issue_key": ISSUE},
    ("issue_key",),
    _accept_issue,
    _present_ways,
    title="Get Transitions",
    toolset="transitions",
)
GO = tool(
    "transition_issue",
    transitions.perform,
    "Move an issue on to another status by a transition, with the fields that its screen asks for.",
    {
        "issue_key": ISSUE,
        "transition_id": text("Id of the transition, from jira_get_transitions."),
        "fields": text('JSON text of fields of its screen: {"resolution": {"name": "Done"}}.'),
        "comment": text("What to say of it, in Markdown."),
    },
    ("issue_key", "transition_id"),
    _accept_way,
    _present_gone,
    title="Transition Issue",
    toolset="transitions",
    destroys=True,
    names={"issue": "issue_key", "transition": "transition_id"},
)
