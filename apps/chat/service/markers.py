"""Read markers: how far each member has read each channel, and what is new to them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated

from pydantic import BaseModel, Field
from sqlalchemy import delete

from workworld.apps.chat import stamps
from workworld.apps.chat.models import Channel, Message, ReadMark, ReadMarker
from workworld.apps.chat.service import channels, messages, news, notices, standing
from workworld.apps.chat.service.news import News
from workworld.apps.chat.types import ChannelId, Ts
from workworld.context import Context, Event, Surface
from workworld.errors import Forbidden, Invalid
from workworld.events import on
from workworld.notifications import inbox
from workworld.notifications.inbox import NotificationId
from workworld.notifications.notices import topic_of
from workworld.operations import Effect, operation
from workworld.shapes import CLOSED

_MOST = 1000


class Position(BaseModel):
    """Up to where a channel counts as read."""

    model_config = {**CLOSED, "frozen": True}

    channel_id: ChannelId
    ts: Ts


@dataclass(frozen=True, slots=True)
class Marked:
    """A channel whose marker was moved, and where it is."""

    channel: Channel
    last_read: str
    before: str = ""
    """Where it was, if something was unread that is so no more."""
    told: Sequence[str] = ()
    """Ids of the notifications that are read with it."""


@operation(Effect.HOUSEKEEPING, scope="channels:history", doors=(Surface.UI,))
def see(
    ctx: Context,
    *,
    channel_id: ChannelId,
    ts: Annotated[Ts, Field(description="The newest message that was shown.")],
) -> None:
    """Note that the caller has seen a channel up to a message; a page does so unasked.

    It changes nothing for those who are not in the channel, and never goes back.
    """
    channel = channels.known(ctx, channel_id)
    if not standing.is_member(ctx, channel):
        return
    marker = ctx.session.get(ReadMarker, (channel.id, ctx.actor.person_id))
    if marker is None:
        marker = ReadMarker(channel_id=channel.id, person_id=ctx.actor.person_id, last_read="")
        ctx.session.add(marker)
    marker.last_read = max(marker.last_read, min(ts, news.newest(ctx, channel.id)))
    notices.note_read(ctx, channel.id, ts)


@operation(Effect.WRITE, scope="channels:write")
def mark(
    ctx: Context,
    *,
    channel_id: ChannelId,
    ts: Annotated[str, Field(description="The newest message that counts as read.")],
) -> Marked:
    """Mark a channel as read up to a message, and as unread from there on."""
    channel = _own(ctx, channel_id)
    if not stamps.is_stamp(ts):
        raise Invalid("invalid_timestamp", f"{ts!r} is no message's timestamp.")
    return _put(ctx, channel, min(ts, news.newest(ctx, channel.id)))


@operation(Effect.WRITE, scope="channels:write", doors=(Surface.MCP, Surface.UI))
def mark_unread(ctx: Context, *, channel_id: ChannelId, ts: Ts) -> Marked:
    """Mark a channel as unread from a message on."""
    channel = _own(ctx, channel_id)
    message = messages.known(ctx, channel.id, ts)
    start = message.thread_ts or message.ts
    return _put(ctx, channel, stamps.of(stamps.microseconds(start) - 1))


# Others mark channels one by one; a page offers to take it back.
@operation(Effect.WRITE, scope="channels:write", doors=(Surface.UI,))
def mark_all(
    ctx: Context,
    *,
    channel_ids: Annotated[
        Sequence[ChannelId] | None,
        Field(description="Only these that the caller is in; all if left out.", max_length=_MOST),
    ] = None,
) -> Sequence[Marked]:
    """Mark every channel as read that the caller is in, or those of them that are named."""
    found = news.all_of(ctx)
    wanted = found if channel_ids is None else [each for each in channel_ids if each in found]
    # What a page noted must not decide what is written, so channels without news are marked too.
    return [_put_at_end(ctx, found[each]) for each in wanted]


# Pages alone know what was read before, and offer to go back to it.
@operation(Effect.WRITE, scope="channels:write", doors=(Surface.UI,))
def restore(
    ctx: Context,
    *,
    positions: Annotated[
        Sequence[Position], Field(description="Where markers were.", max_length=_MOST)
    ],
    notification_ids: Annotated[
        Sequence[NotificationId],
        Field(description="What was read with them.", max_length=_MOST),
    ] = (),
) -> None:
    """Put markers back to where they were, as if nothing had been marked as read."""
    for position in positions:
        _put(ctx, _own(ctx, position.channel_id), position.ts)
    inbox.forget_openings(ctx, notification_ids)


def unread(ctx: Context) -> frozenset[str]:
    """The channels that the caller is in and in which others have written since they looked.

    Replies count only if they were sent to the channel as well; that people come and go does not.
    """
    return frozenset(each.channel_id for each in news.all_of(ctx).values() if each.is_unread)


def last_read(ctx: Context, channel_id: str) -> str | None:
    """The ``ts`` up to which the caller has read a channel; None outside."""
    found = news.of(ctx, channel_id)
    return stamps.padded(found.last_read) if found else None


def is_news(ctx: Context, message: Message) -> bool:
    """Whether a message of the log is news to the caller: not their own, nor that people came."""
    return message.author_id != ctx.actor.person_id and message.subtype not in news.UNNEWS


@on("chat.member_left")
def _forget(ctx: Context, event: Event) -> None:
    """Whoever comes back begins with what is new by then."""
    gone = event.facts["channel_id"], event.facts["person_id"]
    for model in (ReadMark, ReadMarker):
        here = (model.channel_id == gone[0], model.person_id == gone[1])
        ctx.session.execute(delete(model).where(*here))


def _own(ctx: Context, channel_id: str) -> Channel:
    channel = channels.known(ctx, channel_id)
    if not standing.is_member(ctx, channel):
        raise Forbidden("not_in_channel", "Only members have read a channel or not.")
    return channel


def _put(ctx: Context, channel: Channel, last_read: str) -> Marked:
    # What a page noted must not decide what is written: its notes are no state.
    key = (channel.id, ctx.actor.person_id)
    ctx.session.execute(
        delete(ReadMarker).where(ReadMarker.channel_id == key[0], ReadMarker.person_id == key[1])
    )
    row = ctx.session.get(ReadMark, key)
    if row is None:
        ctx.session.add(ReadMark(channel_id=key[0], person_id=key[1], last_read=last_read))
    else:
        row.last_read = last_read
    told = notices.note_read(ctx, channel.id, last_read)
    ctx.touch(f"chat.sidebar:{ctx.actor.person_id}", f"chat.unread:{ctx.actor.person_id}")
    if told:
        ctx.touch(topic_of(ctx.actor.person_id))
    return Marked(channel, last_read, told=told)


def _put_at_end(ctx: Context, found: News) -> Marked:
    channel = channels.known(ctx, found.channel_id)
    marked = _put(ctx, channel, news.newest(ctx, channel.id))
    before = stamps.padded(found.last_read) if found.is_unread else ""
    return replace(marked, before=before)
