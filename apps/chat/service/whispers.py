"""Whispers: what is said in a conversation to one member alone; they can wave it away.

https://docs.slack.dev/reference/methods/chat.postEphemeral
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import bindparam, exists, select

from workworld.apps.chat.models import Dismissal, Whisper
from workworld.apps.chat.service import channels, contents, log, messages, standing, texts, users
from workworld.apps.chat.service.contents import Checked
from workworld.apps.chat.types import ChannelId, InThread, MessageText, Ts, UserId
from workworld.context import Context, Surface
from workworld.database import constant, insert_row, plain_rows
from workworld.errors import Forbidden, NotFound
from workworld.links.addresses import canonical
from workworld.operations import Effect, operation
from workworld.permissions import require

MOST = 20
"""How many a page shows; who has more has stopped reading them."""
_whispers, _dismissals = Whisper.__table__.c, Dismissal.__table__.c
_MINE = constant(
    select(Whisper.__table__)
    .where(
        _whispers.channel_id == bindparam("in_channel"),
        _whispers.person_id == bindparam("reader"),
        ~exists().where(
            _dismissals.channel_id == _whispers.channel_id,
            _dismissals.person_id == _whispers.person_id,
            _dismissals.ts == _whispers.ts,
        ),
    )
    .order_by(_whispers.ts.desc())
    .limit(MOST)
)


# The vendor's pages and its server have no way to say something to one person alone.
@operation(Effect.WRITE, scope="chat:write", doors=(Surface.REST,))
def post(
    ctx: Context,
    *,
    channel_id: ChannelId,
    user_id: UserId,
    text: MessageText,
    thread_ts: InThread = None,
    content: contents.Given = None,
) -> Whisper:
    """Say something to one member of a channel, which nobody else sees."""
    channel = channels.known(ctx, channel_id)
    require(ctx, "chat.messages.post", channel)
    held = contents.checked(ctx, content)
    if text or not (held and held.shows_something):
        texts.require_good_message(text)
    reader = users.known(ctx, user_id)
    if standing.role_of(ctx, channel.id, reader.id) is None:
        raise Forbidden("user_not_in_channel", f"{reader.name} is not in this conversation.")
    said = canonical(ctx, text or (held.text if held else ""))
    root = messages.thread_root(ctx, channel, thread_ts).ts if thread_ts else None
    mine = ctx.actor.person_id
    return whisper(ctx, channel.id, reader.id, said, mine, thread_ts=root, held=held)


@operation(Effect.HOUSEKEEPING, scope="channels:history", doors=(Surface.UI,))
def dismiss(ctx: Context, *, channel_id: ChannelId, ts: Ts) -> None:
    """Wave away what was said to the caller alone."""
    key = (channel_id, ctx.actor.person_id, ts)
    if ctx.session.get(Whisper, key) is None:
        raise NotFound("message_not_found", "There is no such note to you.")
    if ctx.session.get(Dismissal, key) is None:
        insert_row(ctx.session, Dismissal(channel_id=key[0], person_id=key[1], ts=key[2]))


def whisper(
    ctx: Context,
    channel_id: str,
    person_id: str,
    text: str,
    author_id: str | None = None,
    *,
    thread_ts: str | None = None,
    held: Checked | None = None,
) -> Whisper:
    """Say something to one person where they see it, in a conversation's page.

    Args:
        ctx: whose step it is.
        channel_id: in which conversation.
        person_id: to whom.
        text: mrkdwn.
        author_id: who says it; None for chat itself.
        thread_ts: the parent's, for what is said in a thread.
        held: blocks and attachments.
    """
    values = held.values if held else {}
    row = Whisper(
        channel_id=channel_id,
        person_id=person_id,
        ts=log.next_ts(ctx, channel_id),
        author_id=author_id,
        thread_ts=thread_ts,
        text=text,
        blocks=values.get("blocks"),
        attachments=values.get("attachments"),
    )
    insert_row(ctx.session, row)
    ctx.touch(f"chat.sidebar:{person_id}")
    ctx.emit("chat.whispered", channel_id=channel_id, person_id=person_id, text=text)
    return row


def to_me(ctx: Context, channel_id: str, thread_ts: str | None = None) -> Sequence[Whisper]:
    """What was said to the caller alone in a conversation or thread, oldest first."""
    values = {"in_channel": channel_id, "reader": ctx.actor.person_id}
    found = plain_rows(ctx.session, Whisper, _MINE, values)
    return [row for row in reversed(found) if row.thread_ts == thread_ts]
