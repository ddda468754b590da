"""Sending long texts as files; over the other doors that is an upload."""

from __future__ import annotations

from tests.conformance.parity import Case, Words

from workworld.context import Surface


def _send(name: str, outcome: str, channel: str, text: str) -> Case:
    fields = {"name": "log", "language": "log", "text": text}
    doors = {Surface.UI: Words(f"/c/{channel}/snippet", fields)}
    return Case("chat.snippets.send", name, outcome, doors)


CASES = (
    _send("long text", "ok", "$general", "line\n" * 5000),
    _send("no text", "no_text", "$general", " "),
    _send("not a member", "not_in_channel", "$support", "line"),
    _send("hidden", "channel_not_found", "$renewals", "line"),
)
