"""Approvals: a record is submitted, locked, and approved or rejected by whoever is asked.

https://help.salesforce.com/s/articleView?id=platform.approvals_considerations.htm
"""

from __future__ import annotations

import builtins
from collections.abc import Sequence
from typing import Annotated, Any, Literal

from pydantic import Field
from sqlalchemy import bindparam, select

from workworld.approvals import records as core
from workworld.approvals.models import APPROVED, PENDING, Approval
from workworld.approvals.models import Approver as AskedPerson
from workworld.apps.crm import APP, record_ids
from workworld.apps.crm.models import ApprovalProcess, ApprovalRequest, User
from workworld.apps.crm.schema import objects
from workworld.apps.crm.service import (
    access_levels,
    approval_steps,
    notices,
    people,
    record_locks,
    records,
    refusals,
    rule_facts,
    sight,
)
from workworld.apps.crm.service.approval_requests import (
    Request,
    may_recall,
    name_of,
    told,
)
from workworld.apps.crm.service.rule_facts import RecordFacts
from workworld.apps.crm.types import RecordId
from workworld.context import Context, Surface
from workworld.database import constant, plain_rows
from workworld.errors import Conflict, Refused
from workworld.operations import Effect, operation

ApprovalId = Annotated[
    str, Field(description="An approval request's id.", min_length=1, max_length=64)
]
Comment = Annotated[str, Field(description="Why.", max_length=2_000)]
# The vendor has an address of its own for these, which the REST rows add.
_DOORS = (Surface.UI, Surface.MCP)
_MOST = 20
_processes = ApprovalProcess.__table__.c
_requests = ApprovalRequest.__table__.c
_approvals, _asked = Approval.__table__.c, AskedPerson.__table__.c
_users = User.__table__.c
_IN_USE = constant(
    select(ApprovalProcess.__table__)
    .where(_processes.sobject == bindparam("sobject"), _processes.is_active)
    .order_by(_processes.position, _processes.id)
)


@operation(Effect.READ, scope="api", doors=_DOORS)
def list(
    ctx: Context, *, record_id: Annotated[RecordId, Field(description="A record's id.")]
) -> Sequence[Request]:
    """List the approvals that a record waits for or has had, the newest first."""
    row = _known(ctx, record_id)
    if not record_locks.was_submitted(ctx, row.id):
        return []
    query = select(ApprovalRequest).where(_requests.record_id == row.id)
    return told(ctx, builtins.list(ctx.session.scalars(query)))


@operation(Effect.READ, scope="api", doors=_DOORS)
def pending(ctx: Context) -> Sequence[Request]:
    """List what waits for the caller's approval, the newest first."""
    people.me(ctx)
    query = (
        select(ApprovalRequest)
        .join(Approval, _approvals.id == _requests.id)
        .join(AskedPerson, _asked.approval_id == _requests.id)
        .where(
            _approvals.state == PENDING,
            _asked.person_id.in_(approval_steps.answering_for(ctx)),
            _asked.decision == PENDING,
        )
    )
    found = told(ctx, builtins.list(ctx.session.scalars(query.distinct())))
    return [each for each in found if each.may_answer]


@operation(Effect.READ, scope="api", doors=_DOORS)
def submitted(ctx: Context) -> Sequence[Request]:
    """List what the caller has submitted lately, the newest first."""
    people.me(ctx)
    query = (
        select(ApprovalRequest)
        .join(Approval, _approvals.id == _requests.id)
        .where(_approvals.requester_id == ctx.actor.person_id)
        .order_by(_approvals.created_us.desc(), _approvals.id.desc())
        .limit(_MOST)
    )
    return told(ctx, builtins.list(ctx.session.scalars(query)))


@operation(Effect.READ, scope="api", doors=(Surface.UI,))
def info(ctx: Context, *, approval_id: ApprovalId) -> Request:
    """Read a request that the caller is asked for, or about a record that they see."""
    return told(ctx, [request_of(ctx, approval_id)])[0]


