"""Contexts of custom fields, their defaults and options.

https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issue-custom-field-contexts/
https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issue-custom-field-options/
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from workworld.apps.tracker.api.rows import (
    Arguments,
    given,
    is_true,
    nothing,
    page_of,
    platform,
    required,
)
from workworld.apps.tracker.service import custom_fields, field_contexts, field_places
from workworld.apps.tracker.service.field_places import Where
from workworld.apps.tracker.wire import defaults
from workworld.apps.tracker.wire.selection import words
from workworld.attempts import Accept, Present
from workworld.context import Context
from workworld.doors.rest import Endpoint
from workworld.errors import Invalid, Problem

Shape = dict[str, Any]
_FIELD = "field/<field_id>/context"
_CONTEXT = f"{_FIELD}/<context_id>"
_NAMES = {"project_ids": "projectIds", "type_ids": "issueTypeIds", "values": "defaultValues"}


def _accept_field(_ctx: Context, arguments: Arguments) -> Arguments:
    return {"field_id": arguments["field_id"]}


def _accept_one(ctx: Context, arguments: Arguments) -> Arguments:
    return {**_accept_field(ctx, arguments), "context_id": arguments["context_id"]}


def _accept_new(ctx: Context, arguments: Arguments) -> Arguments:
    return {
        **_accept_field(ctx, arguments),
        "name": required(arguments, "name"),
        **given(arguments, description="description"),
        "project_ids": _ids(arguments, "projectIds", ()),
        "type_ids": _ids(arguments, "issueTypeIds", ()),
    }


def _accept_edit(ctx: Context, arguments: Arguments) -> Arguments:
    said = given(arguments, name="name", description="description")
    return {**_accept_one(ctx, arguments), **said}


def _ids(arguments: Arguments, name: str, usual: Any = None) -> list[str]:
    listed = arguments.get(name, usual)
    if not isinstance(listed, list | tuple):
        raise Invalid("invalid_arguments", problems=[Problem("expected an array of ids", name)])
    return [str(each) for each in listed]


def _adding(name: str, ours: str, held: Callable[[Where], frozenset[str]]) -> Accept:
    """Projects or types that a context is to have besides those that it has."""

    def accept(ctx: Context, arguments: Arguments) -> Arguments:
        more = _ids(arguments, name)
        mine = [id for each in _named(ctx, arguments) for id in sorted(held(each))]
        return {**_accept_one(ctx, arguments), ours: [*dict.fromkeys([*mine, *more])]}

    return accept


def _removing(name: str, ours: str, held: Callable[[Where], frozenset[str]]) -> Accept:
    """Those that a context is to have no more."""

    def accept(ctx: Context, arguments: Arguments) -> Arguments:
        gone = _ids(arguments, name)
        mine = [held(each) for each in _named(ctx, arguments)]
        strange = [each for each in gone if mine and each not in mine[0]]
        if strange:
            said = f"The context is not assigned to {strange[0]}."
            raise Invalid("invalid_fields", said, problems=[Problem(said, name)])
        left = sorted(mine[0] - {*gone}) if mine else []
        return {**_accept_one(ctx, arguments), ours: left}

    return accept


def _named(ctx: Context, arguments: Arguments) -> list[Where]:
    there = field_places.all_of(ctx).get(arguments["field_id"], ())
    return [each for each in there if each.id == arguments["context_id"]]


def _accept_defaults(ctx: Context, arguments: Arguments) -> Arguments:
    listed = arguments.get("defaultValues")
    if not isinstance(listed, list) or not all(isinstance(each, Mapping) for each in listed):
        problem = Problem("expected an array of objects", "defaultValues")
        raise Invalid("invalid_arguments", problems=[problem])
    field = custom_fields.known(ctx, arguments["field_id"])
    values = {str(each.get("contextId")): defaults.given(ctx, field, each) for each in listed}
    return {"field_id": field.id, "values": values}


def _context(where: Where) -> Shape:
    return {
        "id": where.id,
        "name": where.name,
        "description": where.description,
        "isGlobalContext": where.is_everywhere,
        "isAnyIssueType": not where.types,
    }


def _made(_ctx: Context, where: Where) -> Shape:
    return {
        "id": where.id,
        "name": where.name,
        "description": where.description,
        "projectIds": sorted(where.projects),
        "issueTypeIds": sorted(where.types),
    }


def _contexts(ctx: Context, found: Sequence[Where]) -> Shape:
    asked = ctx.request.arguments
    shapes = [_context(each) for each in _asked_for(ctx, found)]
    for name in ("isAnyIssueType", "isGlobalContext"):
        if asked.get(name) not in (None, ""):
            shapes = [each for each in shapes if each[name] is is_true(asked[name])]
    return _paged(ctx, shapes)


def _asked_for(ctx: Context, found: Sequence[Where]) -> list[Where]:
    wanted = words(ctx.request.arguments.get("contextId"))
    return [each for each in found if not wanted or each.id in wanted]


def _listed(shapes_of: Callable[[Context, Where], Sequence[Shape]]) -> Present:
    def present(ctx: Context, found: Sequence[Where]) -> Shape:
        return _paged(ctx, [s for each in _asked_for(ctx, found) for s in shapes_of(ctx, each)])

    return present


def _projects(_ctx: Context, where: Where) -> Sequence[Shape]:
    if where.is_everywhere:
        return [{"contextId": where.id, "isGlobalContext": True}]
    return [{"contextId": where.id, "projectId": id} for id in sorted(where.projects)]


def _types(_ctx: Context, where: Where) -> Sequence[Shape]:
    if not where.types:
        return [{"contextId": where.id, "isAnyIssueType": True}]
    return [{"contextId": where.id, "issueTypeId": id} for id in sorted(where.types)]


def _defaults(ctx: Context, where: Where) -> Sequence[Shape]:
    if where.default is None:
        return []
    field = custom_fields.known(ctx, where.field_id)
    return [defaults.of_context(ctx, field, where.id, where.default)]


def _paged(ctx: Context, shapes: Sequence[Shape]) -> Shape:
    page = page_of(ctx.request.arguments)
    start, limit = page["start"], page["limit"]
    shown = [*shapes[start : start + limit]]
    is_last = start + len(shown) >= len(shapes)
    counted = {"maxResults": limit, "startAt": start, "total": len(shapes)}
    return {**counted, "isLast": is_last, "values": shown}


def _places(method: str, path: str, accept: Accept) -> tuple[Endpoint, ...]:
    function = field_contexts.edit
    return platform(method, f"{_CONTEXT}/{path}", function, accept, nothing, _NAMES, status=204)


def _of_projects(where: Where) -> frozenset[str]:
    return where.projects


def _of_types(where: Where) -> frozenset[str]:
    return where.types


_PROJECTS = ("projectIds", "project_ids", _of_projects)
_TYPES = ("issueTypeIds", "type_ids", _of_types)

ENDPOINTS = (
    platform("GET", _FIELD, field_contexts.list, _accept_field, _contexts),
    platform("POST", _FIELD, field_contexts.create, _accept_new, _made, _NAMES, status=201),
    platform("PUT", _CONTEXT, field_contexts.edit, _accept_edit, nothing, status=204),
    platform("DELETE", _CONTEXT, field_contexts.delete, _accept_one, nothing, status=204),
    platform(
        "GET", f"{_FIELD}/projectmapping", field_contexts.list, _accept_field, _listed(_projects)
    ),
    platform(
        "GET", f"{_FIELD}/issuetypemapping", field_contexts.list, _accept_field, _listed(_types)
    ),
    platform(
        "GET", f"{_FIELD}/defaultValue", field_contexts.list, _accept_field, _listed(_defaults)
    ),
    platform(
        "PUT",
        f"{_FIELD}/defaultValue",
        field_contexts.set_defaults,
        _accept_defaults,
        nothing,
        _NAMES,
        status=204,
    ),
    _places("PUT", "project", _adding(*_PROJECTS)),
    _places("POST", "project/remove", _removing(*_PROJECTS)),
    _places("PUT", "issuetype", _adding(*_TYPES)),
    _places("POST", "issuetype/remove", _removing(*_TYPES)),
)
