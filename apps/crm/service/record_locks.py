"""Locks: what waits for approval stays as it was submitted.

https://help.salesforce.com/s/articleView?id=platform.approvals_record_locks.htm
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import bindparam, select

from workworld.approvals.models import APPROVED, PENDING, Approval
from workworld.apps.crm import APP
from workworld.apps.crm.models import ApprovalProcess, ApprovalRequest
from workworld.apps.crm.service import people, refusals, saving
from workworld.apps.crm.service.saving import Saving
from workworld.context import Context
from workworld.database import constant, rows_of

CODE = "ENTITY_IS_LOCKED"
_SAID = "This record is locked. If you need to edit it, contact your admin."
_approvals, _requests = Approval.__table__.c, ApprovalRequest.__table__.c
_processes = ApprovalProcess.__table__.c
_ANSWERS = constant(
    select(_approvals.state, _processes.locks_approved)
    .outerjoin(ApprovalRequest.__table__, _requests.id == _approvals.id)
    .outerjoin(ApprovalProcess.__table__, _processes.id == _requests.process_id)
    .where(_approvals.app_id == APP.id, _approvals.thing_id == bindparam("record"))
    .order_by(_approvals.created_us.desc(), _approvals.id.desc())
)


def is_waiting(ctx: Context, record_id: str) -> bool:
    """Whether a record waits for approval."""
    return any(each.state == PENDING for each in _answers(ctx, record_id))


def was_submitted(ctx: Context, record_id: str) -> bool:
    """Whether a record waits for approval, or was ever submitted."""
    return bool(_answers(ctx, record_id))


def is_locked(ctx: Context, record_id: str) -> bool:
    """Whether a record waits for approval, or had it, so that the caller may not change it.

    Some processes leave what they have approved locked; admins may change it all the same.
    """
    if people.profile(ctx).modifies_all:
        return False
    found = _answers(ctx, record_id)
    # The last answer counts: it keeps the record as it is, or not.
    stays = bool(found) and found[0].state == APPROVED and bool(found[0].locks_approved)
    return stays or is_waiting(ctx, record_id)


def _answers(ctx: Context, record_id: str) -> Sequence[Any]:
    """The state of each approval of a record, the newest first, and whether it locks for good."""
    # What is being saved is not written yet: the statement is SQLite's own, without a flush.
    return ctx.remembered(
        ("crm answers", record_id), lambda: rows_of(ctx.session, _ANSWERS, {"record": record_id})
    )


def locked() -> refusals.RecordRefused:
    """The record waits for approval: it stays as it is."""
    return refusals.refused(CODE, _SAID)


@saving.before(saving.ANY, order=1)
def _refuse(ctx: Context, saved: Saving) -> None:
    """Leave locked records alone, and what their amounts follow from."""
    if saved.options.system:
        return
    above = getattr(saved.row, "opportunity_id", None)
    ids = ([] if saved.is_new else [saved.row.id]) + ([above] if above else [])
    if any(is_locked(ctx, each) for each in ids):
        saved.refuse(CODE, _SAID)
        saved.settle()


@saving.before_delete(saving.ANY, order=1)
def _keep(ctx: Context, row: Any) -> None:
    above = getattr(row, "opportunity_id", None)
    if is_locked(ctx, row.id) or (above is not None and is_locked(ctx, above)):
        raise refusals.refused(CODE, _SAID)
