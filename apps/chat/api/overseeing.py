"""Overseeing the workspace over REST: ``admin.conversations.*`` and ``admin.teams.settings.*``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workworld.apps.chat import stamps
from workworld.apps.chat.api.methods import (
    Arguments,
    given,
    ids_in,
    method,
    nothing,
    taking,
    text_of,
)
from workworld.apps.chat.models import Channel
from workworld.apps.chat.service import channels, oversight
from workworld.context import Context
from workworld.directory import people
from workworld.doors.paging import CursorPaging
from workworld.errors import Invalid
from workworld.paging import NumberedPage, decode_cursor, encode_cursor

_LISTING = "admin conversations"
_CHANNEL = {"channel_id": "channel_id"}
_MOST = 20
_SORTS = {"relevant": "name", "name": "name", "member_count": "members", "created": "newest"}
_TYPES = {"public": "public", "private": "private", "archived": "archived", "all": "all"}


def _accept_search(_ctx: Context, arguments: Arguments) -> Arguments:
    """https://docs.slack.dev/reference/methods/admin.conversations.search."""
    sort = arguments.get("sort") or "member_count"
    kinds = ids_in(arguments.get("search_channel_types") or ["all"])
    if sort not in _SORTS:
        raise Invalid("invalid_sort", f"sort is one of: {', '.join(_SORTS)}")
    if not isinstance(kinds, list) or len(kinds) != 1 or kinds[0] not in _TYPES:
        raise Invalid("invalid_search_channel_type", f"One of these is: {', '.join(_TYPES)}")
    return {
        "words": [word.strip("#*") for word in str(arguments.get("query") or "").split()],
        "show": _TYPES[kinds[0]],
        "sort": _SORTS[sort],
        "count": _limit(arguments.get("limit")),
        "page": _page(str(arguments.get("cursor") or "")),
    }


def _limit(said: Any) -> int:
    """How many a page holds: never more than twenty, however many are asked for."""
    number = str(10 if said in (None, "") else said)
    if not number.isascii() or not number.isdigit() or int(number[:9]) < 1:
        raise Invalid("invalid_limit", "limit is a whole number from 1 on")
    return min(int(number[:9]), _MOST)


def _page(cursor: str) -> int:
    return int(decode_cursor(_LISTING, cursor)) if cursor else 1


def _present_search(ctx: Context, found: NumberedPage[Channel]) -> dict[str, Any]:
    is_last = found.number >= found.pages
    return {
        "conversations": shapes_of(ctx, found.items),
        "next_cursor": "" if is_last else encode_cursor(_LISTING, str(found.number + 1)),
        "total_count": found.total,
    }


def shapes_of(ctx: Context, rows: Sequence[Channel]) -> list[dict[str, Any]]:
    """Channels as the vendor's administration tells of them.

    What a private channel is for, only its members learn.
    """
    ids = [row.id for row in rows]
    counts, latest = channels.member_counts(ctx, ids), oversight.last_stamps(ctx, ids)
    seen = channels.visible_names(ctx, ids)
    team = people.company(ctx.session).id
    return [
        {
            "id": row.id,
            "name": row.name,
            "purpose": row.purpose if row.id in seen else "",
            "member_count": counts.get(row.id, 0),
            "created": row.created,
            "creator_id": row.creator_id,
            "is_private": row.kind == "private",
            "is_archived": row.is_archived,
            "is_general": row.is_default,
            "is_frozen": False,
            "is_ext_shared": False,
            "is_global_shared": False,
            "is_org_default": False,
            "is_org_mandatory": False,
            "is_org_shared": False,
            "last_activity_ts": stamps.microseconds(latest[row.id]) if row.id in latest else 0,
            "internal_team_ids_count": 1,
            "context_team_id": team,
        }
        for row in rows
    ]


def _accept_name(_ctx: Context, arguments: Arguments) -> Arguments:
    return given(arguments, channel_id="channel_id") | {"name": text_of(arguments, "name")}


def _accept_defaults(_ctx: Context, arguments: Arguments) -> Arguments:
    said = arguments.get("channel_ids")
    return {} if said is None else {"channel_ids": ids_in(said)}


_ONE = taking(channel_id="channel_id")

ENDPOINTS = (
    method("admin.conversations.archive", oversight.archive, _ONE, nothing, _CHANNEL),
    method("admin.conversations.rename", oversight.rename, _accept_name, nothing, _CHANNEL),
    method(
        "admin.conversations.search",
        oversight.find,
        _accept_search,
        _present_search,
        paging=CursorPaging("conversations", next="next_cursor"),
    ),
    method("admin.conversations.unarchive", oversight.unarchive, _ONE, nothing, _CHANNEL),
    method(
        "admin.teams.settings.setDefaultChannels",
        oversight.set_defaults,
        _accept_defaults,
        nothing,
    ),
)
