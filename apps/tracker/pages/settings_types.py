"""The types of issues that a project has: their order, their workflows, and how many there are."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import flask

from workworld.apps.tracker.models import IssueType, Project, ProjectType
from workworld.apps.tracker.pages.blueprint import BLUEPRINT, settings_url
from workworld.apps.tracker.pages.forms import MENDABLE, problems_of
from workworld.apps.tracker.pages.project_settings import settings_frame, settings_page
from workworld.apps.tracker.service import project_types, projects, site
from workworld.context import Context
from workworld.doors.refused_pages import status_of
from workworld.doors.web import nothing, page
from workworld.errors import NotFound, Refused

LEVELS = {1: "Epic", 0: "Standard", -1: "Sub-task"}


@dataclass(frozen=True, slots=True)
class TypeLine:
    """A type of issues of a project."""

    type: IssueType
    level: str
    workflow_id: str
    workflow: str
    count: int


@dataclass(frozen=True, slots=True)
class Types:
    """What the page shows."""

    lines: Sequence[TypeLine]
    others: Sequence[tuple[str, str]]
    """Types that the project does not have: ids and names."""
    workflows: Sequence[tuple[str, str]]


@BLUEPRINT.get("/p/<project>/settings/types")
def type_settings(project: str) -> str:
    """The types of issues that a project has."""
    return _types(project)


@BLUEPRINT.post("/p/<project>/settings/types/add")
def add_type(project: str) -> Any:
    """Let a project have another type."""
    form = flask.request.form
    given: dict[str, Any] = {
        "type_id": form.get("type", ""),
        "workflow_id": form.get("workflow", ""),
    }
    return _done(project, partial(page, project_types.add, nothing, **given))


@BLUEPRINT.get("/p/<project>/settings/types/<type_id>/edit")
def type_form(project: str, type_id: str) -> str:
    """Ask which workflow issues of a type are to go through."""
    return _types(project, editing=type_id)


@BLUEPRINT.post("/p/<project>/settings/types/<type_id>/edit")
def edit_type(project: str, type_id: str) -> Any:
    """Give a type another workflow or place."""
    form = flask.request.form
    given: dict[str, Any] = {"type_id": type_id}
    if form.get("workflow"):
        given["workflow_id"] = form["workflow"]
    place = form.get("position", "")
    if place.isdecimal() and len(place) < 4:
        given["position"] = int(place)
    change = partial(page, project_types.edit, nothing, **given)
    return _done(project, change, editing=type_id if form.get("workflow") else "")


@BLUEPRINT.post("/p/<project>/settings/types/<type_id>/remove")
def remove_type(project: str, type_id: str) -> Any:
    """Let a project have a type no more."""
    return _done(project, partial(page, project_types.remove, nothing, type_id=type_id))


def _done(project: str, change: Callable[..., Any], editing: str = "") -> Any:
    try:
        change(project=project)
    except MENDABLE as refusal:
        return _types(project, refusal, editing), status_of(refusal)
    return flask.redirect(settings_url(project, "types"), 303)


def _types(project: str, refusal: Refused | None = None, editing: str = "") -> str:
    frame = settings_frame(project, "types")
    found: Types = page(project_types.list, partial(_shown, ref=project), project=project)
    edited = next((each for each in found.lines if each.type.id == editing), None)
    if editing and edited is None:
        raise NotFound("type_not_found")
    return settings_page(
        "settings_types.html",
        frame,
        found=found,
        edited=edited,
        problems=problems_of(refusal, ("workflow_id",)),
        dialog="dialog_type.html" if edited else "",
    )


def _shown(ctx: Context, rows: Sequence[ProjectType], *, ref: str) -> Types:
    project: Project = projects.known(ctx, ref)
    types, workflows = site.issue_types(ctx), site.workflows(ctx)
    counts = project_types.count_issues(ctx, project.id)
    lines = [
        TypeLine(
            types[row.type_id],
            LEVELS[types[row.type_id].level],
            row.workflow_id,
            workflows[row.workflow_id].name,
            counts.get(row.type_id, 0),
        )
        for row in rows
    ]
    mine = {row.type_id for row in rows}
    return Types(
        lines,
        [(each.id, each.name) for each in types.values() if each.id not in mine],
        [(each.id, each.name) for each in workflows.values()],
    )
