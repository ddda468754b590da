"""Entitlements of customers: which is in force, and which targets their cases have by it.

https://help.salesforce.com/s/articleView?id=service.entitlements_overview.htm
"""

from __future__ import annotations

from datetime import date, datetime, time, timedelta

from sqlalchemy import select

from workworld.apps.crm.models import Account, Case, Entitlement, SlaProcess
from workworld.apps.crm.models.rules import DEFAULT_TIER
from workworld.apps.crm.service import automations, people, saving
from workworld.apps.crm.service.saving import Saving
from workworld.apps.crm.types import RecordId
from workworld.clock import to_microseconds
from workworld.context import Context, Surface
from workworld.operations import Effect, operation
from workworld.zones import zone

ACTIVE, EXPIRED, INACTIVE = "Active", "Expired", "Inactive"
_TURN = "crm.entitlements.turn"
_entitlements, _accounts = Entitlement.__table__.c, Account.__table__.c
_cases = Case.__table__.c


# It is due when an entitlement begins or ends, and nobody asks for it.
@operation(Effect.WRITE, scope=None, doors=(Surface.SYSTEM,), outlives_account=True)
def turn(ctx: Context, *, entitlement_id: RecordId) -> None:
    """Note that an entitlement is in force from today, or no longer."""
    row = ctx.session.get(Entitlement, entitlement_id)
    if row is None or row.is_deleted:
        return
    row.status = _status(row, _today(ctx))
    ctx.touch(f"crm.record:{row.id}")
    _plan(ctx, row)


def tier_of(ctx: Context, entitlement_id: str | None, account_id: str | None) -> str:
    """Whose targets hold for a case: those of its entitlement, or else of its account's tier.

    Of an entitlement that is not in force, those of customers without any.
    """
    row = ctx.session.get(Entitlement, entitlement_id) if entitlement_id else None
    if row is None:
        query = select(_accounts.tier).where(_accounts.id == account_id)
        return ctx.session.scalar(query) or DEFAULT_TIER
    process = ctx.session.get(SlaProcess, row.process_id) if row.process_id else None
    if row.status != ACTIVE or row.is_deleted or process is None or not process.is_active:
        return DEFAULT_TIER
    return process.tier or DEFAULT_TIER


def in_force(ctx: Context, account_id: str | None) -> str | None:
    """The entitlement of an account that is in force: of several, the one that ends last."""
    query = select(_entitlements.id).where(
        _entitlements.account_id == account_id,
        _entitlements.status == ACTIVE,
        ~_entitlements.is_deleted,
    )
    ordered = query.order_by(
        _entitlements.end_date.is_not(None), _entitlements.end_date.desc(), _entitlements.id
    )
    return ctx.session.scalar(ordered.limit(1)) if account_id else None


@saving.before("Case", order=40)
def _entitle(ctx: Context, saved: Saving) -> None:
    """A case has the entitlement of its account that is in force, unless another one is named."""
    case = saved.row
    if "entitlement_id" not in saved.given:
        if saved.is_new or saved.changed("account_id"):
            case.entitlement_id = in_force(ctx, case.account_id)
        return
    row = ctx.session.get(Entitlement, case.entitlement_id) if case.entitlement_id else None
    if row is not None and row.account_id != case.account_id:
        said = "The entitlement belongs to another account than the case."
        saved.refuse("FIELD_INTEGRITY_EXCEPTION", said, "EntitlementId")


@saving.before("Entitlement")
def _derive(ctx: Context, saved: Saving) -> None:
    row = saved.row
    if row.start_date and row.end_date and row.end_date < row.start_date:
        said = "The end date lies before the start date."
        saved.refuse("FIELD_CUSTOM_VALIDATION_EXCEPTION", said, "EndDate")
    row.status = _status(row, _today(ctx))


@saving.after("Entitlement")
def _plan_turns(ctx: Context, saved: Saving) -> None:
    if saved.changed("start_date", "end_date"):
        _plan(ctx, saved.row)


def turns_at(row: Entitlement, today: date, zone_name: str) -> int | None:
    """When an entitlement begins or ends next, at the beginning of a day; None for never.

    Args:
        row: the entitlement.
        today: the company's day.
        zone_name: where its days begin.
    """
    ends = date.fromisoformat(row.end_date) + timedelta(days=1) if row.end_date else None
    starts = date.fromisoformat(row.start_date) if row.start_date else None
    coming = sorted(each for each in (starts, ends) if each is not None and each > today)
    if not coming:
        return None
    return to_microseconds(datetime.combine(coming[0], time(), zone(zone_name)))


def _plan(ctx: Context, row: Entitlement) -> None:
    due_us = turns_at(row, _today(ctx), people.org(ctx).zone)
    if due_us is not None:
        automations.later(ctx, due_us, _TURN, entitlement_id=row.id)


def _status(row: Entitlement, today: date) -> str:
    day = today.isoformat()
    if row.end_date and row.end_date < day:
        return EXPIRED
    return INACTIVE if row.start_date and row.start_date > day else ACTIVE


def _today(ctx: Context) -> date:
    """The day where the company is: entitlements turn for everybody at once."""
    return ctx.clock.now().astimezone(zone(people.org(ctx).zone)).date()
