"""Whom a message would reach: too many at once, or people who do not see it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import select

from workworld.apps.chat.models import Membership
from workworld.apps.chat.mrkdwn import from_mrkdwn
from workworld.apps.chat.service import channels, messages, posting, presence, settings, titles
from workworld.apps.chat.types import ChannelId, MessageText, Ts
from workworld.context import Context, Surface
from workworld.directory import people
from workworld.directory.models import AccountKind, Person
from workworld.operations import Effect, operation
from workworld.permissions import can
from workworld.richtext.nodes import addressed, mentioned

_HERE = "here"


@dataclass(frozen=True, slots=True)
class Crowd:
    """Those whom a text tells of all at once.

    Args:
        audience: how it addresses them, as ``@channel``.
        members: how many they are, without the writer.
        zones: in how many time zones.
    """

    audience: str
    members: int
    zones: int


@dataclass(frozen=True, slots=True)
class Outside:
    """People whom a message mentions and who are not in its channel, so that they do not see it."""

    people: Sequence[Person]
    may_invite: bool
    """Whether the writer can add them."""


@operation(Effect.READ, scope="channels:read", doors=(Surface.UI,))
def weigh(ctx: Context, *, channel_id: ChannelId, text: MessageText) -> Crowd | None:
    """Count whom a text tells of all at once; None unless they are so many that a page asks first.

    Raises:
        Forbidden: ``restricted_action``: the caller may not mention everybody there.
    """
    channel = channels.known(ctx, channel_id)
    audiences = addressed(from_mrkdwn(text))
    if not audiences or titles.is_direct(channel):
        return None
    posting.require_may_address(ctx, channel, text)
    zones = _zones(ctx, channel.id)
    if {*audiences} == {_HERE}:
        zones = {who: zones[who] for who in presence.present(ctx, zones)}
    if len(zones) < settings.of(ctx).threshold:
        return None
    return Crowd(f"@{min(audiences)}", len(zones), len({*zones.values()}))


@operation(Effect.READ, scope="channels:read", doors=(Surface.UI,))
def outside(ctx: Context, *, channel_id: ChannelId, ts: Ts) -> Outside:
    """Look up whom a message of the caller mentions in vain, since they are not in its channel."""
    message = messages.known(ctx, channel_id, ts)
    channel = channels.known(ctx, channel_id)
    if message.author_id != ctx.actor.person_id or titles.is_direct(channel):
        return Outside((), may_invite=False)
    meant = people.by_ids(ctx.session, mentioned(from_mrkdwn(message.text)))
    inside = select(Membership.person_id).where(
        Membership.channel_id == channel.id, Membership.person_id.in_(meant)
    )
    here = set(ctx.session.scalars(inside))
    found = [meant[each] for each in sorted(meant) if each not in here]
    active = [person for person in found if not person.is_deactivated]
    return Outside(active, may_invite=can(ctx, "chat.members.invite", channel))


def _zones(ctx: Context, channel_id: str) -> dict[str, str]:
    """The time zones of the people in a channel but the caller, by the person's id."""
    inside = select(Membership.person_id).where(Membership.channel_id == channel_id)
    query = select(Person.id, Person.zone).where(
        Person.id.in_(inside),
        Person.id != ctx.actor.person_id,
        Person.kind == AccountKind.PERSON,
        Person.is_deactivated.is_(False),
    )
    return {row.id: row.zone for row in ctx.session.execute(query.order_by(Person.id))}
