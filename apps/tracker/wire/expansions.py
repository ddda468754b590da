"""What ``expand`` adds to one issue: names and kinds of its fields, ways on, what may be done.

https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issues/#api-rest-api-3-issue-issueidorkey-get
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from workworld.apps.tracker import field_ids as f
from workworld.apps.tracker.service import screens, site, transitions
from workworld.apps.tracker.service.field_choices import Choice
from workworld.apps.tracker.service.records import Record
from workworld.apps.tracker.service.screens import ScreenField
from workworld.apps.tracker.service.transitions import Available
from workworld.apps.tracker.wire import defaults, metadata, schemas
from workworld.apps.tracker.wire.addresses import self_of
from workworld.context import Context

Shape = dict[str, Any]
_NAMED = {
    "created": "Created",
    "updated": "Updated",
    "resolutiondate": "Resolved",
    "subtasks": "Sub-tasks",
    "watches": "Watchers",
    "votes": "Votes",
    "worklog": "Log Work",
    "timespent": "Time Spent",
    "timeestimate": "Remaining Estimate",
    "timeoriginalestimate": "Original estimate",
    "workratio": "Work Ratio",
    "progress": "Progress",
    "statuscategorychangedate": "Status Category Changed",
    "statusCategory": "Status Category",
}
_LINKED = {
    f.PRIORITY: "priority",
    f.COMPONENTS: "component",
    f.FIX_VERSIONS: "version",
    f.AFFECTS_VERSIONS: "version",
    f.SECURITY: "securitylevel",
    f.RESOLUTION: "resolution",
}


def of_issue(ctx: Context, record: Record, fields: Iterable[str], expand: frozenset[str]) -> Shape:
    """Whatever was asked of it."""
    found: Shape = {}
    shown = [*fields]
    if "names" in expand:
        found["names"] = {field: label(ctx, field) for field in shown}
    if "schema" in expand:
        found["schema"] = schemas_of(ctx, shown)
    if "transitions" in expand:
        ways = transitions.list(ctx, issue=record.row.id)
        found["transitions"] = [way(ctx, each) for each in ways if each.refused is None]
    if "operations" in expand:
        found["operations"] = {"linkGroups": []}
    if "editmeta" in expand:
        found["editmeta"] = {"fields": meta(ctx, screens.edit_screen(ctx, issue=record.row.id))}
    return found


def label(ctx: Context, field: str) -> str:
    """What people call a field."""
    custom = site.custom_fields(ctx).get(field)
    return custom.name if custom else f.NAMES.get(field, _NAMED.get(field, field))


def customs(ctx: Context) -> Iterable[str]:
    """The ids of the fields that the site has added."""
    return site.custom_fields(ctx)


def schemas_of(ctx: Context, fields: Iterable[str]) -> Shape:
    """What fields hold, of those that are known."""
    customs = site.custom_fields(ctx)
    return {
        field: schemas.schema(field, customs[field].kind if field in customs else "text")
        for field in fields
        if schemas.is_known(field) or field in customs
    }


def way(ctx: Context, each: Available, *, with_fields: bool = False) -> Shape:
    """A way on from where an issue stands."""
    shape = {
        "id": str(each.transition.number),
        "name": each.transition.name,
        "to": metadata.status(ctx, each.to),
        "hasScreen": each.has_screen,
        "isGlobal": each.transition.is_global,
        "isInitial": False,
        "isAvailable": each.refused is None,
        "isConditional": bool(each.transition.rules),
        "isLooped": False,
    }
    return shape | ({"fields": meta(ctx, each.fields)} if with_fields else {})


def meta(ctx: Context, fields: Sequence[ScreenField]) -> Shape:
    """Fields of a screen, by id."""
    return {each.id: field_meta(ctx, each) for each in fields}


def field_meta(ctx: Context, field: ScreenField) -> Shape:
    """A field of a screen, and what it may hold."""
    held = schemas.schema(field.id, field.kind)
    shape: Shape = {
        "required": field.is_required,
        "schema": held,
        "name": field.name,
        "key": field.id,
        "fieldId": field.id,
        "hasDefaultValue": field.has_default,
        "operations": schemas.verbs(held),
    }
    if field.default is not None:
        shape["defaultValue"] = defaults.in_field(ctx, field.id, field.default)
    if field.allowed is not None:
        shape["allowedValues"] = _allowed(ctx, field.id, field.allowed)
    return shape


def _allowed(ctx: Context, field_id: str, choices: Sequence[Choice]) -> list[Shape]:
    below: dict[str, list[Shape]] = {}
    found = []
    for each in choices:
        shape = _choice(ctx, field_id, each)
        if each.parent_id is None:
            found.append(shape)
        else:
            below.setdefault(each.parent_id, []).append(shape)
    return [
        each | ({"children": below[each["id"]]} if each["id"] in below else {}) for each in found
    ]


def _choice(ctx: Context, field_id: str, choice: Choice) -> Shape:
    if field_id in _LINKED:
        where = self_of(ctx, _LINKED[field_id], choice.id)
        return {"self": where, "id": choice.id, "name": choice.name}
    if field_id == f.SPRINT:
        return {"id": int(choice.id), "name": choice.name}
    where = self_of(ctx, "customFieldOption", choice.id)
    return {"self": where, "value": choice.name, "id": choice.id}


def with_type(ctx: Context, type_id: str, shapes: Mapping[str, Any]) -> Shape:
    """Fields of a screen, the type among them."""
    row = site.issue_types(ctx)[type_id]
    kind = {
        "required": True,
        "schema": schemas.schema(f.TYPE),
        "name": f.NAMES[f.TYPE],
        "key": f.TYPE,
        "fieldId": f.TYPE,
        "hasDefaultValue": False,
        "operations": [],
        "allowedValues": [metadata.issue_type(ctx, row)],
    }
    return {f.TYPE: kind} | dict(shapes)
