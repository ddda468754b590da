"""Files as chat lists and shares them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field
from sqlalchemy import func, select

from workworld.apps.chat.models import Message, MessageFile
from workworld.apps.chat.service import attachments, channels, log, messages
from workworld.apps.chat.types import ChannelId, Ts, UnixTime, UserId
from workworld.context import Context, Surface
from workworld.database import plain_rows
from workworld.errors import Invalid, Problem
from workworld.files import uploads
from workworld.files.files import detaches
from workworld.files.models import File
from workworld.files.types import FileId, FileTitle
from workworld.operations import Effect, operation
from workworld.paging import NumberedPage, PageNumber
from workworld.permissions import sight_of, visible

_FILES = File.__table__.c


class Completed(BaseModel):
    """A file whose bytes have been sent, and what it is to be called."""

    model_config = ConfigDict(extra="forbid")

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
    mimes: Annotated[Sequence[str], Field(description="How their media types begin.")] = (),
    since: Annotated[UnixTime | None, Field(description="Not made before this Unix time.")] = None,
    until: Annotated[UnixTime | None, Field(description="Not made after this Unix time.")] = None,
    count: Annotated[int, Field(description="How many a page may hold.", ge=1, le=1000)] = 100,
    page: PageNumber = 1,
) -> NumberedPage[File]:
    """List the files that the caller may see, newest first."""
    query = visible(File)
    if channel_id is not None:
        shown = MessageFile.channel_id == channels.known(ctx, channel_id).id
        query = query.where(_FILES.id.in_(select(MessageFile.file_id).where(shown)))
    if user_id is not None:
        query = query.where(_FILES.uploader_id == user_id)
    if since is not None:
        query = query.where(_FILES.created >= since)
    if until is not None:
        query = query.where(_FILES.created <= until)
    if mimes:
        query = query.where(_any_beginning(mimes))
    counted = query.with_only_columns(func.count(_FILES.id))
    total = ctx.session.scalars(counted, sight_of(ctx)).one()
    query = query.order_by(_FILES.created.desc(), _FILES.id).limit(count).offset(count * (page - 1))
    rows = plain_rows(ctx.session, File, query, sight_of(ctx))
    return NumberedPage(rows, total, page, count)


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


def _any_beginning(mimes: Sequence[str]) -> Any:
    condition: Any = _FILES.mime.startswith(mimes[0], autoescape=True)
    for mime in mimes[1:]:
        condition |= _FILES.mime.startswith(mime, autoescape=True)
    return condition
