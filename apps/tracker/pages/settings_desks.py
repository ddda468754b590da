"""Settings of a service desk: request types, queues, canned replies, SLAs and calendars."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import flask

from workworld.apps.tracker.pages.blueprint import BLUEPRINT, settings_url
from workworld.apps.tracker.pages.desk_tabs import Asked, Queues, Replies, RequestTypes
from workworld.apps.tracker.pages.desk_time_tabs import Calendars, Slas
from workworld.apps.tracker.pages.forms import MENDABLE, problems_of
from workworld.apps.tracker.pages.project_settings import settings_frame, settings_page
from workworld.doors.refused_pages import status_of
from workworld.errors import NotFound, Refused

_TABS: Mapping[str, Any] = {
    "request-types": RequestTypes(),
    "queues": Queues(),
    "canned-replies": Replies(),
    "slas": Slas(),
    "calendars": Calendars(),
}
_NAMES = ",".join(f"'{name}'" for name in _TABS)
_AT = f"/p/<project>/settings/<any({_NAMES}):tab>"


@BLUEPRINT.get(_AT)
def desk_settings(project: str, tab: str) -> str:
    """The parts of a kind that a service desk has."""
    return _tab(project, tab)


@BLUEPRINT.get(f"{_AT}/new")
def new_desk_part(project: str, tab: str) -> str:
    """Ask what a new part is to be."""
    return _dialog(project, tab, "")


@BLUEPRINT.post(f"{_AT}/new")
def create_desk_part(project: str, tab: str) -> Any:
    """Add a part."""
    return _saved(project, tab, "")


@BLUEPRINT.get(f"{_AT}/<part>/edit")
def desk_part_form(project: str, tab: str, part: str) -> str:
    """Ask what a part is to be."""
    return _dialog(project, tab, part)


@BLUEPRINT.post(f"{_AT}/<part>/edit")
def edit_desk_part(project: str, tab: str, part: str) -> Any:
    """Change a part."""
    return _saved(project, tab, part)


@BLUEPRINT.get(f"{_AT}/<part>/delete")
def desk_part_end(project: str, tab: str, part: str) -> str:
    """Ask whether a part is to be deleted."""
    line = _line(project, tab, part)
    return _tab(project, tab, dialog="dialog_desk_delete.html", line=line)


@BLUEPRINT.post(f"{_AT}/<part>/delete")
def delete_desk_part(project: str, tab: str, part: str) -> Any:
    """Delete a part."""
    try:
        _TABS[tab].delete(part)
    except MENDABLE as refusal:
        return _tab(project, tab, problem=refusal.message), status_of(refusal)
    return flask.redirect(settings_url(project, tab), 303)


@BLUEPRINT.post(f"{_AT}/<part>/move")
def move_desk_part(project: str, tab: str, part: str) -> Any:
    """Put a part elsewhere among the others."""
    place = flask.request.form.get("place", "")
    try:
        _TABS[tab].move(part, int(place) if place.isdigit() and len(place) < 4 else 0)
    except MENDABLE as refusal:
        return _tab(project, tab, problem=refusal.message), status_of(refusal)
    return flask.redirect(settings_url(project, tab), 303)


def _tab(project: str, tab: str, problem: str = "", dialog: str = "", **values: Any) -> str:
    kind = _TABS[tab]
    frame = settings_frame(project, kind.frame)
    return settings_page(
        "settings_desk.html",
        frame,
        kind=kind,
        tab=tab,
        lines=kind.lines(project),
        root=settings_url(frame.project.key, tab),
        problem=problem,
        dialog=dialog,
        **values,
    )


def _dialog(project: str, tab: str, part: str, refusal: Refused | None = None) -> str:
    kind = _TABS[tab]
    settings_frame(project, kind.frame)
    line = _line(project, tab, part) if part else None
    asked = [_again(each, refusal) for each in kind.asked(project, part)]
    problems = problems_of(refusal, [each.name for each in asked])
    return _tab(
        project, tab, dialog="dialog_desk_part.html", asked=asked, line=line, problems=problems
    )


def _again(each: Asked, refusal: Refused | None) -> Asked:
    """What a form asked, with what was entered if that was not taken."""
    if refusal is None:
        return each
    form = flask.request.form
    if each.kind == "many":
        names = {**dict(each.choices), **dict(each.chosen)}
        return replace(
            each, chosen=[(id, names.get(id, id)) for id in form.getlist(each.name) if id]
        )
    if each.kind == "select" and form.get(each.name) not in dict(each.choices):
        return each
    return replace(each, value=form.get(each.name, ""))


def _line(project: str, tab: str, part: str) -> Any:
    found = next((each for each in _TABS[tab].lines(project) if each.id == part), None)
    if found is None:
        raise NotFound("page_not_found")
    return found


def _saved(project: str, tab: str, part: str) -> Any:
    try:
        _TABS[tab].save(project, part, flask.request.form)
    except MENDABLE as refusal:
        if isinstance(refusal, NotFound):
            raise
        return _dialog(project, tab, part, refusal), status_of(refusal)
    return flask.redirect(settings_url(project, tab), 303)
