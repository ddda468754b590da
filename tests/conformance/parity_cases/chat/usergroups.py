"""Making and changing groups of people who are mentioned together."""

from __future__ import annotations

from typing import Any

from tests.conformance.parity import Before, Case, Facts, Words
from tests.kit import COLLEAGUE, PERSONA

from workworld.apps.chat.service import usergroups
from workworld.calls import perform
from workworld.context import Actor, Surface
from workworld.worlds import World

_VERBS = {
    "create": ("create", "create_usergroup", ""),
    "update": ("update", "update_usergroup", "/$group"),
    "disable": ("disable", "disable_usergroup", "/$group/disable"),
    "enable": ("enable", "enable_usergroup", "/$group/enable"),
    "set_members": ("users.update", "update_usergroup_members", "/$group/members"),
}


def _group(world: World, facts: Facts) -> None:
    made = perform(world, Actor(facts[PERSONA]), usergroups.create, name="On call", handle="oncall")
    facts["group"] = made.id


def _case(
    verb: str,
    name: str,
    outcome: str,
    words: tuple[dict[str, Any], dict[str, Any], dict[str, Any]],
    handle: str = PERSONA,
    before: Before = _group,
) -> Case:
    method, tool, form = _VERBS[verb]
    rest, mcp, ui = words
    which = ({}, {}) if verb == "create" else ({"usergroup": "$group"}, {"usergroup_id": "$group"})
    doors = {
        Surface.REST: Words(f"/api/usergroups.{method}", {**which[0], **rest}),
        Surface.MCP: Words(f"slack_{tool}", {**which[1], **mcp}),
        Surface.UI: Words(f"/admin/groups{form}", ui),
    }
    return Case(f"chat.usergroups.{verb}", name, outcome, doors, before, handle)


def _same(verb: str, name: str, outcome: str, handle: str = PERSONA, /, **given: str) -> Case:
    return _case(verb, name, outcome, (given, given, given), handle)


def _members(name: str, outcome: str, *people: str, handle: str = PERSONA) -> Case:
    words = ({"users": ",".join(people)}, {"user_ids": [*people]}, {"person": [*people]})
    return _case("set_members", name, outcome, words, handle)


CASES = (
    _same("create", "named", "ok", name="Design crew", handle="design-crew", description="Looks"),
    _same("create", "handle of a person", "handle_already_exists", name="Ming", handle="mchen"),
    _same("create", "name again", "name_already_exists", name="On call", handle="other"),
    _same("create", "no name", "missing_subteam_name", name=" ", handle="nobody"),
    _same("create", "by a member", "permission_denied", COLLEAGUE, name="Mine", handle="mine"),
    _same("update", "renamed", "ok", name="Duty", handle="duty", description="Pages"),
    _same("update", "audience", "handle_already_exists", name="On call", handle="here"),
    _same("disable", "live", "ok"),
    _same("disable", "by a member", "permission_denied", COLLEAGUE),
    _same("enable", "live", "ok"),
    _same("enable", "by a member", "permission_denied", COLLEAGUE),
    _members("two", "ok", "$mchen", "$jwikstrand"),
    _members("unknown", "invalid_users", "U0000000000"),
    _members("a guest", "invalid_users", "$mtierney"),
    _members("by a member", "permission_denied", "$mchen", handle=COLLEAGUE),
)
