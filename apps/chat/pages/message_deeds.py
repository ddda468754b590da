"""What is done to a message from the page that shows it, and where that leads back to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import flask

from workworld.apps.chat import stamps
from workworld.apps.chat.lines import anchor_of
from workworld.apps.chat.models import Message
from workworld.apps.chat.pages.blueprint import back_to, channel_url, stamp_of, thread_url
from workworld.apps.chat.pages.channel import root_of
from workworld.context import Context
from workworld.doors.web import nothing, page
from workworld.errors import Conflict, NotFound

_AS_WISHED = (
    *("already_pinned", "no_pin"),
    *("already_starred", "not_starred"),
    *("already_voted", "no_vote", "already_closed", "not_closed"),
    *("no_reaction", "no_acknowledgement"),
)
"""What a second click is refused with: all is as it was wished for."""


def done(function: Callable[..., Any], channel_id: str, ts: str, **more: Any) -> Any:
    """Do something to a message, and lead back to it."""
    ensure(function, channel_id=channel_id, ts=stamp_of(ts), **more)
    return back_to(place_of(channel_id, ts))


def ensure(function: Callable[..., Any], **arguments: Any) -> None:
    """Do something, unless it is done already, as after two clicks."""
    try:
        page(function, nothing, **arguments)
    except (Conflict, NotFound) as refused:
        if refused.code not in _AS_WISHED:
            raise


def thread_asked(thread_ts: str) -> dict[str, str]:
    """The thread in which a form asks to write, for the operation; none for the channel."""
    return {"thread_ts": thread_ts} if stamps.is_stamp(thread_ts) else {}


def to_posted(channel_id: str, ts: str, thread_ts: str) -> Any:
    """To what was just written: at the end of its thread, or else of its channel."""
    anchor = anchor_of(ts)
    if thread_ts:
        return flask.redirect(thread_url(channel_id, thread_ts, _anchor=f"thread-{anchor}"), 303)
    return flask.redirect(channel_url(channel_id, at="end", _anchor=anchor), 303)


def ts_of(_ctx: Context, row: Message) -> str:
    """What names a message in its channel."""
    return row.ts


def place_of(channel_id: str, ts: str) -> str:
    """Where a message is seen: in its thread if it is a reply, else in its channel."""
    root = root_of(channel_id, ts)
    if root != ts:
        return thread_url(channel_id, root, _anchor=f"thread-{anchor_of(ts)}")
    return channel_url(channel_id, _anchor=anchor_of(ts))
