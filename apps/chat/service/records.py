"""The records of lists: adding, changing and deleting them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import BaseModel, Field
from sqlalchemy import delete as sql_delete
from sqlalchemy import func, select

from workworld.apps.chat.models import Document, ListColumn, ListField, ListRecord
from workworld.apps.chat.service import documents, list_fields, lists
from workworld.apps.chat.service.list_fields import Row
from workworld.apps.chat.types import Cursor, ListId, PageSize, RecordId
from workworld.context import Context, Surface
from workworld.errors import Conflict, NotFound
from workworld.operations import Effect, operation
from workworld.paging import Page
from workworld.shapes import CLOSED

MOST = 5000
"""How many records a list may have."""
_SECOND = 1_000_000
Fields = Annotated[
    Mapping[str, Any],
    Field(description="Values by the column's name, key or id; null clears.", max_length=100),
]


class Change(BaseModel):
    """What a record is to hold from now on."""

    model_config = CLOSED

    record_id: RecordId
    fields: Fields


@dataclass(frozen=True, slots=True)
class Entry:
    """A record in its list."""

    document: Document
    columns: Sequence[ListColumn]
    row: Row


# Tools read records with their list.
@operation(Effect.READ, scope="lists:read", doors=(Surface.REST, Surface.UI))
def info(ctx: Context, *, list_id: ListId, record_id: RecordId) -> Entry:
    """Look one record of a list up."""
    document = lists.known(ctx, list_id)
    return _entry(ctx, document, known(ctx, document, record_id))


# Pages and tools read records with their list.
@operation(Effect.READ, scope="lists:read", doors=(Surface.REST,))
def list(
    ctx: Context, *, list_id: ListId, limit: PageSize = 100, cursor: Cursor = ""
) -> Page[Entry]:
    """List the records of a list, in order."""
    found = lists.read(ctx, list_id=list_id, limit=limit, cursor=cursor)
    entries = [Entry(found.document, found.columns, row) for row in found.rows.items]
    return Page(entries, found.rows.next_cursor)


@operation(Effect.WRITE, scope="lists:write")
def create(ctx: Context, *, list_id: ListId, fields: Fields = {}) -> Entry:  # noqa: B006 - only read
    """Add a record to a list, behind all others."""
    document = lists.changeable(ctx, list_id)
    columns = list_fields.columns_of(ctx, document)
    values = list_fields.read(ctx, columns, fields)
    here = ListRecord.list_id == document.id
    count, last = ctx.session.execute(
        select(func.count(), func.coalesce(func.max(ListRecord.position), -1)).where(here)
    ).one()
    if count >= MOST:
        raise Conflict("over_row_maximum", f"A list has at most {MOST:,} records.")
    now = ctx.clock.now_us() // _SECOND
    record = ListRecord(
        id=ctx.ids.next_id("Rec"),
        list_id=document.id,
        position=last + 1,
        created=now,
        created_by=ctx.actor.person_id,
        updated=now,
        updated_by=ctx.actor.person_id,
    )
    ctx.session.add(record)
    ctx.session.flush()  # its fields refer to it
    list_fields.write(ctx, columns, record, values)
    documents.changed(ctx, document)
    return _entry(ctx, document, record)


@operation(Effect.WRITE, scope="lists:write")
def update(
    ctx: Context,
    *,
    list_id: ListId,
    changes: Annotated[
        Sequence[Change],
        Field(description="What is to stand where: all of it, or nothing.", max_length=100),
    ],
) -> Document:
    """Change what records of a list hold; what is not named stays."""
    document = lists.changeable(ctx, list_id)
    columns = list_fields.columns_of(ctx, document)
    for change in changes:
        record = known(ctx, document, change.record_id)
        list_fields.write(ctx, columns, record, list_fields.read(ctx, columns, change.fields))
        record.updated = ctx.clock.now_us() // _SECOND
        record.updated_by = ctx.actor.person_id
    documents.changed(ctx, document)
    return document


@operation(Effect.WRITE, scope="lists:write")
def delete(
    ctx: Context,
    *,
    list_id: ListId,
    record_ids: Annotated[
        Sequence[RecordId], Field(description="Which; all of them or none.", max_length=100)
    ],
) -> None:
    """Delete records of a list for good."""
    document = lists.changeable(ctx, list_id)
    for record_id in dict.fromkeys(record_ids):
        record = known(ctx, document, record_id)
        ctx.session.execute(sql_delete(ListField).where(ListField.record_id == record.id))
        ctx.session.delete(record)
    documents.changed(ctx, document)


def known(ctx: Context, document: Document, record_id: str) -> ListRecord:
    """The record of this id in a list.

    Raises:
        NotFound: ``record_not_found``.
    """
    record = ctx.session.get(ListRecord, record_id)
    if record is None or record.list_id != document.id:
        raise NotFound("record_not_found", f"There is no record {record_id} in this list.")
    return record


def _entry(ctx: Context, document: Document, record: ListRecord) -> Entry:
    columns = list_fields.columns_of(ctx, document)
    (row,) = list_fields.rows_of(ctx, [record])
    return Entry(document, columns, row)
