"""Administration of custom fields: which there are, what may be chosen in them, and where."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import flask

from workworld.apps.tracker.pages.admin import admin_page, require_admin
from workworld.apps.tracker.pages.blueprint import BLUEPRINT, admin_url
from workworld.apps.tracker.pages.forms import MENDABLE, entered, problems_of
from workworld.apps.tracker.service import custom_field_views, custom_fields, projects
from workworld.apps.tracker.service.custom_field_views import FieldView
from workworld.apps.tracker.service.field_places import Where
from workworld.context import Context
from workworld.doors.refused_pages import status_of
from workworld.doors.web import nothing, page
from workworld.errors import Refused

KINDS = {
    "text": "Text, one line",
    "paragraph": "Text, paragraphs",
    "number": "Number",
    "select": "Choice of one",
    "multiselect": "Choice of several",
    "cascading": "Choice in two steps",
    "checkbox": "Boxes to tick",
    "user": "Person",
    "users": "People",
    "date": "Day",
    "datetime": "Day and time",
    "url": "Address on the web",
    "labels": "Labels",
    "formula": "Number, computed from other fields",
}
CHOSEN = ("select", "multiselect", "checkbox", "cascading")
_FIELDS = ("name", "description", "kind", "options", "project_ids", "value", "formula")
_MOST_PROJECTS = 200


@dataclass(frozen=True, slots=True)
class OptionLine:
    """What may be chosen in a field."""

    id: str
    value: str
    is_disabled: bool
    position: int
    below: Sequence[OptionLine] = ()


@dataclass(frozen=True, slots=True)
class ContextLine:
    """For which projects and types of issues a field is."""

    id: str
    name: str
    projects: str
    types: str
    default: str


@dataclass(frozen=True, slots=True)
class FieldLine:
    """A field that the site has added."""

    id: str
    name: str
    description: str
    kind: str
    kind_name: str
    formula: str
    is_locked: bool
    options: Sequence[OptionLine]
    projects: Sequence[str]
    contexts: Sequence[ContextLine]

    @property
    def has_options(self) -> bool:
        """Whether something is chosen in it."""
        return self.kind in CHOSEN


@BLUEPRINT.get("/admin/fields")
def field_administration() -> str:
    """The fields that the site has added."""
    require_admin("fields")
    lines = page(custom_field_views.list, lambda _ctx, rows: [line_of(each) for each in rows])
    return admin_page("admin_fields.html", "fields", lines=lines)


@BLUEPRINT.get("/admin/fields/new")
def new_field() -> str:
    """What a new field is to be."""
    return _new()


@BLUEPRINT.post("/admin/fields/new")
def create_field() -> Any:
    """Add a field to the site."""
    form = flask.request.form
    given: dict[str, Any] = entered("name", "kind", "description")
    lists = {
        "options": [each.strip() for each in form.get("options", "").splitlines() if each.strip()],
        "project_ids": [each for each in form.getlist("project") if each],
    }
    given |= {name: found for name, found in lists.items() if found}
    if form.get("formula", "").strip():
        given["formula"] = form["formula"]
    try:
        made = page(custom_fields.create, lambda _ctx, row: row.id, **given)
    except MENDABLE as refusal:
        return _new(refusal), status_of(refusal)
    return flask.redirect(admin_url("fields", made), 303)


@BLUEPRINT.get("/admin/fields/<field_id>")
def field_page(field_id: str) -> str:
    """A field that the site has added."""
    return _field(field_id)


@BLUEPRINT.post("/admin/fields/<field_id>/edit")
def edit_field_itself(field_id: str) -> Any:
    """Call a field something else."""
    given = entered("name", "description", "formula")
    change = partial(page, custom_fields.edit, nothing, **given)
    return _done(field_id, partial(change, field_id=field_id))


@BLUEPRINT.post("/admin/fields/<field_id>/delete")
def delete_field(field_id: str) -> Any:
    """Delete a field with all that issues hold in it."""
    try:
        page(custom_fields.delete_field, nothing, field_id=field_id)
    except MENDABLE as refusal:
        return _field(field_id, refusal), status_of(refusal)
    return flask.redirect(admin_url("fields"), 303)


@BLUEPRINT.post("/admin/fields/<field_id>/options")
def add_option(field_id: str) -> Any:
    """Let something more be chosen in a field."""
    form = flask.request.form
    given: dict[str, Any] = {"field_id": field_id, "value": form.get("value", "")}
    if form.get("parent"):
        given["parent_id"] = form["parent"]
    return _done(field_id, partial(page, custom_fields.add_option, nothing, **given))


@BLUEPRINT.post("/admin/fields/<field_id>/options/<option_id>")
def edit_option(field_id: str, option_id: str) -> Any:
    """Change what an option says, its place, or whether it can be chosen."""
    form = flask.request.form
    given: dict[str, Any] = {"option_id": option_id} | entered("value")
    if "is_disabled" in form:
        given["is_disabled"] = form["is_disabled"] == "1"
    place = form.get("position", "")
    if place.isdecimal() and len(place) < 4:
        given["position"] = int(place)
    return _done(field_id, partial(page, custom_fields.edit_option, nothing, **given))


def _done(field_id: str, change: Callable[[], Any]) -> Any:
    try:
        change()
    except MENDABLE as refusal:
        return _field(field_id, refusal), status_of(refusal)
    return flask.redirect(admin_url("fields", field_id), 303)


def _new(refusal: Refused | None = None) -> str:
    def present(_ctx: Context, found: Any) -> list[tuple[str, str]]:
        return [(row.key, row.name) for row in found.items]

    form = flask.request.form
    return admin_page(
        "admin_field_new.html",
        "fields",
        kinds=list(KINDS.items()),
        projects=page(projects.list, present, limit=_MOST_PROJECTS),
        typed=form.to_dict() if refusal else {},
        ticked=form.getlist("project") if refusal else [],
        problems=problems_of(refusal, _FIELDS),
    )


def _field(field_id: str, refusal: Refused | None = None) -> str:
    require_admin("fields")
    line = page(custom_field_views.show, lambda _ctx, view: line_of(view), field_id=field_id)
    return admin_page(
        "admin_field.html",
        "fields",
        line=line,
        typed=flask.request.form.to_dict() if refusal else {},
        problems=problems_of(refusal, _FIELDS),
    )


def line_of(view: FieldView) -> FieldLine:
    """A field as pages show it."""
    row = view.field
    below: dict[str | None, list[OptionLine]] = {}
    for each in view.options:
        if each.parent_id is not None:
            line = OptionLine(each.id, each.value, each.is_disabled, each.position)
            below.setdefault(each.parent_id, []).append(line)
    return FieldLine(
        row.id,
        row.name,
        row.description,
        row.kind,
        KINDS[row.kind],
        view.formula,
        row.is_locked,
        [
            OptionLine(each.id, each.value, each.is_disabled, each.position, below.get(each.id, ()))
            for each in view.options
            if each.parent_id is None
        ],
        [project.name for project in view.projects],
        [context_line(view, each) for each in view.contexts],
    )


def context_line(view: FieldView, context: Where) -> ContextLine:
    """A context as the page of its field shows it."""
    named = [project.name for project in view.projects if project.id in context.projects]
    is_last = context.is_everywhere or not named
    everywhere = "All others" if view.projects else "All"
    return ContextLine(
        context.id,
        context.name,
        (everywhere if context.is_everywhere else "None") if is_last else ", ".join(named),
        ", ".join(view.types[id] for id in sorted(context.types, key=int)) or "All",
        "Yes" if context.default is not None else "No",
    )
