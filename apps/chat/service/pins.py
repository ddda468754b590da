"""Pins: messages that a channel keeps at hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import bindparam, delete, func, select

from workworld.apps.chat.models import Message, Pin
from workworld.apps.chat.service import channels, log, messages, standing
from workworld.apps.chat.types import ChannelId, Ts
from workworld.context import Context, Event
from workworld.database import constant, insert_row, plain_rows, rows_of
from workworld.errors import Conflict, Forbidden, NotFound, Refused
from workworld.events import on
from workworld.operations import Effect, operation
from workworld.permissions import permits, require

MOST = 100
_SECOND = 1_000_000
# Built once: building a statement takes about as long as running it.
_pins = Pin.__table__.c
_IN_CHANNEL = constant(
    select(Pin.__table__)
    .where(_pins.channel_id == bindparam("in_channel"))
    .order_by(_pins.pinned.desc(), _pins.ts.desc())
)
_COUNT = constant(
    select(func.count().label("number")).where(_pins.channel_id == bindparam("in_channel"))
)


@dataclass(frozen=True, slots=True)
class Pinned:
    """A message, and who pinned it when."""

    pin: Pin
    message: Message


@operation(Effect.WRITE, scope="pins:write")
def add(ctx: Context, *, channel_id: ChannelId, ts: Ts) -> Message:
    """Pin a message to its channel, for all its members. A channel has at most 100 pins."""
    message = messages.known(ctx, channel_id, ts)
    require(ctx, "chat.pins.add", message)
    if ctx.session.get(Pin, (message.channel_id, message.ts)) is not None:
        raise Conflict("already_pinned", "This message is pinned already.")
    if count(ctx, message.channel_id) >= MOST:
        raise Forbidden("too_many_pins", f"A channel has room for {MOST} pins.")
    row = Pin(
        channel_id=message.channel_id,
        ts=message.ts,
        pinned_by=ctx.actor.person_id,
        pinned=ctx.clock.now_us() // _SECOND,
    )
    insert_row(ctx.session, row)
    log.touch(ctx, message)
    channel = channels.known(ctx, message.channel_id)
    log.note(ctx, channel, "pinned_item", "pinned a message to this channel.")
    ctx.emit("chat.pin_added", channel_id=message.channel_id, ts=message.ts)
    return message


@operation(Effect.WRITE, scope="pins:write")
def remove(ctx: Context, *, channel_id: ChannelId, ts: Ts) -> Message:
    """Take a message's pin away, whoever pinned it."""
    message = messages.known(ctx, channel_id, ts)
    require(ctx, "chat.pins.remove", message)
    row = ctx.session.get(Pin, (message.channel_id, message.ts))
    if row is None:
        raise NotFound("no_pin", "This message is not pinned.")
    ctx.session.delete(row)
    log.touch(ctx, message)
    ctx.emit("chat.pin_removed", channel_id=message.channel_id, ts=message.ts)
    return message


@operation(Effect.READ, scope="pins:read")
def list(ctx: Context, *, channel_id: ChannelId) -> Sequence[Pinned]:
    """List what is pinned to a channel, the last pin first."""
    channel = channels.known(ctx, channel_id)
    pins = plain_rows(ctx.session, Pin, _IN_CHANNEL, {"in_channel": channel.id})
    query = select(Message).where(
        Message.channel_id == channel.id, Message.ts.in_([pin.ts for pin in pins])
    )
    found = {message.ts: message for message in ctx.session.scalars(query)}
    return [Pinned(pin, found[pin.ts]) for pin in pins]


def count(ctx: Context, channel_id: str) -> int:
    """How many messages are pinned to a channel."""
    ((number,),) = rows_of(ctx.session, _COUNT, {"in_channel": channel_id})
    return int(number)


def by_ts(ctx: Context, channel_id: str) -> dict[str, Pin]:
    """The pins of a channel, by the message's ts: rows to be read."""
    rows = plain_rows(ctx.session, Pin, _IN_CHANNEL, {"in_channel": channel_id})
    return {row.ts: row for row in rows}


@permits("chat.pins.add", Message)
@permits("chat.pins.remove", Message)
def _may_pin(ctx: Context, message: Message) -> Refused | None:
    channel = channels.known(ctx, message.channel_id)
    return standing.why_read_only(channel) or standing.why_outside(ctx, channel, "pin here")


@on("chat.message_deleted")
def _forget(ctx: Context, event: Event) -> None:
    """A deleted parent leaves a note in its place, and no pin."""
    gone = (Pin.channel_id == event.facts["channel_id"], Pin.ts == event.facts["ts"])
    ctx.session.execute(delete(Pin).where(*gone))
