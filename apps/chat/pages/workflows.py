"""Workflows: all that one may start or change, and the page on which one is built."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import flask

from workworld import automation
from workworld.apps.chat.emoji_looks import emoji_look
from workworld.apps.chat.models import Workflow, WorkflowStep, WorkflowVersion
from workworld.apps.chat.pages import workflow_fields as fields
from workworld.apps.chat.pages.blueprint import BLUEPRINT
from workworld.apps.chat.pages.documents import when
from workworld.apps.chat.pages.sidebar import sidebar
from workworld.apps.chat.service import (
    channels,
    triggers,
    workflow_owners,
    workflow_runs,
    workflows,
)
from workworld.context import Context
from workworld.directory import people
from workworld.doors.refused_pages import status_of
from workworld.doors.web import nothing, page
from workworld.errors import Conflict, Forbidden, Invalid, NotFound
from workworld.permissions import can

_OWNER = "workflow_owner.html"
MENDABLE = (Invalid, Conflict, Forbidden, NotFound)


@dataclass(frozen=True, slots=True)
class WorkflowLine:
    """A workflow in the list."""

    id: str
    name: str
    description: str
    character: str
    begins: str
    """What begins it, in words."""
    channel_id: str
    """Where it is started by a link, if it is."""
    owner: str
    state: str
    """``Draft``, ``Published`` or ``Changed since``."""
    last_run: str
    may_change: bool
    is_known: bool
    """Whether the reader sees it: whoever fills in a form of it need not."""


@dataclass(frozen=True, slots=True)
class StepView:
    """A step, or a trigger, as its card shows it."""

    id: str
    position: int
    kind: str
    title: str
    icon: str
    facts: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Builder:
    """A workflow as its page shows it."""

    line: WorkflowLine
    icon: str
    trigger: StepView | None
    steps: tuple[StepView, ...]
    managers: tuple[tuple[str, str], ...]
    address: str
    """Of its web hook, if that begins it."""
    may_publish: bool
    may_hand_over: bool


@dataclass(frozen=True, slots=True)
class View:
    """How a workflow's page is to be shown.

    Args:
        dialog: the template of what lies above the page, and its values.
        values: these.
        problem: why what was entered was refused.
    """

    dialog: str = ""
    values: Mapping[str, Any] = field(default_factory=dict)
    problem: str = ""


@BLUEPRINT.get("/workflows")
def workflow_index() -> str:
    """All workflows that the person may start or change."""
    found, may_create = page(workflows.list, _lines)
    return flask.render_template(
        "workflows.html", sidebar=sidebar(), workflows=found, may_create=may_create
    )


@BLUEPRINT.get("/workflows/new")
def new_workflow_form() -> str:
    """The form of a new workflow."""
    return _form({}, "")


@BLUEPRINT.post("/workflows/new")
def new_workflow() -> Any:
    """Make a workflow; what it does is built on its page."""
    given = _described()
    try:
        workflow_id = page(workflows.create, _id, **given)
    except MENDABLE as refused:
        return _form(given, refused.message), status_of(refused)
    return flask.redirect(address_of(workflow_id), 303)


@BLUEPRINT.get("/workflows/<workflow_id>")
def workflow(workflow_id: str) -> str:
    """A workflow: what begins it and what it does."""
    return shown(workflow_id, View())


@BLUEPRINT.get("/workflows/<workflow_id>/details")
def workflow_details_form(workflow_id: str) -> str:
    """Ask for another name, description, emoji, and who changes it."""
    return shown(workflow_id, View(dialog="workflow_details.html"))


@BLUEPRINT.post("/workflows/<workflow_id>/details")
def change_workflow_details(workflow_id: str) -> Any:
    """Change what a workflow is called, and who changes it."""
    given: dict[str, Any] = _described()
    given["manager_ids"] = [each for each in flask.request.form.getlist("manager") if each]
    view = View(dialog="workflow_details.html", values={"typed": given})
    return changed(workflow_id, workflows.update, view, **given)


@BLUEPRINT.get("/workflows/<workflow_id>/trigger")
def trigger_form(workflow_id: str) -> str:
    """Ask what begins a workflow, or what is settled about that."""
    kind = flask.request.args.get("kind", "")
    return shown(workflow_id, _trigger_view(workflow_id, kind))


@BLUEPRINT.post("/workflows/<workflow_id>/trigger")
def change_trigger(workflow_id: str) -> Any:
    """Say what begins a workflow."""
    kind = flask.request.form.get("kind", "")
    declared = automation.triggers().get(kind)
    if declared is None:
        require_workflow(workflow_id)
        raise Invalid("invalid_trigger", "There is no such trigger.")

    def accept(ctx: Context, given: Mapping[str, Any]) -> Mapping[str, Any]:
        settings = fields.entered(ctx, declared, flask.request.form)
        return {**given, "trigger": {"kind": kind, "settings": settings}}

    view = _trigger_view(workflow_id, kind, is_entered=True)
    return changed(workflow_id, workflows.update, view, accept=accept)


@BLUEPRINT.post("/workflows/<workflow_id>/publish")
def publish_workflow(workflow_id: str) -> Any:
    """Let a workflow begin as it is now."""
    return changed(workflow_id, workflows.publish, View())


@BLUEPRINT.post("/workflows/<workflow_id>/unpublish")
def unpublish_workflow(workflow_id: str) -> Any:
    """Let a workflow begin no more."""
    return changed(workflow_id, workflows.unpublish, View())


@BLUEPRINT.get("/workflows/<workflow_id>/owner")
def hand_over_form(workflow_id: str) -> str:
    """Ask who is to own a workflow."""
    return shown(workflow_id, View(dialog=_OWNER))


@BLUEPRINT.post("/workflows/<workflow_id>/owner")
def hand_over(workflow_id: str) -> Any:
    """Hand a workflow over; whoever no longer sees it comes back to the others."""
    user_id = flask.request.form.get("owner", "")
    try:
        page(workflow_owners.change, _id, workflow_id=workflow_id, user_id=user_id)
    except MENDABLE as refused:
        if refused.code == "workflow_not_found":
            raise
        again = View(_OWNER, {}, refused.message)
        return shown(workflow_id, again), status_of(refused)
    return flask.redirect(flask.url_for("ui.workflow_index"), 303)


@BLUEPRINT.get("/workflows/<workflow_id>/delete")
def delete_workflow_form(workflow_id: str) -> str:
    """Ask whether a workflow is to be deleted."""
    return shown(workflow_id, View(dialog="workflow_delete.html"))


@BLUEPRINT.post("/workflows/<workflow_id>/delete")
def delete_workflow(workflow_id: str) -> Any:
    """Delete a workflow."""
    page(workflows.remove, nothing, workflow_id=workflow_id)
    return flask.redirect(flask.url_for("ui.workflow_index"), 303)


@BLUEPRINT.get("/workflows/<workflow_id>/choices")
def workflow_choices(workflow_id: str) -> str:
    """The variables, and the channels or people, that a setting may name."""
    asked, before = flask.request.args, flask.request.args.get("before", "")
    takes = "channel" if asked.get("takes") == "channel" else "person"
    query = asked.get("q", "").strip()[:80]
    position = int(before) if before.isdigit() and len(before) < 4 else 0

    def choices(ctx: Context, row: Workflow) -> list[tuple[str, str, str]]:
        return fields.choices(ctx, takes, query, known_before(ctx, row, position))

    found = page(workflows.info, choices, workflow_id=workflow_id)
    return flask.render_template("workflow_choices.html", choices=found)


def shown(workflow_id: str, view: View) -> str:
    """A workflow's page."""
    found: Builder = page(workflows.info, _builder, workflow_id=workflow_id)
    may_open = found.may_hand_over if view.dialog == _OWNER else found.line.may_change
    if view.dialog and not may_open:
        raise Forbidden("access_denied", "Only its owner and its managers change a workflow.")
    return flask.render_template(
        "workflow.html",
        sidebar=sidebar(),
        built=found,
        view=view,
        place=address_of(workflow_id),
        topic=workflows.topic_of(workflow_id),
        **{"typed": {}, **view.values},
    )


