"""Reactions over REST: ``reactions.*``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workworld.apps.chat import wire
from workworld.apps.chat.api.methods import (
    MESSAGE,
    USER,
    Arguments,
    given,
    in_channel,
    method,
    nothing,
    numbers,
    refuse,
    taking,
)
from workworld.apps.chat.models import Message
from workworld.apps.chat.service import reactions
from workworld.apps.chat.service.reactions import Added
from workworld.apps.chat.stamps import is_stamp
from workworld.context import Context
from workworld.doors.paging import NumberPaging
from workworld.errors import Conflict, Invalid
from workworld.paging import NumberedPage


def _accept_message(ctx: Context, arguments: Arguments) -> dict[str, Any]:
    refuse(arguments, "file", "file_comment")
    ts = arguments.get("timestamp")
    if ts is not None and not is_stamp(str(ts)):
        raise Invalid("bad_timestamp", f"{ts!r} is no message's timestamp.")
    return in_channel(ctx, arguments) | given(arguments, ts="timestamp")


def _accept_reaction(ctx: Context, arguments: Arguments) -> Arguments:
    return _accept_message(ctx, arguments) | given(arguments, emoji="name")


def _present_added(_ctx: Context, added: Added) -> dict[str, Any]:
    """A second reaction is no success here, unlike elsewhere, so it is refused as a whole."""
    if not added.is_new:
        said = f"You have put :{added.emoji}: below this message already."
        raise Conflict("already_reacted", said)
    return {}


def _present_one(ctx: Context, row: Message) -> dict[str, Any]:
    return _items(ctx, [row])[0]


def _present_list(ctx: Context, page: NumberedPage[Message]) -> dict[str, Any]:
    return {"items": _items(ctx, page.items), "paging": numbers(page)}


def _items(ctx: Context, rows: Sequence[Message]) -> list[dict[str, Any]]:
    shapes = zip(rows, wire.messages_of(ctx, rows), strict=True)
    return [
        {"type": "message", "channel": row.channel_id, "message": shape} for row, shape in shapes
    ]


_REACTION = MESSAGE | {"emoji": "name"}

ENDPOINTS = (
    method("reactions.add", reactions.add, _accept_reaction, _present_added, _REACTION),
    method("reactions.get", reactions.get, _accept_message, _present_one, MESSAGE),
    method(
        "reactions.list",
        reactions.list,
        taking(user_id="user", count="count", page="page"),
        _present_list,
        USER,
        paging=NumberPaging("items"),
    ),
    method("reactions.remove", reactions.remove, _accept_reaction, nothing, _REACTION),
)
