"""Approvals as programs of the vendor's ask for them: several at once, by the ids of work items.

https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/resources_process_approvals.htm
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field
from sqlalchemy import select

from workworld.approvals import records as core
from workworld.approvals.models import APPROVED, CANCELLED, DECLINED, PENDING
from workworld.apps.crm import APP, record_ids
from workworld.apps.crm.models import ApprovalProcess, ApprovalRequest, User
from workworld.apps.crm.schema import objects
from workworld.apps.crm.service import approvals, people, refusals, sight
from workworld.apps.crm.service.collections import errors_of
from workworld.apps.crm.service.refusals import RecordError
from workworld.context import Context, Surface
from workworld.errors import Refused
from workworld.operations import Effect, operation
from workworld.shapes import CLOSED
from workworld.undoing import whole_or_nothing

WORK_ITEM = "04i"
_MOST = 200
_STATES = {PENDING: "Pending", APPROVED: "Approved", DECLINED: "Rejected", CANCELLED: "Removed"}
_processes, _requests = ApprovalProcess.__table__.c, ApprovalRequest.__table__.c
_users = User.__table__.c
Action = Literal["Submit", "Approve", "Reject", "Removed"]


class Asked(BaseModel):
    """What is to be done about one record.

    Args:
        action: submit it, answer what waits, or take it back.
        context_id: of what is submitted the record's id, else that of a work item.
        comments: why.
        actor_id: the user in whose name a record is submitted: nobody but the caller.
        process: the process by its id or name, where not the first that fits is meant.
    """

    model_config = {**CLOSED, "frozen": True}

    action: Action
    context_id: str = Field(max_length=80)
    comments: str = Field(default="", max_length=2_000)
    actor_id: str = Field(default="", max_length=80)
    process: str = Field(default="", max_length=255)


@dataclass(frozen=True, slots=True)
class Processed:
    """What became of one of them.

    Args:
        entity_id: the record; None where it was refused.
        instance_id: its request, which begins with ``04g``.
        status: ``Pending``, ``Approved``, ``Rejected`` or ``Removed``.
        actor_ids: the users who are asked next.
        work_item_ids: what each of them answers by.
        errors: why it was refused; empty if it was not.
    """

    entity_id: str | None = None
    instance_id: str | None = None
    status: str | None = None
    actor_ids: tuple[str, ...] = ()
    work_item_ids: tuple[str, ...] = ()
    errors: tuple[RecordError, ...] = ()


# Pages and tools show what fits a record where it is submitted.
@operation(Effect.READ, scope="api", doors=(Surface.REST,))
def processes(ctx: Context) -> Mapping[str, Sequence[ApprovalProcess]]:
    """List the active approval processes by object, in the order in which they are tried."""
    people.me(ctx)
    query = select(ApprovalProcess).where(_processes.is_active)
    found: dict[str, list[ApprovalProcess]] = {}
    for each in ctx.session.scalars(query.order_by(_processes.position, _processes.id)):
        sobject = objects.find(each.sobject)
        if sobject is not None and sight.may(ctx, sobject, "read"):
            found.setdefault(each.sobject, []).append(each)
    return dict(sorted(found.items()))


# Pages and tools do these one by one.
@operation(Effect.WRITE, scope="api", doors=(Surface.REST,))
def perform(
    ctx: Context,
    *,
    requests: Annotated[
        Sequence[Asked], Field(description="What is to be done.", min_length=1, max_length=_MOST)
    ],
) -> Sequence[Processed]:
    """Submit records for approval, answer what waits, or take it back, each by itself."""
    people.me(ctx)
    return [_tried(ctx, each) for each in requests]


def _tried(ctx: Context, asked: Asked) -> Processed:
    deeds: Mapping[Action, Callable[[Context, Asked], str]] = {
        "Submit": _submit,
        "Approve": _answer,
        "Reject": _answer,
        "Removed": _recall,
    }
    try:
        approval_id = whole_or_nothing(ctx, lambda: deeds[asked.action](ctx, asked))
    except Refused as refused:
        return Processed(errors=errors_of(refused))
    return _told(ctx, approval_id)


def _submit(ctx: Context, asked: Asked) -> str:
    me = people.me(ctx)
    if asked.actor_id and record_ids.full(asked.actor_id) != me.id:
        raise refusals.insufficient_access()
    made = approvals.submit(ctx, record_id=asked.context_id, comment=asked.comments)
    request = ctx.session.get_one(ApprovalRequest, made.id)
    if asked.process and asked.process not in (made.process, request.process_id):
        said = "No applicable approval process was found."
        raise refusals.refused("NO_APPLICABLE_PROCESS", said)
    return made.id


def _answer(ctx: Context, asked: Asked) -> str:
    request = _meant(ctx, asked.context_id)
    action: Any = asked.action
    approvals.act(ctx, approval_id=request.id, action=action, comment=asked.comments)
    return request.id


def _recall(ctx: Context, asked: Asked) -> str:
    request = _meant(ctx, asked.context_id)
    approvals.recall(ctx, approval_id=request.id)
    return request.id


def _meant(ctx: Context, work_item_id: str) -> ApprovalRequest:
    """The request that a work item belongs to.

    Raises:
        RecordRefused: ``INVALID_CROSS_REFERENCE_KEY``: there is none that the caller knows of.
    """
    full = record_ids.full(work_item_id)
    wanted = record_ids.beside(full, "04g") if full and full.startswith(WORK_ITEM) else ""
    query = select(ApprovalRequest).where(_requests.instance_id == wanted)
    found = ctx.session.scalar(query)
    if found is None:
        said = f"invalid cross reference id: {work_item_id[:80]}"
        raise refusals.refused("INVALID_CROSS_REFERENCE_KEY", said)
    return found


def _told(ctx: Context, approval_id: str) -> Processed:
    request = ctx.session.get_one(ApprovalRequest, approval_id)
    found = core.known(ctx.session, request.id, APP.id, request.record_id)
    waiting = [
        (place, each.person_id)
        for place, each in enumerate(found.approvers)
        if each.step == found.step and each.decision == PENDING
    ]
    query = select(_users.person_id, _users.id).where(
        _users.person_id.in_([person_id for _, person_id in waiting])
    )
    users = {row.person_id: row.id for row in ctx.session.execute(query)}
    return Processed(
        request.record_id,
        request.instance_id,
        _STATES[found.approval.state],
        tuple(users[person_id] for _, person_id in waiting),
        tuple(record_ids.beside(request.instance_id, WORK_ITEM, place) for place, _ in waiting),
    )
