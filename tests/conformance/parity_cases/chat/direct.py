"""Opening direct conversations, and writing in them."""

from __future__ import annotations

from tests.conformance.parity import Case, Words
from tests.kit import PERSONA

from workworld.context import Surface


def _open(name: str, outcome: str, *people: str, handle: str = PERSONA) -> Case:
    doors = {
        Surface.REST: Words("/api/conversations.open", {"users": ",".join(people)}),
        Surface.MCP: Words("slack_create_conversation", {"user_ids": [*people]}),
        Surface.UI: Words("/dm/new", {"person": [*people]}),
    }
    return Case("chat.direct.open", name, outcome, doors, handle=handle)


def _write(name: str, outcome: str, channel: str, handle: str = PERSONA) -> Case:
    doors = {
        Surface.REST: Words("/api/chat.postMessage", {"channel": channel, "text": "Between us"}),
        Surface.MCP: Words("slack_send_message", {"channel_id": channel, "message": "Between us"}),
        Surface.UI: Words(f"/c/{channel}/messages", {"text": "Between us"}),
    }
    return Case("chat.messages.post", name, outcome, doors, handle=handle)


CASES = (
    _open("with one", "ok", "$jwikstrand"),
    _open("with one again", "ok", "$mchen"),
    _open("with a few", "ok", "$jwikstrand", "$mchen"),
    _open("with oneself", "ok", f"${PERSONA}"),
    _open("with nobody", "users_list_not_supplied"),
    _open("with somebody unknown", "user_not_found", "U0000000000"),
    _write("in a direct conversation", "ok", "$with_mchen"),
    _write("to a person", "ok", "$jwikstrand"),
    _write("in others' conversation", "channel_not_found", "$with_mchen", "jwikstrand"),
)
