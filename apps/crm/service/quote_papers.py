"""Quotes as papers for customers: a PDF that is kept with the quote, and sent to them.

https://help.salesforce.com/s/articleView?id=sales.quotes_pdf.htm
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Annotated, Any, NamedTuple

from pydantic import Field
from sqlalchemy import func, select

from workworld.apps.crm.models import (
    Contact,
    ContentDocument,
    ContentDocumentLink,
    ContentVersion,
    Opportunity,
    Product,
    Quote,
    QuoteLineItem,
)
from workworld.apps.crm.schema import objects
from workworld.apps.crm.schema.kinds import CENTS
from workworld.apps.crm.service import (
    access_levels,
    emails,
    files,
    people,
    quote_lines,
    records,
)
from workworld.apps.crm.service.reading import Loaded
from workworld.apps.crm.service.refusals import refused
from workworld.apps.crm.service.saving import Options
from workworld.apps.crm.types import RecordId
from workworld.context import Context, Surface
from workworld.operations import Effect, operation
from workworld.papers import FAINT, MARGIN, WIDTH, Paper, cut, wrapped

_ACCENT = "#00857a"
_RIGHT = WIDTH - MARGIN
_COLUMNS = (MARGIN, 330, 400, 455, _RIGHT)
_LONGEST_PRODUCT, _LONGEST_LINE, _MOST_LINES = 46, 96, 40
_OFFERED = ("Presented", "Accepted", "Denied")
"""The statuses of quotes that the customer knows."""
QuoteId = Annotated[RecordId, Field(description="A quote's id.")]
# Programs make the paper themselves and attach it as a ContentVersion.
_DOORS = (Surface.UI, Surface.MCP)


class QuotePaper(NamedTuple):
    """A quote as a PDF."""

    name: str
    content: bytes


@operation(Effect.READ, scope="api", doors=(Surface.UI,))
def look(ctx: Context, *, quote_id: QuoteId) -> QuotePaper:
    """Look at the paper that a quote would be, without keeping it."""
    quote: Quote = records.known(ctx, "Quote", quote_id)
    return QuotePaper(f"Quote {quote.number}.pdf", _drawn(ctx, quote))


@operation(Effect.WRITE, scope="api", doors=_DOORS)
def create(ctx: Context, *, quote_id: QuoteId) -> ContentVersion:
    """Create a quote's PDF as it is now, and keep it among the quote's files."""
    return _kept(ctx, records.known(ctx, "Quote", quote_id))


@operation(Effect.WRITE, scope="api", doors=_DOORS)
def send(
    ctx: Context,
    *,
    quote_id: QuoteId,
    to: Annotated[
        str, Field(description="Addresses, by commas; else the quote's.", max_length=4_000)
    ] = "",
    subject: Annotated[str, Field(description="Its subject.", max_length=3_000)] = "",
    text: Annotated[str, Field(description="Plain text.", max_length=32_000)] = "",
) -> Loaded:
    """Send a quote to the customer as a PDF by e-mail; it is presented then.

    Raises:
        Invalid: ``REQUIRED_FIELD_MISSING``: nobody says where to; or a rule forbids that the quote
            is presented, as long as its discount is not approved.
    """
    quote: Quote = records.known(ctx, "Quote", quote_id)
    address = to.strip() or address_of(ctx, quote)
    if not address:
        said = "The quote has no e-mail address: give it one, or a contact that has one."
        raise refused("REQUIRED_FIELD_MISSING", said, "ToAddress")
    if quote.status not in _OFFERED:
        records.change(ctx, quote, {"Status": _OFFERED[0]})
    paper = _kept(ctx, quote)
    words = letter(ctx, quote)
    about = quote.opportunity_id
    sent = emails.send(
        ctx,
        record_id=about,
        to=address,
        subject=subject.strip() or words[0],
        text=text.strip() or words[1],
        who_id=quote.contact_id if _is_seen(ctx, quote) else None,
    )
    link = {"ContentDocumentId": paper.document_id, "LinkedEntityId": sent.id}
    records.insert(ctx, objects.of_model(ContentDocumentLink), link, Options(system=True))
    return sent


def address_of(ctx: Context, quote: Quote) -> str:
    """Where a quote goes: its own address, or that of its contact."""
    if quote.email:
        return quote.email
    contact = ctx.session.get(Contact, quote.contact_id) if _is_seen(ctx, quote) else None
    return (contact.email or "") if contact else ""


def letter(ctx: Context, quote: Quote) -> tuple[str, str]:
    """What one usually writes with a quote: subject and text."""
    contact = ctx.session.get(Contact, quote.contact_id) if _is_seen(ctx, quote) else None
    dear = (contact.first_name or contact.name) if contact else quote.billing_name or "customer"
    until = f" It holds until {_day(quote.expiration_date)}." if quote.expiration_date else ""
    mine = people.names(ctx, [people.me(ctx).id])[people.me(ctx).id]
    text = f"Dear {dear},\n\nattached is our quote {quote.number}.{until}\n\n{mine}"
    return f"Quote {quote.number}: {quote.name}"[:255], text


def _is_seen(ctx: Context, quote: Quote) -> bool:
    """Whether the quote has a contact whom the caller sees."""
    kind = objects.of_model(Contact)
    return bool(quote.contact_id and access_levels.of(ctx, kind, [quote.contact_id]))


def _kept(ctx: Context, quote: Quote) -> ContentVersion:
    count = ctx.session.scalar(
        select(func.count())
        .select_from(ContentDocumentLink)
        .join(ContentDocument, ContentDocument.id == ContentDocumentLink.document_id)
        .where(ContentDocumentLink.linked_id == quote.id, ContentDocument.extension == "pdf")
    )
    name = f"Quote {quote.number} v{(count or 0) + 1}.pdf"
    return files.attach(ctx, record_id=quote.id, name=name, content=_drawn(ctx, quote))


def _drawn(ctx: Context, quote: Quote) -> bytes:
    paper = Paper(_ACCENT)
    _head(ctx, paper, quote)
    _sides(ctx, paper, quote)
    lines = quote_lines.of(ctx, quote.id)
    _table(ctx, paper, quote, lines)
    _totals(paper, quote)
    if quote.description:
        y = paper.y + 34
        paper.text(MARGIN, y, "Notes", colour=FAINT)
        said = wrapped(quote.description, _LONGEST_LINE)[:_MOST_LINES]
        paper.lines(MARGIN, y + 15, said)
    return paper.pdf


def _head(ctx: Context, paper: Paper, quote: Quote) -> None:
    paper.text(MARGIN, 62, people.org(ctx).name, size=17)
    paper.text(_RIGHT, 62, "Quote", size=22, anchor="end")
    facts = [("Number", quote.number), ("Date", _day(people.today(ctx).isoformat()))]
    if quote.expiration_date:
        facts.append(("Valid until", _day(quote.expiration_date)))
    for place, (label, value) in enumerate(facts):
        y = 84 + place * 14
        paper.text(_RIGHT - 110, y, label, colour=FAINT, anchor="end")
        paper.text(_RIGHT, y, value, anchor="end")
    paper.text(MARGIN, 84, cut(quote.name, 52), size=11)


def _sides(ctx: Context, paper: Paper, quote: Quote) -> None:
    deal = ctx.session.get_one(Opportunity, quote.opportunity_id)
    mine = people.names(ctx, [deal.owner_id]).get(deal.owner_id, "")
    contact = ctx.session.get(Contact, quote.contact_id) if _is_seen(ctx, quote) else None
    top = 150
    known = [each for each in (contact.name, contact.title) if each] if contact else []
    columns = (
        ("Bill to", _address(quote, "billing")),
        ("Ship to", _address(quote, "shipping")),
        ("Prepared for", known),
        ("Prepared by", [mine]),
    )
    for place, (label, said) in enumerate(columns):
        x = MARGIN + place * 128
        paper.text(x, top, label, colour=FAINT)
        paper.lines(x, top + 15, [line for each in said for line in wrapped(each, 24)] or ["–"])


def _address(quote: Quote, side: str) -> list[str]:
    def part(name: str) -> str:
        return getattr(quote, f"{side}_{name}") or ""

    place = f"{part('postal_code')} {part('city')}".strip()
    return [each for each in (part("name"), part("street"), place, part("country")) if each]


def _table(ctx: Context, paper: Paper, quote: Quote, lines: Sequence[QuoteLineItem]) -> None:
    wanted = [each.product_id for each in lines]
    query = select(Product.id, Product.name, Product.code).where(Product.id.in_(wanted))
    products = {row.id: row for row in ctx.session.execute(query)}
    y = 246.0
    headings = ("Product", "Quantity", "Price", "Discount", f"Total ({quote.currency})")
    for x, text in zip(_COLUMNS, headings, strict=True):
        anchor: Any = "start" if x == MARGIN else "end"
        paper.text(x, y, text, colour=FAINT, anchor=anchor)
    paper.rule(y + 7)
    for line in lines:
        y += 22
        product = products[line.product_id]
        said = (
            cut(product.name, _LONGEST_PRODUCT),
            f"{line.quantity:g}",
            _amount(line.unit_price),
            f"{line.discount:g} %" if line.discount else "",
            _amount(line.total),
        )
        for x, text in zip(_COLUMNS, said, strict=True):
            paper.text(x, y, text, anchor="start" if x == MARGIN else "end")
        if product.code:
            y += 12
            paper.text(MARGIN, y, product.code, size=8, colour=FAINT)
        paper.rule(y + 8)
    if not lines:
        paper.text(MARGIN, y + 22, "No products", colour=FAINT)


def _totals(paper: Paper, quote: Quote) -> None:
    rows = [("Subtotal", _amount(quote.subtotal))]
    if quote.discount:
        off = quote.subtotal - quote.total
        rows.append((f"Discount ({quote.discount:g} %)", f"-{_amount(off)}"))
    rows.append(("Total price", _amount(quote.total)))
    for label, cents in (("Tax", quote.tax), ("Shipping and handling", quote.shipping)):
        if cents:
            rows.append((label, _amount(cents)))
    y = paper.y + 18
    for label, text in rows:
        y += 15
        paper.text(_RIGHT - 130, y, label, colour=FAINT, anchor="end")
        paper.text(_RIGHT, y, text, anchor="end")
    paper.rule(y + 8, _RIGHT - 260)
    paper.text(_RIGHT - 130, y + 26, "Grand total", size=11, anchor="end")
    whole = f"{quote.currency} {_amount(quote.grand_total)}"
    paper.text(_RIGHT, y + 26, whole, size=11, anchor="end")


def _amount(cents: int) -> str:
    return f"{cents / CENTS:,.2f}"


def _day(text: str | None) -> str:
    if not text:
        return ""
    day = date.fromisoformat(text)
    return f"{day:%b} {day.day}, {day.year}"
