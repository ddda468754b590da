"""What of chat a person was told: mentions, replies, reactions, what apps did."""

from __future__ import annotations

from typing import Any

import flask

from workworld.apps.chat.pages.blueprint import BLUEPRINT
from workworld.apps.chat.pages.sidebar import sidebar
from workworld.doors.home.notifications import Day, days_of
from workworld.doors.web import page
from workworld.notifications import inbox
from workworld.paging import Page

_PAGE_SIZE = 30
_TYPES: dict[str, tuple[str, dict[str, Any]]] = {
    "": ("All", {}),
    "mentions": ("Mentions", {"kinds": ("mention", "everybody", "keyword")}),
    "threads": ("Thread replies", {"kinds": ("reply",)}),
    "reactions": ("Reactions", {"kinds": ("reaction",)}),
    "direct": ("Direct messages", {"kinds": ("direct",)}),
    "apps": ("Apps", {"by_bots": True}),
}
"""What each tab is called, and what stands in it."""


@BLUEPRINT.get("/activity")
def activity() -> str:
    """What the person was told of, newest first."""
    wanted = flask.request.args.get("type", "")
    kind = wanted if wanted in _TYPES else ""
    cursor = flask.request.args.get("cursor", "")
    found: Page[Day] = page(
        inbox.list, days_of, app_id="chat", limit=_PAGE_SIZE, cursor=cursor, **_TYPES[kind][1]
    )
    tabs = [
        (flask.url_for("ui.activity", type=each or None), title, each == kind)
        for each, (title, _which) in _TYPES.items()
    ]
    return flask.render_template(
        "activity.html",
        sidebar=sidebar(),
        days=found.items,
        tabs=tabs,
        older=found.next_cursor,
        kind=kind,
    )


@BLUEPRINT.post("/activity/read")
def read_activity() -> Any:
    """Mark all that chat told as read."""
    page(inbox.mark_all_read, lambda _ctx, _nothing: None, app_id="chat")
    return flask.redirect(flask.url_for("ui.activity"), 303)
