"""What was submitted for approval, as it is told: by whom, who is asked, and what they said."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select

from workworld.approvals import records as core
from workworld.approvals.models import Approval
from workworld.apps.crm import APP
from workworld.apps.crm.models import ApprovalProcess, ApprovalRequest, User
from workworld.apps.crm.schema import objects
from workworld.apps.crm.service import access_levels, approval_steps, people
from workworld.context import Context
from workworld.directory.people import by_ids

_users, _processes = User.__table__.c, ApprovalProcess.__table__.c
_requests = ApprovalRequest.__table__.c


@dataclass(frozen=True, slots=True)
class Answer:
    """Somebody who is asked, and what they said."""

    user_id: str
    name: str
    decision: str
    """``pending``, ``approved`` or ``declined``."""
    comment: str
    decided_us: int | None
    answered_by: str
    """Who said so in their place; empty if they did themselves."""


@dataclass(frozen=True, slots=True)
class Request:
    """A record that was submitted, and what came of it."""

    id: str
    process: str
    sobject: str
    record_id: str
    record_name: str
    state: str
    """``pending``, ``approved``, ``declined`` or ``cancelled``."""
    submitted_by: str
    comment: str
    asked: float | None
    """Of a discount, how much, in percent."""
    submitted_us: int
    decided_us: int | None
    answers: Sequence[Answer]
    may_answer: bool
    """Whether the caller is asked now."""
    may_recall: bool
    may_reassign: bool
    is_seen: bool
    """Whether the caller sees the record itself."""


def name_of(sobject: objects.SObject, row: Any) -> str:
    """What a record is called; its id if it has no name."""
    named = sobject.name_field
    return str(getattr(row, named.column, None) or row.id) if named else row.id


def told(ctx: Context, requests: Sequence[ApprovalRequest]) -> Sequence[Request]:
    """Requests as they are told, the newest first."""
    made = [_as_told(ctx, each) for each in requests]
    return sorted(made, key=lambda each: (each.submitted_us, each.id), reverse=True)


def _as_told(ctx: Context, request: ApprovalRequest) -> Request:
    found = core.known(ctx.session, request.id, APP.id, request.record_id)
    ids = [found.approval.requester_id, *(each.person_id for each in found.approvers)]
    ids += [each.by_id for each in found.approvers if each.by_id]
    named = by_ids(ctx.session, ids)
    query = select(_users.person_id, _users.id).where(_users.person_id.in_(ids))
    users = {row.person_id: row.id for row in ctx.session.execute(query)}
    sobject = objects.of_name(request.sobject)
    row = ctx.session.get(sobject.model, request.record_id)
    process = ctx.session.get_one(ApprovalProcess, request.process_id)
    return Request(
        request.id,
        process.name,
        request.sobject,
        request.record_id,
        name_of(sobject, row),
        found.approval.state,
        named[found.approval.requester_id].name,
        request.comment,
        request.asked,
        found.approval.created_us,
        found.approval.decided_us,
        [
            Answer(
                users.get(each.person_id, ""),
                named[each.person_id].name,
                each.decision,
                each.comment,
                each.decided_us,
                named[each.by_id].name if each.by_id else "",
            )
            for each in found.approvers
        ],
        approval_steps.answering(ctx, found) is not None,
        found.is_pending and may_recall(ctx, found.approval),
        found.is_pending and approval_steps.handing_over(ctx, found) is not None,
        bool(access_levels.of(ctx, sobject, [request.record_id])),
    )


def may_recall(ctx: Context, approval: Approval) -> bool:
    """Whether the caller may take a request back: who has submitted it, and admins."""
    if people.profile(ctx).modifies_all:
        return True
    query = select(_processes.may_recall).join(
        ApprovalRequest, _requests.process_id == _processes.id
    )
    may = ctx.session.scalar(query.where(_requests.id == approval.id))
    return bool(may) and approval.requester_id == ctx.actor.person_id
