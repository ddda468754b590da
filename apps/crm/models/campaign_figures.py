"""What came of a campaign, as fields that nobody fills in: whom it reached, and which deals."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sqlalchemy import ColumnElement, FromClause, Integer, cast, func, select

from workworld.apps.crm.models.records import AUTOMATIC
from workworld.apps.crm.schema.kinds import Compute, Field, Kind
from workworld.database import Base

Condition = Callable[[Any], ColumnElement[bool]]


def _of(name: str) -> Any:
    """A table by its name, looked up when it is asked for: those of deals come later."""
    return Base.metadata.tables[name]


def _counted(name: str, condition: Condition) -> Compute:
    """How many rows of a table that name a campaign there are."""

    def compute(table: FromClause) -> ColumnElement[Any]:
        rows = _of(name).c
        where = (rows.campaign_id == table.c.id, ~rows.is_deleted, condition(rows))
        return select(func.count(rows.id)).where(*where).correlate(table).scalar_subquery()

    return compute


def _worth(condition: Condition) -> Compute:
    """What the deals of a campaign come to, in its currency at today's rates."""

    def compute(table: FromClause) -> ColumnElement[Any]:
        deals = _of("crm_opportunities").c
        theirs, ours = (_of("crm_currency_types").alias() for _ in range(2))
        whole = func.sum(deals.amount * ours.c.rate / theirs.c.rate)
        where = (deals.campaign_id == table.c.id, ~deals.is_deleted, condition(deals))
        codes = (theirs.c.code == deals.currency, ours.c.code == table.c.currency)
        found = select(cast(func.round(func.coalesce(whole, 0)), Integer)).where(*where, *codes)
        return found.correlate(table).scalar_subquery()

    return compute


def _field(name: str, label: str, kind: Kind, compute: Compute) -> Field:
    return Field(name, label, kind, scale=2 if kind is Kind.CURRENCY else 0, compute=compute,
                 **AUTOMATIC)  # fmt: skip


_MEMBERS, _DEALS = "crm_campaign_members", "crm_opportunities"
FIGURES = (
    _field(
        "NumberOfLeads",
        "Leads in Campaign",
        Kind.INT,
        _counted(_MEMBERS, lambda row: row.lead_id.is_not(None)),
    ),
    _field(
        "NumberOfContacts",
        "Contacts in Campaign",
        Kind.INT,
        _counted(_MEMBERS, lambda row: row.contact_id.is_not(None)),
    ),
    _field(
        "NumberOfResponses",
        "Responses in Campaign",
        Kind.INT,
        _counted(_MEMBERS, lambda row: row.has_responded),
    ),
    _field(
        "NumberOfOpportunities",
        "Opportunities in Campaign",
        Kind.INT,
        _counted(_DEALS, lambda row: row.id.is_not(None)),
    ),
    _field(
        "NumberOfWonOpportunities",
        "Won Opportunities in Campaign",
        Kind.INT,
        _counted(_DEALS, lambda row: row.is_won),
    ),
    _field(
        "AmountAllOpportunities",
        "Value Opportunities in Campaign",
        Kind.CURRENCY,
        _worth(lambda row: row.id.is_not(None)),
    ),
    _field(
        "AmountWonOpportunities",
        "Value Won Opportunities in Campaign",
        Kind.CURRENCY,
        _worth(lambda row: row.is_won),
    ),
)
"""The vendor's; what users see of single members and deals does not change them."""
