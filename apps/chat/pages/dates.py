"""Going to a day in a channel's log."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from typing import Any

import flask

from workworld.apps.chat import stamps
from workworld.apps.chat.pages.blueprint import BLUEPRINT, channel_url
from workworld.apps.chat.pages.channel import View, shown
from workworld.apps.chat.service import windows
from workworld.apps.chat.service.windows import Window
from workworld.clock import to_microseconds
from workworld.context import Context
from workworld.dates import past_day_from
from workworld.directory import people
from workworld.doors.web import page, today

_FIRST, _LAST = date(1970, 1, 2), date(2200, 1, 1)
"""Days that stamps can tell."""


@BLUEPRINT.get("/c/<channel_id>/date")
def date_form(channel_id: str) -> Any:
    """Ask for a day; if one is given, go to the message that is nearest to its beginning."""
    typed = flask.request.args.get("day", "").strip()
    day = past_day_from(typed, today()) if typed else None
    if day is not None:
        return flask.redirect(_nearest(channel_id, day))
    values = {
        "day": "",
        "typed_day": typed,
        "day_problem": "This is no day that can be told." if typed else None,
        "day_choices": _choices(channel_id),
    }
    return shown(channel_id, View(dialog="dialog_date.html", values=values))


def _choices(channel_id: str) -> Sequence[tuple[str, str]]:
    now = today()
    days = {
        "Today": now,
        "Yesterday": now - timedelta(1),
        "Last week": now - timedelta(7),
        "Last month": now - timedelta(30),
        "The beginning": _FIRST,
    }
    return [
        (text, flask.url_for("ui.date_form", channel_id=channel_id, day=day.isoformat()))
        for text, day in days.items()
    ]


def _nearest(channel_id: str, day: date) -> str:
    """The page of the first message of a day or after it, else of the last one before."""

    def began(ctx: Context, _arguments: Any) -> dict[str, Any]:
        known = min(max(day, _FIRST), _LAST)
        start = stamps.of(to_microseconds(datetime.combine(known, time(), people.my_zone(ctx))))
        return {"channel_id": channel_id, "first": start, "last": start, "newer": 1, "older": 1}

    found: str | None = page(windows.show, _last_of, accept=began)
    if found is None:
        return channel_url(channel_id)
    return flask.url_for("ui.at_message", channel_id=channel_id, ts=found)


def _last_of(_ctx: Context, window: Window) -> str | None:
    return window.rows[-1].ts if window.rows else None
