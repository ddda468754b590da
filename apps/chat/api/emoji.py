"""The workspace's own emoji over REST: ``emoji.list`` and ``admin.emoji.*``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workworld.apps.chat.api.methods import (
    Arguments,
    given,
    is_true,
    method,
    next_cursor,
    nothing,
    taking,
    text_of,
)
from workworld.apps.chat.models import OwnEmoji
from workworld.apps.chat.service import emoji, own_emoji
from workworld.context import Context
from workworld.emoji import every_emoji
from workworld.errors import Invalid
from workworld.links.addresses import canonical, split
from workworld.paging import Page


def _accept_new(ctx: Context, arguments: Arguments) -> Arguments:
    url = arguments.get("url")
    image = {"file_id": _file_at(ctx, str(url))} if url not in (None, "") else {}
    return {"name": text_of(arguments, "name"), **image}


def _file_at(ctx: Context, url: str) -> str:
    """The file whose page, or whose bytes, are at an address; nothing is fetched from elsewhere."""
    app, path = split(ctx, canonical(ctx, url)) or ("", "")
    first, *others = path.strip("/").split("/")
    if app == "chat" and first == "files-pri" and others:
        return others[0].rpartition("-")[2]
    if app != "files" or not first:
        raise Invalid("error_bad_upload", "An emoji's image is a file that was uploaded here.")
    return first


def _accept_alias(_ctx: Context, arguments: Arguments) -> Arguments:
    return {name: text_of(arguments, name) for name in ("name", "alias_for")}


def _accept_rename(_ctx: Context, arguments: Arguments) -> Arguments:
    return given(arguments, name="name") | {"new_name": text_of(arguments, "new_name")}


def _present_list(ctx: Context, rows: Sequence[OwnEmoji]) -> dict[str, Any]:
    newest = max((row.created for row in rows), default=0)
    named = {row.name: own_emoji.value_of(ctx, row) for row in rows}
    found: dict[str, Any] = {"emoji": named, "cache_ts": f"{newest}.000000"}
    if is_true(ctx.request.arguments.get("include_categories")):
        found |= {"categories_version": "5", "categories": _categories()}
    return found


def _categories() -> list[dict[str, Any]]:
    found: dict[str, dict[str, None]] = {}
    for each in every_emoji().values():
        found.setdefault(each.category, {})[each.name] = None
    return [{"name": title, "emoji_names": [*names]} for title, names in found.items()]


def _present_page(ctx: Context, found: Page[OwnEmoji]) -> dict[str, Any]:
    shapes = {
        row.name: {
            "url": own_emoji.value_of(ctx, row),
            "date_created": row.created,
            "uploaded_by": row.creator_id,
        }
        for row in found.items
    }
    return {"emoji": shapes, **next_cursor(found)}


ENDPOINTS = (
    method("admin.emoji.add", emoji.add, _accept_new, nothing, {"file_id": "url"}),
    method("admin.emoji.addAlias", emoji.add_alias, _accept_alias, nothing),
    # The vendor's answer is no list but an object, keyed by name.
    method(
        "admin.emoji.list",
        emoji.browse,
        taking(cursor="cursor", limit="limit"),
        _present_page,
    ),
    method("admin.emoji.remove", emoji.remove, taking(name="name"), nothing),
    method("admin.emoji.rename", emoji.rename, _accept_rename, nothing),
    method("emoji.list", emoji.list, taking(), _present_list),
)
