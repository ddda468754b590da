"""Sections of the sidebar: made, named, arranged, and what is put into them."""

from __future__ import annotations

from typing import Any

from tests.conformance.parity import Before, Case, Facts, Words
from tests.kit import PERSONA

from workworld.apps.chat.service import sections
from workworld.calls import perform
from workworld.context import Actor, Surface
from workworld.worlds import World


def _made(world: World, facts: Facts) -> None:
    """They have a section of their own, with a channel in it."""
    actor = Actor(facts[PERSONA])
    made = perform(world, actor, sections.create, name="Launch")
    place = {"channel_id": facts["deploys"], "section_id": made.id}
    perform(world, actor, sections.place, **place)
    facts["own"] = made.id


def _nothing(_world: World, _facts: Facts) -> None:
    return None


def _case(
    verb: str,
    name: str,
    outcome: str,
    mcp: tuple[str, dict[str, Any]],
    ui: tuple[str, dict[str, Any]],
    before: Before = _made,
) -> Case:
    doors = {Surface.MCP: Words(*mcp), Surface.UI: Words(*ui)}
    return Case(f"chat.sections.{verb}", name, outcome, doors, before=before)


def _create(name: str, outcome: str, called: str, emoji: str = "") -> Case:
    words = {"name": called, "emoji": emoji}
    return _case("create", name, outcome, ("slack_create_section", words), ("/sections/new", words))


def _edit(name: str, outcome: str, section: str, words: dict[str, str]) -> Case:
    form = {{"show": "shows", "order": "sorting"}.get(key, key): words[key] for key in words}
    mcp = ("slack_edit_section", {"section_id": section, **words})
    return _case("edit", name, outcome, mcp, (f"/sections/{section}", form))


def _delete(name: str, outcome: str, section: str) -> Case:
    mcp = ("slack_delete_section", {"section_id": section})
    return _case("delete", name, outcome, mcp, (f"/sections/{section}/delete", {}))


def _move(name: str, outcome: str, section: str, **before: str) -> Case:
    mcp = ("slack_move_section", {"section_id": section, **before})
    return _case("move", name, outcome, mcp, (f"/sections/{section}/move", before))


def _place(name: str, outcome: str, channel: str, section: str) -> Case:
    mcp = ("slack_move_to_section", {"channel_id": channel, "section_id": section})
    return _case("place", name, outcome, mcp, (f"/c/{channel}/section", {"section": section}))


CASES = (
    _create("with an emoji", "ok", "Carriers", "rocket"),
    _create("without a name", "no_name", "  "),
    _create("of the same name", "name_taken", "launch"),
    _create("of a name that is too long", "invalid_name", "x" * 81),
    _create("with no emoji", "invalid_emoji", "Carriers", "nope"),
    _edit("renamed", "ok", "$own", {"name": "Lift-off", "emoji": ""}),
    _edit("only unread", "ok", "channels", {"show": "unread", "order": "recent"}),
    _edit("as usual", "ok", "channels", {"order": "usual"}),
    _edit("no such order", "invalid_arguments", "$own", {"order": "colour"}),
    _edit("one of everybody's", "cant_change_section", "channels", {"name": "Rooms"}),
    _edit("unknown", "section_not_found", "L0000000000", {"name": "Rooms"}),
    _delete("with a channel in it", "ok", "$own"),
    _delete("one of everybody's", "cant_change_section", "direct"),
    _delete("unknown", "section_not_found", "L0000000000"),
    _move("to the bottom", "ok", "$own"),
    _move("one of everybody's up", "ok", "apps", before="$own"),
    _move("above itself", "invalid_arguments", "$own", before="$own"),
    _move("unknown", "section_not_found", "L0000000000"),
    _place("into one's own", "ok", "$general", "$own"),
    _place("under the stars", "ok", "$general", "starred"),
    _place("where it was", "ok", "$deploys", ""),
    _place("where it does not belong", "invalid_section", "$general", "direct"),
    _place("into no section", "section_not_found", "$general", "L0000000000"),
    _place("from outside", "not_in_channel", "$support", "$own"),
    _place("hidden", "channel_not_found", "$renewals", "$own"),
)
