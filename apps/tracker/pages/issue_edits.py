"""Changing an issue's fields in place, and the simple deeds: flags, watching, votes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import flask

from workworld.apps.tracker.pages.blueprint import BLUEPRINT
from workworld.apps.tracker.pages.editors import widget_of
from workworld.apps.tracker.pages.issues import MENDABLE, done, editing, refused
from workworld.apps.tracker.pages.typed_fields import values_of
from workworld.apps.tracker.service import issues, screens, votes, watchers
from workworld.context import Context
from workworld.doors.web import nothing, page
from workworld.errors import Invalid, Problem

_KEPT = ("paragraph", "number", "date", "datetime", "time", "url", "labels")
"""Of which what was typed is kept when it is refused; others go back to what they were."""


@BLUEPRINT.post("/browse/<issue>/edit")
def edit_issue(issue: str) -> Any:
    """Change one field of an issue."""
    field = flask.request.form.get("field", "")
    try:
        page(issues.edit, nothing, accept=_changes, issue=issue)
    except MENDABLE as refusal:
        keeps = widget_of(field, "") in _KEPT and field != "summary"
        part = f"field-{field}" if field.replace("_", "").isalnum() else "issue"
        return refused(issue, refusal, part, state=editing(field, refusal, keeps=keeps))
    return done(issue)


@BLUEPRINT.post("/browse/<issue>/flag")
def flag_issue(issue: str) -> Any:
    """Put a flag on an issue, or take it away."""
    return _deed(issue, issues.flag, flagged=bool(flask.request.form.get("so")))


@BLUEPRINT.post("/browse/<issue>/watch")
def watch_issue(issue: str) -> Any:
    """Watch an issue, or no longer."""
    wants = bool(flask.request.form.get("so"))
    return _deed(issue, watchers.watch if wants else watchers.unwatch)


@BLUEPRINT.post("/browse/<issue>/vote")
def vote_issue(issue: str) -> Any:
    """Vote for an issue, or take the vote back."""
    wants = bool(flask.request.form.get("so"))
    return _deed(issue, votes.vote if wants else votes.unvote)


def _deed(issue: str, operation: Any, **arguments: Any) -> Any:
    try:
        page(operation, nothing, issue=issue, **arguments)
    except MENDABLE as refusal:
        return refused(issue, refusal)
    return done(issue)


def _changes(ctx: Context, given: Mapping[str, Any]) -> Mapping[str, Any]:
    """What the form says, as the operation's arguments."""
    form = flask.request.form
    name = form.get("field", "")
    screen = screens.edit_screen(ctx, issue=given["issue"])
    fields = [each for each in screen if each.id == name]
    if not screen:  # the operation says why they may edit nothing
        return {"issue": given["issue"], "fields": {name: form.get(name)}}
    if not fields:
        raise Invalid("invalid_fields", problems=[Problem("This cannot be edited here.", name)])
    entered = {each: form.getlist(each) for each in form}
    values = values_of(ctx, fields, entered)
    version = form.get("version", "")
    seen = int(version) if version.isdigit() and len(version) < 12 else None
    return {"issue": given["issue"], "fields": values, "version": seen}
