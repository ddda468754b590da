"""The sections of a person's sidebar: those that everybody has, and those of their own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field
from sqlalchemy import ColumnElement, bindparam, select

from workworld.apps.chat.models import Channel, ChannelChoice, Section, SidebarOrder
from workworld.apps.chat.service import bookmarks, channels, choices, titles
from workworld.apps.chat.types import ChannelId
from workworld.context import Context, Surface
from workworld.database import constant, plain_rows
from workworld.directory.models import AccountKind, Person
from workworld.directory.words import folded
from workworld.emoji import character_of
from workworld.errors import Conflict, Forbidden, Invalid, NotFound
from workworld.operations import Effect, operation

STARRED, CHANNELS, DIRECT, APPS = "starred", "channels", "direct", "apps"
BUILT_IN = {
    STARRED: "Starred",
    CHANNELS: "Channels",
    DIRECT: "Direct messages",
    APPS: "Apps",
}
"""What everybody's sidebar has, in the usual order."""
MOST = 50
_LONGEST_NAME = 80
_rows = Section.__table__.c
_MINE = constant(select(Section.__table__).where(_rows.person_id == bindparam("whose")))
_orders = SidebarOrder.__table__.c
_ORDER = constant(select(SidebarOrder.__table__).where(_orders.person_id == bindparam("whose")))

SectionId = Annotated[
    str,
    Field(
        description="Id of a section: starred, channels, direct, apps, or such as L0A1B2C3D4.",
        min_length=1,
        max_length=64,
    ),
]
SectionName = Annotated[str, Field(description="What it is called; at most 80 characters.")]
SectionEmoji = Annotated[
    str, Field(description="An emoji before its name, such as rocket; or nothing.", max_length=100)
]
Shows = Annotated[Literal["all", "unread"], Field(description="Which conversations show in it.")]
Sorting = Annotated[
    Literal["", "name", "recent", "priority"],
    Field(description="In which order; empty for the usual one."),
]


@dataclass(frozen=True, slots=True)
class Listed:
    """A section of the caller's sidebar."""

    id: str
    name: str
    emoji: str = ""
    shows: str = "all"
    sorting: str = ""

    @property
    def is_own(self) -> bool:
        """Whether the caller made it."""
        return self.id not in BUILT_IN

    @property
    def title(self) -> str:
        """Its name, behind its emoji if it has one."""
        character = character_of(self.emoji) or f":{self.emoji}:"
        return f"{character} {self.name}" if self.emoji else self.name


@operation(Effect.READ, scope="channels:read", doors=(Surface.MCP, Surface.UI))
def list(ctx: Context) -> Sequence[Listed]:
    """List the sections of the caller's sidebar, from top to bottom."""
    return ordered(ctx)


@operation(Effect.WRITE, scope="channels:write", doors=(Surface.MCP, Surface.UI))
def create(ctx: Context, *, name: SectionName, emoji: SectionEmoji = "") -> Section:
    """Make a section in the caller's sidebar, above the channels; nothing is in it yet."""
    known = ordered(ctx)
    if len(known) - len(BUILT_IN) >= MOST:
        raise Invalid("too_many_sections", f"A sidebar has at most {MOST} sections of one's own.")
    row = Section(
        person_id=ctx.actor.person_id,
        id=ctx.ids.next_id("L"),
        name=_good_name(name, known),
        emoji=bookmarks.good_emoji(ctx, emoji),
    )
    ctx.session.add(row)
    _put_in_order(ctx, _inserted([each.id for each in known], row.id, CHANNELS))
    return row


@operation(Effect.WRITE, scope="channels:write", doors=(Surface.MCP, Surface.UI))
def edit(
    ctx: Context,
    *,
    section_id: SectionId,
    name: Annotated[SectionName | None, Field(description="What it is to be called.")] = None,
    emoji: Annotated[
        SectionEmoji | None, Field(description="Its new emoji; an empty text takes it away.")
    ] = None,
    shows: Annotated[Shows | None, Field(description="Which conversations show in it.")] = None,
    sorting: Annotated[Sorting | None, Field(description="In which order they stand.")] = None,
) -> Section:
    """Change a section of the caller's sidebar; whatever is left out stays as it is.

    Sections that everybody has keep their names.
    """
    row = _row(ctx, section_id)
    if name is not None or emoji is not None:
        _require_own(section_id)
    if name is not None:
        row.name = _good_name(name, [each for each in ordered(ctx) if each.id != section_id])
    if emoji is not None:
        row.emoji = bookmarks.good_emoji(ctx, emoji)
    if shows is not None:
        row.shows = shows
    if sorting is not None:
        row.sorting = sorting
    ctx.touch(f"chat.sidebar:{ctx.actor.person_id}")
    return row


@operation(Effect.WRITE, scope="channels:write", doors=(Surface.MCP, Surface.UI))
def delete(ctx: Context, *, section_id: SectionId) -> None:
    """Delete a section; its conversations stand again where they usually do."""
    row = _row(ctx, section_id)
    _require_own(section_id)
    ctx.session.delete(row)
    for choice in ctx.session.scalars(select(ChannelChoice).where(*_inside(ctx, section_id))):
        choice.section_id = ""
    _put_in_order(ctx, [each.id for each in ordered(ctx) if each.id != section_id])


