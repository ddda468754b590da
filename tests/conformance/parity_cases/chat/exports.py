"""Putting what was said into files."""

from __future__ import annotations

from tests.conformance.parity import Case, Words
from tests.kit import COLLEAGUE, PERSONA

from workworld.context import Surface

_OWNER = "gostrander"


def _case(
    title: str, outcome: str, which: str, *channels: str, handle: str = PERSONA, **given: str
) -> Case:
    form = {"form": "json", "which": which, **given}
    doors = {
        Surface.MCP: Words("slack_export_messages", {**form, "channel_ids": [*channels]}),
        Surface.UI: Words("/admin/export", {**form, "channel": [*channels]}),
    }
    return Case("chat.exports.create", title, outcome, doors, handle=handle)


CASES = (
    _case("public", "ok", "public"),
    _case("some days", "ok", "named", "$deploys", since="2026-03-01", until="2026-03-09"),
    _case("all, by an owner", "ok", "all", handle=_OWNER),
    _case("all", "restricted_action", "all"),
    _case("private", "restricted_action", "named", "$renewals"),
    _case("unknown", "channel_not_found", "named", "$missing"),
    _case("backwards", "invalid_arguments", "public", since="2026-03-09", until="2026-03-01"),
    _case("by a member", "not_an_admin", "public", handle=COLLEAGUE),
)
