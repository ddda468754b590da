"""Making and changing channels, coming to them and going."""

from __future__ import annotations

from typing import Any

from tests.conformance.parity import Case, Words
from tests.kit import COLLEAGUE, PERSONA

from workworld.context import Surface

# The endpoint, the tool and the form of each operation on a channel.
_DOORS = {
    "channels.rename": ("rename", "rename_channel", "about/name"),
    "channels.set_topic": ("setTopic", "set_channel_topic", "about/topic"),
    "channels.set_purpose": ("setPurpose", "set_channel_purpose", "about/purpose"),
    "channels.archive": ("archive", "archive_channel", "archive"),
    "channels.unarchive": ("unarchive", "unarchive_channel", "unarchive"),
    "members.join": ("join", "join_channel", "join"),
    "members.leave": ("leave", "leave_channel", "leave"),
    "members.invite": ("invite", "invite_to_channel", "members"),
    "members.remove": ("kick", "remove_from_channel", "members/{}/remove"),
}


def _create(name: str, outcome: str, channel: str, *, private: bool = False) -> Case:
    mcp: dict[str, Any] = {"channel_name": channel, "is_private": private}
    form = {"name": channel} | ({"private": "1"} if private else {})
    doors = {
        Surface.REST: Words("/api/conversations.create", {"name": channel, "is_private": private}),
        Surface.MCP: Words("slack_create_conversation", mcp),
        Surface.UI: Words("/channels/new", form),
    }
    return Case("chat.channels.create", name, outcome, doors)


def _on(
    operation: str, name: str, outcome: str, channel: str, handle: str = PERSONA, /, **given: str
) -> Case:
    """A case of an operation that all doors give the same words under the same names."""
    return _in_words(operation, name, outcome, channel, (given, given, given), handle)


def _invite(name: str, outcome: str, channel: str, *people: str) -> Case:
    words = ({"users": ",".join(people)}, {"user_ids": [*people]}, {"person": [*people]})
    return _in_words("members.invite", name, outcome, channel, words)


def _remove(name: str, outcome: str, channel: str, person: str, handle: str = PERSONA) -> Case:
    words = ({"user": person}, {"user_id": person}, {})
    return _in_words("members.remove", name, outcome, channel, words, handle, person)


def _in_words(
    operation: str,
    name: str,
    outcome: str,
    channel: str,
    words: tuple[dict[str, Any], dict[str, Any], dict[str, Any]],
    handle: str = PERSONA,
    whom: str = "",
) -> Case:
    method, tool, form = _DOORS[operation]
    rest, mcp, ui = words
    doors = {
        Surface.REST: Words(f"/api/conversations.{method}", {"channel": channel, **rest}),
        Surface.MCP: Words(f"slack_{tool}", {"channel_id": channel, **mcp}),
        Surface.UI: Words(f"/c/{channel}/{form.format(whom)}", ui),
    }
    return Case(f"chat.{operation}", name, outcome, doors, handle=handle)


CASES = (
    _create("public", "ok", "plans"),
    _create("private", "ok", "plans", private=True),
    _create("bad name", "invalid_name_specials", "Plans"),
    _create("name of a hidden one", "name_taken", "renewals"),
    _on("channels.rename", "another name", "ok", "$deploys", name="plans"),
    _on("channels.rename", "name of another", "name_taken", "$deploys", name="general"),
    _on("channels.rename", "by a member", "not_authorized", "$general", COLLEAGUE, name="plans"),
    _on("channels.set_topic", "markup characters", "ok", "$deploys", topic="a < b"),
    _on("channels.set_topic", "too long", "too_long", "$deploys", topic="x" * 251),
    _on("channels.set_purpose", "plain", "ok", "$deploys", purpose="Ships"),
    _on("channels.set_purpose", "from outside", "not_in_channel", "$support", purpose="x"),
    _on("channels.archive", "open", "ok", "$deploys"),
    _on("channels.archive", "general", "cant_archive_general", "$general"),
    _on("channels.archive", "hidden", "channel_not_found", "$renewals"),
    _on("channels.unarchive", "archived", "ok", "$gatehouse_migration"),
    _on("channels.unarchive", "open", "not_archived", "$deploys"),
    _on("members.join", "public", "ok", "$support"),
    _on("members.join", "again", "ok", "$deploys"),
    _on("members.join", "hidden", "channel_not_found", "$renewals"),
    _on("members.join", "archived", "is_archived", "$gatehouse_migration"),
    _on("members.leave", "one's own", "ok", "$deploys"),
    _on("members.leave", "general", "cant_leave_general", "$general"),
    _invite("two", "ok", "$deploys", "$nbarve", "$wtallis"),
    _invite("inside already", "already_in_channel", "$deploys", "$mchen"),
    _invite("nobody", "user_not_found", "$deploys", "U0000000000"),
    _remove("a member", "ok", "$deploys", "$mchen"),
    _remove("from general", "cant_kick_from_general", "$general", "$mchen"),
    _remove("outside already", "not_in_channel", "$deploys", "$nbarve"),
)
