"""Files as chat lists and shares them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Literal

from pydantic import BaseModel, Field
from sqlalchemy import ColumnElement, func, or_, select

from workworld.apps.chat.models import Membership, Message, MessageFile
from workworld.apps.chat.service import attachments, channels, log, messages, users
from workworld.apps.chat.types import ChannelId, Ts, UnixTime, UserId, Words
from workworld.context import Context, Surface
from workworld.database import plain_rows
from workworld.errors import Invalid, Problem
from workworld.files import uploads
from workworld.files.files import detaches
from workworld.files.models import File
from workworld.files.types import FileId, FileTitle
from workworld.operations import Effect, operation
from workworld.paging import NumberedPage, PageNumber
from workworld.permissions import VIEWER, sight_of, visible
from workworld.shapes import CLOSED

_FILES = File.__table__.c
_SHARED, _MEMBERSHIPS = MessageFile.__table__.c, Membership.__table__.c
_WHERE_ONE_IS = select(_MEMBERSHIPS.channel_id).where(_MEMBERSHIPS.person_id == VIEWER)
_WITH_ONE = select(_SHARED.file_id).where(_SHARED.channel_id.in_(_WHERE_ONE_IS))
_SORTED = {
    "newest": _FILES.created.desc(),
    "name": func.lower(_FILES.title),
    "size": _FILES.size.desc(),
}


class Completed(BaseModel):
    """A file whose bytes have been sent, and what it is to be called."""

    model_config = CLOSED

    id: FileId
    title: FileTitle = ""


@operation(Effect.WRITE, scope="files:write", doors=(Surface.REST, Surface.MCP))
def complete(
    ctx: Context,
    *,
    files: Annotated[
        Sequence[Completed], Field(description="What to complete.", min_length=1, max_length=10)
    ],
    channel_id: Annotated[
        ChannelId | None, Field(description="Share them in this channel.")
    ] = None,
    thread_ts: Annotated[
        Ts | None, Field(description="Share in the thread of the message with this ts.")
    ] = None,
    initial_comment: Annotated[
        str, Field(description="The text of the message that shares them, in mrkdwn.")
    ] = "",
) -> tuple[File, ...]:
    """Complete uploads, and share them in a channel if one is given.

    Without a channel, nobody but the uploader sees them.
    """
    if len({each.id for each in files}) < len(files):
        raise Invalid("invalid_arguments", problems=[Problem("names a file twice", "files")])
    made = tuple(uploads.finish(ctx, each.id, each.title) for each in files)
    if channel_id is not None:
        messages.post(
            ctx,
            channel_id=channel_id,
            text=initial_comment,
            thread_ts=thread_ts,
            file_ids=[file.id for file in made],
        )
    return made


@operation(Effect.READ, scope="files:read")
def list(
    ctx: Context,
    *,
    channel_id: Annotated[
        ChannelId | None, Field(description="Only what is shared in this channel.")
    ] = None,
    user_id: Annotated[UserId | None, Field(description="Only what this person uploaded.")] = None,
    with_me: Annotated[
        bool, Field(description="Only what others shared in conversations that the caller is in.")
    ] = False,
    words: Annotated[Words, Field(description="Each must occur in the name or title.")] = (),
    mimes: Annotated[Sequence[str], Field(description="How their media types begin.")] = (),
    since: Annotated[UnixTime | None, Field(description="Not made before this Unix time.")] = None,
    until: Annotated[UnixTime | None, Field(description="Not made after this Unix time.")] = None,
    sort: Annotated[
        Literal["newest", "name", "size"], Field(description="size puts the largest first.")
    ] = "newest",
    count: Annotated[int, Field(description="How many a page may hold.", ge=1, le=1000)] = 100,
    page: PageNumber = 1,
) -> NumberedPage[File]:
    """List the files that the caller may see, newest first unless another order is asked for."""
    query = visible(File)
    if channel_id is not None:
        shown = MessageFile.channel_id == channels.known(ctx, channel_id).id
        query = query.where(_FILES.id.in_(select(MessageFile.file_id).where(shown)))
    if user_id is not None:
        query = query.where(_FILES.uploader_id == users.known(ctx, user_id).id)
    if with_me:
        query = query.where(_FILES.uploader_id != VIEWER, _FILES.id.in_(_WITH_ONE))
    query = query.where(*_conditions(words, mimes, since, until))
    counted = query.with_only_columns(func.count(_FILES.id))
    total = ctx.session.scalars(counted, sight_of(ctx)).one()
    query = query.order_by(_SORTED[sort], _FILES.created.desc(), _FILES.id)
    query = query.limit(count).offset(count * (page - 1))
    rows = plain_rows(ctx.session, File, query, sight_of(ctx))
    return NumberedPage(rows, total, page, count)


def _conditions(
    words: Sequence[str], mimes: Sequence[str], since: int | None, until: int | None
) -> Iterator[ColumnElement[bool]]:
    """What a file must be, whoever shared it wherever."""
    for word in words:
        named = (column.icontains(word, autoescape=True) for column in (_FILES.name, _FILES.title))
        yield or_(*named)
    if mimes:
        yield or_(*(_FILES.mime.startswith(mime, autoescape=True) for mime in mimes))
    if since is not None:
        yield _FILES.created >= since
    if until is not None:
        yield _FILES.created <= until


@detaches("chat")
def _take_from_messages(ctx: Context, file_id: str) -> None:
    """A message that was nothing but this file goes with it, as at the vendor's."""
    above = select(MessageFile).where(MessageFile.file_id == file_id)
    for row in ctx.session.scalars(above.order_by(MessageFile.channel_id, MessageFile.ts)).all():
        message = ctx.session.get_one(Message, (row.channel_id, row.ts))
        ctx.session.delete(row)
        ctx.session.flush()  # what is left is looked up
        if message.text or attachments.below(ctx, [message]):
            log.touch(ctx, message)
        else:
            messages.take_away(ctx, message)
