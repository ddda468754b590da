"""What is sold with a deal: its lines, their prices, and the sum that is its amount.

https://help.salesforce.com/s/articleView?id=sales.products_on_opportunities.htm
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from sqlalchemy import select

from workworld.apps.crm.models import (
    Opportunity,
    OpportunityLineItem,
    Pricebook,
    PricebookEntry,
    Product,
)
from workworld.apps.crm.schema import amounts
from workworld.apps.crm.service import records
from workworld.apps.crm.service.refusals import refused, required
from workworld.apps.crm.service.saving import (
    Options,
    Saving,
    after,
    after_delete,
    after_restore,
    before,
)
from workworld.context import Context

_NAME_LENGTH = 376


def of(ctx: Context, opportunity_id: str) -> Sequence[OpportunityLineItem]:
    """A deal's lines in their order: objects, whoever may see them."""
    query = select(OpportunityLineItem).where(
        OpportunityLineItem.opportunity_id == opportunity_id, ~OpportunityLineItem.is_deleted
    )
    order = (OpportunityLineItem.sort_order, OpportunityLineItem.id)
    return ctx.session.scalars(query.order_by(*order)).all()


@before("OpportunityLineItem")
def _prepare(ctx: Context, saving: Saving) -> None:
    line: OpportunityLineItem = saving.row
    if saving.is_new:
        _begin(ctx, saving)
    _require_sense(saving)
    saving.settle()  # a total follows only from what makes sense
    line.total = amounts.line_total(line.quantity, line.unit_price, line.discount)


@after("OpportunityLineItem")
def _sum_up(ctx: Context, saving: Saving) -> None:
    line: OpportunityLineItem = saving.row
    _sum(ctx, line.opportunity_id)


@after_delete("OpportunityLineItem")
@after_restore("OpportunityLineItem")
def _sum_rest(ctx: Context, line: OpportunityLineItem) -> None:
    if line.deleted_with_id is None:  # else the deal itself goes
        _sum(ctx, line.opportunity_id)


def _begin(ctx: Context, saving: Saving) -> None:
    """Take what a new line has from the entry of the price book that it names."""
    line: OpportunityLineItem = saving.row
    entry = ctx.session.get_one(PricebookEntry, line.entry_id)
    product = ctx.session.get_one(Product, entry.product_id)
    deal = ctx.session.get_one(Opportunity, line.opportunity_id)
    book = ctx.session.get_one(Pricebook, entry.pricebook_id)
    if (reason := _why_unfit(deal, entry, product, book)) is not None:
        said = f"field integrity exception: PricebookEntryId ({reason})"
        raise refused("FIELD_INTEGRITY_EXCEPTION", said, "PricebookEntryId")
    if deal.pricebook_id is None:
        records.change(ctx, deal, {"Pricebook2Id": book.id}, Options(system=True))
    line.product_id = product.id
    line.name = f"{deal.name} {product.name}"[:_NAME_LENGTH]
    line.list_price = entry.unit_price
    if saving.row.unit_price is None:
        line.unit_price = entry.unit_price
    if line.sort_order is None:
        known = [each.sort_order or 0 for each in of(ctx, deal.id)]
        line.sort_order = max(known, default=0) + 1


def _why_unfit(
    deal: Opportunity, entry: PricebookEntry, product: Product, book: Pricebook
) -> str | None:
    """Why a deal cannot have a line with an entry; None if it can."""
    if entry.is_deleted or not entry.is_active or product.is_deleted or not product.is_active:
        return "pricebook entry is inactive"
    if deal.pricebook_id and deal.pricebook_id != entry.pricebook_id:
        return (
            "pricebook entry is in a different pricebook than the one assigned to the opportunity"
        )
    if deal.pricebook_id is None and not book.is_active:
        return "pricebook is inactive"
    if deal.currency != entry.currency:
        return "pricebook entry currency code does not match opportunity currency code"
    return None


def _require_sense(saving: Saving) -> None:
    line: OpportunityLineItem = saving.row
    if line.quantity == 0:
        said = "Quantity: a product on an opportunity has a quantity other than zero"
        saving.refuse("FIELD_INTEGRITY_EXCEPTION", said, "Quantity")
    if not 0 <= (line.discount or 0) <= 100:
        said = "Line Item Discount (%): value outside of valid range on numeric field"
        saving.refuse("NUMBER_OUTSIDE_VALID_RANGE", said, "Discount")
    if saving.row.unit_price is None:
        saving.errors.append(required(["UnitPrice"]))


def _sum(ctx: Context, opportunity_id: str) -> None:
    """Make a deal's amount the sum of its lines; without lines it stays what it was."""
    known = of(ctx, opportunity_id)
    deal = ctx.session.get_one(Opportunity, opportunity_id)
    if not known:
        return
    amount = sum(line.total for line in known)
    quantity = float(sum(amounts.exact(line.quantity) for line in known))
    values = {"Amount": str(Decimal(amount) / 100), "TotalOpportunityQuantity": quantity}
    records.change(ctx, deal, values, Options(system=True))
