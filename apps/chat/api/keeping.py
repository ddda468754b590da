"""Pins and bookmarks over REST: ``pins.*``, ``bookmarks.*``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workworld.apps.chat import stamps, wire
from workworld.apps.chat.api.methods import (
    MESSAGE,
    Arguments,
    given,
    in_channel,
    method,
    nothing,
    refuse,
)
from workworld.apps.chat.models import Bookmark
from workworld.apps.chat.service import bookmarks, pins
from workworld.apps.chat.service.pins import Pinned
from workworld.context import Context
from workworld.errors import Invalid
from workworld.links.addresses import rendered

_BOOKMARK = {"channel_id": "channel_id", "bookmark_id": "bookmark_id"}


def accept_message(ctx: Context, arguments: Arguments) -> Arguments:
    """The channel of a call, and the message in it if its ``timestamp`` was given."""
    ts = arguments.get("timestamp")
    if ts is not None and not stamps.is_stamp(str(ts)):
        raise Invalid("bad_timestamp", f"{ts!r} is no message's timestamp.")
    return in_channel(ctx, arguments) | given(arguments, ts="timestamp")


def _present_pins(ctx: Context, found: Sequence[Pinned]) -> dict[str, Any]:
    shapes = wire.messages_of(ctx, [each.message for each in found])
    return {
        "items": [
            {
                "type": "message",
                "channel": each.pin.channel_id,
                "created": each.pin.pinned,
                "created_by": each.pin.pinned_by,
                "message": shape,
            }
            for each, shape in zip(found, shapes, strict=True)
        ]
    }


def _accept_bookmark(_ctx: Context, arguments: Arguments) -> Arguments:
    refuse(arguments, "entity_id", "access_level", "parent_id")
    kind = arguments.get("type") or "link"
    if kind != "link":
        raise Invalid("invalid_bookmark_type", "A bookmark is a link.")
    names = {name: name for name in ("channel_id", "title", "link", "emoji", "bookmark_id")}
    return given(arguments, **names)


def _accept_change(_ctx: Context, arguments: Arguments) -> Arguments:
    names = {name: name for name in ("channel_id", "title", "link", "emoji", "bookmark_id")}
    cleared = {"emoji": ""} if arguments.get("emoji") == "" else {}
    return given(arguments, **names) | cleared


def _present_bookmark(ctx: Context, row: Bookmark) -> dict[str, Any]:
    return {"bookmark": _bookmark(ctx, row)}


def _present_bookmarks(ctx: Context, rows: Sequence[Bookmark]) -> dict[str, Any]:
    return {"bookmarks": [_bookmark(ctx, row) for row in rows]}


def _bookmark(ctx: Context, row: Bookmark) -> dict[str, Any]:
    """A bookmark object: https://docs.slack.dev/reference/methods/bookmarks.add"""
    return {
        "id": row.id,
        "channel_id": row.channel_id,
        "title": row.title,
        "link": rendered(ctx, row.link),
        "emoji": f":{row.emoji}:" if row.emoji else "",
        "icon_url": None,
        "type": "link",
        "entity_id": None,
        "date_created": row.created,
        "date_updated": row.updated,
        "rank": "",
        "last_updated_by_user_id": row.updated_by,
        "last_updated_by_team_id": None,
        "shortcut_id": None,
        "app_id": None,
    }


ENDPOINTS = (
    method("pins.add", pins.add, accept_message, nothing, MESSAGE),
    method(
        "pins.list",
        pins.list,
        in_channel,
        _present_pins,
        {"channel_id": "channel"},
    ),
    method("pins.remove", pins.remove, accept_message, nothing, MESSAGE),
    method("bookmarks.add", bookmarks.add, _accept_bookmark, _present_bookmark),
    method("bookmarks.edit", bookmarks.edit, _accept_change, _present_bookmark, _BOOKMARK),
    method(
        "bookmarks.list",
        bookmarks.list,
        lambda _ctx, arguments: given(arguments, channel_id="channel_id"),
        _present_bookmarks,
    ),
    method("bookmarks.remove", bookmarks.remove, _accept_change, nothing, _BOOKMARK),
)
