"""Pins, bookmarks and saved messages: tools of the profile ``full``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workworld.apps.chat.models import Bookmark
from workworld.apps.chat.service import bookmarks, pins, previews, saved
from workworld.apps.chat.service.pins import Pinned
from workworld.apps.chat.service.saved import Saved
from workworld.clock import from_microseconds
from workworld.context import Context
from workworld.directory import people
from workworld.doors.mcp import FULL, Tool
from workworld.links.addresses import rendered
from workworld.mcp_servers.chat.added import present_done, tool
from workworld.mcp_servers.chat.reading import Reader
from workworld.mcp_servers.chat.schemas import (
    CHANNEL,
    MESSAGE,
    NUMBER,
    STRING,
    Arguments,
    described,
    given,
)

_USUAL = "channel_not_found, not_in_channel, is_archived"
_BOOKMARK_ID = described(STRING, "Id of the bookmark, such as Bk0123456789.")
_TITLE = described(STRING, "What it is called, at most 255 characters.")
_LINK = described(STRING, "Where it leads: an http or https address.")
_EMOJI = described(STRING, "An emoji before its title, such as :books:.")
_STATE = described(STRING, "in_progress, archived or completed.")
_DUE = described(NUMBER, "When to come back to it, as Unix time.")
_SECOND = 1_000_000


def _present_pins(ctx: Context, found: Sequence[Pinned]) -> dict[str, str]:
    reader = Reader(ctx, [each.message for each in found])
    named = people.by_ids(ctx.session, {each.pin.pinned_by for each in found})
    blocks = [
        f"{reader.in_channel(each.message)}\nPinned by: "
        f"{named[each.pin.pinned_by].name} ({each.pin.pinned_by})"
        for each in found
    ]
    return {"pins": "\n\n".join(blocks) or "Nothing is pinned here."}


def _line(ctx: Context, row: Bookmark) -> str:
    emoji = f":{row.emoji}: " if row.emoji else ""
    return f"{emoji}{row.title}: {rendered(ctx, row.link)} ({row.id})"


def _present_bookmark(ctx: Context, row: Bookmark) -> dict[str, str]:
    return {"bookmark_id": row.id, "result": _line(ctx, row)}


def _present_bookmarks(ctx: Context, rows: Sequence[Bookmark]) -> dict[str, str]:
    lines = [_line(ctx, row) for row in rows]
    return {"bookmarks": "\n".join(lines) or "There are no bookmarks here."}


def _accept_due(_ctx: Context, arguments: Arguments) -> Arguments:
    return {**given(arguments, channel_id="channel_id", ts="message_ts"), **_due(arguments)}


def _due(arguments: Arguments) -> dict[str, Any]:
    due = arguments.get("due")
    return {} if due is None else {"due": int(due) if due == int(due) else due}


def _accept_listed(_ctx: Context, arguments: Arguments) -> Arguments:
    return given(arguments, state="state")


def _present_saved(ctx: Context, found: Sequence[Saved]) -> dict[str, str]:
    blocks = []
    for each in found:
        lines = [
            f"Channel ID: {each.item.channel_id}",
            Reader(ctx, [each.message]).in_channel(each.message),
            f"State: {each.item.state}",
        ]
        if each.item.due is not None:
            due = from_microseconds(each.item.due * _SECOND).astimezone(people.my_zone(ctx))
            over = " (overdue)" if each.is_overdue(ctx) else ""
            lines.append(f"Due: {due:%Y-%m-%d %H:%M:%S %Z}{over}")
        blocks.append("\n".join(lines))
    return {"saved": "\n\n".join(blocks) or "You have saved nothing."}


TOOLS = (
    tool(
        "pin_message",
        pins.add,
        "Pin a message to its channel, for all its members; the channel is told. Errors: "
        f"{_USUAL}, message_not_found, already_pinned, too_many_pins.",
        MESSAGE,
        present_done,
        toolset="keeping",
    ),
    tool(
        "unpin_message",
        pins.remove,
        f"Take a message's pin away. Errors: {_USUAL}, message_not_found, no_pin.",
        MESSAGE,
        present_done,
        toolset="keeping",
        destructive=True,
    ),
    tool(
        "list_pins",
        pins.list,
        "Read what is pinned to a channel, the last pin first. Error: channel_not_found.",
        CHANNEL,
        _present_pins,
        toolset="keeping",
    ),
    Tool(
        "slack_add_bookmark",
        bookmarks.add,
        "Add a link to the bar of a channel, for all its members. Errors: "
        f"{_USUAL}, invalid_link, invalid_emoji, too_many_bookmarks.",
        {**CHANNEL, "title": _TITLE, "link": _LINK, "emoji": _EMOJI},
        ("channel_id", "title", "link"),
        lambda _ctx, arguments: dict(arguments),
        _present_bookmark,
        title="Add bookmark",
        toolset="keeping",
        profiles=(FULL,),
    ),
    Tool(
        "slack_edit_bookmark",
        bookmarks.edit,
        "Change a bookmark; what is not given stays. Errors: "
        f"{_USUAL}, not_found, invalid_link, invalid_emoji.",
        {
            **CHANNEL,
            "bookmark_id": _BOOKMARK_ID,
            "title": _TITLE,
            "link": _LINK,
            "emoji": _EMOJI,
        },
        ("channel_id", "bookmark_id"),
        lambda _ctx, arguments: dict(arguments),
        _present_bookmark,
        title="Edit bookmark",
        toolset="keeping",
        profiles=(FULL,),
        destructive=True,
        idempotent=True,
    ),
    tool(
        "list_bookmarks",
        bookmarks.list,
        "Read the bookmarks of a channel. Error: channel_not_found.",
        CHANNEL,
        _present_bookmarks,
        toolset="keeping",
    ),
    tool(
        "remove_bookmark",
        bookmarks.remove,
        f"Take a bookmark out of the bar of a channel. Errors: {_USUAL}, not_found.",
        {**CHANNEL, "bookmark_id": _BOOKMARK_ID},
        present_done,
        toolset="keeping",
        destructive=True,
    ),
    Tool(
        "slack_save_message",
        saved.add,
        "Save a message for later, for the person you act for alone. Errors: channel_not_found, "
        "message_not_found, already_starred, time_in_past.",
        {**MESSAGE, "due": _DUE},
        ("channel_id", "message_ts"),
        _accept_due,
        present_done,
        names={"ts": "message_ts"},
        title="Save message",
        toolset="keeping",
        profiles=(FULL,),
    ),
    tool(
        "unsave_message",
        saved.remove,
        "Keep a saved message no longer. Errors: channel_not_found, message_not_found, "
        "not_starred.",
        MESSAGE,
        present_done,
        toolset="keeping",
        destructive=True,
    ),
    tool(
        "mark_saved_message",
        saved.mark,
        "Say how far the person you act for is with a saved message. Errors: channel_not_found, "
        "message_not_found, not_starred.",
        {**MESSAGE, "state": _STATE},
        present_done,
        toolset="keeping",
        idempotent=True,
    ),
    Tool(
        "slack_set_saved_due",
        saved.set_due,
        "Say when to come back to a saved message; without a time, whenever. The person is told "
        "when it is due. Errors: channel_not_found, message_not_found, not_starred, time_in_past.",
        {**MESSAGE, "due": _DUE},
        ("channel_id", "message_ts"),
        _accept_due,
        present_done,
        names={"ts": "message_ts"},
        title="Set saved due",
        toolset="keeping",
        profiles=(FULL,),
        idempotent=True,
    ),
    Tool(
        "slack_list_saved_messages",
        saved.list,
        "Read what the person you act for has saved for later: what is due first, then the last "
        "saved.",
        {"state": _STATE},
        (),
        _accept_listed,
        _present_saved,
        title="List saved messages",
        toolset="keeping",
        profiles=(FULL,),
    ),
    tool(
        "remove_link_preview",
        previews.hide,
        "Take the card of a link away from below a message of the person you act for, for "
        "everybody. Errors: channel_not_found, message_not_found, cant_update_message, "
        "is_archived.",
        {**MESSAGE, "url": described(STRING, "The link in the message.")},
        present_done,
        toolset="messages",
        destructive=True,
        idempotent=True,
    ),
)
