"""Products, price books, and what a product costs by each.

https://help.salesforce.com/s/articleView?id=sales.pricebooks_overview.htm
"""

from __future__ import annotations

from sqlalchemy import select, update

from workworld.apps.crm.models import Pricebook, PricebookEntry, Product
from workworld.apps.crm.service.refusals import refused
from workworld.apps.crm.service.saving import Saving, after, before
from workworld.context import Context


@before("PricebookEntry")
def _prepare(ctx: Context, saving: Saving) -> None:
    entry: PricebookEntry = saving.row
    if not saving.is_new:
        return
    product = ctx.session.get_one(Product, entry.product_id)
    entry.name, entry.product_code = product.name, product.code
    if _is_known(ctx, entry, PricebookEntry.pricebook_id == entry.pricebook_id):
        said = "This price definition already exists in this price book"
        raise refused("DUPLICATE_VALUE", said)
    book = ctx.session.get_one(Pricebook, entry.pricebook_id)
    if book.is_standard:
        return
    standard = select(Pricebook.id).where(Pricebook.is_standard)
    if not _is_known(ctx, entry, PricebookEntry.pricebook_id.in_(standard)):
        said = "No standard price defined for this product"
        raise refused("STANDARD_PRICE_NOT_DEFINED", said)


def _is_known(ctx: Context, entry: PricebookEntry, within: object) -> bool:
    """Whether there is an entry for the same product and currency."""
    query = select(PricebookEntry.id).where(
        PricebookEntry.product_id == entry.product_id,
        PricebookEntry.currency == entry.currency,
        PricebookEntry.id != entry.id,
        ~PricebookEntry.is_deleted,
        within,  # type: ignore[arg-type]
    )
    return ctx.session.scalar(query.limit(1)) is not None


@after("Product2")
def _rename_entries(ctx: Context, saving: Saving) -> None:
    product: Product = saving.row
    if saving.is_new or not (saving.changed("name") or saving.changed("code")):
        return
    entries = update(PricebookEntry).where(PricebookEntry.product_id == product.id)
    ctx.session.execute(entries.values(name=product.name, product_code=product.code))
