"""Saying who may do what: in a channel, and in the whole workspace."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from tests.conformance.parity import Case, Words
from tests.kit import COLLEAGUE, PERSONA

from workworld.context import Surface

_PREFS = "/api/admin.conversations.setConversationPrefs"


def _posting(
    name: str,
    outcome: str,
    channel: str,
    posting: str,
    people: Sequence[str] = (),
    *,
    replying: str = "everyone",
    handle: str = PERSONA,
) -> Case:
    kinds = "type:ra" if posting == "everyone" else "type:admin"
    prefs = {
        "who_can_post": ",".join([kinds, *(f"user:{person}" for person in people)]),
        "can_thread": "type:ra" if replying == "everyone" else "type:admin",
    }
    ours: dict[str, Any] = {"posting": posting, "replying": replying}
    mcp = {"channel_id": channel, **ours, "user_ids": [*people]}
    doors = {
        Surface.REST: Words(_PREFS, {"channel_id": channel, "prefs": json.dumps(prefs)}),
        Surface.MCP: Words("slack_set_posting_permissions", mcp),
        Surface.UI: Words(f"/c/{channel}/posting", {**ours, "person": [*people]}),
    }
    return Case("chat.posting.change", name, outcome, doors, handle=handle)


def _private(name: str, outcome: str, channel: str, handle: str = PERSONA) -> Case:
    rest = Words("/api/admin.conversations.convertToPrivate", {"channel_id": channel})
    doors = {
        Surface.REST: rest,
        Surface.MCP: Words("slack_convert_channel_to_private", {"channel_id": channel}),
        Surface.UI: Words(f"/c/{channel}/private", {}),
    }
    return Case("chat.channels.make_private", name, outcome, doors, handle=handle)


def _role(name: str, outcome: str, channel: str, person: str, role: str) -> Case:
    mcp = {"channel_id": channel, "user_id": person, "role": role}
    doors = {
        Surface.MCP: Words("slack_set_channel_role", mcp),
        Surface.UI: Words(f"/c/{channel}/members/{person}/role", {"role": role}),
    }
    return Case("chat.members.set_role", name, outcome, doors)


def _settings(name: str, outcome: str, handle: str = PERSONA, **given: Any) -> Case:
    form = {key: str(value) for key, value in given.items()}
    doors = {
        Surface.MCP: Words("slack_change_workspace_settings", given),
        Surface.UI: Words("/admin/settings", form),
    }
    return Case("chat.settings.change", name, outcome, doors, handle=handle)


_PEOPLE = {
    "change": ("set_workspace_role", "role"),
    "deactivate": ("deactivate_user", "deactivate"),
    "reactivate": ("reactivate_user", "reactivate"),
    "transfer": ("transfer_primary_ownership", "transfer"),
}


def _person(
    verb: str, name: str, outcome: str, person: str, handle: str = PERSONA, **given: str
) -> Case:
    tool, form = _PEOPLE[verb]
    doors = {
        Surface.MCP: Words(f"slack_{tool}", {"user_id": person, **given}),
        Surface.UI: Words(f"/admin/members/{person}/{form}", given),
    }
    return Case(f"directory.roles.{verb}", name, outcome, doors, handle=handle)


CASES = (
    _posting("admins alone", "ok", "$deploys", "admins", replying="posters"),
    _posting("named people", "ok", "$deploys", "list", ["$mchen"]),
    _posting("everybody again", "ok", "$announcements", "everyone"),
    _posting("nobody known", "user_not_found", "$deploys", "list", ["U0000000000"]),
    _posting("by a member", "restricted_action", "$deploys", "admins", handle=COLLEAGUE),
    _posting("archived", "is_archived", "$gatehouse_migration", "admins"),
    _private("public", "ok", "$deploys"),
    _private("general", "default_org_wide_channel", "$general"),
    _private("by a member", "restricted_action", "$deploys", COLLEAGUE),
    _role("a member", "ok", "$deploys", "$jwikstrand", "admin"),
    _role("no admin any more", "ok", "$deploys", "$mchen", "member"),
    _role("outside", "user_not_in_channel", "$deploys", "$nbarve", "admin"),
    _role("a guest", "user_is_restricted", "$product_eng", "$mtierney", "admin"),
    _person("change", "to admin", "ok", "$mchen", role="admin"),
    _person("change", "the owner", "restricted_action", "$gostrander", role="member"),
    _person("change", "oneself", "restricted_action", "$aruiz", role="member"),
    _person("change", "by a member", "not_an_admin", "$mchen", COLLEAGUE, role="admin"),
    _person("deactivate", "a member", "ok", "$mchen"),
    _person("deactivate", "a bot", "cannot_be_bot", "$lookout"),
    _person("deactivate", "by a member", "not_an_admin", "$mchen", COLLEAGUE),
    _person("reactivate", "active already", "ok", "$mchen"),
    _person("reactivate", "by a member", "not_an_admin", "$mchen", COLLEAGUE),
    _person("transfer", "to an admin", "ok", "$aruiz", "gostrander"),
    _person("transfer", "to a guest", "restricted_action", "$mtierney", "gostrander"),
    _person("transfer", "by another admin", "restricted_action", "$mchen"),
    _settings("several", "ok", creating="admins", building="admins", edit_minutes=60, threshold=12),
    _settings("any time", "ok", edit_minutes=-1, delete_minutes=0),
    _settings("by a member", "not_an_admin", COLLEAGUE, names="full"),
)
