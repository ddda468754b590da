"""The sidebar: where a person goes, and what is new there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import flask
from werkzeug.routing import RequestRedirect

from workworld.apps.chat.emoji_looks import emoji_look
from workworld.apps.chat.models import Modal
from workworld.apps.chat.pages.blueprint import BLUEPRINT, back
from workworld.apps.chat.pages.sidebar_links import ChannelLink, link_of
from workworld.apps.chat.pages.sidebar_sections import Section, sections_of
from workworld.apps.chat.service import apps, sidebars
from workworld.apps.chat.service.preferences import BESIDE, LOOKS, OFF, VALUES
from workworld.apps.chat.service.presence import Presence
from workworld.apps.chat.service.sidebars import Contents
from workworld.context import Context
from workworld.directory import people
from workworld.doors.web import nothing, page, signed_in
from workworld.permissions import can

_ADMIN = "/admin/members"
_MORE = ("/canvases", "/lists", "/workflows", "/apps", _ADMIN)
_PAGES = (
    ("/unreads", "Unreads", "inbox", "chat.unreads"),
    ("/threads", "Threads", "message-square-reply", "chat.threads"),
    ("/activity", "Activity", "bell", "chat.activity"),
    ("/dm", "Direct messages", "message-square", "chat.direct"),
    ("/drafts", "Drafts & sent", "pencil", "chat.drafts"),
    ("/later", "Later", "bookmark", "chat.later"),
    ("/files", "Files", "file", "chat.files"),
    ("/browse/channels", "Browse channels", "search", "chat.browse"),
    ("/browse/people", "People", "users", "chat.people"),
    ("/canvases", "Canvases", "file-text", "chat.canvases"),
    ("/lists", "Lists", "table", "chat.lists"),
    ("/workflows", "Workflows", "list-ordered", "chat.workflows"),
    ("/apps", "Apps", "layout-grid", "chat.apps"),
    ("/admin/members", "Administration", "sliders-horizontal", "chat.admin"),
)
"""Path, name, icon and command of pages beside the channels, in their order."""


@dataclass(frozen=True, slots=True)
class PageLink:
    """A page beside the channels."""

    path: str
    name: str
    icon: str
    command: str
    is_bold: bool = False
    badge: int = 0
    is_more: bool = False
    """Whether it stands in the menu of further pages."""


@dataclass(frozen=True, slots=True)
class ViewLink:
    """A view that an app shows the person, wherever they are."""

    id: str
    channel_id: str
    app: str
    title: str

    @classmethod
    def of(cls, ctx: Context, row: Modal | None) -> ViewLink | None:
        """The link to a view, if there is one."""
        if row is None:
            return None
        return cls(
            row.id, row.channel_id, apps.known(ctx, row.app_id).name, row.content["title"]["text"]
        )


@dataclass(frozen=True, slots=True)
class Sidebar:
    """What the sidebar shows."""

    person_id: str
    pages: tuple[PageLink, ...]
    sections: tuple[Section, ...]
    only_unread: bool
    is_hidden: bool
    enter_breaks: bool
    """Whether Enter begins a new line for the person, and Ctrl+Enter sends."""
    unread_notices: int
    now_us: int
    may_create: bool
    """Whether they may make channels."""
    me: Presence
    """Whether the person is there, as others see it."""
    likes: Mapping[str, str]
    """How the person likes pages to be; see ``preferences``."""
    view: ViewLink | None
    """The view that an app shows them."""

    @property
    def looks(self) -> dict[str, str]:
        """What of it style sheets go by, as attributes of the page."""
        return {f"data-{name.replace('_', '-')}": self.likes[name] for name in LOOKS}

    @property
    def has_looks(self) -> bool:
        """Whether any of them is not as is usual."""
        return any(self.likes[name] != VALUES[name][0] for name in LOOKS)

    @property
    def mine(self) -> tuple[ChannelLink, ...]:
        """All channels that the person is in, from top to bottom."""
        return tuple(link for section in self.sections for link in section.links)

    @property
    def direct(self) -> tuple[ChannelLink, ...]:
        """Those of them that are direct conversations."""
        return tuple(link for link in self.mine if link.party)

    @property
    def first(self) -> ChannelLink | None:
        """The channel to begin with: the default one if the person is in it."""
        defaults = [link for link in self.mine if link.is_default]
        return next(iter([*defaults, *self.mine]), None)

    @property
    def calls(self) -> int:
        """How often the person is called in all channels together."""
        return sum(link.mentions for link in self.mine)

    def beside(self, here: str, step: int, *, unread: bool = False) -> ChannelLink | None:
        """The channel before or after one; None at the end.

        Or the next unread one, which is looked for from the other end once there is none ahead.
        """
        ids = [link.id for link in self.mine]
        place = ids.index(here) if here in ids else (-1 if step > 0 else len(ids))
        ahead, behind = self.mine[place + 1 :], self.mine[: max(place, 0)]
        if step < 0:
            ahead, behind = behind[::-1], ahead[::-1]
        others = [*ahead, *behind] if unread else ahead
        return next((link for link in others if link.is_unread or not unread), None)


def sidebar() -> Sidebar:
    """The sidebar of the signed-in person, without archived channels."""
    found: Sidebar = page(sidebars.read, _sidebar)
    return found


@BLUEPRINT.post("/sidebar")
def arrange() -> Any:
    """Fold a section or show it again, show only news or all, and the like."""
    form = flask.request.form
    page(sidebars.arrange, nothing, name=form.get("name", ""), is_so="so" in form)
    return back()


def _sidebar(ctx: Context, found: Contents) -> Sidebar:
    company = people.company(ctx.session)
    links = [link_of(ctx, found, entry) for entry in found.entries]
    me = found.presence[signed_in().person_id]
    return Sidebar(
        signed_in().person_id,
        tuple(_pages(found, may_administer=can(ctx, "chat.settings.change", company))),
        sections_of(ctx, found, links),
        sidebars.ONLY_UNREAD in found.views,
        sidebars.HIDDEN in found.views,
        sidebars.BREAKS in found.views,
        found.activity,
        found.now_us,
        can(ctx, "chat.channels.create", company),
        replace(me, emoji=emoji_look(ctx, me.emoji)),
        found.likes,
        ViewLink.of(ctx, found.view),
    )


def _pages(found: Contents, *, may_administer: bool) -> Iterable[PageLink]:
    known: set[str] = set()
    for path, name, icon, command in _PAGES:
        if not _is_there(path) or name in known or (path == _ADMIN and not may_administer):
            continue
        known.add(name)
        is_threads, is_activity = path == "/threads", path == "/activity"
        yield PageLink(
            path,
            name,
            icon,
            command,
            is_threads and found.has_unread_threads,
            found.activity if is_activity else 0,
            path in _MORE or found.likes.get(liked_by(path)) == OFF,
        )


def liked_by(path: str) -> str:
    """The name of the preference that says where a page's link stands."""
    return BESIDE + path[1:].replace("/", "_")


def _is_there(path: str) -> bool:
    try:
        return flask.current_app.url_map.bind("localhost").test(path, "GET")
    except RequestRedirect:
        return True
