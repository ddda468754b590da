"""The steps of workflows as they are built: adding, changing, moving and removing them."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from workworld.apps.chat.models import Workflow, WorkflowStep
from workworld.apps.chat.service import triggers, workflows
from workworld.apps.chat.types import WorkflowId
from workworld.context import Context, Surface
from workworld.errors import Conflict, NotFound
from workworld.operations import Effect, operation

StepId = Annotated[
    str, Field(description="Id of a step, such as Ws0A1B2C3D4.", min_length=1, max_length=64)
]


# The vendor's API makes no workflows, and our tool gives all steps at once.
@operation(Effect.WRITE, scope="triggers:write", doors=(Surface.UI,))
def add(
    ctx: Context,
    *,
    workflow_id: WorkflowId,
    kind: Annotated[str, Field(description="What it does.", max_length=64)],
    settings: workflows.Settled,
) -> str:
    """Add a step behind all others; its id."""
    row = workflows.changeable(ctx, workflow_id)
    last = len(workflows.steps_of(ctx, row.id))
    if last >= workflows.MOST_STEPS:
        said = f"A workflow has room for {workflows.MOST_STEPS} steps."
        raise Conflict("too_many_steps", said)
    _mark(row)
    return workflows.add_step(ctx, row.id, last + 1, kind, settings)


@operation(Effect.WRITE, scope="triggers:write", doors=(Surface.UI,))
def edit(
    ctx: Context, *, workflow_id: WorkflowId, step_id: StepId, settings: workflows.Settled
) -> WorkflowStep:
    """Change what is settled about a step."""
    row = workflows.changeable(ctx, workflow_id)
    step = _known(ctx, row, step_id)
    step.settings = triggers.good_step(ctx, step.kind, settings)
    _mark(row)
    return step


@operation(Effect.WRITE, scope="triggers:write", doors=(Surface.UI,))
def move(
    ctx: Context,
    *,
    workflow_id: WorkflowId,
    step_id: StepId,
    position: Annotated[int, Field(description="Which it is to be, from 1.", ge=1, le=50)],
) -> WorkflowStep:
    """Put a step elsewhere among the others."""
    row = workflows.changeable(ctx, workflow_id)
    step = _known(ctx, row, step_id)
    order = [each.id for each in workflows.steps_of(ctx, row.id) if each.id != step.id]
    order.insert(position - 1, step.id)
    _number(ctx, order)
    _mark(row)
    return step


@operation(Effect.WRITE, scope="triggers:write", doors=(Surface.UI,))
def remove(ctx: Context, *, workflow_id: WorkflowId, step_id: StepId) -> None:
    """Take a step out of a workflow."""
    row = workflows.changeable(ctx, workflow_id)
    step = _known(ctx, row, step_id)
    order = [each.id for each in workflows.steps_of(ctx, row.id) if each.id != step.id]
    ctx.session.delete(step)
    _number(ctx, order)
    _mark(row)


def _known(ctx: Context, row: Workflow, step_id: str) -> WorkflowStep:
    step = ctx.session.get(WorkflowStep, step_id)
    if step is None or step.workflow_id != row.id:
        raise NotFound("step_not_found", "There is no such step in this workflow.")
    return step


def _number(ctx: Context, order: list[str]) -> None:
    for position, step_id in enumerate(order, 1):
        ctx.session.get_one(WorkflowStep, step_id).position = position


def _mark(row: Workflow) -> None:
    row.changed_since = row.version is not None
