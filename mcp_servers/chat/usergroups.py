"""User groups: tools of the profile ``full``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workworld.apps.chat.models import UserGroup
from workworld.apps.chat.service import usergroups
from workworld.context import Context
from workworld.directory.models import Person
from workworld.mcp_servers.chat.added import tool
from workworld.mcp_servers.chat.schemas import BOOLEAN, STRING, described, texts

_GROUP = {"usergroup_id": described(STRING, "Id of the user group, such as S0123456789.")}
_TEXTS = {
    "name": described(STRING, "What it is called; at most 80 characters."),
    "handle": described(STRING, "By what it is mentioned, without @."),
    "description": described(STRING, "What the group is for; at most 140 characters."),
    "channel_ids": texts("Ids of the channels that its members are concerned with, C…"),
}
_TAKEN = "permission_denied, name_already_exists, handle_already_exists, missing_subteam_name"


def _present_one(_ctx: Context, row: UserGroup) -> dict[str, Any]:
    return {"usergroup_id": row.id, "name": row.name, "handle": row.handle}


def _present_list(ctx: Context, rows: Sequence[UserGroup]) -> dict[str, str]:
    sizes = usergroups.counts(ctx)
    lines = [
        f"{row.name} ({row.id}) @{row.handle} | {sizes.get(row.id, 0)} members"
        + (f" | {row.description}" if row.description else "")
        + (" | disabled" if row.disabled else "")
        for row in rows
    ]
    return {"usergroups": "\n".join(lines) or "No user groups found."}


def _present_members(_ctx: Context, rows: Sequence[Person]) -> dict[str, str]:
    lines = [f"{row.name} ({row.id})" for row in rows]
    return {"members": "\n".join(lines) or "No members found."}


TOOLS = (
    tool(
        "list_usergroups",
        usergroups.list,
        "List the workspace's user groups. One is mentioned in messages as <!subteam^S…>.",
        {"include_disabled": described(BOOLEAN, "Disabled ones too. Default false.")},
        _present_list,
        required=(),
        toolset="people",
    ),
    tool(
        "list_usergroup_members",
        usergroups.members,
        "List the people in a user group. Error: no_such_subteam.",
        _GROUP,
        _present_members,
        toolset="people",
    ),
    tool(
        "create_usergroup",
        usergroups.create,
        f"Create a user group without members; admins of the workspace may. Errors: {_TAKEN}.",
        _TEXTS,
        _present_one,
        required=("name",),
        toolset="people",
    ),
    tool(
        "update_usergroup",
        usergroups.update,
        "Change what a user group is called and what it is for; what is left out stays as it is. "
        f"Errors: no_such_subteam, {_TAKEN}.",
        {**_GROUP, **_TEXTS},
        _present_one,
        required=("usergroup_id",),
        toolset="people",
        destructive=True,
        idempotent=True,
    ),
    tool(
        "update_usergroup_members",
        usergroups.set_members,
        "Say who is in a user group: the whole list. Errors: no_such_subteam, permission_denied, "
        "invalid_users, no_users_provided.",
        {**_GROUP, "user_ids": texts("Ids of all who shall be in it, U…")},
        _present_one,
        toolset="people",
        destructive=True,
        idempotent=True,
    ),
    tool(
        "disable_usergroup",
        usergroups.disable,
        "Let a user group be mentioned no more; it keeps its members. Errors: no_such_subteam, "
        "permission_denied.",
        _GROUP,
        _present_one,
        toolset="people",
        destructive=True,
        idempotent=True,
    ),
    tool(
        "enable_usergroup",
        usergroups.enable,
        "Let a disabled user group be mentioned again. Errors: no_such_subteam, permission_denied.",
        _GROUP,
        _present_one,
        toolset="people",
        idempotent=True,
    ),
)
