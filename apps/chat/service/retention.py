"""How long messages are kept: for ever, or for some days, and then deleted by night.

The workspace says so for all conversations, and a channel may have a limit of its own. Whatever is
older goes the way of every deleted message, a parent only with its last reply.
Source: https://docs.slack.dev/reference/methods/admin.conversations.setCustomRetention.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Annotated

from pydantic import Field
from sqlalchemy import func, select

from workworld.apps.chat import stamps
from workworld.apps.chat.models import Channel, Message, Settings
from workworld.apps.chat.service import log, messages, oversight, settings
from workworld.apps.chat.types import ChannelId
from workworld.context import Context, Surface
from workworld.database import given, plain_rows, rows_of
from workworld.directory import people
from workworld.directory.models import Company
from workworld.errors import Forbidden, Invalid, Refused
from workworld.operations import Effect, operation
from workworld.permissions import permits, require
from workworld.schedule import cancel, plan, planned

FOR_EVER = 0
MOST_DAYS = 36_499
_DAY_US = 86_400 * 1_000_000
_SWEEPING = "chat.retention.sweep"
_MOST_AT_ONCE = 500
_channels, _messages = Channel.__table__.c, Message.__table__.c
_IS_WHOLE = _messages.subtype.is_distinct_from(log.TOMBSTONE)
_OLDEST = (
    select(_messages.channel_id, func.min(_messages.ts).label("ts"))
    .where(_messages.channel_id.in_(given("ids")), _IS_WHOLE)
    .group_by(_messages.channel_id)
)

Days = Annotated[
    int, Field(description="After how many days messages are deleted; 0 keeps them for ever.")
]


# The vendor changes it on its own pages alone.
@operation(Effect.WRITE, scope="admin.teams:write", doors=(Surface.UI, Surface.MCP))
def change(ctx: Context, *, days: Days) -> Settings:
    """Say how long messages are kept, wherever a channel has no limit of its own.

    Raises:
        Invalid: ``invalid_duration``.
        Forbidden: ``not_an_admin``.
    """
    company = people.company(ctx.session)
    require(ctx, "chat.retention.change", company)
    row = ctx.session.get_one(Settings, company.id)
    row.retention_days = _good(days)
    ctx.emit("chat.settings_changed", fields=["retention_days"])
    _plan(ctx)
    return row


@operation(Effect.WRITE, scope="admin.conversations:write")
def set_custom(ctx: Context, *, channel_id: ChannelId, days: Days) -> Channel:
    """Give a channel a limit of its own, as an admin of the workspace.

    Raises:
        NotFound: ``channel_not_found``.
        Invalid: ``invalid_duration``.
        Forbidden: ``not_an_admin``, ``channel_type_not_supported``.
    """
    channel = oversight.info(ctx, channel_id=channel_id)
    require(ctx, "chat.retention.set_custom", channel)
    return _limit(ctx, channel, _good(days))


@operation(Effect.WRITE, scope="admin.conversations:write")
def remove_custom(ctx: Context, *, channel_id: ChannelId) -> Channel:
    """Let a channel's messages be kept as long as those of the whole workspace.

    Raises:
        NotFound: ``channel_not_found``.
        Forbidden: ``not_an_admin``, ``channel_type_not_supported``.
    """
    channel = oversight.info(ctx, channel_id=channel_id)
    require(ctx, "chat.retention.set_custom", channel)
    return _limit(ctx, channel, None)


# Pages show it among what they show of a channel.
@operation(Effect.READ, scope="admin.conversations:read", doors=(Surface.REST, Surface.MCP))
def get_custom(ctx: Context, *, channel_id: ChannelId) -> Channel:
    """Look up a channel's own limit, as an admin of the workspace.

    Raises:
        NotFound: ``channel_not_found``.
        Forbidden: ``not_an_admin``, ``channel_type_not_supported``.
    """
    channel = oversight.info(ctx, channel_id=channel_id)
    require(ctx, "chat.retention.set_custom", channel)
    return channel


# Whoever set the limit may have been deactivated meanwhile.
@operation(Effect.WRITE, scope="admin.conversations:write", doors=(), outlives_account=True)
def sweep(ctx: Context) -> None:
    """Delete what is older than it may be, some at a time, and plan the next night."""
    found = [*islice(_outlived(ctx), _MOST_AT_ONCE)]
    for message in found:
        messages.take_away(ctx, message)
    ctx.session.flush()  # what is left is asked of the database
    _plan(ctx, at_once=len(found) == _MOST_AT_ONCE)


def days_of(ctx: Context, channel: Channel) -> int:
    """For how many days a conversation's messages are kept; 0 is for ever."""
    own = channel.retention_days
    return settings.of(ctx).retention_days if own is None else own


