"""Lines of opportunities and of quotes: what each takes from a price book, and comes to."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from workworld.apps.crm.models import Opportunity, Pricebook, PricebookEntry, Product, Quote
from workworld.apps.crm.schema import amounts, objects
from workworld.apps.crm.service.refusals import refused, required
from workworld.apps.crm.service.saving import Saving
from workworld.context import Context


class Sold(NamedTuple):
    """What a line is about."""

    product: Product
    book: Pricebook


def begin(ctx: Context, saving: Saving, holder: Opportunity | Quote) -> Sold:
    """Take what a new line has from the entry of the price book that it names.

    Args:
        ctx: whose step it is.
        saving: the line.
        holder: what it is to belong to, whose price book and currency it must have.

    Raises:
        RecordRefused: ``FIELD_INTEGRITY_EXCEPTION``: it cannot have that entry.
    """
    line = saving.row
    entry = ctx.session.get_one(PricebookEntry, line.entry_id)
    product = ctx.session.get_one(Product, entry.product_id)
    book = ctx.session.get_one(Pricebook, entry.pricebook_id)
    reason = _why_unfit(holder, entry, product, book)
    if reason is not None and not saving.options.system:  # what is copied was fit once
        said = f"field integrity exception: PricebookEntryId ({reason})"
        raise refused("FIELD_INTEGRITY_EXCEPTION", said, "PricebookEntryId")
    line.product_id = product.id
    line.list_price = entry.unit_price
    if line.unit_price is None:
        line.unit_price = entry.unit_price
    return Sold(product, book)


def total_up(saving: Saving) -> None:
    """Set a line's total from its quantity, price and discount, if they make sense.

    Raises:
        RecordRefused: they do not.
    """
    line = saving.row
    if line.quantity == 0:
        said = "Quantity: a line has a quantity other than zero"
        saving.refuse("FIELD_INTEGRITY_EXCEPTION", said, "Quantity")
    if not 0 <= (line.discount or 0) <= 100:
        label = saving.sobject.fields["discount"].label
        said = f"{label}: value outside of valid range on numeric field"
        saving.refuse("NUMBER_OUTSIDE_VALID_RANGE", said, "Discount")
    price: int | None = line.unit_price
    if price is None:
        saving.errors.append(required(["UnitPrice"]))
    saving.settle()  # a total follows only from what makes sense
    line.total = amounts.line_total(line.quantity, price or 0, line.discount)


def next_place(known: Iterable[Any]) -> int:
    """The place behind the lines that there are."""
    return max((each.sort_order or 0 for each in known), default=0) + 1


def _why_unfit(
    holder: Opportunity | Quote, entry: PricebookEntry, product: Product, book: Pricebook
) -> str | None:
    """Why a deal or a quote cannot have a line with an entry; None if it can."""
    what = objects.of_model(type(holder)).label.lower()
    if entry.is_deleted or not entry.is_active or product.is_deleted or not product.is_active:
        return "pricebook entry is inactive"
    if holder.pricebook_id and holder.pricebook_id != entry.pricebook_id:
        return f"pricebook entry is in a different pricebook than the one assigned to the {what}"
    if holder.pricebook_id is None and not book.is_active:
        return "pricebook is inactive"
    if holder.currency != entry.currency:
        return f"pricebook entry currency code does not match {what} currency code"
    return None
