"""Quotes: what a deal would cost a customer, as it is offered to them.

https://help.salesforce.com/s/articleView?id=sales.quotes_overview.htm
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import Index
from sqlalchemy.orm import Mapped, mapped_column

from workworld import fulltext
from workworld.apps.crm.models.records import AUTOMATIC, SYSTEM_MODSTAMP, Adaptable, Record
from workworld.apps.crm.schema import columns
from workworld.apps.crm.schema.objects import sobject

_FOLLOWS: dict[str, Any] = {"createable": False, "updateable": False}
"""Of fields that are taken from the opportunity, or summed up."""


@sobject(
    "Quote",
    "Quote",
    "Quotes",
    "0Q0",
    computed=(SYSTEM_MODSTAMP,),
    parent="OpportunityId",
    searched=("number", "name"),
)
class Quote(Adaptable, Record):
    """What is offered for a deal: products, prices, and until when they hold."""

    __tablename__ = "crm_quotes"
    __table_args__ = (Index(None, "opportunity_id"), Index(None, "account_id"))

    number: Mapped[str] = columns.text("QuoteNumber", "Quote Number", 30, **AUTOMATIC)
    """Eight digits, one more for each quote: ``00000012``."""
    name: Mapped[str] = columns.text(
        "Name", "Quote Name", 255, required=True, is_name=True, is_nillable=False
    )
    opportunity_id: Mapped[str] = columns.lookup(
        "OpportunityId",
        "Opportunity",
        "Opportunity",
        "crm_opportunities",
        children="Quotes",
        required=True,
        updateable=False,
        is_nillable=False,
    )
    account_id: Mapped[str | None] = columns.lookup(
        "AccountId", "Account", "Account", "crm_accounts", children="Quotes", **_FOLLOWS
    )
    contact_id: Mapped[str | None] = columns.lookup(
        "ContactId", "Contact", "Contact", "crm_contacts", children="Quotes"
    )
    status: Mapped[str] = columns.picklist(
        "Status", "Status", "quote status", default="Draft", is_tracked=True, is_nillable=False
    )
    expiration_date: Mapped[str | None] = columns.date("ExpirationDate", "Expiration Date")
    is_syncing: Mapped[bool] = columns.checkbox("IsSyncing", "Syncing", **_FOLLOWS)
    """Whether the opportunity's products are this quote's, and follow one another."""
    pricebook_id: Mapped[str | None] = columns.lookup(
        "Pricebook2Id", "Price Book", "Pricebook2", "crm_pricebooks", "Pricebook2", **_FOLLOWS
    )
    currency: Mapped[str] = columns.picklist(
        "CurrencyIsoCode", "Currency", "currency", default="USD", is_restricted=True, **_FOLLOWS
    )
    subtotal: Mapped[int] = columns.currency("Subtotal", "Subtotal", default=0, **AUTOMATIC)
    """The lines before their discounts."""
    discount: Mapped[float] = columns.percent("Discount", "Discount", default=0.0, **AUTOMATIC)
    """What the lines' discounts come to."""
    total: Mapped[int] = columns.currency(
        "TotalPrice", "Total Price", default=0, is_tracked=True, **AUTOMATIC
    )
    approved_discount: Mapped[float | None] = columns.percent(
        "Approved_Discount__c", "Approved Discount (%)", is_tracked=True, **_FOLLOWS
    )
    """Up to which discount a manager has agreed."""
    tax: Mapped[int | None] = columns.currency("Tax", "Tax")
    shipping: Mapped[int | None] = columns.currency("ShippingHandling", "Shipping and Handling")
    grand_total: Mapped[int] = columns.currency("GrandTotal", "Grand Total", default=0, **AUTOMATIC)
    """The total with tax and shipping."""
    email: Mapped[str | None] = columns.email("Email", "Email")
    phone: Mapped[str | None] = columns.phone("Phone", "Phone")
    billing_name: Mapped[str | None] = columns.text("BillingName", "Bill To Name")
    billing_street: Mapped[str | None] = columns.text("BillingStreet", "Bill To Street")
    billing_city: Mapped[str | None] = columns.text("BillingCity", "Bill To City", 40)
    billing_postal_code: Mapped[str | None] = columns.text(
        "BillingPostalCode", "Bill To Zip/Postal Code", 20
    )
    billing_country: Mapped[str | None] = columns.text("BillingCountry", "Bill To Country", 80)
    shipping_name: Mapped[str | None] = columns.text("ShippingName", "Ship To Name")
    shipping_street: Mapped[str | None] = columns.text("ShippingStreet", "Ship To Street")
    shipping_city: Mapped[str | None] = columns.text("ShippingCity", "Ship To City", 40)
    shipping_postal_code: Mapped[str | None] = columns.text(
        "ShippingPostalCode", "Ship To Zip/Postal Code", 20
    )
    shipping_country: Mapped[str | None] = columns.text("ShippingCountry", "Ship To Country", 80)
    description: Mapped[str | None] = columns.long_text("Description", "Description")


@sobject(
    "QuoteLineItem",
    "Quote Line Item",
    "Quote Line Items",
    "0QL",
    computed=(SYSTEM_MODSTAMP,),
    parent="QuoteId",
)
class QuoteLineItem(Record):
    """A product that is offered."""

    __tablename__ = "crm_quote_lines"
    __table_args__ = (Index(None, "quote_id"), Index(None, "line_id"))

    name: Mapped[str] = columns.text(
        "LineNumber", "Line Item Number", 30, is_name=True, **AUTOMATIC
    )
    """Eight digits, counted within the quote."""
    quote_id: Mapped[str] = columns.lookup(
        "QuoteId",
        "Quote",
        "Quote",
        "crm_quotes",
        children="QuoteLineItems",
        required=True,
        updateable=False,
        is_nillable=False,
    )
    entry_id: Mapped[str] = columns.lookup(
        "PricebookEntryId",
        "Price Book Entry",
        "PricebookEntry",
        "crm_pricebook_entries",
        children="QuoteLineItems",
        required=True,
        updateable=False,
        is_nillable=False,
    )
    product_id: Mapped[str] = columns.lookup(
        "Product2Id",
        "Product",
        "Product2",
        "crm_products",
        "Product2",
        children="QuoteLineItems",
        **AUTOMATIC,
    )
    quantity: Mapped[float] = columns.number(
        "Quantity", "Quantity", required=True, is_nillable=False
    )
    unit_price: Mapped[int] = columns.currency("UnitPrice", "Sales Price")
    list_price: Mapped[int] = columns.currency("ListPrice", "List Price", **AUTOMATIC)
    discount: Mapped[float | None] = columns.percent("Discount", "Discount")
    total: Mapped[int] = columns.currency("TotalPrice", "Total Price", **AUTOMATIC)
    service_date: Mapped[str | None] = columns.date("ServiceDate", "Date")
    sort_order: Mapped[int | None] = columns.integer("SortOrder", "Sort Order")
    line_id: Mapped[str | None] = mapped_column(default=None)
    """The opportunity's line that is the same as this one, while the quote is synced."""
    description: Mapped[str | None] = columns.text("Description", "Line Item Description")


QUOTE_WORDS = fulltext.index(Quote, "number", "name")
