"""Issues: https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issues/"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from workworld.apps.tracker import field_ids as f
from workworld.apps.tracker.api.dialect import DIALECT
from workworld.apps.tracker.api.rows import (
    Arguments,
    an_object,
    expanded,
    is_true,
    nothing,
    page_of,
    paged,
    pages,
    platform,
    required,
)
from workworld.apps.tracker.api.search import with_properties
from workworld.apps.tracker.listed import Listed
from workworld.apps.tracker.models import Issue, Project
from workworld.apps.tracker.service import (
    bulk_creation,
    field_values,
    history,
    issues,
    projects,
    sight,
)
from workworld.apps.tracker.service.bulk_creation import Made
from workworld.apps.tracker.service.history import Change
from workworld.apps.tracker.service.records import Record
from workworld.apps.tracker.wire import activity, expansions, inputs
from workworld.apps.tracker.wire.issues import Issues, created
from workworld.apps.tracker.wire.selection import selected
from workworld.context import Context
from workworld.errors import Invalid, Problem, Refused


def accept_new(ctx: Context, arguments: Arguments) -> dict[str, Any]:
    """What a new issue is to be: its project and type stand among its fields.

    Raises:
        Invalid: ``invalid_fields``; NotFound if there is no such project.
    """
    fields = an_object(arguments, "fields")
    where = an_object(fields, f.PROJECT)
    kind = an_object(fields, f.TYPE)
    ref, type_id = where.get("id", where.get("key")), kind.get("id", kind.get("name"))
    missing = [Problem("Specify a valid project ID or key", f.PROJECT)] * (ref in (None, ""))
    missing += [Problem("Specify an issue type", f.TYPE)] * (type_id in (None, ""))
    if missing:
        raise Invalid("invalid_fields", problems=missing)
    project = projects.known(ctx, str(ref))
    values = inputs.values(ctx, fields, project)
    for change in inputs.changes(ctx, an_object(arguments, "update"), project):
        field = change["field"]
        values[field] = _with(values.get(field), change["verb"], change["value"])
    return {"project_id": project.id, "type_id": str(type_id), "fields": values}


def _with(held: Any, verb: str, value: Any) -> Any:
    """What a field of a new issue holds after a change."""
    if verb == "set":
        return value
    return field_values.combined(value, verb, held or [])


def _accept_edit(ctx: Context, arguments: Arguments) -> Arguments:
    project = _project_of(ctx, arguments)
    fields, update = an_object(arguments, "fields"), dict(an_object(arguments, "update"))
    said = inputs.comment(ctx, update.pop(f.COMMENT, None))
    kind = an_object(fields, f.TYPE)
    type_id = kind.get("id", kind.get("name"))
    changed = {} if type_id in (None, "") else {f.TYPE: str(type_id)}
    return {
        "issue": arguments["issue"],
        "fields": inputs.values(ctx, fields, project) | changed,
        "changes": inputs.changes(ctx, update, project),
        **said,
    }


def _project_of(ctx: Context, arguments: Arguments) -> Project:
    return projects.known(ctx, sight.read(ctx, str(arguments["issue"])).project_id)


def _present_edit(ctx: Context, row: Issue) -> dict[str, Any] | None:
    if not is_true(ctx.request.arguments.get("returnIssue")):
        return None
    return Issues(ctx, selected(None)).of_rows([row])[0]


def _accept_issue(_ctx: Context, arguments: Arguments) -> Arguments:
    return {"issue": arguments["issue"]}


def _present_issue(ctx: Context, record: Record) -> dict[str, Any]:
    asked = ctx.request.arguments
    expand = expanded(asked)
    shown = Issues(ctx, selected(asked.get("fields")), expand).of_records([record])
    (issue,) = with_properties(ctx, shown)
    return issue | expansions.of_issue(ctx, record, issue["fields"], expand)


def _accept_delete(_ctx: Context, arguments: Arguments) -> Arguments:
    subtasks = is_true(arguments.get("deleteSubtasks"))
    return {"issue": arguments["issue"], "subtasks": subtasks}


def _accept_assign(_ctx: Context, arguments: Arguments) -> Arguments:
    person = arguments.get("accountId", arguments.get("name"))
    return {"issue": arguments["issue"], "person_id": person}


def _accept_bulk(ctx: Context, arguments: Arguments) -> Arguments:
    wanted = required(arguments, "issueUpdates")
    if not isinstance(wanted, list):
        raise Invalid("invalid_arguments", problems=[Problem("expected a list", "issueUpdates")])
    return {"issues": [_one_of_many(ctx, each) for each in wanted]}


def _one_of_many(ctx: Context, wanted: Any) -> dict[str, Any]:
    """One of several, with what is wrong with it: it does not keep others from being created."""
    try:
        if not isinstance(wanted, Mapping):
            raise Invalid("invalid_input", "An issue must be an object.")
        return accept_new(ctx, wanted)
    except Refused as refused:
        problems = [(each.what, each.field) for each in refused.problems]
        said = problems or [(refused.message, "")]
        return {"project_id": "", "type_id": "", "fields": {}, "problems": said}


def _present_bulk(ctx: Context, made: Made) -> dict[str, Any]:
    return {
        "issues": [created(ctx, row) for row in made.issues],
        "errors": [DIALECT.failure(each) for each in made.failures],
    }


def _accept_history(_ctx: Context, arguments: Arguments) -> Arguments:
    return {"issue": arguments["issue"], **page_of(arguments, 100)}


def _present_history(ctx: Context, found: Listed[Change]) -> dict[str, Any]:
    limit = page_of(ctx.request.arguments, 100)["limit"]
    values = activity.changes(ctx, found.items)
    return pages(found, limit, isLast=found.is_last, values=values)


_NAMES = {"project_id": "project", "type_id": "issuetype", "person_id": "assignee"}

ENDPOINTS = (
    platform("POST", "issue", issues.create, accept_new, created, _NAMES, status=201),
    platform("POST", "issue/bulk", bulk_creation.create, _accept_bulk, _present_bulk, status=201),
    platform("GET", "issue/<issue>", issues.info, _accept_issue, _present_issue),
    platform("PUT", "issue/<issue>", issues.edit, _accept_edit, _present_edit),
    platform("DELETE", "issue/<issue>", issues.delete, _accept_delete, nothing),
    platform("PUT", "issue/<issue>/assignee", issues.assign, _accept_assign, nothing, _NAMES),
    platform(
        "GET",
        "issue/<issue>/changelog",
        history.list,
        _accept_history,
        _present_history,
        paging=paged("values"),
    ),
)
