"""Queues: records that belong to several until one of them takes each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field
from sqlalchemy import func, select, union_all

from workworld.apps.crm.models import Case, Group, GroupMember, Lead, QueueObject
from workworld.apps.crm.schema.objects import of_name
from workworld.apps.crm.service import escalations, people, records, refusals, sight
from workworld.apps.crm.service.reading import Loaded
from workworld.apps.crm.service.saving import Options
from workworld.apps.crm.types import RecordId
from workworld.context import Context, Surface
from workworld.operations import Effect, operation

# The vendor's API has queues as groups, and what is in them as the records that they own.
_DOORS = (Surface.UI, Surface.MCP)
_groups, _members, _objects = Group.__table__.c, GroupMember.__table__.c, QueueObject.__table__.c


@dataclass(frozen=True, slots=True)
class Queue:
    """A queue, with how much waits in it."""

    id: str
    name: str
    sobjects: Sequence[str]
    is_mine: bool
    """Whether the caller is a member."""
    waiting: int
    """Its open cases and unconverted leads that the caller sees."""


@operation(Effect.READ, scope="api", doors=_DOORS)
def list(
    ctx: Context,
    *,
    mine: Annotated[bool, Field(description="Whether only those of which one is a member.")] = True,
) -> Sequence[Queue]:
    """List queues by name, with how many open cases and leads wait in each."""
    query = select(_groups.id, _groups.name).where(_groups.type == "Queue", ~_groups.is_deleted)
    rows = ctx.session.execute(query.order_by(_groups.name, _groups.id)).all()
    own, owned = set(people.groups(ctx)), _owned(ctx)
    waiting = count_waiting(ctx, [each.id for each in rows if each.id in own or not mine])
    return [
        Queue(each.id, each.name, owned.get(each.id, ()), each.id in own, waiting.get(each.id, 0))
        for each in rows
        if each.id in own or not mine
    ]


# No page of a queue lists who is in it.
@operation(Effect.READ, scope="api", doors=(Surface.MCP,))
def members(
    ctx: Context, *, queue_id: Annotated[RecordId, Field(description="A queue's id.")]
) -> Sequence[str]:
    """List the ids of the users who are in a queue."""
    row = records.known(ctx, "Group", queue_id)
    query = select(_members.user_id).where(_members.group_id == row.id, ~_members.is_deleted)
    return sorted(ctx.session.scalars(query))


@operation(Effect.WRITE, scope="api", doors=_DOORS)
def accept(
    ctx: Context, *, record_id: Annotated[RecordId, Field(description="A case's or lead's id.")]
) -> Loaded:
    """Take a case or a lead out of a queue of which one is a member.

    Raises:
        Invalid: ``INVALID_OPERATION``: it is in no queue, or in one of others.
    """
    sobject = "Lead" if record_id.startswith("00Q") else "Case"
    row = records.known(ctx, sobject, record_id)
    take(ctx, row)
    return Loaded(of_name(sobject), {"Id": row.id})


def take(ctx: Context, row: Any) -> None:
    """Make a record that the caller sees theirs, if it waits in one of their queues.

    Raises:
        RecordRefused: ``INVALID_OPERATION``: it does not.
    """
    if row.owner_id not in people.groups(ctx):
        raise refusals.refused("INVALID_OPERATION", "This is in none of your queues", "OwnerId")
    # Whoever is in a queue may take what is in it, though they may not give it to others.
    records.change(ctx, row, {"OwnerId": people.me(ctx).id}, Options(system=True, notify=False))


def takes(ctx: Context, queue_id: str, sobject: str) -> bool:
    """Whether a queue may own records of an object."""
    query = select(_objects.id).where(_objects.queue_id == queue_id, _objects.sobject == sobject)
    return ctx.session.scalar(query.limit(1)) is not None


def of_address(ctx: Context, address: str) -> str | None:
    """The queue whose mailbox an address is, that takes cases; None if it is no queue's."""
    query = (
        select(_groups.id)
        .join(QueueObject.__table__, _objects.queue_id == _groups.id)
        .where(func.lower(_groups.email) == address.strip().lower(), _objects.sobject == "Case")
    )
    return ctx.session.scalar(query.order_by(_groups.id).limit(1))


def count_waiting(ctx: Context, queue_ids: Sequence[str]) -> Mapping[str, int]:
    """How many open cases and unconverted leads that the caller sees wait in each of some queues.

    Args:
        ctx: who looks.
        queue_ids: the queues; those in which nothing waits are left out.
    """
    if not queue_ids:
        return {}
    parts = []
    for model, is_done in ((Case, Case.is_closed), (Lead, Lead.is_converted)):
        seen = sight.rows(ctx, of_name(model.__name__), model.__table__)
        parts.append(select(model.owner_id).where(model.owner_id.in_(queue_ids), ~is_done, seen))
    both = union_all(*parts).subquery().c
    query = select(both.owner_id, func.count().label("waiting")).group_by(both.owner_id)
    return {row.owner_id: row.waiting for row in ctx.session.execute(query)}


def watch(ctx: Context, case: Case) -> None:
    """See to it that a case that nobody takes is not forgotten."""
    if not case.owner_id.startswith("005") and not case.is_closed:
        escalations.plan_unassigned(ctx, case)


def _owned(ctx: Context) -> dict[str, Sequence[str]]:
    found: dict[str, Sequence[str]] = {}
    query = select(_objects.queue_id, _objects.sobject).where(~_objects.is_deleted)
    for queue_id, sobject in ctx.session.execute(query.order_by(_objects.sobject, _objects.id)):
        found[queue_id] = (*found.get(queue_id, ()), sobject)
    return found
