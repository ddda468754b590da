"""Reading, creating and editing issues, and moving them on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from workworld.apps.tracker import field_ids as f
from workworld.apps.tracker.models import Issue
from workworld.apps.tracker.service import issues, projects, sight, transitions
from workworld.apps.tracker.service.records import Record
from workworld.apps.tracker.wire import inputs, metadata, texts
from workworld.apps.tracker.wire.addresses import self_of
from workworld.apps.tracker.wire.issues import Issues
from workworld.apps.tracker.wire.selection import selected, words
from workworld.context import Context
from workworld.doors.mcp import Tool
from workworld.errors import Invalid
from workworld.mcp_servers.tracker.schemas import (
    BOOLEAN,
    CLOUD_ID,
    CONTENT_FORMAT,
    ISSUE,
    OBJECT,
    RESPONSE_FORMAT,
    STRING,
    Arguments,
    described,
)
from workworld.mcp_servers.tracker.schemas import (
    texts as listed_texts,
)
from workworld.mcp_servers.tracker.sites import at_site, issue_named

USUAL = (
    f.SUMMARY,
    f.DESCRIPTION,
    f.STATUS,
    f.TYPE,
    f.PRIORITY,
    f.LABELS,
    f.COMPONENTS,
    f.ASSIGNEE,
    f.REPORTER,
    "created",
    "updated",
    f.RESOLUTION,
    f.PROJECT,
)
"""The fields that are answered unless others are asked for."""
_LONGEST = 32_000
TRANSITION = described(
    {"type": "object", "properties": {"id": {"type": "string"}}, "required": ["id"]},
    'The transition, by the id that getTransitionsForJiraIssue answers: {"id": "21"}.',
)
FIELDS = listed_texts("Which fields to answer, by id; *all for all of them.")


def _accept_issue(_ctx: Context, arguments: Arguments) -> Arguments:
    return {"issue": arguments["issueIdOrKey"]}


def _accept_fetch(ctx: Context, arguments: Arguments) -> Arguments:
    return {"issue": issue_named(ctx, arguments["id"])}


def present_issue(ctx: Context, record: Record) -> dict[str, Any]:
    """An issue as the REST API has it, with the fields that were asked for."""
    asked = ctx.request.arguments
    expand = frozenset(words(asked.get("expand")))
    (shape,) = Issues(ctx, selected(asked.get("fields"), USUAL), expand).of_records([record])
    return shape


def present_named(ctx: Context, issue: Issue) -> dict[str, str]:
    """An issue by its id, key and address."""
    return {"id": issue.id, "key": issue.key, "self": self_of(ctx, "issue", issue.id)}


def _present_edited(ctx: Context, issue: Issue) -> dict[str, Any]:
    return Issues(ctx, selected(None, USUAL)).of_rows([sight.read(ctx, issue.id)])[0]


def _accept_create(ctx: Context, arguments: Arguments) -> Arguments:
    project = projects.known(ctx, arguments["projectKey"])
    sent: dict[str, Any] = dict(arguments.get("additional_fields", {}))
    sent[f.SUMMARY] = arguments["summary"]
    described_as = arguments.get("description")
    if described_as is not None:
        if isinstance(described_as, str) and len(described_as) > _LONGEST:
            said = f"description holds at most {_LONGEST:,} characters"
            raise Invalid("invalid_arguments", said)
        sent[f.DESCRIPTION] = described_as
    for theirs, ours in (("parent", f.PARENT), ("assignee_account_id", f.ASSIGNEE)):
        if arguments.get(theirs):
            sent[ours] = arguments[theirs]
    fields = inputs.values(ctx, sent, project)
    made = {"project_id": project.id, "type_id": arguments["issueTypeName"], "fields": fields}
    if arguments.get("transition"):
        made["transition"] = str(arguments["transition"]["id"])
    return made


def _accept_edit(ctx: Context, arguments: Arguments) -> Arguments:
    row = sight.read(ctx, arguments["issueIdOrKey"])
    project = projects.known(ctx, row.project_id)
    fields = inputs.values(ctx, arguments["fields"], project)
    return {"issue": arguments["issueIdOrKey"], "fields": fields}


def _accept_transition(ctx: Context, arguments: Arguments) -> Arguments:
    row = sight.read(ctx, arguments["issueIdOrKey"])
    project = projects.known(ctx, row.project_id)
    number = str(arguments["transition"]["id"])
    found: dict[str, Any] = {"issue": arguments["issueIdOrKey"], "transition": number}
    sent = dict(arguments.get("fields", {}))
    for field, changes in dict(arguments.get("update", {})).items():
        if field == f.COMMENT:
            found["comment"] = _comment_in(ctx, changes)
        else:
            sent[field] = _last_set(field, changes)
    return found | {"fields": inputs.values(ctx, sent, project)}


def _comment_in(ctx: Context, changes: Any) -> Any:
    try:
        body = changes[0]["add"]["body"]
    except (LookupError, TypeError):
        said = 'update.comment is [{"add": {"body": …}}]'
        raise Invalid("invalid_arguments", said) from None
    return texts.body(ctx, body, f.COMMENT)


def _last_set(field: str, changes: Any) -> Any:
    last = changes[-1] if isinstance(changes, list) and changes else None
    if not isinstance(last, Mapping) or "set" not in last:
        raise Invalid("invalid_arguments", f'update.{field} is [{{"set": …}}]')
    return last["set"]


def _accept_ways(_ctx: Context, arguments: Arguments) -> Arguments:
    return {"issue": arguments["issueIdOrKey"]}


def _present_ways(ctx: Context, found: list[transitions.Available]) -> dict[str, Any]:
    asked = ctx.request.arguments
    with_closed = bool(asked.get("includeUnavailableTransitions"))
    wanted = str(asked.get("transitionId", ""))
    shown = [
        way_shape(ctx, each)
        for each in found
        if (with_closed or each.refused is None)
        and (not wanted or str(each.transition.number) == wanted)
    ]
    return {"expand": "transitions", "transitions": shown}


def way_shape(ctx: Context, way: transitions.Available) -> dict[str, Any]:
    """A transition as the REST API has it, with its screen's fields."""
    return {
        "id": str(way.transition.number),
        "name": way.transition.name,
        "to": metadata.status(ctx, way.to),
        "hasScreen": way.has_screen,
        "isGlobal": way.transition.is_global,
        "isInitial": False,
        "isAvailable": way.refused is None,
        "isConditional": False,
        "isLooped": False,
        "fields": {
            each.id: {
                "required": each.is_required,
                "name": each.name,
                "key": each.id,
                "fieldId": each.id,
                **_allowed(each.allowed),
            }
            for each in way.fields
        },
    }


