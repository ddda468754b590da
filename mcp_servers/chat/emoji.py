"""The workspace's own emoji: the vendor's search, and tools of the profile ``full``."""

from __future__ import annotations

from collections.abc import Sequence

from workworld.apps.chat.models import OwnEmoji
from workworld.apps.chat.service import emoji
from workworld.context import Context
from workworld.doors.mcp import Tool
from workworld.mcp_servers.chat.added import tool
from workworld.mcp_servers.chat.schemas import STRING, described, taking

_MOST = 200
_NEW_NAME = described(
    STRING, "What it is to be called: lower-case letters, digits, _, -, + and ', at most 100."
)
_NAME = described(STRING, "Its name, with or without colons.")
_UNFIT = "error_missing_name, error_bad_name_i18n, error_name_taken, error_name_taken_i18n"
_WHO = "user_is_restricted, not_an_admin"


def _present_found(ctx: Context, rows: Sequence[OwnEmoji]) -> dict[str, str]:
    wanted = str(ctx.request.arguments["query"]).lower().split(",")
    terms = [term.strip().strip(":") for term in wanted]
    found = [_line(row) for row in rows if any(term in row.name for term in terms)]
    text = "\n".join(found[:_MOST])
    return {"results": text or "No custom emoji found. Standard emoji have their usual names."}


def _line(row: OwnEmoji) -> str:
    return f":{row.name}: (alias of :{row.alias_of}:)" if row.alias_of else f":{row.name}:"


def _present_named(_ctx: Context, row: OwnEmoji) -> dict[str, str]:
    return {"result": f"The workspace has {_line(row)} now."}


def _present_removed(_ctx: Context, _nothing: None) -> dict[str, str]:
    return {"result": "The emoji is removed."}


SEARCH = Tool(
    "slack_search_emojis",
    emoji.list,
    "Find the workspace's own emoji, up to 200, by parts of their names.",
    {"query": described(STRING, "Parts of names, separated by commas.")},
    ("query",),
    taking(),
    _present_found,
    title="Search emojis",
    toolset="reactions",
)
TOOLS = (
    tool(
        "add_emoji",
        emoji.add,
        "Add an emoji of the workspace's own with the image of an uploaded file: PNG, GIF or JPEG "
        "of at most 128 KB, about as wide as it is high. Upload it with slack_get_file_upload_url "
        f"and slack_complete_file_upload first. Errors: {_UNFIT}, {_WHO}, no_image_uploaded, "
        "error_bad_upload, error_no_image, error_too_big, error_bad_format, error_bad_wide.",
        {"name": _NEW_NAME, "file_id": described(STRING, "Id of the file, such as F0123456789.")},
        _present_named,
        toolset="reactions",
    ),
    tool(
        "add_emoji_alias",
        emoji.add_alias,
        "Give an emoji, the workspace's own or a standard one, another name. Errors: "
        f"{_UNFIT}, {_WHO}, no_alias_selected, error_invalid_alias.",
        {
            "name": _NEW_NAME,
            "alias_for": described(STRING, "The emoji of which it is another name."),
        },
        _present_named,
        toolset="reactions",
    ),
    tool(
        "rename_emoji",
        emoji.rename,
        "Call an emoji of the workspace's own otherwise; what was written with the old name shows "
        f"it as text. Errors: error_invalid_emoji_to_rename, {_UNFIT}, not_an_admin.",
        {"name": _NAME, "new_name": _NEW_NAME},
        _present_named,
        toolset="reactions",
        destructive=True,
    ),
    tool(
        "remove_emoji",
        emoji.remove,
        "Remove an emoji of the workspace's own with its other names; what was written with it "
        "shows its name as text. Errors: emoji_not_found, not_an_admin.",
        {"name": _NAME},
        _present_removed,
        toolset="reactions",
        destructive=True,
    ),
)
