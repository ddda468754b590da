"""All that is unread, on one page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import flask

from workworld.apps.chat.lines import MessageLine, lines_of
from workworld.apps.chat.pages.blueprint import BLUEPRINT
from workworld.apps.chat.pages.sidebar import sidebar
from workworld.apps.chat.pages.sidebar_links import look_of
from workworld.apps.chat.service import titles, unreads
from workworld.apps.chat.service.unreads import Unread
from workworld.context import Context
from workworld.doors.web import page


@dataclass(frozen=True, slots=True)
class UnreadCard:
    """A conversation with the newest of what is unread in it."""

    id: str
    name: str
    label: str
    icon: str
    lines: tuple[MessageLine, ...]
    mentions: int
    has_more: bool


@BLUEPRINT.get("/unreads", endpoint="unreads")
def show() -> str:
    """What is unread, conversation by conversation."""
    found: Sequence[UnreadCard] = page(unreads.list, _cards, most_channels=10, most_messages=8)
    return flask.render_template(
        "unreads.html",
        sidebar=sidebar(),
        cards=found,
        undo=flask.request.args.get("undo", ""),
        undo_told=flask.request.args.get("notices", ""),
    )


def _cards(ctx: Context, found: Sequence[Unread]) -> list[UnreadCard]:
    named = titles.titles(ctx, [each.channel for each in found])
    return [
        UnreadCard(
            each.channel.id,
            named[each.channel.id],
            titles.label(ctx, each.channel),
            look_of(each.channel)[0],
            lines_of(ctx, each.messages),
            each.news.mentions,
            each.has_more,
        )
        for each in found
    ]
