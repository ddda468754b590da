"""How people come into a channel."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import select

from workworld.apps.chat.models import Channel, Membership
from workworld.apps.chat.service import log, standing, users
from workworld.context import Context
from workworld.database import insert_row
from workworld.directory.models import SINGLE_GUEST, Person
from workworld.errors import Conflict, Forbidden, Invalid

_SECOND = 1_000_000


def let_in(ctx: Context, channel: Channel, person_id: str, *, role: str = standing.MEMBER) -> None:
    """Make somebody a member, which is written down in the channel."""
    joined = ctx.clock.now_us() // _SECOND
    row = Membership(channel_id=channel.id, person_id=person_id, role=role, joined=joined)
    insert_row(ctx.session, row)
    log.note(ctx, channel, "channel_join", "has joined the channel", person_id=person_id)
    ctx.touch(f"chat.sidebar:{person_id}")
    ctx.emit("chat.member_joined", channel_id=channel.id, person_id=person_id)


def let_all_in(ctx: Context, channel: Channel, user_ids: Sequence[str]) -> None:
    """Make others members: all of them or none.

    Raises:
        NotFound: ``user_not_found``.
        Invalid: ``cant_invite_self``, ``cant_invite`` for those whose accounts are deactivated.
        Conflict: ``already_in_channel``.
        Forbidden: ``ura_max_channels`` for guests who may be in one channel alone.
    """
    for user_id in dict.fromkeys(user_ids):
        let_other_in(ctx, channel, user_id)


def let_other_in(ctx: Context, channel: Channel, user_id: str) -> None:
    """Make somebody else a member.

    Raises:
        Refused: as ``let_all_in``.
    """
    person = users.known(ctx, user_id)
    if person.id == ctx.actor.person_id:
        raise Invalid("cant_invite_self", "You are in this channel already.")
    if person.is_deactivated:
        raise Invalid("cant_invite", f"The account of {person.name} is deactivated.")
    if standing.role_of(ctx, channel.id, person.id) is not None:
        said = f"{person.name} is in #{channel.name} already."
        raise Conflict("already_in_channel", said)
    _require_room(ctx, person)
    let_in(ctx, channel, person.id)


def _require_room(ctx: Context, person: Person) -> None:
    """See to it that a guest of one channel has none yet.

    Raises:
        Forbidden: ``ura_max_channels``, which is the vendor's word.
    """
    if person.role != SINGLE_GUEST:
        return
    inside = select(Membership.channel_id).where(Membership.person_id == person.id)
    if ctx.session.scalar(inside.limit(1)) is not None:
        said = f"{person.name} is a guest of one channel, and is in one already."
        raise Forbidden("ura_max_channels", said)