@operation(Effect.WRITE, scope="api", doors=_DOORS)
def submit(
    ctx: Context,
    *,
    record_id: Annotated[RecordId, Field(description="A record's id.")],
    comment: Comment = "",
) -> Request:
    """Submit a record for approval; it is locked until it is answered or recalled.

    Raises:
        Invalid: ``NO_APPLICABLE_PROCESS``, ``ALREADY_IN_PROCESS`` or ``MANAGER_NOT_DEFINED``.
    """
    row = _known(ctx, record_id)
    sobject = objects.of_model(type(row))
    level = access_levels.of(ctx, sobject, [row.id])[row.id]
    if not sight.may(ctx, sobject, "edit") or level not in (access_levels.EDIT, access_levels.ALL):
        raise refusals.insufficient_access()
    if record_locks.is_waiting(ctx, row.id):
        said = "Cannot submit object already in process."
        raise refusals.refused("ALREADY_IN_PROCESS", said)
    process = _process(ctx, sobject, row)
    steps = approval_steps.of_process(ctx, process, sobject, row)
    name = f"{process.name}: {name_of(sobject, row)}"
    found = core.ask(ctx, app_id=APP.id, thing_id=row.id, name=name, steps=steps, needed=1)
    approval = found.approval
    ctx.session.flush()  # the request refers to it
    made = ApprovalRequest(
        id=approval.id,
        process_id=process.id,
        sobject=sobject.name,
        record_id=row.id,
        instance_id=record_ids.next_id(ctx.ids, "04g"),
        comment=comment.strip(),
        asked=_held(sobject, row, process.asked_field),
    )
    ctx.session.add(made)
    ctx.session.flush()  # what is answered is read from the rows
    tell_asked(ctx, made, found)
    approval_steps.update_fields(ctx, made, "submission")
    tell_change(ctx, made, "crm.approval_submitted")
    return told(ctx, [made])[0]


@operation(Effect.WRITE, scope="api", doors=_DOORS)
def act(
    ctx: Context,
    *,
    approval_id: ApprovalId,
    action: Annotated[Literal["Approve", "Reject"], Field(description="Whether it is approved.")],
    comment: Comment = "",
) -> Request:
    """Approve or reject what waits for the caller's approval; the record is unlocked then.

    Raises:
        NotFound: ``NOT_FOUND``: nothing of this id that the caller is asked for or sees.
        Forbidden: ``INSUFFICIENT_ACCESS_OR_READONLY``: the caller is not asked.
        Conflict: ``INVALID_OPERATION``: it has its answer already.
    """
    request = request_of(ctx, approval_id)
    found = core.known(ctx.session, request.id, APP.id, request.record_id)
    if not found.is_pending:
        raise Conflict("INVALID_OPERATION", "This approval request has its answer already.")
    answering = approval_steps.answering(ctx, found)
    if answering is None:
        raise refusals.insufficient_access()
    said: dict[str, Any] = {"approve": action == "Approve", "comment": comment}
    try:
        core.answer(ctx, found, person_id=answering, **said)
    except Refused as refusal:
        raise refusals.refused("INVALID_OPERATION", refusal.message) from None
    if found.step:
        ctx.session.flush()  # whose turn it is now is read from the rows
        tell_asked(ctx, request, found)
    else:
        approval_steps.settle(ctx, request, found.approval.state)
        _tell_requester(ctx, request, found.approval)
    tell_change(ctx, request, "crm.approval_answered")
    return told(ctx, [request])[0]


