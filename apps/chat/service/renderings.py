"""How a message would look."""

from __future__ import annotations

from workworld.apps.chat.service import channels
from workworld.apps.chat.service.texts import require_good_message
from workworld.apps.chat.types import ChannelId, MessageText
from workworld.context import Context, Surface
from workworld.links.addresses import canonical
from workworld.operations import Effect, operation


@operation(Effect.READ, scope="channels:read", doors=(Surface.UI,))
def show(ctx: Context, *, channel_id: ChannelId, text: MessageText) -> str:
    """Read a text as a message of a channel, without sending it: what would be kept of it."""
    channels.known(ctx, channel_id)
    require_good_message(text)
    return canonical(ctx, text)
