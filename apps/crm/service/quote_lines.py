"""The lines of quotes, and how those of a synced quote and of its deal follow one another.

What the organisation does itself to keep them alike is not followed in turn.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from sqlalchemy import select

from workworld.apps.crm.models import Opportunity, OpportunityLineItem, Quote, QuoteLineItem
from workworld.apps.crm.schema import amounts, objects
from workworld.apps.crm.service import lines, priced_lines, record_locks, records
from workworld.apps.crm.service.saving import (
    Options,
    Saving,
    after,
    after_delete,
    after_restore,
    before,
    before_delete,
)
from workworld.context import Context

_DIGITS = 8
_SYSTEM = Options(system=True, notify=False)


def of(ctx: Context, quote_id: str) -> Sequence[QuoteLineItem]:
    """A quote's lines in their order: objects, whoever may see them."""
    query = select(QuoteLineItem).where(
        QuoteLineItem.quote_id == quote_id, ~QuoteLineItem.is_deleted
    )
    order = (QuoteLineItem.sort_order, QuoteLineItem.id)
    return ctx.session.scalars(query.order_by(*order)).all()


def copy_deals(ctx: Context, quote: Quote) -> None:
    """Give a new quote the lines that its deal has."""
    for line in lines.of(ctx, quote.opportunity_id):
        _offer(ctx, quote, line)


def replace_deals(ctx: Context, quote: Quote) -> None:
    """Give a deal the lines of a quote instead of its own, and tie each to the quote's."""
    for old in lines.of(ctx, quote.opportunity_id):
        records.remove(ctx, old, with_id=old.id)  # along with nothing that could come back
    deal = ctx.session.get_one(Opportunity, quote.opportunity_id)
    if quote.pricebook_id and deal.pricebook_id != quote.pricebook_id:
        records.change(ctx, deal, {"Pricebook2Id": quote.pricebook_id}, _SYSTEM)
    for line in of(ctx, quote.id):
        line.line_id = _sell(ctx, quote, line).id


def let_go(ctx: Context, quote: Quote) -> None:
    """Untie a quote's lines from those of its deal."""
    for line in of(ctx, quote.id):
        line.line_id = None


@before("QuoteLineItem")
def _prepare(ctx: Context, saving: Saving) -> None:
    line: QuoteLineItem = saving.row
    quote = ctx.session.get_one(Quote, line.quote_id)
    if not saving.options.system:
        _require_unlocked(ctx, quote)
    if saving.is_new:
        _, book = priced_lines.begin(ctx, saving, quote)
        if quote.pricebook_id is None:
            records.change(ctx, quote, {"Pricebook2Id": book.id}, _SYSTEM)
        line.name = _number(ctx, quote)
        if line.sort_order is None:
            line.sort_order = priced_lines.next_place(of(ctx, quote.id))
    priced_lines.total_up(saving)


@before_delete("QuoteLineItem", order=10)
def _keep(ctx: Context, line: QuoteLineItem) -> None:
    if line.deleted_with_id is None:
        _require_unlocked(ctx, ctx.session.get_one(Quote, line.quote_id))


def _require_unlocked(ctx: Context, quote: Quote) -> None:
    """Leave what a deal's amount follows from, while the deal waits for approval."""
    if quote.is_syncing and record_locks.is_locked(ctx, quote.opportunity_id):
        raise record_locks.locked()


def _number(ctx: Context, quote: Quote) -> str:
    """The next number of a line within a quote, those in the bin counted."""
    known = select(QuoteLineItem.name).where(QuoteLineItem.quote_id == quote.id)
    last = max((int(each) for each in ctx.session.scalars(known)), default=0)
    return f"{last + 1:0{_DIGITS}}"


@after("QuoteLineItem")
def _sell_as_offered(ctx: Context, saving: Saving) -> None:
    """Let the deal follow its synced quote."""
    line: QuoteLineItem = saving.row
    quote = ctx.session.get_one(Quote, line.quote_id)
    if saving.options.system or not quote.is_syncing:
        return
    if saving.is_new:
        line.line_id = _sell(ctx, quote, line).id
    elif line.line_id:
        theirs = ctx.session.get_one(OpportunityLineItem, line.line_id)
        records.change(ctx, theirs, _values(line), _SYSTEM)


