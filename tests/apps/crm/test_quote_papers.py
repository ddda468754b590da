"""Quotes as papers: what stands on them, where they are kept, and to whom they go."""

from __future__ import annotations

import pytest
from sqlalchemy import select
from tests.apps.crm.floor import FINANCE, MANAGER, REP, Floor
from tests.apps.crm.page_kit import Pages
from tests.apps.crm.shop import open_shop
from tests.kit import Doors

from workworld.apps.crm.models import (
    ContentDocument,
    ContentDocumentLink,
    EmailMessage,
    QuoteLineItem,
)
from workworld.apps.crm.service import approvals, quote_papers
from workworld.identity import Authority
from workworld.papers import wrapped


@pytest.fixture
def quote(floor: Floor) -> str:
    """A quote of two products, without an address."""
    shop = open_shop(floor)
    line = {"OpportunityId": shop.deal, "PricebookEntryId": shop.standard, "Quantity": 2}
    floor.create("OpportunityLineItem", **line)
    return floor.create("Quote", OpportunityId=shop.deal, Name="Gates for Zürich & Kraków")


def files_of(floor: Floor, record_id: str) -> list[str]:
    links = ContentDocumentLink
    query = select(ContentDocument.title).join(links, links.document_id == ContentDocument.id)
    found = floor.rows(query.where(links.linked_id == record_id).order_by(links.id))
    return sorted(each.title for each in found)


def give_away(floor: Floor, quote: str, percent: float) -> None:
    """Let the quote's line have a discount."""
    lines = floor.rows(select(QuoteLineItem.id).where(QuoteLineItem.quote_id == quote))
    floor.update(lines[0].id, Discount=percent)


def test_a_paper_is_the_same_each_time_and_kept_with_the_quote(floor: Floor, quote: str) -> None:
    first = floor.do(quote_papers.look, quote_id=quote)
    again = floor.do(quote_papers.look, quote_id=quote)
    assert first.content == again.content
    assert first.content.startswith(b"%PDF")
    assert len(first.content) > 5_000  # with letters, and not blank
    floor.do(quote_papers.create, quote_id=quote)
    floor.do(quote_papers.create, quote_id=quote)
    number = floor.row(quote).number
    assert files_of(floor, quote) == [f"Quote {number} v1", f"Quote {number} v2"]
    assert floor.refused(quote_papers.create, by=FINANCE, quote_id=quote).code


def test_a_quote_that_is_sent_is_presented(floor: Floor, quote: str) -> None:
    refusal = floor.refused(quote_papers.send, quote_id=quote)
    assert "no e-mail address" in refusal.message
    floor.update(quote, Email="buyer@larkspur.example")
    sent = floor.do(quote_papers.send, quote_id=quote)
    mail = floor.row(sent.id)
    assert (mail.to_address, mail.related_to_id) == (
        "buyer@larkspur.example",
        floor.row(quote).opportunity_id,
    )
    assert floor.row(quote).status == "Presented"
    assert files_of(floor, sent.id) == files_of(floor, quote)
    assert len(files_of(floor, quote)) == 1


def test_a_large_discount_is_approved_before_a_quote_is_sent(floor: Floor, quote: str) -> None:
    floor.update(quote, Email="buyer@larkspur.example")
    give_away(floor, quote, 25)
    refusal = floor.refused(quote_papers.send, quote_id=quote)
    assert "Submit the discount for approval" in refusal.message
    assert floor.rows(select(EmailMessage.id).where(EmailMessage.to_address.like("buyer@%"))) == []
    asked = floor.do(approvals.submit, record_id=quote)
    floor.do(approvals.act, by=MANAGER, approval_id=asked.id, action="Approve")
    assert floor.row(quote).approved_discount == 25
    floor.do(quote_papers.send, quote_id=quote)
    give_away(floor, quote, 30)
    assert floor.not_updated(quote, Status="Accepted").message.startswith("Submit")


def test_a_quote_goes_its_way_on_pages(floor: Floor, quote: str, authority: Authority) -> None:
    pages = Pages(Doors(floor.world, authority, floor.people[REP]))
    here = f"/Quote/{quote}"
    assert "E-mail Quote" in pages.words(here)
    paper = pages.client.get(f"{here}/paper.pdf")
    assert paper.mimetype == "application/pdf"
    assert paper.data.startswith(b"%PDF")
    assert "Save to quote" in pages.read(f"{here}/paper")
    pages.submit(f"{here}/paper")
    assert len(files_of(floor, quote)) == 1
    assert "Gates for Zürich & Kraków" in pages.read(f"{here}/send")
    again = pages.submit(f"{here}/send", 422, to="", subject="Ours", text="Read this")
    assert "Read this" in again
    pages.submit(f"{here}/send", to="buyer@larkspur.example", subject="Ours", text="Read this")
    (mail,) = floor.rows(select(EmailMessage.text_body).where(EmailMessage.subject == "Ours"))
    assert mail.text_body == "Read this"
    assert pages.client.get("/Quote/0Q0000000000000AAA/paper.pdf").status_code == 404


def test_lines_break_between_words() -> None:
    assert wrapped("one two three\nfour", 8) == ["one two", "three", "four"]
