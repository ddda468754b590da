"""Pinning messages, and saving them for later."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import flask

from workworld.apps.chat.pages.blueprint import BLUEPRINT, back_to, stamp_of
from workworld.apps.chat.pages.messages import place_of
from workworld.apps.chat.service import pins, previews, saved
from workworld.context import Context
from workworld.doors.web import page
from workworld.errors import Conflict, NotFound

_AS_WISHED = ("already_pinned", "no_pin", "already_starred", "not_starred")
"""What a second click is refused with: all is as it was wished for."""


@BLUEPRINT.post("/c/<channel_id>/m/<ts>/pin")
def pin(channel_id: str, ts: str) -> Any:
    """Pin a message to its channel."""
    return _done(pins.add, channel_id, ts)


@BLUEPRINT.post("/c/<channel_id>/m/<ts>/unpin")
def unpin(channel_id: str, ts: str) -> Any:
    """Take a message's pin away."""
    return _done(pins.remove, channel_id, ts)


@BLUEPRINT.post("/c/<channel_id>/m/<ts>/save")
def save(channel_id: str, ts: str) -> Any:
    """Save a message for later."""
    return _done(saved.add, channel_id, ts)


@BLUEPRINT.post("/c/<channel_id>/m/<ts>/unsave")
def unsave(channel_id: str, ts: str) -> Any:
    """Keep a message no longer."""
    return _done(saved.remove, channel_id, ts)


@BLUEPRINT.post("/c/<channel_id>/m/<ts>/saved/state")
def mark_saved(channel_id: str, ts: str) -> Any:
    """Say how far one is with a saved message."""
    return _done(saved.mark, channel_id, ts, state=flask.request.form.get("state", ""))


@BLUEPRINT.post("/c/<channel_id>/m/<ts>/saved/due")
def set_due(channel_id: str, ts: str) -> Any:
    """Say when to come back to a saved message."""
    due = flask.request.form.get("due", "").strip()
    return _done(saved.set_due, channel_id, ts, due=int(due) if due.isdecimal() else None)


@BLUEPRINT.post("/c/<channel_id>/m/<ts>/hide-preview")
def hide_preview(channel_id: str, ts: str) -> Any:
    """Take the card of a link away from below one's message."""
    return _done(previews.hide, channel_id, ts, url=flask.request.form.get("url", ""))


def _done(function: Callable[..., Any], channel_id: str, ts: str, **more: Any) -> Any:
    try:
        page(function, _nothing, channel_id=channel_id, ts=stamp_of(ts), **more)
    except (Conflict, NotFound) as refused:
        if refused.code not in _AS_WISHED:
            raise
    return back_to(place_of(channel_id, ts))


def _nothing(_ctx: Context, _result: object) -> None:
    return None
