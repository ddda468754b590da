"""What a person calls a conversation: channels by their names, direct ones after the others."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import select

from workworld.apps.chat.models import Channel, Membership
from workworld.context import Context
from workworld.database import constant, given, plain_rows
from workworld.directory import people
from workworld.directory.models import Person

DIRECT = ("dm", "group_dm")
_ICONS = {"public": "hash", "private": "lock", "dm": "user", "group_dm": "users"}
_memberships = Membership.__table__.c
_INSIDE = constant(
    select(Membership.__table__)
    .where(_memberships.channel_id.in_(given("ids")))
    .order_by(_memberships.channel_id, _memberships.person_id)
)


def is_direct(channel: Channel) -> bool:
    """Whether it is a conversation of certain people, and no channel."""
    return channel.kind in DIRECT


def icon_of(channel: Channel) -> str:
    """The icon of a conversation's kind."""
    return _ICONS[channel.kind]


def title(ctx: Context, channel: Channel) -> str:
    """What the caller calls a conversation: ``general``, ``Ana Ruiz``, ``Ana, Ming, Tom``."""
    return titles(ctx, [channel])[channel.id]


def label(ctx: Context, channel: Channel) -> str:
    """The same, with ``#`` before the name of a channel."""
    return title(ctx, channel) if is_direct(channel) else f"#{channel.name}"


def titles(ctx: Context, channels: Sequence[Channel]) -> dict[str, str]:
    """What the caller calls each of some conversations, by id."""
    others = others_in(ctx, [channel.id for channel in channels if is_direct(channel)])
    return {
        channel.id: _of_people(ctx, others[channel.id]) if is_direct(channel) else channel.name
        for channel in channels
    }


def others_in(ctx: Context, channel_ids: Sequence[str]) -> dict[str, tuple[Person, ...]]:
    """Who but the caller is in each of some direct conversations, by name."""
    if not channel_ids:
        return {}
    rows = plain_rows(ctx.session, Membership, _INSIDE, {"ids": list(channel_ids)})
    known = people.by_ids(ctx.session, {row.person_id for row in rows})
    found: dict[str, list[Person]] = {channel_id: [] for channel_id in channel_ids}
    for row in rows:
        if row.person_id != ctx.actor.person_id:
            found[row.channel_id].append(known[row.person_id])
    by_name = {key: sorted(each, key=lambda one: (one.name, one.id)) for key, each in found.items()}
    return {key: tuple(each) for key, each in by_name.items()}


def _of_people(ctx: Context, others: Sequence[Person]) -> str:
    if not others:
        return f"{people.me(ctx).name} (you)"
    if len(others) == 1:
        return others[0].name
    return ", ".join(person.display_name for person in others)
