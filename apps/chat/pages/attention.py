"""What matters to the person: stars, mutes, notices, quiet hours, their presence and status."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, time, timedelta
from typing import Any

import flask

from workworld.apps.chat.emoji_looks import emoji_look
from workworld.apps.chat.models import Channel
from workworld.apps.chat.pages.blueprint import BLUEPRINT, back, channel_url, stamp_of, thread_url
from workworld.apps.chat.pages.channel import View, shown
from workworld.apps.chat.pages.message_deeds import ensure
from workworld.apps.chat.pages.sidebar import sidebar
from workworld.apps.chat.service import (
    channels,
    choices,
    dnd,
    follows,
    own_emoji,
    presence,
    profiles,
    stars,
    users,
)
from workworld.apps.chat.service.presence import Presence
from workworld.context import Context
from workworld.directory import people
from workworld.doors.refused_pages import keep_entered, status_of
from workworld.doors.web import nothing, page, signed_in
from workworld.emoji import character_of
from workworld.errors import Conflict, Invalid

_SECOND = 1_000_000
_EMOJI = (
    "speech_balloon",
    "calendar",
    "bus",
    "face_with_thermometer",
    "palm_tree",
    "house_with_garden",
    "headphones",
    "coffee",
    "airplane",
    "dart",
    "fire",
    "tada",
)
_MOST_OWN = 24
_ENDS = {
    "0": "Never",
    "30": "In 30 minutes",
    "60": "In an hour",
    "240": "In 4 hours",
    "today": "At the end of today",
    "week": "At the end of this week",
}
_UNTIL = {
    "30": "half an hour from now",
    "60": "an hour from now",
    "today": "the end of today",
    "week": "the end of this week",
}
_PRESETS = (
    ("calendar", "In a meeting", "60"),
    ("bus", "Commuting", "30"),
    ("face_with_thermometer", "Out sick", "today"),
    ("palm_tree", "On vacation", "week"),
    ("house_with_garden", "Working from home", "today"),
)


@dataclass(frozen=True, slots=True)
class Wish:
    """Of what the person is told in one channel."""

    level: str
    is_muted: bool
    thread_replies: bool


@dataclass(frozen=True, slots=True)
class Preset:
    """A status to be taken as it is."""

    emoji: str
    character: str
    text: str
    ends: str
    ends_in_words: str


@BLUEPRINT.post("/c/<channel_id>/star")
def star(channel_id: str) -> Any:
    """Star a channel, or take its star away."""
    function = stars.add if "on" in flask.request.form else stars.remove
    ensure(function, channel_id=channel_id)
    return _back_to(channel_id)


@BLUEPRINT.post("/c/<channel_id>/mute")
def mute(channel_id: str) -> Any:
    """Mute a channel, or let it be heard again."""
    is_muted = "on" in flask.request.form
    page(choices.set_for_channel, nothing, channel_id=channel_id, is_muted=is_muted)
    return _back_to(channel_id)


@BLUEPRINT.get("/c/<channel_id>/notifications")
def wishes_form(channel_id: str) -> str:
    """Choose of what to be told in a channel."""
    wish = page(channels.info, _wish, channel_id=channel_id)
    view = View(dialog="dialog_notifications.html", values={"wish": wish})
    return shown(channel_id, view)


@BLUEPRINT.post("/c/<channel_id>/notifications")
def set_wishes(channel_id: str) -> Any:
    """Be told in a channel of what was chosen."""
    form = flask.request.form
    given: dict[str, Any] = {name: form[name] for name in ("level",) if name in form}
    given |= {"is_muted": "muted" in form, "thread_replies": "thread_replies" in form}
    page(choices.set_for_channel, nothing, channel_id=channel_id, **given)
    return _back_to(channel_id)


@BLUEPRINT.post("/c/<channel_id>/t/<root>/follow")
def follow(channel_id: str, root: str) -> Any:
    """Follow a thread, or follow it no more."""
    wanted: dict[str, Any] = {"channel_id": channel_id, "ts": stamp_of(root)}
    if "on" in flask.request.form:
        page(follows.follow, nothing, **wanted)
    else:
        page(follows.unfollow, nothing, **wanted)
    if flask.request.form.get("place", "") == flask.url_for("ui.threads"):
        return back()
    return flask.redirect(thread_url(channel_id, root), 303)


@BLUEPRINT.get("/status")
def status_form() -> str:
    """Say what one is up to."""
    return _status_page()


@BLUEPRINT.post("/status")
def set_status() -> Any:
    """Show a status beside one's name, for as long as was chosen; an empty one is none."""
    keep_entered("status_text")
    form = flask.request.form
    text, emoji = form.get("status_text", ""), form.get("status_emoji", "")
    if "clear" in form:
        text, emoji = "", ""
    elif not text.strip() and "preset" not in form:
        emoji = "" if emoji == _EMOJI[0] else emoji
    until = page(users.me, lambda ctx, _me: _until(ctx, form.get("ends", "0")))
    given = {"status_text": text, "status_emoji": emoji, "status_expiration": until}
    try:
        page(profiles.update, nothing, **given)
    except Invalid as refused:
        said = "; ".join(problem.what for problem in refused.problems) or refused.message
        return _status_page(text, said), status_of(refused)
    return back()


