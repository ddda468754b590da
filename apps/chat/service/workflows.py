"""Workflows: what begins them, what they do, and who builds and sees them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from pydantic import BaseModel, Field
from sqlalchemy import ColumnElement, and_, delete, exists, or_, select, tuple_

from workworld import automation
from workworld.apps.chat.models import (
    Channel,
    Workflow,
    WorkflowManager,
    WorkflowStep,
)
from workworld.apps.chat.models import WorkflowVersion as Version
from workworld.apps.chat.service import own_emoji, settings, triggers, users
from workworld.apps.chat.types import UserIds, WorkflowId
from workworld.context import Context, Surface
from workworld.database import insert_row, plain_rows
from workworld.directory import people
from workworld.directory.models import GUESTS, Company, Person
from workworld.errors import Conflict, Forbidden, Invalid, NotFound, Refused
from workworld.operations import Effect, operation
from workworld.permissions import VIEWER, permits, require, seen, sees, sight_of, visible
from workworld.shapes import CLOSED
from workworld.topics import listens

MOST_STEPS = 50
_SECOND = 1_000_000
_DOORS = (Surface.MCP, Surface.UI)
_rows, _managers = Workflow.__table__.c, WorkflowManager.__table__.c
_versions, _steps = Version.__table__.c, WorkflowStep.__table__.c

Name = Annotated[str, Field(description="What it is called; at most 80 characters.")]
About = Annotated[str, Field(description="What it is for.", max_length=500)]
Icon = Annotated[str, Field(description="The name of an emoji, such as zap.", max_length=100)]
Settled = Annotated[Mapping[str, Any], Field(description="What is settled about it, by name.")]


class Part(BaseModel):
    """A trigger or a step: of what kind it is, and what is settled about it."""

    model_config = CLOSED

    kind: str
    settings: dict[str, Any] = {}


# The vendor's API makes no workflows: its builder is a page.
@operation(Effect.WRITE, scope="triggers:write", doors=_DOORS)
def create(
    ctx: Context,
    *,
    name: Name,
    description: About = "",
    icon: Icon = "zap",
    trigger: Annotated[Part | None, Field(description="What begins it.")] = None,
    steps: Annotated[
        Sequence[Part], Field(description="What it does, in order.", max_length=MOST_STEPS)
    ] = (),
) -> Workflow:
    """Make a workflow, which the caller owns: it runs by their rights, once it is published."""
    require(ctx, "chat.workflows.create", people.company(ctx.session))
    now = ctx.clock.now_us() // _SECOND
    row = Workflow(
        id=ctx.ids.next_id("Wf"),
        name=_good_name(name),
        description=_good_about(description),
        icon=_good_icon(ctx, icon),
        owner_id=ctx.actor.person_id,
        secret=ctx.ids.next_id("trigger ", 24).removeprefix("trigger "),
        created=now,
        updated=now,
    )
    if trigger is not None:
        row.trigger, row.trigger_settings = trigger.kind, triggers.good(ctx, **dict(trigger))
    insert_row(ctx.session, row)
    for position, part in enumerate(steps, 1):
        add_step(ctx, row.id, position, part.kind, part.settings)
    ctx.emit("chat.workflow_created", workflow_id=row.id)
    return known(ctx, row.id)


@operation(Effect.READ, scope="triggers:read", doors=_DOORS)
def list(ctx: Context) -> Sequence[Workflow]:
    """List the workflows that the caller may start or change, by name: rows to be read."""
    query = visible(Workflow).order_by(_rows.name, _rows.id)
    return plain_rows(ctx.session, Workflow, query, sight_of(ctx))


@operation(Effect.READ, scope="triggers:read", doors=_DOORS)
def info(ctx: Context, *, workflow_id: WorkflowId) -> Workflow:
    """Look one workflow up: a row to be read."""
    return known(ctx, workflow_id)


@operation(Effect.WRITE, scope="triggers:write", doors=(Surface.UI,))
def update(
    ctx: Context,
    *,
    workflow_id: WorkflowId,
    name: Annotated[Name | None, Field(description="What it is to be called.")] = None,
    description: Annotated[About | None, Field(description="What it is for.")] = None,
    icon: Annotated[Icon | None, Field(description="Its emoji.")] = None,
    trigger: Annotated[Part | None, Field(description="What is to begin it.")] = None,
    manager_ids: Annotated[
        UserIds | None, Field(description="All who may change it beside its owner.")
    ] = None,
) -> Workflow:
    """Change a workflow; what is left out stays. What runs is what was published last."""
    row = changeable(ctx, workflow_id)
    if name is not None:
        row.name = _good_name(name)
    if description is not None:
        row.description = _good_about(description)
    if icon is not None:
        row.icon = _good_icon(ctx, icon)
    if trigger is not None:
        row.trigger, row.trigger_settings = trigger.kind, triggers.good(ctx, **dict(trigger))
        row.changed_since = row.version is not None
    if manager_ids is not None:
        _set_managers(ctx, row, manager_ids)
    return row


@operation(Effect.WRITE, scope="triggers:write", doors=_DOORS)
def remove(ctx: Context, *, workflow_id: WorkflowId) -> None:
    """Delete a workflow, and with it the history of its runs; those under way end."""
    row = changeable(ctx, workflow_id)
    ctx.emit("chat.workflow_deleted", workflow_id=row.id)
    ctx.session.delete(row)


@operation(Effect.WRITE, scope="triggers:write", doors=_DOORS)
def publish(ctx: Context, *, workflow_id: WorkflowId) -> Workflow:
    """Let a workflow begin as it is now; runs of an earlier version go on as they were.

    Raises:
        Invalid: ``no_trigger``, ``no_steps``, ``unknown_variable`` and what else is not in order.
    """
    row = changeable(ctx, workflow_id)
    require(ctx, "chat.workflows.publish", row)
    steps = steps_of(ctx, row.id)
    channel = _require_sound(ctx, row, steps)
    last = select(_versions.version).where(_versions.workflow_id == row.id)
    version = Version(
        workflow_id=row.id,
        version=max(ctx.session.scalars(last), default=0) + 1,
        trigger=row.trigger,
        trigger_settings=dict(row.trigger_settings),
        channel_id=channel,
        steps=[{"kind": step.kind, "settings": dict(step.settings)} for step in steps],
        published=ctx.clock.now_us() // _SECOND,
        published_by=ctx.actor.person_id,
    )
    insert_row(ctx.session, version)
    row.version, row.changed_since = version.version, False
    _show_in(ctx, channel)
    ctx.emit("chat.workflow_published", workflow_id=row.id, version=row.version)
    return row


@operation(Effect.WRITE, scope="triggers:write", doors=_DOORS)
def unpublish(ctx: Context, *, workflow_id: WorkflowId) -> Workflow:
    """Let a workflow begin no more; runs that are under way go on."""
    row = changeable(ctx, workflow_id)
    if not take_down(ctx, row):
        raise Conflict("not_published", "This workflow is not published.")
    return row


def known(ctx: Context, workflow_id: str) -> Workflow:
    """The workflow of this id, if the caller sees it: a row to be read.

    Raises:
        NotFound: ``workflow_not_found``.
    """
    found = seen(ctx, Workflow, workflow_id)
    if found is None:
        raise NotFound("workflow_not_found", "There is no workflow with this id.")
    return found


def changeable(ctx: Context, workflow_id: str) -> Workflow:
    """The workflow as an object that is changed just now, if the caller may."""
    require(ctx, "chat.workflows.update", known(ctx, workflow_id))
    row = ctx.session.get_one(Workflow, workflow_id)
    row.updated = ctx.clock.now_us() // _SECOND
    ctx.touch(topic_of(row.id))
    return row


def take_down(ctx: Context, row: Workflow) -> bool:
    """Let a workflow begin no more; whether it was published."""
    live = published(ctx, row)
    if live is None:
        return False
    row.version, row.changed_since = None, False
    _show_in(ctx, live.channel_id)
    ctx.emit("chat.workflow_unpublished", workflow_id=row.id)
    return True


def published(ctx: Context, row: Workflow) -> Version | None:
    """The version that begins now: a row to be read."""
    return published_among(ctx, [row]).get(row.id)


def published_among(ctx: Context, rows: Sequence[Workflow]) -> dict[str, Version]:
    """The versions of some workflows that begin now, by the workflow's id: rows to be read."""
    wanted = [(row.id, row.version) for row in rows if row.version is not None]
    if not wanted:
        return {}
    query = select(Version.__table__).where(
        tuple_(_versions.workflow_id, _versions.version).in_(wanted)
    )
    return {live.workflow_id: live for live in plain_rows(ctx.session, Version, query, {})}


