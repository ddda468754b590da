"""What begins workflows by itself: new members, reactions, the clock, and programs."""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any

from pydantic import Field
from sqlalchemy import select
from sqlalchemy.orm import Session

from workworld.apps.chat.models import Message, Workflow, WorkflowRun, WorkflowVersion
from workworld.apps.chat.service import beginnings, moments, running, triggers, wording, workflows
from workworld.apps.chat.service.triggers import OnSchedule
from workworld.apps.chat.types import WorkflowId
from workworld.clock import from_microseconds, to_microseconds
from workworld.context import Actor, Context, Event, Surface
from workworld.directory import people
from workworld.directory.models import Company, Person
from workworld.errors import Forbidden, Invalid, NotFound
from workworld.events import on
from workworld.operations import Effect, operation
from workworld.schedule import cancel, plan, planned

_TICK = "chat.workflow_triggers.tick"
_LONGEST = 3_000
"""How long a variable may be that a program sends."""


@on("chat.member_joined")
def begin_for_member(ctx: Context, event: Event) -> None:
    """Begin what watches a channel for new members."""
    person_id, channel_id = event.facts["person_id"], event.facts["channel_id"]
    for version in beginnings.begun_by(ctx, triggers.JOINED, channel_id):
        beginnings.begin(ctx, version, {"person": person_id, "channel": channel_id}, person_id)


@on("chat.reaction_added")
def begin_for_reaction(ctx: Context, event: Event) -> None:
    """Begin what watches a channel for an emoji."""
    facts = event.facts
    channel_id, person_id = facts["channel_id"], event.actor_id
    if person_id == running.account_of(ctx):
        return
    for version in beginnings.begun_by(ctx, triggers.REACTED, channel_id):
        if version.trigger_settings["emoji"] != facts["emoji"]:
            continue
        told = {
            "person": person_id,
            "channel": channel_id,
            "message": f"{channel_id}:{facts['ts']}",
            "author": facts["author_id"],
            "text": _said(ctx, channel_id, facts["ts"]),
        }
        beginnings.begin(ctx, version, told, person_id)


@on("chat.workflow_published")
def plan_schedule(ctx: Context, event: Event) -> None:
    """Plan when a schedule comes first, by its owner's clock."""
    workflow_id = event.facts["workflow_id"]
    _unplan(ctx, workflow_id)
    row = ctx.session.get_one(Workflow, workflow_id)
    if row.trigger != triggers.SCHEDULE:
        return
    settings = OnSchedule.model_validate(row.trigger_settings)
    moment = triggers.moment_of(replace(ctx, actor=Actor(row.owner_id)), settings)
    again = {"version": event.facts["version"], "recurrence": moment.recurrence}
    _plan(ctx, moment.due_us, {"workflow_id": row.id, **again})


@on("chat.workflow_unpublished")
@on("chat.workflow_deleted")
def forget_schedule(ctx: Context, event: Event) -> None:
    """A schedule that counts no more does not come."""
    _unplan(ctx, event.facts["workflow_id"])


@operation(Effect.WRITE, scope=None, doors=())
def tick(
    ctx: Context,
    *,
    workflow_id: WorkflowId,
    version: Annotated[int, Field(description="Which one was published.", ge=1)],
    recurrence: Annotated[str, Field(description="How often; empty for once.")] = "",
) -> None:
    """Begin a workflow whose time has come, and plan its next time if there is one."""
    row = ctx.session.get(Workflow, workflow_id)
    if row is None or row.version != version:
        return
    live = ctx.session.get_one(WorkflowVersion, (row.id, version))
    zone = people.zone_of(ctx.session.get_one(Person, row.owner_id))
    now = from_microseconds(ctx.clock.now_us()).astimezone(zone)
    running.begin(ctx, live, {"date": now.date().isoformat()})
    if recurrence:
        then = to_microseconds(moments.next_after(now, recurrence, now))
        again = {"workflow_id": row.id, "version": version, "recurrence": recurrence}
        _plan(ctx, then, again)


# The address is the credential; no page and no tool takes what programs send there.
@operation(Effect.WRITE, scope=None, doors=(Surface.REST,))
def receive(
    ctx: Context,
    *,
    workflow_id: WorkflowId,
    values: Annotated[Mapping[str, Any], Field(description="What the program sent.")],
) -> WorkflowRun:
    """Begin a workflow with what a program sent to the address of its web hook.

    Raises:
        NotFound: ``workflow_not_found``.
        Forbidden: ``workflow_not_published``.
        Invalid: ``invalid_workflow_input``.
    """
    row = ctx.session.get(Workflow, workflow_id)
    if row is None or ctx.actor.person_id != running.account_of(ctx):
        raise NotFound("workflow_not_found", "There is no such workflow.")
    live = workflows.published(ctx, row)
    if live is None or live.trigger != triggers.HOOK:
        raise Forbidden("workflow_not_published", "The workflow is not published.")
    names = live.trigger_settings["variables"]
    if set(values) != set(names):
        said = f"Send exactly these variables: {', '.join(names) or 'none'}."
        raise Invalid("invalid_workflow_input", said)
    return running.begin(ctx, live, {name: _text(name, values[name]) for name in names})


def account_at(session: Session, team_id: str, workflow_id: str, secret: str) -> str:
    """The account that takes what comes to the address of a web hook.

    Raises:
        NotFound: ``no_team``, ``workflow_not_found``.
        Forbidden: ``invalid_auth``: the last part of the address is wrong.
    """
    if session.get(Company, team_id) is None:
        raise NotFound("no_team", "There is no such workspace.")
    row = session.get(Workflow, workflow_id)
    if row is None:
        raise NotFound("workflow_not_found", "There is no such workflow.")
    if not hmac.compare_digest(secret.encode(), row.secret.encode()):
        raise Forbidden("invalid_auth", "This is not the address of the web hook.")
    return session.scalars(select(Person.id).where(Person.handle == running.HANDLE)).one()


def _said(ctx: Context, channel_id: str, ts: str) -> str:
    return wording.in_words(ctx, ctx.session.get_one(Message, (channel_id, ts)).text)


def _text(name: str, value: Any) -> str:
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise Invalid("invalid_workflow_input", f"{name} is neither a text nor a number.")
    said = str(value).replace("\x00", " ")
    if len(said) > _LONGEST:
        raise Invalid("invalid_workflow_input", f"{name} has more than {_LONGEST} characters.")
    return said


def _plan(ctx: Context, due_us: int, arguments: Mapping[str, Any]) -> None:
    account = running.account_of(ctx)
    plan(ctx.session, due_us=due_us, actor_id=account, operation=_TICK, arguments=arguments)


def _unplan(ctx: Context, workflow_id: str) -> None:
    for due in planned(ctx.session):
        if due.operation == _TICK and due.arguments["workflow_id"] == workflow_id:
            cancel(ctx.session, due)
