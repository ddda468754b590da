"""Sending and reading messages."""

from __future__ import annotations

from typing import Any, cast

from workworld.apps.chat import mrkdwn, wire
from workworld.apps.chat.models import Message
from workworld.apps.chat.service import direct, messages, threads, titles
from workworld.context import Context
from workworld.doors.mcp import Tool
from workworld.mcp_servers.chat.reading import Reader, envelope
from workworld.mcp_servers.chat.schemas import (
    BOOLEAN,
    CHANNEL_ID,
    CURSOR,
    FORMAT,
    NUMBER,
    STRING,
    Arguments,
    described,
    given,
    require_format,
    whole,
)
from workworld.paging import Page

_OLDEST = described(STRING, "Only messages after this Unix time or Message TS.")
_LATEST = described(STRING, "Only messages before this Unix time or Message TS.")


def _accept_send(_ctx: Context, arguments: Arguments) -> Arguments:
    return {
        "channel_id": arguments["channel_id"],
        "text": mrkdwn.from_markdown(arguments["message"]),
        "reply_broadcast": arguments.get("reply_broadcast", False),
        **given(arguments, thread_ts="thread_ts", draft_id="draft_id"),
    }


def present_sent(ctx: Context, row: Message) -> dict[str, Any]:
    """A link to a message, and where it is."""
    return {
        "message_link": wire.permalink(ctx, row),
        "message_context": {"message_ts": row.ts, "channel_id": row.channel_id},
    }


def _bounds(arguments: Arguments) -> dict[str, Any]:
    return {name: arguments[name] for name in ("oldest", "latest", "cursor") if arguments.get(name)}


def _accept_channel(_ctx: Context, arguments: Arguments) -> Arguments:
    require_format(arguments, "detailed", "concise")
    limit = whole(arguments, "limit", default=100, most=100)
    return {"channel_id": arguments["channel_id"], "limit": limit, **_bounds(arguments)}


def _present_channel(ctx: Context, page: Page[Message]) -> dict[str, str]:
    channel = direct.known(ctx, cast(str, ctx.request.arguments["channel_id"]))
    reader = Reader(ctx, page.items)
    blocks = [f"Channel: {titles.label(ctx, channel)} ({channel.id})"]
    blocks += [reader.in_channel(row) for row in page.items]
    if not page.items:
        blocks.append("There are no messages here.")
    return envelope("messages", "\n\n".join(blocks), page, "messages in this channel")


def _accept_thread(_ctx: Context, arguments: Arguments) -> Arguments:
    require_format(arguments, "detailed", "concise")
    return {
        "channel_id": arguments["channel_id"],
        "ts": arguments["message_ts"],
        "limit": whole(arguments, "limit", default=100, most=1000),
        **_bounds(arguments),
    }


def _present_thread(ctx: Context, page: Page[Message]) -> dict[str, str]:
    parent, *replies = page.items
    reader = Reader(ctx, page.items)
    thread = threads.below(ctx, parent.channel_id, [parent.ts]).get(parent.ts)
    total = thread.reply_count if thread else 0
    blocks = ["=== THREAD PARENT MESSAGE ===\n" + reader.in_thread(parent)]
    blocks.append(f"=== THREAD REPLIES ({total} total) ===")
    for number, row in enumerate(replies, threads.place_in_thread(ctx, replies)):
        blocks.append(f"--- Reply {number} of {total} ---\n" + reader.in_thread(row))
    return envelope("messages", "\n\n".join(blocks), page, "messages in this thread")


SEND = Tool(
    "slack_send_message",
    messages.post,
    "Send a message to a channel, or a reply to a thread, as the person you act for. "
    "The message is standard Markdown (**bold**, _italic_, ~~strike~~, `code`, "
    "[label](url)); mention a person with <@U…>. People see it at once and it cannot be "
    "unsent. Returns a link and the Message TS. Errors: channel_not_found, "
    "not_in_channel, is_archived, restricted_action (only admins may post there), "
    "no_text, msg_too_long, thread_not_found, draft_not_found.",
    {
        "channel_id": CHANNEL_ID,
        "message": described(STRING, "The text, in standard Markdown."),
        "thread_ts": described(
            STRING, "Message TS of the thread's parent, to reply in that thread."
        ),
        "reply_broadcast": described(
            BOOLEAN, "With thread_ts: show the reply in the channel as well."
        ),
        "draft_id": described(STRING, "Id of a draft of yours to delete after sending."),
        "unfurl_app_links": described(
            BOOLEAN, "No effect: links to the company's own apps always show what they lead to."
        ),
    },
    ("channel_id", "message"),
    _accept_send,
    present_sent,
    names={"text": "message"},
    title="Send message",
    toolset="messages",
)
READ_CHANNEL = Tool(
    "slack_read_channel",
    messages.history,
    "Read a channel's messages, newest first, without thread replies (use "
    "slack_read_thread for those). Answers JSON with the messages as text and a "
    "sentence that carries the next cursor. Error: channel_not_found.",
    {
        "channel_id": CHANNEL_ID,
        "limit": described(NUMBER, "Messages a page, 1 to 100. Default 100."),
        "cursor": CURSOR,
        "latest": _LATEST,
        "oldest": _OLDEST,
        "response_format": FORMAT,
    },
    ("channel_id",),
    _accept_channel,
    _present_channel,
    title="Read channel",
    toolset="messages",
)
READ_THREAD = Tool(
    "slack_read_thread",
    messages.replies,
    "Read a thread: the parent message, then its replies, oldest first. Errors: "
    "channel_not_found, thread_not_found.",
    {
        "channel_id": CHANNEL_ID,
        "message_ts": described(STRING, "Message TS of the thread's parent."),
        "limit": described(NUMBER, "Replies a page, 1 to 1000. Default 100."),
        "cursor": CURSOR,
        "latest": _LATEST,
        "oldest": _OLDEST,
        "response_format": FORMAT,
    },
    ("channel_id", "message_ts"),
    _accept_thread,
    _present_thread,
    names={"ts": "message_ts"},
    title="Read thread",
    toolset="messages",
)