def seen_among(ctx: Context, rows: Sequence[Workflow]) -> frozenset[str]:
    """Ids of those of some workflows that the caller sees."""
    query = visible(Workflow).where(_rows.id.in_([row.id for row in rows]))
    found = ctx.session.scalars(query.with_only_columns(_rows.id), sight_of(ctx))
    return frozenset(found)


def steps_of(ctx: Context, workflow_id: str) -> Sequence[WorkflowStep]:
    """The steps of a workflow as it is built, in order: rows to be read."""
    query = select(WorkflowStep.__table__).where(_steps.workflow_id == workflow_id)
    return plain_rows(ctx.session, WorkflowStep, query.order_by(_steps.position), {})


def managers_of(ctx: Context, workflow_id: str) -> Sequence[str]:
    """Ids of those who change a workflow beside its owner."""
    query = select(_managers.person_id).where(_managers.workflow_id == workflow_id)
    return ctx.session.scalars(query.order_by(_managers.person_id)).all()


def startable(ctx: Context, channel_id: str) -> Sequence[Workflow]:
    """The workflows that people start by a link in a channel, by name: rows to be read."""
    here = exists().where(
        _versions.workflow_id == _rows.id,
        _versions.version == _rows.version,
        _versions.trigger == triggers.LINK,
        _versions.channel_id == channel_id,
    )
    query = select(Workflow.__table__).where(here).order_by(_rows.name, _rows.id)
    return plain_rows(ctx.session, Workflow, query, {})


