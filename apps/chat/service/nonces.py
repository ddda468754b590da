"""Nonces: names that clients give to their requests, so that one sent twice posts once.

https://docs.slack.dev/reference/methods/chat.postMessage tells of ``client_msg_id``.
"""

from __future__ import annotations

from workworld.apps.chat.models import Message, PostedNonce
from workworld.context import Context
from workworld.database import insert_row
from workworld.errors import NotFound


def posted(ctx: Context, channel_id: str, nonce: str) -> Message | None:
    """What the caller has posted to a channel under this name; None for nothing yet.

    Raises:
        NotFound: ``duplicate_message_not_found``: it was, and is gone.
    """
    known = ctx.session.get(PostedNonce, (ctx.actor.person_id, channel_id, nonce))
    if known is None:
        return None
    message = ctx.session.get(Message, (channel_id, known.ts))
    if message is None:
        raise NotFound("duplicate_message_not_found", "What was posted so is gone.")
    return message


def note(ctx: Context, message: Message, nonce: str) -> None:
    """Note that a message was posted under a name; one without a name is not noted."""
    if nonce:
        row = PostedNonce(
            person_id=message.author_id, channel_id=message.channel_id, nonce=nonce, ts=message.ts
        )
        insert_row(ctx.session, row)
