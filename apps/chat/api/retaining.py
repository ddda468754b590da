"""How long messages of a channel are kept, over REST: ``admin.conversations.*CustomRetention``.

Source: https://docs.slack.dev/reference/methods/admin.conversations.getCustomRetention.
"""

from __future__ import annotations

from typing import Any

from workworld.apps.chat.api.methods import Arguments, given, method, nothing, taking
from workworld.apps.chat.models import Channel
from workworld.apps.chat.service import retention
from workworld.context import Context
from workworld.errors import Invalid

_NAMES = {"channel_id": "channel_id", "days": "duration_days"}
_ONE = taking(channel_id="channel_id")


def _accept(_ctx: Context, arguments: Arguments) -> Arguments:
    """The vendor knows no limit that keeps messages for ever: without one they are."""
    wanted = given(arguments, **_NAMES)
    said = str(wanted.get("days", 1))
    if not said.isascii() or not said.isdecimal() or int(said[:9]) < 1:
        said_so = f"duration_days is a whole number from 1 to {retention.MOST_DAYS}"
        raise Invalid("invalid_duration", said_so)
    return wanted


def _present(_ctx: Context, row: Channel) -> dict[str, Any]:
    days = row.retention_days
    return {"is_policy_enabled": days is not None, "duration_days": days or 0}


ENDPOINTS = (
    method(
        "admin.conversations.getCustomRetention",
        retention.get_custom,
        _ONE,
        _present,
        {"channel_id": "channel_id"},
    ),
    method(
        "admin.conversations.removeCustomRetention",
        retention.remove_custom,
        _ONE,
        nothing,
        {"channel_id": "channel_id"},
    ),
    method(
        "admin.conversations.setCustomRetention", retention.set_custom, _accept, nothing, _NAMES
    ),
)
