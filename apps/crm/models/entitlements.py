"""Entitlements: what support a customer is entitled to, and the milestones of their cases.

https://help.salesforce.com/s/articleView?id=service.entitlements_overview.htm
"""

from __future__ import annotations

from sqlalchemy import Index
from sqlalchemy.orm import Mapped

from workworld.apps.crm.models.records import AUTOMATIC, SYSTEM_MODSTAMP, Record
from workworld.apps.crm.schema import columns
from workworld.apps.crm.schema.objects import sobject
from workworld.database import consequence


@sobject(
    "SlaProcess",
    "Entitlement Process",
    "Entitlement Processes",
    "552",
    computed=(SYSTEM_MODSTAMP,),
    is_setup=True,
    deletable=False,
)
class SlaProcess(Record):
    """Within how long cases are seen to: the targets of a tier, in the business hours."""

    __tablename__ = "crm_sla_processes"

    name: Mapped[str] = columns.text(
        "Name", "Entitlement Process Name", 80, required=True, is_name=True, is_nillable=False
    )
    tier: Mapped[str | None] = columns.text("Tier__c", "Tier", 80)
    """Whose targets hold; empty for those of accounts without a tier."""
    is_active: Mapped[bool] = columns.checkbox("IsActive", "Active", default=True)
    description: Mapped[str | None] = columns.text("Description", "Description", 255)


@sobject(
    "MilestoneType",
    "Milestone",
    "Milestones",
    "557",
    computed=(SYSTEM_MODSTAMP,),
    is_setup=True,
    createable=False,
    deletable=False,
)
class MilestoneType(Record):
    """What is to happen to a case by a time: the first response, or the resolution."""

    __tablename__ = "crm_milestone_types"

    name: Mapped[str] = columns.text(
        "Name", "Name", 80, is_name=True, updateable=False, is_nillable=False
    )
    description: Mapped[str | None] = columns.text("Description", "Description", 255)


@sobject(
    "Entitlement",
    "Entitlement",
    "Entitlements",
    "550",
    computed=(SYSTEM_MODSTAMP,),
    parent="AccountId",
)
class Entitlement(Record):
    """For how long a customer gets which support."""

    __tablename__ = "crm_entitlements"
    __table_args__ = (Index(None, "account_id", "status"),)

    name: Mapped[str] = columns.text(
        "Name", "Entitlement Name", 255, required=True, is_name=True, is_nillable=False
    )
    account_id: Mapped[str] = columns.lookup(
        "AccountId",
        "Account",
        "Account",
        "crm_accounts",
        children="Entitlements",
        required=True,
        updateable=False,
        is_nillable=False,
    )
    process_id: Mapped[str | None] = columns.lookup(
        "SlaProcessId",
        "Entitlement Process",
        "SlaProcess",
        "crm_sla_processes",
        children="Entitlements",
    )
    type: Mapped[str | None] = columns.picklist("Type", "Type", "entitlement type")
    start_date: Mapped[str | None] = columns.date("StartDate", "Start Date")
    end_date: Mapped[str | None] = columns.date("EndDate", "End Date")
    status: Mapped[str] = columns.picklist(
        "Status", "Status", "entitlement status", default="Active", **AUTOMATIC
    )
    """Follows from the two days."""


@sobject(
    "CaseMilestone",
    "Case Milestone",
    "Case Milestones",
    "555",
    computed=(SYSTEM_MODSTAMP,),
    parent="CaseId",
    createable=False,
    updateable=False,
    deletable=False,
)
class CaseMilestone(Record):
    """A milestone of a case, with when it is due and was met."""

    __tablename__ = "crm_case_milestones"
    __table_args__ = (Index(None, "case_id"), consequence())

    case_id: Mapped[str] = columns.lookup(
        "CaseId", "Case", "Case", "crm_cases", children="CaseMilestones", **AUTOMATIC
    )
    type_id: Mapped[str] = columns.lookup(
        "MilestoneTypeId", "Milestone", "MilestoneType", "crm_milestone_types", **AUTOMATIC
    )
    start_us: Mapped[int] = columns.moment("StartDate", "Start Date", **AUTOMATIC)
    target_us: Mapped[int] = columns.moment("TargetDate", "Target Date", **AUTOMATIC)
    completed_us: Mapped[int | None] = columns.moment(
        "CompletionDate", "Completion Date", createable=False, updateable=False
    )
    is_completed: Mapped[bool] = columns.checkbox(
        "IsCompleted", "Completed", createable=False, updateable=False
    )
    is_violated: Mapped[bool] = columns.checkbox(
        "IsViolated", "Violation", createable=False, updateable=False
    )