def require_workflow(workflow_id: str) -> None:
    """Before a form is called wrong: tell whoever is not signed in, or sees no such workflow."""
    page(workflows.info, nothing, workflow_id=workflow_id)


def changed(
    workflow_id: str, function: Callable[..., Any], view: View, accept: Any = None, **given: Any
) -> Any:
    """Change a workflow, and show it: or what was entered, and why it was refused."""
    try:
        page(function, nothing, accept=accept, workflow_id=workflow_id, **given)
    except MENDABLE as refused:
        if refused.code == "workflow_not_found":
            raise
        again = View(view.dialog, view.values, refused.message)
        return shown(workflow_id, again), status_of(refused)
    return flask.redirect(address_of(workflow_id), 303)


def address_of(workflow_id: str) -> str:
    """Where a workflow is built."""
    return flask.url_for("ui.workflow", workflow_id=workflow_id)


def card_of(ctx: Context, row: WorkflowStep) -> StepView:
    """A step as its card shows it."""
    kind = automation.steps()[row.kind]
    facts = tuple(fields.in_words(ctx, kind, row.settings))
    return StepView(row.id, row.position, kind.kind, kind.title, kind.icon, facts)


def known_before(ctx: Context, row: Workflow, position: int) -> Mapping[str, str]:
    """The variables that there are before the step at a place."""
    if not can(ctx, "chat.workflows.update", row):
        return {}
    return workflows.variables_before(row, workflows.steps_of(ctx, row.id), position)


def line_of(ctx: Context, row: Workflow) -> WorkflowLine:
    """A workflow as a page calls it."""
    return lines_of(ctx, [row])[0]


