"""The portal: what customers of a service desk may ask, and what they have asked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import flask

from workworld.apps.tracker.models import Project, RequestType
from workworld.apps.tracker.pages import moments
from workworld.apps.tracker.pages.blueprint import BLUEPRINT, portal_url
from workworld.apps.tracker.pages.editors import Editor, Site, editor_of, refilled
from workworld.apps.tracker.pages.faces import Face, face_of
from workworld.apps.tracker.pages.forms import MENDABLE, problems_of
from workworld.apps.tracker.pages.frames import ProjectFrame, framed
from workworld.apps.tracker.pages.moments import Moment
from workworld.apps.tracker.pages.portal_requests import request_page
from workworld.apps.tracker.pages.typed_fields import values_of
from workworld.apps.tracker.service import (
    desk_parts,
    desks,
    organizations,
    request_types,
    requests,
    site,
)
from workworld.apps.tracker.service.request_types import AskedField
from workworld.apps.tracker.service.requests import RequestView
from workworld.context import Context
from workworld.doors.refused_pages import keep_entered, status_of
from workworld.doors.web import page
from workworld.errors import NotFound, Refused

_SIZE = 25
_STATUSES = (("open", "Open"), ("closed", "Closed"), ("all", "All"))
_WHOSE = (
    ("all", "Any"),
    ("owned", "Mine"),
    ("participated", "Where I take part"),
    ("organization", "My organization's"),
)


@dataclass(frozen=True, slots=True)
class TypeLine:
    """Something that may be asked."""

    id: str
    name: str
    description: str
    icon: str
    url: str


@dataclass(frozen=True, slots=True)
class AskedLine:
    """A request in a list."""

    key: str
    summary: str
    type: str
    status: str
    category: str
    who: Face | None
    updated: Moment
    url: str


@dataclass(frozen=True, slots=True)
class Requests:
    """A part of somebody's requests."""

    lines: Sequence[AskedLine]
    total: int


@dataclass(frozen=True, slots=True)
class AskForm:
    """The form of a request type."""

    desk: ProjectFrame
    type: TypeLine
    help_text: str
    editors: Sequence[Editor]
    hints: dict[str, str]
    companies: Sequence[tuple[str, str]]


@BLUEPRINT.get("/portal")
def portal_home() -> str:
    """The service desks that one may ask, and one's requests."""
    frames = page(
        desks.list, lambda _ctx, rows: [ProjectFrame.of(row) for row in rows.items], limit=100
    )
    return framed("portal.html", desks=frames, **_asked(None))


@BLUEPRINT.get("/portal/<desk>")
def portal_page(desk: str) -> Any:
    """What may be asked of a service desk; or a request, by its key."""
    if "-" in desk:
        return request_page(desk)

    def present(
        ctx: Context, rows: Sequence[RequestType]
    ) -> tuple[ProjectFrame, dict[str, list[TypeLine]]]:
        row = desk_parts.desk(ctx, desk)
        groups: dict[str, list[TypeLine]] = {}
        for each in rows:
            groups.setdefault(each.group_name, []).append(_line(row, each))
        return ProjectFrame.of(row), groups

    frame, groups = page(request_types.list, present, project=desk)
    return framed("portal_desk.html", desk=frame, groups=groups, **_asked(frame.key))


@BLUEPRINT.get("/portal/<desk>/new/<type_id>")
def ask_form(desk: str, type_id: str) -> str:
    """The form of a request type."""
    return _form(desk, type_id)


