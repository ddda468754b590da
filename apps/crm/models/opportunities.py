"""Opportunities, the way they went, and what is sold with them.

https://help.salesforce.com/s/articleView?id=sales.opportunities_def.htm
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, FromClause, Index, String, case, cast, literal, select
from sqlalchemy.orm import Mapped

from workworld import fulltext
from workworld.apps.crm.models.accounts import last_activity
from workworld.apps.crm.models.people import Organization
from workworld.apps.crm.models.records import AUTOMATIC, SYSTEM_MODSTAMP, Adaptable, Owned, Record
from workworld.apps.crm.schema import columns, fiscal
from workworld.apps.crm.schema.kinds import Field, Kind
from workworld.apps.crm.schema.objects import sobject

_FORECASTS = {"Best Case": "BestCase", "Commit": "Forecast"}
"""What the older field calls categories that have another name today."""


def _forecast(table: FromClause) -> ColumnElement[Any]:
    column = table.c.forecast_category
    return case(_FORECASTS, value=column, else_=column)


def _has_lines(table: FromClause) -> ColumnElement[Any]:
    lines = OpportunityLineItem.__table__.c
    found = select(lines.id).where(
        lines.opportunity_id == table.c.id,
        ~lines.is_deleted,
    )
    return found.exists()


def _fiscal_start() -> ColumnElement[Any]:
    return select(Organization.fiscal_year_start).limit(1).scalar_subquery()


def _quarter(table: FromClause) -> ColumnElement[Any]:
    return fiscal.fiscal_quarter(table.c.close_date, _fiscal_start())


def _year(table: FromClause) -> ColumnElement[Any]:
    return fiscal.fiscal_year(table.c.close_date, _fiscal_start())


def _period(table: FromClause) -> ColumnElement[Any]:
    return cast(_year(table), String) + literal(" ") + cast(_quarter(table), String)


@sobject(
    "Opportunity",
    "Opportunity",
    "Opportunities",
    "006",
    computed=(
        SYSTEM_MODSTAMP,
        last_activity("what_id"),
        Field(
            "ForecastCategory",
            "Forecast Category",
            Kind.PICKLIST,
            length=40,
            compute=_forecast,
            **AUTOMATIC,
        ),
        Field(
            "HasOpportunityLineItem",
            "Has Line Item",
            Kind.BOOLEAN,
            compute=_has_lines,
            **AUTOMATIC,
        ),
        Field("FiscalQuarter", "Fiscal Quarter", Kind.INT, compute=_quarter, **AUTOMATIC),
        Field("FiscalYear", "Fiscal Year", Kind.INT, compute=_year, **AUTOMATIC),
        Field("Fiscal", "Fiscal Period", Kind.STRING, length=6, compute=_period, **AUTOMATIC),
    ),
    searched=("name", "next_step", "description"),
)
class Opportunity(Adaptable, Owned):
    """A deal that may be made."""

    __tablename__ = "crm_opportunities"
    __table_args__ = (
        Index(None, "account_id"),
        Index(None, "owner_id"),
        Index(None, "stage", "is_deleted"),
        Index(None, "close_date"),
        Index(None, "modified_us"),
        Index(None, "campaign_id"),
        Index(None, "territory_id"),
    )

    name: Mapped[str] = columns.text(
        "Name", "Opportunity Name", 120, required=True, is_name=True, is_nillable=False
    )
    account_id: Mapped[str | None] = columns.lookup(
        "AccountId", "Account", "Account", "crm_accounts", children="Opportunities", is_tracked=True
    )
    stage: Mapped[str] = columns.picklist(
        "StageName", "Stage", "stage", required=True, is_tracked=True, is_nillable=False,
        is_restricted=True,
    )  # fmt: skip
    close_date: Mapped[str] = columns.date(
        "CloseDate", "Close Date", required=True, is_tracked=True, is_nillable=False
    )
    amount: Mapped[int | None] = columns.currency("Amount", "Amount", is_tracked=True)
    currency: Mapped[str] = columns.picklist(
        "CurrencyIsoCode", "Currency", "currency", default="USD", is_restricted=True
    )
    probability: Mapped[float] = columns.percent("Probability", "Probability (%)", is_tracked=True)
    expected_revenue: Mapped[int | None] = columns.currency(
        "ExpectedRevenue", "Expected Revenue", createable=False, updateable=False
    )
    """Amount × probability, rounded half up to the hundredth."""
    forecast_category: Mapped[str] = columns.picklist(
        "ForecastCategoryName", "Forecast Category", "forecast category", is_restricted=True
    )
    is_closed: Mapped[bool] = columns.checkbox(
        "IsClosed", "Closed", createable=False, updateable=False
    )
    is_won: Mapped[bool] = columns.checkbox("IsWon", "Won", createable=False, updateable=False)
    type: Mapped[str | None] = columns.picklist("Type", "Opportunity Type", "opportunity type")
    lead_source: Mapped[str | None] = columns.picklist("LeadSource", "Lead Source", "lead source")
    campaign_id: Mapped[str | None] = columns.lookup(
        "CampaignId",
        "Primary Campaign Source",
        "Campaign",
        "crm_campaigns",
        children="Opportunities",
    )
    territory_id: Mapped[str | None] = columns.lookup(
        "Territory2Id", "Territory", "Territory2", "crm_territories", is_tracked=True
    )
    contact_id: Mapped[str | None] = columns.lookup(
        "ContactId", "Primary Contact", "Contact", "crm_contacts", updateable=False
    )
    """Whom the deal was begun with; becomes its first contact role."""
    next_step: Mapped[str | None] = columns.text("NextStep", "Next Step")
    pricebook_id: Mapped[str | None] = columns.lookup(
        "Pricebook2Id", "Price Book", "Pricebook2", "crm_pricebooks", "Pricebook2"
    )
    synced_quote_id: Mapped[str | None] = columns.any_of(
        "SyncedQuoteId", "Synced Quote", ("Quote",), createable=False, updateable=False
    )
    """The quote whose lines are the deal's as well."""
    quantity: Mapped[float | None] = columns.number("TotalOpportunityQuantity", "Quantity")
    push_count: Mapped[int] = columns.integer(
        "PushCount", "Push Count", default=0, createable=False, updateable=False
    )
    """How often the close date was moved into a later month."""
    stage_changed_us: Mapped[int] = columns.moment(
        "LastStageChangeDate", "Last Stage Change", **AUTOMATIC
    )
    closed_us: Mapped[int | None] = columns.moment(
        "Closed_At__c", "Closed At", createable=False, updateable=False
    )
    """When it was won or lost; null as long as it is open."""
    loss_reason: Mapped[str | None] = columns.picklist(
        "Loss_Reason__c", "Loss Reason", "loss reason"
    )
    competitor: Mapped[str | None] = columns.text("Competitor__c", "Competitor", 100)
    contract_months: Mapped[int | None] = columns.integer(
        "Contract_Term__c", "Contract Term (months)"
    )
    discount: Mapped[float | None] = columns.percent("Discount__c", "Discount (%)", is_tracked=True)
    approved_discount: Mapped[float | None] = columns.percent(
        "Approved_Discount__c",
        "Approved Discount (%)",
        is_tracked=True,
        createable=False,
        updateable=False,
    )
    """Up to which discount a manager has agreed."""
    margin: Mapped[float | None] = columns.percent("Margin__c", "Margin (%)", is_tracked=True)
    deal_room: Mapped[str | None] = columns.url(
        "Deal_Room__c", "Deal Room", help="The channel in which colleagues talk about the deal."
    )
    external_id: Mapped[str | None] = columns.text(
        "External_Id__c", "External ID", 80, is_external_id=True
    )
    description: Mapped[str | None] = columns.long_text("Description", "Description")


