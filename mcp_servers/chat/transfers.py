"""Taking what was said out of the workspace: tools of the profile ``full``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workworld.apps.chat.models import Export
from workworld.apps.chat.service import exports
from workworld.context import Context
from workworld.files.models import File
from workworld.mcp_servers.chat.added import tool
from workworld.mcp_servers.chat.schemas import STRING, described, texts


def _present_made(_ctx: Context, row: Export) -> dict[str, Any]:
    return {"export_id": row.id, "file_id": row.file_id, "message_count": row.message_count}


def _present_list(_ctx: Context, rows: Sequence[tuple[Export, File]]) -> dict[str, str]:
    lines = [
        f"{file.name} ({row.id}, file {file.id}, {row.message_count} messages, {file.size} bytes, "
        f"made by {row.person_id})"
        for row, file in rows
    ]
    return {"exports": "\n".join(lines) or "No exports."}


TOOLS = (
    tool(
        "export_messages",
        exports.create,
        "Put what was said in conversations into a file that the person you act for can download. "
        "Admins of the workspace may for public channels, only owners for all others. Errors: "
        "not_an_admin, restricted_action, channel_not_found, invalid_arguments, file_too_large.",
        {
            "form": described(
                STRING, "'archive' (default): a ZIP with a file a day; 'json' or 'csv': one file."
            ),
            "which": described(STRING, "'public' (default), 'all', or 'named': channel_ids."),
            "channel_ids": texts("Ids of the conversations, for 'named'."),
            "since": described(STRING, "The first day, such as 2026-03-01."),
            "until": described(STRING, "The last day."),
        },
        _present_made,
        required=(),
        toolset="workspace",
    ),
    tool(
        "list_exports",
        exports.list,
        "List the exports that the person you act for may have. Error: not_an_admin.",
        {},
        _present_list,
        toolset="workspace",
    ),
)
