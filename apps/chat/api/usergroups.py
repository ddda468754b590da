"""User groups over REST: ``usergroups.*``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workworld.apps.chat.api.methods import Arguments, given, ids_in, method
from workworld.apps.chat.models import UserGroup
from workworld.apps.chat.service import usergroups
from workworld.context import Context
from workworld.directory import people
from workworld.directory.models import Person

_GROUP = {"usergroup_id": "usergroup"}


def _accept_list(_ctx: Context, arguments: Arguments) -> Arguments:
    return given(arguments, include_disabled="include_disabled")


def _accept_group(_ctx: Context, arguments: Arguments) -> dict[str, Any]:
    return given(arguments, usergroup_id="usergroup")


def _accept_new(_ctx: Context, arguments: Arguments) -> Arguments:
    name = arguments.get("name")
    return {"name": "" if name is None else name} | _described(arguments)


def _accept_changes(ctx: Context, arguments: Arguments) -> Arguments:
    named = {"name": arguments["name"]} if arguments.get("name") is not None else {}
    return _accept_group(ctx, arguments) | named | _described(arguments)


def _described(arguments: Arguments) -> dict[str, Any]:
    texts = {
        name: arguments[name]
        for name in ("handle", "description")
        if arguments.get(name) is not None
    }
    channels = arguments.get("channels")
    return texts if channels is None else texts | {"channel_ids": ids_in(channels)}


def _accept_members(ctx: Context, arguments: Arguments) -> Arguments:
    who = {"user_ids": ids_in(arguments["users"])} if "users" in arguments else {}
    return _accept_group(ctx, arguments) | who


def _present_list(ctx: Context, rows: Sequence[UserGroup]) -> dict[str, Any]:
    return {"usergroups": [_shape(ctx, row) for row in rows]}


def _present_one(ctx: Context, row: UserGroup) -> dict[str, Any]:
    return {"usergroup": _shape(ctx, row)}


def _present_members(_ctx: Context, rows: Sequence[Person]) -> dict[str, Any]:
    return {"users": [row.id for row in rows]}


def _shape(ctx: Context, row: UserGroup) -> dict[str, Any]:
    """A user group object: https://docs.slack.dev/reference/objects/usergroup-object."""
    inside = [person.id for person in usergroups.people_in(ctx, row.id)]
    return {
        "id": row.id,
        "team_id": people.company(ctx.session).id,
        "is_usergroup": True,
        "is_subteam": True,
        "name": row.name,
        "description": row.description,
        "handle": row.handle,
        "is_external": False,
        "date_create": row.created,
        "date_update": row.updated,
        "date_delete": row.disabled,
        "auto_type": None,
        "created_by": row.creator_id,
        "updated_by": row.updated_by,
        "deleted_by": row.updated_by if row.disabled else None,
        "prefs": {"channels": [*row.channel_ids], "groups": []},
        "users": inside,
        "user_count": len(inside),
    }


_MEMBERS = _GROUP | {"user_ids": "users"}

ENDPOINTS = (
    method("usergroups.create", usergroups.create, _accept_new, _present_one),
    method("usergroups.disable", usergroups.disable, _accept_group, _present_one, _GROUP),
    method("usergroups.enable", usergroups.enable, _accept_group, _present_one, _GROUP),
    method("usergroups.list", usergroups.list, _accept_list, _present_list),
    method("usergroups.update", usergroups.update, _accept_changes, _present_one, _GROUP),
    method("usergroups.users.list", usergroups.members, _accept_group, _present_members, _GROUP),
    method(
        "usergroups.users.update", usergroups.set_members, _accept_members, _present_one, _MEMBERS
    ),
)