_HISTORY = {"createable": False, "updateable": False, "deletable": False}


@sobject(
    "OpportunityHistory",
    "Stage History",
    "Stage History",
    "008",
    computed=(SYSTEM_MODSTAMP,),
    parent="OpportunityId",
    **_HISTORY,
)
class OpportunityHistory(Record):
    """What an opportunity was like since its stage, amount, probability or close date changed."""

    __tablename__ = "crm_opportunity_history"
    __table_args__ = (Index(None, "opportunity_id", "created_us"), Index(None, "created_us"))

    opportunity_id: Mapped[str] = columns.lookup(
        "OpportunityId",
        "Opportunity",
        "Opportunity",
        "crm_opportunities",
        children="OpportunityHistories",
    )
    stage: Mapped[str] = columns.picklist("StageName", "Stage", "stage")
    amount: Mapped[int | None] = columns.currency("Amount", "Amount")
    expected_revenue: Mapped[int | None] = columns.currency("ExpectedRevenue", "Expected Revenue")
    close_date: Mapped[str] = columns.date("CloseDate", "Close Date")
    probability: Mapped[float] = columns.percent("Probability", "Probability (%)")
    forecast_category: Mapped[str] = columns.picklist(
        "ForecastCategory", "Forecast Category", "forecast category"
    )
    previous_stage: Mapped[str | None] = columns.picklist("From_Stage__c", "From Stage", "stage")
    """Null for the first row of an opportunity."""
    days: Mapped[float | None] = columns.number("Days_In_Stage__c", "Days in Previous Stage", 1)
    """How long it had been in the stage that it left; null if the stage did not change."""


@sobject(
    "OpportunityLineItem",
    "Opportunity Product",
    "Opportunity Products",
    "00k",
    computed=(SYSTEM_MODSTAMP,),
    parent="OpportunityId",
)
class OpportunityLineItem(Adaptable, Record):
    """A product that a deal is about. The deal's amount is the sum of their totals."""

    __tablename__ = "crm_opportunity_lines"
    __table_args__ = (Index(None, "opportunity_id"), Index(None, "product_id"))

    opportunity_id: Mapped[str] = columns.lookup(
        "OpportunityId",
        "Opportunity",
        "Opportunity",
        "crm_opportunities",
        children="OpportunityLineItems",
        required=True,
        updateable=False,
        is_nillable=False,
    )
    entry_id: Mapped[str] = columns.lookup(
        "PricebookEntryId",
        "Price Book Entry",
        "PricebookEntry",
        "crm_pricebook_entries",
        children="OpportunityLineItems",
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
        children="OpportunityLineItems",
        **AUTOMATIC,
    )
    name: Mapped[str] = columns.text(
        "Name", "Opportunity Product Name", 376, is_name=True, **AUTOMATIC
    )
    quantity: Mapped[float] = columns.number(
        "Quantity", "Quantity", required=True, is_nillable=False
    )
    unit_price: Mapped[int] = columns.currency("UnitPrice", "Sales Price")
    list_price: Mapped[int] = columns.currency("ListPrice", "List Price", **AUTOMATIC)
    discount: Mapped[float | None] = columns.percent("Discount", "Line Item Discount (%)")
    total: Mapped[int] = columns.currency("TotalPrice", "Total Price", **AUTOMATIC)
    """Quantity × sales price, less the discount."""
    service_date: Mapped[str | None] = columns.date("ServiceDate", "Date")
    sort_order: Mapped[int | None] = columns.integer("SortOrder", "Sort Order")
    description: Mapped[str | None] = columns.text("Description", "Line Description")


OPPORTUNITY_WORDS = fulltext.index(Opportunity, "name", "next_step", "description")
