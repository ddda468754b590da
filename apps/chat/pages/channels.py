"""Channels as such: finding, making and changing them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import flask

from workworld.apps.chat.models import Channel
from workworld.apps.chat.pages.blueprint import BLUEPRINT, channel_url
from workworld.apps.chat.pages.browse import browse_page
from workworld.apps.chat.pages.channel import Unsent, View, shown
from workworld.apps.chat.pages.details import FIELDS, details_url, details_view, names_of
from workworld.apps.chat.service import channels, posting, users
from workworld.context import Context
from workworld.doors.refused_pages import status_of
from workworld.doors.web import page
from workworld.errors import Conflict, Forbidden, Invalid, NotFound

_MENDABLE = (Invalid, Conflict, Forbidden)
_ABOUT_PEOPLE = ("user_not_found", "cant_invite", "cant_invite_self", "ura_max_channels")


@BLUEPRINT.get("/channels/new")
def create_form() -> str:
    """The form of a new channel, above the list of all."""
    return _form("", private=False)


@BLUEPRINT.get("/channels/new/name")
def check_name() -> str:
    """What is wrong with the name that is being typed, as a part of the form."""
    name = flask.request.args.get("name", "").strip()
    problem = page(channels.check_name, lambda _ctx, said: said, name=name) if name else ""
    return flask.render_template("name_check.html", problem=problem)


@BLUEPRINT.post("/channels/new")
def create() -> Any:
    """Make a channel with some people in it."""
    name, private = flask.request.form.get("name", "").strip(), "private" in flask.request.form
    wanted = flask.request.form.getlist("person")
    try:
        channel_id = page(channels.create, _id, name=name, is_private=private, user_ids=wanted)
    except (*_MENDABLE, NotFound) as refused:
        about_people = refused.code in _ABOUT_PEOPLE
        chosen = page(users.me, names_of(wanted)) if wanted and about_people else ()
        form = _form(name, private=private, problem=refused.message, chosen=chosen)
        return form, status_of(refused)
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


def _form(
    name: str, *, private: bool, problem: str = "", chosen: Sequence[tuple[str, str]] = ()
) -> str:
    return browse_page(
        "new_channel.html", name=name, private=private, problem=problem, chosen=chosen
    )


def _typed(field: str) -> str:
    return flask.request.form.get(field, "").replace("\r\n", "\n").strip()


def _id(_ctx: Context, row: Channel) -> str:
    return row.id
