"""Where chat's pages are registered, and how they lead back to one another."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlencode

import flask

from workworld.apps.chat import stamps
from workworld.errors import NotFound

_LEADS_AWAY = re.compile(r"//|\\|\.\.|[\x00-\x20]")
_RETURNED_TO = ("c/", "later", "files")
BLUEPRINT = flask.Blueprint("ui", __name__)


def back_to(fallback: str, anchor: str = "", **more: str) -> Any:
    """After a change, back to the page that the form says it stood on.

    Args:
        fallback: where to go if it does not say, or names none whose forms come back to it.
        anchor: what to show of the page that the form stood on.
        more: what is added to its address.
    """
    place = flask.request.form.get("place", "")
    root = flask.request.script_root
    if not place.startswith(tuple(f"{root}/{start}" for start in _RETURNED_TO)):
        return flask.redirect(fallback, 303)
    if more:
        place += f"{'&' if '?' in place else '?'}{urlencode(more)}"
    return flask.redirect(f"{place}#{anchor}" if anchor else place, 303)


def back() -> Any:
    """After a change that could be made from any page, back to the page that the form names."""
    place = flask.request.form.get("place", "")
    is_ours = place.startswith(f"{flask.request.script_root}/") and not _LEADS_AWAY.search(place)
    return flask.redirect(place if is_ours else flask.url_for("ui.index"), 303)


def stamp_of(ts: str) -> str:
    """A message's ts from an address.

    Raises:
        NotFound: it cannot be any message's.
    """
    if not stamps.is_stamp(ts):
        raise NotFound("message_not_found")
    return ts


def channel_url(channel_id: str, **values: Any) -> str:
    """The address of a channel's page."""
    return flask.url_for("ui.channel", channel_id=channel_id, **values)


def thread_url(channel_id: str, root: str, **values: Any) -> str:
    """The address of a channel's page with a thread beside it."""
    return flask.url_for("ui.thread", channel_id=channel_id, root=root, **values)
