"""Who is in a channel: joining, leaving, adding and removing people."""

from __future__ import annotations

from typing import Any

import flask

from workworld.apps.chat.pages.blueprint import BLUEPRINT, channel_url
from workworld.apps.chat.pages.channel import Unsent, shown
from workworld.apps.chat.pages.details import details_url, details_view
from workworld.apps.chat.service import members
from workworld.doors.refused_pages import status_of
from workworld.doors.web import nothing, page
from workworld.errors import Conflict, Forbidden, Invalid, NotFound


@BLUEPRINT.post("/c/<channel_id>/join")
def join(channel_id: str) -> Any:
    """Join a channel."""
    page(members.join, nothing, channel_id=channel_id)
    return flask.redirect(channel_url(channel_id), 303)


@BLUEPRINT.post("/c/<channel_id>/leave")
def leave(channel_id: str) -> Any:
    """Leave a channel; of a private one nothing is to be seen afterwards."""
    page(members.leave, nothing, channel_id=channel_id)
    return flask.redirect(flask.url_for("ui.index"), 303)


@BLUEPRINT.post("/c/<channel_id>/members")
def add_members(channel_id: str) -> Any:
    """Add people to a channel."""
    wanted = flask.request.form.getlist("person")
    try:
        page(members.invite, nothing, channel_id=channel_id, user_ids=wanted)
    except (Invalid, Conflict, Forbidden, NotFound) as refused:
        if refused.code == "channel_not_found":
            raise
        unsent = Unsent("", refused.message, "members")
        view = details_view(channel_id, "members", unsent, wanted=wanted)
        return shown(channel_id, view), status_of(refused)
    return flask.redirect(details_url(channel_id, "members"), 303)


@BLUEPRINT.post("/c/<channel_id>/members/<person_id>/remove")
def remove_member(channel_id: str, person_id: str) -> Any:
    """Remove somebody from a channel."""
    page(members.remove, nothing, channel_id=channel_id, user_id=person_id)
    return flask.redirect(details_url(channel_id, "members"), 303)


@BLUEPRINT.post("/c/<channel_id>/members/<person_id>/role")
def set_role(channel_id: str, person_id: str) -> Any:
    """Make a member an admin of the channel, or a plain member again."""
    role = flask.request.form.get("role", "")
    try:
        page(members.set_role, nothing, channel_id=channel_id, user_id=person_id, role=role)
    except (Conflict, Forbidden) as refused:
        view = details_view(channel_id, "members", Unsent("", refused.message, "role"))
        return shown(channel_id, view), status_of(refused)
    return flask.redirect(details_url(channel_id, "members"), 303)
