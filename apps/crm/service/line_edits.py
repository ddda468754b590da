"""Changing the products of a deal together, and what can be added to them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field
from sqlalchemy import or_, select

from workworld.apps.crm.models import Opportunity, OpportunityLineItem, PricebookEntry, Product
from workworld.apps.crm.models import Pricebook as Book
from workworld.apps.crm.schema import objects
from workworld.apps.crm.service import access_levels, lines, record_locks, records, refusals, sight
from workworld.apps.crm.service.refusals import RecordError, RecordRefused
from workworld.apps.crm.types import RecordId
from workworld.context import Context, Surface
from workworld.operations import Effect, operation

_PAGES = (Surface.UI,)
_entries, _products, _books = PricebookEntry.__table__.c, Product.__table__.c, Book.__table__.c
MOST_OFFERED = 50


@dataclass(frozen=True, slots=True)
class OfferedEntry:
    """A product at its price in a price book."""

    id: str
    name: str
    code: str
    book: str
    cents: int
    currency: str


@dataclass(frozen=True, slots=True)
class Lines:
    """The products of a deal.

    Args:
        deal: the opportunity.
        found: its lines in their order.
        products: what their products are called, by id.
        book: what its price book is called; empty without one.
        may_edit: whether the caller may change them.
    """

    deal: Opportunity
    found: Sequence[OpportunityLineItem]
    products: Mapping[str, str]
    book: str
    may_edit: bool


# Programs query OpportunityLineItem.
@operation(Effect.READ, scope="api", doors=_PAGES)
def list(ctx: Context, *, opportunity_id: RecordId) -> Lines:
    """List the products of a deal."""
    deal = records.known(ctx, "Opportunity", opportunity_id)
    found = lines.of(ctx, deal.id)
    named = select(_products.id, _products.name).where(
        _products.id.in_(sorted({each.product_id for each in found}))
    )
    products = {row.id: row.name for row in ctx.session.execute(named)}
    book = ctx.session.get(Book, deal.pricebook_id) if deal.pricebook_id else None
    kind = objects.of_model(OpportunityLineItem)
    level = access_levels.of(ctx, objects.of_model(Opportunity), [deal.id]).get(deal.id)
    may_edit = (
        level in (access_levels.EDIT, access_levels.ALL)
        and sight.may(ctx, kind, "edit")
        and not record_locks.is_locked(ctx, deal.id)
    )
    return Lines(deal, found, products, book.name if book else "", may_edit)


# Programs query PricebookEntry.
@operation(Effect.READ, scope="api", doors=_PAGES)
def offers(
    ctx: Context,
    *,
    opportunity_id: RecordId,
    words: Annotated[str, Field(description="What was typed.", max_length=200)] = "",
) -> Sequence[OfferedEntry]:
    """List what can be added to a deal: active products of its price book in its currency."""
    deal = records.known(ctx, "Opportunity", opportunity_id)
    kind = objects.of_model(PricebookEntry)
    table = PricebookEntry.__table__
    query = (
        select(
            _entries.id,
            _products.name,
            _products.code,
            _books.name.label("book"),
            _entries.unit_price,
            _entries.currency,
        )
        .join(Product.__table__, _products.id == _entries.product_id)
        .join(Book.__table__, _books.id == _entries.pricebook_id)
        .where(sight.rows(ctx, kind, table), _entries.is_active, _products.is_active)
        .where(~_products.is_deleted, _entries.currency == deal.currency)
    )
    if deal.pricebook_id:
        query = query.where(_entries.pricebook_id == deal.pricebook_id)
    else:
        query = query.where(_books.is_active, ~_books.is_deleted)
    if words.strip():
        wanted = words.strip()
        fits = [
            each.icontains(wanted, autoescape=True) for each in (_products.name, _products.code)
        ]
        query = query.where(or_(*fits))
    query = query.order_by(_products.name, _books.is_standard.desc(), _entries.id)
    return [
        OfferedEntry(row.id, row.name, row.code or "", row.book, row.unit_price, row.currency)
        for row in ctx.session.execute(query.limit(MOST_OFFERED))
    ]


# Programs change lines one by one, or several through the collections of their API.
@operation(Effect.WRITE, scope="api", doors=_PAGES)
def save(
    ctx: Context,
    *,
    opportunity_id: RecordId,
    changes: Annotated[
        Mapping[str, Mapping[str, Any]], Field(description="Values by the id of the line.")
    ],
    removed: Annotated[Sequence[RecordId], Field(description="Lines to be deleted.")] = (),
) -> None:
    """Change several products of a deal at once: all of them or none."""
    deal = records.known(ctx, "Opportunity", opportunity_id)
    known = {each.id: each for each in lines.of(ctx, deal.id)}
    errors: Sequence[RecordError] = ()
    for line_id, values in changes.items():
        line = known.get(line_id)
        if line is None:
            raise refusals.not_found()
        try:
            records.change(ctx, line, values)
        except RecordRefused as refusal:
            told = [(each.code, each.message, each.fields) for each in refusal.errors]
            errors = [
                *errors,
                *(
                    RecordError(code, said, tuple(f"{line_id}.{f}" for f in fields))
                    for code, said, fields in told
                ),
            ]
    if errors:
        raise RecordRefused(errors)
    for line_id in removed:
        if line_id not in known:
            raise refusals.not_found()
        records.remove(ctx, known[line_id])
