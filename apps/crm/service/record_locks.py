"""Locks: what waits for approval stays as it was submitted, what was closed stays as it was told.

Deals that lie in a fiscal period that finance has closed are locked as those are that wait for
approval, with what their figures are made of.

https://help.salesforce.com/s/articleView?id=platform.approvals_record_locks.htm
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import bindparam, select

from workworld.approvals.models import APPROVED, PENDING, Approval
from workworld.apps.crm import APP
from workworld.apps.crm.models import (
    ApprovalProcess,
    ApprovalRequest,
    Contract,
    Opportunity,
    Quote,
    QuoteLineItem,
)
from workworld.apps.crm.service import people, refusals, saving, sight
from workworld.apps.crm.service.saving import Saving
from workworld.context import Context
from workworld.database import constant, rows_of

CODE = "ENTITY_IS_LOCKED"
_SAID = "This record is locked. If you need to edit it, contact your admin."
_approvals, _requests = Approval.__table__.c, ApprovalRequest.__table__.c
_processes = ApprovalProcess.__table__.c
_deals, _quotes = Opportunity.__table__.c, Quote.__table__.c
_DEAL = "006"
"""How ids of opportunities begin."""
_CLOSED = constant(
    select(_deals.close_date).where(_deals.id == bindparam("deal"), _deals.is_closed)
)
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

    Some processes leave what they have approved locked; admins may change it all the same. So may
    they change deals of closed periods, which are locked for everybody else.
    """
    return is_of_closed_period(ctx, record_id) or _is_held(ctx, record_id)


def _is_held(ctx: Context, record_id: str) -> bool:
    """Whether a record's approval keeps the caller from changing it."""
    if people.profile(ctx).modifies_all:
        return False
    found = _answers(ctx, record_id)
    # The last answer counts: it keeps the record as it is, or not.
    stays = bool(found) and found[0].state == APPROVED and bool(found[0].locks_approved)
    return stays or is_waiting(ctx, record_id)


def is_of_closed_period(ctx: Context, record_id: str) -> bool:
    """Whether a record is a deal of a closed period that the caller may not change."""
    if not record_id.startswith(_DEAL) or not _closed_until(ctx):
        return False
    # As above: the deal as it was saved last counts, not as it is to be.
    found = ctx.remembered(
        ("crm closed deals", record_id),
        lambda: rows_of(ctx.session, _CLOSED, {"deal": record_id}),
    )
    return any(each.close_date <= _closed_until(ctx) for each in found)


def _closed_until(ctx: Context) -> str:
    """The last day that is closed for the caller; empty if none is."""
    until = people.org(ctx).closed_until or ""
    allowed = sight.object_permissions(ctx).get("Opportunity") if until else None
    may = people.profile(ctx).modifies_all or (allowed is not None and allowed.modifies_all)
    return "" if may else until


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
    if (not saved.is_new and is_locked(ctx, saved.row.id)) or is_below_locked(ctx, saved.row):
        saved.refuse(CODE, _SAID)
        saved.settle()


@saving.before_delete(saving.ANY, order=1)
def _keep(ctx: Context, row: Any) -> None:
    """Leave locked records, and what their amounts follow from, out of the recycle bin."""
    if is_locked(ctx, row.id) or is_below_locked(ctx, row):
        raise refusals.refused(CODE, _SAID)


def is_below_locked(ctx: Context, row: Any) -> bool:
    """Whether the deal is locked to which a record belongs, itself or as a line of a quote."""
    above = getattr(row, "opportunity_id", None)
    if isinstance(row, QuoteLineItem):
        above = ctx.session.scalar(select(_quotes.opportunity_id).where(_quotes.id == row.quote_id))
    return above is not None and holds(ctx, type(row), above)


def holds(ctx: Context, model: type[Any], deal_id: str) -> bool:
    """Whether a deal is locked for the caller, so that nothing of some kind is added to it.

    Args:
        ctx: who asks.
        model: of what is added.
        deal_id: the deal's id.
    """
    # What was sold is agreed upon, begins and ends long after its period was closed.
    return _is_held(ctx, deal_id) if model is Contract else is_locked(ctx, deal_id)


@saving.checks("Opportunity", order=5)
def _stay_out(ctx: Context, saved: Saving) -> None:
    """Let no deal come into a closed period, new or from another one."""
    deal: Opportunity = saved.row
    if saved.options.system or not deal.is_closed:
        return
    until = _closed_until(ctx)
    if deal.close_date <= until and (saved.is_new or saved.changed("close_date", "is_closed")):
        said = f"Periods until {until} are closed: choose a later close date."
        saved.refuse("FIELD_INTEGRITY_EXCEPTION", said, "CloseDate")


@saving.after_restore("Opportunity", "OpportunityLineItem", "OpportunityTeamMember")
def _stay_gone(ctx: Context, row: Any) -> None:
    """Leave in the recycle bin what would change the figures of a closed period."""
    if is_of_closed_period(ctx, getattr(row, "opportunity_id", row.id)):
        raise refusals.refused(CODE, _SAID)
