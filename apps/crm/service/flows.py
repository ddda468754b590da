"""Flows as administrators build them: drafts, versions, and how their runs went.

https://help.salesforce.com/s/articleView?id=platform.flow_distribute_internal_activate.htm
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field
from sqlalchemy import select

from workworld.apps.crm import record_ids
from workworld.apps.crm.models import Flow, FlowRun, FlowVersion
from workworld.apps.crm.service import flow_checks, people, refusals, setup_audit, templates
from workworld.apps.crm.service.flow_elements import APP_ID
from workworld.apps.crm.service.flow_settings import FlowSettings
from workworld.apps.crm.types import RecordId
from workworld.context import Context, Surface
from workworld.operations import Effect, operation
from workworld.rules import kinds

FlowId = Annotated[RecordId, Field(description="A flow's id.")]
Trigger = Annotated[
    Mapping[str, Any],
    Field(description="Name, sobject, recordTriggerType, moment, formula …: describeFlow tells."),
]
Elements = Annotated[
    Sequence[Mapping[str, Any]],
    Field(
        description="What it consists of, in order; describeFlow tells the kinds.", max_length=65
    ),
]
SECTION = "Flows"
_MOST_RUNS = 50
# The vendor builds flows by its metadata and tooling APIs, which are not part of this one.
_DOORS = (Surface.UI, Surface.MCP)
_runs = FlowRun.__table__.c


@dataclass(frozen=True, slots=True)
class FlowInfo:
    """A flow as it is built.

    Args:
        id: its id.
        name: what people call it.
        trigger: what begins it.
        elements: what it consists of.
        active_version: which version runs; null for none.
        versions: the numbers of all versions.
        is_changed: whether the draft is not as the latest version.
        changed_us: when it was changed last.
        changed_by: by whom.
    """

    id: str
    name: str
    trigger: Mapping[str, Any]
    elements: Sequence[Mapping[str, Any]]
    active_version: int | None
    versions: Sequence[int]
    is_changed: bool
    changed_us: int
    changed_by: str


@dataclass(frozen=True, slots=True)
class FlowRunInfo:
    """How a run went."""

    id: str
    flow_id: str
    flow: str
    version: int
    record_id: str
    by: str
    began_us: int
    outcome: str
    reason: str
    lines: Sequence[Mapping[str, str]]


@operation(Effect.READ, scope="api", doors=_DOORS)
def describe(ctx: Context) -> Mapping[str, Any]:
    """Describe what flows begin with and consist of, as JSON schemas."""
    setup_audit.require_admin(ctx)
    found = {
        kind: {
            "title": each.title,
            "says": each.says,
            "settings": each.settings.model_json_schema(),
        }
        for kind, each in kinds.parts(APP_ID).items()
    }
    return {"trigger": FlowSettings.model_json_schema(by_alias=True), "elements": found}


@operation(Effect.READ, scope="api", doors=_DOORS)
def list(ctx: Context) -> Sequence[FlowInfo]:
    """List the flows by name.

    Raises:
        Forbidden: ``INSUFFICIENT_ACCESS_OR_READONLY``: the caller does not set the CRM up.
    """
    setup_audit.require_admin(ctx)
    query = select(Flow).order_by(Flow.name, Flow.id)
    return [_told(ctx, each) for each in ctx.session.scalars(query).all()]


@operation(Effect.READ, scope="api", doors=_DOORS)
def info(ctx: Context, *, flow_id: FlowId) -> FlowInfo:
    """Read a flow as it is built."""
    return _told(ctx, _known(ctx, flow_id))


@operation(Effect.WRITE, scope="api", doors=_DOORS)
def create(ctx: Context, *, trigger: Trigger, elements: Elements = ()) -> FlowInfo:
    """Create a flow; it runs once it is activated.

    Raises:
        Invalid: with what is wrong with which setting or element.
    """
    setup_audit.require_admin(ctx)
    made = flow_checks.trigger(ctx, trigger, None)
    row = Flow(
        id=record_ids.next_id(ctx.ids, "300"),
        name=made["name"],
        sobject=made["sobject"],
        draft={"trigger": made, "elements": flow_checks.elements(ctx, made, elements)},
        version=None,
        latest=0,
        is_changed=True,
        changed_us=ctx.clock.now_us(),
        changed_by_id=people.me(ctx).id,
    )
    ctx.session.add(row)
    return _noted(ctx, row, "created")


@operation(Effect.WRITE, scope="api", doors=_DOORS)
def update(
    ctx: Context,
    *,
    flow_id: FlowId,
    trigger: Trigger | None = None,
    elements: Elements | None = None,
) -> FlowInfo:
    """Change the draft of a flow; what is active runs on until the draft is activated.

    Raises:
        Invalid: with what is wrong with which setting or element.
    """
    row = _known(ctx, flow_id)
    made = dict(row.draft["trigger"])
    if trigger is not None:
        made = flow_checks.trigger(ctx, {**made, **trigger}, row)
    given = row.draft["elements"] if elements is None else elements
    row.draft = {"trigger": made, "elements": flow_checks.elements(ctx, made, given)}
    row.name, row.sobject, row.is_changed = made["name"], made["sobject"], True
    row.changed_us, row.changed_by_id = ctx.clock.now_us(), people.me(ctx).id
    return _noted(ctx, row, "changed")


@operation(Effect.WRITE, scope="api", doors=_DOORS)
def activate(
    ctx: Context,
    *,
    flow_id: FlowId,
    version: Annotated[
        int | None, Field(description="A former version; null for the draft as it is.", ge=1)
    ] = None,
) -> FlowInfo:
    """Let a flow run: as its draft is, which becomes a version, or as a version was.

    Raises:
        NotFound: ``NOT_FOUND``: there is no such version.
        Invalid: ``FIELD_INTEGRITY_EXCEPTION``: it does nothing.
    """
    row = _known(ctx, flow_id)
    if version is None:
        row.version = _latest(ctx, row)
    elif ctx.session.get(FlowVersion, (row.id, version)) is None:
        raise refusals.not_found()
    else:
        row.version = version
    return _noted(ctx, row, "activated", f"version {row.version} of ")


@operation(Effect.WRITE, scope="api", doors=_DOORS)
def deactivate(ctx: Context, *, flow_id: FlowId) -> FlowInfo:
    """Stop a flow; what waits does not go on."""
    row = _known(ctx, flow_id)
    row.version = None
    return _noted(ctx, row, "deactivated")


@operation(Effect.WRITE, scope="api", doors=_DOORS)
def delete(ctx: Context, *, flow_id: FlowId) -> None:
    """Delete a flow that is not active, with its versions and what is known of its runs.

    Raises:
        Invalid: ``DELETE_FAILED``: it is active.
    """
    row = _known(ctx, flow_id)
    if row.version is not None:
        raise refusals.refused("DELETE_FAILED", "Deactivate the flow before you delete it.")
    setup_audit.note(ctx, SECTION, "deleted", f"Deleted flow {row.name}")
    ctx.session.delete(row)


@operation(Effect.READ, scope="api", doors=_DOORS)
def runs(ctx: Context, *, flow_id: FlowId) -> Sequence[FlowRunInfo]:
    """List the latest runs of a flow, the newest first."""
    row = _known(ctx, flow_id)
    query = select(FlowRun).where(_runs.flow_id == row.id)
    return _told_runs(ctx, query)


@operation(Effect.READ, scope="api", doors=_DOORS)
def runs_of_record(
    ctx: Context, *, record_id: Annotated[RecordId, Field(description="A record's id.")]
) -> Sequence[FlowRunInfo]:
    """List the latest runs of flows about a record; none for those who do not set it up."""
    full = templates.known_record(ctx, record_id)
    if not people.profile(ctx).manages_setup:
        return []
    return _told_runs(ctx, select(FlowRun).where(_runs.record_id == full))


def _known(ctx: Context, flow_id: str) -> Flow:
    setup_audit.require_admin(ctx)
    row = ctx.session.get(Flow, record_ids.full(flow_id) or "")
    if row is None:
        raise refusals.not_found()
    return row


def _told(ctx: Context, row: Flow) -> FlowInfo:
    query = select(FlowVersion.version).where(FlowVersion.flow_id == row.id)
    versions = sorted(ctx.session.scalars(query))
    by = people.names(ctx, [row.changed_by_id]).get(row.changed_by_id, "")
    told = row.draft["trigger"], row.draft["elements"], row.version, versions
    return FlowInfo(row.id, row.name, *told, row.is_changed, row.changed_us, by)


def _told_runs(ctx: Context, query: Any) -> Sequence[FlowRunInfo]:
    latest = query.order_by(_runs.began_us.desc(), _runs.id.desc()).limit(_MOST_RUNS)
    rows = ctx.session.scalars(latest).all()
    names = people.names(ctx, (row.user_id for row in rows))
    flows = {key: ctx.session.get_one(Flow, key).name for key in {row.flow_id for row in rows}}
    return [
        FlowRunInfo(
            row.id,
            row.flow_id,
            flows[row.flow_id],
            row.version,
            row.record_id,
            names.get(row.user_id, ""),
            row.began_us,
            row.outcome,
            row.reason,
            row.lines,
        )
        for row in rows
    ]


def _noted(ctx: Context, row: Flow, action: str, what: str = "") -> FlowInfo:
    said = f"{action.capitalize()} {what}flow {row.name}"
    setup_audit.note(ctx, SECTION, action, said)
    ctx.session.flush()  # versions are read from the rows
    return _told(ctx, row)


def _latest(ctx: Context, row: Flow) -> int:
    """The number of the version that is as the draft, which is made if there is none."""
    if not row.draft["elements"]:
        said = "A flow without elements does nothing: add one first."
        raise refusals.refused("FIELD_INTEGRITY_EXCEPTION", said, "elements")
    if row.is_changed:
        row.latest, row.is_changed = row.latest + 1, False
        trigger = row.draft["trigger"]
        is_delete = trigger["recordTriggerType"] == "Delete"
        version = FlowVersion(
            flow_id=row.id,
            version=row.latest,
            sobject=row.sobject,
            moment="delete" if is_delete else trigger["moment"],
            definition=row.draft,
            made_us=ctx.clock.now_us(),
            made_by_id=people.me(ctx).id,
        )
        ctx.session.add(version)
    return row.latest