@after("OpportunityLineItem", order=60)
def _offer_as_sold(ctx: Context, saving: Saving) -> None:
    """Let the synced quote follow its deal."""
    line: OpportunityLineItem = saving.row
    quote = _synced(ctx, line)
    if saving.options.system or quote is None:
        return
    theirs = _offered(ctx, line)
    if theirs is not None:
        records.change(ctx, theirs, _values(line), _SYSTEM)
    elif saving.is_new:
        _offer(ctx, quote, line).line_id = line.id


@after_delete("QuoteLineItem")
def _sell_no_more(ctx: Context, line: QuoteLineItem) -> None:
    theirs = ctx.session.get(OpportunityLineItem, line.line_id) if line.line_id else None
    if theirs is not None and not theirs.is_deleted and line.deleted_with_id is None:
        records.remove(ctx, theirs, with_id=line.id)


@after_delete("OpportunityLineItem")
def _offer_no_more(ctx: Context, line: OpportunityLineItem) -> None:
    theirs = _offered(ctx, line)
    if theirs is not None and line.deleted_with_id is None:
        records.remove(ctx, theirs, with_id=line.id)


@after_restore("OpportunityLineItem", "QuoteLineItem")
def _come_back(ctx: Context, line: Any) -> None:
    """What comes back to one of the two while they are synced comes to the other as well."""
    if isinstance(line, OpportunityLineItem):
        quote = _synced(ctx, line)
        if quote is not None and not quote.is_deleted and _offered(ctx, line) is None:
            _offer(ctx, quote, line).line_id = line.id
        return
    quote = ctx.session.get_one(Quote, line.quote_id)
    theirs = ctx.session.get(OpportunityLineItem, line.line_id) if line.line_id else None
    deal = ctx.session.get_one(Opportunity, quote.opportunity_id)
    if quote.is_syncing and not deal.is_deleted and (theirs is None or theirs.is_deleted):
        line.line_id = _sell(ctx, quote, line).id


def _synced(ctx: Context, line: OpportunityLineItem) -> Quote | None:
    """The quote with which the deal of a line is synced."""
    deal = ctx.session.get_one(Opportunity, line.opportunity_id)
    return ctx.session.get(Quote, deal.synced_quote_id) if deal.synced_quote_id else None


def _offered(ctx: Context, line: OpportunityLineItem) -> QuoteLineItem | None:
    """The line of the synced quote that is the same as a deal's."""
    query = (
        select(QuoteLineItem)
        .join(Quote, Quote.id == QuoteLineItem.quote_id)
        .where(QuoteLineItem.line_id == line.id, Quote.is_syncing, ~QuoteLineItem.is_deleted)
    )
    return ctx.session.scalars(query).first()


def _offer(ctx: Context, quote: Quote, line: OpportunityLineItem) -> QuoteLineItem:
    """Give a quote a line like a deal's."""
    values = {"QuoteId": quote.id, "PricebookEntryId": line.entry_id, **_values(line)}
    made: QuoteLineItem = records.insert(ctx, objects.of_model(QuoteLineItem), values, _SYSTEM)
    return made


def _sell(ctx: Context, quote: Quote, line: QuoteLineItem) -> OpportunityLineItem:
    """Give a deal a line like a quote's."""
    named = {"OpportunityId": quote.opportunity_id, "PricebookEntryId": line.entry_id}
    kind = objects.of_model(OpportunityLineItem)
    made: OpportunityLineItem = records.insert(ctx, kind, {**named, **_values(line)}, _SYSTEM)
    return made


def _values(line: OpportunityLineItem | QuoteLineItem) -> Mapping[str, Any]:
    """What the two kinds of lines have in common, as callers would send it."""
    return {
        "Quantity": line.quantity,
        "UnitPrice": str(Decimal(line.unit_price) / amounts.HUNDRED),
        "Discount": line.discount,
        "ServiceDate": line.service_date,
        "SortOrder": line.sort_order,
        "Description": line.description,
    }
