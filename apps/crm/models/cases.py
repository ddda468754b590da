"""Cases: what customers ask and complain of.

https://help.salesforce.com/s/articleView?id=service.cases_home.htm
"""

from __future__ import annotations

from sqlalchemy import Index
from sqlalchemy.orm import Mapped

from workworld import fulltext
from workworld.apps.crm.models.records import AUTOMATIC, SYSTEM_MODSTAMP, Adaptable, Owned, Record
from workworld.apps.crm.schema import columns
from workworld.apps.crm.schema.objects import sobject
from workworld.database import reaches_people

_BY_CLOCK = {"createable": False, "updateable": False}


@sobject(
    "Case",
    "Case",
    "Cases",
    "500",
    computed=(SYSTEM_MODSTAMP,),
    searched=("number", "subject", "description", "resolution", "supplied_email"),
)
class Case(Adaptable, Owned):
    """Something that a customer wants to be seen to."""

    __tablename__ = "crm_cases"
    __table_args__ = (
        Index(None, "account_id"),
        Index(None, "contact_id"),
        Index(None, "owner_id", "is_closed"),
        Index(None, "status"),
        Index(None, "parent_id"),
        Index(None, "modified_us"),
        Index(None, "created_us"),
        Index(None, "tracker_issue"),
        Index(None, "number"),
    )

    number: Mapped[str] = columns.text("CaseNumber", "Case Number", 30, is_name=True, **AUTOMATIC)
    """Eight digits, one more for each case: ``00001026``."""
    subject: Mapped[str | None] = columns.text("Subject", "Subject", is_tracked=True)
    status: Mapped[str] = columns.picklist(
        "Status", "Status", "case status", default="New", is_tracked=True, is_nillable=False
    )
    priority: Mapped[str] = columns.picklist(
        "Priority", "Priority", "case priority", default="Medium", is_tracked=True
    )
    type: Mapped[str | None] = columns.picklist("Type", "Type", "case type")
    origin: Mapped[str | None] = columns.picklist("Origin", "Case Origin", "case origin")
    reason: Mapped[str | None] = columns.picklist("Reason", "Case Reason", "case reason")
    account_id: Mapped[str | None] = columns.lookup(
        "AccountId", "Account", "Account", "crm_accounts", children="Cases"
    )
    contact_id: Mapped[str | None] = columns.lookup(
        "ContactId", "Contact", "Contact", "crm_contacts", children="Cases"
    )
    product_id: Mapped[str | None] = columns.lookup(
        "ProductId", "Product", "Product2", "crm_products", children="Cases"
    )
    parent_id: Mapped[str | None] = columns.lookup(
        "ParentId", "Parent Case", "Case", "crm_cases", children="Cases"
    )
    entitlement_id: Mapped[str | None] = columns.lookup(
        "EntitlementId", "Entitlement", "Entitlement", "crm_entitlements", children="Cases"
    )
    """It decides by when the case is seen to."""
    master_id: Mapped[str | None] = columns.lookup(
        "MasterRecordId",
        "Master Record ID",
        "Case",
        "crm_cases",
        "MasterRecord",
        createable=False,
        updateable=False,
    )
    """The case into which it was merged."""
    supplied_name: Mapped[str | None] = columns.text("SuppliedName", "Web Name", 80)
    supplied_email: Mapped[str | None] = columns.text("SuppliedEmail", "Web Email", 80)
    is_closed: Mapped[bool] = columns.checkbox("IsClosed", "Closed", **_BY_CLOCK)
    closed_us: Mapped[int | None] = columns.moment("ClosedDate", "Date/Time Closed", **_BY_CLOCK)
    is_escalated: Mapped[bool] = columns.checkbox("IsEscalated", "Escalated", is_tracked=True)
    reopen_count: Mapped[int] = columns.integer(
        "Reopen_Count__c", "Reopen Count", default=0, **_BY_CLOCK
    )
    first_response_due_us: Mapped[int | None] = columns.moment(
        "First_Response_Due__c", "First Response Due", **_BY_CLOCK
    )
    first_response_us: Mapped[int | None] = columns.moment(
        "First_Response_At__c", "First Response At", **_BY_CLOCK
    )
    resolution_due_us: Mapped[int | None] = columns.moment(
        "Resolution_Due__c", "Resolution Due", **_BY_CLOCK
    )
    sla_state: Mapped[str | None] = columns.picklist(
        "SLA_State__c", "SLA State", "sla state", **_BY_CLOCK
    )
    paused_us: Mapped[int | None]
    """Since when its clocks stand still, as they do while it waits for the customer."""
    csat: Mapped[int | None] = columns.integer("CSAT__c", "CSAT (1–5)")
    tracker_issue: Mapped[str | None] = columns.text("Tracker_Issue__c", "Tracker Issue", 40)
    """The key of the issue in which engineers see to it."""
    currency: Mapped[str] = columns.picklist(
        "CurrencyIsoCode", "Currency", "currency", default="USD", is_restricted=True
    )
    external_id: Mapped[str | None] = columns.text(
        "External_Id__c", "External ID", 80, is_external_id=True
    )
    resolution: Mapped[str | None] = columns.long_text("Resolution__c", "Resolution")
    description: Mapped[str | None] = columns.long_text("Description", "Description")


@sobject(
    "CaseComment",
    "Case Comment",
    "Case Comments",
    "00a",
    computed=(SYSTEM_MODSTAMP,),
    parent="ParentId",
    searched=("body",),
)
class CaseComment(Record):
    """What somebody says to a case: to colleagues, or to the customer as well."""

    __tablename__ = "crm_case_comments"
    __table_args__ = (Index(None, "case_id", "created_us"), reaches_people())

    case_id: Mapped[str] = columns.lookup(
        "ParentId",
        "Case",
        "Case",
        "crm_cases",
        "Parent",
        children="CaseComments",
        required=True,
        updateable=False,
        is_nillable=False,
    )
    is_published: Mapped[bool] = columns.checkbox("IsPublished", "Published")
    """Whether the customer sees it."""
    body: Mapped[str | None] = columns.long_text("CommentBody", "Body", 4_000)


CASE_WORDS = fulltext.index(
    Case, "number", "subject", "description", "resolution", "supplied_email"
)
COMMENT_WORDS = fulltext.index(CaseComment, "body")
