"""Messages: posting them and reading them back."""

from __future__ import annotations

import html
from collections.abc import Sequence
from typing import Annotated, Any

from pydantic import Field
from sqlalchemy import Select, bindparam, func, or_, select

from workworld.apps.chat import stamps
from workworld.apps.chat.models import Channel, Message
from workworld.apps.chat.service import attachments, channels, threads
from workworld.apps.chat.types import ChannelId, Cursor, MessageText, PageSize, Ts
from workworld.context import Context
from workworld.database import insert_row, plain_rows
from workworld.directory import people
from workworld.errors import Forbidden, Invalid, NotFound, Problem, Refused
from workworld.files.types import FileId
from workworld.links.addresses import canonical
from workworld.operations import Effect, operation
from workworld.paging import Page, decode_cursor, page_of
from workworld.permissions import permits, require

LONGEST_TEXT = 40_000
_INVISIBLE = "\u00ad\u200b\u200c\u200d\u2060\u2800\u3164\ufeff"
_SECOND = 1_000_000
# Built once: building a statement takes about as long as running it.
_messages = Message.__table__.c
_IN_CHANNEL = _messages.channel_id == bindparam("in_channel")
_LAST_TS = select(func.max(_messages.ts)).where(_IN_CHANNEL)
_TOP_LEVEL = (
    select(Message.__table__)
    .where(_IN_CHANNEL, or_(_messages.thread_ts.is_(None), _messages.is_broadcast.is_(True)))
    .order_by(_messages.ts.desc())
    .limit(bindparam("most"))
)
_REPLIES = (
    select(Message.__table__)
    .where(_IN_CHANNEL, _messages.thread_ts == bindparam("root"))
    .order_by(_messages.ts)
    .limit(bindparam("most"))
)


@operation(Effect.WRITE, scope="chat:write")
def post(
    ctx: Context,
    *,
    channel_id: ChannelId,
    text: MessageText,
    thread_ts: Annotated[
        Ts | None, Field(description="Reply in the thread of the message with this ts.")
    ] = None,
    reply_broadcast: Annotated[
        bool, Field(description="Send a thread reply to the channel as well.")
    ] = False,
    file_ids: Annotated[
        Sequence[FileId],
        Field(description="Own files to show below it; then the text may be empty.", max_length=10),
    ] = (),
) -> Message:
    """Post a message to a channel, or to a thread in it.

    Only members may post, and only admins in an announcement channel; anyone may reply there.
    A ``thread_ts`` that names a reply goes to that reply's thread.
    """
    channel = channels.known(ctx, channel_id)
    is_broadcast = reply_broadcast and thread_ts is not None
    in_thread = thread_ts is not None and not is_broadcast
    require(ctx, "chat.messages.post.reply" if in_thread else "chat.messages.post", channel)
    if text or not file_ids:
        _require_good_text(text)
    message = Message(
        channel_id=channel.id,
        ts=_next_ts(ctx, channel),
        author_id=ctx.actor.person_id,
        text=canonical(ctx, text),
        thread_ts=_thread_root(ctx, channel, thread_ts).ts if thread_ts else None,
        is_broadcast=is_broadcast,
    )
    insert_row(ctx.session, message)
    attachments.attach(ctx, message, file_ids)
    if message.thread_ts is not None:
        threads.count_reply(ctx.session, message)
    ctx.touch(f"chat.channel:{message.channel_id}")
    ctx.emit(
        "chat.message_posted",
        channel_id=message.channel_id,
        ts=message.ts,
        thread_ts=message.thread_ts or message.ts,
        text=message.text,
        author_id=message.author_id,
    )
    return message


@operation(Effect.READ, scope="channels:history")
def history(
    ctx: Context,
    *,
    channel_id: ChannelId,
    oldest: Annotated[str | None, Field(description="Only messages after this ts.")] = None,
    latest: Annotated[str | None, Field(description="Only messages before this ts.")] = None,
    inclusive: Annotated[bool, Field(description="Include the two bounds themselves.")] = False,
    limit: PageSize = 100,
    cursor: Cursor = "",
) -> Page[Message]:
    """Read a channel's messages, newest first.

    Thread replies are left out unless they were also sent to the channel.
    """
    channel = channels.known(ctx, channel_id)
    listing = f"history {channel.id}"
    query = _between(_TOP_LEVEL, oldest, latest, inclusive=inclusive)
    if cursor:
        query = query.where(_messages.ts < decode_cursor(listing, cursor))
    values = {"in_channel": channel.id, "most": limit + 1}
    rows = plain_rows(ctx.session, Message, query, values)
    return page_of(rows, limit, listing, lambda message: message.ts)


