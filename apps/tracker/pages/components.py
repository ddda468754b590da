"""A project's components: who looks after each, and how its issues stand."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import flask

from workworld.apps.tracker.jql.writing import quoted
from workworld.apps.tracker.models import Component, Project
from workworld.apps.tracker.pages.blueprint import BLUEPRINT, components_url, navigator_url
from workworld.apps.tracker.pages.faces import Face, face_of
from workworld.apps.tracker.pages.forms import MENDABLE, entered, problems_of
from workworld.apps.tracker.pages.frames import ProjectFrame
from workworld.apps.tracker.pages.project_settings import with_dialog
from workworld.apps.tracker.pages.version_lines import Share, may_manage, shares_of
from workworld.apps.tracker.permission_names import ADMINISTER_PROJECT
from workworld.apps.tracker.service import access, components, projects, site
from workworld.context import Context
from workworld.doors.refused_pages import status_of
from workworld.doors.web import nothing, page
from workworld.errors import NotFound, Refused

KINDS = (
    ("project_default", "As the project has it"),
    ("component_lead", "The component's lead"),
    ("project_lead", "The project's lead"),
    ("unassigned", "Nobody"),
)
"""Who gets a component's new issues."""
_FIELDS = ("name", "description", "lead_id", "assignee_kind")
_SIZE = 25


@dataclass(frozen=True, slots=True)
class ComponentLine:
    """A component."""

    id: str
    name: str
    description: str
    lead: Face | None
    kind: str
    kind_name: str
    shares: tuple[Share, ...]
    total: int
    url: str
    """Of all its issues."""


@dataclass(frozen=True, slots=True)
class Components:
    """What the page shows."""

    project: ProjectFrame
    lines: Sequence[ComponentLine]
    total: int
    may_manage: bool


@dataclass(frozen=True, slots=True)
class Dialog:
    """What the dialogs of a component show."""

    component: ComponentLine | None
    """None for one that is to be made."""
    others: tuple[tuple[str, str], ...] = ()


@BLUEPRINT.get("/p/<project>/components")
def components_of(project: str) -> str:
    """The components of a project."""
    return _page(project)


@BLUEPRINT.get("/p/<project>/components/new")
def new_component(project: str) -> Any:
    """Ask what a new component is to be."""
    return _new(project)


@BLUEPRINT.post("/p/<project>/components/new")
def create_component(project: str) -> Any:
    """Create a component."""
    given = {name: value for name, value in entered(*_FIELDS).items() if value or name == "name"}
    try:
        page(components.create, nothing, project=project, **given)
    except MENDABLE as refusal:
        return _new(project, refusal), status_of(refusal)
    return flask.redirect(components_url(project), 303)


@BLUEPRINT.get("/p/<project>/components/<component_id>/<any(edit, delete):deed>")
def component_form(project: str, component_id: str, deed: str) -> Any:
    """Ask what is to become of a component."""
    return _dialog(project, component_id, deed)


@BLUEPRINT.post("/p/<project>/components/<component_id>/edit")
def edit_component(project: str, component_id: str) -> Any:
    """Change a component."""
    change = partial(page, components.update, nothing, **entered(*_FIELDS))
    return _done(project, component_id, "edit", change)


@BLUEPRINT.post("/p/<project>/components/<component_id>/delete")
def delete_component(project: str, component_id: str) -> Any:
    """Delete a component; its issues lose it, or have another one instead."""
    given = {name: value for name, value in entered("move_to").items() if value}
    change = partial(page, components.delete, nothing, **given)
    return _done(project, component_id, "delete", change)


def _done(project: str, component_id: str, deed: str, change: Callable[..., Any]) -> Any:
    try:
        change(component_id=component_id)
    except MENDABLE as refusal:
        return _dialog(project, component_id, deed, refusal), status_of(refusal)
    return flask.redirect(components_url(project), 303)


def _page(project: str, dialog: str = "", **values: Any) -> str:
    given = flask.request.args
    text, number = given.get("q", "").strip()[:100], given.get("page", "")
    at = max(1, int(number)) if number.isdigit() and len(number) < 5 else 1
    found: Components = page(
        components.list,
        partial(_listed, ref=project),
        project=project,
        text=text,
        start=(at - 1) * _SIZE,
        limit=_SIZE,
    )
    asked = {"q": text} if text else {}
    return with_dialog(
        "components.html",
        found.project,
        dialog=dialog,
        found=found,
        text=text,
        number=at,
        count=max(1, -(-found.total // _SIZE)),
        here=components_url(project, **asked, **({"page": at} if at > 1 else {})),
        page_address=lambda at: components_url(project, **asked, page=at),
        **values,
    )


def _listed(ctx: Context, listed: Any, *, ref: str) -> Components:
    row = projects.known(ctx, ref)
    lines = _lines(ctx, row, listed.items)
    return Components(ProjectFrame.of(row), lines, listed.total, may_manage(ctx, row))


def _lines(ctx: Context, project: Project, rows: Sequence[Component]) -> list[ComponentLine]:
    counted = components.counts(ctx, component_ids=[row.id for row in rows]) if rows else {}
    people, kinds = site.people(ctx, [row.lead_id for row in rows]), dict(KINDS)
    found = []
    for row in rows:
        jql = f"project = {project.key} AND component = {quoted(row.name)}"
        found.append(
            ComponentLine(
                row.id,
                row.name,
                row.description,
                face_of(people, row.lead_id),
                row.assignee_kind,
                kinds[row.assignee_kind],
                shares_of(counted[row.id], jql),
                counted[row.id].total,
                navigator_url(jql),
            )
        )
    return found


def _new(project: str, refusal: Refused | None = None) -> str:
    def present(ctx: Context, row: Project) -> Dialog:
        access.require_has(ctx, ADMINISTER_PROJECT, row.id)
        return Dialog(None)

    return _above(project, "new", page(projects.info, present, project=project), refusal)


def _dialog(project: str, component_id: str, deed: str, refusal: Refused | None = None) -> str:
    shown = page(components.info, partial(_shown, ref=project), component_id=component_id)
    return _above(project, deed, shown, refusal)


def _above(project: str, deed: str, shown: Dialog, refusal: Refused | None) -> str:
    typed: Mapping[str, str] = flask.request.form.to_dict() if refusal else {}
    lead = shown.component.lead if shown.component else None
    chosen = typed.get("lead_id", lead.id if lead else "")
    return _page(
        project,
        dialog=f"dialog_component_{'delete' if deed == 'delete' else 'form'}.html",
        asked=shown,
        kinds=KINDS,
        typed=typed,
        lead=[(chosen, _name_of(chosen))] if chosen else [],
        problems=problems_of(refusal, (*_FIELDS, "move_to")),
    )


def _name_of(person_id: str) -> str:
    def present(ctx: Context, _rows: Any) -> str:
        face = face_of(site.people(ctx, [person_id]), person_id)
        return face.name if face else person_id

    name: str = page(site.roles, present)
    return name


def _shown(ctx: Context, row: Component, *, ref: str) -> Dialog:
    project = projects.known(ctx, ref)
    if row.project_id != project.id:
        said = f"The component with id {row.id} does not exist."
        raise NotFound("component_not_found", said)
    access.require_has(ctx, ADMINISTER_PROJECT, project.id)
    others = components.list(ctx, project=ref).items
    return Dialog(
        _lines(ctx, project, [row])[0],
        tuple((each.id, each.name) for each in others if each.id != row.id),
    )
