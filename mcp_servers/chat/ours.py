"""What the vendor's server lacks, in its style: tools of the profile ``full``."""

from __future__ import annotations

from typing import Any

from workworld.apps.chat import mrkdwn
from workworld.apps.chat.models import Channel
from workworld.apps.chat.service import channels, members, messages, reactions, shares
from workworld.apps.chat.service.members import Entry, Invited
from workworld.context import Context
from workworld.doors.mcp import FULL, Tool
from workworld.files import files
from workworld.files.models import File
from workworld.mcp_servers.chat.added import present_done, tool
from workworld.mcp_servers.chat.channels import present_channel
from workworld.mcp_servers.chat.messages import present_sent
from workworld.mcp_servers.chat.reading import channel_lines
from workworld.mcp_servers.chat.schemas import (
    CHANNEL,
    EMOJI,
    MESSAGE,
    NUMBER,
    STRING,
    Arguments,
    described,
    given,
    texts,
    whole,
)
from workworld.paging import MOST_PAGES, NumberedPage

_MOST_FILES = 100
_USUAL = "channel_not_found, not_in_channel, is_archived"


def _accept_update(_ctx: Context, arguments: Arguments) -> Arguments:
    return {
        "channel_id": arguments["channel_id"],
        "ts": arguments["message_ts"],
        "text": mrkdwn.from_markdown(arguments["message"]),
    }


def _present_entry(ctx: Context, entry: Entry) -> dict[str, Any]:
    return present_channel(ctx, entry.channel)


def _present_invited(ctx: Context, invited: Invited) -> dict[str, Any]:
    return present_channel(ctx, invited.channel)


def _present_described(ctx: Context, row: Channel) -> dict[str, Any]:
    return {**present_channel(ctx, row), "topic": row.topic, "purpose": row.purpose}


def _present_info(ctx: Context, row: Channel) -> dict[str, str]:
    return {"result": channel_lines(ctx, row, concise=False)}


def _accept_files(_ctx: Context, arguments: Arguments) -> Arguments:
    count = whole(arguments, "limit", default=_MOST_FILES, most=_MOST_FILES)
    page = whole(arguments, "page", default=1, most=MOST_PAGES)
    wanted = given(arguments, channel_id="channel_id", user_id="user_id", sort="sort")
    words = {"words": str(arguments["name"]).split()} if arguments.get("name") else {}
    return {**wanted, **words, "count": count, "page": page}


def _present_files(_ctx: Context, found: NumberedPage[File]) -> dict[str, str]:
    lines = [f"{file.title} ({file.id}, {file.mime}, {file.size} bytes)" for file in found.items]
    info = f"Page {found.number} of {found.pages}."
    return {"files": "\n".join(lines) or "No files found.", "pagination_info": info}


_NAME = described(STRING, "Lower-case letters, digits, hyphens and underscores; at most 80.")