@operation(Effect.READ, scope="channels:history")
def replies(
    ctx: Context,
    *,
    channel_id: ChannelId,
    ts: Ts,
    oldest: Annotated[str | None, Field(description="Only replies after this ts.")] = None,
    latest: Annotated[str | None, Field(description="Only replies before this ts.")] = None,
    inclusive: Annotated[bool, Field(description="Include the two bounds themselves.")] = False,
    limit: PageSize = 1000,
    cursor: Cursor = "",
) -> Page[Message]:
    """Read a thread: its parent first on every page, then replies, oldest first.

    ``ts`` may be the parent's or any reply's. The parent does not count towards ``limit``.
    """
    channel = channels.known(ctx, channel_id)
    root = _thread_root(ctx, channel, ts)
    listing = f"replies {channel.id} {root.ts}"
    query = _between(_REPLIES, oldest, latest, inclusive=inclusive)
    if cursor:
        query = query.where(_messages.ts > decode_cursor(listing, cursor))
    values = {"in_channel": channel.id, "root": root.ts, "most": limit + 1}
    rows = plain_rows(ctx.session, Message, query, values)
    page = page_of(rows, limit, listing, lambda message: message.ts)
    return Page([root, *page.items], page.next_cursor)


def parents(ctx: Context, rows: Sequence[Message]) -> dict[str, Message]:
    """The parents of those of these messages that are replies, by their ts; all of one channel."""
    wanted = {row.thread_ts for row in rows if row.thread_ts is not None}
    if not wanted:
        return {}
    query = select(Message).where(
        Message.channel_id == rows[0].channel_id, Message.ts.in_(sorted(wanted))
    )
    return {parent.ts: parent for parent in ctx.session.scalars(query)}


def place_in_thread(ctx: Context, rows: Sequence[Message]) -> int:
    """The first of these consecutive replies is which one of its thread, counted from 1."""
    if not rows:
        return 1
    query = select(func.count()).where(
        Message.channel_id == rows[0].channel_id,
        Message.thread_ts == rows[0].thread_ts,
        Message.ts < rows[0].ts,
    )
    return 1 + ctx.session.scalars(query).one()


@permits("chat.messages.post", Channel)
def _may_post(ctx: Context, channel: Channel) -> Refused | None:
    refusal = _may_reply(ctx, channel)
    if refusal is None and channel.posting == "admins" and not people.me(ctx).is_admin:
        return Forbidden("restricted_action", f"Only admins can post in #{channel.name}.")
    return refusal


@permits("chat.messages.post.reply", Channel)
def _may_reply(ctx: Context, channel: Channel) -> Refused | None:
    if channel.is_archived:
        return Forbidden(
            "is_archived", f"#{channel.name} is archived: it can be read, not written to."
        )
    if not channels.is_member(ctx, channel):
        return Forbidden("not_in_channel", f"Only members of #{channel.name} can post here.")
    return None


def _require_good_text(text: str) -> None:
    if "\x00" in text:
        raise Invalid("invalid_arguments", problems=[Problem("a NUL character is in", "text")])
    if all(letter.isspace() or letter in _INVISIBLE for letter in text):
        raise Invalid("no_text", "A message needs some text.")
    length = len(html.unescape(text))  # escaping is the door's doing, not the writer's
    if length > LONGEST_TEXT:
        said = f"A message may hold {LONGEST_TEXT:,} characters; this one has {length:,}."
        raise Invalid("msg_too_long", said)


def _next_ts(ctx: Context, channel: Channel) -> str:
    """A stamp for now that is later than every other in the channel.

    The clock stands still within a step, so the microseconds come from a counter and give way
    to "one more than the last" when they would not rise.
    """
    micros = ctx.ids.next_number("message micros", _SECOND)
    wanted = stamps.of(ctx.clock.now_us() // _SECOND * _SECOND + micros)
    last = ctx.session.scalar(_LAST_TS, {"in_channel": channel.id})
    if last is None or wanted > last:
        return wanted
    return stamps.of(stamps.microseconds(last) + 1)


def _thread_root(ctx: Context, channel: Channel, ts: str) -> Message:
    message = ctx.session.get(Message, (channel.id, ts))
    if message is not None and message.thread_ts is not None:
        message = ctx.session.get(Message, (channel.id, message.thread_ts))
    if message is None:
        raise NotFound("thread_not_found", f"There is no message {ts} in #{channel.name}.")
    return message


def _between(
    query: Select[Any], oldest: str | None, latest: str | None, *, inclusive: bool
) -> Select[Any]:
    if oldest is not None:
        bound = _bound(oldest, "invalid_ts_oldest")
        query = query.where(_messages.ts >= bound if inclusive else _messages.ts > bound)
    if latest is not None:
        bound = _bound(latest, "invalid_ts_latest")
        query = query.where(_messages.ts <= bound if inclusive else _messages.ts < bound)
    return query


def _bound(stamp: str, code: str) -> str:
    """A bound in the form in which stamps are stored: ``1791126073`` and ``0`` are accepted too."""
    seconds, _, fraction = stamp.partition(".")
    if not (seconds.isascii() and seconds.isdigit()) or len(seconds) > 10:
        raise Invalid(code, f"{stamp!r} is not a time in Unix seconds.")
    if fraction and not (fraction.isascii() and fraction.isdigit()):
        raise Invalid(code, f"{stamp!r} is not a time in Unix seconds.")
    return f"{int(seconds):010}.{fraction[:6]:0<6}"
