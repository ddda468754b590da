"""Bookmarks: links that a channel keeps in a bar below its head."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from pydantic import Field
from sqlalchemy import func, select

from workworld.apps.chat.models import Bookmark, Channel
from workworld.apps.chat.service import channels, own_emoji, standing
from workworld.apps.chat.types import ChannelId
from workworld.context import Context
from workworld.emoji import emoji_at
from workworld.errors import Forbidden, Invalid, NotFound, Refused
from workworld.links.addresses import canonical
from workworld.operations import Effect, operation
from workworld.permissions import permits, require

MOST = 100
_LONGEST_TITLE = 255
_LONGEST_LINK = 2000
_SECOND = 1_000_000

BookmarkId = Annotated[
    str, Field(description="Id of a bookmark, such as Bk0A1B2C3D4.", min_length=1, max_length=64)
]
Title = Annotated[str, Field(description="What it is called, at most 255 characters.")]
Link = Annotated[str, Field(description="Where it leads: an http or https address.")]
IconEmoji = Annotated[
    str, Field(description="An emoji before its title, such as :books:, or nothing.")
]


@operation(Effect.WRITE, scope="bookmarks:write")
def add(
    ctx: Context, *, channel_id: ChannelId, title: Title, link: Link, emoji: IconEmoji = ""
) -> Bookmark:
    """Add a link to the bar of a channel, for all its members."""
    channel = _changeable(ctx, channel_id)
    if _count(ctx, channel) >= MOST:
        raise Forbidden("too_many_bookmarks", f"A channel has room for {MOST} bookmarks.")
    now = ctx.clock.now_us() // _SECOND
    row = Bookmark(
        id=ctx.ids.next_id("Bk"),
        channel_id=channel.id,
        title=_good_title(title),
        link=_good_link(ctx, link),
        emoji=good_emoji(ctx, emoji),
        created=now,
        updated=now,
        creator_id=ctx.actor.person_id,
        updated_by=ctx.actor.person_id,
    )
    ctx.session.add(row)
    ctx.touch(f"chat.channel:{channel.id}")
    return row


@operation(Effect.WRITE, scope="bookmarks:write")
def edit(
    ctx: Context,
    *,
    channel_id: ChannelId,
    bookmark_id: BookmarkId,
    title: Annotated[Title | None, Field(description="Its new name.")] = None,
    link: Annotated[Link | None, Field(description="Its new address.")] = None,
    emoji: Annotated[
        IconEmoji | None, Field(description="Its new emoji; an empty text takes it away.")
    ] = None,
) -> Bookmark:
    """Change a bookmark's title, link or emoji; what is not given stays."""
    row = _known(ctx, _changeable(ctx, channel_id), bookmark_id)
    if title is not None:
        row.title = _good_title(title)
    if link is not None:
        row.link = _good_link(ctx, link)
    if emoji is not None:
        row.emoji = good_emoji(ctx, emoji)
    row.updated = ctx.clock.now_us() // _SECOND
    row.updated_by = ctx.actor.person_id
    ctx.touch(f"chat.channel:{row.channel_id}")
    return row


@operation(Effect.WRITE, scope="bookmarks:write")
def remove(ctx: Context, *, channel_id: ChannelId, bookmark_id: BookmarkId) -> None:
    """Take a bookmark out of the bar of its channel."""
    row = _known(ctx, _changeable(ctx, channel_id), bookmark_id)
    ctx.session.delete(row)
    ctx.touch(f"chat.channel:{row.channel_id}")


@operation(Effect.READ, scope="bookmarks:read")
def list(ctx: Context, *, channel_id: ChannelId) -> Sequence[Bookmark]:
    """List the bookmarks of a channel, in the order in which they were added."""
    channel = channels.known(ctx, channel_id)
    query = select(Bookmark).where(Bookmark.channel_id == channel.id)
    return ctx.session.scalars(query.order_by(Bookmark.created, Bookmark.id)).all()


@permits("chat.bookmarks.change", Channel)
def _may_change(ctx: Context, channel: Channel) -> Refused | None:
    refusal = standing.why_read_only(channel)
    return refusal or standing.why_outside(ctx, channel, "change its bookmarks")


def _changeable(ctx: Context, channel_id: str) -> Channel:
    channel = channels.known(ctx, channel_id)
    require(ctx, "chat.bookmarks.change", channel)
    return channel


def _known(ctx: Context, channel: Channel, bookmark_id: str) -> Bookmark:
    row = ctx.session.get(Bookmark, bookmark_id)
    if row is None or row.channel_id != channel.id:
        raise NotFound("not_found", "There is no such bookmark in this channel.")
    return row


def _count(ctx: Context, channel: Channel) -> int:
    query = select(func.count()).where(Bookmark.channel_id == channel.id)
    return ctx.session.scalars(query).one()


def _good_title(title: str) -> str:
    title = " ".join(title.replace("\x00", " ").split())
    if not 1 <= len(title) <= _LONGEST_TITLE:
        raise Invalid("invalid_arguments", f"A title has 1 to {_LONGEST_TITLE} characters.")
    return title


def _good_link(ctx: Context, link: str) -> str:
    link = link.strip()
    is_address = link.startswith(("https://", "http://")) and link.partition("//")[2]
    if not is_address or len(link) > _LONGEST_LINK or not link.isprintable() or " " in link:
        raise Invalid("invalid_link", "A link is an http or https address without spaces.")
    return canonical(ctx, link)


def good_emoji(ctx: Context, typed: str) -> str:
    """The name of the emoji that was typed by its name or as itself; empty if nothing was.

    Raises:
        Invalid: ``invalid_emoji``.
    """
    typed = typed.strip()
    if not typed:
        return ""
    found = emoji_at(typed, 0)
    is_itself = found is not None and found[1] == len(typed)
    name = found[0] if found and is_itself else own_emoji.canonical(ctx, typed)
    if name is None:
        raise Invalid("invalid_emoji", f"There is no emoji called {typed!r}.")
    return name
