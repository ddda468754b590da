"""Views in the shape of Slack's view object: https://docs.slack.dev/reference/interaction-payloads/view-interactions-payload"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from workworld.apps.chat.models import ChatApp
from workworld.apps.chat.service import contents
from workworld.context import Context
from workworld.directory import people

_TEXTS = ("private_metadata", "callback_id", "external_id")
_SWITCHES = ("clear_on_close", "notify_on_close", "submit_disabled")


def view_of(ctx: Context, app: ChatApp, facts: Mapping[str, Any]) -> dict[str, Any]:
    """A view, as ``modals.facts_of`` and ``homes.facts_of`` tell of it."""
    content = contents.as_read(ctx, facts["content"])
    return {
        "id": facts["id"],
        "team_id": people.company(ctx.session).id,
        "type": content["type"],
        "title": content.get("title"),
        "submit": content.get("submit"),
        "close": content.get("close"),
        "blocks": content["blocks"],
        **{name: content.get(name, "") for name in _TEXTS},
        **{name: content.get(name, False) for name in _SWITCHES},
        "state": {"values": facts["values"]},
        "hash": facts["hash"],
        "root_view_id": facts["root"],
        "previous_view_id": facts["previous"],
        "app_id": app.id,
        "app_installed_team_id": people.company(ctx.session).id,
        "bot_id": app.bot_id,
    }


def trigger_id(interaction_id: str, taken_us: int) -> str:
    """What an app shows a view for."""
    seconds, micros = divmod(taken_us, 1_000_000)
    return f"{seconds}.{micros:06}.{interaction_id}"
