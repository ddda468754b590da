"""Acknowledging messages whose authors asked for that, as Mattermost has it."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import bindparam, select

from workworld.apps.chat.models import Acknowledgement, Message
from workworld.apps.chat.service import channels, log, messages, priorities, standing
from workworld.apps.chat.types import ChannelId, Ts
from workworld.context import Context, Surface
from workworld.database import constant, given, insert_row, plain_rows
from workworld.errors import Conflict, Forbidden, NotFound, Refused
from workworld.operations import Effect, operation
from workworld.permissions import permits, require

_MINUTES = 5
"""For how long somebody can take an acknowledgement back."""
_given = Acknowledgement.__table__.c
_BELOW = constant(
    select(Acknowledgement.__table__)
    .where(_given.channel_id == bindparam("in_channel"), _given.ts.in_(given("stamps")))
    .order_by(_given.given_us, _given.person_id)
)


# The vendor's API has nothing of the kind.
@operation(Effect.WRITE, scope="reactions:write", doors=(Surface.MCP, Surface.UI))
def give(ctx: Context, *, channel_id: ChannelId, ts: Ts) -> Message:
    """Acknowledge a message whose author asked for it. To do so again changes nothing."""
    message = messages.known(ctx, channel_id, ts)
    require(ctx, "chat.acknowledgements.give", message)
    if _mine(ctx, message) is None:
        row = Acknowledgement(
            channel_id=channel_id,
            ts=ts,
            person_id=ctx.actor.person_id,
            given_us=ctx.clock.now_us(),
        )
        insert_row(ctx.session, row)
        log.touch(ctx, message)
    return message


@operation(Effect.WRITE, scope="reactions:write", doors=(Surface.MCP, Surface.UI))
def take_back(ctx: Context, *, channel_id: ChannelId, ts: Ts) -> Message:
    """Take one's acknowledgement of a message back, within five minutes."""
    message = messages.known(ctx, channel_id, ts)
    require(ctx, "chat.acknowledgements.take_back", message)
    ctx.session.delete(_mine(ctx, message))
    log.touch(ctx, message)
    return message


@operation(Effect.READ, scope="reactions:read", doors=(Surface.MCP, Surface.UI))
def list(ctx: Context, *, channel_id: ChannelId, ts: Ts) -> Sequence[Acknowledgement]:
    """List who has acknowledged a message, first come first."""
    message = messages.known(ctx, channel_id, ts)
    if refusal := _why_not_asked(ctx, message):
        raise refusal
    return below(ctx, channel_id, [ts]).get(ts, ())


def below(
    ctx: Context, channel_id: str, stamps: Sequence[str]
) -> dict[str, tuple[Acknowledgement, ...]]:
    """The acknowledgements of these messages of a channel, by ts, first come first."""
    values = {"in_channel": channel_id, "stamps": [*stamps]}
    found: dict[str, tuple[Acknowledgement, ...]] = {}
    for row in plain_rows(ctx.session, Acknowledgement, _BELOW, values):
        found[row.ts] = (*found.get(row.ts, ()), row)
    return found


@permits("chat.acknowledgements.give", Message)
def _may_give(ctx: Context, message: Message) -> Refused | None:
    if refusal := _why_not_here(ctx, message) or _why_not_asked(ctx, message):
        return refusal
    if message.author_id == ctx.actor.person_id:
        return Forbidden("own_message", "Nobody acknowledges what they wrote themselves.")
    return None


@permits("chat.acknowledgements.take_back", Message)
def _may_take_back(ctx: Context, message: Message) -> Refused | None:
    if refusal := _why_not_here(ctx, message):
        return refusal
    mine = _mine(ctx, message)
    if mine is None:
        return NotFound("no_acknowledgement", "You have not acknowledged this message.")
    if ctx.clock.now_us() - mine.given_us > _MINUTES * 60_000_000:
        said = f"An acknowledgement can be taken back for {_MINUTES} minutes."
        return Forbidden("acknowledgement_stays", said)
    return None


def _why_not_here(ctx: Context, message: Message) -> Refused | None:
    channel = channels.known(ctx, message.channel_id)
    outside = standing.why_outside(ctx, channel, "acknowledge messages here")
    return standing.why_read_only(channel) or outside


def _why_not_asked(ctx: Context, message: Message) -> Refused | None:
    said = priorities.among(ctx, message.channel_id, [message.ts]).get(message.ts)
    if said is not None and said.asks_for_acknowledgement:
        return None
    return Conflict("not_asked", "Nobody is asked to acknowledge this message.")


def _mine(ctx: Context, message: Message) -> Acknowledgement | None:
    key = (message.channel_id, message.ts, ctx.actor.person_id)
    return ctx.session.get(Acknowledgement, key)
