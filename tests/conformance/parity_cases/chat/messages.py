"""Posting, changing and deleting messages, and reacting to them."""

from __future__ import annotations

from typing import Any

from tests.conformance.parity import Before, Case, Facts, Words
from tests.kit import COLLEAGUE, PERSONA

from workworld.apps.chat.service import reactions
from workworld.calls import perform
from workworld.context import Actor, Surface
from workworld.worlds import World


def _post(
    name: str,
    outcome: str,
    channel: str,
    text: str,
    *,
    rest_text: str | None = None,
    thread: str | None = None,
    broadcast: bool = False,
) -> Case:
    rest: dict[str, Any] = {"channel": channel, "text": text if rest_text is None else rest_text}
    mcp: dict[str, Any] = {"channel_id": channel, "message": text}
    ui, path = {"text": text}, f"/c/{channel}/messages"
    if thread is not None:
        reply = {"thread_ts": thread, "reply_broadcast": broadcast}
        rest, mcp, path = rest | reply, mcp | reply, f"/c/{channel}/t/{thread}/messages"
        ui |= {"broadcast": "1"} if broadcast else {}
    doors = {
        Surface.REST: Words("/api/chat.postMessage", rest),
        Surface.MCP: Words("slack_send_message", mcp),
        Surface.UI: Words(path, ui),
    }
    return Case("chat.messages.post", name, outcome, doors)


_MARKUP, _ESCAPED = "a < b & <i>c</i>", "a &lt; b &amp; &lt;i&gt;c&lt;/i&gt;"


def _change(name: str, outcome: str, ts: str, text: str, *, rest_text: str | None = None) -> Case:
    rest = {"channel": "$deploys", "ts": ts, "text": text if rest_text is None else rest_text}
    mcp = {"channel_id": "$deploys", "message_ts": ts, "message": text}
    doors = {
        Surface.REST: Words("/api/chat.update", rest),
        Surface.MCP: Words("slack_update_message", mcp),
        Surface.UI: Words(f"/c/$deploys/m/{ts}/edit", {"text": text}),
    }
    return Case("chat.messages.edit", name, outcome, doors)


def _delete(name: str, outcome: str, ts: str, handle: str = PERSONA) -> Case:
    doors = {
        Surface.REST: Words("/api/chat.delete", {"channel": "$deploys", "ts": ts}),
        Surface.MCP: Words("slack_delete_message", {"channel_id": "$deploys", "message_ts": ts}),
        Surface.UI: Words(f"/c/$deploys/m/{ts}/delete", {}),
    }
    return Case("chat.messages.delete", name, outcome, doors, handle=handle)


def _react(
    verb: str, name: str, outcome: str, emoji: str, before: Before = lambda _world, _facts: None
) -> Case:
    place = {"channel_id": "$general", "message_ts": "$ts"}
    rest = {"channel": "$general", "timestamp": "$ts", "name": emoji}
    field = "emoji" if verb == "add" else "drop"
    doors = {
        Surface.REST: Words(f"/api/reactions.{verb}", rest),
        Surface.MCP: Words(f"slack_{verb}_reaction", {**place, "emoji": emoji}),
        Surface.UI: Words("/c/$general/m/$ts/reactions", {field: emoji}),
    }
    return Case(f"chat.reactions.{verb}", name, outcome, doors, before=before)


def _wave(world: World, facts: Facts) -> None:
    """The persona has reacted already."""
    place = {"channel_id": facts["general"], "ts": facts["ts"]}
    perform(world, Actor(facts[PERSONA]), reactions.add, emoji="wave", **place)


CASES = (
    _post("plain", "ok", "$general", "hello"),
    _post("markup characters", "ok", "$general", _MARKUP, rest_text=_ESCAPED),
    _post("admin announces", "ok", "$announcements", "news"),
    _post("reply", "ok", "$general", "re", thread="$ts"),
    _post("broadcast reply", "ok", "$general", "re", thread="$ts", broadcast=True),
    _post("unknown thread", "thread_not_found", "$general", "re", thread="$no_ts"),
    _post("no text", "no_text", "$general", " "),
    _post("too long", "msg_too_long", "$general", "x" * 40_001),
    _post("not a member", "not_in_channel", "$support", "hi"),
    _post("hidden", "channel_not_found", "$renewals", "hi"),
    _post("missing", "channel_not_found", "$missing", "hi"),
    _post("archived", "is_archived", "$gatehouse_migration", "hi"),
    _change("own", "ok", "$mine", "changed"),
    _change("markup characters", "ok", "$mine", _MARKUP, rest_text=_ESCAPED),
    _change("no text", "no_text", "$mine", " "),
    _change("somebody else's", "cant_update_message", "$theirs", "changed"),
    _change("unknown", "message_not_found", "$no_ts", "changed"),
    _delete("own", "ok", "$mine"),
    _delete("as admin", "ok", "$theirs"),
    _delete("somebody else's", "cant_delete_message", "$mine", handle=COLLEAGUE),
    _delete("unknown", "message_not_found", "$no_ts"),
    _react("add", "emoji", "ok", "thumbsup"),
    _react("add", "skin tone", "ok", "wave::skin-tone-3"),
    _react("add", "no emoji", "invalid_name", "no_such"),
    _react("remove", "own", "ok", "wave", _wave),
    _react("remove", "none", "no_reaction", "eyes"),
)
