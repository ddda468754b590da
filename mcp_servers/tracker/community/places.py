"""Projects, their types, versions and components, and the fields of their issues."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from workworld.apps.tracker.listed import Listed
from workworld.apps.tracker.models import Component, Project, Version
from workworld.apps.tracker.service import (
    components,
    projects,
    screens,
    site,
    version_batches,
    versions,
)
from workworld.apps.tracker.service.screens import ScreenField
from workworld.apps.tracker.service.version_batches import Outcome
from workworld.apps.tracker.wire import metadata, schemas
from workworld.apps.tracker.wire import projects as rest
from workworld.context import Context
from workworld.errors import Refused
from workworld.mcp_servers.tracker.community import shapes
from workworld.mcp_servers.tracker.community.declaring import (
    EMPTY,
    PROJECT,
    failing,
    number,
    project,
    text,
    tool,
    truth,
)
from workworld.mcp_servers.tracker.schemas import Arguments, json_in, listed

_FAILING = failing()


def _accept_all(_ctx: Context, arguments: Arguments) -> Arguments:
    every = {"archived": None} if arguments.get("include_archived") else {}
    return {"limit": 1000, **every}


def _rest(ctx: Context, rows: Sequence[Project]) -> list[dict[str, Any]]:
    leads = site.people(ctx, [row.lead_id for row in rows])
    return [rest.listed(ctx, row, leads.get(row.lead_id)) for row in rows]


def _present_all(ctx: Context, found: Listed[Project]) -> list[dict[str, Any]]:
    return [shapes.project(each) for each in _rest(ctx, found.items)]


def _accept_search(_ctx: Context, arguments: Arguments) -> Arguments:
    return {"text": arguments["query"], "limit": 1000}


def _present_search(ctx: Context, found: Listed[Project]) -> list[dict[str, Any]]:
    asked = ctx.request.arguments
    left_out = set(listed(asked, "current_project_ids"))
    shown = [each for each in found.items if each.id not in left_out]
    return _rest(ctx, shown[: asked.get("max_results", 20)])


def _accept_project(_ctx: Context, arguments: Arguments) -> Arguments:
    return {"project": arguments["project_key"]}


def _present_types(ctx: Context, row: Project) -> list[dict[str, Any]]:
    shown = [metadata.issue_type(ctx, each) for each in projects.types_of(ctx, row.id)]
    return [
        {
            "id": each["id"],
            "name": each["name"],
            "description": each["description"],
            "subtask": each["subtask"],
            "untranslated_name": each["untranslatedName"],
        }
        for each in shown
    ]


def _accept_fields(_ctx: Context, arguments: Arguments) -> Arguments:
    return {"project_id": arguments["project_key"], "type_id": arguments["issue_type_id"]}


def _present_fields(_ctx: Context, found: Sequence[ScreenField]) -> list[dict[str, Any]]:
    return [
        {
            "field_id": each.id,
            "name": each.name,
            "required": each.is_required,
            "schema": schemas.schema(each.id, each.kind),
        }
        for each in found
    ]


def _present_project_fields(ctx: Context, row: Project) -> list[dict[str, Any]]:
    """The fields of new issues of all types, each once with the types that have it."""
    merged: dict[str, dict[str, Any]] = {}
    for kind in projects.types_of(ctx, row.id):
        for each in _screen(ctx, row, kind.id):
            held = schemas.schema(each.id, each.kind)
            shape = merged.setdefault(
                each.id,
                {
                    "field_id": each.id,
                    "name": each.name,
                    "required": False,
                    "schema_type": held.get("type", ""),
                    "custom": "custom" in held,
                    "issue_types": [],
                },
            )
            shape["required"] = shape["required"] or each.is_required
            shape["issue_types"].append(kind.name)
    return [*merged.values()]


def _screen(ctx: Context, row: Project, type_id: str) -> Sequence[ScreenField]:
    try:
        return screens.create_screen(ctx, project_id=row.id, type_id=type_id)
    except Refused:
        return ()  # who may not create there has no fields to fill in


def _present_versions(ctx: Context, found: Listed[Version]) -> list[dict[str, Any]]:
    return [shapes.version(rest.version(ctx, each)) for each in found.items]


def _present_components(ctx: Context, found: Listed[Component]) -> list[dict[str, Any]]:
    leads = site.people(ctx, [each.lead_id for each in found.items if each.lead_id])
    whose = projects.known(ctx, ctx.request.arguments["project_key"])
    return [
        rest.component_whole(ctx, each, whose, leads.get(each.lead_id or ""))
        for each in found.items
    ]


_DATES = {"start_date": "start_date", "release_date": "release_date"}
_BATCHED = {"startDate": "start_date", "releaseDate": "release_date"}


def _accept_new(_ctx: Context, arguments: Arguments) -> Arguments:
    names = ("name", "description", *_DATES)
    said = {name: arguments[name] for name in names if arguments.get(name)}
    return {"project": arguments["project_key"], **said}


def _present_version(ctx: Context, row: Version) -> dict[str, Any]:
    return rest.version(ctx, row)


def _accept_several(_ctx: Context, arguments: Arguments) -> Arguments:
    wanted = json_in(arguments, "versions", list, [])
    fit = [_new(each) for each in wanted if _is_named(each)]
    return {"project": arguments["project_key"], "new": fit}


def _is_named(wanted: Any) -> bool:
    return isinstance(wanted, Mapping) and bool(wanted.get("name"))


def _new(wanted: Mapping[str, Any]) -> dict[str, str]:
    names = {"name": "name", "description": "description", **_BATCHED}
    return {ours: str(wanted[theirs]) for theirs, ours in names.items() if wanted.get(theirs)}


def _present_several(ctx: Context, found: Sequence[Outcome]) -> list[dict[str, Any]]:
    wanted = json_in(ctx.request.arguments, "versions", list, [])
    outcomes, answer = iter(found), []
    for place, each in enumerate(wanted):
        if not _is_named(each):
            said = f"Item {place}: each version is an object with at least a name."
            answer.append({"success": False, "error": said})
            continue
        outcome = next(outcomes)
        if outcome.version is not None:
            answer.append({"success": True, "version": rest.version(ctx, outcome.version)})
        else:
            answer.append({"success": False, "error": str(outcome.refused), "input": each})
    return answer


def _accept_changed(_ctx: Context, arguments: Arguments) -> Arguments:
    names = {"name": "name", "description": "description", **_DATES}
    names |= {"archived": "is_archived", "released": "is_released"}
    said = {ours: arguments[theirs] for theirs, ours in names.items() if theirs in arguments}
    return {"version_id": arguments["version_id"], **said}


_DAYS = {
    "start_date": text("When work on it begins: 2030-01-31."),
    "release_date": text("When it is to be released: 2030-02-28."),
}
_ABOUT = {"description": text("What it is about.")}
TOOLS = (
    tool(
        "get_all_projects",
        projects.list,
        "List the projects that you may see, with who leads each.",
        {"include_archived": truth("Archived ones too.", False)},
        (),
        _accept_all,
        _present_all,
        title="Get All Projects",
        toolset="projects",
        manner=_FAILING,
    ),
    tool(
        "search_projects",
        projects.list,
        "Find projects by a part of their key or of their name.",
        {
            "query": text("A part of the key or the name."),
            "max_results": number("How many to answer, 1 to 50. Default 20.", 20, 1, 50),
            "current_project_ids": text("Ids of projects to leave out, comma-joined."),
        },
        ("query",),
        _accept_search,
        _present_search,
        title="Search Projects",
        toolset="projects",
        manner=EMPTY,
    ),
    tool(
        "get_project_issue_types",
        projects.info,
        "List the types of issues that a project has, by id and name.",
        {"project_key": PROJECT},
        ("project_key",),
        _accept_project,
        _present_types,
        title="Get Project Issue Types",
        toolset="projects",
        manner=EMPTY,
    ),
    tool(
        "get_create_fields",
        screens.create_screen,
        "List the fields that a new issue of a project and type may have, and which it must.",
        {
            "project_key": PROJECT,
            "issue_type_id": text("Id of the type, from jira_get_project_issue_types."),
        },
        ("project_key", "issue_type_id"),
        _accept_fields,
        _present_fields,
        title="Get Create Fields",
        toolset="projects",
        names={"project_id": "project_key", "type_id": "issue_type_id"},
    ),
    tool(
        "get_project_fields",
        projects.info,
        "List the fields of new issues of a project, each with the types that have it.",
        {"project_key": text("Key of the project, such as CAL.")},
        ("project_key",),
        _accept_project,
        _present_project_fields,
        title="Get Project Fields",
        toolset="projects",
        manner=EMPTY,
    ),
    tool(
        "get_project_versions",
        versions.list,
        "List the versions of a project, from the oldest on.",
        {"project_key": PROJECT},
        ("project_key",),
        _accept_project,
        _present_versions,
        title="Get Project Versions",
        toolset="projects",
        manner=EMPTY,
    ),
    tool(
        "get_project_components",
        components.list,
        "List the components of a project, with who leads each.",
        {"project_key": PROJECT},
        ("project_key",),
        _accept_project,
        _present_components,
        title="Get Project Components",
        toolset="projects",
        manner=EMPTY,
    ),
    tool(
        "create_version",
        versions.create,
        "Create a version of a project, which issues may name as the one that fixes them.",
        {"project_key": project(), "name": text("What it is called."), **_DAYS, **_ABOUT},
        ("project_key", "name"),
        _accept_new,
        _present_version,
        title="Create Version",
        toolset="projects",
        destroys=False,
        manner=_FAILING,
    ),
    tool(
        "batch_create_versions",
        version_batches.create,
        "Create several versions of a project; one that is unfit does not keep the others from "
        "being created.",
        {
            "project_key": project(),
            "versions": text(
                "JSON text of an array of objects with name, and optionally startDate, "
                "releaseDate and description."
            ),
        },
        ("project_key", "versions"),
        _accept_several,
        _present_several,
        title="Batch Create Versions",
        toolset="projects",
        destroys=False,
    ),
    tool(
        "update_version",
        versions.update,
        "Change a version: its name and dates, and whether it is released or archived.",
        {
            "version_id": text("Id of the version."),
            "name": text("What it is called from now on."),
            **_ABOUT,
            **_DAYS,
            "archived": truth("Whether it is archived."),
            "released": truth("Whether it is released."),
        },
        ("version_id",),
        _accept_changed,
        _present_version,
        title="Update Version",
        toolset="projects",
        destroys=True,
        manner=_FAILING,
    ),
)
