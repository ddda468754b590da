"""Posting, changing and deleting messages, and reacting to them."""

from __future__ import annotations

from typing import Any

from tests.conformance.parity import Before, Case, Facts, Words
from tests.kit import COLLEAGUE, PERSONA

from workworld.apps.chat.service import acknowledgements, messages, reactions
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


def _press(name: str, outcome: str, level: str) -> Case:
    # The vendor's API has no priority, so there are no words for it over REST.
    place = {"channel_id": "$general", "message": "now"}
    asked = {**place, "priority": level, "ask_for_acknowledgement": True}
    doors = {
        Surface.MCP: Words("slack_send_priority_message", asked),
        Surface.UI: Words(
            "/c/$general/messages", {"text": "now", "priority": level, "acknowledge": "1"}
        ),
    }
    return Case("chat.messages.post", name, outcome, doors)


def _acknowledge(verb: str, name: str, outcome: str, before: Before) -> Case:
    tools = {"give": "slack_acknowledge_message", "take_back": "slack_take_back_acknowledgement"}
    field = "give" if verb == "give" else "drop"
    doors = {
        Surface.MCP: Words(tools[verb], {"channel_id": "$general", "message_ts": "$ts"}),
        Surface.UI: Words("/c/$general/m/$ts/acknowledgements", {field: "1"}),
    }
    return Case(f"chat.acknowledgements.{verb}", name, outcome, doors, before=before)


def _change(name: str, outcome: str, ts: str, text: str, *, rest_text: str | None = None) -> Case:
    rest = {"channel": "$deploys", "ts": ts, "text": text if rest_text is None else rest_text}
    mcp = {"channel_id": "$deploys", "message_ts": ts, "message": text}
    doors = {
        Surface.REST: Words("/api/chat.update", rest),
        Surface.MCP: Words("slack_update_message", mcp),
        Surface.UI: Words(f"/c/$deploys/m/{ts}/edit", {"text": text}),
    }
    return Case("chat.messages.edit", name, outcome, doors)


def _unsend(name: str, outcome: str, ts: str) -> Case:
    doors = {Surface.UI: Words(f"/c/$deploys/m/{ts}/unsend", {})}
    return Case("chat.unsending.unsend", name, outcome, doors)


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


def _nothing(_world: World, _facts: Facts) -> None:
    """The message is an ordinary one."""


def _asked(world: World, facts: Facts) -> None:
    """Somebody has asked for acknowledgement in general: ``ts`` is theirs from then on."""
    said = {"level": "urgent", "asks_for_acknowledgement": True}
    place = {"channel_id": facts["general"], "text": "now"}
    row = perform(world, Actor(facts["mchen"]), messages.post, **place, priority=said)
    facts["ts"] = row.ts


def _acknowledged(world: World, facts: Facts) -> None:
    """The persona has acknowledged that."""
    _asked(world, facts)
    place = {"channel_id": facts["general"], "ts": facts["ts"]}
    perform(world, Actor(facts[PERSONA]), acknowledgements.give, **place)


CASES = (
    _press("urgent", "ok", "urgent"),
    _press("no such priority", "invalid_arguments", "extreme"),
    _acknowledge("give", "asked", "ok", _asked),
    _acknowledge("give", "not asked", "not_asked", _nothing),
    _acknowledge("take_back", "own", "ok", _acknowledged),
    _acknowledge("take_back", "none", "no_acknowledgement", _asked),
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
    _unsend("the last", "ok", "$mine"),
    _unsend("somebody else's", "cant_delete_message", "$theirs"),
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