def limited(ctx: Context) -> Sequence[Channel]:
    """The channels that have a limit of their own, by name: rows to be read."""
    query = select(Channel.__table__).where(_channels.retention_days.is_not(None))
    return plain_rows(ctx.session, Channel, query.order_by(_channels.name), {})


def in_words(days: int) -> str:
    """How long messages are kept for so many days."""
    return f"for {days:,} {'day' if days == 1 else 'days'}" if days else "for ever"


@permits("chat.retention.change", Company)
def _may_change(ctx: Context, _company: Company) -> Refused | None:
    if people.me(ctx).is_admin:
        return None
    return Forbidden("not_an_admin", "Only admins of the workspace say how long messages are kept.")


@permits("chat.retention.set_custom", Channel)
def _may_set(ctx: Context, channel: Channel) -> Refused | None:
    if refusal := _may_change(ctx, people.company(ctx.session)):
        return refusal
    if channel.is_default:
        said = f"#{channel.name} is kept as long as the whole workspace."
        return Forbidden("channel_type_not_supported", said)
    return None


def _good(days: int) -> int:
    if FOR_EVER <= days <= MOST_DAYS:
        return days
    raise Invalid("invalid_duration", f"Messages are kept for 1 to {MOST_DAYS:,} days.")


def _limit(ctx: Context, channel: Channel, days: int | None) -> Channel:
    channel.retention_days = days
    ctx.emit("chat.channel_changed", channel_id=channel.id, name=channel.name)
    ctx.touch(f"chat.channel:{channel.id}")
    _plan(ctx)
    return channel


def _outlived(ctx: Context) -> Iterator[Message]:
    """Messages that are older than they may be, in each conversation the newest first.

    So replies go before their parent, which then need not leave a note in its place.
    """
    now_us = ctx.clock.now_us()
    for channel_id, days in _limits(ctx).items():
        oldest = stamps.of(max(0, now_us - days * _DAY_US))
        query = (
            select(Message)
            .where(Message.channel_id == channel_id, Message.ts < oldest, _IS_WHOLE)
            .order_by(Message.ts.desc())
            .limit(_MOST_AT_ONCE)
        )
        yield from ctx.session.scalars(query).all()


def _limits(ctx: Context) -> Mapping[str, int]:
    """For how many days messages are kept, by conversation; those for ever are left out."""
    usual = settings.of(ctx).retention_days
    query = select(_channels.id, _channels.retention_days).order_by(_channels.id)
    rows = rows_of(ctx.session, query, {})
    days = {row.id: usual if row.retention_days is None else row.retention_days for row in rows}
    return {channel_id: each for channel_id, each in days.items() if each}


def _plan(ctx: Context, *, at_once: bool = False) -> None:
    """Let what is too old be deleted in the night after it has become so, in UTC."""
    ctx.session.flush()  # limits are asked of the database
    for due in planned(ctx.session):
        if due.operation == _SWEEPING:
            cancel(ctx.session, due)
    limits, now_us = _limits(ctx), ctx.clock.now_us()
    if not limits:
        return
    rows = rows_of(ctx.session, _OLDEST, {"ids": [*limits]})
    oldest = {row.channel_id: stamps.microseconds(row.ts) for row in rows}
    first = min(oldest.get(each, now_us) + days * _DAY_US for each, days in limits.items())
    night = (max(first, now_us) // _DAY_US + 1) * _DAY_US
    plan(
        ctx.session,
        due_us=now_us if at_once else night,
        actor_id=ctx.actor.person_id,
        operation=_SWEEPING,
        arguments={},
    )
