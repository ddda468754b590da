"""Where a person stands in a channel: a member, its admin, or outside; rules are made of these."""

from __future__ import annotations

from sqlalchemy import bindparam, select

from workworld.apps.chat.models import Channel, Membership
from workworld.apps.chat.service import titles
from workworld.context import Context
from workworld.database import constant, rows_of
from workworld.directory import people
from workworld.errors import Forbidden

ADMIN = "admin"
MEMBER = "member"
# Built once: building a statement takes about as long as running it.
_memberships = Membership.__table__.c
_ROLE = constant(
    select(_memberships.role).where(
        _memberships.channel_id == bindparam("in_channel"),
        _memberships.person_id == bindparam("member_id"),
    )
)


def role_of(ctx: Context, channel_id: str, person_id: str) -> str | None:
    """A person's role in a channel; None outside."""
    return ctx.remembered(
        (_ROLE, channel_id, person_id), lambda: _looked_up(ctx, channel_id, person_id)
    )


def _looked_up(ctx: Context, channel_id: str, person_id: str) -> str | None:
    values = {"in_channel": channel_id, "member_id": person_id}
    found = rows_of(ctx.session, _ROLE, values)
    return found[0].role if found else None


def is_member(ctx: Context, channel: Channel) -> bool:
    """Whether the caller is in the channel."""
    return role_of(ctx, channel.id, ctx.actor.person_id) is not None


def is_admin(ctx: Context, channel: Channel) -> bool:
    """Whether the caller is an admin of the channel; guests never are."""
    return role_of(ctx, channel.id, ctx.actor.person_id) == ADMIN and not people.me(ctx).is_guest


def runs(ctx: Context, channel: Channel) -> bool:
    """Whether the caller is an admin of the channel, or of the whole workspace."""
    return is_admin(ctx, channel) or people.me(ctx).is_admin


def why_read_only(channel: Channel) -> Forbidden | None:
    """Why nobody can write to the channel, or None."""
    if not channel.is_archived:
        return None
    said = f"#{channel.name} is archived: it can be read, not written to."
    return Forbidden("is_archived", said)


def why_direct(channel: Channel) -> Forbidden | None:
    """Why a direct conversation cannot be treated like a channel, or None."""
    if not titles.is_direct(channel):
        return None
    said = "A direct conversation has no name, and nobody joins or leaves it."
    return Forbidden("method_not_supported_for_channel_type", said)


def why_outside(ctx: Context, channel: Channel, to_do: str) -> Forbidden | None:
    """Why the caller cannot do what only members can, or None.

    Args:
        ctx: who asks.
        channel: where.
        to_do: what, as in ``Only members of #general can post here.``
    """
    if is_member(ctx, channel):
        return None
    return Forbidden("not_in_channel", f"Only members of #{channel.name} can {to_do}.")
