"""Locks: what waits for approval stays as it was submitted.

https://help.salesforce.com/s/articleView?id=platform.approvals_record_locks.htm
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import select

from workworld.approvals.models import APPROVED, PENDING, Approval
from workworld.apps.crm import APP
from workworld.apps.crm.models import ApprovalProcess, ApprovalRequest
from workworld.apps.crm.service import people, refusals, saving
from workworld.apps.crm.service.saving import Saving
from workworld.context import Context

CODE = "ENTITY_IS_LOCKED"
_SAID = "This record is locked. If you need to edit it, contact your admin."
_approvals, _requests = Approval.__table__.c, ApprovalRequest.__table__.c
_processes = ApprovalProcess.__table__.c


def is_waiting(ctx: Context, record_id: str) -> bool:
    """Whether a record waits for approval."""
    query = select(_approvals.id).where(
        _approvals.app_id == APP.id,
        _approvals.thing_id == record_id,
        _approvals.state == PENDING,
    )
    with ctx.session.no_autoflush:  # what is being saved is not written yet
        return ctx.session.scalar(query.limit(1)) is not None


def is_locked(ctx: Context, record_id: str) -> bool:
    """Whether a record waits for approval, or had it, so that the caller may not change it.

    Some processes leave what they have approved locked; admins may change it all the same.
    """
    if people.profile(ctx).modifies_all:
        return False
    return is_waiting(ctx, record_id) or _stays_locked(ctx, record_id)


def _stays_locked(ctx: Context, record_id: str) -> bool:
    """Whether the last answer that a record has had keeps it as it is."""
    query = (
        select(_approvals.state, _processes.locks_approved)
        .join(ApprovalRequest, _requests.id == _approvals.id)
        .join(ApprovalProcess, _processes.id == _requests.process_id)
        .where(_requests.record_id == record_id)
        .order_by(_approvals.created_us.desc(), _approvals.id.desc())
    )
    with ctx.session.no_autoflush:  # what is being saved is not written yet
        row = ctx.session.execute(query.limit(1)).one_or_none()
    return row is not None and row.state == APPROVED and row.locks_approved


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