def add_step(
    ctx: Context, workflow_id: str, position: int, kind: str, settings: Mapping[str, Any]
) -> str:
    """Insert a step whose settings are in shape; its id."""
    row = WorkflowStep(
        id=ctx.ids.next_id("Ws"),
        workflow_id=workflow_id,
        position=position,
        kind=kind,
        settings=triggers.good_step(ctx, kind, settings),
    )
    insert_row(ctx.session, row)
    return row.id


def variables_before(
    row: Workflow | Version, steps: Sequence[WorkflowStep], position: int
) -> dict[str, str]:
    """The variables that a step can name, and their kinds: those of the trigger and earlier steps.

    Of two that are called alike, the later one counts.
    """
    found: dict[str, str] = {}
    kind = automation.triggers().get(row.trigger)
    if kind is not None:
        facts = kind.facts(automation.read(kind, row.trigger_settings))
        found |= {f"{automation.TRIGGER}.{name}": takes for name, takes in facts.items()}
    for step in steps:
        if step.position < position:
            done = automation.steps()[step.kind]
            facts = done.yields(automation.read(done, step.settings))
            found |= {f"{done.prefix}.{name}": takes for name, takes in facts.items()}
    return found


def topic_of(workflow_id: str) -> str:
    """The topic of a workflow and its runs."""
    return f"chat.workflow:{workflow_id}"


@listens("chat.workflow")
def _hears(ctx: Context, workflow_id: str) -> bool:
    return seen(ctx, Workflow, workflow_id) is not None


def is_managed() -> ColumnElement[bool]:
    """Whether the viewer owns the workflow or changes it beside its owner."""
    beside = exists().where(_managers.workflow_id == _rows.id, _managers.person_id == VIEWER)
    return or_(_rows.owner_id == VIEWER, beside)


