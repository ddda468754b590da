"""Reads a day that somebody typed, for date pickers."""

from __future__ import annotations

import flask

from workworld.doors.dates import day_from
from workworld.doors.times import day_name
from workworld.doors.web import signed_in, today

BLUEPRINT = flask.Blueprint("days", __name__)


@BLUEPRINT.get("/day")
def read() -> str:
    """What was understood, in words; nothing where nothing was typed."""
    signed_in()
    text, now = flask.request.args.get("text", "").strip(), today()
    day = day_from(text, now) if text else None
    words = "" if not text else "No such day. Try 17 Mar, next fri or 2026-03-17."
    return flask.render_template(
        "day.html",
        iso=day.isoformat() if day else "",
        text=day_name(day, now, relative=False) if day else words,
    )
