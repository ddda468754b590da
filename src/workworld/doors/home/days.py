"""Reads a day that somebody typed, for date pickers."""

from __future__ import annotations

import flask

from workworld.dates import day_from, past_day_from
from workworld.doors.times import day_name
from workworld.doors.web import signed_in, today

BLUEPRINT = flask.Blueprint("days", __name__)


@BLUEPRINT.get("/day")
def read() -> str:
    """What was understood, in words; nothing where nothing was typed."""
    signed_in()
    text, now = flask.request.args.get("text", "").strip(), today()
    is_past = "past" in flask.request.args
    day = (past_day_from if is_past else day_from)(text, now) if text else None
    friday = "last fri" if is_past else "next fri"
    words = "" if not text else f"No such day. Try 17 Mar, {friday} or 2026-03-17."
    return flask.render_template(
        "day.html",
        iso=day.isoformat() if day else "",
        text=day_name(day, now, relative=False) if day else words,
    )