def _allowed(choices: Any) -> dict[str, Any]:
    if choices is None:
        return {}
    return {"allowedValues": [{"id": each.id, "name": each.name} for each in choices]}


def _present_moved(ctx: Context, issue: Issue) -> dict[str, Any]:
    return {
        "success": True,
        "message": f"{issue.key} was moved on.",
        "issue": present_named(ctx, issue),
    }


GET = Tool(
    "getJiraIssue",
    issues.info,
    "Read an issue by key or id. Answers summary, description, status, type, priority, labels, "
    "components, assignee, reporter, dates, resolution and project unless fields names others; "
    "fields ['*all'] answers everything, 'comment' the comments. Error: issue_not_found, also for "
    "what you may not see.",
    {
        "cloudId": CLOUD_ID,
        "issueIdOrKey": ISSUE,
        "fields": FIELDS,
        "fieldsByKeys": described(BOOLEAN, "No effect: fields go by their ids."),
        "expand": described(STRING, "More, comma-joined: renderedFields, names, changelog."),
        "properties": listed_texts("No effect: properties are answered by the REST API."),
        "updateHistory": described(BOOLEAN, "No effect: reading leaves no trace."),
        "failFast": described(BOOLEAN, "No effect: an answer is whole or an error."),
        "responseContentFormat": RESPONSE_FORMAT,
    },
    ("cloudId", "issueIdOrKey"),
    at_site(_accept_issue),
    present_issue,
    names={"issue": "issueIdOrKey"},
    title="Get issue",
    toolset="issues",
)
FETCH = Tool(
    "fetch",
    issues.info,
    "Read what a result of search names: an issue, by its ARI.",
    {
        "id": described(STRING, "An ARI, such as ari:cloud:jira:<cloudId>:issue/10107."),
        "cloudId": CLOUD_ID,
    },
    ("id",),
    at_site(_accept_fetch),
    present_issue,
    names={"issue": "id"},
    title="Fetch",
    toolset="search",
)
CREATE = Tool(
    "createJiraIssue",
    issues.create,
    "Create an issue in a project. Get the project's types from getJiraProjectIssueTypesMetadata "
    "and what a type asks for from getJiraIssueTypeMetaWithFields. Priority, labels, components "
    "and custom fields go into additional_fields, in the REST API's form: "
    '{"priority": {"name": "High"}, "labels": ["billing"]}. Errors: project_not_found, '
    "invalid_fields with what is wrong of each field, permission_denied.",
    {
        "cloudId": CLOUD_ID,
        "projectKey": described(STRING, "The project's key, such as CAL."),
        "issueTypeName": described(STRING, "Name of the type, such as Task, Bug or Sub-task."),
        "summary": described(STRING, "One line of at most 255 characters."),
        "description": {
            "type": ["string", "object"],
            "description": "Markdown of at most 32,000 characters, or a document with "
            "contentFormat adf.",
        },
        "parent": described(STRING, "Key of the epic, or of a sub-task's issue."),
        "assignee_account_id": described(STRING, "Who gets it, by account id."),
        "additional_fields": described(OBJECT, "Further fields by id."),
        "transition": TRANSITION,
        "contentFormat": CONTENT_FORMAT,
        "responseContentFormat": RESPONSE_FORMAT,
    },
    ("cloudId", "projectKey", "issueTypeName", "summary"),
    at_site(_accept_create),
    present_named,
    names={"project_id": "projectKey", "type_id": "issueTypeName"},
    title="Create issue",
    toolset="issues",
)
EDIT = Tool(
    "editJiraIssue",
    issues.edit,
    "Change fields of an issue; those that are not named stay as they are, null empties one. "
    "Status is no field: use transitionJiraIssue. Errors: issue_not_found, invalid_fields with "
    "what is wrong of each field, permission_denied, version_conflict.",
    {
        "cloudId": CLOUD_ID,
        "issueIdOrKey": ISSUE,
        "fields": described(OBJECT, "New values by field id, in the REST API's form."),
        "contentFormat": CONTENT_FORMAT,
        "responseContentFormat": RESPONSE_FORMAT,
    },
    ("cloudId", "issueIdOrKey", "fields"),
    at_site(_accept_edit),
    _present_edited,
    names={"issue": "issueIdOrKey"},
    title="Edit issue",
    toolset="issues",
    destructive=True,
    idempotent=True,
)
TRANSITIONS = Tool(
    "getTransitionsForJiraIssue",
    transitions.list,
    "List the ways on from where an issue stands, with the id that transitionJiraIssue asks for, "
    "the status to which each leads and the fields of its screen. Error: issue_not_found.",
    {
        "cloudId": CLOUD_ID,
        "issueIdOrKey": ISSUE,
        "expand": described(STRING, "No effect: the fields of screens are always answered."),
        "transitionId": described(STRING, "Only the transition with this id."),
        "skipRemoteOnlyCondition": described(BOOLEAN, "No effect: there are no such conditions."),
        "includeUnavailableTransitions": described(BOOLEAN, "Also those that you may not take."),
        "sortByOpsBarAndStatus": described(BOOLEAN, "No effect: they come by their ids."),
    },
    ("cloudId", "issueIdOrKey"),
    at_site(_accept_ways),
    _present_ways,
    names={"issue": "issueIdOrKey"},
    title="List transitions",
    toolset="issues",
)
MOVE_ON = Tool(
    "transitionJiraIssue",
    transitions.perform,
    "Move an issue on to another status by a transition; ids belong to the issue's workflow, so "
    "list them first. Some ask for fields, such as a resolution, or for a comment. Errors: "
    "issue_not_found, transition_not_allowed with the reason and those that are possible, "
    "invalid_fields, permission_denied.",
    {
        "cloudId": CLOUD_ID,
        "issueIdOrKey": ISSUE,
        "transition": TRANSITION,
        "fields": described(
            OBJECT, 'Fields of the transition\'s screen: {"resolution": {"name": "Done"}}.'
        ),
        "update": described(OBJECT, 'Changes such as {"comment": [{"add": {"body": …}}]}.'),
        "historyMetadata": described(OBJECT, "No effect: the history tells who did what."),
    },
    ("cloudId", "issueIdOrKey", "transition"),
    at_site(_accept_transition),
    _present_moved,
    names={"issue": "issueIdOrKey"},
    title="Move issue on",
    toolset="issues",
)
