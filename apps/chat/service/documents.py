"""Canvases and lists alike: who sees, changes and shares them."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import ColumnElement, bindparam, delete, exists, or_, select

from workworld.apps.chat.models import (
    CanvasSection,
    Channel,
    Document,
    DocumentChannel,
    DocumentPerson,
    ListColumn,
    ListField,
    ListRecord,
    Membership,
)
from workworld.apps.chat.service import channels, standing, users
from workworld.context import Context
from workworld.database import insert_row, plain_rows
from workworld.directory import people
from workworld.errors import Forbidden, Invalid, Problem, Refused
from workworld.notifications.notices import notify_all, withdraw, withdraw_parts
from workworld.paging import Page, decode_cursor, page_of
from workworld.permissions import VIEWER, seen, sees, sight_of, visible, why_not
from workworld.topics import listens

READ, WRITE, OWNER = "read", "write", "owner"
_SECOND = 1_000_000
_documents = Document.__table__.c
_memberships = Membership.__table__.c
_PARTS = (
    CanvasSection.__table__.c.canvas_id,
    ListColumn.__table__.c.list_id,
    ListRecord.__table__.c.list_id,
    DocumentPerson.__table__.c.document_id,
    DocumentChannel.__table__.c.document_id,
)
"""The columns by which rows belong to a document, and go with it."""


def _inside(channel_id: ColumnElement[str]) -> ColumnElement[bool]:
    here = _memberships.channel_id == channel_id
    return exists().where(here, _memberships.person_id == VIEWER)


@sees(Document)
def _sight() -> ColumnElement[bool]:
    person, channel = DocumentPerson.__table__.c, DocumentChannel.__table__.c
    return or_(
        _documents.owner_id == VIEWER,
        _inside(_documents.channel_id),
        exists().where(person.document_id == _documents.id, person.person_id == VIEWER),
        exists().where(channel.document_id == _documents.id, _inside(channel.channel_id)),
    )


@listens("chat.document")
def _hears(ctx: Context, document_id: str) -> bool:
    return seen(ctx, Document, document_id) is not None


def topic_of(document_id: str) -> str:
    """The topic of pages that show a canvas or a list."""
    return f"chat.document:{document_id}"


def begin(
    ctx: Context, kind: str, title: str, channel_id: str | None, *, description: str = ""
) -> Document:
    """Make an empty document that the caller owns, in a channel if one is given."""
    now = ctx.clock.now_us() // _SECOND
    document = Document(
        id=ctx.ids.next_id("F"),
        kind=kind,
        title=title,
        description=description,
        owner_id=ctx.actor.person_id,
        channel_id=channel_id,
        created=now,
        updated=now,
        updated_by=ctx.actor.person_id,
        version=0,  # it is changed by what is put into it
    )
    ctx.session.add(document)
    ctx.session.flush()  # what stands in it refers to it
    return document


def changed(ctx: Context, document: Document) -> None:
    """Note who changes a document, and let pages that show it know."""
    document.version += 1
    document.updated = ctx.clock.now_us() // _SECOND
    document.updated_by = ctx.actor.person_id
    _touch(ctx, document)


def _touch(ctx: Context, document: Document) -> None:
    ctx.touch(topic_of(document.id))
    if document.channel_id is not None:
        ctx.touch(f"chat.channel:{document.channel_id}")


def drop(ctx: Context, document: Document) -> None:
    """Delete a document and all that is in it."""
    _touch(ctx, document)
    withdraw(ctx, address_of(ctx, document))
    withdraw_parts(ctx, address_of(ctx, document))
    records = select(ListRecord.id).where(ListRecord.list_id == document.id)
    ctx.session.execute(delete(ListField).where(ListField.record_id.in_(records)))
    for part in _PARTS:
        ctx.session.execute(delete(part.table).where(part == document.id))
    ctx.session.delete(document)


def page(
    ctx: Context, kind: str, channel_id: str | None, limit: int, cursor: str
) -> Page[Document]:
    """The documents of a kind that the caller may see, those changed last first: rows to read."""
    query = visible(Document).where(_documents.kind == kind)
    if channel_id is not None:
        query = query.where(_documents.channel_id == channels.known(ctx, channel_id).id)
    listing = f"{kind} documents {channel_id}"
    if cursor:
        updated, _, document_id = decode_cursor(listing, cursor).partition(" ")
        at, after = _documents.updated == int(updated), _documents.id > document_id
        query = query.where(or_(_documents.updated < int(updated), at & after))
    query = query.order_by(_documents.updated.desc(), _documents.id).limit(limit + 1)
    rows = plain_rows(ctx.session, Document, query, sight_of(ctx))
    return page_of(rows, limit, listing, lambda row: f"{row.updated} {row.id}")


def of_channel(ctx: Context, channel_id: str, kind: str) -> Sequence[Document]:
    """The documents of a kind that stand in a channel and that the caller may see."""
    query = visible(Document).where(
        _documents.kind == kind, _documents.channel_id == bindparam("in_channel")
    )
    query = query.order_by(_documents.is_main.desc(), _documents.created, _documents.id)
    return plain_rows(ctx.session, Document, query, sight_of(ctx) | {"in_channel": channel_id})


def may_write(ctx: Context, document: Document) -> bool:
    """Whether the caller may change what is in a document that they see."""
    if document.owner_id == ctx.actor.person_id:
        return True
    shared = ctx.session.get(DocumentPerson, (document.id, ctx.actor.person_id))
    if shared is not None and shared.level == WRITE:
        return True
    query = select(DocumentChannel.channel_id).where(
        DocumentChannel.document_id == document.id, DocumentChannel.level == WRITE
    )
    there = [*ctx.session.scalars(query), *filter(None, [document.channel_id])]
    return any(_may_post(ctx, channel_id) for channel_id in there)


def why_no_tab(ctx: Context, channel: Channel) -> Refused | None:
    """Why the caller cannot have a document stand in a channel, or None: who posts there may."""
    return why_not(ctx, "chat.messages.post", channel)


def _may_post(ctx: Context, channel_id: str) -> bool:
    channel = seen(ctx, Channel, channel_id)
    return channel is not None and why_no_tab(ctx, channel) is None


def may_delete(ctx: Context, document: Document) -> bool:
    """Whether the caller may delete a document that they see: its owner, and who runs its place."""
    if document.owner_id == ctx.actor.person_id:
        return True
    channel = seen(ctx, Channel, document.channel_id) if document.channel_id else None
    return channel is not None and standing.runs(ctx, channel)


def share(
    ctx: Context,
    document: Document,
    level: str,
    user_ids: Sequence[str],
    channel_ids: Sequence[str],
) -> None:
    """Share a document with people or with channels, or make it somebody else's.

    Raises:
        Invalid: ``invalid_parameters``: both or neither; ``invalid_arguments``: a channel cannot
            own anything.
        Forbidden: ``restricted_action``: only the owner makes it somebody else's.
        NotFound: ``user_not_found``, ``channel_not_found``.
    """
    _require_one_kind(user_ids, channel_ids)
    if level == OWNER:
        _hand_over(ctx, document, user_ids)
    for person_id in () if level == OWNER else user_ids:
        person = users.known(ctx, person_id)
        ctx.session.merge(DocumentPerson(document_id=document.id, person_id=person.id, level=level))
    for channel_id in channel_ids:
        channel = channels.known(ctx, channel_id)
        ctx.session.merge(
            DocumentChannel(document_id=document.id, channel_id=channel.id, level=level)
        )
    changed(ctx, document)
    _tell_shared(ctx, document, user_ids)


def unshare(
    ctx: Context, document: Document, user_ids: Sequence[str], channel_ids: Sequence[str]
) -> None:
    """Share a document no longer with these. Its owner and its own channel keep it.

    Raises:
        Invalid: ``invalid_parameters``: both or neither.
    """
    _require_one_kind(user_ids, channel_ids)
    readers, places = DocumentPerson, DocumentChannel
    ctx.session.execute(
        delete(readers).where(readers.document_id == document.id, readers.person_id.in_(user_ids))
    )
    ctx.session.execute(
        delete(places).where(places.document_id == document.id, places.channel_id.in_(channel_ids))
    )
    for person_id in user_ids:
        withdraw(ctx, address_of(ctx, document), person_id)
        withdraw_parts(ctx, address_of(ctx, document), person_id)
    changed(ctx, document)


def address_of(ctx: Context, document: Document) -> str:
    """A document's canonical address."""
    return people.canonical_url(ctx.session, "chat", f"/{document.kind}/{document.id}")


