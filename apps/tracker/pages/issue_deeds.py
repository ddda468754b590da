"""What becomes of a whole issue: clones, other types, the end of it; who watches it; on paper."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import flask

from workworld.apps.tracker.models import Issue
from workworld.apps.tracker.pages.activity_view import Wanted
from workworld.apps.tracker.pages.blueprint import BLUEPRINT, issue_url, project_url
from workworld.apps.tracker.pages.faces import Face
from workworld.apps.tracker.pages.issue_view import IssueView, State
from workworld.apps.tracker.pages.issues import (
    MENDABLE,
    form_state,
    issue_of,
    shown,
)
from workworld.apps.tracker.service import issues, projects, watchers
from workworld.context import Context
from workworld.doors.refused_pages import status_of
from workworld.doors.web import nothing, page
from workworld.errors import Invalid, NotFound, Refused


@BLUEPRINT.get("/browse/<issue>/clone")
def clone_form(issue: str) -> str:
    """Ask how a clone is to be."""
    return _asked(issue, "dialog_clone.html")


@BLUEPRINT.post("/browse/<issue>/clone")
def clone_issue(issue: str) -> Any:
    """Clone an issue."""
    form = flask.request.form
    summary = form.get("summary", "")
    try:
        key = page(
            issues.clone,
            key_of,
            issue=issue,
            summary=summary,
            with_subtasks="with_subtasks" in form,
            with_links="with_links" in form,
            with_sprint="with_sprint" in form,
        )
    except MENDABLE as refusal:
        return _again(issue, "dialog_clone.html", refusal)
    return flask.redirect(issue_url(key), 303)


@BLUEPRINT.get("/browse/<issue>/convert")
def convert_form(issue: str) -> str:
    """Ask of what type an issue is to be."""
    return _asked(issue, "dialog_convert.html", types=_types(issue))


@BLUEPRINT.post("/browse/<issue>/convert")
def convert_issue(issue: str) -> Any:
    """Give an issue another type."""
    form = flask.request.form
    given: dict[str, Any] = {"type_id": form.get("type", "")}
    if form.get("parent"):
        given["parent"] = form["parent"]
    try:
        page(issues.change_type, nothing, issue=issue, **given)
    except (*MENDABLE, NotFound) as refusal:
        return _again(issue, "dialog_convert.html", refusal, types=_types(issue))
    return flask.redirect(issue_url(issue), 303)


@BLUEPRINT.get("/browse/<issue>/delete")
def delete_form(issue: str) -> str:
    """Ask whether an issue is to be deleted: its key must be typed."""
    return _asked(issue, "dialog_delete_issue.html")


@BLUEPRINT.post("/browse/<issue>/delete")
def delete_issue(issue: str) -> Any:
    """Delete an issue."""
    form = flask.request.form
    found = issue_of(issue, State())
    try:
        if form.get("key", "").strip().upper() != found.key:
            raise Invalid("wrong_key", f"Type {found.key} to delete it.")
        page(issues.delete, nothing, issue=issue, subtasks="subtasks" in form)
    except MENDABLE as refusal:
        return _again(issue, "dialog_delete_issue.html", refusal)
    return flask.redirect(project_url(found.project.key), 303)


@BLUEPRINT.get("/browse/<issue>/watchers")
def watchers_form(issue: str) -> str:
    """Say who watches an issue."""
    return _watching(issue)


@BLUEPRINT.post("/browse/<issue>/watchers")
def change_watchers(issue: str) -> Any:
    """Let somebody watch an issue, or no longer."""
    form = flask.request.form
    act = watchers.unwatch if "remove" in form else watchers.watch
    try:
        person_id = form.get("remove") or form.get("person", "")
        if not person_id:
            raise Invalid("no_person", "Choose somebody first.")
        page(act, nothing, issue=issue, person_id=person_id)
    except (*MENDABLE, NotFound) as refusal:
        return _watching(issue, refusal), status_of(refusal)
    return _watching(issue)


@BLUEPRINT.get("/browse/<issue>/print")
def print_view(issue: str) -> str:
    """An issue on paper: all of it, and nothing else."""

    state = State(wanted=Wanted("all", most=500))
    return flask.render_template("issue_print.html", issue=issue_of(issue, state))


def key_of(_ctx: Context, issue: Issue) -> str:
    """The key of an issue that was changed or made."""
    return issue.key


def _asked(issue: str, dialog: str, **values: Any) -> str:
    found = issue_of(issue, form_state())
    return shown(found, dialog, problem="", entered={}, **values)


def _again(issue: str, dialog: str, refusal: Refused, **values: Any) -> Any:
    found: IssueView = issue_of(issue, form_state())
    said = " ".join(each.what for each in refusal.problems) or refusal.message
    entered = flask.request.form.to_dict()
    body = shown(found, dialog, problem=said, entered=entered, **values)
    return body, status_of(refusal)


def _types(issue: str) -> list[tuple[str, str, int]]:
    """The other types that it may have: id, name and level."""

    def present(ctx: Context, record: Any) -> list[tuple[str, str, int]]:
        types = projects.types_of(ctx, record.project.id)
        return [(row.id, row.name, row.level) for row in types if row.id != record.row.type_id]

    found: list[tuple[str, str, int]] = page(issues.info, present, issue=issue)
    return found


def _watching(issue: str, refusal: Refused | None = None) -> str:
    def present(_ctx: Context, found: Any) -> Mapping[str, Any]:
        return {"faces": [Face.of(each) for each in found.people], "count": found.count}

    said = refusal.message if refusal else ""
    watching = page(watchers.list, present, issue=issue)
    found = issue_of(issue, form_state())
    return shown(found, "dialog_watchers.html", problem=said, **watching)