@BLUEPRINT.post("/presence")
def set_presence() -> Any:
    """Set oneself away, or be there again."""
    page(presence.set, nothing, presence=flask.request.form.get("presence", ""))
    return back()


@BLUEPRINT.post("/quiet")
def set_quiet() -> Any:
    """Have no notices for some minutes, or have them again."""
    minutes = flask.request.form.get("minutes", "")
    try:
        if minutes:
            page(dnd.snooze, nothing, minutes=minutes)
        else:
            page(dnd.wake, nothing)
    except Conflict as refused:
        if refused.code != "snooze_not_active":  # else it is as wished for
            raise
    return back()


def _back_to(channel_id: str) -> Any:
    place = flask.request.form.get("place", "")
    return back() if place else flask.redirect(channel_url(channel_id), 303)


def _status_page(text: str | None = None, problem: str = "") -> str:
    me = signed_in().person_id
    said, choices_of_emoji = page(presence.get, _said, user_id=me)
    return flask.render_template(
        "status.html",
        sidebar=sidebar(),
        said=said,
        typed=said.text if text is None else text,
        chosen=said.emoji or _EMOJI[0],
        status_look=dict(choices_of_emoji).get(said.emoji, ""),
        emoji=choices_of_emoji,
        ends=[(value, label, "") for value, label in _ENDS.items()],
        presets=[
            Preset(name, character_of(name) or "", text, ends, _UNTIL[ends])
            for name, text, ends in _PRESETS
        ],
        problem=problem,
    )


def _said(ctx: Context, found: Presence) -> tuple[Presence, list[tuple[str, str]]]:
    """One's status, and the emoji to choose from: usual ones, that of the status and own ones."""
    own = [row.name for row in own_emoji.every(ctx).values() if not row.alias_of]
    names = dict.fromkeys([*_EMOJI, *filter(None, [found.emoji]), *own[:_MOST_OWN]])
    return found, [(name, emoji_look(ctx, name)) for name in names]


def _until(ctx: Context, ends: str) -> int:
    """When a status ends that was set now, as Unix time in seconds; 0 for never."""
    now = ctx.clock.now().astimezone(people.my_zone(ctx))
    if ends in ("today", "week"):
        days = 1 if ends == "today" else 7 - now.weekday()
        midnight = datetime.combine(now.date() + timedelta(days=days), time(), now.tzinfo)
        return int(midnight.timestamp())
    minutes = int(ends) if ends.isascii() and ends.isdigit() and len(ends) < 6 else 0
    return ctx.clock.now_us() // _SECOND + minutes * 60 if minutes else 0


def _wish(ctx: Context, row: Channel) -> Wish:
    choice, usual = choices.mine(ctx).get(row.id), choices.info(ctx)
    if choice is None:
        return Wish("", is_muted=False, thread_replies=usual.thread_replies)
    replies = choice.thread_replies
    return Wish(
        choice.level,
        bool(choice.is_muted),
        usual.thread_replies if replies is None else bool(replies),
    )