def _tell_shared(ctx: Context, document: Document, user_ids: Sequence[str]) -> None:
    notify_all(
        ctx,
        person_ids=user_ids,
        app_id="chat",
        kind="shared",
        text=f"shared the {document.kind} “{document.title}” with you",
        url=address_of(ctx, document),
    )


def _hand_over(ctx: Context, document: Document, user_ids: Sequence[str]) -> None:
    if len(user_ids) != 1:
        raise Invalid("invalid_arguments", problems=[Problem("one person can own it", "user_ids")])
    if document.owner_id != ctx.actor.person_id:
        raise Forbidden("restricted_action", "Only its owner makes it somebody else's.")
    owner = users.known(ctx, user_ids[0])
    former = DocumentPerson(document_id=document.id, person_id=document.owner_id, level=WRITE)
    insert_row(ctx.session, former)
    document.owner_id = owner.id
    readers = DocumentPerson
    ctx.session.execute(
        delete(readers).where(readers.document_id == document.id, readers.person_id == owner.id)
    )


def _require_one_kind(user_ids: Sequence[str], channel_ids: Sequence[str]) -> None:
    if bool(user_ids) == bool(channel_ids):
        raise Invalid("invalid_parameters", "Name either people or channels.")


def shared_with(ctx: Context, document: Document) -> tuple[dict[str, str], dict[str, str]]:
    """With whom a document is shared: levels by person, and by channel that the caller sees."""
    readers = select(DocumentPerson.person_id, DocumentPerson.level)
    places = select(DocumentChannel.channel_id, DocumentChannel.level)
    of_people = ctx.session.execute(
        readers.where(DocumentPerson.document_id == document.id).order_by(DocumentPerson.person_id)
    )
    of_places = ctx.session.execute(
        places.where(DocumentChannel.document_id == document.id).order_by(
            DocumentChannel.channel_id
        )
    )
    in_sight = {
        channel_id: level
        for channel_id, level in of_places.all()
        if seen(ctx, Channel, channel_id) is not None
    }
    return dict(of_people.all()), in_sight
