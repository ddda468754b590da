"""Quotes: what is offered for a deal, and the one whose lines are the deal's as well.

https://help.salesforce.com/s/articleView?id=sales.quotes_sync_considerations.htm
"""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from sqlalchemy import func, select

from workworld.apps.crm.models import Account, Opportunity, Quote
from workworld.apps.crm.schema import amounts, objects
from workworld.apps.crm.service import (
    access_levels,
    quote_lines,
    record_locks,
    records,
    refusals,
    sight,
)
from workworld.apps.crm.service.reading import Loaded
from workworld.apps.crm.service.saving import (
    Options,
    Saving,
    after,
    after_delete,
    after_restore,
    before,
)
from workworld.apps.crm.types import RecordId
from workworld.context import Context, Surface
from workworld.operations import Effect, operation

_DIGITS = 8
_SYSTEM = Options(system=True, notify=False)
# Programs set the opportunity's field SyncedQuoteId, which only the organisation may write here.
_DOORS = (Surface.UI, Surface.MCP)


@operation(Effect.WRITE, scope="api", doors=_DOORS)
def sync(ctx: Context, *, quote_id: RecordId) -> Loaded:
    """Make a quote's lines those of its opportunity; from then on they follow one another.

    An opportunity has one synced quote at most: the earlier one is no longer synced.
    """
    quote, deal = _changeable(ctx, quote_id)
    if not quote.is_syncing:
        _stop(ctx, deal)
        quote_lines.replace_deals(ctx, quote)
        records.change(ctx, quote, {"IsSyncing": True}, _SYSTEM)
        records.change(ctx, deal, {"SyncedQuoteId": quote.id}, _SYSTEM)
    return Loaded(objects.of_model(Quote), {"Id": quote.id})


@operation(Effect.WRITE, scope="api", doors=_DOORS)
def stop_sync(ctx: Context, *, quote_id: RecordId) -> Loaded:
    """Let a quote and its opportunity go their own ways; both keep the lines that they have."""
    quote, deal = _changeable(ctx, quote_id)
    if quote.is_syncing:
        _stop(ctx, deal)
    return Loaded(objects.of_model(Quote), {"Id": quote.id})


def _changeable(ctx: Context, quote_id: str) -> tuple[Quote, Opportunity]:
    quote: Quote = records.known(ctx, "Quote", quote_id)
    kind = objects.of_model(Quote)
    level = access_levels.of(ctx, kind, [quote.id])[quote.id]
    if not sight.may(ctx, kind, "edit") or level not in (access_levels.EDIT, access_levels.ALL):
        raise refusals.insufficient_access()
    if record_locks.is_locked(ctx, quote.opportunity_id):
        raise record_locks.locked()
    return quote, ctx.session.get_one(Opportunity, quote.opportunity_id)


def _stop(ctx: Context, deal: Opportunity) -> None:
    """Let a deal have no synced quote."""
    if deal.synced_quote_id is None:
        return
    quote = ctx.session.get_one(Quote, deal.synced_quote_id)
    quote_lines.let_go(ctx, quote)
    records.change(ctx, quote, {"IsSyncing": False}, _SYSTEM)
    records.change(ctx, deal, {"SyncedQuoteId": None}, _SYSTEM)


@before("Quote")
def _prepare(ctx: Context, saving: Saving) -> None:
    quote: Quote = saving.row
    if saving.is_new:
        _begin(ctx, quote)
    quote.grand_total = quote.total + (quote.tax or 0) + (quote.shipping or 0)


def _begin(ctx: Context, quote: Quote) -> None:
    """Take what a new quote has from its deal."""
    deal = ctx.session.get_one(Opportunity, quote.opportunity_id)
    last = ctx.session.scalar(select(func.max(Quote.number))) or "0"
    quote.number = f"{int(last) + 1:0{_DIGITS}}"
    quote.account_id, quote.currency = deal.account_id, deal.currency
    quote.pricebook_id = deal.pricebook_id
    quote.contact_id = quote.contact_id or deal.contact_id
    account = ctx.session.get(Account, deal.account_id) if deal.account_id else None
    if account is None:
        return
    for side in ("billing", "shipping"):
        parts = ("street", "city", "postal_code", "country")
        if not any(getattr(quote, f"{side}_{part}") for part in ("name", *parts)):
            setattr(quote, f"{side}_name", account.name)
            for part in parts:
                setattr(quote, f"{side}_{part}", getattr(account, f"{side}_{part}"))


@after("Quote")
def _fill(ctx: Context, saving: Saving) -> None:
    if saving.is_new:
        quote_lines.copy_deals(ctx, saving.row)


@after("QuoteLineItem", order=60)
def _sum_up(ctx: Context, saving: Saving) -> None:
    _sum(ctx, saving.row.quote_id)


@after_delete("QuoteLineItem")
@after_restore("QuoteLineItem")
def _sum_rest(ctx: Context, line: Any) -> None:
    if line.deleted_with_id != line.quote_id:  # else the quote itself goes
        _sum(ctx, line.quote_id)


def _sum(ctx: Context, quote_id: str) -> None:
    """Make a quote's totals those of its lines."""
    lines = quote_lines.of(ctx, quote_id)
    whole = sum(amounts.line_total(line.quantity, line.unit_price, None) for line in lines)
    total = sum(line.total for line in lines)
    off = Decimal(whole - total) * amounts.HUNDRED / whole if whole else Decimal(0)
    values = {
        "Subtotal": str(Decimal(whole) / amounts.HUNDRED),
        "TotalPrice": str(Decimal(total) / amounts.HUNDRED),
        "Discount": str(off),
    }
    records.change(ctx, ctx.session.get_one(Quote, quote_id), values, _SYSTEM)


@after_delete("Quote")
def _leave(ctx: Context, quote: Quote) -> None:
    """A quote in the bin is no longer synced."""
    deal = ctx.session.get_one(Opportunity, quote.opportunity_id)
    if deal.synced_quote_id == quote.id and quote.deleted_with_id != deal.id:
        _stop(ctx, deal)


@after("Opportunity", order=60)
def _follow_account(ctx: Context, saving: Saving) -> None:
    """Quotes are for the account that their deal is with."""
    deal: Opportunity = saving.row
    if saving.is_new or not saving.changed("account_id"):
        return
    theirs = select(Quote).where(Quote.opportunity_id == deal.id, ~Quote.is_deleted)
    for quote in ctx.session.scalars(theirs.order_by(Quote.id)).all():
        records.change(ctx, quote, {"AccountId": deal.account_id}, _SYSTEM)
