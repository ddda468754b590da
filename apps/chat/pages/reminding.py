"""Being reminded of a message."""

from __future__ import annotations

from typing import Any

import flask

from workworld.apps.chat.pages.blueprint import BLUEPRINT, back_to
from workworld.apps.chat.pages.channel import View, root_of, shown
from workworld.apps.chat.pages.message_deeds import place_of
from workworld.apps.chat.pages.sharing import shared_message
from workworld.apps.chat.service import reminders
from workworld.doors.refused_pages import status_of
from workworld.doors.web import nothing, page
from workworld.errors import Invalid

_LONGEST = 120
_TIMES = ("in 20 minutes", "in 1 hour", "in 3 hours", "tomorrow at 9am", "next monday at 9am")


@BLUEPRINT.get("/c/<channel_id>/m/<ts>/remind")
def remind_form(channel_id: str, ts: str) -> str:
    """Ask when somebody wants to be reminded of a message."""
    return _form(channel_id, ts)


@BLUEPRINT.post("/c/<channel_id>/m/<ts>/remind")
def remind(channel_id: str, ts: str) -> Any:
    """Remind the person of a message."""
    message = shared_message(channel_id, ts)
    said = " ".join(message.text.split())
    said = said if len(said) <= _LONGEST else f"{said[:_LONGEST]}…"
    time = flask.request.form.get("time", "").strip()
    text = f"“{said}” {message.author}: {message.link}"
    try:
        page(reminders.add, nothing, text=text, time=time)
    except Invalid as refused:
        return _form(channel_id, ts, time, refused.message), status_of(refused)
    return back_to(place_of(channel_id, ts))


def _form(channel_id: str, ts: str, time: str = "", problem: str = "") -> str:
    shared_message(channel_id, ts)  # it is there to be seen
    root = root_of(channel_id, ts)
    values = {"about": ts, "time": time, "problem": problem, "times": _TIMES}
    view = View(
        root=None if root == ts else root,
        target=ts if root == ts else "",
        dialog="dialog_remind.html",
        values=values,
    )
    return shown(channel_id, view)
