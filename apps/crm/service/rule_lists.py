"""All rules of the organisation, for those who set it up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import select

from workworld.apps.crm.models import (
    ApprovalProcess,
    AssignmentEntry,
    AssignmentRule,
    BusinessHours,
    DuplicateRule,
    EscalationRule,
    SlaTarget,
)
from workworld.apps.crm.service import people, refusals
from workworld.context import Context, Surface
from workworld.operations import Effect, operation

_rules, _entries = AssignmentRule.__table__.c, AssignmentEntry.__table__.c
_duplicates, _escalations = DuplicateRule.__table__.c, EscalationRule.__table__.c
_processes, _targets = ApprovalProcess.__table__.c, SlaTarget.__table__.c


@dataclass(frozen=True, slots=True)
class Assignment:
    """Who gets new records that fit a formula."""

    sobject: str
    rule: str
    formula: str
    assignee: str
    takes_turns: bool


@dataclass(frozen=True, slots=True)
class Rules:
    """All but the validation rules."""

    duplicates: Sequence[DuplicateRule]
    assignments: Sequence[Assignment]
    escalations: Sequence[EscalationRule]
    processes: Sequence[ApprovalProcess]
    hours: BusinessHours | None
    targets: Sequence[SlaTarget]


# It is for a page of the setup; the vendor has each in an API of its own.
@operation(Effect.READ, scope="api", doors=(Surface.UI,))
def show(ctx: Context) -> Rules:
    """Read the duplicate, assignment, escalation and approval rules, and the service levels.

    Raises:
        Forbidden: ``INSUFFICIENT_ACCESS_OR_READONLY``: the caller does not set the CRM up.
    """
    if not people.profile(ctx).manages_setup:
        raise refusals.insufficient_access()
    session = ctx.session
    return Rules(
        session.scalars(
            select(DuplicateRule).order_by(_duplicates.sobject, _duplicates.position)
        ).all(),
        _assignments(ctx),
        session.scalars(select(EscalationRule).order_by(_escalations.position)).all(),
        session.scalars(
            select(ApprovalProcess).order_by(_processes.sobject, _processes.position)
        ).all(),
        session.scalars(select(BusinessHours).order_by(BusinessHours.__table__.c.id)).first(),
        session.scalars(select(SlaTarget).order_by(_targets.tier, _targets.priority)).all(),
    )


def _assignments(ctx: Context) -> Sequence[Assignment]:
    query = (
        select(AssignmentRule, AssignmentEntry)
        .join(AssignmentEntry, _entries.rule_id == _rules.id)
        .where(_rules.is_active)
        .order_by(_rules.sobject, _rules.id, _entries.position)
    )
    rows = ctx.session.execute(query).all()
    names = people.names(ctx, (entry.assignee_id for _rule, entry in rows))
    return [
        Assignment(
            rule.sobject,
            rule.name,
            entry.formula,
            names.get(entry.assignee_id, ""),
            entry.takes_turns,
        )
        for rule, entry in rows
    ]
