"""Text snippets: long texts that are sent as files."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from workworld.apps.chat.models import Message
from workworld.apps.chat.service import channels, messages, nonces
from workworld.apps.chat.types import ChannelId, MessageText, Nonce, Ts
from workworld.context import Context, Surface
from workworld.errors import Invalid
from workworld.files import uploads
from workworld.files.types import FileName
from workworld.operations import Effect, operation


# Over the other doors it is an upload that is shared in a channel.
@operation(Effect.WRITE, scope="chat:write", doors=(Surface.UI,))
def send(
    ctx: Context,
    *,
    channel_id: ChannelId,
    name: FileName,
    content: Annotated[str, Field(description="What it holds.")],
    text: MessageText = "",
    thread_ts: Annotated[Ts | None, Field(description="In which thread to send it.")] = None,
    nonce: Nonce = "",
) -> Message:
    """Make a file of a text and post it to a channel, with a message above it if there is one.

    Raises:
        Invalid: ``no_text``, or what is wrong with the file.
    """
    if not content.strip():
        raise Invalid("no_text", "A snippet needs some content.")
    if nonce and (earlier := nonces.posted(ctx, channels.known(ctx, channel_id).id, nonce)):
        return earlier
    file = uploads.add(ctx, name=name, content=content.encode())
    return messages.post(
        ctx,
        channel_id=channel_id,
        text=text,
        thread_ts=thread_ts,
        file_ids=[file.id],
        nonce=nonce,
    )