@operation(Effect.WRITE, scope="api", doors=_DOORS)
def recall(ctx: Context, *, approval_id: ApprovalId) -> Request:
    """Take back what one has submitted oneself; the record is unlocked then.

    Raises:
        Forbidden: ``INSUFFICIENT_ACCESS_OR_READONLY``: somebody else has submitted it.
        Conflict: ``INVALID_OPERATION``: it has its answer already.
    """
    request = request_of(ctx, approval_id)
    found = core.known(ctx.session, request.id, APP.id, request.record_id)
    if not may_recall(ctx, found.approval):
        raise refusals.insufficient_access()
    if not found.is_pending:
        raise Conflict("INVALID_OPERATION", "This approval request has its answer already.")
    core.cancel(ctx, found)
    approval_steps.update_fields(ctx, request, "recall")
    tell_change(ctx, request, "crm.approval_recalled")
    return told(ctx, [request])[0]


def applies(ctx: Context, record_id: str) -> bool:
    """Whether a record that the caller sees could be submitted now."""
    row = _known(ctx, record_id)
    sobject = objects.of_model(type(row))
    if record_locks.is_waiting(ctx, row.id) or not sight.may(ctx, sobject, "edit"):
        return False
    return _fitting(ctx, sobject, row) is not None


def _known(ctx: Context, record_id: str) -> Any:
    full = record_ids.full(record_id)
    sobject = objects.of_prefix(record_ids.prefix_of(full)) if full else None
    if sobject is None:
        raise refusals.not_found()
    return records.known(ctx, sobject.name, record_id)


def request_of(ctx: Context, approval_id: str) -> ApprovalRequest:
    """A request that the caller is asked for, or about a record that they see."""
    people.me(ctx)
    found = ctx.session.get(ApprovalRequest, approval_id)
    if found is None:
        raise refusals.not_found()
    query = select(_asked.person_id).where(
        _asked.approval_id == found.id,
        _asked.person_id.in_(approval_steps.answering_for(ctx)),
    )
    is_asked = ctx.session.scalar(query) is not None
    sobject = objects.of_name(found.sobject)
    if not is_asked and not access_levels.of(ctx, sobject, [found.record_id]):
        raise refusals.not_found()
    return found


def _process(ctx: Context, sobject: objects.SObject, row: Any) -> ApprovalProcess:
    found = _fitting(ctx, sobject, row)
    if found is None:
        said = "No applicable approval process was found."
        raise refusals.refused("NO_APPLICABLE_PROCESS", said)
    return found


def _fitting(ctx: Context, sobject: objects.SObject, row: Any) -> ApprovalProcess | None:
    found = plain_rows(ctx.session, ApprovalProcess, _IN_USE, {"sobject": sobject.name})
    facts = RecordFacts(ctx, sobject, row, {}, is_new=False)
    for process in found:
        if rule_facts.formula(sobject.name, process.formula).holds(facts):
            return process
    return None


def tell_asked(ctx: Context, request: ApprovalRequest, found: core.Record) -> None:
    """Tell those whose turn it is, and whoever answers in their place."""
    text = f"asks for your approval: {found.approval.name}"
    url = notices.address_of(ctx, request.sobject, request.record_id, f"approval-{request.id}")
    users = approval_steps.users_asked(ctx, found)
    notices.tell(ctx, notices.APPROVAL_ASKED, url, users, text)


def _tell_requester(ctx: Context, request: ApprovalRequest, approval: Approval) -> None:
    said = "approved" if approval.state == APPROVED else "rejected"
    query = select(_users.id).where(_users.person_id == approval.requester_id)
    url = notices.address_of(ctx, request.sobject, request.record_id, f"approval-{request.id}")
    users = sorted(ctx.session.scalars(query))
    notices.tell(ctx, notices.APPROVAL_ANSWERED, url, users, f"{said} {approval.name}")


def tell_change(ctx: Context, request: ApprovalRequest, kind: str) -> None:
    """Let others know what became of a request."""
    ctx.emit(kind, sobject=request.sobject, record_id=request.record_id, approval_id=request.id)
    ctx.touch(f"crm.record:{request.record_id}")


def _held(sobject: objects.SObject, row: Any, name: str) -> float | None:
    field = sobject.field(name) if name else None
    return None if field is None else getattr(row, field.column)
