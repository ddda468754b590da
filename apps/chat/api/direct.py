"""Direct conversations over REST: ``conversations.open``."""

from __future__ import annotations

from typing import Any

from workworld.apps.chat import wire
from workworld.apps.chat.api.methods import Arguments, ids_in, in_channel, method
from workworld.apps.chat.service import channels, direct, titles
from workworld.apps.chat.service.direct import Opened
from workworld.context import Context
from workworld.errors import Invalid, NotFound


def _accept(ctx: Context, arguments: Arguments) -> Arguments:
    """Whom it is with, or the conversation itself by its id."""
    if not arguments.get("channel"):
        return {"user_ids": ids_in(arguments.get("users") or [])}
    channel_id = in_channel(ctx, arguments)["channel_id"]
    if not isinstance(channel_id, str):
        raise NotFound("channel_not_found", "A conversation's id is a text.")
    row = channels.known(ctx, channel_id)
    if not titles.is_direct(row) or row.party is None:
        raise Invalid("method_not_supported_for_channel_type", "That is no direct conversation.")
    return {"user_ids": row.party.split(",")}


def _present(ctx: Context, opened: Opened) -> dict[str, Any]:
    whole = ctx.request.arguments.get("return_im") in (True, "true", "1")
    row = wire.channels_of(ctx, [opened.channel])[0] if whole else {"id": opened.channel.id}
    return {"channel": row} | ({} if opened.is_new else {"no_op": True, "already_open": True})


ENDPOINTS = (method("conversations.open", direct.open, _accept, _present, {"user_ids": "users"}),)
