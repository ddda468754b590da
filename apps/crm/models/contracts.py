"""Contracts with customers, what they have of ours, and lists of tasks that come up by themselves.

https://help.salesforce.com/s/articleView?id=sales.contract_def.htm
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import JSON, Index
from sqlalchemy.orm import Mapped, mapped_column

from workworld import fulltext
from workworld.apps.crm.models.records import AUTOMATIC, SYSTEM_MODSTAMP, Owned
from workworld.apps.crm.schema import columns
from workworld.apps.crm.schema.objects import sobject
from workworld.database import Base

_FOLLOWS: dict[str, Any] = {"createable": False, "updateable": False}
"""Of fields that follow from others."""


@sobject(
    "Contract",
    "Contract",
    "Contracts",
    "800",
    computed=(SYSTEM_MODSTAMP,),
    parent="AccountId",
    searched=("number", "name"),
)
class Contract(Owned):
    """What was agreed with a customer: from when, for how long, and for how much."""

    __tablename__ = "crm_contracts"
    __table_args__ = (
        Index(None, "account_id"),
        Index(None, "owner_id"),
        Index(None, "end_date"),
        Index(None, "modified_us"),
    )

    number: Mapped[str] = columns.text(
        "ContractNumber", "Contract Number", 30, is_name=True, **AUTOMATIC
    )
    """Eight digits, one more for each contract: ``00000012``."""
    name: Mapped[str | None] = columns.text("Name", "Contract Name", 80)
    account_id: Mapped[str] = columns.lookup(
        "AccountId",
        "Account",
        "Account",
        "crm_accounts",
        children="Contracts",
        required=True,
        updateable=False,
        is_nillable=False,
    )
    status: Mapped[str] = columns.picklist(
        "Status",
        "Status",
        "contract status",
        default="Draft",
        is_tracked=True,
        is_nillable=False,
        is_restricted=True,
    )
    start_date: Mapped[str | None] = columns.date(
        "StartDate", "Contract Start Date", is_tracked=True
    )
    term: Mapped[int | None] = columns.integer(
        "ContractTerm", "Contract Term (months)", is_tracked=True
    )
    end_date: Mapped[str | None] = columns.date(
        "EndDate", "Contract End Date", is_tracked=True, **_FOLLOWS
    )
    """The last day of the term."""
    value: Mapped[int | None] = columns.currency(
        "Value__c", "Contract Value", is_tracked=True, help="What the whole term comes to."
    )
    currency: Mapped[str] = columns.picklist(
        "CurrencyIsoCode", "Currency", "currency", default="USD", is_restricted=True
    )
    renews: Mapped[bool] = columns.checkbox(
        "Auto_Renew__c", "Renews Automatically", help="Goes on for another term when it ends."
    )
    notice_days: Mapped[int | None] = columns.integer(
        "Notice_Days__c", "Notice (days)", help="How long before its end it can be given up."
    )
    signed_date: Mapped[str | None] = columns.date("CustomerSignedDate", "Customer Signed Date")
    signed_by_id: Mapped[str | None] = columns.lookup(
        "CustomerSignedId", "Customer Signed By", "Contact", "crm_contacts", "CustomerSigned"
    )
    opportunity_id: Mapped[str | None] = columns.lookup(
        "Opportunity__c",
        "Opportunity",
        "Opportunity",
        "crm_opportunities",
        children="Contracts__r",
        help="The deal that it was agreed in.",
    )
    renewal_id: Mapped[str | None] = columns.lookup(
        "Renewal_Opportunity__c",
        "Renewal Opportunity",
        "Opportunity",
        "crm_opportunities",
        children="Renewed_Contracts__r",
        help="The deal that is to go on with it.",
    )
    activated_us: Mapped[int | None] = columns.moment("ActivatedDate", "Activated Date", **_FOLLOWS)
    activated_by_id: Mapped[str | None] = columns.user("ActivatedById", "Activated By", **_FOLLOWS)
    external_id: Mapped[str | None] = columns.text(
        "External_Id__c", "External ID", 80, is_external_id=True
    )
    terms: Mapped[str | None] = columns.long_text("SpecialTerms", "Special Terms", 4_000)
    description: Mapped[str | None] = columns.long_text("Description", "Description")


@sobject(
    "Asset",
    "Asset",
    "Assets",
    "02i",
    computed=(SYSTEM_MODSTAMP,),
    parent="AccountId",
    searched=("name", "serial_number"),
)
class Asset(Owned):
    """Something of ours that a customer has."""

    __tablename__ = "crm_assets"
    __table_args__ = (
        Index(None, "account_id"),
        Index(None, "product_id"),
        Index(None, "contract_id"),
    )

    name: Mapped[str] = columns.text(
        "Name", "Asset Name", 255, required=True, is_name=True, is_nillable=False
    )
    account_id: Mapped[str] = columns.lookup(
        "AccountId",
        "Account",
        "Account",
        "crm_accounts",
        children="Assets",
        required=True,
        updateable=False,
        is_nillable=False,
    )
    contact_id: Mapped[str | None] = columns.lookup(
        "ContactId", "Contact", "Contact", "crm_contacts", children="Assets"
    )
    product_id: Mapped[str | None] = columns.lookup(
        "Product2Id", "Product", "Product2", "crm_products", "Product2", children="Assets"
    )
    contract_id: Mapped[str | None] = columns.lookup(
        "Contract__c", "Contract", "Contract", "crm_contracts", children="Assets__r"
    )
    serial_number: Mapped[str | None] = columns.text("SerialNumber", "Serial Number", 80)
    quantity: Mapped[float | None] = columns.number("Quantity", "Quantity", default=1.0)
    price: Mapped[int | None] = columns.currency("Price", "Price")
    currency: Mapped[str] = columns.picklist(
        "CurrencyIsoCode", "Currency", "currency", default="USD", is_restricted=True
    )
    status: Mapped[str | None] = columns.picklist(
        "Status", "Status", "asset status", default="Purchased", is_tracked=True
    )
    purchase_date: Mapped[str | None] = columns.date("PurchaseDate", "Purchase Date")
    install_date: Mapped[str | None] = columns.date("InstallDate", "Install Date")
    usage_end_date: Mapped[str | None] = columns.date("UsageEndDate", "Usage End Date")
    external_id: Mapped[str | None] = columns.text(
        "External_Id__c", "External ID", 80, is_external_id=True
    )
    description: Mapped[str | None] = columns.long_text("Description", "Description")


class Playbook(Base):
    """Tasks that come up by themselves when something has happened to a deal."""

    __tablename__ = "crm_playbooks"
    __table_args__ = (Index(None, "event"),)

    id: Mapped[str] = mapped_column(primary_key=True)
    """Begins with ``0Pb``."""
    name: Mapped[str]
    event: Mapped[str]
    """``won`` or ``renewal``: a deal was won, or begun since a contract ends soon."""
    formula: Mapped[str]
    """Of which deals: over the fields of opportunities."""
    steps: Mapped[list[dict[str, Any]]] = mapped_column(JSON)
    """In order: ``subject``, ``days`` after the event, ``priority`` and ``whose``: the deal's
    ``owner`` or the account's ``csm``."""
    is_active: Mapped[bool] = mapped_column(default=True)


CONTRACT_WORDS = fulltext.index(Contract, "number", "name")
ASSET_WORDS = fulltext.index(Asset, "name", "serial_number")
