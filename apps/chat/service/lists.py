"""Lists: tables of records that people keep together.

https://docs.slack.dev/surfaces/lists
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field
from sqlalchemy import func, select

from workworld.apps.chat.models import Channel, Document, ListColumn, ListRecord
from workworld.apps.chat.models.documents import LIST
from workworld.apps.chat.service import channels, documents, list_columns, list_fields
from workworld.apps.chat.service.list_columns import Column
from workworld.apps.chat.service.list_fields import Row
from workworld.apps.chat.types import (
    AccessLevel,
    ChannelId,
    Cursor,
    DocumentTitle,
    ListId,
    PageSize,
    SharedChannels,
    SharedPeople,
)
from workworld.context import Context, Surface
from workworld.database import plain_rows
from workworld.errors import Forbidden, Invalid, NotFound, Refused
from workworld.operations import Effect, operation
from workworld.paging import Page, decode_cursor, page_of
from workworld.permissions import permits, require, seen, sight_of, visible

_DEFAULT = (Column(name="Name", type="text"),)
Description = Annotated[str, Field(description="What it is for.", max_length=2000)]


@dataclass(frozen=True, slots=True)
class Table:
    """A list, its columns, and some of its records."""

    document: Document
    columns: Sequence[ListColumn]
    rows: Page[Row]


@operation(Effect.WRITE, scope="lists:write")
def create(
    ctx: Context,
    *,
    name: DocumentTitle,
    description: Description = "",
    columns: Annotated[
        Sequence[Column], Field(description="Its columns.", max_length=30)
    ] = _DEFAULT,
    channel_id: Annotated[
        ChannelId | None, Field(description="The channel in which it is to be a tab.")
    ] = None,
) -> Document:
    """Create a list, which the caller owns; in a channel, its members read and write it too.

    Its first text column names the records.
    """
    channel = None if channel_id is None else channels.known(ctx, channel_id)
    if channel is not None:
        require(ctx, "chat.lists.create.in_channel", channel)
    document = documents.begin(ctx, LIST, _named(name), channel_id, description=description.strip())
    for wanted in list_columns.in_order(columns):
        _add_column(ctx, document, wanted)
    documents.changed(ctx, document)
    _tell(ctx, "chat.list_created", document)
    return document


@operation(Effect.READ, scope="lists:read", doors=(Surface.MCP, Surface.UI))
def read(
    ctx: Context,
    *,
    list_id: Annotated[ListId | None, Field(description="Which list.")] = None,
    title: Annotated[str, Field(description="What it is called, without its id.")] = "",
    limit: PageSize = 100,
    cursor: Cursor = "",
) -> Table:
    """Read a list: its columns, and its records in order.

    One that the caller may not see is ``list_not_found``, as if it did not exist.
    """
    document = _titled(ctx, title) if list_id is None else known(ctx, list_id)
    columns = list_fields.columns_of(ctx, document)
    return Table(document, columns, _rows(ctx, document, limit, cursor))


@operation(Effect.READ, scope="lists:read", doors=(Surface.MCP, Surface.UI))
def list(
    ctx: Context,
    *,
    channel_id: Annotated[
        ChannelId | None, Field(description="Only those that are tabs of this channel.")
    ] = None,
    limit: PageSize = 100,
    cursor: Cursor = "",
) -> Page[Document]:
    """List the lists that the caller may see, those changed last first."""
    return documents.page(ctx, LIST, channel_id, limit, cursor)


@operation(Effect.WRITE, scope="lists:write")
def rename(
    ctx: Context,
    *,
    list_id: ListId,
    name: Annotated[DocumentTitle | None, Field(description="A new name.")] = None,
    description: Annotated[Description | None, Field(description="A new description.")] = None,
) -> Document:
    """Give a list another name, or say anew what it is for."""
    document = changeable(ctx, list_id)
    if name is not None:
        document.title = _named(name)
    if description is not None:
        document.description = description.strip()
    documents.changed(ctx, document)
    return document


# The vendor's API has no such method: its columns are made with the list.
@operation(Effect.WRITE, scope="lists:write", doors=(Surface.MCP, Surface.UI))
def add_column(
    ctx: Context,
    *,
    list_id: ListId,
    column: Annotated[Column, Field(description="What column.")],
) -> ListColumn:
    """Add a column to a list, behind all others."""
    document = changeable(ctx, list_id)
    made = _add_column(ctx, document, column)
    documents.changed(ctx, document)
    return made


@operation(Effect.WRITE, scope="lists:write", doors=(Surface.MCP, Surface.UI))
def delete(ctx: Context, *, list_id: ListId) -> None:
    """Delete a list and its records for good: its owner, and whoever runs its channel."""
    document = known(ctx, list_id)
    require(ctx, "chat.lists.delete", document)
    _tell(ctx, "chat.list_deleted", document)
    documents.drop(ctx, ctx.session.get_one(Document, document.id))


@operation(Effect.WRITE, scope="lists:write")
def share(
    ctx: Context,
    *,
    list_id: ListId,
    access_level: AccessLevel,
    user_ids: SharedPeople = (),
    channel_ids: SharedChannels = (),
) -> Document:
    """Share a list with people or channels, to read or to write; or make it somebody else's."""
    document = changeable(ctx, list_id)
    documents.share(ctx, document, access_level, user_ids, channel_ids)
    return document


