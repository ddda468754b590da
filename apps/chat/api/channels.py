"""Channels and their members over REST: ``conversations.*``."""

from __future__ import annotations

import re
from typing import Any

from workworld.apps.chat import stamps, wire
from workworld.apps.chat.api.methods import (
    CHANNEL,
    Arguments,
    given,
    ids_in,
    in_channel,
    method,
    next_cursor,
    nothing,
    refuse,
    text_of,
)
from workworld.apps.chat.models import Channel
from workworld.apps.chat.service import channels, members, news
from workworld.apps.chat.service.members import Entry, Invited
from workworld.apps.chat.types import LARGEST_PAGE
from workworld.context import Context
from workworld.directory.models import Person
from workworld.doors.paging import CursorPaging
from workworld.errors import Invalid
from workworld.paging import Page


def _accept_list(_ctx: Context, arguments: Arguments) -> Arguments:
    return {
        "kinds": wire.kinds_of(arguments.get("types") or "public_channel"),
        **given(arguments, exclude_archived="exclude_archived", cursor="cursor"),
        **_limit(arguments),
    }


def _limit(arguments: Arguments) -> dict[str, int]:
    """Channel listings have an error code of their own for a bad ``limit``."""
    limit = arguments.get("limit") or 100
    is_whole = not isinstance(limit, bool) and re.fullmatch(r"\d{1,9}", str(limit), re.ASCII)
    if not is_whole or not 1 <= int(limit) <= LARGEST_PAGE:
        raise Invalid("invalid_limit", f"limit is a whole number from 1 to {LARGEST_PAGE}")
    return {"limit": int(limit)}


def _accept_mine(ctx: Context, arguments: Arguments) -> Arguments:
    member_id = arguments.get("user") or ctx.actor.person_id
    return {**_accept_list(ctx, arguments), "member_id": member_id}


def _accept_new(_ctx: Context, arguments: Arguments) -> Arguments:
    refuse(arguments, "user_ids")
    return {"name": text_of(arguments, "name"), **given(arguments, is_private="is_private")}


def _accept_name(ctx: Context, arguments: Arguments) -> Arguments:
    return in_channel(ctx, arguments) | {"name": text_of(arguments, "name")}


def _accept_topic(ctx: Context, arguments: Arguments) -> Arguments:
    return in_channel(ctx, arguments) | _if_given(arguments, "topic")


def _accept_purpose(ctx: Context, arguments: Arguments) -> Arguments:
    return in_channel(ctx, arguments) | _if_given(arguments, "purpose")


def _if_given(arguments: Arguments, name: str) -> dict[str, Any]:
    """An empty text is given too: it clears."""
    return {name: arguments[name]} if arguments.get(name) is not None else {}


def _accept_members(ctx: Context, arguments: Arguments) -> Arguments:
    return in_channel(ctx, arguments) | given(arguments, limit="limit", cursor="cursor")


def _accept_invited(ctx: Context, arguments: Arguments) -> Arguments:
    people = {"user_ids": ids_in(arguments["users"])} if "users" in arguments else {}
    return in_channel(ctx, arguments) | people | given(arguments, force="force")


def _accept_removed(ctx: Context, arguments: Arguments) -> Arguments:
    return in_channel(ctx, arguments) | given(arguments, user_id="user")


def _present_list(ctx: Context, page: Page[Channel]) -> dict[str, Any]:
    return {"channels": wire.channels_of(ctx, page.items), **next_cursor(page)}


def _present_one(ctx: Context, row: Channel) -> dict[str, Any]:
    return {"channel": wire.channels_of(ctx, [row])[0]}


def _present_info(ctx: Context, row: Channel) -> dict[str, Any]:
    """With how far the caller has read it and how much is new to them, if they are in it."""
    (shape,) = wire.channels_of(ctx, [row])
    if found := news.of(ctx, row.id):
        unread = news.count(ctx, row.id, found.last_read)
        counts = {"unread_count": unread, "unread_count_display": unread}
        shape |= {"last_read": stamps.padded(found.last_read), **counts}
    return {"channel": shape}


def _present_topic(ctx: Context, row: Channel) -> dict[str, Any]:
    return {**_present_one(ctx, row), "topic": row.topic}


def _present_purpose(ctx: Context, row: Channel) -> dict[str, Any]:
    return {**_present_one(ctx, row), "purpose": row.purpose}


def _present_invited(ctx: Context, invited: Invited) -> dict[str, Any]:
    """With whom it did not work: https://docs.slack.dev/reference/methods/conversations.invite."""
    left_out = [
        {"user": user_id, "ok": False, "error": code} for user_id, code in invited.left_out.items()
    ]
    return _present_one(ctx, invited.channel) | ({"errors": left_out} if left_out else {})


def _present_joined(ctx: Context, entry: Entry) -> dict[str, Any]:
    answer = _present_one(ctx, entry.channel)
    if not entry.is_new:
        answer |= {
            "warning": "already_in_channel",
            "response_metadata": {"warnings": ["already_in_channel"]},
        }
    return answer


def _present_left(_ctx: Context, entry: Entry) -> dict[str, Any]:
    return {"not_in_channel": True} if entry.is_new else {}


def _present_members(_ctx: Context, page: Page[Person]) -> dict[str, Any]:
    return {"members": [person.id for person in page.items], **next_cursor(page)}


_MEMBER = {"member_id": "user"}
_CHANNELS = CursorPaging("channels")
_INVITED = CHANNEL | {"user_ids": "users"}
_REMOVED = CHANNEL | {"user_id": "user"}

ENDPOINTS = (
    method("conversations.archive", channels.archive, in_channel, nothing, CHANNEL),
    method("conversations.create", channels.create, _accept_new, _present_one),
    method("conversations.info", channels.info, in_channel, _present_info, CHANNEL),
    method("conversations.invite", members.invite, _accept_invited, _present_invited, _INVITED),
    method("conversations.join", members.join, in_channel, _present_joined, CHANNEL),
    method("conversations.kick", members.remove, _accept_removed, nothing, _REMOVED),
    method("conversations.leave", members.leave, in_channel, _present_left, CHANNEL),
    method("conversations.list", channels.list, _accept_list, _present_list, paging=_CHANNELS),
    method(
        "conversations.members",
        members.list,
        _accept_members,
        _present_members,
        CHANNEL,
        paging=CursorPaging("members"),
    ),
    method("conversations.rename", channels.rename, _accept_name, _present_one, CHANNEL),
    method(
        "conversations.setPurpose", channels.set_purpose, _accept_purpose, _present_purpose, CHANNEL
    ),
    method("conversations.setTopic", channels.set_topic, _accept_topic, _present_topic, CHANNEL),
    method("conversations.unarchive", channels.unarchive, in_channel, nothing, CHANNEL),
    method(
        "users.conversations", channels.list, _accept_mine, _present_list, _MEMBER, paging=_CHANNELS
    ),
)
