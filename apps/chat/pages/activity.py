"""What of chat a person was told: mentions, replies, reactions, what apps did."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import flask

from workworld.apps.chat import stamps
from workworld.apps.chat.pages.asked import chosen
from workworld.apps.chat.pages.blueprint import BLUEPRINT
from workworld.apps.chat.pages.sidebar import sidebar
from workworld.apps.chat.service import choices, dnd, priorities
from workworld.context import Context
from workworld.directory import people
from workworld.doors.home.notifications import Day, days_of
from workworld.doors.web import nothing, page
from workworld.notifications import inbox
from workworld.notifications.inbox import Notice
from workworld.paging import Page

_PAGE_SIZE = 30
_MOST = 3
"""How many notices are told at once."""
_CALLS = ("mention", "everybody", "keyword", "direct", "reply", "message")
_BY_NAME = ("mention", "direct")
_MESSAGE = re.compile(r"/archives/(\w+)/p(\d+)$")
_DUE = ("reminder", "saved", "scheduled")
"""What somebody asked for themselves; it is told wherever they are."""
_TOLD = (*_CALLS, *_DUE)
_TYPES: dict[str, tuple[str, dict[str, Any]]] = {
    "": ("All", {}),
    "mentions": ("Mentions", {"kinds": ("mention", "everybody", "keyword")}),
    "threads": ("Thread replies", {"kinds": ("reply",)}),
    "reactions": ("Reactions", {"kinds": ("reaction",)}),
    "direct": ("Direct messages", {"kinds": ("direct",)}),
    "apps": ("Apps", {"by_bots": True}),
}
"""What each tab is called, and what stands in it."""


@dataclass(frozen=True, slots=True)
class Told:
    """Something that the person is told of, at the time at which it came to pass."""

    created: int
    text: str
    url: str
    kind: str
    is_loud: bool
    """Whether it may pop up."""

    def is_in(self, channel_id: str) -> bool:
        """Whether somebody who is in a channel sees it there; in none if there is no id."""
        return bool(channel_id) and self.kind not in _DUE and f"/{channel_id}/" in self.url


@BLUEPRINT.get("/activity")
def activity() -> str:
    """What the person was told of, newest first."""
    kind = chosen("type", _TYPES, "")
    cursor = flask.request.args.get("cursor", "")
    found: Page[Day] = page(
        inbox.list, days_of, app_id="chat", limit=_PAGE_SIZE, cursor=cursor, **_TYPES[kind][1]
    )
    tabs = [
        (flask.url_for("ui.activity", type=each or None), title, each == kind)
        for each, (title, _which) in _TYPES.items()
    ]
    return flask.render_template(
        "activity.html",
        sidebar=sidebar(),
        days=found.items,
        tabs=tabs,
        older=found.next_cursor,
        kind=kind,
    )


@BLUEPRINT.get("/told")
def told() -> str:
    """What has come since the page knows, told at once unless the person wants quiet."""
    asked = flask.request.args
    after = int(asked["after"]) if re.fullmatch(r"\d{1,18}", asked.get("after", "")) else 0
    here = asked.get("here", "")
    found: list[Told] = page(inbox.list, _told, app_id="chat", only_unread=True, kinds=_TOLD)
    new = [each for each in found if each.created >= after]
    return flask.render_template(
        "told.html",
        after=max([after, *(each.created + 1 for each in new)]),
        here_id=here,
        told=[each.text for each in new if each.is_loud and not each.is_in(here)][:_MOST],
    )


def _told(ctx: Context, found: Page[Notice]) -> list[Told]:
    me = people.me(ctx)
    is_quiet = dnd.quiet_of(ctx, [me])[me.id].is_quiet
    let_through = choices.info(ctx).exceptions if is_quiet else ()
    known = people.by_ids(ctx.session, (item.actor_id for item in found.items))
    return [
        Told(
            item.created,
            f"{'You' if item.actor_id == me.id else known[item.actor_id].name} {item.text}",
            item.url,
            item.kind,
            not is_quiet or item.actor_id in let_through or _is_urgent(ctx, item),
        )
        for item in found.items
    ]


def _is_urgent(ctx: Context, item: Notice) -> bool:
    """Whether an urgent message calls somebody by name, or was written to them alone."""
    found = _MESSAGE.search(item.url) if item.kind in _BY_NAME else None
    return found is not None and priorities.is_urgent(ctx, found[1], stamps.of(int(found[2])))


@BLUEPRINT.post("/activity/read")
def read_activity() -> Any:
    """Mark all that chat told as read."""
    page(inbox.mark_all_read, nothing, app_id="chat")
    return flask.redirect(flask.url_for("ui.activity"), 303)
