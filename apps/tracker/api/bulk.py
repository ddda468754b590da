"""Bulk changes, each of which is a task.

https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issue-bulk-operations/
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from workworld.apps.tracker import field_ids as f
from workworld.apps.tracker.api.rows import Arguments, an_object, platform, required
from workworld.apps.tracker.models import BulkResult
from workworld.apps.tracker.service import bulk_tasks, projects
from workworld.apps.tracker.service.bulk_tasks import SharedWays
from workworld.apps.tracker.service.screens import ScreenField
from workworld.apps.tracker.wire import bulk as wire
from workworld.apps.tracker.wire import inputs
from workworld.apps.tracker.wire.addresses import self_of
from workworld.apps.tracker.wire.selection import words
from workworld.context import Context
from workworld.errors import Invalid, Problem

_SELECTED = "selectedIssueIdsOrKeys"
_MULTIPLE = ("labels", "components", "versions", "multiselect", "checkbox", "users")
_HOW = ("ADD", "REMOVE", "REPLACE", "REMOVE_ALL")


def _listed(arguments: Arguments, name: str) -> list[Any]:
    """An argument that must be a list.

    Raises:
        Invalid: ``invalid_arguments``.
    """
    value = required(arguments, name)
    if not isinstance(value, list):
        raise Invalid("invalid_arguments", problems=[Problem("expected a list", name)])
    return value


def _texts(arguments: Arguments, name: str) -> list[str]:
    """Ids in a list, which may be written as numbers."""
    return [str(each) if isinstance(each, int) else each for each in _listed(arguments, name)]


def _objects(arguments: Arguments, name: str) -> list[Mapping[str, Any]]:
    found = _listed(arguments, name)
    if not all(isinstance(each, dict) for each in found):
        raise Invalid("invalid_arguments", problems=[Problem("expected objects", name)])
    return found


def _accept_edit(ctx: Context, arguments: Arguments) -> Arguments:
    chosen = _texts(arguments, "selectedActions")
    fields, update = wire.edited(an_object(arguments, "editedFieldsInput"), chosen)
    kind = an_object(fields, f.TYPE).get("id")
    return {
        "issues": _texts(arguments, _SELECTED),
        "fields": inputs.values(ctx, fields, None) | ({f.TYPE: kind} if kind else {}),
        "changes": inputs.changes(ctx, update, None),
    }


def _accept_selected(_ctx: Context, arguments: Arguments) -> Arguments:
    return {"issues": _texts(arguments, _SELECTED)}


def _accept_unwatch(ctx: Context, arguments: Arguments) -> Arguments:
    return {**_accept_selected(ctx, arguments), "watching": False}


def _accept_transition(_ctx: Context, arguments: Arguments) -> Arguments:
    return {
        "ways": [
            {
                "issues": _texts(each, _SELECTED),
                "transition": str(required(each, "transitionId")),
            }
            for each in _objects(arguments, "bulkTransitionInputs")
        ]
    }


def _accept_move(ctx: Context, arguments: Arguments) -> Arguments:
    targets = an_object(arguments, "targetToSourcesMapping")
    return {"moves": [_target(ctx, name, an_object(targets, name)) for name in targets]}


def _target(ctx: Context, name: str, said: Mapping[str, Any]) -> dict[str, Any]:
    """Where some issues go: ``PROJECT,type`` or ``PROJECT,type,parent``."""
    place = [part.strip() for part in name.split(",")]
    if len(place) not in (2, 3) or not all(place):
        problem = Problem("expected project,type or project,type,parent", "targetToSourcesMapping")
        raise Invalid("invalid_arguments", problems=[problem])
    statuses = {
        str(source): str(status)
        for each in (_objects(said, "targetStatus") if said.get("targetStatus") else [])
        for status, sources in an_object(each, "statuses").items()
        for source in words(sources)
    }
    project = projects.known(ctx, place[0])
    fields: dict[str, Any] = {}
    mandatory = "targetMandatoryFields"
    for each in _objects(said, mandatory) if said.get(mandatory) else []:
        for field, held in an_object(each, "fields").items():
            fields[field] = held.get("value") if isinstance(held, dict) else held
    return {
        "issues": _texts(said, "issueIdsOrKeys"),
        "project_id": place[0],
        "type_id": place[1],
        "status_ids": statuses,
        "fields": inputs.values(ctx, fields, project),
        **({"parent": place[2]} if len(place) == 3 else {}),
    }


def _present_begun(_ctx: Context, task: BulkResult) -> dict[str, Any]:
    return {"taskId": bulk_tasks.number_of(task)}


def _accept_task(_ctx: Context, arguments: Arguments) -> Arguments:
    return {"task_id": arguments["task_id"]}


def _present_progress(_ctx: Context, task: BulkResult) -> dict[str, Any]:
    at = task.told_us // 1000
    return {
        "taskId": bulk_tasks.number_of(task),
        "status": "COMPLETE",
        "progressPercent": 100,
        "submittedBy": {"accountId": task.person_id},
        "created": at,
        "started": at,
        "updated": at,
        "totalIssueCount": task.content["total"],
        "processedAccessibleIssues": [int(each) for each in task.content["done"]],
        "failedAccessibleIssues": task.content["failed"],
        "invalidOrInaccessibleIssueCount": task.content["unknown"],
    }


def _present_task(ctx: Context, task: BulkResult) -> dict[str, Any]:
    at, number = task.told_us // 1000, bulk_tasks.number_of(task)
    return {
        "self": self_of(ctx, "task", number),
        "id": number,
        "description": f"Bulk {task.content['deed']}",
        "status": "COMPLETE",
        "message": "The change has been made.",
        "result": _present_progress(ctx, task),
        "submittedBy": task.person_id,
        "progress": 100,
        "elapsedRuntime": 0,
        "submitted": at,
        "started": at,
        "finished": at,
        "lastUpdate": at,
    }


def _accept_some(_ctx: Context, arguments: Arguments) -> Arguments:
    return {"issues": words(required(arguments, "issueIdsOrKeys"))}


def _accept_fields(ctx: Context, arguments: Arguments) -> Arguments:
    return {**_accept_some(ctx, arguments), "text": str(arguments.get("searchText") or "")}


def _present_ways(_ctx: Context, found: Sequence[SharedWays]) -> dict[str, Any]:
    return {
        "availableTransitions": [
            {
                "issues": [row.key for row in each.issues],
                "isTransitionsFiltered": False,
                "transitions": [
                    {
                        "transitionId": way.transition.number,
                        "transitionName": way.transition.name,
                        "to": {"statusId": int(way.to.id), "statusName": way.to.name},
                    }
                    for way in each.ways
                ],
            }
            for each in found
        ]
    }


def _present_fields(_ctx: Context, found: Sequence[ScreenField]) -> dict[str, Any]:
    return {"fields": [_field(each) for each in found]}


def _field(field: ScreenField) -> dict[str, Any]:
    options = [{"id": each.id, "value": each.name} for each in field.allowed or ()]
    return {
        "id": field.id,
        "name": field.name,
        "type": field.kind,
        "isRequired": field.is_required,
        **({"fieldOptions": options} if field.allowed is not None else {}),
        **({"multiSelectFieldOptions": [*_HOW]} if field.kind in _MULTIPLE else {}),
    }


_NAMES = {"issues": _SELECTED}
_READ = {"issues": "issueIdsOrKeys"}
_HERE = "bulk/issues"

ENDPOINTS = (
    platform("GET", f"{_HERE}/fields", bulk_tasks.fields, _accept_fields, _present_fields, _READ),
    platform(
        "POST", f"{_HERE}/fields", bulk_tasks.edit, _accept_edit, _present_begun, _NAMES, status=201
    ),
    platform("GET", f"{_HERE}/transition", bulk_tasks.ways, _accept_some, _present_ways, _READ),
    platform(
        "POST",
        f"{_HERE}/transition",
        bulk_tasks.transition,
        _accept_transition,
        _present_begun,
        status=201,
    ),
    platform("POST", f"{_HERE}/move", bulk_tasks.move, _accept_move, _present_begun, status=201),
    *(
        platform("POST", f"{_HERE}/{path}", function, accept, _present_begun, _NAMES, status=201)
        for path, function, accept in (
            ("watch", bulk_tasks.watch, _accept_selected),
            ("unwatch", bulk_tasks.watch, _accept_unwatch),
            ("delete", bulk_tasks.delete, _accept_selected),
        )
    ),
    platform("GET", "bulk/queue/<task_id>", bulk_tasks.info, _accept_task, _present_progress),
    platform("GET", "task/<task_id>", bulk_tasks.info, _accept_task, _present_task),
)
