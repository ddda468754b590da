"""How long messages are kept: tools of the profile ``full``."""

from __future__ import annotations

from typing import Any

from workworld.apps.chat.models import Channel, Settings
from workworld.apps.chat.service import retention, settings
from workworld.context import Context
from workworld.errors import Invalid
from workworld.mcp_servers.chat.added import tool
from workworld.mcp_servers.chat.schemas import CHANNEL, NUMBER, Arguments, described, given

_DAYS = {
    "days": described(
        NUMBER, "After how many days messages are deleted, at most 36499; 0 keeps them for ever."
    )
}
_USUAL = "not_an_admin, channel_not_found, channel_type_not_supported (the default channel)"


def _accept(_ctx: Context, arguments: Arguments) -> Arguments:
    days = arguments["days"]
    if not abs(days) < 10**9 or days != int(days):
        raise Invalid("invalid_duration", "days is a whole number.")
    return {**given(arguments, channel_id="channel_id"), "days": int(days)}


def _present_settings(_ctx: Context, row: Settings) -> dict[str, Any]:
    return {"days": row.retention_days}


def _present_channel(ctx: Context, row: Channel) -> dict[str, Any]:
    return {
        "channel_id": row.id,
        "days": retention.days_of(ctx, row),
        "is_own_limit": row.retention_days is not None,
        "workspace_days": settings.of(ctx).retention_days,
    }


TOOLS = (
    tool(
        "set_message_retention",
        retention.change,
        "Say for how many days messages of the workspace are kept before they are deleted by "
        "night, direct ones too; admins of the workspace may. Errors: not_an_admin, "
        "invalid_duration.",
        _DAYS,
        _present_settings,
        accept=_accept,
        toolset="workspace",
        destructive=True,
        idempotent=True,
    ),
    tool(
        "admin_read_channel_retention",
        retention.get_custom,
        "Read for how many days the messages of a channel are kept, 0 for ever, and whether that "
        f"is a limit of its own. Admins of the workspace may. Errors: {_USUAL}.",
        CHANNEL,
        _present_channel,
        toolset="workspace",
    ),
    tool(
        "admin_set_channel_retention",
        retention.set_custom,
        "Give a channel a limit of its own: after so many days its messages are deleted by night. "
        f"Admins of the workspace may. Errors: {_USUAL}, invalid_duration.",
        {**CHANNEL, **_DAYS},
        _present_channel,
        accept=_accept,
        toolset="workspace",
        destructive=True,
        idempotent=True,
    ),
    tool(
        "admin_remove_channel_retention",
        retention.remove_custom,
        "Let the messages of a channel be kept as long as those of the whole workspace; admins of "
        f"the workspace may. Errors: {_USUAL}.",
        CHANNEL,
        _present_channel,
        toolset="workspace",
        destructive=True,
        idempotent=True,
    ),
)
