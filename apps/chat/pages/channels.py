"""Channels as such: finding, making and changing them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import flask

from workworld.apps.chat.models import Channel
from workworld.apps.chat.pages.blueprint import BLUEPRINT, channel_url
from workworld.apps.chat.pages.channel import Unsent, View, shown
from workworld.apps.chat.pages.listings import all_of
from workworld.apps.chat.pages.sidebar import look_of, sidebar
from workworld.apps.chat.service import channels
from workworld.apps.chat.types import CHANNELS, LARGEST_PAGE
from workworld.context import Context
from workworld.doors.refused_pages import status_of
from workworld.doors.web import page
from workworld.errors import Conflict, Forbidden, Invalid
from workworld.paging import Page
from workworld.permissions import can

_MENDABLE = (Invalid, Conflict, Forbidden)


@dataclass(frozen=True, slots=True)
class ChannelCard:
    """A channel in the list of all."""

    id: str
    name: str
    icon: str
    state: str
    purpose: str
    members: int
    is_mine: bool
    may_join: bool


@BLUEPRINT.get("/channels")
def browse() -> str:
    """All channels that the person may see."""
    words = flask.request.args.get("q", "")
    with_archived = "archived" in flask.request.args
    found = all_of(
        channels.list,
        _cards,
        kinds=CHANNELS,
        words=words.lstrip("#").split(),
        exclude_archived=not with_archived,
        limit=LARGEST_PAGE,
    )
    return flask.render_template(
        "channels.html",
        sidebar=sidebar(),
        channels=found,
        words=words,
        with_archived=with_archived,
    )


@BLUEPRINT.get("/channels/new")
def create_form() -> str:
    """The form of a new channel."""
    return _form("", private=False)


@BLUEPRINT.post("/channels/new")
def create() -> Any:
    """Make a channel."""
    name, private = flask.request.form.get("name", "").strip(), "private" in flask.request.form
    try:
        channel_id = page(channels.create, _id, name=name, is_private=private)
    except _MENDABLE as refused:
        return _form(name, private=private, problem=refused.message), status_of(refused)
    return flask.redirect(channel_url(channel_id), 303)


@BLUEPRINT.get("/c/<channel_id>/about")
def about_panel(channel_id: str) -> str:
    """A channel with what there is to say about it beside it."""
    return shown(channel_id, View(panel="panel_about.html"))


@BLUEPRINT.post("/c/<channel_id>/about/topic")
def set_topic(channel_id: str) -> Any:
    """Say what a channel is about just now."""
    return _changed(channel_id, "topic", channels.set_topic, topic=_typed("topic"))


@BLUEPRINT.post("/c/<channel_id>/about/purpose")
def set_purpose(channel_id: str) -> Any:
    """Say what a channel is for."""
    return _changed(channel_id, "purpose", channels.set_purpose, purpose=_typed("purpose"))


@BLUEPRINT.post("/c/<channel_id>/about/name")
def rename(channel_id: str) -> Any:
    """Give a channel another name."""
    return _changed(channel_id, "name", channels.rename, name=_typed("name"))


@BLUEPRINT.get("/c/<channel_id>/archive")
def archive_form(channel_id: str) -> str:
    """Ask whether a channel is to be archived."""
    return shown(channel_id, View(panel="panel_about.html", dialog="dialog_archive.html"))


@BLUEPRINT.post("/c/<channel_id>/archive")
def archive(channel_id: str) -> Any:
    """Archive a channel: it can be read and found, not written to."""
    return _changed(channel_id, "archive", channels.archive)


@BLUEPRINT.post("/c/<channel_id>/unarchive")
def unarchive(channel_id: str) -> Any:
    """Take a channel out of the archive."""
    return _changed(channel_id, "archive", channels.unarchive)


def _changed(channel_id: str, place: str, function: Callable[..., Any], **arguments: Any) -> Any:
    try:
        page(function, _id, channel_id=channel_id, **arguments)
    except _MENDABLE as refused:
        typed = next(iter(arguments.values()), "")
        view = View(panel="panel_about.html", unsent=Unsent(typed, refused.message, place))
        return shown(channel_id, view), status_of(refused)
    return flask.redirect(flask.url_for("ui.about_panel", channel_id=channel_id), 303)


def _form(name: str, *, private: bool, problem: str = "") -> str:
    return flask.render_template(
        "new_channel.html", sidebar=sidebar(), name=name, private=private, problem=problem
    )


def _typed(field: str) -> str:
    return flask.request.form.get(field, "").replace("\r\n", "\n").strip()


def _id(_ctx: Context, row: Channel) -> str:
    return row.id


def _cards(ctx: Context, found: Page[Channel]) -> Page[ChannelCard]:
    ids = [row.id for row in found.items]
    mine, counts = channels.joined(ctx, ids), channels.member_counts(ctx, ids)
    cards = [
        ChannelCard(
            row.id,
            row.name,
            *look_of(row),
            row.purpose,
            counts.get(row.id, 0),
            row.id in mine,
            row.id not in mine and can(ctx, "chat.members.join", row),
        )
        for row in found.items
    ]
    return Page(cards, found.next_cursor)
