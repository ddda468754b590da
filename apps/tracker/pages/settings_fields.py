"""The fields that a project's issues are created and edited with: for each type, in order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import flask

from workworld.apps.tracker.pages.admin_fields import KINDS
from workworld.apps.tracker.pages.blueprint import BLUEPRINT, settings_url
from workworld.apps.tracker.pages.forms import MENDABLE, problems_of
from workworld.apps.tracker.pages.project_settings import settings_frame, settings_page
from workworld.apps.tracker.pages.type_choices import type_choices
from workworld.apps.tracker.service import project_fields
from workworld.apps.tracker.service.project_fields import FieldLine, ProjectScreen
from workworld.context import Context
from workworld.doors.refused_pages import status_of
from workworld.doors.web import nothing, page
from workworld.errors import Refused

_HOLDS = {
    **KINDS,
    "components": "Components",
    "flag": "Flag",
    "parent": "Issue above it",
    "priority": "Priority",
    "security": "Security level",
    "sprint": "Sprint",
    "timetracking": "Amounts of work",
    "versions": "Versions",
}


@dataclass(frozen=True, slots=True)
class FieldRow:
    """A field that issues of the type have."""

    id: str
    name: str
    holds: str
    is_required: bool
    fixed: str


@dataclass(frozen=True, slots=True)
class Fields:
    """What the page shows of a type."""

    lines: Sequence[FieldRow]
    others: Sequence[tuple[str, str]]
    """Ids and names of fields that may be added."""


@BLUEPRINT.get("/p/<project>/settings/fields")
def field_settings(project: str) -> str:
    """The fields of issues of one of a project's types."""
    return _fields(project, flask.request.args.get("type", ""))


@BLUEPRINT.post("/p/<project>/settings/fields/<type_id>/add")
def add_screen_field(project: str, type_id: str) -> Any:
    """Let issues of a type have another field."""
    form = flask.request.form
    change = partial(page, project_fields.add, nothing, field_id=form.get("field", ""))
    if form.get("is_required") == "1":
        change = partial(change, is_required=True)
    return _done(project, type_id, change)


@BLUEPRINT.post("/p/<project>/settings/fields/<type_id>/<field_id>/edit")
def edit_screen_field(project: str, type_id: str, field_id: str) -> Any:
    """Require a field or not, or give it another place."""
    form = flask.request.form
    given: dict[str, Any] = {"field_id": field_id}
    if "is_required" in form:
        given["is_required"] = form["is_required"] == "1"
    place = form.get("position", "")
    if place.isdecimal() and len(place) < 4:
        given["position"] = int(place)
    return _done(project, type_id, partial(page, project_fields.edit, nothing, **given))


@BLUEPRINT.post("/p/<project>/settings/fields/<type_id>/<field_id>/remove")
def remove_screen_field(project: str, type_id: str, field_id: str) -> Any:
    """Let issues of a type be without a field."""
    return _done(project, type_id, partial(page, project_fields.remove, nothing, field_id=field_id))


def _done(project: str, type_id: str, change: Callable[..., Any]) -> Any:
    try:
        change(project=project, type_id=type_id)
    except MENDABLE as refusal:
        return _fields(project, type_id, refusal), status_of(refusal)
    return flask.redirect(settings_url(project, "fields", type=type_id), 303)


def _fields(project: str, wanted: str, refusal: Refused | None = None) -> str:
    frame = settings_frame(project, "fields")
    choices, here = type_choices(frame.project.key, "fields", wanted)
    return settings_page(
        "settings_fields.html",
        frame,
        choices=choices,
        here=here,
        found=page(project_fields.list, _shown, project=project, type_id=here.id) if here else None,
        problems=problems_of(refusal, ("field_id",)),
    )


def _shown(_ctx: Context, screen: ProjectScreen) -> Fields:
    return Fields([_row(each) for each in screen.fields], [(e.id, e.name) for e in screen.others])


def _row(line: FieldLine) -> FieldRow:
    return FieldRow(line.id, line.name, _HOLDS[line.kind], line.is_required, line.fixed)
