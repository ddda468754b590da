"""Contexts of a custom field: for which projects and types it is, and what is usual there."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import flask

from workworld.apps.tracker.models import Project
from workworld.apps.tracker.pages.admin import admin_page, require_admin
from workworld.apps.tracker.pages.admin_fields import KINDS
from workworld.apps.tracker.pages.blueprint import BLUEPRINT, admin_url
from workworld.apps.tracker.pages.editors import Editor, Site, editor_of
from workworld.apps.tracker.pages.forms import MENDABLE, entered, problems_of
from workworld.apps.tracker.pages.typed_fields import values_of
from workworld.apps.tracker.service import (
    custom_fields,
    field_choices,
    field_contexts,
    projects,
    site,
)
from workworld.apps.tracker.service.field_places import Where
from workworld.apps.tracker.service.screens import ScreenField
from workworld.context import Context
from workworld.doors.refused_pages import status_of
from workworld.doors.web import nothing, page
from workworld.errors import NotFound, Refused

_FIELDS = ("name", "description", "project_ids", "type_ids", "values")
_MOST_PROJECTS = 200


@dataclass(frozen=True, slots=True)
class ContextForm:
    """What the page of a context shows."""

    field_id: str
    field_name: str
    kind_name: str
    context: Where | None
    projects: Sequence[tuple[str, str]]
    types: Sequence[tuple[str, str]]
    default: Editor | None


@BLUEPRINT.get("/admin/fields/<field_id>/contexts/new")
def new_context(field_id: str) -> str:
    """For which projects and types a field is to be besides."""
    return _context(field_id)


@BLUEPRINT.post("/admin/fields/<field_id>/contexts/new")
def create_context(field_id: str) -> Any:
    """Let a field be for more projects or types."""
    change = partial(page, field_contexts.create, nothing, field_id=field_id, **_entered())
    return _done(field_id, change, "")


@BLUEPRINT.get("/admin/fields/<field_id>/contexts/<context_id>")
def context_page(field_id: str, context_id: str) -> str:
    """For which projects and types a field is, and what is usual there."""
    return _context(field_id, context_id)


@BLUEPRINT.post("/admin/fields/<field_id>/contexts/<context_id>/edit")
def edit_context(field_id: str, context_id: str) -> Any:
    """Change for which projects and types a field is."""
    given = {"field_id": field_id, "context_id": context_id, **_entered()}
    return _done(field_id, partial(page, field_contexts.edit, nothing, **given), context_id)


@BLUEPRINT.post("/admin/fields/<field_id>/contexts/<context_id>/default")
def edit_default(field_id: str, context_id: str) -> Any:
    """Say what new issues have in a field."""

    def accept(ctx: Context, given: Mapping[str, Any]) -> Mapping[str, Any]:
        form = flask.request.form
        typed = {name: form.getlist(name) for name in form}
        field = _on_screen(ctx, field_id)
        read = values_of(ctx, [field], typed)
        return {**given, "values": {context_id: read.get(field_id)}}

    change = partial(page, field_contexts.set_defaults, nothing, accept=accept, field_id=field_id)
    return _done(field_id, change, context_id)


@BLUEPRINT.post("/admin/fields/<field_id>/contexts/<context_id>/delete")
def delete_context(field_id: str, context_id: str) -> Any:
    """Delete a context."""
    change = partial(page, field_contexts.delete, nothing, field_id=field_id, context_id=context_id)
    return _done(field_id, change, context_id)


def _entered() -> dict[str, Any]:
    form = flask.request.form
    said: dict[str, Any] = entered("name", "description")
    lists = {"project_ids": "project", "type_ids": "type"}
    return said | {ours: form.getlist(name) for ours, name in lists.items() if "places" in form}


def _done(field_id: str, change: Callable[[], Any], context_id: str) -> Any:
    try:
        change()
    except MENDABLE as refusal:
        return _context(field_id, context_id, refusal), status_of(refusal)
    return flask.redirect(admin_url("fields", field_id), 303)


def _context(field_id: str, context_id: str = "", refusal: Refused | None = None) -> str:
    require_admin("fields")
    found = page(
        field_contexts.list, partial(_form, field_id=field_id, wanted=context_id), field_id=field_id
    )
    form = flask.request.form
    return admin_page(
        "admin_context.html",
        "fields",
        found=found,
        typed=form.to_dict() if refusal and "places" in form else {},
        ticked=form.getlist("project") + form.getlist("type"),
        problems={
            found.field_id if field == "values" else field: said
            for field, said in problems_of(refusal, (*_FIELDS, field_id)).items()
        },
    )


def _form(ctx: Context, rows: Sequence[Where], *, field_id: str, wanted: str) -> ContextForm:
    context = next((each for each in rows if each.id == wanted), None)
    if wanted and context is None:
        raise NotFound("context_not_found")
    field = _on_screen(ctx, field_id)
    listed = projects.list(ctx, limit=_MOST_PROJECTS, order="name").items
    nowhere = Site(Project(), "")
    default = context.default if context else None
    return ContextForm(
        field.id,
        custom_fields.known(ctx, field_id).name,
        KINDS[field.kind],
        context=context,
        projects=[(each.id, each.name) for each in listed],
        types=[(each.id, each.name) for each in site.issue_types(ctx).values()],
        default=editor_of(ctx, nowhere, field, default)
        if context and field.kind != "formula"
        else None,
    )


def _on_screen(ctx: Context, field_id: str) -> ScreenField:
    row = custom_fields.known(ctx, field_id)
    chosen = field_choices.options(ctx, row.id) if row.kind in field_choices.CHOSEN else None
    return ScreenField(row.id, "Default value", row.kind, allowed=chosen)
