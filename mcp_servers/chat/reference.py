"""The tools of the archived reference server, ``@modelcontextprotocol/server-slack`` 2025.4.25.

https://github.com/modelcontextprotocol/servers-archived/tree/main/src/slack
"""

from __future__ import annotations

from typing import Any

from workworld.apps.chat import wire
from workworld.apps.chat.models import Channel, Message
from workworld.apps.chat.people_shapes import profiles_of, users_of
from workworld.apps.chat.service import channels, messages, reactions, users
from workworld.context import Context
from workworld.directory.models import Person
from workworld.doors.mcp import Tool, Upstream
from workworld.mcp_servers.chat.schemas import (
    CHANNEL_ID,
    NUMBER,
    STRING,
    Arguments,
    described,
    given,
    taking,
    whole,
)
from workworld.paging import Page

_TEXT = described(STRING, "The text of the message, in mrkdwn.")
_THREAD_TS = described(STRING, "The ts of the thread's parent, such as 1234567890.123456.")
_CURSOR = described(STRING, "next_cursor of the previous page.")
_LIMIT = described(NUMBER, "How many to return, at most 200. Default 100.")


def _accept_page(_ctx: Context, arguments: Arguments) -> dict[str, Any]:
    limit = whole(arguments, "limit", default=100, most=200)
    return {"limit": limit, **given(arguments, cursor="cursor")}


def _accept_channels(ctx: Context, arguments: Arguments) -> Arguments:
    return {**_accept_page(ctx, arguments), "kinds": ["public"], "exclude_archived": True}


def _accept_history(_ctx: Context, arguments: Arguments) -> Arguments:
    limit = whole(arguments, "limit", default=10, most=1000)
    return {"channel_id": arguments["channel_id"], "limit": limit}


def _cursor(page: Page[Any]) -> dict[str, Any]:
    return {"response_metadata": {"next_cursor": page.next_cursor or ""}}


def _present_channels(ctx: Context, page: Page[Channel]) -> dict[str, Any]:
    return {"ok": True, "channels": wire.channels_of(ctx, page.items), **_cursor(page)}


def _present_posted(ctx: Context, row: Message) -> dict[str, Any]:
    shape = wire.messages_of(ctx, [row])[0]
    return {"ok": True, "channel": row.channel_id, "ts": row.ts, "message": shape}


def _present_ok(_ctx: Context, _answer: Any) -> dict[str, Any]:
    return {"ok": True}


def _present_messages(ctx: Context, page: Page[Message]) -> dict[str, Any]:
    found = wire.messages_of(ctx, page.items)
    return {"ok": True, "messages": found, "has_more": page.has_more}


def _present_users(ctx: Context, page: Page[Person]) -> dict[str, Any]:
    return {"ok": True, "members": users_of(ctx, page.items), **_cursor(page)}


def _present_profile(ctx: Context, person: Person) -> dict[str, Any]:
    return {"ok": True, "profile": profiles_of(ctx, [person])[0]}


REFERENCE = Upstream(
    profile="reference",
    title="Slack MCP Server",
    instructions="",
    tools=(
        Tool(
            "slack_list_channels",
            channels.list,
            "List the public channels of the workspace, page by page.",
            {"limit": _LIMIT, "cursor": _CURSOR},
            (),
            _accept_channels,
            _present_channels,
            title="List channels",
            toolset="channels",
        ),
        Tool(
            "slack_post_message",
            messages.post,
            "Post a new message to a channel, as the person you act for.",
            {"channel_id": CHANNEL_ID, "text": _TEXT},
            ("channel_id", "text"),
            taking(channel_id="channel_id", text="text"),
            _present_posted,
            title="Post message",
            toolset="messages",
        ),
        Tool(
            "slack_reply_to_thread",
            messages.post,
            "Reply to a message's thread, as the person you act for.",
            {"channel_id": CHANNEL_ID, "thread_ts": _THREAD_TS, "text": _TEXT},
            ("channel_id", "thread_ts", "text"),
            taking(channel_id="channel_id", thread_ts="thread_ts", text="text"),
            _present_posted,
            title="Reply to thread",
            toolset="messages",
        ),
        Tool(
            "slack_add_reaction",
            reactions.add,
            "Put an emoji below a message, as the person you act for.",
            {
                "channel_id": CHANNEL_ID,
                "timestamp": described(STRING, "The ts of the message."),
                "reaction": described(STRING, "Name of the emoji, without colons."),
            },
            ("channel_id", "timestamp", "reaction"),
            taking(channel_id="channel_id", ts="timestamp", emoji="reaction"),
            _present_ok,
            names={"ts": "timestamp", "emoji": "reaction"},
            title="Add reaction",
            toolset="reactions",
            idempotent=True,
        ),
        Tool(
            "slack_get_channel_history",
            messages.history,
            "Read the newest messages of a channel, newest first.",
            {
                "channel_id": CHANNEL_ID,
                "limit": described(NUMBER, "How many messages to return. Default 10."),
            },
            ("channel_id",),
            _accept_history,
            _present_messages,
            title="Get channel history",
            toolset="messages",
        ),
        Tool(
            "slack_get_thread_replies",
            messages.replies,
            "Read a thread: its parent, then the replies, oldest first.",
            {"channel_id": CHANNEL_ID, "thread_ts": _THREAD_TS},
            ("channel_id", "thread_ts"),
            taking(channel_id="channel_id", ts="thread_ts"),
            _present_messages,
            names={"ts": "thread_ts"},
            title="Get thread replies",
            toolset="messages",
        ),
        Tool(
            "slack_get_users",
            users.list,
            "List the people of the workspace with their profiles, page by page.",
            {"cursor": _CURSOR, "limit": _LIMIT},
            (),
            _accept_page,
            _present_users,
            title="Get users",
            toolset="people",
        ),
        Tool(
            "slack_get_user_profile",
            users.info,
            "Read the profile of one person in detail.",
            {"user_id": described(STRING, "Id of the person, such as U0123456789.")},
            ("user_id",),
            taking(user_id="user_id"),
            _present_profile,
            title="Get user profile",
            toolset="people",
        ),
    ),
)
