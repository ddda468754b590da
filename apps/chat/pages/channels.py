"""Channels as such: finding, making and changing them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import flask

from workworld.apps.chat.models import Channel
from workworld.apps.chat.pages.blueprint import BLUEPRINT, channel_url
from workworld.apps.chat.pages.channel import Unsent, View, shown
from workworld.apps.chat.pages.details import FIELDS, details_url, details_view
from workworld.apps.chat.pages.sidebar import sidebar
from workworld.apps.chat.service import channels, posting
from workworld.context import Context
from workworld.doors.refused_pages import status_of
from workworld.doors.web import page
from workworld.errors import Conflict, Forbidden, Invalid, NotFound

_MENDABLE = (Invalid, Conflict, Forbidden)


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
    return shown(channel_id, View(dialog="dialog_archive.html"))


@BLUEPRINT.post("/c/<channel_id>/archive")
def archive(channel_id: str) -> Any:
    """Archive a channel: it can be read and found, not written to."""
    return _changed(channel_id, "archive", channels.archive)


@BLUEPRINT.post("/c/<channel_id>/unarchive")
def unarchive(channel_id: str) -> Any:
    """Take a channel out of the archive."""
    return _changed(channel_id, "archive", channels.unarchive)


@BLUEPRINT.get("/c/<channel_id>/private")
def private_form(channel_id: str) -> str:
    """Ask whether a channel is to be private from now on."""
    return shown(channel_id, View(dialog="dialog_private.html"))


@BLUEPRINT.post("/c/<channel_id>/private")
def make_private(channel_id: str) -> Any:
    """Make a public channel private, for good."""
    return _changed(channel_id, "archive", channels.make_private)


@BLUEPRINT.post("/c/<channel_id>/posting")
def set_posting(channel_id: str) -> Any:
    """Say who posts to a channel."""
    kind = _typed("posting")
    wanted = flask.request.form.getlist("person") if kind == "list" else []
    try:
        page(
            posting.change,
            _id,
            channel_id=channel_id,
            posting=kind,
            user_ids=wanted,
            replying=_typed("replying"),
        )
    except (*_MENDABLE, NotFound) as refused:
        if refused.code == "channel_not_found":
            raise
        unsent = Unsent(kind, refused.message, "posting")
        view = details_view(channel_id, "settings", unsent, wanted=wanted)
        return shown(channel_id, view), status_of(refused)
    return flask.redirect(details_url(channel_id, "settings"), 303)


def _changed(channel_id: str, place: str, function: Callable[..., Any], **arguments: Any) -> Any:
    tab = "about" if place in FIELDS else "settings"
    try:
        page(function, _id, channel_id=channel_id, **arguments)
    except _MENDABLE as refused:
        typed = next(iter(arguments.values()), "")
        unsent = Unsent(typed, refused.message, place)
        return shown(channel_id, details_view(channel_id, tab, unsent)), status_of(refused)
    return flask.redirect(details_url(channel_id, tab), 303)


def _form(name: str, *, private: bool, problem: str = "") -> str:
    return flask.render_template(
        "new_channel.html", sidebar=sidebar(), name=name, private=private, problem=problem
    )


def _typed(field: str) -> str:
    return flask.request.form.get(field, "").replace("\r\n", "\n").strip()


def _id(_ctx: Context, row: Channel) -> str:
    return row.id
