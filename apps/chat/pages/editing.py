"""Editing a message: its text in a field, what is kept of it unasked, and two edits at a time."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import flask

from workworld.apps.chat import typed
from workworld.apps.chat.models import Message
from workworld.apps.chat.pages.blueprint import BLUEPRINT, back_to, stamp_of
from workworld.apps.chat.pages.channel import Edited, Unsent, View, shown
from workworld.apps.chat.pages.message_deeds import place_of
from workworld.apps.chat.pages.messages import beside
from workworld.apps.chat.service import edits, messages
from workworld.context import Context
from workworld.doors.refused_pages import keep_entered, status_of
from workworld.doors.web import nothing, page
from workworld.errors import Conflict, Forbidden, Invalid, NotFound, Refused
from workworld.permissions import require


@BLUEPRINT.get("/c/<channel_id>/m/<ts>/edit")
def edit_form(channel_id: str, ts: str) -> Any:
    """A message with its text in a field, or what its author has made of it before."""
    now, kept = _read(channel_id, ts)
    return shown(channel_id, _editing(channel_id, ts, kept or now))


@BLUEPRINT.post("/c/<channel_id>/m/<ts>/edit")
def edit(channel_id: str, ts: str) -> Any:
    """Change a message's text, unless it is not as it was when its author began."""
    keep_entered("text")
    form = flask.request.form
    entered = form.get("text", "")
    begun: dict[str, Any] = {"seen": form["seen"]} if "seen" in form else {}
    place: dict[str, Any] = {"channel_id": channel_id, "ts": stamp_of(ts)}
    try:
        page(messages.edit, nothing, accept=typed.accept, **place, text=entered, **begun)
    except (Invalid, Forbidden, Conflict, NotFound) as refused:
        edited = Edited(entered, form.get("seen", ""), is_new=True)
        if refused.code == "edit_conflict":
            edited = _meanwhile(channel_id, ts, entered)
        view = _editing(channel_id, ts, edited, refused.message)
        return shown(channel_id, view), status_of(refused)
    with suppress(Refused):  # such as a full world, in which it was saved all the same
        page(edits.keep, nothing, **place, text="", seen="")
    return back_to(place_of(channel_id, ts))


@BLUEPRINT.post("/c/<channel_id>/m/<ts>/edit/draft")
def keep_edit(channel_id: str, ts: str) -> Any:
    """Keep what is being made of a message, and say so with 200."""
    form = flask.request.form
    place: dict[str, Any] = {"channel_id": channel_id, "ts": stamp_of(ts)}
    text, seen = form.get("text", ""), form.get("seen", "")
    was_kept = page(edits.keep, _whether, accept=_if_changed, **place, text=text, seen=seen)
    return "", 200 if was_kept else 204


def _editing(channel_id: str, ts: str, edited: Edited, problem: str = "") -> View:
    unsent = Unsent(edited.typed, problem, "edit", edited=edited)
    return beside(channel_id, ts, editing=ts, unsent=unsent)


def _meanwhile(channel_id: str, ts: str, entered: str) -> Edited:
    """What was typed, beside what the message says now: saving it again is meant."""
    now, _kept = _read(channel_id, ts)
    return Edited(entered, now.seen, is_new=True, theirs=now.typed)


def _read(channel_id: str, ts: str) -> tuple[Edited, Edited | None]:
    """A message as it would be typed, and what its author has made of it and not saved."""
    found: tuple[Edited, Edited | None] = page(
        messages.permalink, _editable, channel_id=channel_id, ts=stamp_of(ts)
    )
    return found


def _editable(ctx: Context, row: Message) -> tuple[Edited, Edited | None]:
    require(ctx, "chat.messages.edit", row)
    now, kept = Edited(typed.written(ctx, row.text), messages.last_edit(row)), edits.of(ctx, row)
    return now, Edited(kept.text, kept.seen, is_new=True) if kept else None


def _if_changed(ctx: Context, given: Mapping[str, Any]) -> Mapping[str, Any]:
    """What says what the message says is no edit."""
    row = messages.known(ctx, given["channel_id"], given["ts"])
    is_same = given["text"].replace("\r\n", "\n") == typed.written(ctx, row.text)
    return {**given, "text": ""} if is_same else given


def _whether(_ctx: Context, was_kept: bool) -> bool:
    return was_kept
