"""Moving an issue on through its workflow."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import flask

from workworld.apps.tracker import field_ids as f
from workworld.apps.tracker.models import Issue
from workworld.apps.tracker.pages import written
from workworld.apps.tracker.pages.blueprint import BLUEPRINT
from workworld.apps.tracker.pages.comments import closing
from workworld.apps.tracker.pages.editors import Editor, Site, editor_of, refilled
from workworld.apps.tracker.pages.issue_parts import IssueLine, lines_of
from workworld.apps.tracker.pages.issue_view import State
from workworld.apps.tracker.pages.issues import (
    MENDABLE,
    done,
    form_state,
    issue_of,
    refused,
    shown,
)
from workworld.apps.tracker.pages.typed_fields import values_of
from workworld.apps.tracker.service import (
    field_values,
    links,
    projects,
    sight,
    transition_rules,
    transitions,
)
from workworld.context import Context
from workworld.doors.refused_pages import status_of
from workworld.doors.web import nothing, page
from workworld.errors import NotFound, Refused


@dataclass(frozen=True, slots=True)
class TransitionForm:
    """The screen of a transition."""

    number: str
    name: str
    to: str
    editors: tuple[Editor, ...]
    asks_comment: bool
    blocked: tuple[IssueLine, ...]
    """Open issues that block this one, if it leads to where nothing remains to be done."""
    comment: str = ""
    problems: Mapping[str, str] | None = None
    problem: str = ""


@BLUEPRINT.post("/browse/<issue>/transition")
def move_on(issue: str) -> Any:
    """Take a transition that asks nothing, or send its screen."""
    form = flask.request.form
    number = form.get("transition", "")
    try:
        page(transitions.perform, nothing, accept=_filled, issue=issue, transition=number)
    except MENDABLE as refusal:
        if "screen" in form:
            return _again(issue, number, refusal)
        return refused(issue, refusal, state=State(problem=refusal.message))
    return closing(done(issue))


@BLUEPRINT.get("/browse/<issue>/transition/<number>")
def transition_form(issue: str, number: str) -> str:
    """What a transition asks for."""
    return _dialog(issue, number)


def _again(issue: str, number: str, refusal: Refused) -> Any:
    body = _dialog(issue, number, refusal)
    headers = {"HX-Retarget": "#transition", "HX-Reselect": "#transition", "HX-Reswap": "outerHTML"}
    return body, status_of(refusal), headers


def _dialog(issue: str, number: str, refusal: Refused | None = None) -> str:
    def present(ctx: Context, found: Sequence[Any]) -> TransitionForm:
        return _form(ctx, issue, _numbered(found, number), refusal)

    screen = page(transitions.list, present, issue=issue)
    return shown(issue_of(issue, form_state()), "dialog_transition.html", screen=screen)


def _numbered(found: Sequence[Any], number: str) -> Any:
    for each in found:
        if str(each.transition.number) == number:
            return each
    raise NotFound("transition_not_found")


def _form(ctx: Context, issue: str, way: Any, refusal: Refused | None) -> TransitionForm:
    row = sight.read(ctx, issue)
    place = Site(projects.known(ctx, row.project_id), row.type_id, row)
    editors = [_editor(ctx, place, row, way, each) for each in way.fields if each.id != f.COMMENT]
    blockers = links.open_blockers(ctx, issue=row.id) if way.to.category == "done" else ()
    found = TransitionForm(
        str(way.transition.number),
        way.transition.name,
        way.to.name,
        tuple(editors),
        any(each.id == f.COMMENT for each in way.fields),
        tuple(lines_of(ctx, blockers)),
    )
    return found if refusal is None else _refilled(found, refusal)


def _editor(ctx: Context, place: Site, row: Issue, way: Any, field: Any) -> Editor:
    """Of what is done, a resolution is always chosen: the one that it has if nobody says which."""
    value = field_values.current(ctx, row, field.id)
    if field.id != f.RESOLUTION or way.to.category != "done":
        return editor_of(ctx, place, field, value)
    usual = value or transition_rules.unasked_resolution(ctx, way.transition, row)
    editor = editor_of(ctx, place, field, usual)
    return replace(editor, choices=tuple(each for each in editor.choices if each.value))


def _refilled(found: TransitionForm, refusal: Refused) -> TransitionForm:
    form = flask.request.form
    entered = {name: form.getlist(name) for name in form}
    at_fields = {each.field: each.what for each in refusal.problems}
    asked = {editor.id for editor in found.editors} | {f.COMMENT}
    return TransitionForm(
        found.number,
        found.name,
        found.to,
        tuple(refilled(editor, entered) for editor in found.editors),
        found.asks_comment,
        found.blocked,
        form.get("comment", ""),
        at_fields,
        "" if at_fields.keys() & asked else refusal.message,
    )


def _filled(ctx: Context, given: Mapping[str, Any]) -> Mapping[str, Any]:
    """The operation's arguments, with what the screen holds."""
    form = flask.request.form
    if "screen" not in form:
        return given
    found = transitions.list(ctx, issue=str(given["issue"]))
    way = next((x for x in found if str(x.transition.number) == given["transition"]), None)
    fields = [each for each in way.fields if each.id != f.COMMENT] if way else []
    entered = {name: form.getlist(name) for name in form}
    values = {id: each for id, each in values_of(ctx, fields, entered).items() if each is not None}
    text = form.get("comment", "").strip()
    said = {"comment": written.read(ctx, text)} if text else {}
    return {**given, "fields": values, **said}
