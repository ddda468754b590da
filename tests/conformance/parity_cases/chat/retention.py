"""Saying how long messages are kept."""

from __future__ import annotations

from tests.conformance.parity import Case, Words
from tests.kit import COLLEAGUE, PERSONA

from workworld.context import Surface

_REST = "/api/admin.conversations.{}CustomRetention"


def _workspace(name: str, outcome: str, days: int, handle: str = PERSONA) -> Case:
    form = {"keep": "days", "days": str(days)} if days else {"keep": "ever"}
    doors = {
        Surface.MCP: Words("slack_set_message_retention", {"days": days}),
        Surface.UI: Words("/admin/retention", form),
    }
    return Case("chat.retention.change", name, outcome, doors, handle=handle)


def _set(name: str, outcome: str, channel: str, days: int, handle: str = PERSONA) -> Case:
    rest = {"channel_id": channel, "duration_days": days}
    mcp = {"channel_id": channel, "days": days}
    doors = {
        Surface.REST: Words(_REST.format("set"), rest),
        Surface.MCP: Words("slack_admin_set_channel_retention", mcp),
        Surface.UI: Words(f"/admin/retention/{channel}", {"keep": "days", "days": str(days)}),
    }
    return Case("chat.retention.set_custom", name, outcome, doors, handle=handle)


def _remove(name: str, outcome: str, channel: str, handle: str = PERSONA) -> Case:
    doors = {
        Surface.REST: Words(_REST.format("remove"), {"channel_id": channel}),
        Surface.MCP: Words("slack_admin_remove_channel_retention", {"channel_id": channel}),
        Surface.UI: Words(f"/admin/retention/{channel}", {"keep": "workspace"}),
    }
    return Case("chat.retention.remove_custom", name, outcome, doors, handle=handle)


CASES = (
    _workspace("some days", "ok", 90),
    _workspace("for ever", "ok", 0),
    _workspace("too many", "invalid_duration", 36_500),
    _workspace("by a member", "not_an_admin", 90, COLLEAGUE),
    _set("not in it", "ok", "$renewals", 30),
    _set("too many", "invalid_duration", "$deploys", 36_500),
    _set("general", "channel_type_not_supported", "$general", 30),
    _set("unknown", "channel_not_found", "$missing", 30),
    _set("by a member", "not_an_admin", "$deploys", 30, COLLEAGUE),
    _remove("without one", "ok", "$deploys"),
    _remove("general", "channel_type_not_supported", "$general"),
    _remove("by a member", "not_an_admin", "$deploys", COLLEAGUE),
)
