"""Pressing and choosing what apps put into messages.

Commands of apps, ``interactions.run_command``, are typed into the composer like all others.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import flask

from workworld.apps.chat.block_lines import Asking
from workworld.apps.chat.models import Message
from workworld.apps.chat.pages.blueprint import (
    BLUEPRINT,
    back_to,
    channel_url,
    stamp_of,
    thread_url,
)
from workworld.apps.chat.pages.channel import View, root_of, shown
from workworld.apps.chat.service import interactions, messages
from workworld.context import Context
from workworld.doors.web import nothing, page
from workworld.errors import NotFound


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked before something is pressed in a message."""

    ts: str
    place: str
    asking: Asking


@BLUEPRINT.post("/c/<channel_id>/m/<ts>/actions")
def act(channel_id: str, ts: str) -> Any:
    """Press or choose something in a message."""
    form = flask.request.form
    page(
        interactions.act,
        nothing,
        channel_id=channel_id,
        ts=stamp_of(ts),
        place=form.get("element", ""),
        values=[each for each in form.getlist("value") if each],
    )
    root = root_of(channel_id, ts)
    return back_to(channel_url(channel_id) if root == ts else thread_url(channel_id, root))


@BLUEPRINT.get("/c/<channel_id>/m/<ts>/actions/<place>")
def ask_action(channel_id: str, ts: str, place: str) -> str:
    """Ask whether a button is to be pressed, as its app wishes."""

    def question(ctx: Context, row: Message) -> Question:
        return _question(ctx, row, place)

    asked = page(messages.permalink, question, channel_id=channel_id, ts=stamp_of(ts))
    root = root_of(channel_id, ts)
    view = View(dialog="dialog_action.html", values={"asked": asked}, target=ts)
    if root != ts:
        view = View(dialog="dialog_action.html", values={"asked": asked}, root=root)
    return shown(channel_id, view)


def _question(ctx: Context, row: Message, place: str) -> Question:
    found = interactions.found_at(ctx, row, place)
    asking = Asking.of(found.element)
    if asking is None:
        raise NotFound("action_not_found", "Nothing is asked before this.")
    return Question(row.ts, place, asking)
