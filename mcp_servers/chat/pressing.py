"""Priority and acknowledgement of messages: tools of the profile ``full``."""

from __future__ import annotations

from collections.abc import Sequence

from workworld.apps.chat import mrkdwn
from workworld.apps.chat.models import Acknowledgement, Message
from workworld.apps.chat.service import acknowledgements, messages
from workworld.context import Context
from workworld.directory import people
from workworld.mcp_servers.chat.added import tool
from workworld.mcp_servers.chat.messages import present_sent
from workworld.mcp_servers.chat.schemas import (
    BOOLEAN,
    CHANNEL_ID,
    MESSAGE,
    STRING,
    Arguments,
    described,
)

_USUAL = "channel_not_found, not_in_channel, is_archived, message_not_found"


def _accept_send(_ctx: Context, arguments: Arguments) -> Arguments:
    return {
        "channel_id": arguments["channel_id"],
        "text": mrkdwn.from_markdown(arguments["message"]),
        "priority": {
            "level": arguments["priority"],
            "asks_for_acknowledgement": arguments.get("ask_for_acknowledgement", False),
        },
    }


def _present_given(_ctx: Context, row: Message) -> dict[str, str]:
    return {"result": f"Message {row.ts} is acknowledged."}


def _present_taken_back(_ctx: Context, row: Message) -> dict[str, str]:
    return {"result": f"Message {row.ts} is no longer acknowledged by you."}


def _present_people(ctx: Context, found: Sequence[Acknowledgement]) -> dict[str, str]:
    named = people.by_ids(ctx.session, {row.person_id for row in found})
    lines = [f"{named[row.person_id].name} ({row.person_id})" for row in found]
    return {"acknowledged_by": "\n".join(lines) or "Nobody has acknowledged this message yet."}


TOOLS = (
    tool(
        "send_priority_message",
        messages.post,
        "Send a message to a conversation with a label beside your name, and ask people to "
        "acknowledge it if wanted. An urgent one tells those whom it mentions even when they want "
        "no notices. Neither can be changed later. Errors: channel_not_found, not_in_channel, "
        "is_archived, restricted_action, no_text, msg_too_long, invalid_arguments (no such "
        "priority).",
        {
            "channel_id": CHANNEL_ID,
            "message": described(STRING, "The text, in standard Markdown."),
            "priority": described(STRING, "standard, important or urgent."),
            "ask_for_acknowledgement": described(
                BOOLEAN, "Ask people to acknowledge it. Default false."
            ),
        },
        present_sent,
        _accept_send,
        required=("channel_id", "message", "priority"),
        toolset="messages",
    ),
    tool(
        "acknowledge_message",
        acknowledgements.give,
        "Acknowledge a message whose author asked for it, as the person you act for; to do so "
        f"again changes nothing. Errors: {_USUAL}, not_asked (its author asked nobody), "
        "own_message.",
        MESSAGE,
        _present_given,
        toolset="messages",
        idempotent=True,
    ),
    tool(
        "take_back_acknowledgement",
        acknowledgements.take_back,
        "Take back that the person you act for acknowledged a message, within five minutes. "
        f"Errors: {_USUAL}, no_acknowledgement, acknowledgement_stays (too late).",
        MESSAGE,
        _present_taken_back,
        toolset="messages",
        destructive=True,
    ),
    tool(
        "list_acknowledgements",
        acknowledgements.list,
        "List who has acknowledged a message, first come first. Errors: channel_not_found, "
        "message_not_found, not_asked (its author asked nobody).",
        MESSAGE,
        _present_people,
        toolset="messages",
    ),
)
