"""Pinning messages, and saving them for later."""

from __future__ import annotations

from typing import Any

import flask

from workworld.apps.chat.pages.blueprint import BLUEPRINT
from workworld.apps.chat.pages.message_deeds import done
from workworld.apps.chat.service import pins, previews, saved


@BLUEPRINT.post("/c/<channel_id>/m/<ts>/pin")
def pin(channel_id: str, ts: str) -> Any:
    """Pin a message to its channel."""
    return done(pins.add, channel_id, ts)


@BLUEPRINT.post("/c/<channel_id>/m/<ts>/unpin")
def unpin(channel_id: str, ts: str) -> Any:
    """Take a message's pin away."""
    return done(pins.remove, channel_id, ts)


@BLUEPRINT.post("/c/<channel_id>/m/<ts>/save")
def save(channel_id: str, ts: str) -> Any:
    """Save a message for later."""
    return done(saved.add, channel_id, ts)


@BLUEPRINT.post("/c/<channel_id>/m/<ts>/unsave")
def unsave(channel_id: str, ts: str) -> Any:
    """Keep a message no longer."""
    return done(saved.remove, channel_id, ts)


@BLUEPRINT.post("/c/<channel_id>/m/<ts>/saved/state")
def mark_saved(channel_id: str, ts: str) -> Any:
    """Say how far one is with a saved message."""
    return done(saved.mark, channel_id, ts, state=flask.request.form.get("state", ""))


@BLUEPRINT.post("/c/<channel_id>/m/<ts>/hide-preview")
def hide_preview(channel_id: str, ts: str) -> Any:
    """Take the card of a link away from below one's message."""
    return done(previews.hide, channel_id, ts, url=flask.request.form.get("url", ""))
