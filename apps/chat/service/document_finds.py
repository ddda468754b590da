"""What the search over all apps finds of canvases and lists."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, Select, exists, func, or_, select

from workworld.apps.chat.models import (
    CanvasSection,
    Channel,
    Document,
    ListField,
    ListRecord,
)
from workworld.apps.chat.models.documents import CANVAS
from workworld.apps.chat.service import documents, links, titles
from workworld.context import Context
from workworld.database import plain_rows
from workworld.paging import decode_cursor, encode_cursor
from workworld.permissions import seen, sight_of, visible
from workworld.search.palette import Place
from workworld.search.providers import Found, Hit, searches

_SECOND = 1_000_000
_MOST_PLACES = 200
_LISTING = "documents found"
_documents = Document.__table__.c


@searches("chat.documents", title="Canvases and lists")
def find_documents(ctx: Context, words: Sequence[str], limit: int, cursor: str) -> Found:
    """Find canvases and lists by their names, descriptions, and what stands in them."""
    query = visible(Document).where(*(_holds(word) for word in words))
    total = ctx.session.scalar(select(func.count()).select_from(query.subquery()), sight_of(ctx))
    start = int(decode_cursor(_LISTING, cursor)) if cursor else 0
    ordered = query.order_by(_documents.updated.desc(), _documents.id)
    rows = plain_rows(ctx.session, Document, ordered.offset(start).limit(limit), sight_of(ctx))
    has_more = start + limit < (total or 0)
    following = encode_cursor(_LISTING, str(start + limit)) if has_more else None
    return Found([_hit(ctx, row, words) for row in rows], total or 0, following)


def places(ctx: Context) -> list[Place]:
    """The canvases and lists that the caller sees, those changed last first."""
    query = visible(Document).order_by(_documents.updated.desc(), _documents.id)
    rows = plain_rows(ctx.session, Document, query.limit(_MOST_PLACES), sight_of(ctx))
    return [
        Place(row.title, documents.address_of(ctx, row), links.ICONS[row.kind], row.kind.title())
        for row in rows
    ]


def _holds(word: str) -> ColumnElement[bool]:
    """A word stands in the title, the description, or something that is in the document."""
    named = (_documents.title, _documents.description)
    own = [column.icontains(word, autoescape=True) for column in named]
    inside = exists(_sections(word).where(CanvasSection.canvas_id == _documents.id))
    held = exists(_fields(word).where(ListRecord.list_id == _documents.id))
    return or_(*own, inside, held)


def _sections(word: str) -> Select[Any]:
    return select(CanvasSection.text).where(CanvasSection.text.icontains(word, autoescape=True))


def _fields(word: str) -> Select[Any]:
    query = select(ListField.text).join(ListRecord, ListRecord.id == ListField.record_id)
    return query.where(ListField.text.icontains(word, autoescape=True))


def _hit(ctx: Context, row: Document, words: Sequence[str]) -> Hit:
    channel = seen(ctx, Channel, row.channel_id) if row.channel_id else None
    return Hit(
        title=row.title,
        url=documents.address_of(ctx, row),
        icon=links.ICONS[row.kind],
        excerpt=_excerpt(ctx, row, words),
        when_us=row.updated * _SECOND,
        place=titles.label(ctx, channel) if channel else "",
    )


def _excerpt(ctx: Context, row: Document, words: Sequence[str]) -> str:
    """The first of what is in a document that holds one of the words."""
    for word in words:
        inside = _sections(word).where(CanvasSection.canvas_id == row.id)
        held = _fields(word).where(ListRecord.list_id == row.id)
        query = (
            inside.order_by(CanvasSection.position)
            if row.kind == CANVAS
            else held.order_by(ListRecord.position, ListField.column_id)
        )
        if found := ctx.session.scalars(query.limit(1)).first():
            return str(found)
    return row.description
