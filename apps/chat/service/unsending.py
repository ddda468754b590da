"""Taking back what was just sent, as if it had not been.

Pages offer it for five seconds. No clock stands in the rule, since that of a world does not move
meanwhile: what somebody sent last can be taken back until somebody answers it or reacts to it.
"""

from __future__ import annotations

from sqlalchemy import bindparam, func, select

from workworld.apps.chat.models import Message
from workworld.apps.chat.service import (
    acknowledgements,
    ballots,
    log,
    messages,
    reactions,
    threads,
)
from workworld.apps.chat.types import ChannelId, Ts
from workworld.context import Context, Surface
from workworld.database import constant, rows_of
from workworld.errors import Forbidden, Refused
from workworld.operations import Effect, operation
from workworld.permissions import permits, require, why_not

_messages = Message.__table__.c
_LAST = constant(
    select(func.max(_messages.ts).label("ts")).where(
        _messages.channel_id == bindparam("in_channel"),
        _messages.author_id == bindparam("whose"),
    )
)


# Through the other doors messages are deleted.
@operation(Effect.WRITE, scope="chat:write", doors=(Surface.UI,))
def unsend(ctx: Context, *, channel_id: ChannelId, ts: Ts) -> None:
    """Take back what the caller sent last to a conversation, before anybody answers it."""
    message = messages.known(ctx, channel_id, ts)
    require(ctx, "chat.messages.unsend", message)
    messages.take_away(ctx, message)


@permits("chat.messages.unsend", Message)
def _may_unsend(ctx: Context, message: Message) -> Refused | None:
    if log.is_note(message) or message.author_id != ctx.actor.person_id:
        return Forbidden("cant_delete_message", "Only its author takes a message back.")
    if message.ts != _last_of_mine(ctx, message.channel_id):
        return Forbidden("cant_delete_message", "Only what you sent last can be taken back.")
    place = (ctx, message.channel_id, [message.ts])
    answers = (threads.below, reactions.below, acknowledgements.below)
    if any(each(*place) for each in answers):
        said = "Somebody has answered it or reacted to it meanwhile."
        return Forbidden("cant_delete_message", said)
    if ballots.is_poll(ctx, message) and ballots.below(*place)[message.ts].people:
        return Forbidden("cant_delete_message", "Somebody has voted meanwhile.")
    return why_not(ctx, "chat.messages.delete", message)


def _last_of_mine(ctx: Context, channel_id: str) -> str | None:
    """The ts of what the caller sent last to a conversation."""

    def look_up() -> str | None:
        values = {"in_channel": channel_id, "whose": ctx.actor.person_id}
        (found,) = rows_of(ctx.session, _LAST, values)
        ts: str | None = found.ts
        return ts

    return ctx.remembered(("last of mine", channel_id), look_up)
