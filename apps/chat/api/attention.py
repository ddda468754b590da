"""What matters to whom, over REST: ``dnd.*``, ``stars.*``, presence and read markers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from workworld.apps.chat import wire
from workworld.apps.chat.api.keeping import accept_message
from workworld.apps.chat.api.methods import (
    CHANNEL,
    MESSAGE,
    USER,
    Arguments,
    ids_in,
    in_channel,
    method,
    nothing,
    numbers,
    refuse,
    taking,
    text_of,
)
from workworld.apps.chat.service import dnd, markers, presence, stars
from workworld.apps.chat.service.dnd import Quiet
from workworld.apps.chat.service.presence import Presence
from workworld.apps.chat.service.stars import Starred
from workworld.context import Context
from workworld.doors.paging import NumberPaging
from workworld.paging import NumberedPage

_KINDS = {"public": "channel", "private": "group", "dm": "im", "group_dm": "group"}
"""What the vendor calls kinds of starred conversations."""


def _accept_mark(ctx: Context, arguments: Arguments) -> Arguments:
    return in_channel(ctx, arguments) | {"ts": str(text_of(arguments, "ts"))}


def _accept_starred(ctx: Context, arguments: Arguments) -> Arguments:
    refuse(arguments, "file", "file_comment")
    return accept_message(ctx, arguments)


def _accept_someone(ctx: Context, arguments: Arguments) -> Arguments:
    return {"user_id": arguments.get("user") or ctx.actor.person_id}


def _accept_team(_ctx: Context, arguments: Arguments) -> Arguments:
    return {"user_ids": ids_in(arguments["users"])} if "users" in arguments else {}


def _present_presence(ctx: Context, found: Presence) -> dict[str, Any]:
    shape = {"presence": "active" if found.is_active else "away"}
    if _accept_someone(ctx, ctx.request.arguments)["user_id"] != ctx.actor.person_id:
        return shape
    is_there = {"online": True, "auto_away": False, "manual_away": not found.is_active}
    return {**shape, **is_there, "connection_count": 1}


def _present_stars(ctx: Context, page: NumberedPage[Starred]) -> dict[str, Any]:
    return {"items": [_item(ctx, each) for each in page.items], "paging": numbers(page)}


def _item(ctx: Context, found: Starred) -> dict[str, Any]:
    where = {"channel": found.channel.id, "date_create": found.since}
    if found.message is None:
        return {"type": _KINDS[found.channel.kind], **where}
    (shape,) = wire.messages_of(ctx, [found.message])
    shape = {**shape, "permalink": wire.permalink(ctx, found.message)}
    return {"type": "message", **where, "message": shape}


def _present_quiet(_ctx: Context, found: Quiet) -> dict[str, Any]:
    snooze: dict[str, Any] = {"snooze_enabled": found.snoozed_until is not None}
    if found.snoozed_until is not None:
        snooze |= {"snooze_endtime": found.snoozed_until}
    return _hours(found) | snooze


def _present_snooze(ctx: Context, found: Quiet) -> dict[str, Any]:
    shape = _present_quiet(ctx, found)
    remaining = (found.snoozed_until or 0) - ctx.clock.now_us() // 1_000_000
    return {**shape, "snooze_remaining": max(0, remaining)}


def _present_team(_ctx: Context, found: Mapping[str, Quiet]) -> dict[str, Any]:
    return {"users": {person_id: _hours(each) for person_id, each in found.items()}}


def _hours(found: Quiet) -> dict[str, Any]:
    """The vendor's way to say that there are no such hours is one second in 1970."""
    return {
        "dnd_enabled": found.starts is not None,
        "next_dnd_start_ts": found.starts or 1,
        "next_dnd_end_ts": found.ends or 1,
    }


ENDPOINTS = (
    method("conversations.mark", markers.mark, _accept_mark, nothing, CHANNEL),
    method("dnd.endSnooze", dnd.wake, taking(), _present_quiet),
    method("dnd.info", dnd.info, taking(user_id="user"), _present_quiet, USER),
    method(
        "dnd.setSnooze",
        dnd.snooze,
        taking(minutes="num_minutes"),
        _present_snooze,
        {"minutes": "num_minutes"},
    ),
    method("dnd.teamInfo", dnd.team, _accept_team, _present_team, {"user_ids": "users"}),
    method("stars.add", stars.add, _accept_starred, nothing, MESSAGE),
    method(
        "stars.list",
        stars.list,
        taking(count="count", page="page"),
        _present_stars,
        paging=NumberPaging("items"),
    ),
    method("stars.remove", stars.remove, _accept_starred, nothing, MESSAGE),
    method("users.getPresence", presence.get, _accept_someone, _present_presence, USER),
    method("users.setPresence", presence.set, taking(presence="presence"), nothing),
)
