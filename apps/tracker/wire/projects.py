"""Projects, their components and versions."""

from __future__ import annotations

from typing import Any

from workworld.apps.tracker.models import Category, Component, Project, Version
from workworld.apps.tracker.service import site
from workworld.apps.tracker.wire import metadata, people
from workworld.apps.tracker.wire.addresses import self_of
from workworld.context import Context
from workworld.directory.models import Person

TYPES = {"scrum": "software", "kanban": "software", "service_desk": "service_desk"}
ASSIGNEES = {
    "project_default": "PROJECT_DEFAULT",
    "component_lead": "COMPONENT_LEAD",
    "project_lead": "PROJECT_LEAD",
    "unassigned": "UNASSIGNED",
}
"""Who gets new issues: our word for it, and the vendor's."""


def brief(ctx: Context, row: Project) -> dict[str, Any]:
    """A project as issues and lists have it."""
    return {
        "self": self_of(ctx, "project", row.id),
        "id": row.id,
        "key": row.key,
        "name": row.name,
        "projectTypeKey": TYPES.get(row.kind, "business"),
        "simplified": False,
        "avatarUrls": people.avatars(ctx, "project", row.id),
        **_category(ctx, row),
    }


def _category(ctx: Context, row: Project) -> dict[str, Any]:
    if row.category_id is None:
        return {}
    return {"projectCategory": category(ctx, site.categories(ctx)[row.category_id])}


def category(ctx: Context, row: Category) -> dict[str, Any]:
    """What several projects have in common."""
    return {
        "self": self_of(ctx, "projectCategory", row.id),
        "id": row.id,
        "name": row.name,
        "description": row.description,
    }


def listed(ctx: Context, row: Project, lead: Person | None) -> dict[str, Any]:
    """A project as listings have it."""
    return {
        "expand": "description,lead,issueTypes,url,projectKeys,permissions,insight",
        **brief(ctx, row),
        "description": row.description,
        "url": row.url,
        "lead": people.user(ctx, lead),
        "isPrivate": False,
        "style": "classic",
        "archived": row.is_archived,
        "properties": {},
        "entityId": row.id,
    }


def whole(
    ctx: Context,
    row: Project,
    components: list[dict[str, Any]],
    versions: list[dict[str, Any]],
) -> dict[str, Any]:
    """A project with what its issues may be."""
    lead = site.people(ctx, [row.lead_id]).get(row.lead_id)
    types = site.issue_types(ctx)
    own = [types[each] for each in site.project_types(ctx).get(row.id, {})]
    lead_decides = row.default_assignee == "lead"
    roles = site.roles(ctx).values()
    return listed(ctx, row, lead) | {
        "components": components,
        "versions": versions,
        "issueTypes": [metadata.issue_type(ctx, each) for each in own],
        "assigneeType": "PROJECT_LEAD" if lead_decides else "UNASSIGNED",
        "roles": {each.name: self_of(ctx, "project", row.id, "role", each.id) for each in roles},
    }


def component(ctx: Context, row: Component, lead: Person | None = None) -> dict[str, Any]:
    """A part of what a project makes."""
    shape: dict[str, Any] = {
        "self": self_of(ctx, "component", row.id),
        "id": row.id,
        "name": row.name,
        "description": row.description,
    }
    return shape | ({"lead": people.shown(ctx, lead)} if lead else {})


def component_whole(
    ctx: Context, row: Component, project: Project, lead: Person | None
) -> dict[str, Any]:
    """The same with who gets its issues."""
    kind = ASSIGNEES.get(row.assignee_kind, "PROJECT_DEFAULT")
    return component(ctx, row, lead) | {
        "assigneeType": kind,
        "realAssigneeType": kind,
        "isAssigneeTypeValid": True,
        "project": project.key,
        "projectId": int(project.id),
    }


def version(ctx: Context, row: Version) -> dict[str, Any]:
    """A release of what a project makes."""
    shape: dict[str, Any] = {
        "self": self_of(ctx, "version", row.id),
        "id": row.id,
        "name": row.name,
        "description": row.description,
        "archived": row.is_archived,
        "released": row.is_released,
        "projectId": int(row.project_id),
    }
    dates = {"startDate": row.start_date, "releaseDate": row.release_date}
    return shape | {name: day for name, day in dates.items() if day}