def lines_of(ctx: Context, rows: Sequence[Workflow]) -> list[WorkflowLine]:
    """Workflows as the list has them."""
    live, ids = workflows.published_among(ctx, rows), [row.id for row in rows]
    owners = people.by_ids(ctx.session, {row.owner_id for row in rows})
    ran, known = workflow_runs.last_started(ctx, ids), workflows.seen_among(ctx, rows)
    begun = {row.id: _begun(ctx, row, live.get(row.id)) for row in rows}
    where = {str(settings.get("channel_id", "")) for _kind, settings in begun.values()}
    labels = channels.visible_labels(ctx, sorted(where))
    return [
        WorkflowLine(
            id=row.id,
            name=row.name,
            description=row.description,
            character=emoji_look(ctx, row.icon),
            begins=_begins(labels, *begun[row.id]),
            channel_id=_started_in(live.get(row.id)),
            owner=owners[row.owner_id].display_name,
            state=_state(ctx, row, live.get(row.id)),
            last_run=when(ctx, ran[row.id]) if row.id in ran else "",
            may_change=can(ctx, "chat.workflows.update", row),
            is_known=row.id in known,
        )
        for row in rows
    ]


def _begun(
    ctx: Context, row: Workflow, live: WorkflowVersion | None
) -> tuple[str, Mapping[str, Any]]:
    """What begins a workflow: as it is built for who may change it, else as it is published."""
    if live is None or can(ctx, "chat.workflows.update", row):
        return row.trigger, row.trigger_settings
    return live.trigger, live.trigger_settings


def _begins(labels: Mapping[str, str], kind: str, settings: Mapping[str, Any]) -> str:
    declared = automation.triggers().get(kind)
    begins = declared.title if declared else "Nothing yet"
    channel_id = str(settings.get("channel_id", ""))
    if not channel_id:
        return begins
    return f"{begins}: {labels.get(channel_id, fields.HIDDEN_CHANNEL)}"


def _started_in(live: WorkflowVersion | None) -> str:
    return str(live.channel_id) if live and live.trigger == triggers.LINK else ""


def _state(ctx: Context, row: Workflow, live: WorkflowVersion | None) -> str:
    if live and row.changed_since and can(ctx, "chat.workflows.update", row):
        return "Changed since"
    return "Published" if live else "Draft"


def _lines(ctx: Context, rows: Sequence[Workflow]) -> tuple[list[WorkflowLine], bool]:
    may_create = can(ctx, "chat.workflows.create", people.company(ctx.session))
    return lines_of(ctx, rows), may_create


def _builder(ctx: Context, row: Workflow) -> Builder:
    line, gives = line_of(ctx, row), can(ctx, "chat.workflows.hand_over", row)
    if not line.may_change:
        return Builder(line, row.icon, None, (), (), "", may_publish=False, may_hand_over=gives)
    declared = automation.triggers().get(row.trigger)
    begins = None
    if declared is not None:
        facts = tuple(fields.in_words(ctx, declared, row.trigger_settings))
        begins = StepView("", 0, declared.kind, declared.title, declared.icon, facts)
    managers = people.by_ids(ctx.session, workflows.managers_of(ctx, row.id))
    team, root = people.company(ctx.session).id, people.app_url(ctx, "chat")
    is_hook = row.trigger == triggers.HOOK
    return Builder(
        line,
        row.icon,
        begins,
        tuple(card_of(ctx, step) for step in workflows.steps_of(ctx, row.id)),
        tuple((each, managers[each].name) for each in sorted(managers)),
        f"{root}/triggers/{team}/{row.id}/{row.secret}" if is_hook else "",
        may_publish=can(ctx, "chat.workflows.publish", row),
        may_hand_over=gives,
    )


def _trigger_view(workflow_id: str, kind: str, *, is_entered: bool = False) -> View:
    """The choice of triggers, or the form of the one that is chosen."""
    declared = automation.triggers().get(kind)
    if declared is None:
        offered = tuple(automation.triggers().values())
        return View(dialog="workflow_triggers.html", values={"offered": offered})

    def form(ctx: Context, row: Workflow) -> list[fields.FieldView]:
        settings = row.trigger_settings if row.trigger == kind else {}
        if is_entered:
            settings = fields.entered(ctx, declared, flask.request.form)
        return fields.fields_of(ctx, declared, settings, {})

    values = {"declared": declared, "fields": page(workflows.info, form, workflow_id=workflow_id)}
    return View(dialog="workflow_trigger.html", values=values)


def _described() -> dict[str, Any]:
    form = flask.request.form
    found = {name: form.get(name, "").strip() for name in ("name", "description", "icon")}
    return {**found, "icon": found["icon"] or "zap"}


def _form(typed: Mapping[str, str], problem: str) -> str:
    return flask.render_template(
        "new_workflow.html", sidebar=sidebar(), typed=typed, problem=problem
    )


def _id(_ctx: Context, row: Workflow) -> str:
    return row.id
