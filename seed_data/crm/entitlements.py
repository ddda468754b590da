"""What support customers are entitled to, by their tier, and the milestones of their cases."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from workworld.apps.crm.milestones import FIRST_RESPONSE, RESOLUTION, milestones
from workworld.apps.crm.models import (
    Account,
    Case,
    CaseMilestone,
    Entitlement,
    MilestoneType,
    SlaProcess,
    SlaTarget,
)
from workworld.apps.crm.models.rules import DEFAULT_TIER
from workworld.clock import from_microseconds, to_microseconds
from workworld.seed_data.crm.derived import Row
from workworld.seed_data.crm.stories import Teller
from workworld.seed_data.crm.writing import Writer
from workworld.seed_data.facts import CompanyFacts
from workworld.working_hours import Always, Hours

_STANDARD = "Standard"
_CUSTOMERS = ("Customer", "Former Customer")
_TYPES = (
    (FIRST_RESPONSE, "The customer has had an answer."),
    (RESOLUTION, "The case is solved."),
)


def processes(session: Session, writer: Writer, at: Any, by_id: str) -> None:
    """Insert the processes, one for each tier that has targets, and the kinds of milestones."""
    tiers = session.scalars(select(SlaTarget.tier).distinct().order_by(SlaTarget.tier))
    rows = [
        writer.row(
            SlaProcess,
            at,
            by_id,
            name=f"{tier or _STANDARD} Support",
            tier=tier or None,
            description=f"The targets of {tier or 'all other'} customers, in office hours",
        )
        for tier in tiers
    ]
    writer.insert(SlaProcess, rows)
    types = [
        writer.row(MilestoneType, at, by_id, name=name, description=said) for name, said in _TYPES
    ]
    writer.insert(MilestoneType, types)


def add(tell: Teller, facts: CompanyFacts) -> None:
    """Write an entitlement for each customer, and the milestones of all cases."""
    session, today = tell.writer.session, tell.known.day(facts.now)
    query = select(SlaProcess.tier, SlaProcess.id)
    by_tier = {tier or DEFAULT_TIER: key for tier, key in session.execute(query)}
    made = {
        account["id"]: _entitlement(tell, account, by_tier, today)
        for account in tell.rows[Account]
        if account["type"] in _CUSTOMERS
    }
    types, hours, now_us = types_of(session), tell.clocks.hours, to_microseconds(facts.now)
    for case in tell.rows[Case]:
        entitlement = made.get(case["account_id"])
        if entitlement is not None and entitlement["created_us"] <= case["created_us"]:
            case["entitlement_id"] = entitlement["id"]
        tell.rows[CaseMilestone] += milestone_rows(tell.writer, hours, now_us, case, types)


def _entitlement(tell: Teller, account: Row, by_tier: dict[str, str], today: str) -> Row:
    tier = account["tier"] if account["tier"] in by_tier else DEFAULT_TIER
    end = account["renewal_date"]
    row = tell.writer.row(
        Entitlement,
        account["created_us"],
        account["created_by_id"],
        name=f"{account['name']}: {tier or _STANDARD} Support",
        account_id=account["id"],
        process_id=by_tier[tier],
        type="Web Support" if tier == DEFAULT_TIER else "Phone Support",
        start_date=tell.known.day(from_microseconds(account["created_us"])),
        end_date=end,
        status="Expired" if end and end < today else "Active",
    )
    tell.rows[Entitlement].append(row)
    return row


def types_of(session: Session) -> dict[str, str]:
    """The ids of the kinds of milestones, by name."""
    return dict(session.execute(select(MilestoneType.name, MilestoneType.id)).all())


def milestone_rows(
    writer: Writer, hours: Hours | Always, now_us: int, case: Row, types: dict[str, str]
) -> list[Row]:
    """The milestones of a case, as they stand."""
    return [
        writer.row(
            CaseMilestone,
            case["created_us"],
            case["created_by_id"],
            case_id=case["id"],
            type_id=types[each.name],
            start_us=case["created_us"],
            target_us=each.due_us,
            completed_us=each.met_us,
            is_completed=each.met_us is not None,
            is_violated=each.is_breached,
        )
        for each in milestones(SimpleNamespace(**case), hours, now_us)
    ]
