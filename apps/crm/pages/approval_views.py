"""What a record waits for, or has had, of approvals: as its page shows it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from workworld.apps.crm.pages import moments
from workworld.apps.crm.pages.blueprint import at
from workworld.apps.crm.service import approvals
from workworld.apps.crm.service.approval_requests import Request
from workworld.context import Context

PENDING = "pending"
_STATES = {
    PENDING: ("Pending", "info"),
    "approved": ("Approved", "success"),
    "declined": ("Rejected", "danger"),
    "cancelled": ("Recalled", "warning"),
}


@dataclass(frozen=True, slots=True)
class ShownAnswer:
    """Somebody who is asked, and what they said."""

    name: str
    state: str
    tone: str
    comment: str
    at: str


@dataclass(frozen=True, slots=True)
class ShownApproval:
    """A request for approval."""

    id: str
    process: str
    state: str
    tone: str
    by: str
    at: str
    comment: str
    asked: str
    answers: Sequence[ShownAnswer]
    is_pending: bool
    may_answer: bool
    deeds: Sequence[tuple[str, str]]


def approvals_of(ctx: Context, record_id: str) -> Sequence[ShownApproval]:
    """The approvals of a record, the newest first."""
    found = approvals.list(ctx, record_id=record_id)
    return [_shown(ctx, each) for each in found]


def _shown(ctx: Context, request: Request) -> ShownApproval:
    state, tone = _STATES[request.state]
    is_pending = request.state == PENDING
    return ShownApproval(
        request.id,
        request.process,
        state,
        tone,
        request.submitted_by,
        moments.near_moment(ctx, request.submitted_us),
        request.comment,
        f"{request.asked:g}%" if request.asked is not None else "",
        [
            ShownAnswer(
                each.name,
                *_STATES[each.decision],
                each.comment,
                moments.near_moment(ctx, each.decided_us) if each.decided_us else "",
            )
            for each in request.answers
        ],
        is_pending,
        is_pending and request.may_answer,
        _deeds(request),
    )


def _deeds(request: Request) -> list[tuple[str, str]]:
    """What the reader may do with it: the buttons and where they lead."""
    may = (
        (request.may_answer, "Approve"),
        (request.may_answer, "Reject"),
        (request.may_reassign, "Reassign"),
        (request.may_recall, "Recall"),
    )
    path = f"/approvals/{request.id}"
    return [
        (name, at(f"{path}/{name.lower()}", {"from": "record"})) for is_so, name in may if is_so
    ]
