"""Acknowledging messages, and who has."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import flask

from workworld.apps.chat.models import Acknowledgement
from workworld.apps.chat.pages.blueprint import BLUEPRINT, stamp_of
from workworld.apps.chat.pages.channel import View, shown
from workworld.apps.chat.pages.message_deeds import done
from workworld.apps.chat.pages.messages import Reactor
from workworld.apps.chat.service import acknowledgements
from workworld.context import Context
from workworld.directory import people
from workworld.doors.web import page


@BLUEPRINT.get("/c/<channel_id>/m/<ts>/acknowledgements")
def acknowledged(channel_id: str, ts: str) -> str:
    """Who has acknowledged a message."""
    found = page(acknowledgements.list, _people, channel_id=channel_id, ts=stamp_of(ts))
    values = {"acknowledged": found}
    view = View(target=ts, dialog="dialog_acknowledged.html", values=values)
    return shown(channel_id, view)


@BLUEPRINT.post("/c/<channel_id>/m/<ts>/acknowledgements")
def acknowledge(channel_id: str, ts: str) -> Any:
    """Acknowledge a message, or take that back."""
    is_dropped = "drop" in flask.request.form
    function = acknowledgements.take_back if is_dropped else acknowledgements.give
    return done(function, channel_id, ts)


def _people(ctx: Context, found: Sequence[Acknowledgement]) -> list[Reactor]:
    named = people.by_ids(ctx.session, {row.person_id for row in found})
    me = ctx.actor.person_id
    return [Reactor.of(named[row.person_id], is_me=row.person_id == me) for row in found]
