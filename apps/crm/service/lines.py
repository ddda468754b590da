"""What is sold with a deal: its lines, their prices, and the sum that is its amount.

https://help.salesforce.com/s/articleView?id=sales.products_on_opportunities.htm
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from sqlalchemy import select

from workworld.apps.crm.models import Opportunity, OpportunityLineItem
from workworld.apps.crm.schema import amounts
from workworld.apps.crm.service import priced_lines, records
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
    if saving.is_new:
        _begin(ctx, saving)
    priced_lines.total_up(saving)


@after("OpportunityLineItem")
def _sum_up(ctx: Context, saving: Saving) -> None:
    line: OpportunityLineItem = saving.row
    _sum(ctx, line.opportunity_id)


@after_delete("OpportunityLineItem")
@after_restore("OpportunityLineItem")
def _sum_rest(ctx: Context, line: OpportunityLineItem) -> None:
    if line.deleted_with_id not in (line.opportunity_id, line.id):  # else the rest goes as well
        _sum(ctx, line.opportunity_id)


def _begin(ctx: Context, saving: Saving) -> None:
    line: OpportunityLineItem = saving.row
    deal = ctx.session.get_one(Opportunity, line.opportunity_id)
    product, book = priced_lines.begin(ctx, saving, deal)
    if deal.pricebook_id is None:
        records.change(ctx, deal, {"Pricebook2Id": book.id}, Options(system=True))
    line.name = f"{deal.name} {product.name}"[:_NAME_LENGTH]
    if line.sort_order is None:
        line.sort_order = priced_lines.next_place(of(ctx, deal.id))


def _sum(ctx: Context, opportunity_id: str) -> None:
    """Make a deal's amount the sum of its lines; without lines it stays what it was."""
    known = of(ctx, opportunity_id)
    if not known:
        return
    amount = str(Decimal(sum(line.total for line in known)) / amounts.HUNDRED)
    quantity = float(sum(amounts.exact(line.quantity) for line in known))
    deal = ctx.session.get_one(Opportunity, opportunity_id)
    values = {"Amount": amount, "TotalOpportunityQuantity": quantity}
    records.change(ctx, deal, values, Options(system=True))
