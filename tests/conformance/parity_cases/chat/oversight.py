"""What admins of the workspace do with any of its channels."""

from __future__ import annotations

from typing import Any

from tests.conformance.parity import Case, Words
from tests.kit import COLLEAGUE, PERSONA

from workworld.context import Surface


def _case(
    verb: str, title: str, outcome: str, channel: str, handle: str = PERSONA, **given: str
) -> Case:
    words: dict[str, Any] = {"channel_id": channel, **given}
    doors = {
        Surface.REST: Words(f"/api/admin.conversations.{verb}", words),
        Surface.MCP: Words(f"slack_admin_{verb}_channel", words),
        Surface.UI: Words(f"/admin/channels/{channel}/{verb}", given),
    }
    return Case(f"chat.oversight.{verb}", title, outcome, doors, handle=handle)


def _defaults(name: str, outcome: str, *channels: str, handle: str = PERSONA) -> Case:
    rest = {"team_id": "T0000000000", "channel_ids": ",".join(channels)}
    doors = {
        Surface.REST: Words("/api/admin.teams.settings.setDefaultChannels", rest),
        Surface.MCP: Words("slack_admin_set_default_channels", {"channel_ids": [*channels]}),
        Surface.UI: Words("/admin/channels/defaults", {"channel": [*channels]}),
    }
    return Case("chat.oversight.set_defaults", name, outcome, doors, handle=handle)


CASES = (
    _case("archive", "not in it", "ok", "$renewals"),
    _case("archive", "general", "cant_archive_general", "$general"),
    _case("archive", "archived already", "already_archived", "$gatehouse_migration"),
    _case("archive", "unknown", "channel_not_found", "$missing"),
    _case("archive", "by a member", "not_an_admin", "$deploys", COLLEAGUE),
    _case("unarchive", "archived", "ok", "$gatehouse_migration"),
    _case("unarchive", "open", "not_archived", "$deploys"),
    _case("unarchive", "by a member", "not_an_admin", "$gatehouse_migration", COLLEAGUE),
    _case("rename", "not in it", "ok", "$renewals", name="renewals-2026"),
    _case("rename", "taken", "name_taken", "$renewals", name="deploys"),
    _case("rename", "archived", "is_archived", "$gatehouse_migration", name="gatehouse"),
    _case("rename", "by a member", "not_an_admin", "$deploys", COLLEAGUE, name="ours"),
    _defaults("two", "ok", "$deploys", "$support"),
    _defaults("private", "method_not_supported_for_channel_type", "$renewals"),
    _defaults("archived", "is_archived", "$gatehouse_migration"),
    _defaults("by a member", "not_an_admin", "$deploys", handle=COLLEAGUE),
)
