"""Channels: which there are, and who may see and use them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from pydantic import Field
from sqlalchemy import ColumnElement, Select, func, or_, select

from workworld.apps.chat.models import Channel, Membership
from workworld.apps.chat.service import users
from workworld.apps.chat.types import ChannelId, ChannelKind, Cursor, PageSize, UserId
from workworld.context import Context
from workworld.errors import NotFound
from workworld.operations import Effect, operation
from workworld.paging import Page, decode_cursor, page_of


@operation(Effect.READ, scope="channels:read")
def list(
    ctx: Context,
    *,
    kinds: Annotated[Sequence[ChannelKind], Field(description="Which kinds to list.")] = (
        "public",
    ),
    member_id: Annotated[
        UserId | None, Field(description="Only channels that this person is in.")
    ] = None,
    exclude_archived: Annotated[bool, Field(description="Leave archived channels out.")] = False,
    words: Annotated[
        Sequence[str], Field(description="Each must occur in the name, topic or purpose.")
    ] = (),
    name_prefix: Annotated[str, Field(description="How the name begins.", max_length=80)] = "",
    limit: PageSize = 100,
    cursor: Cursor = "",
) -> Page[Channel]:
    """List the channels that the caller may see, by name.

    Private channels are listed only to their members.
    """
    query = _visible(ctx).where(Channel.kind.in_(kinds))
    if member_id is not None:
        query = query.where(_is_member(users.known(ctx, member_id).id))
    if exclude_archived:
        query = query.where(Channel.is_archived.is_(False))
    for word in words:
        columns = (Channel.name, Channel.topic, Channel.purpose)
        query = query.where(or_(*(column.icontains(word, autoescape=True) for column in columns)))
    if name_prefix:
        query = query.where(Channel.name.istartswith(name_prefix, autoescape=True))
    listing = f"channels {member_id}"
    if cursor:
        query = query.where(Channel.name > decode_cursor(listing, cursor))
    rows = ctx.session.scalars(query.order_by(Channel.name).limit(limit + 1)).all()
    return page_of(rows, limit, listing, lambda channel: channel.name)


@operation(Effect.READ, scope="channels:read")
def info(ctx: Context, *, channel_id: ChannelId) -> Channel:
    """Look one channel up.

    A private channel one is not in is ``channel_not_found``, as if it did not exist.
    """
    return visible(ctx, channel_id)


def visible(ctx: Context, channel_id: str) -> Channel:
    """The channel of this id, if the caller may see it.

    Raises:
        NotFound: ``channel_not_found``, for an unknown and a hidden channel alike.
    """
    return _only(ctx, Channel.id == channel_id)


def named(ctx: Context, name: str) -> Channel:
    """The channel of this name, if the caller may see it.

    Raises:
        NotFound: ``channel_not_found``, for an unknown and a hidden channel alike.
    """
    return _only(ctx, Channel.name == name)


def _only(ctx: Context, condition: ColumnElement[bool]) -> Channel:
    channel = ctx.session.scalar(_visible(ctx).where(condition))
    if channel is None:
        raise NotFound("channel_not_found", "There is no such channel that you can see.")
    return channel


def visible_names(ctx: Context, channel_ids: Sequence[str]) -> dict[str, str]:
    """The names of those of these channels that the caller may see, by id."""
    query = _visible(ctx).where(Channel.id.in_(channel_ids))
    return {channel.id: channel.name for channel in ctx.session.scalars(query)}


def is_member(ctx: Context, channel: Channel) -> bool:
    """Whether the caller is in the channel."""
    return ctx.session.get(Membership, (channel.id, ctx.actor.person_id)) is not None


def member_counts(ctx: Context, channel_ids: Sequence[str]) -> dict[str, int]:
    """How many people are in each of these channels."""
    query = (
        select(Membership.channel_id, func.count())
        .where(Membership.channel_id.in_(channel_ids))
        .group_by(Membership.channel_id)
    )
    return dict(ctx.session.execute(query).all())


def joined(ctx: Context, channel_ids: Sequence[str]) -> frozenset[str]:
    """Which of these channels the caller is in."""
    query = select(Membership.channel_id).where(
        Membership.channel_id.in_(channel_ids), Membership.person_id == ctx.actor.person_id
    )
    return frozenset(ctx.session.scalars(query))


def _visible(ctx: Context) -> Select[Channel]:
    return select(Channel).where(or_(Channel.kind == "public", _is_member(ctx.actor.person_id)))


def _is_member(person_id: str) -> ColumnElement[bool]:
    return (
        select(Membership.channel_id)
        .where(Membership.channel_id == Channel.id, Membership.person_id == person_id)
        .exists()
    )