@BLUEPRINT.post("/portal/<desk>/new/<type_id>")
def ask(desk: str, type_id: str) -> Any:
    """Ask a service desk for something."""
    form = flask.request.form
    entered = {name: form.getlist(name) for name in form}
    keep_entered("summary")

    def accept(ctx: Context, given: Any) -> Any:
        asked = request_types.form(ctx, request_type_id=type_id)
        found = values_of(ctx, [each.field for each in asked], entered)
        # What is left open is not asked for: the issue gets what it would have without the form.
        filled = {field: value for field, value in found.items() if value not in (None, "", [])}
        return {**given, "fields": filled}

    try:
        key = page(
            requests.create,
            lambda _ctx, row: row.key,
            accept=accept,
            request_type_id=type_id,
            organization_id=form.get("organization", "") or None,
        )
    except MENDABLE as refusal:
        if isinstance(refusal, NotFound):
            raise
        return _form(desk, type_id, refusal), status_of(refusal)
    return flask.redirect(portal_url(key), 303)


def _form(desk: str, type_id: str, refusal: Refused | None = None) -> str:
    entered = {name: flask.request.form.getlist(name) for name in flask.request.form}

    def present(ctx: Context, found: Sequence[AskedField]) -> AskForm:
        row = desk_parts.known(ctx, RequestType, type_id)
        project = desk_parts.desk(ctx, desk)
        if row.project_id != project.id:
            raise NotFound("request_type_not_found", "There is no such form.")
        place = Site(project, row.issue_type_id)
        editors = [_editor(ctx, place, each) for each in found]
        if refusal is not None:
            editors = [refilled(each, entered) for each in editors]
        mine = organizations.list(ctx, project=project.id, limit=100).items
        return AskForm(
            ProjectFrame.of(project),
            _line(project, row),
            row.help_text,
            editors,
            {each.id: each.help for each in found if each.help},
            [("", "Nobody"), *((each.id, each.name) for each in mine)] if mine else [],
        )

    found: AskForm = page(request_types.form, present, request_type_id=type_id)
    problems = problems_of(refusal, [each.id for each in found.editors])
    return framed("portal_form.html", form=found, problems=problems)


def _editor(ctx: Context, place: Site, each: AskedField) -> Editor:
    field = replace(each.field, name=each.label, is_required=each.is_required)
    return editor_of(ctx, place, field, None)


def _asked(desk: str | None) -> dict[str, Any]:
    """One's requests, as the address narrows them."""
    given = flask.request.args
    status = given.get("status") if given.get("status") in dict(_STATUSES) else "open"
    whose = given.get("whose") if given.get("whose") in dict(_WHOSE) else "all"
    text, number = given.get("q", "").strip()[:100], given.get("page", "")
    at = max(1, int(number)) if number.isdigit() and len(number) < 5 else 1
    found: Requests = page(
        requests.list,
        lambda ctx, rows: Requests(_lines(ctx, rows.items), rows.total),
        project=desk,
        whose=whose,
        status=status,
        text=text,
        start=(at - 1) * _SIZE,
        limit=_SIZE,
    )
    return {
        "asked": found,
        "status": status,
        "whose": whose,
        "text": text,
        "statuses": _STATUSES,
        "circles": _WHOSE,
        "number": at,
        "count": max(1, -(-found.total // _SIZE)),
        "page_address": lambda page: _address(page=page),
    }


def _address(**changed: Any) -> str:
    values = {**flask.request.args.to_dict(), **(flask.request.view_args or {}), **changed}
    return flask.url_for(str(flask.request.endpoint), **values)


def _lines(ctx: Context, found: Sequence[RequestView]) -> list[AskedLine]:
    people = site.people(ctx, [each.row.reporter_id for each in found])
    statuses = site.statuses(ctx)
    return [
        AskedLine(
            each.row.key,
            each.row.summary,
            each.type.name if each.type else "",
            each.status,
            statuses[each.row.status_id].category,
            face_of(people, each.row.reporter_id),
            moments.moment(ctx, each.row.updated_us),
            portal_url(each.row.key),
        )
        for each in found
    ]


def _line(project: Project, row: RequestType) -> TypeLine:
    url = portal_url(project.key, "new", row.id)
    return TypeLine(row.id, row.name, row.description, row.icon, url)
