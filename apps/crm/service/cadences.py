"""Sales cadences: which there are, who is in them, and putting somebody in or taking them out.

https://help.salesforce.com/s/articleView?id=sales.hvs_cadences_add_target.htm
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import Field
from sqlalchemy import ColumnElement, func, or_, select

from workworld.apps.crm import record_ids
from workworld.apps.crm.models import Cadence, CadenceTracker, User
from workworld.apps.crm.models.cadences import RUNNING, STOPPED
from workworld.apps.crm.schema import objects
from workworld.apps.crm.service import (
    access_levels,
    cadence_steps,
    cadence_targets,
    people,
    records,
    refusals,
    sight,
    templates,
)
from workworld.apps.crm.service.cadence_steps import REMOVED, REPLIED
from workworld.apps.crm.service.cadence_targets import Target
from workworld.apps.crm.service.refusals import refused
from workworld.apps.crm.types import RecordId
from workworld.context import Context, Surface
from workworld.operations import Effect, operation

TARGETS = ("Lead", "Contact")
ANY = "Any"
_MOST_AT_ONCE, _MOST_TOLD = 200, 500
# The vendor's REST API reads them as records; it adds targets by an action of its own.
_DOORS = (Surface.UI, Surface.MCP)
_cadences, _trackers = Cadence.__table__.c, CadenceTracker.__table__.c
CadenceId = Annotated[RecordId, Field(description="The cadence's id.")]


@dataclass(frozen=True, slots=True)
class Shown:
    """A cadence, and how many of those whom the caller sees are or were in it."""

    id: str
    name: str
    description: str
    target: str
    steps: Sequence[Mapping[str, Any]]
    is_active: bool
    running: int
    complete: int
    replied: int


@operation(Effect.READ, scope="api", doors=_DOORS)
def list(
    ctx: Context,
    *,
    only_active: Annotated[bool, Field(description="Whether to leave out resting ones.")] = False,
) -> Sequence[Shown]:
    """List the cadences with their steps, and how many are in each."""
    people.me(ctx)
    query = select(Cadence).order_by(_cadences.name, _cadences.id)
    rows = ctx.session.scalars(query.where(_cadences.is_active) if only_active else query).all()
    counts = _counts(ctx)
    return [
        Shown(
            each.id,
            each.name,
            each.description,
            each.target,
            each.steps,
            each.is_active,
            counts.get((each.id, "running"), 0),
            counts.get((each.id, "complete"), 0),
            counts.get((each.id, "replied"), 0),
        )
        for each in rows
    ]


@operation(Effect.READ, scope="api", doors=_DOORS)
def targets(
    ctx: Context,
    *,
    cadence_id: CadenceId | None = None,
    record_id: Annotated[
        RecordId | None, Field(description="A lead or contact, whose places alone are wanted.")
    ] = None,
    state: Annotated[
        Literal["Active", "Complete", "Stopped", "All"], Field(description="Which ones.")
    ] = RUNNING,  # type: ignore[assignment]
) -> Sequence[Target]:
    """List who is in cadences, with the step that is next and when it is due.

    Raises:
        NotFound: ``NOT_FOUND``: there is no such cadence or record that the caller sees.
    """
    people.me(ctx)
    query = select(CadenceTracker).where(_seen(ctx))
    if cadence_id is not None:
        query = query.where(_trackers.cadence_id == _known(ctx, cadence_id).id)
    if record_id is not None:
        query = query.where(_trackers.target_id == templates.known_record(ctx, record_id))
    if state != "All":
        query = query.where(_trackers.state == state)
    ordered = query.order_by(_trackers.started_us.desc(), _trackers.id).limit(_MOST_TOLD)
    return cadence_targets.told(ctx, ctx.session.scalars(ordered).all())


@operation(Effect.WRITE, scope="api", doors=_DOORS)
def enroll(
    ctx: Context,
    *,
    cadence_id: CadenceId,
    record_ids: Annotated[
        Sequence[RecordId],
        Field(description="Leads and contacts.", min_length=1, max_length=_MOST_AT_ONCE),
    ],
    owner_id: Annotated[
        RecordId | None, Field(description="The user who follows them up; else the caller.")
    ] = None,
) -> Sequence[Target]:
    """Put leads or contacts into a cadence; its first step comes up as a task. All, or none.

    Raises:
        Invalid: ``INVALID_STATUS``: the cadence is inactive, a lead is converted, or somebody is
            in it already; ``FIELD_INTEGRITY_EXCEPTION``: it is not for such records.
    """
    cadence = active(ctx, cadence_id)
    owner: User = records.known(ctx, "User", owner_id) if owner_id else people.me(ctx)
    if not owner.is_active:
        raise refused("INACTIVE_OWNER_OR_USER", "Choose an active user.", "OwnerId")
    made = [begin(ctx, cadence, each, owner.id) for each in dict.fromkeys(record_ids)]
    ctx.session.flush()  # what is told is read from the rows
    return cadence_targets.told(ctx, made)


@operation(Effect.WRITE, scope="api", doors=_DOORS)
def stop(
    ctx: Context,
    *,
    record_id: Annotated[RecordId, Field(description="The lead or contact.")],
    cadence_id: Annotated[
        RecordId | None, Field(description="Out of which cadence; else out of all.")
    ] = None,
) -> int:
    """Take a lead or contact out of a cadence; the step that is due goes away. How many it was.

    Raises:
        Invalid: ``INVALID_STATUS``: they are in none.
    """
    row = _changeable(ctx, record_id)
    conditions = [_trackers.target_id == row.id]
    if cadence_id is not None:
        conditions.append(_trackers.cadence_id == _known(ctx, cadence_id).id)
    stopped = cadence_steps.stop(ctx, cadence_steps.running(ctx, *conditions), REMOVED)
    if not stopped:
        raise refused("INVALID_STATUS", f"{row.name} is in no such cadence.")
    return stopped


def active(ctx: Context, cadence_id: str) -> Cadence:
    """A cadence into which people can be put.

    Raises:
        NotFound: ``NOT_FOUND``: there is none.
        Invalid: ``INVALID_STATUS``: it rests.
    """
    cadence = _known(ctx, cadence_id)
    if not cadence.is_active:
        raise refused("INVALID_STATUS", f"The cadence {cadence.name} is not active.")
    return cadence


def begin(ctx: Context, cadence: Cadence, record_id: str, owner_id: str) -> CadenceTracker:
    """Put a lead or contact whom the caller may change into a cadence, for a user to follow up."""
    row = _changeable(ctx, record_id)
    _require_fit(ctx, cadence, row)
    return cadence_steps.begin(ctx, cadence.id, cadence.steps, row.id, owner_id)


def _known(ctx: Context, cadence_id: str) -> Cadence:
    full = record_ids.full(cadence_id)
    found = ctx.session.get(Cadence, full) if full else None
    if found is None:
        raise refusals.not_found()
    return found


def _changeable(ctx: Context, record_id: str) -> Any:
    """A lead or contact whom the caller may change."""
    kind = objects.of_prefix(record_ids.prefix_of(record_id))
    if kind is None or kind.name not in TARGETS:
        said = "Leads and contacts are followed up by cadences."
        raise refused("FIELD_INTEGRITY_EXCEPTION", said, "TargetId")
    row = records.known(ctx, kind.name, record_id)
    level = access_levels.of(ctx, kind, [row.id]).get(row.id)
    if not sight.may(ctx, kind, "edit") or level not in (access_levels.EDIT, access_levels.ALL):
        raise refusals.insufficient_access()
    return row


def _require_fit(ctx: Context, cadence: Cadence, row: Any) -> None:
    kind = objects.of_model(type(row)).name
    if cadence.target not in (ANY, kind):
        said = f"The cadence {cadence.name} is for {cadence.target.lower()}s."
        raise refused("FIELD_INTEGRITY_EXCEPTION", said, "TargetId")
    if getattr(row, "is_converted", False):
        raise refused("INVALID_STATUS", f"{row.name} is converted.", "TargetId")
    here = (_trackers.target_id == row.id, _trackers.cadence_id == cadence.id)
    if cadence_steps.running(ctx, *here):
        said = f"{row.name} is in the cadence {cadence.name} already."
        raise refused("INVALID_STATUS", said, "TargetId")


def _seen(ctx: Context) -> ColumnElement[bool]:
    """Of whom the caller may know that they are in a cadence."""
    ways = []
    for name in TARGETS:
        kind = objects.of_name(name)
        table = kind.model.__table__
        ways.append(_trackers.target_id.in_(select(table.c.id).where(sight.rows(ctx, kind, table))))
    return or_(*ways)


def _counts(ctx: Context) -> Mapping[tuple[str, str], int]:
    query = select(_trackers.cadence_id, _trackers.state, _trackers.reason, func.count())
    grouped = query.where(_seen(ctx)).group_by(
        _trackers.cadence_id, _trackers.state, _trackers.reason
    )
    found: dict[tuple[str, str], int] = {}
    for cadence_id, state, reason, count in ctx.session.execute(grouped):
        name = "running" if state == RUNNING else "complete" if state != STOPPED else ""
        name = "replied" if reason == REPLIED else name
        found[cadence_id, name] = found.get((cadence_id, name), 0) + count
    return found
