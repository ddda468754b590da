"""The sidebar: where a person goes, and what is new there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import flask
from werkzeug.routing import RequestRedirect

from workworld.apps.chat.models import Channel
from workworld.apps.chat.pages.blueprint import BLUEPRINT, back
from workworld.apps.chat.service import sidebars, titles
from workworld.apps.chat.service.presence import Presence
from workworld.apps.chat.service.sidebars import Contents, Entry
from workworld.context import Context
from workworld.directory import people
from workworld.directory.models import AccountKind
from workworld.doors.web import page, signed_in
from workworld.permissions import can

_ADMIN = "/admin/members"
_MORE = ("/canvases", "/lists", "/apps", _ADMIN)
_MOST_SHOWN = 99
_MOST_TALKS = 30
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
    ("/apps", "Apps", "layout-grid", "chat.apps"),
    ("/admin/members", "Administration", "sliders-horizontal", "chat.admin"),
)
"""Path, name, icon and command of pages beside the channels, in their order."""


@dataclass(frozen=True, slots=True)
class Party:
    """With whom a direct conversation is."""

    count: int
    """How many others there are."""
    presence: str
    """``active``, ``away`` or ``busy`` for one other, else ""."""
    emoji: str
    """Of the status of one other."""
    status: str
    is_app: bool


@dataclass(frozen=True, slots=True)
class ChannelLink:
    """A channel in the sidebar."""

    id: str
    name: str
    icon: str
    state: str
    """What the icon says, in words: ``private``, ``announcements only``, or "" for the usual."""
    is_default: bool
    is_unread: bool
    """Whether it stands out; a muted one does only if the person is called."""
    is_marked: bool
    """Whether the person marked it as unread, which shows even while they look at it."""
    mentions: int
    is_starred: bool
    is_muted: bool
    party: Party | None = None
    """What shows with whom it is, for a direct conversation."""

    @property
    def badge(self) -> str:
        """How often the person is called, as far as there is room."""
        most = f"{_MOST_SHOWN}+"
        return most if self.mentions > _MOST_SHOWN else str(self.mentions or "")


@dataclass(frozen=True, slots=True)
class PageLink:
    """A page beside the channels."""

    path: str
    name: str
    icon: str
    command: str
    is_bold: bool = False
    badge: int = 0

    @property
    def is_more(self) -> bool:
        """Whether it stands in the menu of further pages."""
        return self.path in _MORE


@dataclass(frozen=True, slots=True)
class Section:
    """Some channels under a heading."""

    id: str
    title: str
    links: tuple[ChannelLink, ...]
    is_folded: bool


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
        """The channel before or after one, perhaps the next unread one; None at the end."""
        ids = [link.id for link in self.mine]
        place = ids.index(here) if here in ids else (-1 if step > 0 else len(ids))
        others = self.mine[place + 1 :] if step > 0 else self.mine[:place][::-1]
        return next((link for link in others if link.is_unread or not unread), None)


def sidebar() -> Sidebar:
    """The sidebar of the signed-in person, without archived channels."""
    found: Sidebar = page(sidebars.read, _sidebar)
    return found


@BLUEPRINT.post("/sidebar")
def arrange() -> Any:
    """Fold a section or show it again, show only news or all, and the like."""
    form = flask.request.form
    page(sidebars.arrange, _nothing, name=form.get("name", ""), is_so="so" in form)
    return back()


def look_of(row: Channel) -> tuple[str, str]:
    """A channel's icon, and what it says in words."""
    if row.is_archived:
        return "archive", "archived"
    if titles.is_direct(row):
        return titles.icon_of(row), ""
    if row.posting == "admins":
        return "megaphone", "announcements only"
    return ("lock", "private") if row.kind == "private" else ("hash", "")


def _sidebar(ctx: Context, found: Contents) -> Sidebar:
    company = people.company(ctx.session)
    by_age = sorted(found.entries, key=lambda each: each.news.newest, reverse=True)
    lately = {each.channel.id: number for number, each in enumerate(by_age)}
    links = [_link(found, entry) for entry in found.entries]
    plain = [link for link in links if not link.is_starred]
    direct = sorted((x for x in plain if x.party), key=lambda x: lately[x.id])
    talks = [x for x in direct if x.party and not x.party.is_app]
    sections = (
        _section(found, "starred", "Starred", (x for x in links if x.is_starred)),
        _section(found, "channels", "Channels", (x for x in plain if x.party is None)),
        _section(found, "direct", "Direct messages", _shown(talks)),
        _section(found, "apps", "Apps", (x for x in direct if x.party and x.party.is_app)),
    )
    return Sidebar(
        signed_in().person_id,
        tuple(_pages(found, may_administer=can(ctx, "chat.settings.change", company))),
        tuple(section for section in sections if section.links),
        sidebars.ONLY_UNREAD in found.views,
        sidebars.HIDDEN in found.views,
        sidebars.BREAKS in found.views,
        found.activity,
        found.now_us,
        can(ctx, "chat.channels.create", company),
        found.presence[signed_in().person_id],
    )


def _section(found: Contents, name: str, title: str, links: Iterable[ChannelLink]) -> Section:
    return Section(name, title, tuple(links), f"{sidebars.FOLD}{name}" in found.views)


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
        )


def _is_there(path: str) -> bool:
    try:
        return flask.current_app.url_map.bind("localhost").test(path, "GET")
    except RequestRedirect:
        return True


def _shown(talks: Sequence[ChannelLink]) -> list[ChannelLink]:
    """The latest direct conversations, and every one with something new."""
    return [x for place, x in enumerate(talks) if place < _MOST_TALKS or x.is_unread]


def _party(found: Contents, entry: Entry) -> Party | None:
    if not titles.is_direct(entry.channel):
        return None
    if len(entry.others) != 1:
        return Party(len(entry.others), "" if entry.others else "active", "", "", is_app=False)
    (other,) = entry.others
    there = found.presence[other.id]
    state = "busy" if there.is_snoozing else "active" if there.is_active else "away"
    return Party(1, state, there.emoji, there.text, other.kind == AccountKind.BOT)


def _link(found: Contents, entry: Entry) -> ChannelLink:
    row, choice = entry.channel, entry.choice
    is_muted = choice is not None and choice.is_muted
    return ChannelLink(
        row.id,
        entry.title,
        *look_of(row),
        row.is_default,
        entry.news.mentions > 0 or (entry.news.is_unread and not is_muted),
        entry.news.is_marked,
        entry.news.mentions,
        choice is not None and choice.is_starred,
        is_muted,
        _party(found, entry),
    )


def _nothing(_ctx: Context, _result: object) -> None:
    return None
