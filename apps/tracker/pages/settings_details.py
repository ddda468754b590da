"""A project's details: what it is called, who runs it, and how it is archived or deleted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import flask

from workworld import emoji
from workworld.apps.tracker.models import Project
from workworld.apps.tracker.pages.blueprint import BLUEPRINT, settings_url
from workworld.apps.tracker.pages.forms import MENDABLE, entered, problems_of
from workworld.apps.tracker.pages.project_settings import settings_frame, settings_page
from workworld.apps.tracker.service import projects, site
from workworld.context import Context
from workworld.doors.refused_pages import status_of
from workworld.doors.web import nothing, page
from workworld.errors import Invalid, Problem, Refused

_FIELDS = ("name", "description", "url", "avatar", "lead_id", "default_assignee", "category_id")
_ASSIGNEES = (
    ("unassigned", "Nobody"),
    ("lead", "The project's lead"),
    ("component_lead", "The lead of the issue's component"),
)
_AVATARS = (
    "rocket",
    "package",
    "truck",
    "ship",
    "airplane",
    "globe_with_meridians",
    "wrench",
    "gear",
    "hammer",
    "lock",
    "shield",
    "bug",
    "headphones",
    "bulb",
    "books",
    "art",
    "seedling",
    "fire",
    "star",
    "dart",
    "moneybag",
    "bar_chart",
    "tada",
    "test_tube",
)
"""Names of the emoji that stand for projects."""


@dataclass(frozen=True, slots=True)
class Details:
    """What the form shows."""

    values: Mapping[str, str]
    lead_name: str
    categories: tuple[tuple[str, str], ...]


@BLUEPRINT.get("/p/<project>/settings/details")
def details_settings(project: str) -> str:
    """What a project is called, and who runs it."""
    return _details(project)


@BLUEPRINT.post("/p/<project>/settings/details")
def change_details(project: str) -> Any:
    """Change a project's details."""
    try:
        page(projects.update, nothing, project=project, **entered(*_FIELDS))
    except MENDABLE as refusal:
        return _details(project, refusal), status_of(refusal)
    return flask.redirect(settings_url(project, "details", saved=1), 303)


@BLUEPRINT.get("/p/<project>/settings/<any(archive, restore, delete):deed>")
def project_deed(project: str, deed: str) -> Any:
    """Ask whether a project is really to be archived, restored or deleted."""
    return _details(project, deed=deed)


@BLUEPRINT.post("/p/<project>/settings/archive")
def archive_project(project: str) -> Any:
    """Archive a project."""
    try:
        page(projects.archive, nothing, project=project)
    except MENDABLE as refusal:
        return _details(project, refusal, deed="archive"), status_of(refusal)
    return flask.redirect(settings_url(project, "details"), 303)


@BLUEPRINT.post("/p/<project>/settings/restore")
def restore_project(project: str) -> Any:
    """Let an archived project be used again."""
    try:
        page(projects.restore, nothing, project=project)
    except MENDABLE as refusal:
        return _details(project, refusal, deed="restore"), status_of(refusal)
    return flask.redirect(settings_url(project, "details"), 303)


@BLUEPRINT.post("/p/<project>/settings/delete")
def delete_project(project: str) -> Any:
    """Delete a project, once its key has been typed."""
    try:
        page(
            projects.delete,
            nothing,
            accept=_named,
            project=project,
            key=flask.request.form.get("key", ""),
        )
    except MENDABLE as refusal:
        return _details(project, refusal, deed="delete"), status_of(refusal)
    return flask.redirect(flask.url_for("ui.projects_page"), 303)


def _named(ctx: Context, given: Mapping[str, Any]) -> Mapping[str, Any]:
    key = projects.known(ctx, given["project"]).key
    if given["key"].strip().upper() != key:
        said = f"Type {key} to say that you mean it."
        raise Invalid("invalid_fields", problems=[Problem(said, "key")])
    return {"project": given["project"]}


def _details(project: str, refusal: Refused | None = None, deed: str = "") -> str:
    frame = settings_frame(project, "details")
    found: Details = page(projects.info, _shown, project=project)
    typed = flask.request.form.to_dict() if refusal else {}
    return settings_page(
        "settings_details.html",
        frame,
        found=found,
        entered={**found.values, **typed},
        problems=problems_of(refusal, (*_FIELDS, "key")),
        assignees=_ASSIGNEES,
        avatars=_avatars(found.values["avatar"]),
        is_saved=flask.request.args.get("saved") == "1",
        deed=deed,
        dialog="dialog_project_deed.html" if deed else "",
    )


def _avatars(held: str) -> list[tuple[str, str]]:
    """What may stand for a project: what does so now among it, wherever that came from."""
    names: dict[str, None] = dict.fromkeys([*_AVATARS, *([held] if held else [])])
    pictures = (
        (name, f"{emoji.character_of(name) or ''} {name.replace('_', ' ')}") for name in names
    )
    return [("", "The letters of its key"), *pictures]


def _shown(ctx: Context, row: Project) -> Details:
    values = {name: getattr(row, name) or "" for name in _FIELDS}
    people = site.people(ctx, [row.lead_id])
    categories = ((each.id, each.name) for each in site.categories(ctx).values())
    return Details(values, site.called(people[row.lead_id]), (("", "None"), *categories))
