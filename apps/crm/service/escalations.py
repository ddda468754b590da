"""Escalation rules: what happens to open cases that nobody takes, or that are about to be late.

https://help.salesforce.com/s/articleView?id=service.rules_escalation_create.htm
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from pydantic import Field
from sqlalchemy import select

from workworld.apps.crm.models import Case, EscalationRule
from workworld.apps.crm.schema.objects import of_name
from workworld.apps.crm.service import automations, notices, records, rule_facts
from workworld.apps.crm.service.rule_facts import RecordFacts
from workworld.apps.crm.service.saving import Options
from workworld.apps.crm.types import RecordId
from workworld.context import Context, Surface
from workworld.operations import Effect, operation
from workworld.working_hours import MINUTE

UNASSIGNED, BREACH = "unassigned", "breach"
_ACT = "crm.escalations.act"
_rules = EscalationRule.__table__.c


# It is due when a case has waited for as long as a rule says, and nobody asks for it.
@operation(Effect.WRITE, scope=None, doors=(Surface.SYSTEM,), outlives_account=True)
def act(
    ctx: Context,
    *,
    rule_id: Annotated[str, Field(description="The rule's id.", max_length=18)],
    case_id: RecordId,
    due_us: Annotated[int, Field(description="Of a breach, when it would come; else 0.")] = 0,
) -> None:
    """Escalate a case as a rule says, if it still waits."""
    rule, case = ctx.session.get(EscalationRule, rule_id), ctx.session.get(Case, case_id)
    if rule is None or case is None or case.is_deleted or case.is_closed or not rule.is_active:
        return
    if not _still_waits(rule, case, due_us) or not _fits(ctx, rule, case):
        return
    values: dict[str, Any] = {"IsEscalated": True} if rule.escalates else {}
    if rule.assignee_id is not None:
        values["OwnerId"] = rule.assignee_id
    if values:
        records.change(ctx, case, values, Options(system=True))
    url = notices.address_of(ctx, "Case", case.id, f"escalation-{rule.position}")
    users = [*notices.users_of(ctx, case.owner_id), *([rule.notify_id] if rule.notify_id else [])]
    notices.tell(ctx, notices.ESCALATED, url, users, f"reports: {rule.name}, case {case.number}")


def plan_unassigned(ctx: Context, case: Case) -> None:
    """Have rules act upon a case that has come into a queue."""
    for rule in _active(ctx, UNASSIGNED):
        due_us = ctx.clock.now_us() + rule.minutes * MINUTE
        automations.later(ctx, due_us, _ACT, rule_id=rule.id, case_id=case.id)


def plan_breach(ctx: Context, case: Case, due_us: int) -> None:
    """Have rules act upon a case before its time is up."""
    for rule in _active(ctx, BREACH):
        at_us = due_us - rule.minutes * MINUTE
        if at_us > ctx.clock.now_us():
            said = {"rule_id": rule.id, "case_id": case.id, "due_us": due_us}
            automations.later(ctx, at_us, _ACT, **said)


def _still_waits(rule: EscalationRule, case: Case, due_us: int) -> bool:
    if rule.event == UNASSIGNED:
        return not case.owner_id.startswith("005")
    return case.resolution_due_us == due_us and case.paused_us is None


def _fits(ctx: Context, rule: EscalationRule, case: Case) -> bool:
    facts = RecordFacts(ctx, of_name("Case"), case, {}, is_new=False)
    return rule_facts.formula("Case", rule.formula).holds(facts)


def _active(ctx: Context, event: str) -> Sequence[EscalationRule]:
    query = select(EscalationRule).where(_rules.event == event, _rules.is_active)
    return list(ctx.session.scalars(query.order_by(_rules.position, _rules.id)))
