"""The sidebar: the channels that a person sees."""

from __future__ import annotations

from dataclasses import dataclass

from workworld.apps.chat.models import Channel
from workworld.apps.chat.pages.listings import all_of
from workworld.apps.chat.service import channels, markers, titles, users
from workworld.apps.chat.types import EVERY_KIND, LARGEST_PAGE
from workworld.context import Context
from workworld.directory import people
from workworld.directory.models import Person
from workworld.doors.web import page, signed_in
from workworld.paging import Page
from workworld.permissions import can


@dataclass(frozen=True, slots=True)
class ChannelLink:
    """A channel in the sidebar."""

    id: str
    name: str
    icon: str
    state: str
    """What the icon says, in words: ``private``, ``announcements only``, or "" for the usual."""
    is_default: bool
    is_mine: bool
    is_unread: bool
    is_direct: bool


@dataclass(frozen=True, slots=True)
class Sidebar:
    """The channels that a person sees, those they are in first."""

    person_id: str
    mine: tuple[ChannelLink, ...]
    direct: tuple[ChannelLink, ...]
    others: tuple[ChannelLink, ...]
    may_create: bool
    """Whether they may make channels."""
    may_administer: bool

    @property
    def first(self) -> ChannelLink | None:
        """The channel to begin with: the default one if the person is in it."""
        defaults = [link for link in self.mine if link.is_default]
        return next(iter([*defaults, *self.mine, *self.others]), None)


def sidebar() -> Sidebar:
    """The sidebar of the signed-in person, without archived channels."""
    links = all_of(
        channels.list,
        _links,
        kinds=EVERY_KIND,
        exclude_archived=True,
        limit=LARGEST_PAGE,
    )
    mine = tuple(link for link in links if link.is_mine and not link.is_direct)
    direct = tuple(link for link in links if link.is_direct)
    others = tuple(link for link in links if not link.is_mine)
    return Sidebar(signed_in().person_id, mine, direct, others, *page(users.me, _rights))


def _rights(ctx: Context, _me: Person) -> tuple[bool, bool]:
    company = people.company(ctx.session)
    wanted = ("chat.channels.create", "chat.settings.change")
    may_create, may_administer = (can(ctx, action, company) for action in wanted)
    return may_create, may_administer


def look_of(row: Channel) -> tuple[str, str]:
    """A channel's icon, and what it says in words."""
    if row.is_archived:
        return "archive", "archived"
    if titles.is_direct(row):
        return titles.icon_of(row), ""
    if row.posting == "admins":
        return "megaphone", "announcements only"
    return ("lock", "private") if row.kind == "private" else ("hash", "")


def _links(ctx: Context, found: Page[Channel]) -> Page[ChannelLink]:
    unread, named = markers.unread(ctx), titles.titles(ctx, found.items)
    mine = channels.joined(ctx, [row.id for row in found.items])
    links = [
        ChannelLink(
            row.id,
            named[row.id],
            *look_of(row),
            row.is_default,
            row.id in mine,
            row.id in unread,
            titles.is_direct(row),
        )
        for row in found.items
    ]
    return Page(links, found.next_cursor)
