"""Messages over REST: ``chat.*``, and reading a channel and a thread."""

from __future__ import annotations

from typing import Any

from workworld.apps.chat import wire
from workworld.apps.chat.api.contents import words_of
from workworld.apps.chat.api.methods import (
    CHANNEL,
    Arguments,
    given,
    in_channel,
    is_true,
    method,
    next_cursor,
    refuse,
    text_of,
)
from workworld.apps.chat.models import Message, Whisper
from workworld.apps.chat.service import messages, pins, whispers
from workworld.context import Context
from workworld.doors.paging import CursorPaging
from workworld.links.addresses import rendered
from workworld.paging import Page


def _accept_post(ctx: Context, arguments: Arguments) -> Arguments:
    refuse(arguments, "file_ids")
    return {
        **in_channel(ctx, arguments),
        **words_of(ctx, arguments),
        **given(
            arguments,
            thread_ts="thread_ts",
            reply_broadcast="reply_broadcast",
            nonce="client_msg_id",
        ),
    }


def _accept_update(ctx: Context, arguments: Arguments) -> Arguments:
    refuse(arguments, "file_ids", "thread_ts", "username", "icon_emoji", "icon_url")
    return {**in_channel(ctx, arguments), **words_of(ctx, arguments), **given(arguments, ts="ts")}


def _accept_whisper(ctx: Context, arguments: Arguments) -> Arguments:
    refuse(arguments, "file_ids", "username", "icon_emoji", "icon_url")
    found = {**in_channel(ctx, arguments), **words_of(ctx, arguments)}
    return found | given(arguments, user_id="user", thread_ts="thread_ts")


def _accept_text(ctx: Context, arguments: Arguments) -> Arguments:
    refuse(arguments, "blocks", "attachments", "metadata", "file_ids", "thread_ts")
    return {
        **in_channel(ctx, arguments),
        "text": text_of(arguments, "text"),
    }


def _accept_message(ctx: Context, arguments: Arguments) -> Arguments:
    return in_channel(ctx, arguments) | given(arguments, ts="ts")


def _accept_link(ctx: Context, arguments: Arguments) -> Arguments:
    return in_channel(ctx, arguments) | given(arguments, ts="message_ts")


def _accept_history(ctx: Context, arguments: Arguments) -> Arguments:
    names = ("oldest", "latest", "inclusive", "limit", "cursor")
    bounds = given(arguments, **{name: name for name in names})
    return in_channel(ctx, arguments) | {name: _stamp(name, bounds[name]) for name in bounds}


def _stamp(name: str, value: Any) -> Any:
    """Slack takes the bounds of a history as numbers too."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return str(value) if name in ("oldest", "latest") and is_number else value


def _accept_replies(ctx: Context, arguments: Arguments) -> Arguments:
    return {**_accept_history(ctx, arguments), **given(arguments, ts="ts")}


def _present_posted(ctx: Context, row: Message) -> dict[str, Any]:
    shape = wire.messages_of(ctx, [row])[0]
    return {"channel": row.channel_id, "ts": row.ts, "message": shape}


def _present_updated(ctx: Context, row: Message) -> dict[str, Any]:
    return {**_present_posted(ctx, row), "text": rendered(ctx, row.text)}


def _present_acted(_ctx: Context, row: Message) -> dict[str, Any]:
    return {"channel": row.channel_id, "ts": row.ts}


def _present_deleted(ctx: Context, _nothing: None) -> dict[str, Any]:
    asked = ctx.request.arguments
    return {"channel": in_channel(ctx, asked)["channel_id"], "ts": asked["ts"]}


def _present_whispered(_ctx: Context, row: Whisper) -> dict[str, Any]:
    return {"message_ts": row.ts}


def _present_link(ctx: Context, row: Message) -> dict[str, Any]:
    return {"channel": row.channel_id, "permalink": wire.permalink(ctx, row)}


def _present_messages(ctx: Context, page: Page[Message]) -> dict[str, Any]:
    with_details = is_true(ctx.request.arguments.get("include_all_metadata"))
    return {
        "messages": wire.messages_of(ctx, page.items, with_details=with_details),
        "has_more": page.has_more,
        **next_cursor(page),
    }


def _present_history(ctx: Context, page: Page[Message]) -> dict[str, Any]:
    channel_id = in_channel(ctx, ctx.request.arguments)["channel_id"]
    return {**_present_messages(ctx, page), "pin_count": pins.count(ctx, channel_id)}


ENDPOINTS = (
    method("chat.delete", messages.delete, _accept_message, _present_deleted, CHANNEL),
    method(
        "chat.getPermalink",
        messages.permalink,
        _accept_link,
        _present_link,
        CHANNEL | {"ts": "message_ts"},
    ),
    method("chat.meMessage", messages.act, _accept_text, _present_acted, CHANNEL),
    method(
        "chat.postEphemeral",
        whispers.post,
        _accept_whisper,
        _present_whispered,
        CHANNEL | {"user_id": "user"},
    ),
    method("chat.postMessage", messages.post, _accept_post, _present_posted, CHANNEL),
    method("chat.update", messages.edit, _accept_update, _present_updated, CHANNEL),
    method(
        "conversations.history",
        messages.history,
        _accept_history,
        _present_history,
        CHANNEL,
        paging=CursorPaging("messages"),
    ),
    method(
        "conversations.replies",
        messages.replies,
        _accept_replies,
        _present_messages,
        CHANNEL,
        paging=CursorPaging("messages", repeated=1),
    ),
)
