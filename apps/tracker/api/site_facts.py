"""What clients ask of a site beside its issues: settings, kinds of projects, levels, workflows.

https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-jira-settings/
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from workworld.apps.tracker import APP, permission_names
from workworld.apps.tracker.api.lists import permission
from workworld.apps.tracker.api.rows import Arguments, page_of, paged, platform
from workworld.apps.tracker.listed import Listed
from workworld.apps.tracker.models import Project, SecurityLevel
from workworld.apps.tracker.service import projects, security, site, users, workflows
from workworld.apps.tracker.service.workflows import Flow
from workworld.apps.tracker.wire import metadata
from workworld.apps.tracker.wire.addresses import address
from workworld.apps.tracker.wire.people import avatars
from workworld.context import Context
from workworld.directory.models import Person
from workworld.doors.rest import Endpoint
from workworld.errors import NotFound

_PROJECT_TYPES = {"software": "Software", "business": "Business", "service_desk": "Service"}
_PROVIDER = {"key": "JIRA", "name": "JIRA provided time tracking"}
_TIME_TRACKING = {
    "workingHoursPerDay": 8.0,
    "workingDaysPerWeek": 5.0,
    "timeFormat": "pretty",
    "defaultUnit": "minute",
}


def _nothing_given(_ctx: Context, _arguments: Arguments) -> Arguments:
    return {}


def _told(shape: Callable[[Context], Any]) -> Callable[[Context, Any], Any]:
    return lambda ctx, _answer: shape(ctx)


def _settings(ctx: Context) -> list[dict[str, Any]]:
    """The site's properties, of which none can be changed."""
    told = {
        "jira.title": ("Title", APP.title),
        "jira.baseurl": ("Base URL", address(ctx, "").rstrip("/")),
        "jira.lf.date.complete": ("Complete date/time format", "dd/MMM/yy h:mm a"),
        "jira.lf.date.dmy": ("Day format", "dd/MMM/yy"),
        "jira.clone.prefix": ("The prefix of a clone's summary", "CLONE -"),
    }
    found = [
        {"id": key, "key": key, "name": name, "value": value, "type": "string"}
        for key, (name, value) in told.items()
    ]
    wanted = ctx.request.arguments.get("key")
    if not wanted:
        return found
    one = [each for each in found if each["key"] == wanted]
    if not one:
        raise NotFound("setting_not_found", f"No application property with key '{wanted}'.")
    return one


def _all_permissions(_ctx: Context) -> dict[str, Any]:
    named = (*permission_names.BIT, permission_names.GLOBAL_ADMINISTER)
    told = {name: permission(name) for name in named}
    return {"permissions": told}


def _types(_ctx: Context) -> list[dict[str, Any]]:
    return [_type(key) for key in _PROJECT_TYPES]


def _type(key: str) -> dict[str, Any]:
    title = _PROJECT_TYPES[key]
    return {"key": key, "formattedKey": title, "descriptionI18nKey": "", "icon": "", "color": ""}


def _one_type(ctx: Context) -> dict[str, Any]:
    key = str(ctx.request.arguments["type_key"])
    if key not in _PROJECT_TYPES:
        raise NotFound("project_type_not_found", f"No project type with key '{key}'.")
    return _type(key)


def _system_avatars(ctx: Context) -> dict[str, Any]:
    kind = str(ctx.request.arguments["kind"])
    if kind not in ("user", "project", "issuetype", "priority"):
        raise NotFound("avatar_type_not_found", f"There are no avatars of type '{kind}'.")
    return {"system": [_avatar(ctx, kind, "10000")]}


def _avatar(ctx: Context, kind: str, id: str) -> dict[str, Any]:
    urls = avatars(ctx, kind, id)
    return {"id": id, "isSystemAvatar": True, "isSelected": False, "isDeletable": False} | {
        "urls": urls
    }


def _accept_project(_ctx: Context, arguments: Arguments) -> Arguments:
    return {"project": arguments["project"]}


def _project_avatars(ctx: Context, row: Project) -> dict[str, Any]:
    return {"system": [_avatar(ctx, "project", row.id) | {"isSelected": True}], "custom": []}


