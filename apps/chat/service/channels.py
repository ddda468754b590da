"""Channels: which there are, and who may see and use them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from pydantic import Field
from sqlalchemy import ColumnElement, bindparam, exists, func, or_, select

from workworld.apps.chat.models import Channel, Membership
from workworld.apps.chat.service import users
from workworld.apps.chat.types import ChannelId, ChannelKind, Cursor, PageSize, UserId
from workworld.context import Context
from workworld.database import plain_rows
from workworld.errors import NotFound
from workworld.operations import Effect, operation
from workworld.paging import Page, decode_cursor, page_of
from workworld.permissions import VIEWER, seen, sees, sight_of, visible

# Built once: building a statement takes about as long as running it.
_WANTED: ColumnElement[str] = bindparam("wanted")
# By columns of the tables, since rows that are only read need no objects.
_channels, _memberships = Channel.__table__.c, Membership.__table__.c
_MEMBERSHIP = select(_memberships.channel_id).where(
    _memberships.channel_id == _WANTED, _memberships.person_id == VIEWER
)


def _has_member(person: ColumnElement[str] | str) -> ColumnElement[bool]:
    return exists().where(_memberships.channel_id == _channels.id, _memberships.person_id == person)


@sees(Channel)
def _sight() -> ColumnElement[bool]:
    return or_(_channels.kind == "public", _has_member(VIEWER))


_VISIBLE = visible(Channel)
_BY_NAME = _VISIBLE.where(_channels.name == _WANTED)


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
    query = _VISIBLE.where(_channels.kind.in_(kinds))
    if member_id is not None:
        member = users.known(ctx, member_id)
        query = query.where(_has_member(member.id))
    if exclude_archived:
        query = query.where(_channels.is_archived.is_(False))
    for word in words:
        columns = (_channels.name, _channels.topic, _channels.purpose)
        query = query.where(or_(*(column.icontains(word, autoescape=True) for column in columns)))
    if name_prefix:
        query = query.where(_channels.name.istartswith(name_prefix, autoescape=True))
    listing = f"channels {member_id}"
    if cursor:
        query = query.where(_channels.name > decode_cursor(listing, cursor))
    page = query.order_by(_channels.name).limit(limit + 1)
    rows = plain_rows(ctx.session, Channel, page, sight_of(ctx))
    return page_of(rows, limit, listing, lambda channel: channel.name)


@operation(Effect.READ, scope="channels:read")
def info(ctx: Context, *, channel_id: ChannelId) -> Channel:
    """Look one channel up.

    A private channel one is not in is ``channel_not_found``, as if it did not exist.
    """
    return known(ctx, channel_id)


def known(ctx: Context, channel_id: str) -> Channel:
    """The channel of this id, if the caller may see it: a row to be read.

    Raises:
        NotFound: ``channel_not_found``, for an unknown and a hidden channel alike.
    """
    return _found(seen(ctx, Channel, channel_id))


def named(ctx: Context, name: str) -> Channel:
    """The channel of this name, if the caller may see it: a row to be read.

    Raises:
        NotFound: ``channel_not_found``, for an unknown and a hidden channel alike.
    """
    values = sight_of(ctx) | {"wanted": name}
    rows = plain_rows(ctx.session, Channel, _BY_NAME, values)
    return _found(rows[0] if rows else None)


def _found(channel: Channel | None) -> Channel:
    if channel is None:
        raise NotFound("channel_not_found", "There is no such channel that you can see.")
    return channel


def visible_names(ctx: Context, channel_ids: Sequence[str]) -> dict[str, str]:
    """The names of those of these channels that the caller may see, by id."""
    query = _VISIBLE.where(_channels.id.in_(channel_ids))
    found = plain_rows(ctx.session, Channel, query, sight_of(ctx))
    return {channel.id: channel.name for channel in found}


def is_member(ctx: Context, channel: Channel) -> bool:
    """Whether the caller is in the channel."""
    return ctx.session.scalar(_MEMBERSHIP, sight_of(ctx) | {"wanted": channel.id}) is not None


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
