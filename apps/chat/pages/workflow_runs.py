"""Runs of workflows: starting them in a channel, filling in their forms, and how they went."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import flask

from workworld import automation
from workworld.apps.chat.models import Workflow, WorkflowRun, WorkflowRunStep
from workworld.apps.chat.pages import workflow_fields as fields
from workworld.apps.chat.pages.blueprint import BLUEPRINT, back_to, channel_url
from workworld.apps.chat.pages.channel import View, shown
from workworld.apps.chat.pages.documents import when
from workworld.apps.chat.pages.sidebar import sidebar
from workworld.apps.chat.pages.workflows import MENDABLE, WorkflowLine, line_of
from workworld.apps.chat.service import running, workflow_runs, workflows
from workworld.automation import Question
from workworld.context import Context
from workworld.directory import people
from workworld.doors.refused_pages import status_of
from workworld.doors.web import nothing, page
from workworld.errors import NotFound
from workworld.paging import Page
from workworld.permissions import can

_SAYINGS = {
    running.RUNNING: ("Running", "info"),
    running.ASKING: ("Waits for a form", "warning"),
    running.WAITING: ("Waits", "info"),
    running.COMPLETED: ("Completed", "success"),
    running.FAILED: ("Failed", "danger"),
    running.CANCELLED: ("Ended by hand", None),
}


@dataclass(frozen=True, slots=True)
class RunLine:
    """A run in the history."""

    id: str
    started: str
    ended: str
    person: str
    status: str
    tone: str | None
    reason: str
    place: str
    """At which step it is, of how many."""
    asked: str
    """Who is to fill in its form."""
    wakes: str
    is_mine: bool
    """Whether the reader is asked."""
    may_cancel: bool


@dataclass(frozen=True, slots=True)
class RunStepLine:
    """What came of one step of a run."""

    title: str
    icon: str
    status: str
    tone: str | None
    reason: str
    when: str
    facts: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class FormView:
    """A form to be filled in."""

    workflow: WorkflowLine
    run_id: str
    title: str
    questions: tuple[Question, ...]


@BLUEPRINT.get("/c/<channel_id>/workflows/<workflow_id>")
def start_form(channel_id: str, workflow_id: str) -> str:
    """Ask whether to start a workflow, with the form that it begins with."""
    return _start(channel_id, workflow_id, {}, "")


@BLUEPRINT.post("/c/<channel_id>/workflows/<workflow_id>")
def start_workflow(channel_id: str, workflow_id: str) -> Any:
    """Start a workflow."""
    form = page(workflows.info, _first_form, workflow_id=workflow_id)
    answers = _answers(form.questions)
    given: dict[str, Any] = {"answers": answers} if form.questions else {}
    try:
        page(workflow_runs.start, nothing, workflow_id=workflow_id, **given)
    except MENDABLE as refused:
        return _start(channel_id, workflow_id, answers, refused.message), status_of(refused)
    return back_to(channel_url(channel_id))


@BLUEPRINT.get("/workflows/<workflow_id>/runs")
def run_list(workflow_id: str) -> str:
    """How the runs of a workflow went, the latest first."""
    cursor = flask.request.args.get("cursor", "")
    line: WorkflowLine = page(workflows.info, line_of, workflow_id=workflow_id)
    found = page(workflow_runs.list, _lines, workflow_id=workflow_id, cursor=cursor)
    return flask.render_template(
        "workflow_runs.html",
        sidebar=sidebar(),
        line=line,
        runs=found.items,
        next_cursor=found.next_cursor,
        topic=workflows.topic_of(workflow_id),
    )


@BLUEPRINT.get("/workflows/<workflow_id>/runs/<run_id>")
def run_page(workflow_id: str, run_id: str) -> str:
    """How one run went, step by step."""
    line, found, steps, facts = page(workflow_runs.info, _whole(workflow_id), run_id=run_id)
    return flask.render_template(
        "workflow_run.html",
        sidebar=sidebar(),
        line=line,
        run=found,
        steps=steps,
        facts=facts,
        topic=workflows.topic_of(workflow_id),
    )


@BLUEPRINT.post("/workflows/<workflow_id>/runs/<run_id>/cancel")
def cancel_run(workflow_id: str, run_id: str) -> Any:
    """End a run that is under way."""
    page(workflow_runs.cancel, nothing, run_id=run_id)
    return flask.redirect(_run_url(workflow_id, run_id), 303)


@BLUEPRINT.get("/workflows/<workflow_id>/runs/<run_id>/form")
def run_form(workflow_id: str, run_id: str) -> Any:
    """The form that a run asks somebody to fill in."""
    return _asked(workflow_id, run_id, {}, "")


@BLUEPRINT.post("/workflows/<workflow_id>/runs/<run_id>/form")
def submit_form(workflow_id: str, run_id: str) -> Any:
    """Fill in the form that a run asks."""
    form = page(workflow_runs.info, _form_of(workflow_id), run_id=run_id)
    answers = _answers(form.questions)
    try:
        page(workflow_runs.submit, nothing, run_id=run_id, answers=answers)
    except MENDABLE as refused:
        return _asked(workflow_id, run_id, answers, refused.message), status_of(refused)
    return flask.redirect(_run_url(workflow_id, run_id), 303)


def _start(channel_id: str, workflow_id: str, typed: Mapping[str, str], problem: str) -> str:
    form: FormView = page(workflows.info, _first_form, workflow_id=workflow_id)
    if form.workflow.channel_id != channel_id:
        raise NotFound("workflow_not_found", "There is no workflow with this id.")
    values = {"form": form, "typed": typed, "problem": problem, "named": _named(form, typed)}
    return shown(channel_id, View(dialog="dialog_workflow.html", values=values))


def _asked(workflow_id: str, run_id: str, typed: Mapping[str, str], problem: str) -> Any:
    form = page(workflow_runs.info, _form_of(workflow_id), run_id=run_id)
    if not form.questions:
        return flask.redirect(_run_url(workflow_id, run_id), 303)
    return flask.render_template(
        "workflow_form.html",
        sidebar=sidebar(),
        form=form,
        typed=typed,
        problem=problem,
        named=_named(form, typed),
    )


def _first_form(ctx: Context, row: Workflow) -> FormView:
    version = workflows.published(ctx, row)
    asked = (workflow_runs.form_first(version) if version else None) or ()
    title = version.steps[0]["settings"]["title"] if version and asked else row.name
    return FormView(line_of(ctx, row), "", title, tuple(asked))


def _form_of(workflow_id: str) -> Any:
    def form(ctx: Context, run: WorkflowRun) -> FormView:
        line = _line_behind(ctx, workflow_id, run)
        asked = workflow_runs.questions_of(ctx, run)
        may = can(ctx, "chat.workflow_runs.submit", run)
        parts = workflow_runs.version_of(ctx, run).steps
        title = parts[run.position - 1]["settings"]["title"] if asked else line.name
        return FormView(line, run.id, title, tuple(asked) if may else ())

    return form


def _whole(workflow_id: str) -> Any:
    def whole(ctx: Context, run: WorkflowRun) -> Any:
        line = _line_behind(ctx, workflow_id, run)
        rows = workflow_runs.steps_of(ctx, run.id)
        parts = workflow_runs.version_of(ctx, run).steps
        steps = [_step(ctx, row, parts[row.position - 1]) for row in rows]
        return line, _line(ctx, run), steps, _facts(ctx, run.facts)

    return whole


def _line_behind(ctx: Context, workflow_id: str, run: WorkflowRun) -> WorkflowLine:
    """The workflow of a run, which the reader may see even if they do not see the workflow."""
    if run.workflow_id != workflow_id:
        raise NotFound("run_not_found", "There is no run with this id.")
    return line_of(ctx, ctx.session.get_one(Workflow, run.workflow_id))


def _lines(ctx: Context, found: Page[WorkflowRun]) -> Page[RunLine]:
    return Page([_line(ctx, run) for run in found.items], found.next_cursor)


def _line(ctx: Context, run: WorkflowRun) -> RunLine:
    ids = [each for each in (run.person_id, run.asked_id) if each]
    names = {row.id: row.display_name for row in people.by_ids(ctx.session, ids).values()}
    parts = len(workflow_runs.version_of(ctx, run).steps)
    status, tone = _SAYINGS[run.status]
    return RunLine(
        id=run.id,
        started=when(ctx, run.started),
        ended=when(ctx, run.ended) if run.ended else "",
        person=names.get(run.person_id or "", ""),
        status=status,
        tone=tone,
        reason=run.reason,
        place=f"{min(run.position, parts)} of {parts}",
        asked=names.get(run.asked_id or "", ""),
        wakes=when(ctx, run.wakes) if run.wakes else "",
        is_mine=run.asked_id == ctx.actor.person_id,
        may_cancel=can(ctx, "chat.workflow_runs.cancel", run),
    )


def _step(ctx: Context, row: WorkflowRunStep, part: Mapping[str, Any]) -> RunStepLine:
    kind = automation.steps()[part["kind"]]
    status, tone = _SAYINGS[row.status]
    return RunStepLine(
        title=kind.title,
        icon=kind.icon,
        status=status,
        tone=tone,
        reason=row.reason,
        when=when(ctx, row.ended or row.begun),
        facts=_facts(ctx, row.facts),
    )


def _facts(ctx: Context, facts: Mapping[str, Sequence[str]]) -> tuple[tuple[str, str], ...]:
    """What variables stand for, each with its name."""
    return tuple(
        (name.partition(".")[2].replace("_", " "), fields.value_in_words(ctx, kind, text))
        for name, (kind, text) in facts.items()
        if text
    )


def _answers(questions: Sequence[Question]) -> dict[str, str]:
    form = flask.request.form
    return {each.key: form.get(each.key, "").replace("\r\n", "\n").strip() for each in questions}


def _named(form: FormView, typed: Mapping[str, str]) -> dict[str, str]:
    """The names of the people who were chosen in a form, by id."""
    ids = [typed.get(each.key, "") for each in form.questions if each.kind == "person"]

    def names(ctx: Context, _row: object) -> dict[str, str]:
        return {row.id: row.name for row in people.by_ids(ctx.session, ids).values()}

    found: dict[str, str] = page(workflows.list, names) if any(ids) else {}
    return found


def _run_url(workflow_id: str, run_id: str) -> str:
    return flask.url_for("ui.run_page", workflow_id=workflow_id, run_id=run_id)
