"""Sharing a message with another conversation: a note and a link, below which its card stands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import flask

from workworld.apps.chat import typed, wire
from workworld.apps.chat.models import Message
from workworld.apps.chat.pages.blueprint import BLUEPRINT, back_to, stamp_of
from workworld.apps.chat.pages.channel import View, root_of, shown
from workworld.apps.chat.pages.message_deeds import place_of
from workworld.apps.chat.pages.nonces import once
from workworld.apps.chat.pages.sidebar import sidebar
from workworld.apps.chat.pages.sidebar_links import ChannelLink
from workworld.apps.chat.service import channels, messages, wording
from workworld.context import Context
from workworld.directory import people
from workworld.doors.refused_pages import keep_entered, status_of
from workworld.doors.web import nothing, page
from workworld.errors import Forbidden, Invalid, NotFound


@dataclass(frozen=True, slots=True)
class Shared:
    """What the dialog of sharing shows."""

    ts: str
    link: str
    author: str
    text: str
    is_private: bool
    places: tuple[ChannelLink, ...] = ()
    chosen: tuple[tuple[str, str], ...] = ()
    note: str = ""
    problem: str = ""


@BLUEPRINT.get("/c/<channel_id>/m/<ts>/share")
def share_form(channel_id: str, ts: str) -> str:
    """Ask where a message is to be shared."""
    return _form(channel_id, shared_message(channel_id, ts))


@BLUEPRINT.post("/c/<channel_id>/m/<ts>/share")
def share(channel_id: str, ts: str) -> Any:
    """Post a note and a link to a message to another conversation."""
    keep_entered("note")
    shared = shared_message(channel_id, ts)
    note = flask.request.form.get("note", "").replace("\r\n", "\n").strip()
    to = flask.request.form.get("to", "")

    def accept(ctx: Context, arguments: Mapping[str, Any]) -> Mapping[str, Any]:
        said = [typed.read(ctx, note), shared.link] if note else [shared.link]
        return {**arguments, "text": "\n".join(said)}

    try:
        if not to:
            raise Invalid("channel_not_found", "Choose a channel or a person.")
        named = once(ts, note)
        page(messages.post, nothing, accept=accept, channel_id=to, **named)
    except (Invalid, Forbidden, NotFound) as refused:
        entered = replace(shared, note=note, problem=refused.message)
        return _form(channel_id, entered, to), status_of(refused)
    return back_to(place_of(channel_id, ts))


def shared_message(channel_id: str, ts: str) -> Shared:
    """What a message says, and its link."""
    found: Shared = page(messages.permalink, _of_message, channel_id=channel_id, ts=stamp_of(ts))
    return found


def _of_message(ctx: Context, row: Message) -> Shared:
    return Shared(
        row.ts,
        wire.permalink(ctx, row),
        people.by_ids(ctx.session, [row.author_id])[row.author_id].display_name,
        wording.in_words(ctx, row.text),
        is_private=channels.known(ctx, row.channel_id).kind != "public",
    )


def _form(channel_id: str, shared: Shared, to: str = "") -> str:
    places = sidebar().mine
    chosen = tuple((link.id, link.name) for link in places if link.id == to)
    root = root_of(channel_id, shared.ts)
    is_reply = root != shared.ts
    view = View(
        root=root if is_reply else None,
        target="" if is_reply else shared.ts,
        dialog="dialog_share.html",
        values={"sharing": replace(shared, places=places, chosen=chosen)},
    )
    return shown(channel_id, view)
