"""The bar of links below a channel's head."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import flask

from workworld.apps.chat.models import Bookmark
from workworld.apps.chat.pages.blueprint import BLUEPRINT, back_to, channel_url
from workworld.apps.chat.pages.channel import View, shown
from workworld.apps.chat.service import bookmarks
from workworld.context import Context
from workworld.doors.refused_pages import keep_entered, status_of
from workworld.doors.web import nothing, page
from workworld.errors import Forbidden, Invalid, NotFound
from workworld.links.addresses import rendered

_FIELDS = ("title", "link", "emoji")


@dataclass(frozen=True, slots=True)
class Entered:
    """What the form of a bookmark shows."""

    title: str = ""
    link: str = ""
    emoji: str = ""
    bookmark_id: str = ""
    problem: str = ""
    in_error: str = ""
    """The field that the problem is about."""


@BLUEPRINT.get("/c/<channel_id>/bookmarks/new")
def new_bookmark(channel_id: str) -> str:
    """Ask for a link to add to the channel."""
    return _form(channel_id, Entered())


@BLUEPRINT.post("/c/<channel_id>/bookmarks")
def add_bookmark(channel_id: str) -> Any:
    """Add a link to the channel's bar."""
    return _changed(channel_id, bookmarks.add)


@BLUEPRINT.get("/c/<channel_id>/bookmarks/<bookmark_id>")
def bookmark_form(channel_id: str, bookmark_id: str) -> str:
    """A bookmark's title, link and emoji in fields."""

    def entered(ctx: Context, rows: Sequence[Bookmark]) -> Entered | None:
        found = (row for row in rows if row.id == bookmark_id)
        row = next(found, None)
        if row is None:
            return None
        return Entered(row.title, rendered(ctx, row.link), row.emoji, row.id)

    found = page(bookmarks.list, entered, channel_id=channel_id)
    if found is None:
        raise NotFound("not_found", "There is no such bookmark in this channel.")
    return _form(channel_id, found)


@BLUEPRINT.post("/c/<channel_id>/bookmarks/<bookmark_id>")
def edit_bookmark(channel_id: str, bookmark_id: str) -> Any:
    """Change a bookmark."""
    return _changed(channel_id, bookmarks.edit, bookmark_id)


@BLUEPRINT.post("/c/<channel_id>/bookmarks/<bookmark_id>/remove")
def remove_bookmark(channel_id: str, bookmark_id: str) -> Any:
    """Take a bookmark out of the channel's bar."""
    page(bookmarks.remove, nothing, channel_id=channel_id, bookmark_id=bookmark_id)
    return back_to(channel_url(channel_id))


def _changed(channel_id: str, function: Callable[..., Any], bookmark_id: str = "") -> Any:
    keep_entered("title")
    named: dict[str, Any] = {"bookmark_id": bookmark_id} if bookmark_id else {}
    given: dict[str, Any] = {name: flask.request.form.get(name, "").strip() for name in _FIELDS}
    try:
        page(function, nothing, channel_id=channel_id, **named, **given)
    except (Invalid, Forbidden) as refused:
        about = {"invalid_link": "link", "invalid_emoji": "emoji"}.get(refused.code, "title")
        entered = Entered(**given, bookmark_id=bookmark_id, problem=refused.message, in_error=about)
        return _form(channel_id, entered), status_of(refused)
    return back_to(channel_url(channel_id))


def _form(channel_id: str, entered: Entered) -> str:
    values: Mapping[str, Any] = {"entered": entered}
    return shown(channel_id, View(dialog="dialog_bookmark.html", values=values))