@sees(Workflow)
def _sight() -> ColumnElement[bool]:
    in_sight = visible(Channel).with_only_columns(Channel.__table__.c.id)
    person = Person.__table__.c
    is_staff = exists().where(person.id == VIEWER, *(person.role != role for role in GUESTS))
    is_live = exists().where(
        _versions.workflow_id == _rows.id,
        _versions.version == _rows.version,
        or_(_versions.channel_id.in_(in_sight), and_(_versions.channel_id.is_(None), is_staff)),
    )
    return or_(is_managed(), is_live)


@permits("chat.workflows.create", Company)
def _may_create(ctx: Context, _company: Company) -> Refused | None:
    return why_no_builder(ctx, people.me(ctx))


@permits("chat.workflows.publish", Workflow)
def _may_publish(ctx: Context, row: Workflow) -> Refused | None:
    return _may_update(ctx, row) or why_no_builder(ctx, people.me(ctx))


def why_no_builder(ctx: Context, person: Person) -> Refused | None:
    """Why somebody may not build workflows, or None."""
    if person.is_guest:
        return Forbidden("user_is_restricted", "Guests make no workflows.")
    if person.is_admin or settings.of(ctx).building == "members":
        return None
    return Forbidden("restricted_action", "Only admins of the workspace build workflows.")


@permits("chat.workflows.update", Workflow)
def _may_update(ctx: Context, row: Workflow) -> Refused | None:
    if ctx.actor.person_id == row.owner_id or row.id in _managed(ctx):
        return None
    return Forbidden("access_denied", "Only its owner and its managers change a workflow.")


def _managed(ctx: Context) -> frozenset[str]:
    """Ids of the workflows that the caller changes beside their owners."""
    query = select(_managers.workflow_id).where(_managers.person_id == ctx.actor.person_id)
    return ctx.remembered(WorkflowManager, lambda: frozenset(ctx.session.scalars(query)))


def _require_sound(ctx: Context, row: Workflow, steps: Sequence[WorkflowStep]) -> str | None:
    """See to it that a workflow can run; the channel in which it begins."""
    if not row.trigger:
        raise Invalid("no_trigger", "Choose what begins the workflow.")
    if not steps:
        raise Invalid("no_steps", "Add a step: a workflow does something.")
    triggers.good(ctx, row.trigger, row.trigger_settings)
    for step in steps:
        kind = automation.steps()[step.kind]
        settings = automation.read(kind, step.settings)
        automation.require_known(kind, settings, variables_before(row, steps, step.position))
        triggers.good_step(ctx, step.kind, step.settings)
    channel_id: str | None = row.trigger_settings.get("channel_id")
    return channel_id


def _set_managers(ctx: Context, row: Workflow, wanted: Sequence[str]) -> None:
    found = sorted({users.known(ctx, each).id for each in wanted} - {row.owner_id})
    for person in people.by_ids(ctx.session, found).values():
        if person.role in GUESTS or person.is_deactivated or person.kind != "person":
            raise Invalid("invalid_users", f"{person.name} cannot change workflows.")
    ctx.session.execute(delete(WorkflowManager).where(WorkflowManager.workflow_id == row.id))
    for person_id in found:
        insert_row(ctx.session, WorkflowManager(workflow_id=row.id, person_id=person_id))


def _show_in(ctx: Context, channel_id: str | None) -> None:
    if channel_id is not None:
        ctx.touch(f"chat.channel:{channel_id}")


def _good_name(name: str) -> str:
    name = " ".join(name.replace("\x00", " ").split())
    if not 1 <= len(name) <= 80:
        raise Invalid("invalid_name", "A workflow's name has 1 to 80 characters.")
    return name


def _good_about(description: str) -> str:
    return description.replace("\x00", " ").strip()


def _good_icon(ctx: Context, typed: str) -> str:
    name = own_emoji.canonical(ctx, typed)
    if name is None:
        raise Invalid("invalid_emoji", f"There is no emoji called {typed!r}.")
    return name