TOOLS = (
    tool(
        "update_message",
        messages.edit,
        "Change the text of a message that the person you act for wrote. It is marked as edited. "
        "Errors: channel_not_found, message_not_found, cant_update_message (somebody else's), "
        "is_archived, no_text, msg_too_long.",
        {**MESSAGE, "message": described(STRING, "The new text, in standard Markdown.")},
        present_sent,
        _accept_update,
        toolset="messages",
        destructive=True,
        idempotent=True,
    ),
    tool(
        "delete_message",
        messages.delete,
        "Delete a message for good. Replies to it stay. Errors: channel_not_found, "
        "message_not_found, cant_delete_message (somebody else's), is_archived.",
        MESSAGE,
        present_done,
        toolset="messages",
        destructive=True,
    ),
    tool(
        "get_permalink",
        messages.permalink,
        "Look up the permanent link of a message. Errors: channel_not_found, message_not_found.",
        MESSAGE,
        present_sent,
        toolset="messages",
    ),
    tool(
        "remove_reaction",
        reactions.remove,
        "Take an emoji of the person you act for away from below a message. Errors: "
        "channel_not_found, message_not_found, no_reaction, invalid_name, is_archived.",
        {**MESSAGE, "emoji": EMOJI},
        present_done,
        toolset="reactions",
        destructive=True,
    ),
    tool(
        "read_channel_info",
        channels.info,
        "Look a channel up: its name, kind, topic and purpose, and whether it is archived. Error: "
        "channel_not_found.",
        CHANNEL,
        _present_info,
        toolset="channels",
    ),
    tool(
        "join_channel",
        members.join,
        "Join a public channel; to do so again changes nothing. Errors: channel_not_found, "
        "is_archived.",
        CHANNEL,
        _present_entry,
        toolset="channels",
        idempotent=True,
    ),
    tool(
        "leave_channel",
        members.leave,
        "Leave a channel; to do so again changes nothing. Errors: channel_not_found, is_archived, "
        "cant_leave_general, last_member.",
        CHANNEL,
        _present_entry,
        toolset="channels",
        destructive=True,
        idempotent=True,
    ),
    tool(
        "invite_to_channel",
        members.invite,
        f"Add people to a channel: all of them or none. Errors: {_USUAL}, user_not_found, "
        "already_in_channel, cant_invite_self.",
        {**CHANNEL, "user_ids": texts("Ids of the people, U…")},
        _present_invited,
        toolset="channels",
    ),
    tool(
        "remove_from_channel",
        members.remove,
        f"Remove somebody from a channel; admins may. Errors: {_USUAL}, user_not_found, "
        "cant_kick_self, cant_kick_from_general, restricted_action.",
        {**CHANNEL, "user_id": described(STRING, "Id of the person, such as U0123456789.")},
        present_done,
        toolset="channels",
        destructive=True,
    ),
    tool(
        "rename_channel",
        channels.rename,
        f"Rename a channel; admins may. Errors: {_USUAL}, not_authorized, name_taken, "
        "invalid_name_… (what is wrong with the name).",
        {**CHANNEL, "name": _NAME},
        present_channel,
        toolset="channels",
        destructive=True,
        idempotent=True,
    ),
    tool(
        "set_channel_topic",
        channels.set_topic,
        f"Say what a channel is about just now; an empty text clears it. Errors: {_USUAL}, "
        "too_long.",
        {**CHANNEL, "topic": described(STRING, "Plain text, at most 250 characters.")},
        _present_described,
        toolset="channels",
        destructive=True,
        idempotent=True,
    ),
    tool(
        "set_channel_purpose",
        channels.set_purpose,
        f"Say what a channel is for; an empty text clears it. Errors: {_USUAL}, too_long.",
        {**CHANNEL, "purpose": described(STRING, "Plain text, at most 250 characters.")},
        _present_described,
        toolset="channels",
        destructive=True,
        idempotent=True,
    ),
    tool(
        "archive_channel",
        channels.archive,
        "Archive a channel: it can be read and searched, but not written to; admins may. Errors: "
        "channel_not_found, already_archived, cant_archive_general, restricted_action.",
        CHANNEL,
        present_channel,
        toolset="channels",
        destructive=True,
    ),
    tool(
        "unarchive_channel",
        channels.unarchive,
        "Open an archived channel again; admins may. Errors: channel_not_found, not_archived, "
        "restricted_action.",
        CHANNEL,
        present_channel,
        toolset="channels",
    ),
    Tool(
        "slack_list_files",
        shares.list,
        "List files that the person you act for may see. Errors: channel_not_found, "
        "user_not_found.",
        {
            "name": described(STRING, "Words that must all occur in the name or title"),
            "sort": described(STRING, "newest, name or size (the largest first). Default newest."),
            "channel_id": described(STRING, "Only files shared in this channel, C…"),
            "user_id": described(STRING, "Only files that this person uploaded, U…"),
            "limit": described(NUMBER, "Files a page, at most 100. Default 100."),
            "page": described(NUMBER, "Which page, from 1 on. Default 1."),
        },
        (),
        _accept_files,
        _present_files,
        names={"count": "limit", "words": "name"},
        title="List files",
        toolset="files",
        profiles=(FULL,),
    ),
    tool(
        "delete_file",
        files.delete,
        "Delete a file everywhere, for good: one's own, or as an admin anybody's. Errors: "
        "file_not_found, cant_delete_file.",
        {"file_id": described(STRING, "Id of the file, such as F0123456789.")},
        present_done,
        toolset="files",
        destructive=True,
    ),
)
