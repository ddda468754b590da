"""All that is unread, channel by channel."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from workworld.apps.chat.models import Channel, Message
from workworld.apps.chat.service import channels, choices, messages, news
from workworld.apps.chat.service.news import News
from workworld.context import Context, Surface
from workworld.operations import Effect, operation


@dataclass(frozen=True, slots=True)
class Unread:
    """A channel with something new in it."""

    channel: Channel
    news: News
    messages: Sequence[Message]
    """The newest of what is unread, oldest first."""
    has_more: bool
    """Whether more is unread than these."""


@operation(Effect.READ, scope="channels:history", doors=(Surface.MCP, Surface.UI))
def list(
    ctx: Context,
    *,
    most_channels: Annotated[int, Field(description="Channels at most.", ge=1, le=50)] = 10,
    most_messages: Annotated[int, Field(description="Messages of each.", ge=1, le=50)] = 10,
    with_muted: Annotated[bool, Field(description="Muted channels too.")] = False,
) -> Sequence[Unread]:
    """List the channels with something unread and the newest of it, where one is called first."""
    chosen = choices.mine(ctx)
    muted = {channel_id for channel_id, each in chosen.items() if each.is_muted}
    found = [
        each
        for each in news.all_of(ctx).values()
        if each.is_unread and (with_muted or each.channel_id not in muted or each.mentions)
    ]
    ordered = sorted(found, key=lambda each: (not each.mentions, each.channel_id))
    return [_unread(ctx, each, most_messages) for each in ordered[:most_channels]]


def _unread(ctx: Context, found: News, most: int) -> Unread:
    channel = channels.known(ctx, found.channel_id)
    page = messages.history(ctx, channel_id=channel.id, oldest=found.last_read, limit=most)
    return Unread(channel, found, page.items[::-1], page.has_more)