@operation(Effect.WRITE, scope="channels:write", doors=(Surface.MCP, Surface.UI))
def move(
    ctx: Context,
    *,
    section_id: SectionId,
    before: Annotated[
        SectionId | None, Field(description="Above which section; left out: to the bottom.")
    ] = None,
) -> None:
    """Move a section of the caller's sidebar up or down."""
    others = [each.id for each in ordered(ctx) if each.id != known(ctx, section_id).id]
    if before is not None and known(ctx, before).id == section_id:
        raise Invalid("invalid_arguments", "A section cannot stand above itself.")
    _put_in_order(ctx, _inserted(others, section_id, before))


@operation(Effect.WRITE, scope="channels:write", doors=(Surface.MCP, Surface.UI))
def place(
    ctx: Context,
    *,
    channel_id: ChannelId,
    section_id: Annotated[
        str,
        Field(description="Id of a section, or empty for where it usually stands.", max_length=64),
    ] = "",
) -> Channel:
    """Put a conversation into a section of the caller's sidebar; ``starred`` stars it.

    A starred conversation shows under Starred alone, so that it loses its star elsewhere.
    """
    channel = channels.known(ctx, channel_id)
    wanted = known(ctx, section_id or home_of(ctx, channel))
    row = choices.of_channel(ctx, channel)
    if not wanted.is_own and wanted.id not in (STARRED, home_of(ctx, channel)):
        said = f"{titles.label(ctx, channel)} does not belong under {wanted.name}."
        raise Invalid("invalid_section", said)
    if wanted.id != STARRED:
        row.is_starred, row.starred_us = False, None
        row.section_id = wanted.id if wanted.is_own else ""
    elif not row.is_starred:
        row.is_starred, row.starred_us = True, ctx.clock.now_us()
    ctx.touch(f"chat.sidebar:{ctx.actor.person_id}")
    return channel


def ordered(ctx: Context) -> Sequence[Listed]:
    """The sections of the caller's sidebar, from top to bottom."""
    whose = {"whose": ctx.actor.person_id}
    rows = {row.id: row for row in plain_rows(ctx.session, Section, _MINE, whose)}
    found = {
        **{each: Listed(each, name) for each, name in BUILT_IN.items()},
        **{each: _listed(row) for each, row in rows.items()},
    }
    orders = plain_rows(ctx.session, SidebarOrder, _ORDER, whose)
    wanted = [each for row in orders for each in row.section_ids]
    return [found[each] for each in dict.fromkeys((*wanted, *found)) if each in found]


def known(ctx: Context, section_id: str) -> Listed:
    """A section of the caller's sidebar.

    Raises:
        NotFound: ``section_not_found``, for an unknown one and for somebody else's alike.
    """
    found = {each.id: each for each in ordered(ctx)}
    if section_id not in found:
        raise NotFound("section_not_found", "There is no such section in your sidebar.")
    return found[section_id]


def home_of(ctx: Context, channel: Channel) -> str:
    """The section in which a conversation stands of itself."""
    if not titles.is_direct(channel):
        return CHANNELS
    return home_among(titles.others_in(ctx, [channel.id])[channel.id])


def home_among(others: Sequence[Person]) -> str:
    """The section in which a direct conversation with these people stands of itself."""
    is_app = len(others) == 1 and others[0].kind == AccountKind.BOT
    return APPS if is_app else DIRECT


def _listed(row: Section) -> Listed:
    name = row.name or BUILT_IN[row.id]
    return Listed(row.id, name, row.emoji, row.shows, row.sorting)


def _row(ctx: Context, section_id: str) -> Section:
    """A section as a row to be changed; one that everybody has gets its row now."""
    key = (ctx.actor.person_id, known(ctx, section_id).id)
    row = ctx.session.get(Section, key)
    if row is None:
        row = Section(person_id=key[0], id=key[1], name="", emoji="", shows="all", sorting="")
        ctx.session.add(row)
    return row


def _require_own(section_id: str) -> None:
    if section_id in BUILT_IN:
        said = f"{BUILT_IN[section_id]} is in every sidebar: it keeps its name, and stays."
        raise Forbidden("cant_change_section", said)


def _inside(ctx: Context, section_id: str) -> tuple[ColumnElement[bool], ...]:
    mine = ChannelChoice.person_id == ctx.actor.person_id
    return mine, ChannelChoice.section_id == section_id


def _inserted(ids: Sequence[str], section_id: str, before: str | None) -> Sequence[str]:
    place = ids.index(before) if before in ids else len(ids)
    return [*ids[:place], section_id, *ids[place:]]


def _put_in_order(ctx: Context, section_ids: Sequence[str]) -> None:
    row = ctx.session.get(SidebarOrder, ctx.actor.person_id)
    if row is None:
        row = SidebarOrder(person_id=ctx.actor.person_id)
        ctx.session.add(row)
    row.section_ids = [*section_ids]
    ctx.touch(f"chat.sidebar:{ctx.actor.person_id}")


def _good_name(name: str, others: Sequence[Listed]) -> str:
    name = " ".join(name.split())
    if not name:
        raise Invalid("no_name", "A section needs a name.")
    if len(name) > _LONGEST_NAME or "\x00" in name:
        raise Invalid("invalid_name", f"A name has at most {_LONGEST_NAME} characters.")
    if folded(name) in {folded(each.name) for each in others}:
        raise Conflict("name_taken", f"Your sidebar has a section called {name} already.")
    return name
