"""The threads that a person follows, to be read and answered in one place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import flask

from workworld.apps.chat.lines import MessageLine, lines_of
from workworld.apps.chat.models import Message
from workworld.apps.chat.pages.blueprint import BLUEPRINT
from workworld.apps.chat.pages.message_deeds import done
from workworld.apps.chat.pages.sidebar import sidebar
from workworld.apps.chat.service import channels, follows, titles
from workworld.apps.chat.service.follows import Followed
from workworld.context import Context
from workworld.doors.web import page
from workworld.paging import Page
from workworld.permissions import why_not

_PAGE_SIZE = 8


@dataclass(frozen=True, slots=True)
class ThreadCard:
    """A thread with its latest replies."""

    channel_id: str
    root_ts: str
    place: str
    """In which conversation it is."""
    parent: MessageLine
    replies: tuple[MessageLine, ...]
    more: int
    """How many replies stand before these."""
    is_unread: bool
    first_new: str
    read_only: str | None
    """Why the viewer may not reply, or None."""


@BLUEPRINT.get("/threads")
def threads() -> str:
    """The threads that the person follows, those with new replies first."""
    cursor = flask.request.args.get("cursor", "")
    found: Page[ThreadCard] = page(follows.list, _cards, limit=_PAGE_SIZE, cursor=cursor)
    fresh: Page[ThreadCard] | None = None
    if not cursor:
        fresh = page(follows.list, _cards, limit=_PAGE_SIZE, only_unread=True)
    unread = fresh.items if fresh else ()
    known = {(card.channel_id, card.root_ts) for card in unread}
    rest = [card for card in found.items if (card.channel_id, card.root_ts) not in known]
    return flask.render_template(
        "threads.html", sidebar=sidebar(), cards=[*unread, *rest], older=found.next_cursor
    )


@BLUEPRINT.post("/c/<channel_id>/m/<ts>/follow")
def follow_from(channel_id: str, ts: str) -> Any:
    """Follow the thread of a message."""
    return done(follows.follow, channel_id, ts)


@BLUEPRINT.post("/c/<channel_id>/m/<ts>/unfollow")
def unfollow_from(channel_id: str, ts: str) -> Any:
    """Follow the thread of a message no more."""
    return done(follows.unfollow, channel_id, ts)


@BLUEPRINT.post("/c/<channel_id>/m/<ts>/thread-unread")
def mark_thread_unread(channel_id: str, ts: str) -> Any:
    """Mark a thread as unread from a reply on."""
    return done(follows.mark_unread, channel_id, ts)


def _cards(ctx: Context, found: Page[Followed]) -> Page[ThreadCard]:
    return Page([_card(ctx, each) for each in found.items], found.next_cursor)


def _card(ctx: Context, each: Followed) -> ThreadCard:
    channel = channels.known(ctx, each.channel_id)
    rows, more = follows.latest(ctx, each)
    parent, replies = _lines(ctx, rows)
    refusal = why_not(ctx, "chat.messages.post.reply", channel)
    new = [line.ts for line in replies if line.ts > each.last_read] if each.is_unread else []
    return ThreadCard(
        channel.id,
        each.root_ts,
        titles.label(ctx, channel),
        parent,
        replies,
        more,
        each.is_unread,
        new[0] if new else "",
        refusal.message if refusal else None,
    )


def _lines(ctx: Context, rows: Sequence[Message]) -> tuple[MessageLine, tuple[MessageLine, ...]]:
    parent, *replies = lines_of(ctx, rows)
    return parent, tuple(replies)
