"""Overseeing the workspace: tools of the profile ``full``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workworld.apps.chat.models import Channel
from workworld.apps.chat.service import channels, oversight
from workworld.context import Context
from workworld.mcp_servers.chat.added import tool
from workworld.mcp_servers.chat.schemas import (
    CHANNEL,
    NUMBER,
    STRING,
    Arguments,
    described,
    given,
    texts,
    whole,
)
from workworld.paging import MOST_PAGES, NumberedPage

_MOST = 100
_USUAL = "not_an_admin, channel_not_found"


def _accept_find(_ctx: Context, arguments: Arguments) -> Arguments:
    return {
        "words": str(arguments.get("query", "")).lstrip("#").split(),
        **given(arguments, show="show", sort="sort"),
        "count": whole(arguments, "limit", default=25, most=_MOST),
        "page": whole(arguments, "page", default=1, most=MOST_PAGES),
    }


def _present_found(ctx: Context, found: NumberedPage[Channel]) -> dict[str, str]:
    counts = channels.member_counts(ctx, [row.id for row in found.items])
    lines = [_line(row, counts.get(row.id, 0)) for row in found.items]
    info = f"Page {found.number} of {found.pages}, {found.total} channels in all."
    return {"channels": "\n".join(lines) or "No channels found.", "pagination_info": info}


def _line(row: Channel, members: int) -> str:
    kind = f"{'archived ' if row.is_archived else ''}{row.kind}"
    default = ", default" if row.is_default or row.is_for_newcomers else ""
    return f"#{row.name} ({row.id}, {kind}{default}, {members} members, made by {row.creator_id})"


def _present_one(_ctx: Context, row: Channel) -> dict[str, Any]:
    return {"channel_id": row.id, "name": row.name, "is_archived": row.is_archived}


def _present_defaults(_ctx: Context, rows: Sequence[Channel]) -> dict[str, Any]:
    return {"channel_ids": [row.id for row in rows]}


TOOLS = (
    tool(
        "admin_search_channels",
        oversight.find,
        "List the channels of the whole workspace, private ones too, with what is known of them; "
        "not what is said there. Admins of the workspace may. Error: not_an_admin.",
        {
            "query": described(STRING, "Words that occur in the name; nothing for all."),
            "show": described(
                STRING, "'all' (default), 'public', 'private', 'archived' or 'default'."
            ),
            "sort": described(STRING, "'name' (default), 'members', 'newest' or 'recent'."),
            "limit": described(NUMBER, "Channels a page, at most 100. Default 25."),
            "page": described(NUMBER, "Which page, from 1 on. Default 1."),
        },
        _present_found,
        required=(),
        accept=_accept_find,
        names={"count": "limit"},
        toolset="workspace",
    ),
    tool(
        "admin_archive_channel",
        oversight.archive,
        "Archive any channel of the workspace, as one of its admins, also one that you are not in. "
        f"Errors: {_USUAL}, already_archived, cant_archive_general.",
        CHANNEL,
        _present_one,
        toolset="workspace",
        destructive=True,
    ),
    tool(
        "admin_unarchive_channel",
        oversight.unarchive,
        "Open any archived channel again, as an admin of the workspace. "
        f"Errors: {_USUAL}, not_archived.",
        CHANNEL,
        _present_one,
        toolset="workspace",
    ),
    tool(
        "admin_rename_channel",
        oversight.rename,
        "Rename any channel, as an admin of the workspace, also one that you are not in. Errors: "
        f"{_USUAL}, is_archived, name_taken, invalid_name_… (what is wrong with the name).",
        {
            **CHANNEL,
            "name": described(
                STRING, "Lower-case letters, digits, hyphens and underscores; at most 80."
            ),
        },
        _present_one,
        toolset="workspace",
        destructive=True,
        idempotent=True,
    ),
    tool(
        "admin_set_default_channels",
        oversight.set_defaults,
        "Say which public channels whoever joins the workspace is let into, besides the default "
        f"one. Errors: {_USUAL}, is_archived, method_not_supported_for_channel_type (private).",
        {"channel_ids": texts("Ids of all of them, C…; an empty list for none.")},
        _present_defaults,
        toolset="workspace",
        destructive=True,
        idempotent=True,
    ),
)
