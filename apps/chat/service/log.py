"""A channel's log: how messages and notes of what happened are added to it."""

from __future__ import annotations

from sqlalchemy import bindparam, func, select

from workworld.apps.chat import stamps
from workworld.apps.chat.models import Channel, Message
from workworld.apps.chat.service import threads
from workworld.context import Context
from workworld.database import constant, insert_row, rows_of

ACTION = "me_message"
TOMBSTONE = "tombstone"
_SECOND = 1_000_000
# Built once: building a statement takes about as long as running it.
_messages = Message.__table__.c
_LAST_TS = constant(
    select(func.max(_messages.ts).label("ts")).where(
        _messages.channel_id == bindparam("in_channel")
    )
)


def add(
    ctx: Context,
    channel: Channel,
    text: str,
    *,
    author_id: str | None = None,
    root_ts: str | None = None,
    is_broadcast: bool = False,
    subtype: str | None = None,
) -> Message:
    """Add a message, or a note of what happened, to the end of a channel.

    Args:
        ctx: whose step it is.
        channel: to which.
        text: mrkdwn.
        author_id: the caller, if not given.
        root_ts: the parent's, for a reply.
        is_broadcast: whether the reply is shown in the channel as well.
        subtype: what kind of note it is; see ``Message.subtype``.
    """
    message = Message(
        channel_id=channel.id,
        ts=next_ts(ctx, channel.id),
        author_id=author_id or ctx.actor.person_id,
        text=text,
        thread_ts=root_ts,
        is_broadcast=is_broadcast,
        subtype=subtype,
    )
    insert_row(ctx.session, message)
    if message.thread_ts is not None:
        threads.count_reply(ctx.session, message)
    touch(ctx, message)
    return message


def note(
    ctx: Context, channel: Channel, subtype: str, said: str, *, person_id: str | None = None
) -> None:
    """Write down what a person, the caller if not given, did or underwent in a channel.

    Args:
        ctx: whose step it is.
        channel: where.
        subtype: what kind of note it is; see ``Message.subtype``.
        said: the rest of a sentence that begins with the person.
        person_id: whose note it is.
    """
    whose = person_id or ctx.actor.person_id
    add(ctx, channel, f"<@{whose}> {said}", author_id=whose, subtype=subtype)
    if channel.kind == "public":  # of others, only their members may hear
        ctx.touch("chat.channels:public")


def touch(ctx: Context, message: Message) -> None:
    """Let pages that show a message know: its channel's, and its thread's."""
    root = message.thread_ts or message.ts
    ctx.touch(f"chat.channel:{message.channel_id}", f"chat.thread:{message.channel_id}:{root}")


def is_note(message: Message) -> bool:
    """Whether the app wrote it, to say what happened, and no person."""
    return message.subtype not in (None, ACTION)


def next_ts(ctx: Context, channel_id: str) -> str:
    """A stamp for now that is later than every other in the channel.

    The clock stands still within a step, so the microseconds come from a counter and give way
    to "one more than the last" when they would not rise.
    """
    micros = ctx.ids.next_number("message micros", _SECOND)
    wanted = stamps.of(ctx.clock.now_us() // _SECOND * _SECOND + micros)
    ((last,),) = rows_of(ctx.session, _LAST_TS, {"in_channel": channel_id})
    if last is None or wanted > last:
        return wanted
    return stamps.of(stamps.microseconds(last) + 1)
