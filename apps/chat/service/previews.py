"""Cards below messages that their authors took away."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from pydantic import Field
from sqlalchemy import select

from workworld.apps.chat.models import HiddenPreview, Message
from workworld.apps.chat.service import log, messages
from workworld.apps.chat.types import ChannelId, Ts
from workworld.context import Context, Surface
from workworld.links.addresses import canonical
from workworld.operations import Effect, operation
from workworld.permissions import require


# The vendor has no method for it: its own client does it for a person.
@operation(Effect.WRITE, scope="chat:write", doors=(Surface.UI, Surface.MCP))
def hide(
    ctx: Context,
    *,
    channel_id: ChannelId,
    ts: Ts,
    url: Annotated[str, Field(description="The link in the message.", max_length=4000)],
) -> None:
    """Take the card of a link away from below one's own message, for good and for everybody."""
    message = messages.known(ctx, channel_id, ts)
    require(ctx, "chat.messages.edit", message)
    row = HiddenPreview(channel_id=channel_id, ts=ts, url=canonical(ctx, url))
    if ctx.session.get(HiddenPreview, (row.channel_id, row.ts, row.url)) is None:
        ctx.session.add(row)
    log.touch(ctx, message)


def hidden_in(ctx: Context, rows: Sequence[Message]) -> frozenset[tuple[str, str, str]]:
    """The links in these messages whose cards are hidden: channel, ts and address."""
    if not rows:
        return frozenset()
    query = select(HiddenPreview).where(HiddenPreview.ts.in_([row.ts for row in rows]))
    return frozenset((row.channel_id, row.ts, row.url) for row in ctx.session.scalars(query))
