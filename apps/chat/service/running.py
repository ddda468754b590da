"""How runs of workflows begin and go on: one step of the journal for each step of theirs.

The account of the workspace's workflows performs them, by the rights of their owners: what it says
it says itself, what it makes and changes it does in the owner's name.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from sqlalchemy import select

from workworld import automation
from workworld.apps.chat.models import (
    Channel,
    ChatApp,
    Workflow,
    WorkflowRun,
    WorkflowRunStep,
    WorkflowVersion,
)
from workworld.apps.chat.service import direct, steps, workflows
from workworld.automation import Ask, Deed, Done, Facts, Later, Outcome, Value, Values
from workworld.context import Actor, Context
from workworld.database import constant, plain_rows
from workworld.directory import people
from workworld.directory.models import Person
from workworld.errors import Forbidden, Refused, Unavailable
from workworld.notifications.notices import notify
from workworld.permissions import seen
from workworld.schedule import plan
from workworld.undoing import whole_or_nothing

RUNNING, ASKING, WAITING = "running", "asking", "waiting"
COMPLETED, FAILED, CANCELLED = "completed", "failed", "cancelled"
UNDER_WAY = (RUNNING, ASKING, WAITING)
GO_ON = "chat.workflow_runs.go_on"
HANDLE = "workflows"
"""By which the account is known that performs workflows."""
MOST_DEPTH = 5
_SECOND = 1_000_000
_ACCOUNT = constant(
    select(ChatApp.__table__)
    .join(Person.__table__, Person.__table__.c.id == ChatApp.__table__.c.account_id)
    .where(Person.__table__.c.handle == HANDLE)
)


def account_of(ctx: Context) -> str:
    """The account that performs workflows."""
    (app,) = plain_rows(ctx.session, ChatApp, _ACCOUNT, {})
    return app.account_id


def begin(
    ctx: Context,
    version: WorkflowVersion,
    facts: Mapping[str, str],
    person_id: str | None = None,
    answers: Mapping[str, Any] | None = None,
) -> WorkflowRun:
    """Begin a run, which goes on as soon as the step that began it is over.

    Args:
        ctx: whose step it is.
        version: of what.
        facts: what the trigger yields.
        person_id: who began it, if anybody did.
        answers: to the form that is its first step, if they are given at once.
    """
    kind = automation.triggers()[version.trigger]
    declared = kind.facts(automation.read(kind, version.trigger_settings))
    row = WorkflowRun(
        id=ctx.ids.next_id("Wr"),
        workflow_id=version.workflow_id,
        version=version.version,
        person_id=person_id,
        depth=depth_of(ctx),
        status=RUNNING,
        facts=_named(automation.TRIGGER, facts, declared),
        started=ctx.clock.now_us() // _SECOND,
    )
    ctx.session.add(row)
    ctx.session.flush()  # what comes of its steps refers to it
    tell(ctx, row, "chat.workflow_begun")
    if answers is None:
        go_on_at(ctx, row, ctx.clock.now_us())
    else:
        complete_step(ctx, row, answers)
    return row


def depth_of(ctx: Context) -> int:
    """How many runs led to what happens now, each to the next."""
    run = run_behind(ctx)
    return run.depth + 1 if run else 0


def run_behind(ctx: Context) -> WorkflowRun | None:
    """The run of which this is a step, if it is one."""
    if ctx.request.name != GO_ON:
        return None
    return ctx.session.get(WorkflowRun, ctx.request.arguments["run_id"])


def go_on_at(ctx: Context, run: WorkflowRun, due_us: int) -> None:
    """Let a run go on with the step that it is at."""
    plan(
        ctx.session,
        due_us=due_us,
        actor_id=account_of(ctx),
        operation=GO_ON,
        arguments={"run_id": run.id, "position": run.position},
    )


def advance(ctx: Context, run: WorkflowRun) -> None:
    """Perform the step that a run is at, and plan the next one."""
    version = ctx.session.get_one(WorkflowVersion, (run.workflow_id, run.version))
    if run.position > len(version.steps):
        return end(ctx, run, COMPLETED)
    part, run_id = version.steps[run.position - 1], run.id
    try:
        outcome = _performed(ctx, run, part)
    except Unavailable:
        raise
    except Refused as refused:
        return fail(ctx, ctx.session.get_one(WorkflowRun, run_id), refused.message)
    return _note(ctx, run, part, outcome)


def complete_step(ctx: Context, run: WorkflowRun, facts: Mapping[str, Any]) -> None:
    """The step that a run is at is done, and yields this; go on with the next one."""
    row = _step_row(ctx, run)
    row.status, row.facts, row.ended = COMPLETED, dict(facts), ctx.clock.now_us() // _SECOND
    run.status, run.asked_id, run.wakes = RUNNING, None, None
    run.position += 1
    go_on_at(ctx, run, ctx.clock.now_us())
    tell(ctx, run)


def fail(ctx: Context, run: WorkflowRun, reason: str) -> None:
    """End a run that cannot go on, and tell its owner."""
    row = _step_row(ctx, run)
    row.status, row.reason, row.ended = FAILED, reason, ctx.clock.now_us() // _SECOND
    run.reason = reason
    end(ctx, run, FAILED)
    workflow = ctx.session.get_one(Workflow, run.workflow_id)
    said = f"could not go on with “{workflow.name}”: {reason}"
    url = address_of(ctx, run)
    notify(ctx, person_id=workflow.owner_id, app_id="chat", kind="workflow", text=said, url=url)


def cancel(ctx: Context, run: WorkflowRun) -> None:
    """End a run that is under way, with the step that it is at."""
    step = ctx.session.get(WorkflowRunStep, (run.id, run.position))
    if step is not None:
        step.status = CANCELLED
    end(ctx, run, CANCELLED)


def end(ctx: Context, run: WorkflowRun, status: str) -> None:
    """End a run."""
    run.status, run.asked_id, run.wakes = status, None, None
    run.ended = ctx.clock.now_us() // _SECOND
    tell(ctx, run, f"chat.workflow_{status}")


def values_of(ctx: Context, run: WorkflowRun) -> Values:
    """What the variables of a run stand for so far."""
    found = {name: Value(*value) for name, value in run.facts.items()}
    query = select(WorkflowRunStep.facts).where(WorkflowRunStep.run_id == run.id)
    for facts in ctx.session.scalars(query.order_by(WorkflowRunStep.position)):
        found |= {name: Value(*value) for name, value in facts.items()}
    return Values(found)


def address_of(ctx: Context, run: WorkflowRun, more: str = "") -> str:
    """The canonical address of a run."""
    path = f"/workflows/{run.workflow_id}/runs/{run.id}{more}"
    return people.canonical_url(ctx.session, "chat", path)


def tell(ctx: Context, run: WorkflowRun, kind: str = "") -> None:
    """Let pages and others know what became of a run."""
    ctx.touch(workflows.topic_of(run.workflow_id))
    if kind:
        ctx.emit(kind, workflow_id=run.workflow_id, run_id=run.id, reason=run.reason)


def _performed(ctx: Context, run: WorkflowRun, part: Mapping[str, Any]) -> Outcome:
    """Perform a step; one that is refused leaves nothing behind."""
    kind = automation.steps()[part["kind"]]
    deed = _deed(ctx, run)

    def act() -> Outcome:
        _require_entitled(deed.owner, run)
        return kind.perform(deed, automation.read(kind, part["settings"]))

    return whole_or_nothing(ctx, act)


def _require_entitled(owner: Context, run: WorkflowRun) -> None:
    """See to it that the owner is still there, and sees what the workflow begins with."""
    if people.me(owner).is_deactivated:
        raise Forbidden("account_inactive", "The account of its owner is deactivated.")
    version = owner.session.get_one(WorkflowVersion, (run.workflow_id, run.version))
    if version.channel_id and seen(owner, Channel, version.channel_id) is None:
        said = "Its owner does not see the channel in which it begins."
        raise Forbidden("channel_not_found", said)


def _deed(ctx: Context, run: WorkflowRun) -> Deed:
    workflow = ctx.session.get_one(Workflow, run.workflow_id)
    return Deed(
        ctx=ctx,
        owner=replace(ctx, actor=Actor(workflow.owner_id)),
        values=values_of(ctx, run),
        name=workflow.name,
        icon=workflow.icon,
        address=address_of(ctx, run),
    )


def _note(ctx: Context, run: WorkflowRun, part: Mapping[str, Any], outcome: Outcome) -> None:
    """Write down what came of a step."""
    kind = automation.steps()[part["kind"]]
    match outcome:
        case Done(facts):
            declared = kind.yields(automation.read(kind, part["settings"]))
            complete_step(ctx, run, _named(kind.prefix, facts, declared))
        case Later(until_us):
            _step_row(ctx, run).status = run.status = WAITING
            run.wakes = until_us // _SECOND
            go_on_at(ctx, run, until_us)
            tell(ctx, run)
        case Ask(person_id, _):
            _step_row(ctx, run).status = run.status = ASKING
            run.asked_id = person_id
            _invite(ctx, run, person_id)
            tell(ctx, run)


def _invite(ctx: Context, run: WorkflowRun, person_id: str) -> None:
    """Tell somebody where the form is that they are asked to fill in."""
    workflow = ctx.session.get_one(Workflow, run.workflow_id)
    channel = direct.open(ctx, user_ids=[person_id]).channel
    said = f"Please fill in a form: <{address_of(ctx, run, '/form')}|Open the form>"
    steps.say(ctx, channel, said, workflow.name, workflow.icon, None)


def _step_row(ctx: Context, run: WorkflowRun) -> WorkflowRunStep:
    """What came of the step that a run is at, begun just now if it was not."""
    row = ctx.session.get(WorkflowRunStep, (run.id, run.position))
    if row is None:
        row = WorkflowRunStep(
            run_id=run.id,
            position=run.position,
            status=RUNNING,
            facts={},
            begun=ctx.clock.now_us() // _SECOND,
        )
        ctx.session.add(row)
    return row


def _named(prefix: str, facts: Mapping[str, str], declared: Facts) -> dict[str, Any]:
    return {f"{prefix}.{name}": [declared.get(name, "text"), facts[name]] for name in facts}
