"""Runs of workflows: beginning them, answering what they ask, and how they went."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from pydantic import Field
from sqlalchemy import ColumnElement, exists, func, or_, select

from workworld import automation
from workworld.apps.chat.models import (
    Workflow,
    WorkflowRun,
    WorkflowRunStep,
    WorkflowVersion,
)
from workworld.apps.chat.service import channels, running, triggers, users, workflows
from workworld.apps.chat.types import Cursor, PageSize, RunId, WorkflowId
from workworld.automation import Question
from workworld.context import Context, Surface
from workworld.database import plain_rows
from workworld.errors import Conflict, Forbidden, Invalid, NotFound, Refused
from workworld.operations import Effect, operation
from workworld.paging import Page, decode_cursor, page_of
from workworld.permissions import VIEWER, permits, require, seen, sees, sight_of, visible

_DOORS = (Surface.MCP, Surface.UI)
_LONGEST_ANSWER = 3_000
_runs, _workflows = WorkflowRun.__table__.c, Workflow.__table__.c
Answers = Annotated[
    Mapping[str, str | int],
    Field(description="What is answered, by the names of the questions."),
]


# The vendor starts workflows by what happens in its clients, and has no method for it.
@operation(Effect.WRITE, scope="triggers:write", doors=_DOORS)
def start(
    ctx: Context,
    *,
    workflow_id: WorkflowId,
    answers: Annotated[
        Answers | None, Field(description="To its form, if it begins with one.")
    ] = None,
) -> WorkflowRun:
    """Start a workflow that begins by a link in a channel.

    Without answers to the form that it may begin with, it asks for them.
    """
    row = workflows.known(ctx, workflow_id)
    require(ctx, "chat.workflow_runs.start", row)
    version = workflows.published(ctx, row)
    assert version is not None  # the rule says so
    asked = form_first(version)
    if answers and asked is None:
        raise Invalid("invalid_answers", "This workflow does not begin with a form.")
    given = None if answers is None or asked is None else _answered(ctx, asked, answers)
    facts = {"person": ctx.actor.person_id, "channel": str(version.channel_id)}
    return running.begin(ctx, version, facts, ctx.actor.person_id, given)


@operation(Effect.WRITE, scope="triggers:write", doors=_DOORS)
def submit(ctx: Context, *, run_id: RunId, answers: Answers) -> WorkflowRun:
    """Answer the form for which a run waits; only who is asked can.

    Raises:
        Invalid: ``invalid_answers``.
    """
    run = _changeable(ctx, run_id)
    require(ctx, "chat.workflow_runs.submit", run)
    given = _answered(ctx, questions_of(ctx, run), answers)
    running.complete_step(ctx, run, given)
    return run


@operation(Effect.WRITE, scope="triggers:write", doors=(Surface.UI,))
def cancel(ctx: Context, *, run_id: RunId) -> WorkflowRun:
    """End a run that is under way."""
    run = _changeable(ctx, run_id)
    require(ctx, "chat.workflow_runs.cancel", run)
    running.cancel(ctx, run)
    return run


@operation(Effect.READ, scope="triggers:read", doors=_DOORS)
def list(
    ctx: Context,
    *,
    workflow_id: WorkflowId,
    limit: PageSize = 50,
    cursor: Cursor = "",
) -> Page[WorkflowRun]:
    """List the runs of a workflow that the caller may see, the latest first: rows to be read."""
    row = workflows.known(ctx, workflow_id)
    query = visible(WorkflowRun).where(_runs.workflow_id == row.id)
    listing = f"workflow runs {row.id}"
    if cursor:
        started, _, run_id = decode_cursor(listing, cursor).partition(" ")
        at = int(started) if started.isdigit() else 0
        earlier = (_runs.started == at) & (_runs.id < run_id)
        query = query.where(or_(_runs.started < at, earlier))
    query = query.order_by(_runs.started.desc(), _runs.id.desc()).limit(limit + 1)
    rows = plain_rows(ctx.session, WorkflowRun, query, sight_of(ctx))
    return page_of(rows, limit, listing, lambda run: f"{run.started} {run.id}")


@operation(Effect.READ, scope="triggers:read", doors=_DOORS)
def info(ctx: Context, *, run_id: RunId) -> WorkflowRun:
    """Look one run up: a row to be read."""
    return known(ctx, run_id)


@operation(Effect.WRITE, scope=None, doors=())
def go_on(
    ctx: Context,
    *,
    run_id: RunId,
    position: Annotated[int, Field(description="The step that it was at.", ge=1)],
) -> None:
    """Go on with a run, unless it has ended meanwhile."""
    run = ctx.session.get(WorkflowRun, run_id)
    if run is None or run.position != position or run.status not in running.UNDER_WAY:
        return
    if run.status == running.WAITING:
        running.complete_step(ctx, run, {})
    elif run.status == running.RUNNING:
        running.advance(ctx, run)


def known(ctx: Context, run_id: str) -> WorkflowRun:
    """The run of this id, if the caller sees it: a row to be read.

    Raises:
        NotFound: ``run_not_found``.
    """
    found = seen(ctx, WorkflowRun, run_id)
    if found is None:
        raise NotFound("run_not_found", "There is no run with this id.")
    return found


def steps_of(ctx: Context, run_id: str) -> Sequence[WorkflowRunStep]:
    """What came of the steps of a run so far, in order: rows to be read."""
    rows = WorkflowRunStep.__table__
    query = select(rows).where(rows.c.run_id == run_id).order_by(rows.c.position)
    return plain_rows(ctx.session, WorkflowRunStep, query, {})


def last_started(ctx: Context, workflow_ids: Sequence[str]) -> dict[str, int]:
    """When the last run of each of some workflows began that the caller sees, by id."""
    query = visible(WorkflowRun).where(_runs.workflow_id.in_(workflow_ids))
    latest = query.with_only_columns(_runs.workflow_id, func.max(_runs.started))
    return dict(ctx.session.execute(latest.group_by(_runs.workflow_id), sight_of(ctx)).all())


def version_of(ctx: Context, run: WorkflowRun) -> WorkflowVersion:
    """What a run goes by."""
    return ctx.session.get_one(WorkflowVersion, (run.workflow_id, run.version))


def questions_of(ctx: Context, run: WorkflowRun) -> Sequence[Question]:
    """What a run asks just now."""
    parts = version_of(ctx, run).steps
    asks = run.status == running.ASKING and run.position <= len(parts)
    return _questions(parts[run.position - 1]) if asks else []


def form_first(version: WorkflowVersion) -> Sequence[Question] | None:
    """The questions of the form with which a version begins whoever starts it, if it does."""
    first = version.steps[0]
    asks_starter = first["settings"].get("person") == "{{trigger.person}}"
    return _questions(first) if first["kind"] == "form" and asks_starter else None


@sees(WorkflowRun)
def _sight() -> ColumnElement[bool]:
    theirs = exists().where(_workflows.id == _runs.workflow_id, workflows.is_managed())
    return or_(theirs, _runs.person_id == VIEWER, _runs.asked_id == VIEWER)


@permits("chat.workflow_runs.start", Workflow)
def _may_start(ctx: Context, row: Workflow) -> Refused | None:
    version = workflows.published(ctx, row)
    if version is None:
        return Conflict("not_published", "This workflow is not published.")
    if version.trigger != triggers.LINK:
        return Conflict("not_startable", "This workflow is not started by hand.")
    if channels.known(ctx, str(version.channel_id)).is_archived:
        return Forbidden("is_archived", "The channel in which it begins is archived.")
    return None


@permits("chat.workflow_runs.submit", WorkflowRun)
def _may_submit(ctx: Context, run: WorkflowRun) -> Refused | None:
    if run.status != running.ASKING:
        return Conflict("not_asking", "This run asks for nothing any more.")
    if run.asked_id != ctx.actor.person_id:
        return Forbidden("access_denied", "Somebody else is asked to fill in this form.")
    return None


@permits("chat.workflow_runs.cancel", WorkflowRun)
def _may_cancel(ctx: Context, run: WorkflowRun) -> Refused | None:
    if run.status not in running.UNDER_WAY:
        return Conflict("not_running", "This run has ended.")
    row = seen(ctx, Workflow, run.workflow_id)
    owner = row is not None and row.owner_id == ctx.actor.person_id
    if owner or ctx.actor.person_id in workflows.managers_of(ctx, run.workflow_id):
        return None
    return Forbidden("access_denied", "Only who changes the workflow can end its runs.")


def _changeable(ctx: Context, run_id: str) -> WorkflowRun:
    """The run as an object, if the caller sees it."""
    return ctx.session.get_one(WorkflowRun, known(ctx, run_id).id)


def _questions(part: Mapping[str, Any]) -> Sequence[Question]:
    return [Question.model_validate(each) for each in part["settings"]["questions"]]


def _answered(
    ctx: Context, questions: Sequence[Question], answers: Mapping[str, str | int]
) -> dict[str, Any]:
    """Answers in shape, as the run keeps them.

    Raises:
        Invalid: ``invalid_answers``.
    """
    unknown = sorted(set(answers) - {each.key for each in questions})
    if unknown:
        raise Invalid("invalid_answers", f"The form does not ask for {unknown[0]}.")
    return {
        f"{automation.FORM}.{each.key}": [each.takes, _answer(ctx, each, answers.get(each.key, ""))]
        for each in questions
    }


def _answer(ctx: Context, question: Question, given: str | int) -> str:
    said = str(given).replace("\x00", " ").strip()
    if not said:
        if question.needed:
            raise Invalid("invalid_answers", f"{question.label}: this is needed.")
        return ""
    if len(said) > _LONGEST_ANSWER:
        most = f"{_LONGEST_ANSWER:,}"
        raise Invalid("invalid_answers", f"{question.label}: at most {most} characters.")
    if question.kind == "choice" and said not in question.choices:
        offered = ", ".join(question.choices)
        raise Invalid("invalid_answers", f"{question.label}: choose one of {offered}.")
    if question.kind == "number" and not said.lstrip("-").replace(".", "", 1).isdecimal():
        raise Invalid("invalid_answers", f"{question.label}: this is no number.")
    if question.kind == "person":
        try:
            return users.known(ctx, said).id
        except NotFound:
            raise Invalid(
                "invalid_answers", f"{question.label}: there is no such person."
            ) from None
    return said if question.kind == "area" else " ".join(said.split())
