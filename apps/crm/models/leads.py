"""Leads, and the campaigns that bring them.

https://help.salesforce.com/s/articleView?id=sales.leads_def.htm
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import Index
from sqlalchemy.orm import Mapped

from workworld import fulltext
from workworld.apps.crm.models.accounts import last_activity
from workworld.apps.crm.models.campaign_figures import FIGURES
from workworld.apps.crm.models.records import AUTOMATIC, SYSTEM_MODSTAMP, Adaptable, Owned, Record
from workworld.apps.crm.schema import columns
from workworld.apps.crm.schema.objects import sobject

_CONVERTED: dict[str, Any] = {"createable": False, "updateable": False}


@sobject(
    "Lead",
    "Lead",
    "Leads",
    "00Q",
    computed=(SYSTEM_MODSTAMP, last_activity("who_id")),
    searched=("name", "company", "email", "title", "phone", "website"),
)
class Lead(Adaptable, Owned):
    """Somebody who may become a customer. Once converted it is locked."""

    __tablename__ = "crm_leads"
    __table_args__ = (
        Index(None, "owner_id"),
        Index(None, "status", "is_deleted"),
        Index(None, "email"),
        Index(None, "last_name"),
        Index(None, "modified_us"),
        Index(None, "created_us"),
        Index(None, "converted_account_id"),
    )

    salutation: Mapped[str | None] = columns.picklist("Salutation", "Salutation", "salutation")
    first_name: Mapped[str | None] = columns.text("FirstName", "First Name", 40)
    last_name: Mapped[str] = columns.text(
        "LastName", "Last Name", 80, required=True, is_nillable=False
    )
    name: Mapped[str] = columns.text("Name", "Full Name", 121, is_name=True, **AUTOMATIC)
    company: Mapped[str] = columns.text("Company", "Company", required=True, is_nillable=False)
    title: Mapped[str | None] = columns.text("Title", "Title", 128)
    email: Mapped[str | None] = columns.email("Email", "Email", is_tracked=True)
    phone: Mapped[str | None] = columns.phone("Phone", "Phone")
    mobile: Mapped[str | None] = columns.phone("MobilePhone", "Mobile")
    website: Mapped[str | None] = columns.url("Website", "Website")
    lead_source: Mapped[str | None] = columns.picklist("LeadSource", "Lead Source", "lead source")
    status: Mapped[str] = columns.picklist(
        "Status", "Lead Status", "lead status", default="New", is_tracked=True, is_nillable=False
    )
    rating: Mapped[str | None] = columns.picklist("Rating", "Rating", "rating")
    industry: Mapped[str | None] = columns.picklist("Industry", "Industry", "industry")
    employees: Mapped[int | None] = columns.integer("NumberOfEmployees", "No. of Employees")
    revenue: Mapped[int | None] = columns.currency("AnnualRevenue", "Annual Revenue")
    street: Mapped[str | None] = columns.text("Street", "Street")
    city: Mapped[str | None] = columns.text("City", "City", 40)
    state: Mapped[str | None] = columns.text("State", "State/Province", 80)
    postal_code: Mapped[str | None] = columns.text("PostalCode", "Zip/Postal Code", 20)
    country: Mapped[str | None] = columns.text("Country", "Country", 80)
    currency: Mapped[str] = columns.picklist(
        "CurrencyIsoCode", "Currency", "currency", default="USD", is_restricted=True
    )
    opts_out_of_email: Mapped[bool] = columns.checkbox("HasOptedOutOfEmail", "Email Opt Out")
    do_not_call: Mapped[bool] = columns.checkbox("DoNotCall", "Do Not Call")
    score: Mapped[int | None] = columns.integer("Lead_Score__c", "Lead Score", updateable=True)
    unqualified_reason: Mapped[str | None] = columns.picklist(
        "Unqualified_Reason__c", "Unqualified Reason", "unqualified reason"
    )
    is_converted: Mapped[bool] = columns.checkbox("IsConverted", "Converted", **_CONVERTED)
    converted_date: Mapped[str | None] = columns.date(
        "ConvertedDate", "Converted Date", **_CONVERTED
    )
    converted_account_id: Mapped[str | None] = columns.lookup(
        "ConvertedAccountId", "Converted Account", "Account", "crm_accounts", **_CONVERTED
    )
    converted_contact_id: Mapped[str | None] = columns.lookup(
        "ConvertedContactId", "Converted Contact", "Contact", "crm_contacts", **_CONVERTED
    )
    converted_opportunity_id: Mapped[str | None] = columns.lookup(
        "ConvertedOpportunityId",
        "Converted Opportunity",
        "Opportunity",
        "crm_opportunities",
        **_CONVERTED,
    )
    external_id: Mapped[str | None] = columns.text(
        "External_Id__c", "External ID", 80, is_external_id=True
    )
    master_id: Mapped[str | None] = columns.lookup(
        "MasterRecordId",
        "Master Record ID",
        "Lead",
        "crm_leads",
        "MasterRecord",
        createable=False,
        updateable=False,
    )
    """The record that it was merged into and deleted."""
    description: Mapped[str | None] = columns.long_text("Description", "Description")


@sobject(
    "Campaign",
    "Campaign",
    "Campaigns",
    "701",
    computed=(SYSTEM_MODSTAMP, *FIGURES),
    searched=("name", "description"),
)
class Campaign(Adaptable, Owned):
    """What marketing does to be noticed."""

    __tablename__ = "crm_campaigns"
    __table_args__ = (Index(None, "owner_id"), Index(None, "parent_id"))

    name: Mapped[str] = columns.text(
        "Name", "Campaign Name", 80, required=True, is_name=True, is_nillable=False
    )
    type: Mapped[str | None] = columns.picklist("Type", "Type", "campaign type")
    status: Mapped[str | None] = columns.picklist(
        "Status", "Status", "campaign status", default="Planned"
    )
    start_date: Mapped[str | None] = columns.date("StartDate", "Start Date")
    end_date: Mapped[str | None] = columns.date("EndDate", "End Date")
    parent_id: Mapped[str | None] = columns.lookup(
        "ParentId", "Parent Campaign", "Campaign", "crm_campaigns", children="ChildCampaigns"
    )
    is_active: Mapped[bool] = columns.checkbox("IsActive", "Active")
    budgeted_cost: Mapped[int | None] = columns.currency("BudgetedCost", "Budgeted Cost")
    actual_cost: Mapped[int | None] = columns.currency("ActualCost", "Actual Cost")
    expected_revenue: Mapped[int | None] = columns.currency("ExpectedRevenue", "Expected Revenue")
    expected_response: Mapped[float | None] = columns.percent(
        "ExpectedResponse", "Expected Response (%)"
    )
    currency: Mapped[str] = columns.picklist(
        "CurrencyIsoCode", "Currency", "currency", default="USD", is_restricted=True
    )
    description: Mapped[str | None] = columns.long_text("Description", "Description")


@sobject(
    "CampaignMember",
    "Campaign Member",
    "Campaign Members",
    "00v",
    computed=(SYSTEM_MODSTAMP,),
    parent="CampaignId",
)
class CampaignMember(Record):
    """A lead or contact whom a campaign reaches."""

    __tablename__ = "crm_campaign_members"
    __table_args__ = (
        Index(None, "campaign_id"),
        Index(None, "lead_id"),
        Index(None, "contact_id"),
    )

    campaign_id: Mapped[str] = columns.lookup(
        "CampaignId",
        "Campaign",
        "Campaign",
        "crm_campaigns",
        children="CampaignMembers",
        required=True,
        updateable=False,
        is_nillable=False,
    )
    lead_id: Mapped[str | None] = columns.lookup(
        "LeadId", "Lead", "Lead", "crm_leads", children="CampaignMembers", updateable=False
    )
    contact_id: Mapped[str | None] = columns.lookup(
        "ContactId",
        "Contact",
        "Contact",
        "crm_contacts",
        children="CampaignMembers",
        updateable=False,
    )
    status: Mapped[str] = columns.picklist("Status", "Status", "member status", default="Sent")
    has_responded: Mapped[bool] = columns.checkbox(
        "HasResponded", "Responded", createable=False, updateable=False
    )
    first_responded: Mapped[str | None] = columns.date(
        "FirstRespondedDate", "First Responded Date", createable=False, updateable=False
    )


LEAD_WORDS = fulltext.index(Lead, "name", "company", "email", "title", "phone", "website")
CAMPAIGN_WORDS = fulltext.index(Campaign, "name", "description")
