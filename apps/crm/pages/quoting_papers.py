"""A quote as a paper: looked at, kept with the quote, and sent to the customer."""

from __future__ import annotations

from typing import Any

import flask

from workworld.apps.crm.models import Quote
from workworld.apps.crm.pages import entries
from workworld.apps.crm.pages.blueprint import BLUEPRINT, record_url
from workworld.apps.crm.pages.records import MENDABLE, gone_to, record_page, refused_dialog
from workworld.apps.crm.service import quote_papers, records
from workworld.apps.crm.service.quote_papers import QuotePaper
from workworld.apps.crm.service.reading import Loaded
from workworld.context import Context
from workworld.doors.web import nothing, page

_QUOTE, _DIALOG = "Quote", "send-quote"
_WORDS = ("to", "subject", "text")


@BLUEPRINT.get("/Quote/<record_id>/paper.pdf")
def quote_paper(record_id: str) -> Any:
    """The paper that a quote is now."""

    def present(_ctx: Context, paper: QuotePaper) -> QuotePaper:
        return paper

    paper = page(quote_papers.look, present, quote_id=record_id)
    headers = {"Content-Disposition": f'inline; filename="{paper.name}"'}
    return flask.Response(paper.content, mimetype="application/pdf", headers=headers)


@BLUEPRINT.get("/Quote/<record_id>/paper")
def paper_form(record_id: str) -> str:
    """Ask whether a quote's paper is to be kept as it is now."""
    return record_page(_QUOTE, record_id, "dialog_paper.html", problem="")


@BLUEPRINT.post("/Quote/<record_id>/paper")
def keep_paper(record_id: str) -> Any:
    """Keep a quote's paper among its files."""
    try:
        page(quote_papers.create, nothing, quote_id=record_id)
    except MENDABLE as refusal:
        body = record_page(_QUOTE, record_id, "dialog_paper.html", problem=refusal.message)
        return refused_dialog(body, refusal, "quote-paper")
    return gone_to(record_url(_QUOTE, record_id, tab="related"))


@BLUEPRINT.get("/Quote/<record_id>/send")
def send_form(record_id: str) -> str:
    """Ask where a quote is to be sent, and with which words."""
    return _dialog(record_id, {}, "")


@BLUEPRINT.post("/Quote/<record_id>/send")
def send_quote(record_id: str) -> Any:
    """Send a quote to the customer."""
    form = entries.entered(flask.request.form)
    given: dict[str, Any] = {name: entries.one(form, name) for name in _WORDS}
    try:
        page(quote_papers.send, nothing, quote_id=record_id, **given)
    except MENDABLE as refusal:
        return refused_dialog(_dialog(record_id, given, refusal.message), refusal, _DIALOG)
    return gone_to(record_url(_QUOTE, record_id))


def _dialog(record_id: str, given: dict[str, Any], problem: str) -> str:
    def present(ctx: Context, loaded: Loaded) -> dict[str, str]:
        quote = ctx.session.get_one(Quote, loaded.id)
        subject, text = quote_papers.letter(ctx, quote)
        return {"to": quote_papers.address_of(ctx, quote), "subject": subject, "text": text}

    usual = page(records.get, present, sobject=_QUOTE, record_id=record_id)
    return record_page(
        _QUOTE, record_id, "dialog_send_quote.html", sent={**usual, **given}, problem=problem
    )
