"""What the reader has chosen for themselves."""

from __future__ import annotations

from typing import Any

import flask

from workworld.apps.tracker.pages.blueprint import BLUEPRINT
from workworld.apps.tracker.pages.frames import framed
from workworld.apps.tracker.service import preferences
from workworld.doors.site import current_site
from workworld.doors.web import nothing, page

_WISHES = (
    ("notify_watched", "Changes of issues that you watch", ""),
    (
        "notify_parents",
        "What stands below issues that you watch",
        "Sub-tasks, and an epic's issues.",
    ),
    ("notify_mentions", "Mentions of you", "In descriptions and comments."),
    (
        "notify_chat",
        "Messages in chat besides",
        "The tracker's bot writes to you when an issue is assigned to you or mentions you.",
    ),
    (
        "notify_digest",
        "A digest in chat",
        "Each working day at nine: what you have not read, a line for each issue.",
    ),
    ("notify_own", "Your own changes as well", ""),
    ("watch_own", "Watch what you create, comment on or are assigned", ""),
)
"""A preference, what it is called, and a hint."""


@BLUEPRINT.get("/settings")
def settings() -> str:
    """What the reader is told of."""
    held = page(
        preferences.info, lambda _ctx, row: {name: getattr(row, name) for name, _, _ in _WISHES}
    )
    return framed(
        "settings.html",
        wishes=_WISHES,
        held=held,
        is_saved=flask.request.args.get("saved") == "1",
        notifications_url=f"{current_site().root}/notifications",
    )


@BLUEPRINT.post("/settings")
def choose_settings() -> Any:
    """Choose what the reader is told of."""
    form = flask.request.form
    wishes: dict[str, Any] = {name: bool(form.get(name)) for name, _, _ in _WISHES}
    page(preferences.choose, nothing, **wishes)
    return flask.redirect(flask.url_for("ui.settings", saved=1), 303)


@BLUEPRINT.get("/notifications")
def notifications() -> Any:
    """The reader's notifications, which all apps have together."""
    return flask.redirect(f"{current_site().root}/notifications?app=tracker")
