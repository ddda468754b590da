"""What has been read: noted as it is seen, or said so."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from typing import Any

import flask

from workworld.apps.chat.lines import anchor_of
from workworld.apps.chat.pages.blueprint import BLUEPRINT, back, back_to, channel_url, stamp_of
from workworld.apps.chat.pages.channel import note_seen
from workworld.apps.chat.pages.sidebar import sidebar
from workworld.apps.chat.service import follows, markers
from workworld.apps.chat.service.markers import Marked
from workworld.context import Context
from workworld.doors.refused_pages import is_fragment
from workworld.doors.web import nothing, page

_DOT = base64.b64decode("R0lGODlhAQABAAAAACH5BAEAAAAALAAAAAABAAEAAAIBRAA7")
"""A picture of one clear dot: what a page without scripts asks for tells that it is shown."""


@BLUEPRINT.post("/c/<channel_id>/seen")
def seen(channel_id: str) -> Any:
    """Note that somebody has seen the end of a channel, or of a thread in it."""
    ts, root = stamp_of(flask.request.form.get("ts", "")), flask.request.form.get("root", "")
    if root:
        note: dict[str, Any] = {"channel_id": channel_id, "root_ts": stamp_of(root), "ts": ts}
        page(follows.see, nothing, **note)
    else:
        note_seen(channel_id, ts)
    return flask.Response(status=204)


@BLUEPRINT.get("/c/<channel_id>/seen/<ts>.gif")
def seen_without_scripts(channel_id: str, ts: str) -> Any:
    """The same, for a page that has no scripts: it shows its end at once."""
    note_seen(channel_id, stamp_of(ts))
    return flask.Response(_DOT, mimetype="image/gif", headers={"Cache-Control": "no-store"})


@BLUEPRINT.get("/c/<channel_id>/t/<root>/seen/<ts>.gif")
def thread_seen_without_scripts(channel_id: str, root: str, ts: str) -> Any:
    """The same for a thread."""
    note: dict[str, Any] = {"channel_id": channel_id, "root_ts": stamp_of(root), "ts": stamp_of(ts)}
    page(follows.see, nothing, **note)
    return flask.Response(_DOT, mimetype="image/gif", headers={"Cache-Control": "no-store"})


@BLUEPRINT.post("/c/<channel_id>/read")
def mark_read(channel_id: str) -> Any:
    """Mark a channel as read up to a message."""
    page(markers.mark, nothing, channel_id=channel_id, ts=flask.request.form.get("ts", ""))
    return back()


@BLUEPRINT.post("/c/<channel_id>/m/<ts>/unread")
def mark_unread(channel_id: str, ts: str) -> Any:
    """Mark a channel as unread from a message on."""
    page(markers.mark_unread, nothing, channel_id=channel_id, ts=stamp_of(ts))
    return back_to(channel_url(channel_id, _anchor=anchor_of(ts)))


@BLUEPRINT.post("/read-all")
def read_all() -> Any:
    """Mark every channel as read, or what a section holds, and offer to take it back."""
    given = flask.request.form
    named = [given["channel"]] if "channel" in given else None
    named = _in_section(given["section"]) if "section" in given else named
    before, told = page(markers.mark_all, _before, channel_ids=named)
    undo = flask.url_for("ui.unread_all", positions=before, notices=told)
    if is_fragment():
        said = "Marked as read." if named is not None else "Everything is marked as read."
        undo = undo if before or told else ""
        return flask.render_template("read_all.html", undo=undo, said=said)
    return flask.redirect(flask.url_for("ui.unreads", undo=before, notices=told), 303)


@BLUEPRINT.post("/read-all/undo")
def unread_all() -> Any:
    """Put the markers back to where they were, and what was read with them."""
    given = flask.request.args.get("positions", "")
    pairs = (each.partition(" ") for each in given.split(",") if each)
    positions = [{"channel_id": channel_id, "ts": ts} for channel_id, _, ts in pairs]
    told = [each for each in flask.request.args.get("notices", "").split(",") if each]
    page(markers.restore, nothing, positions=positions, notification_ids=told)
    return flask.Response(status=204) if is_fragment() else back()


def _before(_ctx: Context, found: Sequence[Marked]) -> tuple[str, str]:
    """Where markers were, and ids of the notifications that are read with them."""
    before = ",".join(f"{each.channel.id} {each.before}" for each in found if each.before)
    return before, ",".join(one for each in found for one in each.told)


def _in_section(section_id: str) -> list[str]:
    found = (each for each in sidebar().sections if each.id == section_id)
    return [link.id for section in found for link in section.links]
