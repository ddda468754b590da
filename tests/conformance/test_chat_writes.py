"""Every write of chat is the same over REST and MCP: rows, journal, refusals."""

from string import Template
from typing import Any

import pytest
from tests.kit import Doors, Office, text_of

from workworld.journal import JournalEntry
from workworld.worlds import Snapshot, Worlds

Words = dict[str, Any]

# Method, its arguments; tool, its arguments; the outcome.
CASES: list[tuple[str, Words, str, Words, str]] = [
    ("conversations.create", {"name": "x"}, "create_conversation", {"channel_name": "x"}, "ok"),
    (
        "conversations.create",
        {"name": "X"},
        "create_conversation",
        {"channel_name": "X"},
        "invalid_name_specials",
    ),
    ("conversations.join", {"channel": "$support"}, "join_channel", {}, "ok"),
    ("conversations.join", {"channel": "$renewals"}, "join_channel", {}, "channel_not_found"),
    ("conversations.leave", {"channel": "$deploys"}, "leave_channel", {}, "ok"),
    ("conversations.leave", {"channel": "$general"}, "leave_channel", {}, "cant_leave_general"),
    ("conversations.archive", {"channel": "$deploys"}, "archive_channel", {}, "ok"),
    (
        "conversations.archive",
        {"channel": "$general"},
        "archive_channel",
        {},
        "cant_archive_general",
    ),
    ("conversations.unarchive", {"channel": "$gatehouse_migration"}, "unarchive_channel", {}, "ok"),
    ("conversations.unarchive", {"channel": "$deploys"}, "unarchive_channel", {}, "not_archived"),
    (
        "conversations.rename",
        {"channel": "$deploys", "name": "x"},
        "rename_channel",
        {"name": "x"},
        "ok",
    ),
    (
        "conversations.rename",
        {"channel": "$deploys", "name": "general"},
        "rename_channel",
        {"name": "general"},
        "name_taken",
    ),
    (
        "conversations.setTopic",
        {"channel": "$deploys", "topic": "a < b"},
        "set_channel_topic",
        {"topic": "a < b"},
        "ok",
    ),
    (
        "conversations.setPurpose",
        {"channel": "$support", "purpose": "x"},
        "set_channel_purpose",
        {"purpose": "x"},
        "not_in_channel",
    ),
    (
        "conversations.invite",
        {"channel": "$deploys", "users": "$nbarve,$wtallis"},
        "invite_to_channel",
        {"user_ids": ["$nbarve", "$wtallis"]},
        "ok",
    ),
    (
        "conversations.invite",
        {"channel": "$deploys", "users": "$mchen"},
        "invite_to_channel",
        {"user_ids": ["$mchen"]},
        "already_in_channel",
    ),
    (
        "conversations.kick",
        {"channel": "$deploys", "user": "$mchen"},
        "remove_from_channel",
        {"user_id": "$mchen"},
        "ok",
    ),
    (
        "conversations.kick",
        {"channel": "$general", "user": "$mchen"},
        "remove_from_channel",
        {"user_id": "$mchen"},
        "cant_kick_from_general",
    ),
    ("chat.update", {"ts": "$mine", "text": "x"}, "update_message", {"message": "x"}, "ok"),
    (
        "chat.update",
        {"ts": "$ts", "text": "x"},
        "update_message",
        {"message": "x"},
        "cant_update_message",
    ),
    ("chat.delete", {"ts": "$ts"}, "delete_message", {}, "ok"),
    ("chat.delete", {"ts": "$no_ts"}, "delete_message", {}, "message_not_found"),
    (
        "reactions.add",
        {"timestamp": "$ts", "name": "thumbsup"},
        "add_reaction",
        {"emoji": "thumbsup"},
        "ok",
    ),
    (
        "reactions.add",
        {"timestamp": "$ts", "name": "no_such"},
        "add_reaction",
        {"emoji": "no_such"},
        "invalid_name",
    ),
    (
        "reactions.remove",
        {"timestamp": "$ts", "name": "eyes"},
        "remove_reaction",
        {"emoji": "eyes"},
        "no_reaction",
    ),
]


def filled(value: Any, facts: dict[str, str]) -> Any:
    if isinstance(value, dict):
        return {name: filled(each, facts) for name, each in value.items()}
    if isinstance(value, list):
        return [filled(each, facts) for each in value]
    return Template(value).substitute(facts)


def facts_of(doors: Doors, office: Office) -> dict[str, str]:
    """Ids by names, and messages of deploys: the newest, by somebody else, and the caller's."""
    channels = {name.replace("-", "_"): found for name, found in office.channels.items()}
    history = doors.rest("conversations.history", channel=office.channels["deploys"], limit=200)
    mine = next(each["ts"] for each in history["messages"] if each["user"] == doors.person_id)
    others = history["messages"][0]["ts"]
    return {**office.people, **channels, "ts": others, "mine": mine, "no_ts": "1700000000.000001"}


def tool_words(method: Words, tool: Words) -> Words:
    """Where it happens is called otherwise by tools; the rest is the case's."""
    theirs = {"channel": "channel_id", "ts": "message_ts", "timestamp": "message_ts"}
    return tool | {theirs[name]: value for name, value in method.items() if name in theirs}


def essence(entry: JournalEntry) -> dict[str, Any]:
    columns = ("step", "time_us", "actor_id", "operation", "outcome", "arguments", "topics")
    return {name: getattr(entry, name) for name in columns}


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case[0]}-{case[4]}")
def test_write_is_the_same_over_rest_and_mcp(
    case: tuple[str, Words, str, Words, str],
    worlds: Worlds,
    snapshot: Snapshot,
    doors: Doors,
    office: Office,
) -> None:
    method, words, tool, more, outcome = case
    if not method.startswith("conversations."):
        words = {"channel": "$deploys", **words}
    facts = facts_of(doors, office)
    by_rest, by_mcp = (Doors(worlds.open(snapshot), doors.authority, doors.person_id) for _ in "ab")
    answer = by_rest.rest(method, **filled(words, facts))
    result = by_mcp.mcp(f"slack_{tool}", **filled(tool_words(words, more), facts))
    assert ("ok" if answer["ok"] else answer["error"]) == outcome
    assert (text_of(result).partition(":")[0] if result.is_error else "ok") == outcome
    assert by_rest.changes == by_mcp.changes
    assert bool(by_rest.changes) is (outcome == "ok")
    (rest_entry,), (mcp_entry,) = by_rest.journal, by_mcp.journal
    assert essence(rest_entry) == essence(mcp_entry)
    assert (rest_entry.outcome, rest_entry.surface, mcp_entry.surface) == (outcome, "rest", "mcp")
