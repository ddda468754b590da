"""A channel's log as its page shows it: which messages of it, and what lies around them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import flask

from workworld.apps.chat import stamps
from workworld.apps.chat.lines import MessageLine, lines_of
from workworld.apps.chat.models import Channel
from workworld.apps.chat.pages.blueprint import stamp_of
from workworld.apps.chat.service import channels, markers, preferences, windows
from workworld.apps.chat.service.windows import END, Window
from workworld.apps.chat.whisper_lines import WhisperLine, whispers_to_me
from workworld.context import Context
from workworld.doors.web import page

PAGE_SIZE = 26
SIZE_BENEATH = 18
"""Of what there is to read when something else stands beside or above it."""
_READ_ABOVE = 10
"""How much of what was read already is shown above what is new."""


@dataclass(frozen=True, slots=True)
class Log:
    """Consecutive messages of a channel, oldest first."""

    lines: tuple[MessageLine, ...]
    older: str | None
    """The ts of the first one, if there are older ones."""
    newer: str | None
    """The ts of the last one, if there are newer ones."""
    first_new: str
    """The ts of the first message that the viewer had not seen when they came, or ""."""
    whispers: tuple[WhisperLine, ...] = ()
    """What was said to the viewer alone meanwhile."""


def log_of(channel_id: str, *, target: str = "", size: int = PAGE_SIZE) -> Log:
    """The part of a channel's log that a page shows.

    The address says which: from one message to another (``from``, ``to``), with more before or
    after them (``more``); before or after one (``before``, ``after``); or the end (``at=end``).
    Otherwise it is what lies around the target, or around the first message that is new, or the
    end.

    Args:
        channel_id: which channel's.
        target: the ts of the message that the page is about.
        size: how many messages are shown if the address does not say it.
    """
    asked = flask.request.args
    first_new = asked.get("new", "")
    if "from" in asked:
        bounds = _as_it_stands(asked.get("more", ""))
    elif "before" in asked:
        end = _moved(asked["before"], -1)
        bounds = {"first": end, "last": end, "older": size}
    elif "after" in asked:
        start = _moved(asked["after"], 1)
        bounds = {"first": start, "last": start, "newer": size}
    elif target:
        bounds = {"first": target, "last": target, "older": size // 2, "newer": size // 2}
    else:
        bounds = {"older": size}
        seen = page(channels.info, _where_to_begin, channel_id=channel_id)
        if seen and size == PAGE_SIZE and asked.get("at") != "end":
            return _at_first_new(channel_id, seen, size)
    return _shown(channel_id, first_new, **bounds)


def _at_first_new(channel_id: str, seen: str, size: int) -> Log:
    def present(ctx: Context, window: Window) -> Log | str:
        first_new = _first_new(ctx, window, seen)
        is_whole = window.has_newer or len(window.rows) == size
        return _log(ctx, window, first_new) if is_whole else first_new

    found = page(
        windows.show,
        present,
        channel_id=channel_id,
        first=seen,
        last=seen,
        older=_READ_ABOVE,
        newer=size - _READ_ABOVE,
    )
    if isinstance(found, Log):
        return found
    return _shown(channel_id, found, older=size)  # a whole page up to the end


def _shown(channel_id: str, first_new: str, **bounds: Any) -> Log:
    found: Log = page(
        windows.show,
        lambda ctx, window: _log(ctx, window, first_new),
        channel_id=channel_id,
        **bounds,
    )
    return found


def _as_it_stands(more: str) -> dict[str, Any]:
    """What a page has in view by now, and more of it."""
    asked = flask.request.args
    bounds: dict[str, Any] = {"first": stamp_of(asked["from"]), "last": END}
    if asked.get("to"):
        bounds["last"] = stamp_of(asked["to"])
    return bounds | ({more: PAGE_SIZE} if more in ("older", "newer") else {})


def _moved(ts: str, by: int) -> str:
    return stamps.of(stamps.microseconds(stamp_of(ts)) + by)


def _where_to_begin(ctx: Context, channel: Channel) -> str | None:
    """Up to where the caller has read a channel in which there is something new for them.

    None as well for those who like to begin with the newest.
    """
    if preferences.of(ctx)["opening"] != "left":
        return None
    return markers.last_read(ctx, channel.id) if channel.id in markers.unread(ctx) else None


def _first_new(ctx: Context, window: Window, seen: str) -> str:
    new = (row.ts for row in window.rows if row.ts > seen and markers.is_news(ctx, row))
    return next(new, "")


def _log(ctx: Context, window: Window, first_new: str) -> Log:
    rows = window.rows
    return Log(
        lines_of(ctx, rows),
        rows[0].ts if rows and window.has_older else None,
        rows[-1].ts if rows and window.has_newer else None,
        first_new,
        _whispers(ctx, window),
    )


def _whispers(ctx: Context, window: Window) -> tuple[WhisperLine, ...]:
    shown = [row.ts for row in window.rows]
    first = shown[0] if shown and window.has_older else ""
    last = shown[-1] if shown and window.has_newer else END
    found = whispers_to_me(ctx, ctx.request.arguments["channel_id"], shown)
    return tuple(each for each in found if first < each.ts < last)
