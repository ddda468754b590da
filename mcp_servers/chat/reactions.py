"""Reactions."""

from __future__ import annotations

from workworld.apps.chat.models import Message
from workworld.apps.chat.service import reactions
from workworld.apps.chat.service.reactions import Added
from workworld.context import Context
from workworld.directory import people
from workworld.doors.mcp import Tool
from workworld.mcp_servers.chat.schemas import (
    EMOJI,
    MESSAGE,
    taking,
)

_MOST_NAMED = 50


def _present_added(_ctx: Context, added: Added) -> dict[str, str]:
    return {"result": f"Reaction :{added.emoji}: added to message {added.message.ts}"}


def _present_reactions(ctx: Context, row: Message) -> dict[str, str]:
    found = reactions.below(ctx, row.channel_id, [row.ts]).get(row.ts, ())
    named = people.by_ids(ctx.session, {who for each in found for who in each.people})
    said = []
    for each in found:
        names = ", ".join(f"{named[who].name} ({who})" for who in each.people[:_MOST_NAMED])
        said.append(f":{each.emoji}: × {len(each.people)} — {names}")
    return {"result": "\n".join(said) or "There are no reactions to this message."}


ADD = Tool(
    "slack_add_reaction",
    reactions.add,
    "Put an emoji below a message, as the person you act for; to do so again changes nothing. "
    "Errors: channel_not_found, not_in_channel, is_archived, message_not_found, invalid_name (no "
    "such emoji).",
    {**MESSAGE, "emoji": EMOJI},
    ("channel_id", "message_ts", "emoji"),
    taking(channel_id="channel_id", ts="message_ts", emoji="emoji"),
    _present_added,
    names={"ts": "message_ts"},
    title="Add reaction",
    toolset="reactions",
    idempotent=True,
)
GET = Tool(
    "slack_get_reactions",
    reactions.get,
    "Read who put which emoji below a message, up to 50 people for each. Errors: "
    "channel_not_found, message_not_found.",
    MESSAGE,
    ("channel_id", "message_ts"),
    taking(channel_id="channel_id", ts="message_ts"),
    _present_reactions,
    names={"ts": "message_ts"},
    title="Get reactions",
    toolset="reactions",
)
