"""Read markers: how far each member has read each channel."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field
from sqlalchemy import bindparam, exists, func, or_, select
from sqlalchemy.orm import aliased

from workworld.apps.chat.models import Membership, Message, ReadMarker
from workworld.apps.chat.service import channels, log, standing
from workworld.apps.chat.types import ChannelId, Ts
from workworld.context import Context, Surface
from workworld.operations import Effect, operation

_UNNEWS = ("channel_join", "channel_leave", log.TOMBSTONE)
_member, _later = aliased(Membership), aliased(Message)
_UNREAD = (
    select(_member.channel_id)
    .outerjoin(
        ReadMarker,
        (ReadMarker.channel_id == _member.channel_id) & (ReadMarker.person_id == _member.person_id),
    )
    .where(
        _member.person_id == bindparam("viewer_id"),
        exists().where(
            _later.channel_id == _member.channel_id,
            _later.ts > func.coalesce(ReadMarker.last_read, func.printf("%010d", _member.joined)),
            func.coalesce(_later.subtype, "").not_in(_UNNEWS),
            _later.author_id != _member.person_id,
            or_(_later.thread_ts.is_(None), _later.is_broadcast.is_(True)),
        ),
    )
)


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
    marker.last_read = max(marker.last_read, ts)


def unread(ctx: Context) -> frozenset[str]:
    """The channels that the caller is in and in which others have written since they looked.

    Replies count only if they were sent to the channel as well; that people come and go does not.
    """
    return frozenset(ctx.session.scalars(_UNREAD, {"viewer_id": ctx.actor.person_id}))


def last_read(ctx: Context, channel_id: str) -> str | None:
    """The ``ts`` up to which the caller has read a channel; None if they never looked."""
    marker = ctx.session.get(ReadMarker, (channel_id, ctx.actor.person_id))
    return marker.last_read if marker else None


def is_news(ctx: Context, message: Message) -> bool:
    """Whether a message of the log is news to the caller: not their own, nor that people came."""
    return message.author_id != ctx.actor.person_id and message.subtype not in _UNNEWS
