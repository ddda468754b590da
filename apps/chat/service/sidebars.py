"""What a person's sidebar holds, and how they left it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field
from sqlalchemy import bindparam, delete, select

from workworld.apps.chat.models import Channel, ChannelChoice, Membership, Modal, SidebarView
from workworld.apps.chat.service import (
    choices,
    drafts,
    follows,
    modals,
    news,
    preferences,
    presence,
    sections,
    titles,
)
from workworld.apps.chat.service.news import News
from workworld.apps.chat.service.presence import Presence
from workworld.apps.chat.service.sections import Listed
from workworld.context import Context, Surface
from workworld.database import constant, plain_rows
from workworld.directory.models import Person
from workworld.notifications import inbox
from workworld.operations import Effect, operation

ONLY_UNREAD, HIDDEN, BREAKS, FOLD, ALL = "unread", "hidden", "breaks", "fold:", "all:"
_channels, _members = Channel.__table__.c, Membership.__table__.c
_MINE = constant(
    select(Channel.__table__)
    .join(Membership.__table__, _members.channel_id == _channels.id)
    .where(_members.person_id == bindparam("whose"), ~_channels.is_archived)
    .order_by(_channels.name, _channels.id)
)


@dataclass(frozen=True, slots=True)
class Entry:
    """A channel in the sidebar."""

    channel: Channel
    title: str
    news: News
    choice: ChannelChoice | None
    """What the caller chose for it; None as long as that is nothing."""
    others: Sequence[Person]
    """Who but the caller is in a direct conversation, by name."""

    @property
    def home(self) -> str:
        """The section in which it stands of itself."""
        if not titles.is_direct(self.channel):
            return sections.CHANNELS
        return sections.home_among(self.others)

    @property
    def section_id(self) -> str:
        """The section in which it stands."""
        if self.choice is not None and self.choice.is_starred:
            return sections.STARRED
        return (self.choice.section_id if self.choice else "") or self.home


@dataclass(frozen=True, slots=True)
class Contents:
    """What the sidebar holds."""

    entries: Sequence[Entry]
    """The conversations that the caller is in, by name; archived ones are left out."""
    sections: Sequence[Listed]
    """From top to bottom."""
    presence: Mapping[str, Presence]
    """Whether they are there, and those with whom they talk directly, by id."""
    drafts: frozenset[str]
    """The conversations for which they have written something that is not sent."""
    has_unread_threads: bool
    activity: int
    """How many notices from chat they have not read."""
    now_us: int
    views: frozenset[str]
    """How they left it; see ``SidebarView``."""
    likes: Mapping[str, str]
    """How they like pages to be; see ``preferences``."""
    view: Modal | None
    """The view that an app shows them."""


@operation(Effect.READ, scope="channels:read", doors=(Surface.UI,))
def read(ctx: Context) -> Contents:
    """Look up what the caller's sidebar holds."""
    rows = plain_rows(ctx.session, Channel, _MINE, {"whose": ctx.actor.person_id})
    found, chosen = news.all_of(ctx), choices.mine(ctx)
    named = titles.titles(ctx, rows)
    others = titles.others_in(ctx, [row.id for row in rows if titles.is_direct(row)])
    views = select(SidebarView.name).where(SidebarView.person_id == ctx.actor.person_id)
    entries = [
        Entry(row, named[row.id], found[row.id], chosen.get(row.id), others.get(row.id, ()))
        for row in rows
    ]
    return Contents(
        entries,
        sections.ordered(ctx),
        presence.presence_of(ctx, [ctx.actor.person_id, *_ids(others)]),
        drafts.places(ctx),
        follows.any_unread(ctx),
        _notices(inbox.count(ctx)),
        ctx.clock.now_us(),
        frozenset(ctx.session.scalars(views)),
        preferences.of(ctx),
        modals.top(ctx),
    )


@operation(Effect.HOUSEKEEPING, scope="channels:read", doors=(Surface.UI,))
def arrange(
    ctx: Context,
    *,
    name: Annotated[
        str,
        Field(
            description="What is so or not.",
            pattern=r"^(unread|hidden|breaks|(fold|all):\w{1,64})$",
        ),
    ],
    is_so: Annotated[bool, Field(description="Whether it is so.")],
) -> None:
    """Note how the caller leaves the sidebar, and whether Enter breaks lines for them."""
    mine = (SidebarView.person_id == ctx.actor.person_id, SidebarView.name == name)
    ctx.session.execute(delete(SidebarView).where(*mine))
    if is_so:
        ctx.session.add(SidebarView(person_id=ctx.actor.person_id, name=name))


def _ids(others: Mapping[str, Sequence[Person]]) -> list[str]:
    return [each.id for party in others.values() for each in party]


def _notices(counts: Mapping[str, int]) -> int:
    return counts.get("chat", 0)