@operation(Effect.WRITE, scope="lists:write")
def unshare(
    ctx: Context,
    *,
    list_id: ListId,
    user_ids: SharedPeople = (),
    channel_ids: SharedChannels = (),
) -> Document:
    """Share a list no longer with these people, or with these channels."""
    document = changeable(ctx, list_id)
    documents.unshare(ctx, document, user_ids, channel_ids)
    return document


@permits("chat.lists.create.in_channel", Channel)
def _may_create_in(ctx: Context, channel: Channel) -> Refused | None:
    return documents.why_no_tab(ctx, channel)


@permits("chat.lists.rename", Document)
def _may_change(ctx: Context, document: Document) -> Refused | None:
    if documents.may_write(ctx, document):
        return None
    return Forbidden("no_permission_to_edit_list", "You can read this list, not change it.")


@permits("chat.lists.delete", Document)
def _may_delete(ctx: Context, document: Document) -> Refused | None:
    if documents.may_delete(ctx, document):
        return None
    said = "Only its owner and channel admins delete a list."
    return Forbidden("no_permission_to_edit_list", said)


def known(ctx: Context, list_id: str) -> Document:
    """The list of this id, if the caller may see it: a row to be read.

    Raises:
        NotFound: ``list_not_found``, for an unknown and a hidden list alike.
    """
    document = seen(ctx, Document, list_id)
    if document is None or document.kind != LIST:
        raise NotFound("list_not_found", "There is no such list that you can see.")
    return document


def changeable(ctx: Context, list_id: str) -> Document:
    """The list as an object, if the caller may change it and its records.

    Raises:
        Forbidden: ``no_permission_to_edit_list``.
        NotFound: ``list_not_found``.
    """
    require(ctx, "chat.lists.rename", known(ctx, list_id))
    return ctx.session.get_one(Document, list_id)


def of_channel(ctx: Context, channel_id: str) -> Sequence[Document]:
    """The lists that are tabs of a channel and that the caller may see."""
    return documents.of_channel(ctx, channel_id, LIST)


def _titled(ctx: Context, title: str) -> Document:
    """The list that is called so; of several the one that was changed last."""
    query = visible(Document).where(
        Document.__table__.c.kind == LIST,
        func.lower(Document.__table__.c.title) == title.strip().lower(),
    )
    query = query.order_by(Document.__table__.c.updated.desc(), Document.__table__.c.id).limit(1)
    rows = plain_rows(ctx.session, Document, query, sight_of(ctx))
    return known(ctx, rows[0].id if rows else "")


def _rows(ctx: Context, document: Document, limit: int, cursor: str) -> Page[Row]:
    listing = f"records {document.id}"
    query = select(ListRecord).where(ListRecord.list_id == document.id)
    if cursor:
        query = query.where(ListRecord.position > int(decode_cursor(listing, cursor)))
    found = ctx.session.scalars(query.order_by(ListRecord.position).limit(limit + 1)).all()
    page = page_of(found, limit, listing, lambda record: str(record.position))
    return Page(list_fields.rows_of(ctx, page.items), page.next_cursor)


def _add_column(ctx: Context, document: Document, wanted: Column) -> ListColumn:
    known_ones = list_fields.columns_of(ctx, document)
    if len(known_ones) >= list_columns.MOST:
        raise Invalid("invalid_arguments", f"A list has at most {list_columns.MOST} columns.")
    column = ListColumn(
        id=ctx.ids.next_id("Col"),
        list_id=document.id,
        position=len(known_ones),
        key=list_columns.key_of(wanted, [each.key for each in known_ones]),
        name=wanted.name.strip() or "Column",
        type=wanted.type,
        options=list_columns.good_options(wanted),
    )
    ctx.session.add(column)
    ctx.session.flush()  # the next one looks at those that there are
    return column


def _named(name: str) -> str:
    if not name.strip():
        raise Invalid("invalid_arguments", "A list needs a name.")
    return name.strip()


def _tell(ctx: Context, kind: str, document: Document) -> None:
    ctx.emit(kind, list_id=document.id, title=document.title, channel_id=document.channel_id)