def _present_category(ctx: Context, _found: Mapping[str, Any]) -> dict[str, Any]:
    wanted = str(ctx.request.arguments["ref"])
    for key in metadata.CATEGORIES:
        shape = metadata.category(ctx, key)
        if wanted in (str(shape["id"]), shape["key"]):
            return shape
    raise NotFound("category_not_found", f"The status category with id '{wanted}' does not exist.")


def _accept_level(_ctx: Context, arguments: Arguments) -> Arguments:
    return {"level_id": arguments["level_id"]}


def _level(ctx: Context, row: SecurityLevel) -> dict[str, Any]:
    return metadata.security_level(ctx, row)


def _present_flows(ctx: Context, found: Sequence[Flow]) -> dict[str, Any]:
    asked = ctx.request.arguments
    name = str(asked.get("workflowName") or "")
    rows = [each for each in found if not name or each.workflow.name == name]
    page = page_of(asked)
    start, limit = page["start"], page["limit"]
    part = Listed(rows[start : start + limit], len(rows), start)
    shape = {"startAt": start, "maxResults": limit, "total": part.total, "isLast": part.is_last}
    return {**shape, "values": [_flow(each) for each in part.items]}


def _flow(each: Flow) -> dict[str, Any]:
    ways = [
        {
            "id": str(way.number),
            "name": way.name,
            "description": "",
            "from": [row.id for row in way.sources],
            "to": way.to.id,
            "type": "global" if way.is_global else "directed",
        }
        for way in each.ways
    ]
    return {
        "id": {"name": each.workflow.name, "entityId": each.workflow.id},
        "description": each.workflow.description,
        "transitions": ways,
        "statuses": [{"id": row.id, "name": row.name, "properties": {}} for row in each.statuses],
        "isDefault": False,
    }


def _present_short_flows(_ctx: Context, found: Sequence[Flow]) -> list[dict[str, Any]]:
    return [
        {
            "name": each.workflow.name,
            "description": each.workflow.description,
            "steps": len(each.statuses),
            "default": False,
        }
        for each in found
    ]


def _links(_ctx: Context, _me: Person) -> dict[str, Any]:
    return {"list": []}


def _desk_info(ctx: Context, _me: Person) -> dict[str, Any]:
    return {
        "version": "1001.0.0",
        "platformVersion": "1001.0.0",
        "isLicensedForUse": True,
        "_links": {"self": address(ctx, "rest/servicedeskapi/info")},
    }


def _mine(path: str, shape: Callable[[Context], Any]) -> tuple[Endpoint, ...]:
    """What is told to everybody who is signed in."""
    return platform("GET", path, users.me, _nothing_given, _told(shape))


def _lone(path: str, present: Callable[[Context, Any], Any]) -> tuple[Endpoint, ...]:
    return (Endpoint(("GET",), path, users.me, _nothing_given, present),)


ENDPOINTS = (
    _mine("application-properties", _settings),
    _mine("application-properties/advanced-settings", _settings),
    _mine("permissions", _all_permissions),
    _mine("project/type", _types),
    _mine("project/type/accessible", _types),
    _mine("project/type/<type_key>", _one_type),
    _mine("avatar/<kind>/system", _system_avatars),
    _mine("configuration/timetracking", lambda _ctx: _PROVIDER),
    _mine("configuration/timetracking/list", lambda _ctx: [_PROVIDER]),
    _mine("configuration/timetracking/options", lambda _ctx: _TIME_TRACKING),
    platform("GET", "project/<project>/avatars", projects.info, _accept_project, _project_avatars),
    platform("GET", "statuscategory/<ref>", site.statuses, _nothing_given, _present_category),
    platform("GET", "securitylevel/<level_id>", security.level, _accept_level, _level),
    platform("GET", "workflow", workflows.list, _nothing_given, _present_short_flows),
    platform(
        "GET",
        "workflow/search",
        workflows.list,
        _nothing_given,
        _present_flows,
        paging=paged("values"),
    ),
    _lone("/rest/applinks/latest/listApplicationlinks", _links),
    _lone("/rest/servicedeskapi/info", _desk_info),
)
