"""Who may do what, over REST: ``admin.conversations.*`` and ``team.preferences.list``."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from workworld.apps.chat.api.methods import Arguments, method, nothing, taking
from workworld.apps.chat.models import Channel, Settings
from workworld.apps.chat.service import channels, posting, settings
from workworld.context import Context
from workworld.errors import Invalid, Problem

_CHANNEL = {"channel_id": "channel_id"}
_EVERYBODY = ("everyone", "ra")
"""The vendor's word for regular members is the second one."""


def _accept_prefs(_ctx: Context, arguments: Arguments) -> Arguments:
    """``{"who_can_post": "type:admin,user:U0A1B2C3D4", "can_thread": "type:admin"}``."""
    prefs = _object(arguments.get("prefs"))
    if unknown := sorted(set(prefs) - {"who_can_post", "can_thread"}):
        raise Invalid("invalid_arguments", problems=[Problem("unsupported", unknown[0])])
    kinds, people = _read(prefs.get("who_can_post", "type:everyone"))
    repliers, _others = _read(prefs.get("can_thread", "type:everyone"))
    is_open = any(kind in _EVERYBODY for kind in kinds)
    return {
        **({"channel_id": arguments["channel_id"]} if "channel_id" in arguments else {}),
        "posting": "everyone" if is_open else "list" if people else "admins",
        "user_ids": [] if is_open else people,
        "replying": "everyone" if set(repliers) & {*_EVERYBODY} else "posters",
    }


def _object(given: Any) -> Mapping[str, Any]:
    """The vendor takes it as JSON text in a form."""
    try:
        prefs = json.loads(given) if isinstance(given, str) else given
    except (ValueError, RecursionError):
        prefs = None
    if not isinstance(prefs, Mapping) or not prefs:
        raise Invalid("invalid_arguments", problems=[Problem("no object", "prefs")])
    return prefs


def _read(said: Any) -> tuple[list[str], list[str]]:
    """Kinds of people, and people, from ``type:admin,user:U0A1B2C3D4``."""
    found: dict[str, list[str]] = {"type": [], "user": []}
    for part in str(said).split(","):
        name, _, value = part.strip().partition(":")
        if name not in found or not value:
            raise Invalid("invalid_arguments", problems=[Problem("no such group", part[:80])])
        found[name].append(value)
    if unknown := sorted(set(found["type"]) - {*_EVERYBODY, "admin"}):
        raise Invalid("invalid_arguments", problems=[Problem("no such type", unknown[0])])
    return found["type"], found["user"]


def _present_prefs(ctx: Context, row: Channel) -> dict[str, Any]:
    named = [*posting.named(ctx, row)]
    posters = {"type": ["ra"] if row.posting == "everyone" else ["admin"], "user": named}
    repliers = {"type": ["ra"], "user": []} if row.replying == "everyone" else posters
    return {"prefs": {"who_can_post": posters, "can_thread": repliers}}


def _present_settings(_ctx: Context, row: Settings) -> dict[str, Any]:
    return {
        "msg_edit_window_mins": -1 if row.edit_minutes is None else row.edit_minutes,
        "allow_message_deletion": row.delete_minutes != 0,
        "display_real_names": row.names == "full",
        "disable_file_uploads": "allow_all",
        "who_can_post_general": "ra",
    }


ENDPOINTS = (
    method(
        "admin.conversations.convertToPrivate",
        channels.make_private,
        taking(channel_id="channel_id"),
        nothing,
        _CHANNEL,
    ),
    method(
        "admin.conversations.getConversationPrefs",
        channels.info,
        taking(channel_id="channel_id"),
        _present_prefs,
        _CHANNEL,
    ),
    method(
        "admin.conversations.setConversationPrefs",
        posting.change,
        _accept_prefs,
        nothing,
        _CHANNEL,
    ),
    method("team.preferences.list", settings.read, taking(), _present_settings),
)
