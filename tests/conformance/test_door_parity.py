"""The same action has the same effect, refusal and journal entry through every door."""

from collections.abc import Callable
from typing import Any

import pytest
from tests.kit import Doors, Office, text_of

from workworld.journal import JournalEntry
from workworld.worlds import Snapshot, Worlds

Post = Callable[[Doors, dict[str, Any]], str]
"""Posts, and answers the refusal's code, or ``ok``."""


def by_rest(doors: Doors, case: dict[str, Any]) -> str:
    arguments = {"channel": case["channel_id"], "text": case["rest_text"]}
    if "thread_ts" in case:
        arguments |= {"thread_ts": case["thread_ts"], "reply_broadcast": case["broadcast"]}
    answer = doors.rest("chat.postMessage", **arguments)
    return "ok" if answer["ok"] else str(answer["error"])


def by_mcp(doors: Doors, case: dict[str, Any]) -> str:
    arguments = {"channel_id": case["channel_id"], "message": case["text"]}
    if "thread_ts" in case:
        arguments |= {"thread_ts": case["thread_ts"], "reply_broadcast": case["broadcast"]}
    result = doors.mcp("slack_send_message", **arguments)
    return text_of(result).partition(":")[0] if result.is_error else "ok"


def by_ui(doors: Doors, case: dict[str, Any]) -> str:
    path = f"/c/{case['channel_id']}"
    fields = {"text": case["text"]}
    if "thread_ts" in case:
        path += f"/t/{case['thread_ts']}"
        fields |= {"broadcast": "1"} if case["broadcast"] else {}
    doors.submit(f"{path}/messages", **fields)
    return doors.journal[-1].outcome


DOORS: dict[str, Post] = {"rest": by_rest, "mcp": by_mcp, "ui": by_ui}

CASES: dict[str, dict[str, Any]] = {
    "plain": {"channel": "general", "text": "hello"},
    "markup characters": {
        "channel": "general",
        "text": "a < b & <i>c</i>",
        "rest_text": "a &lt; b &amp; &lt;i&gt;c&lt;/i&gt;",
    },
    "admin announces": {"channel": "announcements", "text": "news"},
    "reply": {"channel": "general", "text": "re", "thread": True, "broadcast": False},
    "broadcast reply": {"channel": "general", "text": "re", "thread": True, "broadcast": True},
    "unknown thread": {
        "channel": "general",
        "text": "re",
        "thread_ts": "1700000000.000001",
        "broadcast": False,
    },
    "no text": {"channel": "general", "text": " "},
    "too long": {"channel": "general", "text": "x" * 40_001},
    "not a member": {"channel": "support", "text": "hi"},
    "hidden": {"channel": "renewals", "text": "hi"},
    "missing": {"channel_id": "C0000000000", "text": "hi"},
    "archived": {"channel": "gatehouse-migration", "text": "hi"},
}


def essence(entry: JournalEntry) -> dict[str, Any]:
    columns = ("step", "time_us", "actor_id", "operation", "outcome", "arguments")
    return {name: getattr(entry, name) for name in columns}


@pytest.mark.parametrize("name", CASES)
def test_post_is_the_same_through_every_door(
    name: str, worlds: Worlds, snapshot: Snapshot, doors: Doors, office: Office
) -> None:
    case = {"rest_text": CASES[name]["text"], **CASES[name]}
    case.setdefault("channel_id", office.channels.get(case.get("channel", "")))
    if case.pop("thread", False):
        history = doors.rest("conversations.history", channel=case["channel_id"], limit=1)
        case["thread_ts"] = history["messages"][0]["ts"]
    outcomes, rows, entries = {}, {}, {}
    for door, post in DOORS.items():
        at = Doors(worlds.open(snapshot), doors.authority, doors.person_id)
        outcomes[door] = post(at, case)
        rows[door] = at.changes
        (entry,) = at.journal
        entries[door] = essence(entry)
        assert entry.surface == door
    assert len(set(outcomes.values())) == 1, outcomes
    assert rows["rest"] == rows["mcp"] == rows["ui"]
    assert bool(rows["rest"]) is (outcomes["rest"] == "ok")
    if outcomes["rest"] == "ok":
        assert entries["rest"] == entries["mcp"] == entries["ui"]
    for entry_of_door in entries.values():
        assert entry_of_door["outcome"] == outcomes["rest"]
        assert entry_of_door["step"] == 1


def test_channels_are_the_same_through_every_door(doors: Doors) -> None:
    rest = doors.rest(
        "users.conversations", types="public_channel,private_channel", exclude_archived=True
    )
    by_name = {channel["name"] for channel in rest["channels"]}
    mcp = doors.mcp("slack_list_user_channels", format="names_only", exclude_archived=True)
    general = next(channel["id"] for channel in rest["channels"] if channel["is_general"])
    page = doors.browser.get(f"/c/{general}").get_data(as_text=True)
    mine = page.partition("Other channels")[0]
    for name in by_name:
        assert f"#{name}" in text_of(mcp)
        assert f"<span>{name}</span>" in mine
    assert doors.journal == []
