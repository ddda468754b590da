"""What other apps offer to do with a message."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import flask

from workworld.apps.chat.models import Message
from workworld.apps.chat.pages.blueprint import BLUEPRINT, back_to, stamp_of
from workworld.apps.chat.pages.channel import View, root_of, shown
from workworld.apps.chat.pages.message_deeds import place_of
from workworld.apps.chat.service import messages
from workworld.apps.chat.service.message_actions import OFFERED
from workworld.context import Context
from workworld.doors.refused_pages import status_of
from workworld.doors.web import nothing, page
from workworld.errors import Conflict, Forbidden, Invalid, NotFound
from workworld.offers import Deed

_MENDABLE = (Conflict, Forbidden, Invalid)


@BLUEPRINT.get("/c/<channel_id>/m/<ts>/offers/<action>")
def ask_message_action(channel_id: str, ts: str, action: str) -> str:
    """Ask what an action with a message needs to know."""
    return _form(channel_id, ts, action, {}, "")


@BLUEPRINT.post("/c/<channel_id>/m/<ts>/offers/<action>")
def perform_message_action(channel_id: str, ts: str, action: str) -> Any:
    """Do with a message what an app offers."""
    wanted, form = OFFERED.known(action), flask.request.form.to_dict()

    def read(ctx: Context, message: Message) -> Deed:
        return wanted.reads(ctx, message, form)

    try:
        deed: Deed = page(messages.permalink, read, channel_id=channel_id, ts=stamp_of(ts))
        page(deed.function, nothing, **deed.arguments)
    except (*_MENDABLE, NotFound) as refused:
        if refused.code in ("channel_not_found", "message_not_found"):
            raise
        said = " ".join(each.what for each in refused.problems) or refused.message
        return _form(channel_id, ts, action, form, said), status_of(refused)
    return back_to(place_of(channel_id, ts))


def _form(channel_id: str, ts: str, action: str, entered: Mapping[str, str], problem: str) -> str:
    wanted = OFFERED.known(action)
    questions = page(messages.permalink, wanted.asks, channel_id=channel_id, ts=stamp_of(ts))
    root = root_of(channel_id, ts)
    values = {
        "about": ts,
        "action": wanted,
        "questions": questions,
        "entered": entered,
        "problem": problem,
    }
    view = View(
        root=None if root == ts else root,
        target=ts if root == ts else "",
        dialog="dialog_message_action.html",
        values=values,
    )
    return shown(channel_id, view)
