"""Service levels of cases: the clocks that run for them, and who is told when time gets short."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import select

from workworld.apps.crm import milestones
from workworld.apps.crm.milestones import AT_RISK, BREACHED, Milestone
from workworld.apps.crm.models import BusinessHours, Case, SlaTarget
from workworld.apps.crm.schema.picklists import CASE_WAITING
from workworld.apps.crm.service import automations, case_milestones, entitlements, notices, records
from workworld.apps.crm.service.saving import Options, Saving
from workworld.apps.crm.types import RecordId
from workworld.clock import from_microseconds
from workworld.context import Context, Surface
from workworld.database import constant, plain_rows
from workworld.operations import Effect, operation
from workworld.working_hours import Always, Hours

_LOOK = "crm.slas.look"
_HOURS = constant(select(BusinessHours.__table__).order_by(BusinessHours.__table__.c.id))
# The vendor's API has them as records of an object that is not built yet.
_DOORS = (Surface.UI, Surface.MCP)


@operation(Effect.READ, scope="api", doors=_DOORS)
def of_case(ctx: Context, *, case_id: RecordId) -> Sequence[Milestone]:
    """List the clocks of a case: by when it is to be answered and solved, and what is left."""
    row = records.known(ctx, "Case", case_id)
    return milestones.milestones(row, hours(ctx), ctx.clock.now_us())


# It is due when a case's clocks come to another state, and nobody asks for it.
@operation(Effect.WRITE, scope=None, doors=(Surface.SYSTEM,), outlives_account=True)
def look(ctx: Context, *, case_id: RecordId) -> None:
    """Note how a case's clocks stand, and tell its owner when time gets short."""
    case = ctx.session.get(Case, case_id)
    if case is None or case.is_deleted:
        return
    before = case.sla_state
    case.sla_state = milestones.state(case, hours(ctx), ctx.clock.now_us())
    if case.sla_state != before and case.sla_state in (AT_RISK, BREACHED):
        _tell(ctx, case)
    case_milestones.keep(ctx, case, hours(ctx))
    ctx.touch(f"crm.record:{case.id}")
    plan_look(ctx, case)


def hours(ctx: Context) -> Hours | Always:
    """The organisation's business hours."""
    rows = ctx.remembered(
        "crm business hours", lambda: plain_rows(ctx.session, BusinessHours, _HOURS, {})
    )
    return milestones.hours_of(rows[0] if rows else None)


def keep(ctx: Context, saved: Saving) -> None:
    """Bring the clocks of a case that is being saved into step with its other values."""
    case, calendar, now_us = saved.row, hours(ctx), ctx.clock.now_us()
    if saved.is_new:
        case.created_us = now_us
    if saved.old.get("is_closed") and not case.is_closed:
        case.paused_us = saved.old["closed_us"]
    if saved.changed("status", "paused_us"):
        if case.status == CASE_WAITING:
            milestones.pause(case, now_us)
        else:
            milestones.resume(case, calendar, now_us)
    if not case.is_closed and (
        saved.is_new or saved.changed("priority", "account_id", "entitlement_id")
    ):
        _begin(ctx, saved, calendar)
    case.sla_state = milestones.state(case, calendar, now_us)


def answered(ctx: Context, case: Case) -> None:
    """Note that the customer has had an answer; only the first one counts."""
    if case.first_response_us is None:
        now = from_microseconds(ctx.clock.now_us()).isoformat()
        records.change(ctx, case, {"First_Response_At__c": now}, Options(system=True))


def plan_look(ctx: Context, case: Case) -> None:
    """Have a look at a case's clocks when they come to another state."""
    due_us = milestones.next_look(case, hours(ctx), ctx.clock.now_us())
    if due_us is not None:
        automations.later(ctx, due_us, _LOOK, case_id=case.id)


def _begin(ctx: Context, saved: Saving, calendar: Hours | Always) -> None:
    """Set by when it is due; what its clocks stood still for so far stays with it."""
    case, extra_us = saved.row, 0
    if not saved.is_new:
        old = saved.old
        was = _target(ctx, old["entitlement_id"], old["account_id"], old["priority"])
        extra_us = milestones.stood_still(case, calendar, was)
    target = _target(ctx, case.entitlement_id, case.account_id, case.priority)
    milestones.begin(case, calendar, target, extra_us)


def _target(
    ctx: Context, entitlement_id: str | None, account_id: str | None, priority: str
) -> SlaTarget | None:
    query = select(SlaTarget.__table__)
    targets = plain_rows(ctx.session, SlaTarget, query, {})
    tier = entitlements.tier_of(ctx, entitlement_id, account_id)
    return milestones.target_of(targets, tier, priority)


def _tell(ctx: Context, case: Case) -> None:
    is_late = case.sla_state == BREACHED
    text = f"missed the service level of case {case.number}" if is_late else (
        f"will miss the service level of case {case.number} within the hour"
    )  # fmt: skip
    kind = notices.SLA_BREACHED if is_late else notices.SLA_AT_RISK
    notices.tell_owner(ctx, kind, "Case", case.id, case.owner_id, f"reports: {text}", part="sla")
    ctx.emit(
        "crm.sla_breached" if is_late else "crm.sla_at_risk",
        sobject="Case",
        record_id=case.id,
        changed=["SLA_State__c"],
    )
