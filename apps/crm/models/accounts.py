"""Accounts and contacts."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, FromClause, Index, func, literal_column, select
from sqlalchemy.orm import Mapped, mapped_column

from workworld import fulltext
from workworld.apps.crm.models.activities import Task
from workworld.apps.crm.models.records import AUTOMATIC, SYSTEM_MODSTAMP, Adaptable, Owned
from workworld.apps.crm.models.territories import AccountTerritory, Territory
from workworld.apps.crm.schema import columns
from workworld.apps.crm.schema.kinds import Field, Kind
from workworld.apps.crm.schema.objects import sobject

_tasks = Task.__table__.c


def _last_activity(column: str) -> Any:
    """The day of the last finished task that names a record."""

    def compute(table: FromClause) -> ColumnElement[Any]:
        found = select(func.max(_tasks.activity_date)).where(
            _tasks[column] == table.c.id, _tasks.is_closed, ~_tasks.is_deleted
        )
        return found.correlate(table).scalar_subquery()

    return compute


def last_activity(column: str) -> Field:
    """``LastActivityDate`` of an object whose records tasks name in a column."""
    return Field(
        "LastActivityDate",
        "Last Activity",
        Kind.DATE,
        compute=_last_activity(column),
        createable=False,
        updateable=False,
    )


def _other_territories(table: FromClause) -> ColumnElement[Any]:
    """The names of the territories that an account lies in besides its first one."""
    lies, known = AccountTerritory.__table__.c, Territory.__table__.c
    # SQLAlchemy has no words for the order in which SQLite joins texts.
    between: ColumnElement[str] = literal_column("'; ' ORDER BY crm_territories.name")
    found = select(func.group_concat(known.name, between)).join(
        AccountTerritory.__table__, lies.territory_id == known.id
    )
    return (
        found.where(
            lies.account_id == table.c.id,
            lies.territory_id != table.c.territory_id,
            ~lies.is_deleted,
        )
        .correlate(table)
        .scalar_subquery()
    )


@sobject(
    "Account",
    "Account",
    "Accounts",
    "001",
    computed=(
        SYSTEM_MODSTAMP,
        last_activity("account_id"),
        Field(
            "Other_Territories__c",
            "Other Territories",
            Kind.STRING,
            length=255,
            compute=_other_territories,
            createable=False,
            updateable=False,
        ),
    ),
    searched=("name", "website", "phone", "billing_city", "description"),
)
class Account(Adaptable, Owned):
    """A company, or a part of one, that we do business with."""

    __tablename__ = "crm_accounts"
    __table_args__ = (
        Index(None, "owner_id"),
        Index(None, "parent_id"),
        Index(None, "domain"),
        Index(None, "name"),
        Index(None, "modified_us"),
        Index(None, "territory_id"),
    )

    name: Mapped[str] = columns.text(
        "Name", "Account Name", required=True, is_name=True, is_nillable=False, is_tracked=True
    )
    parent_id: Mapped[str | None] = columns.lookup(
        "ParentId", "Parent Account", "Account", "crm_accounts", children="ChildAccounts"
    )
    type: Mapped[str | None] = columns.picklist("Type", "Type", "account type", is_tracked=True)
    industry: Mapped[str | None] = columns.picklist("Industry", "Industry", "industry")
    employees: Mapped[int | None] = columns.integer("NumberOfEmployees", "Employees")
    revenue: Mapped[int | None] = columns.currency("AnnualRevenue", "Annual Revenue")
    website: Mapped[str | None] = columns.url("Website", "Website")
    domain: Mapped[str | None]
    """The host of the website in small letters without ``www.``, by which duplicates are found."""
    phone: Mapped[str | None] = columns.phone("Phone", "Phone")
    account_number: Mapped[str | None] = columns.text("AccountNumber", "Account Number", 40)
    rating: Mapped[str | None] = columns.picklist("Rating", "Rating", "rating")
    source: Mapped[str | None] = columns.picklist("AccountSource", "Account Source", "lead source")
    billing_street: Mapped[str | None] = columns.text("BillingStreet", "Billing Street")
    billing_city: Mapped[str | None] = columns.text("BillingCity", "Billing City", 40)
    billing_state: Mapped[str | None] = columns.text("BillingState", "Billing State/Province", 80)
    billing_postal_code: Mapped[str | None] = columns.text(
        "BillingPostalCode", "Billing Zip/Postal Code", 20
    )
    billing_country: Mapped[str | None] = columns.text("BillingCountry", "Billing Country", 80)
    shipping_street: Mapped[str | None] = columns.text("ShippingStreet", "Shipping Street")
    shipping_city: Mapped[str | None] = columns.text("ShippingCity", "Shipping City", 40)
    shipping_state: Mapped[str | None] = columns.text(
        "ShippingState", "Shipping State/Province", 80
    )
    shipping_postal_code: Mapped[str | None] = columns.text(
        "ShippingPostalCode", "Shipping Zip/Postal Code", 20
    )
    shipping_country: Mapped[str | None] = columns.text("ShippingCountry", "Shipping Country", 80)
    currency: Mapped[str] = columns.picklist(
        "CurrencyIsoCode", "Currency", "currency", default="USD", is_restricted=True
    )
    tier: Mapped[str | None] = columns.picklist("Tier__c", "Tier", "tier")
    health: Mapped[str | None] = columns.picklist("Health__c", "Health", "health", is_tracked=True)
    renewal_date: Mapped[str | None] = columns.date("Renewal_Date__c", "Renewal Date")
    arr: Mapped[int | None] = columns.currency("ARR__c", "ARR", help="Annual recurring revenue.")
    credit_limit: Mapped[int | None] = columns.currency(
        "Credit_Limit__c", "Credit Limit", is_tracked=True
    )
    csm_id: Mapped[str | None] = columns.user("CSM__c", "Customer Success Manager", "CSM__r")
    territory: Mapped[str | None] = columns.text("Territory__c", "Region", 80)
    territory_id: Mapped[str | None] = columns.lookup(
        "Territory2Id", "Territory", "Territory2", "crm_territories", is_tracked=True
    )
    territory_is_chosen: Mapped[bool] = mapped_column(default=False)
    """Whether somebody has chosen its territory, so that no rule puts it elsewhere."""
    external_id: Mapped[str | None] = columns.text(
        "External_Id__c", "External ID", 80, is_external_id=True
    )
    master_id: Mapped[str | None] = columns.lookup(
        "MasterRecordId",
        "Master Record ID",
        "Account",
        "crm_accounts",
        "MasterRecord",
        createable=False,
        updateable=False,
    )
    """The record that it was merged into and deleted."""
    description: Mapped[str | None] = columns.long_text("Description", "Description")


@sobject(
    "Contact",
    "Contact",
    "Contacts",
    "003",
    computed=(SYSTEM_MODSTAMP, last_activity("who_id")),
    searched=("name", "email", "title", "phone", "mobile", "department"),
)
class Contact(Adaptable, Owned):
    """A person whom we know at an account."""

    __tablename__ = "crm_contacts"
    __table_args__ = (
        Index(None, "account_id"),
        Index(None, "owner_id"),
        Index(None, "email"),
        Index(None, "second_email"),
        Index(None, "last_name"),
        Index(None, "modified_us"),
        Index(None, "reports_to_id"),
    )

    account_id: Mapped[str | None] = columns.lookup(
        "AccountId", "Account", "Account", "crm_accounts", children="Contacts", is_tracked=True
    )
    salutation: Mapped[str | None] = columns.picklist("Salutation", "Salutation", "salutation")
    first_name: Mapped[str | None] = columns.text("FirstName", "First Name", 40)
    last_name: Mapped[str] = columns.text(
        "LastName", "Last Name", 80, required=True, is_nillable=False, is_tracked=True
    )
    name: Mapped[str] = columns.text("Name", "Full Name", 121, is_name=True, **AUTOMATIC)
    title: Mapped[str | None] = columns.text("Title", "Title", 128)
    department: Mapped[str | None] = columns.text("Department", "Department", 80)
    reports_to_id: Mapped[str | None] = columns.lookup(
        "ReportsToId", "Reports To", "Contact", "crm_contacts", children="ReportsToContacts"
    )
    email: Mapped[str | None] = columns.email("Email", "Email", is_tracked=True)
    second_email: Mapped[str | None] = columns.email("Second_Email__c", "Second Email")
    phone: Mapped[str | None] = columns.phone("Phone", "Business Phone")
    mobile: Mapped[str | None] = columns.phone("MobilePhone", "Mobile")
    mailing_street: Mapped[str | None] = columns.text("MailingStreet", "Mailing Street")
    mailing_city: Mapped[str | None] = columns.text("MailingCity", "Mailing City", 40)
    mailing_state: Mapped[str | None] = columns.text("MailingState", "Mailing State/Province", 80)
    mailing_postal_code: Mapped[str | None] = columns.text(
        "MailingPostalCode", "Mailing Zip/Postal Code", 20
    )
    mailing_country: Mapped[str | None] = columns.text("MailingCountry", "Mailing Country", 80)
    birthdate: Mapped[str | None] = columns.date("Birthdate", "Birthdate")
    lead_source: Mapped[str | None] = columns.picklist("LeadSource", "Lead Source", "lead source")
    opts_out_of_email: Mapped[bool] = columns.checkbox("HasOptedOutOfEmail", "Email Opt Out")
    do_not_call: Mapped[bool] = columns.checkbox("DoNotCall", "Do Not Call")
    roles: Mapped[str | None] = columns.multipicklist("Roles__c", "Roles", "contact roles")
    status: Mapped[str] = columns.picklist(
        "Status__c", "Status", "contact status", default="Active", is_restricted=True
    )
    external_id: Mapped[str | None] = columns.text(
        "External_Id__c", "External ID", 80, is_external_id=True
    )
    master_id: Mapped[str | None] = columns.lookup(
        "MasterRecordId",
        "Master Record ID",
        "Contact",
        "crm_contacts",
        "MasterRecord",
        createable=False,
        updateable=False,
    )
    """The record that it was merged into and deleted."""
    description: Mapped[str | None] = columns.long_text("Description", "Description")


ACCOUNT_WORDS = fulltext.index(Account, "name", "website", "phone", "billing_city", "description")
CONTACT_WORDS = fulltext.index(Contact, "name", "email", "title", "phone", "mobile", "department")
