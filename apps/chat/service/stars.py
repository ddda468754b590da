"""Starred channels, which stand first in the sidebar."""

from __future__ import annotations

from sqlalchemy import func, select

from workworld.apps.chat.models import Channel, ChannelChoice
from workworld.apps.chat.service import channels, choices
from workworld.apps.chat.types import ChannelId, PageSize
from workworld.context import Context, Surface
from workworld.database import plain_rows
from workworld.errors import Conflict, NotFound
from workworld.operations import Effect, operation
from workworld.paging import NumberedPage, PageNumber
from workworld.permissions import sight_of, visible

_channels, _choices = Channel.__table__.c, ChannelChoice.__table__.c


@operation(Effect.WRITE, scope="stars:write")
def add(ctx: Context, *, channel_id: ChannelId) -> Channel:
    """Star a channel that the caller is in."""
    channel = channels.known(ctx, channel_id)
    row = choices.of_channel(ctx, channel)
    if row.is_starred:
        raise Conflict("already_starred", "It has a star already.")
    row.is_starred, row.starred_us = True, ctx.clock.now_us()
    ctx.touch(f"chat.sidebar:{ctx.actor.person_id}")
    return channel


@operation(Effect.WRITE, scope="stars:write")
def remove(ctx: Context, *, channel_id: ChannelId) -> Channel:
    """Take the star of a channel away."""
    channel = channels.known(ctx, channel_id)
    row = choices.of_channel(ctx, channel)
    if not row.is_starred:
        raise NotFound("not_starred", "It has no star.")
    row.is_starred, row.starred_us = False, None
    ctx.touch(f"chat.sidebar:{ctx.actor.person_id}")
    return channel


@operation(Effect.READ, scope="stars:read", doors=(Surface.REST,))
def list(ctx: Context, *, count: PageSize = 100, page: PageNumber = 1) -> NumberedPage[Channel]:
    """List the channels that the caller has starred, the last one first."""
    query = (
        visible(Channel)
        .join(ChannelChoice.__table__, _choices.channel_id == _channels.id)
        .where(_choices.person_id == ctx.actor.person_id, _choices.is_starred)
    )
    values = sight_of(ctx)
    total = ctx.session.scalars(select(func.count()).select_from(query.subquery()), values).one()
    ordered = query.order_by(_choices.starred_us.desc(), _channels.id)
    rows = plain_rows(ctx.session, Channel, ordered.limit(count).offset((page - 1) * count), values)
    return NumberedPage(rows, total, page, count)
