"""Who may do what: tools of the profile ``full``."""

from __future__ import annotations

from typing import Any

from workworld.apps.chat.models import Settings
from workworld.apps.chat.service import channels, members, posting, settings
from workworld.apps.chat.service.members import Entry
from workworld.context import Context
from workworld.directory import roles
from workworld.directory.models import Person
from workworld.mcp_servers.chat.added import tool
from workworld.mcp_servers.chat.channels import present_channel
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

_USER = {"user_id": described(STRING, "Id of the person, such as U0123456789.")}
_USUAL = "channel_not_found, not_in_channel, is_archived, restricted_action"
_ANYBODY = "'members' or 'admins' of the workspace."
_RANKS = "'members', 'channel_admins' or 'admins' of the workspace."
_MOST_MINUTES = 30 * 24 * 60
_WINDOWS = ("edit_minutes", "delete_minutes")
_SETTINGS = {
    "creating": described(STRING, f"Who creates public channels: {_ANYBODY}"),
    "managing": described(STRING, f"Who renames and archives channels: {_RANKS}"),
    "inviting": described(STRING, f"Who adds people to channels: {_RANKS}"),
    "deleting": described(
        STRING, "Who deletes what others wrote: 'channel_admins' or 'admins' of the workspace."
    ),
    "addressing": described(
        STRING, f"Who may mention everybody in the default channel: {_ANYBODY}"
    ),
    "emoji": described(STRING, f"Who adds emoji of the workspace's own: {_ANYBODY}"),
    "building": described(STRING, f"Who builds workflows: {_ANYBODY}"),
    "threshold": described(
        NUMBER, "From how many members on a page asks before everybody is mentioned."
    ),
    "edit_minutes": described(
        NUMBER, "For how many minutes people edit what they wrote: 0 never, -1 at any time."
    ),
    "delete_minutes": described(
        NUMBER, "For how many minutes people delete what they wrote: 0 never, -1 at any time."
    ),
    "names": described(STRING, "What people are called beside messages: 'display' or 'full'."),
}


def _accept_settings(_ctx: Context, arguments: Arguments) -> Arguments:
    wanted = given(arguments, **{name: name for name in _SETTINGS})
    for name in _WINDOWS:
        if name in wanted and wanted[name] not in (0, -1):
            wanted[name] = whole(arguments, name, default=1, most=_MOST_MINUTES)
    if "threshold" in wanted:
        wanted["threshold"] = whole(arguments, "threshold", default=2, most=10_000)
    return wanted


def _present_settings(_ctx: Context, row: Settings) -> dict[str, Any]:
    said: dict[str, Any] = {name: getattr(row, name) for name in _SETTINGS}
    return said | {name: -1 if said[name] is None else said[name] for name in _WINDOWS}


def _present_entry(ctx: Context, entry: Entry) -> dict[str, Any]:
    return present_channel(ctx, entry.channel)


def _accept_person(_ctx: Context, arguments: Arguments) -> Arguments:
    return given(arguments, person_id="user_id", role="role")


def _present_person(_ctx: Context, row: Person) -> dict[str, Any]:
    return {"user_id": row.id, "role": row.role, "is_deactivated": row.is_deactivated}


_PERSON = {"person_id": "user_id"}

TOOLS = (
    tool(
        "set_channel_role",
        members.set_role,
        "Make a member of a channel its admin, or a plain member again; admins may. Errors: "
        f"{_USUAL}, user_not_found, user_not_in_channel, user_is_restricted (a guest), last_member "
        "(a private channel always has an admin).",
        {**CHANNEL, **_USER, "role": described(STRING, "'admin' or 'member'.")},
        _present_entry,
        toolset="channels",
        destructive=True,
        idempotent=True,
    ),
    tool(
        "set_posting_permissions",
        posting.change,
        "Decide who may post to a channel and who may reply in its threads; admins may. Errors: "
        f"{_USUAL}, user_not_found, invalid_arguments (user_ids go with 'list' alone).",
        {
            **CHANNEL,
            "posting": described(STRING, "'everyone', 'admins', or 'list': admins and user_ids."),
            "user_ids": texts("Ids of those who may post besides admins, U…; for 'list'."),
            "replying": described(STRING, "'everyone' (default), or 'posters': whoever may post."),
        },
        present_channel,
        required=("channel_id", "posting"),
        toolset="channels",
        destructive=True,
        idempotent=True,
    ),
    tool(
        "convert_channel_to_private",
        channels.make_private,
        "Make a public channel private, for good; admins may. Errors: "
        f"{_USUAL}, method_not_supported_for_channel_type (private already), "
        "default_org_wide_channel.",
        CHANNEL,
        present_channel,
        toolset="channels",
        destructive=True,
    ),
    tool(
        "set_workspace_role",
        roles.change,
        "Make somebody an owner, admin, member or guest of the workspace; admins may. Errors: "
        "person_not_found, not_an_admin, restricted_action, cannot_be_bot, "
        "user_is_ultra_restricted.",
        {**_USER, "role": described(STRING, "'owner', 'admin', 'member' or 'guest'.")},
        _present_person,
        accept=_accept_person,
        names=_PERSON,
        toolset="workspace",
        destructive=True,
        idempotent=True,
    ),
    tool(
        "transfer_primary_ownership",
        roles.transfer,
        "Make somebody the primary owner of the workspace in the place of the person you act for. "
        "Errors: person_not_found, restricted_action, cannot_be_bot.",
        _USER,
        _present_person,
        accept=_accept_person,
        names=_PERSON,
        toolset="workspace",
        destructive=True,
    ),
    tool(
        "deactivate_user",
        roles.deactivate,
        "Deactivate an account: it may do nothing any more, and what it did stays; admins may. "
        "Errors: person_not_found, not_an_admin, restricted_action, cannot_be_bot.",
        _USER,
        _present_person,
        accept=_accept_person,
        names=_PERSON,
        toolset="workspace",
        destructive=True,
        idempotent=True,
    ),
    tool(
        "reactivate_user",
        roles.reactivate,
        "Let a deactivated account act again; admins may. Errors: person_not_found, not_an_admin.",
        _USER,
        _present_person,
        accept=_accept_person,
        names=_PERSON,
        toolset="workspace",
        idempotent=True,
    ),
    tool(
        "read_workspace_settings",
        settings.read,
        "Read what the workspace has settled on: who may do what, and for how long.",
        {},
        _present_settings,
        toolset="workspace",
    ),
    tool(
        "change_workspace_settings",
        settings.change,
        "Change what the workspace has settled on; what is left out stays as it is. Admins of the "
        "workspace may. Errors: not_an_admin, invalid_arguments.",
        _SETTINGS,
        _present_settings,
        required=(),
        accept=_accept_settings,
        toolset="workspace",
        destructive=True,
        idempotent=True,
    ),
)
