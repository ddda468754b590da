"""Moving an issue to another project, in two steps: where to, and what it is to hold there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import flask

from workworld.apps.tracker import field_ids as f
from workworld.apps.tracker.models import IssueType, Project, Status
from workworld.apps.tracker.pages.blueprint import BLUEPRINT, issue_url
from workworld.apps.tracker.pages.creating import creatable
from workworld.apps.tracker.pages.editors import Editor, Site, editor_of, refilled
from workworld.apps.tracker.pages.issue_deeds import key_of
from workworld.apps.tracker.pages.issues import MENDABLE, form_state, issue_of, shown
from workworld.apps.tracker.pages.typed_fields import values_of
from workworld.apps.tracker.service import field_values, issues, projects, screens, site
from workworld.context import Context
from workworld.doors.refused_pages import status_of
from workworld.doors.web import page
from workworld.errors import NotFound, Refused


@dataclass(frozen=True, slots=True)
class MoveForm:
    """The dialog of a move.

    Args:
        projects: where it can go.
        project_key: where it is to go; empty in the first step.
        types: what it may be there.
        statuses: where it may stand there.
        editors: fields that must be filled in there.
    """

    projects: tuple[tuple[str, str], ...]
    project_key: str = ""
    project_name: str = ""
    types: tuple[tuple[str, str], ...] = ()
    type_id: str = ""
    statuses: tuple[tuple[str, str], ...] = ()
    status_id: str = ""
    editors: tuple[Editor, ...] = ()
    problem: str = ""
    problems: Mapping[str, str] = field(default_factory=dict)


@BLUEPRINT.get("/browse/<issue>/move")
def move_form(issue: str) -> str:
    """Ask where an issue is to go, or, if that is known, what it is to hold there."""
    given = flask.request.args
    return _dialog(issue, given.get("project", ""), given.get("type", ""))


@BLUEPRINT.post("/browse/<issue>/move")
def move_issue(issue: str) -> Any:
    """Move an issue."""
    form = flask.request.form
    where = (form.get("project", ""), form.get("type", ""))
    try:
        key = page(
            issues.move,
            key_of,
            accept=_filled,
            issue=issue,
            project_id=where[0],
            type_id=where[1] or None,
            status_id=form.get("status") or None,
        )
    except (*MENDABLE, NotFound) as refusal:
        return _dialog(issue, *where, refusal), status_of(refusal)
    return flask.redirect(issue_url(key), 303)


def _dialog(issue: str, project: str, type_id: str, refusal: Refused | None = None) -> str:
    def present(ctx: Context, record: Any) -> MoveForm:
        return _form(ctx, record, project, type_id, refusal)

    form = page(issues.info, present, issue=issue)
    return shown(issue_of(issue, form_state()), "dialog_move.html", move=form)


def _form(ctx: Context, record: Any, asked: str, type_id: str, refusal: Refused | None) -> MoveForm:
    possible = [each for each in creatable(ctx) if each.id != record.project.id]
    listed = tuple((each.key, f"{each.name} ({each.key})") for each in possible)
    project = next((each for each in possible if each.key == asked.upper()), None)
    problem = refusal.message if refusal else ""
    if project is None:
        return MoveForm(listed, problem=problem)
    types = [each for each in projects.types_of(ctx, project.id) if each.level >= 0]
    chosen = _chosen(types, type_id, record)
    statuses = _statuses(ctx, project, chosen)
    now = next((each for each in statuses if each.id == record.row.status_id), statuses[0])
    editors = _editors(ctx, record, project, chosen)
    if refusal is not None:
        entered = {name: flask.request.form.getlist(name) for name in flask.request.form}
        editors = [refilled(each, entered) for each in editors]
    return MoveForm(
        listed,
        project.key,
        project.name,
        tuple((each.id, each.name) for each in types),
        chosen.id,
        tuple((each.id, each.name) for each in statuses),
        now.id,
        tuple(editors),
        problem,
        {each.field: each.what for each in refusal.problems} if refusal else {},
    )


def _chosen(types: Sequence[IssueType], asked: str, record: Any) -> IssueType:
    by_id = {each.id: each for each in types}
    alike = next((each for each in types if each.level == record.type.level), types[0])
    return by_id.get(asked) or by_id.get(record.row.type_id) or alike


def _statuses(ctx: Context, project: Project, kind: IssueType) -> Sequence[Status]:
    workflow = site.workflow_of(ctx, project.id, kind.id)
    return site.workflow_statuses(ctx)[workflow.id] if workflow else []


def _editors(ctx: Context, record: Any, project: Project, kind: IssueType) -> list[Editor]:
    """Of fields that must hold something there, and hold nothing yet."""
    fields = screens.create_screen(ctx, project_id=project.id, type_id=kind.id)
    place = Site(project, kind.id, record.row)
    return [
        editor_of(ctx, place, each, None)
        for each in fields
        if each.is_required
        and each.id != f.SUMMARY
        and field_values.is_empty(record.values.get(each.id))
    ]


def _filled(ctx: Context, given: Mapping[str, Any]) -> Mapping[str, Any]:
    project = projects.known(ctx, str(given["project_id"]))
    form = flask.request.form
    entered = {name: form.getlist(name) for name in form}
    fields: Sequence[Any] = ()
    if given["type_id"]:
        fields = screens.create_screen(ctx, project_id=project.id, type_id=str(given["type_id"]))
    found = values_of(ctx, fields, entered)
    return {**given, "fields": {id: each for id, each in found.items() if each not in (None, [])}}
