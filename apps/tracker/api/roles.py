"""Who is what: https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-project-role-actors/"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from workworld.apps.tracker.api.projects import present_role
from workworld.apps.tracker.api.rows import Arguments, an_object, nothing, platform
from workworld.apps.tracker.service import roles
from workworld.context import Context

_USERS = "atlassian-user-role-actor"
_GROUPS = ("atlassian-group-role-actor", "atlassian-group-role-actor-id")
_NAMES = {"person_ids": "user", "groups": "group"}


def _place(arguments: Arguments) -> dict[str, Any]:
    return {"project": arguments["project"], "role_id": arguments["role_id"]}


def _listed(value: Any) -> Any:
    """A list, also if one thing stands for it, as in an address."""
    return [] if value in (None, "") else [value] if isinstance(value, str) else value


def _joined(given: Mapping[str, Any], names: Sequence[str]) -> Any:
    """What stands under these names together; what is no list is left for the check."""
    found = [_listed(given.get(name)) for name in names]
    strange = [each for each in found if not isinstance(each, list)]
    return strange[0] if strange else [each for part in found for each in part]


def _accept_named(_ctx: Context, arguments: Arguments) -> Arguments:
    people = _joined(arguments, ("user",))
    return {**_place(arguments), "person_ids": people} | {
        "groups": _joined(arguments, ("group", "groupId"))
    }


def _accept_whole(_ctx: Context, arguments: Arguments) -> Arguments:
    actors = an_object(arguments, "categorisedActors")
    people = _joined(actors, (_USERS,))
    return {**_place(arguments), "person_ids": people, "groups": _joined(actors, _GROUPS)}


_ROLE = "project/<project>/role/<role_id>"
ENDPOINTS = (
    platform("POST", _ROLE, roles.add, _accept_named, present_role, _NAMES),
    platform("PUT", _ROLE, roles.replace, _accept_whole, present_role, _NAMES),
    platform("DELETE", _ROLE, roles.remove, _accept_named, nothing, _NAMES, status=204),
)
