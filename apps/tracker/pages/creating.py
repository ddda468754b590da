"""Making an issue, from any page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import flask

from workworld.apps.tracker import field_ids as f
from workworld.apps.tracker.models import Issue, IssueType, Project
from workworld.apps.tracker.pages.blueprint import BLUEPRINT, issue_url
from workworld.apps.tracker.pages.editors import Editor, Site, editor_of, refilled
from workworld.apps.tracker.pages.frames import framed
from workworld.apps.tracker.pages.issues import MENDABLE
from workworld.apps.tracker.pages.typed_fields import Form, values_of
from workworld.apps.tracker.service import issues, projects, screens, site
from workworld.context import Context
from workworld.doors.refused_pages import is_fragment, keep_entered, status_of
from workworld.doors.web import page
from workworld.errors import Invalid, NotFound, Problem, Refused

_FIRST = (f.SUMMARY, f.DESCRIPTION, f.ASSIGNEE, f.PRIORITY, f.PARENT, f.SPRINT, f.LABELS)
"""Fields in the order in which they are asked for, behind those that are required."""
_MOST_PROJECTS = 200
_PREFILLED = (f.PARENT, f.SPRINT, f.ASSIGNEE, f.SUMMARY)
"""Fields that an address may fill in."""


@dataclass(frozen=True, slots=True)
class CreateForm:
    """The dialog of a new issue."""

    projects: tuple[tuple[str, str], ...]
    project_key: str
    types: tuple[IssueType, ...]
    type_id: str
    editors: tuple[Editor, ...]
    problems: Mapping[str, str] = field(default_factory=dict)
    problem: str = ""
    another: bool = False
    made: tuple[str, str, str] | None = None
    """Key, summary and address of the issue that was made just now."""

    @property
    def type_choices(self) -> list[tuple[str, str]]:
        """The types as value and text."""
        return [(each.id, each.name) for each in self.types]


@BLUEPRINT.get("/create")
def create_form() -> Any:
    """Ask what a new issue is to be."""
    given = flask.request.args
    entered = {name: given.getlist(name) for name in given}
    return _answer(_form(entered))


@BLUEPRINT.post("/create")
def create_issue() -> Any:
    """Make an issue; or show the fields of another project or type."""
    form = flask.request.form
    entered = {name: form.getlist(name) for name in form}
    if "again" in form:
        return _answer(_form(entered, keeps=True))
    keep_entered(f.SUMMARY)
    try:
        made = page(
            issues.create,
            _made,
            accept=_filled,
            project_id=form.get("project", ""),
            type_id=form.get("type", ""),
        )
    except (*MENDABLE, NotFound) as refusal:
        return _answer(_form(entered, refusal, keeps=True)), status_of(refusal), _STAYS
    if "another" in form:
        again = {name: entered[name] for name in ("project", "type", "another")}
        return _answer(_form(again, made=made))
    if is_fragment():
        body = flask.render_template("issue_made.html", made=made)
        return body, 200, {"HX-Trigger": "dialog-done", "HX-Reswap": "none"}
    return flask.redirect(made[2], 303)


_STAYS = {"HX-Retarget": "#create form", "HX-Reselect": "#create form", "HX-Reswap": "outerHTML"}


def _answer(form: CreateForm) -> str:
    if is_fragment():
        return flask.render_template("dialog_create.html", create=form)
    return framed("create.html", create=form)


def _form(
    entered: Form,
    refusal: Refused | None = None,
    *,
    keeps: bool = False,
    made: tuple[str, str, str] | None = None,
) -> CreateForm:
    def present(ctx: Context, _rows: Any) -> CreateForm:
        return _built(ctx, entered, refusal, keeps=keeps, made=made)

    found: CreateForm = page(site.issue_types, present)
    return found


def _built(
    ctx: Context,
    entered: Form,
    refusal: Refused | None,
    *,
    keeps: bool,
    made: tuple[str, str, str] | None,
) -> CreateForm:
    possible = creatable(ctx)
    listed = tuple((each.key, f"{each.name} ({each.key})") for each in possible)
    problems = {each.field: each.what for each in refusal.problems} if refusal else {}
    if not possible:
        return CreateForm((), "", (), "", (), problem="There is no project where you may create.")
    project = _chosen_project(possible, _one(entered, "project"))
    types = tuple(projects.types_of(ctx, project.id))
    chosen = _chosen_type(types, entered)
    editors = _editors(ctx, project, chosen, entered, keeps=keeps)
    known = {each.id for each in editors} | {f.TYPE}
    shown = refusal is not None and not problems.keys() & known
    return CreateForm(
        listed,
        project.key,
        types,
        chosen.id,
        tuple(editors),
        problems,
        refusal.message if refusal and shown else "",
        "another" in entered,
        made,
    )


def creatable(ctx: Context) -> Sequence[Project]:
    """The projects where the reader may make issues, by name."""
    return projects.list(ctx, action="create", order="name", limit=_MOST_PROJECTS).items


def _chosen_project(possible: Sequence[Project], asked: str) -> Project:
    return next((each for each in possible if each.key == asked.upper()), possible[0])


def _chosen_type(types: Sequence[IssueType], entered: Form) -> IssueType:
    asked = _one(entered, "type")
    usual = next((each for each in types if each.level == 0), types[0])
    same = next((each for each in types if asked in (each.id, each.name)), None)
    if same is None and _one(entered, f.PARENT) and not asked:
        same = next((each for each in types if each.level < 0), None)
    return same or usual


def _editors(
    ctx: Context, project: Project, chosen: IssueType, entered: Form, *, keeps: bool
) -> list[Editor]:
    place = Site(project, chosen.id)
    fields = screens.create_screen(ctx, project_id=project.id, type_id=chosen.id)
    order = {name: number for number, name in enumerate(_FIRST)}
    ordered = sorted(
        (each for each in fields if each.id != f.FLAGGED),
        key=lambda each: (
            each.id != f.SUMMARY,
            not each.is_required,
            order.get(each.id, len(order)),
        ),
    )
    made = []
    for each in ordered:
        editor = editor_of(ctx, place, each, _usual(ctx, each, entered))
        if keeps and (each.id in entered or f"{each.id}-sent" in entered):
            editor = refilled(editor, entered)
        made.append(editor)
    return made


def _usual(ctx: Context, field: Any, entered: Form) -> Any:
    """What a field holds before anybody has touched it."""
    if field.id in _PREFILLED and _one(entered, field.id):
        text = _one(entered, field.id)
        return int(text) if field.id == f.SPRINT and text.isdigit() else text
    if field.id == f.PRIORITY:
        return "3"
    if field.id == f.REPORTER:
        return ctx.actor.person_id
    return field.default


def _filled(ctx: Context, given: Mapping[str, Any]) -> Mapping[str, Any]:
    """What the dialog holds, as the operation's arguments."""
    form = flask.request.form
    entered = {name: form.getlist(name) for name in form}
    project = projects.known(ctx, str(given["project_id"]))
    fields = screens.create_screen(ctx, project_id=project.id, type_id=str(given["type_id"]))
    unread: tuple[Problem, ...] = ()
    found: Mapping[str, Any] = {}
    try:
        found = values_of(ctx, fields, entered)
    except Invalid as refusal:
        unread = refusal.problems
    usual = {each.id for each in fields if each.default is not None}
    values = {id: each for id, each in found.items() if id in usual or not _is_nothing(each)}
    problems = [*_missing(fields, entered, values), *unread]
    if problems:
        raise Invalid("invalid_fields", problems=problems)
    return {**given, "fields": values}


def _missing(fields: Sequence[Any], entered: Form, values: Mapping[str, Any]) -> Iterator[Problem]:
    """What must be filled in and is not."""
    for each in fields:
        if each.id == f.SUMMARY and not _one(entered, f.SUMMARY):
            yield Problem("You must specify a summary of the issue.", f.SUMMARY)
        is_there = each.id in values or each.has_default or _one(entered, each.id)
        if each.is_required and each.id != f.SUMMARY and not is_there:
            yield Problem(f"{each.name} is required.", each.id)


def _is_nothing(value: Any) -> bool:
    empty_time = isinstance(value, dict) and set(value) <= {"original", "remaining"}
    if empty_time and not any(value.values()):
        return True
    return value in (None, "", [], False)


def _one(entered: Form, name: str) -> str:
    return (entered.get(name) or [""])[0].strip()


def _made(_ctx: Context, issue: Issue) -> tuple[str, str, str]:
    return issue.key, issue.summary, issue_url(issue.key)
