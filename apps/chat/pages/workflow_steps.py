"""The steps of a workflow: choosing, settling, moving and removing them, and a form's preview."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import flask

from workworld import automation
from workworld.apps.chat.models import Workflow, WorkflowStep
from workworld.apps.chat.pages import workflow_fields as fields
from workworld.apps.chat.pages.blueprint import BLUEPRINT
from workworld.apps.chat.pages.workflows import (
    View,
    changed,
    known_before,
    require_workflow,
    shown,
)
from workworld.apps.chat.service import workflow_steps, workflows
from workworld.automation import Question, StepKind
from workworld.context import Context
from workworld.doors.web import page
from workworld.errors import Invalid, NotFound
from workworld.permissions import can

_LAST = 10_000


@BLUEPRINT.get("/workflows/<workflow_id>/steps/new")
def new_step_form(workflow_id: str) -> str:
    """Ask what a new step does, or what is settled about it."""
    kind = automation.steps().get(flask.request.args.get("kind", ""))
    if kind is None:
        offered = tuple(automation.steps().values())
        return shown(workflow_id, View(dialog="workflow_kinds.html", values={"offered": offered}))
    return shown(workflow_id, _view(workflow_id, kind))


@BLUEPRINT.post("/workflows/<workflow_id>/steps/new")
def add_step(workflow_id: str) -> Any:
    """Add a step at the end."""
    kind = automation.steps().get(flask.request.form.get("kind", ""))
    if kind is None:
        require_workflow(workflow_id)
        raise Invalid("invalid_step", "There is no such step.")
    view = _view(workflow_id, kind, is_entered=True)
    accept = _accept(kind)
    return changed(workflow_id, workflow_steps.add, view, accept=accept, kind=kind.kind)


@BLUEPRINT.get("/workflows/<workflow_id>/steps/<step_id>")
def step_form(workflow_id: str, step_id: str) -> str:
    """What is settled about a step, to be changed."""
    return shown(workflow_id, _view_of(workflow_id, step_id))


@BLUEPRINT.post("/workflows/<workflow_id>/steps/<step_id>")
def change_step(workflow_id: str, step_id: str) -> Any:
    """Change what is settled about a step."""
    view = _view_of(workflow_id, step_id, is_entered=True)
    accept = _accept(view.values["declared"])
    return changed(workflow_id, workflow_steps.edit, view, accept=accept, step_id=step_id)


@BLUEPRINT.get("/workflows/<workflow_id>/steps/<step_id>/preview")
def preview_form(workflow_id: str, step_id: str) -> str:
    """A form as those see it who are to fill it in."""

    def preview(ctx: Context, row: Workflow) -> tuple[str, list[Question]]:
        step = _step(ctx, row, step_id)
        if step.kind != "form":
            raise NotFound("step_not_found", "This step is no form.")
        asked = [Question.model_validate(each) for each in step.settings["questions"]]
        return step.settings["title"], asked

    title, questions = page(workflows.info, preview, workflow_id=workflow_id)
    values = {"title": title, "questions": questions}
    return shown(workflow_id, View(dialog="workflow_preview.html", values=values))


@BLUEPRINT.post("/workflows/<workflow_id>/steps/<step_id>/move")
def move_step(workflow_id: str, step_id: str) -> Any:
    """Put a step elsewhere among the others."""
    wanted = flask.request.form.get("position", "")
    position: Any = int(wanted) if wanted.isdigit() and len(wanted) < 4 else wanted
    given = {"step_id": step_id, "position": position}
    return changed(workflow_id, workflow_steps.move, View(), **given)


@BLUEPRINT.post("/workflows/<workflow_id>/steps/<step_id>/remove")
def remove_step(workflow_id: str, step_id: str) -> Any:
    """Take a step out of a workflow."""
    return changed(workflow_id, workflow_steps.remove, View(), step_id=step_id)


def _accept(kind: StepKind) -> Any:
    def accept(ctx: Context, given: Mapping[str, Any]) -> Mapping[str, Any]:
        return {**given, "settings": fields.entered(ctx, kind, flask.request.form)}

    return accept


def _view(workflow_id: str, kind: StepKind, *, is_entered: bool = False) -> View:
    """The form of a new step."""

    def form(ctx: Context, row: Workflow) -> dict[str, Any]:
        settings = fields.entered(ctx, kind, flask.request.form) if is_entered else {}
        return _form(ctx, row, kind, settings, _LAST)

    values = page(workflows.info, form, workflow_id=workflow_id)
    return View(dialog="workflow_step.html", values={**values, "step_id": ""})


def _view_of(workflow_id: str, step_id: str, *, is_entered: bool = False) -> View:
    """The form of a step that there is."""

    def form(ctx: Context, row: Workflow) -> dict[str, Any]:
        step = _step(ctx, row, step_id)
        kind = automation.steps()[step.kind]
        settings = fields.entered(ctx, kind, flask.request.form) if is_entered else step.settings
        return _form(ctx, row, kind, settings, step.position)

    values = page(workflows.info, form, workflow_id=workflow_id)
    return View(dialog="workflow_step.html", values={**values, "step_id": step_id})


def _form(
    ctx: Context, row: Workflow, kind: StepKind, settings: Mapping[str, Any], position: int
) -> dict[str, Any]:
    known = known_before(ctx, row, position)
    return {
        "declared": kind,
        "fields": fields.fields_of(ctx, kind, settings, known),
        "known": tuple(f"{{{{{name}}}}}" for name in known),
        "before": min(position, 999),
    }


def _step(ctx: Context, row: Workflow, step_id: str) -> WorkflowStep:
    """A step of a workflow that the reader changes."""
    found = workflows.steps_of(ctx, row.id) if can(ctx, "chat.workflows.update", row) else ()
    step = next((each for each in found if each.id == step_id), None)
    if step is None:
        raise NotFound("step_not_found", "There is no such step in this workflow.")
    return step
