"""Canvases as somebody reads them: names of people and channels, own addresses theirs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from markupsafe import Markup

from workworld.apps.chat.service import canvas_sections, wording
from workworld.apps.chat.service.canvases import Canvas
from workworld.context import Context
from workworld.directory import people
from workworld.links.addresses import canonical_url, rendered
from workworld.richtext.html_writer import to_html
from workworld.richtext.names import Names
from workworld.richtext.nodes import Document, mentioned
from workworld.richtext.plain import to_plain


def html_of(ctx: Context, canvas: Canvas) -> Markup:
    """All of a canvas as HTML."""
    docs = [canvas_sections.document_of(row) for row in canvas.sections]
    names = names_of(ctx, docs, partial(_channel_address, ctx))
    return Markup("\n").join(to_html(doc, names) for doc in docs)


def words_of(ctx: Context, canvas: Canvas) -> str:
    """All of a canvas as plain text."""
    docs = [canvas_sections.document_of(row) for row in canvas.sections]
    names = names_of(ctx, docs, str)
    return "\n".join(to_plain(doc, names) for doc in docs)


def names_of(ctx: Context, docs: Sequence[Document], channel_url: Callable[[str], str]) -> Names:
    """What people and channels in these documents are called, for the caller."""
    known = people.by_ids(ctx.session, {who for doc in docs for who in mentioned(doc)})
    names = wording.names_in(ctx, docs, known, channel_url)
    return replace(names, address=partial(rendered, ctx))


def _channel_address(ctx: Context, channel_id: str) -> str:
    return rendered(ctx, canonical_url(ctx, "chat", f"/c/{channel_id}"))
