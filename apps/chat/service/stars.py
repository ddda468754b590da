"""Stars: of channels, which stand first in the sidebar, and of messages, which are saved.

The vendor's ``stars.*`` are what is left of both: https://docs.slack.dev/reference/methods/stars.list
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from workworld.apps.chat.models import Channel, ChannelChoice, Message
from workworld.apps.chat.service import channels, choices, saved
from workworld.apps.chat.types import ChannelId, PageSize, Ts
from workworld.context import Context, Surface
from workworld.database import plain_rows
from workworld.errors import Conflict, NotFound
from workworld.operations import Effect, operation
from workworld.paging import NumberedPage, PageNumber
from workworld.permissions import sight_of, visible

_SECOND = 1_000_000
_channels, _choices = Channel.__table__.c, ChannelChoice.__table__.c

InIt = Annotated[Ts | None, Field(description="A message in it, to be saved instead.")]


@dataclass(frozen=True, slots=True)
class Starred:
    """A channel that the caller has starred, or a message in it that they have saved."""

    channel: Channel
    message: Message | None
    since: int
    """Unix time, seconds."""


@operation(Effect.WRITE, scope="stars:write")
def add(ctx: Context, *, channel_id: ChannelId, ts: InIt = None) -> Channel:
    """Star a channel that the caller is in, or save a message in it."""
    channel = channels.known(ctx, channel_id)
    if ts is not None:
        saved.add(ctx, channel_id=channel_id, ts=ts)
        return channel
    row = choices.of_channel(ctx, channel)
    if row.is_starred:
        raise Conflict("already_starred", "It has a star already.")
    row.is_starred, row.starred_us = True, ctx.clock.now_us()
    ctx.touch(f"chat.sidebar:{ctx.actor.person_id}")
    return channel


@operation(Effect.WRITE, scope="stars:write")
def remove(ctx: Context, *, channel_id: ChannelId, ts: InIt = None) -> Channel:
    """Take the star of a channel away, or save a message in it no longer."""
    channel = channels.known(ctx, channel_id)
    if ts is not None:
        saved.remove(ctx, channel_id=channel_id, ts=ts)
        return channel
    row = choices.of_channel(ctx, channel)
    if not row.is_starred:
        raise NotFound("not_starred", "It has no star.")
    row.is_starred, row.starred_us = False, None
    ctx.touch(f"chat.sidebar:{ctx.actor.person_id}")
    return channel


@operation(Effect.READ, scope="stars:read", doors=(Surface.REST,))
def list(ctx: Context, *, count: PageSize = 100, page: PageNumber = 1) -> NumberedPage[Starred]:
    """List the channels that the caller starred and what they saved, the last one first."""
    rows = sorted([*_starred(ctx), *_saved(ctx)], key=lambda row: -row.since)
    start = (page - 1) * count
    return NumberedPage(rows[start : start + count], len(rows), page, count)


def _starred(ctx: Context) -> Sequence[Starred]:
    query = (
        visible(Channel)
        .join(ChannelChoice.__table__, _choices.channel_id == _channels.id)
        .where(_choices.person_id == ctx.actor.person_id, _choices.is_starred)
        .order_by(_choices.starred_us.desc(), _channels.id)
    )
    chosen = choices.mine(ctx)
    rows = plain_rows(ctx.session, Channel, query, sight_of(ctx))
    return [Starred(row, None, (chosen[row.id].starred_us or 0) // _SECOND) for row in rows]


def _saved(ctx: Context) -> Sequence[Starred]:
    return [
        Starred(channels.known(ctx, each.message.channel_id), each.message, each.item.saved)
        for each in saved.list(ctx)
    ]
