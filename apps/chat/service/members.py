"""Members of channels: who is in them, coming and going."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Literal

from pydantic import Field
from sqlalchemy import ColumnElement, delete, select

from workworld.apps.chat.models import Channel, Membership
from workworld.apps.chat.service import channels, entries, log, settings, standing, users
from workworld.apps.chat.types import ChannelId, Cursor, PageSize, UserId, UserIds
from workworld.context import Context, Event, Surface
from workworld.database import plain_rows
from workworld.directory.models import AccountKind, Person
from workworld.directory.sight import acquaints
from workworld.errors import Conflict, Forbidden, Invalid, Refused
from workworld.events import on
from workworld.operations import Effect, operation
from workworld.paging import Page, decode_cursor, page_of
from workworld.permissions import permits, require

_memberships = Membership.__table__.c


@dataclass(frozen=True, slots=True)
class Entry:
    """Somebody asked to be in a channel."""

    channel: Channel
    is_new: bool
    """Whether they were outside before."""


@dataclass(frozen=True, slots=True)
class Invited:
    """People were added to a channel."""

    channel: Channel
    left_out: Mapping[str, str] = field(default_factory=dict)
    """Why others were not: ids and the vendor's codes."""


@operation(Effect.READ, scope="channels:read")
def list(
    ctx: Context,
    *,
    channel_id: ChannelId,
    with_deactivated: Annotated[bool, Field(description="Leavers too.")] = True,
    with_bots: Annotated[bool, Field(description="Bots too.")] = True,
    limit: PageSize = 100,
    cursor: Cursor = "",
) -> Page[Person]:
    """List the people in a channel, by id."""
    channel = channels.known(ctx, channel_id)
    inside = select(Membership.person_id).where(Membership.channel_id == channel.id)
    people = Person.__table__
    query = select(people).where(people.c.id.in_(inside))
    if not with_deactivated:
        query = query.where(people.c.is_deactivated.is_(False))
    if not with_bots:
        query = query.where(people.c.kind != AccountKind.BOT)
    listing = f"members {channel.id}"
    if cursor:
        query = query.where(people.c.id > decode_cursor(listing, cursor))
    page = query.order_by(people.c.id).limit(limit + 1)
    rows = plain_rows(ctx.session, Person, page, {})
    return page_of(rows, limit, listing, lambda person: person.id)


@operation(Effect.WRITE, scope="channels:join")
def join(ctx: Context, *, channel_id: ChannelId) -> Entry:
    """Join a public channel. It changes nothing for those who are in it already."""
    channel = channels.known(ctx, channel_id)
    require(ctx, "chat.members.join", channel)
    if standing.is_member(ctx, channel):
        return Entry(channel, is_new=False)
    entries.let_in(ctx, channel, ctx.actor.person_id)
    return Entry(channel, is_new=True)


@operation(Effect.WRITE, scope="channels:write")
def leave(ctx: Context, *, channel_id: ChannelId) -> Entry:
    """Leave a channel. It changes nothing for those who are not in it."""
    channel = channels.known(ctx, channel_id)
    require(ctx, "chat.members.leave", channel)
    if not standing.is_member(ctx, channel):
        return Entry(channel, is_new=True)
    _drop(ctx, channel, ctx.actor.person_id, "has left the channel")
    return Entry(channel, is_new=False)


@operation(Effect.WRITE, scope="channels:write.invites")
def invite(
    ctx: Context,
    *,
    channel_id: ChannelId,
    user_ids: Annotated[UserIds, Field(description="Who; all of them or none.")],
    force: Annotated[
        bool, Field(description="Let in whom one can, and leave out the others.")
    ] = False,
) -> Invited:
    """Add people to a channel that the caller is in: all of them, or none."""
    channel = channels.known(ctx, channel_id)
    require(ctx, "chat.members.invite", channel)
    if not user_ids:
        raise Invalid("no_user", "Say whom to invite.")
    if not force:
        entries.let_all_in(ctx, channel, user_ids)
        return Invited(channel)
    left_out: dict[str, Refused] = {}
    for user_id in dict.fromkeys(user_ids):
        try:
            entries.let_other_in(ctx, channel, user_id)
        except Refused as refused:
            left_out[user_id] = refused
    if len(left_out) == len(set(user_ids)):
        raise next(iter(left_out.values()))
    return Invited(channel, {user_id: refused.code for user_id, refused in left_out.items()})


@operation(Effect.WRITE, scope="channels:manage")
def remove(ctx: Context, *, channel_id: ChannelId, user_id: UserId) -> None:
    """Remove somebody from a channel."""
    channel = channels.known(ctx, channel_id)
    require(ctx, "chat.members.remove", channel)
    person = users.known(ctx, user_id)
    if person.id == ctx.actor.person_id:
        raise Invalid("cant_kick_self", "To go yourself, leave the channel.")
    if standing.role_of(ctx, channel.id, person.id) is None:
        raise Conflict("not_in_channel", f"{person.name} is not in #{channel.name}.")
    by_whom = f"was removed from the channel by <@{ctx.actor.person_id}>"
    _drop(ctx, channel, person.id, by_whom)


# Roles in channels are the vendor's enterprise administration, which has another API.
@operation(Effect.WRITE, scope="channels:manage", doors=(Surface.UI, Surface.MCP))
def set_role(
    ctx: Context,
    *,
    channel_id: ChannelId,
    user_id: UserId,
    role: Annotated[Literal["admin", "member"], Field(description="What they are to be.")],
) -> Entry:
    """Make a member of a channel its admin, or a plain member again.

    A private channel always has an admin. Guests never are.
    """
    channel = channels.known(ctx, channel_id)
    require(ctx, "chat.members.set_role", channel)
    person = users.known(ctx, user_id)
    membership = ctx.session.get(Membership, (channel.id, person.id))
    if membership is None:
        raise Conflict("user_not_in_channel", f"{person.name} is not in #{channel.name}.")
    if person.is_guest:
        raise Forbidden("user_is_restricted", "Guests do not run channels.")
    is_private = channel.kind != "public"
    needed = _why_needed(ctx, channel, person.id) if is_private and role == "member" else None
    if needed is not None:
        raise needed
    if membership.role == role:
        return Entry(channel, is_new=False)
    membership.role = role
    ctx.touch(f"chat.channel:{channel.id}", f"chat.sidebar:{person.id}")
    ctx.emit("chat.role_changed", channel_id=channel.id, person_id=person.id, role=role)
    return Entry(channel, is_new=True)


def admins(ctx: Context, channel_id: str) -> frozenset[str]:
    """Ids of those who run a channel."""
    running = select(Membership.person_id).where(
        Membership.channel_id == channel_id, Membership.role == standing.ADMIN
    )
    return frozenset(ctx.session.scalars(running))


@permits("chat.members.join", Channel)
def _may_join(ctx: Context, channel: Channel) -> Refused | None:
    if refusal := standing.why_direct(channel) or standing.why_read_only(channel):
        return refusal
    if channel.kind != "public" and not standing.is_member(ctx, channel):
        said = "Only its members can let you into a private channel."
        return Forbidden("method_not_supported_for_channel_type", said)
    return None


@permits("chat.members.leave", Channel)
def _may_leave(ctx: Context, channel: Channel) -> Refused | None:
    if refusal := standing.why_direct(channel) or standing.why_read_only(channel):
        return refusal
    if channel.is_default:
        return Forbidden("cant_leave_general", f"Everybody stays in #{channel.name}.")
    if channel.kind == "public" or not standing.is_member(ctx, channel):
        return None
    if channels.member_counts(ctx, [channel.id]).get(channel.id) == 1:
        return Forbidden("last_member", "You are its last member: archive it instead.")
    return _why_needed(ctx, channel, ctx.actor.person_id)


@permits("chat.members.invite", Channel)
def _may_invite(ctx: Context, channel: Channel) -> Refused | None:
    if refusal := standing.why_direct(channel) or standing.why_read_only(channel):
        return refusal
    refusal = standing.why_outside(ctx, channel, "invite others")
    who = settings.of(ctx).inviting
    return refusal or settings.why_not_entitled(ctx, who, "add people to", channel)


@permits("chat.members.remove", Channel)
def _may_remove(ctx: Context, channel: Channel) -> Refused | None:
    to_do = "remove others"
    refusal = standing.why_direct(channel) or standing.why_read_only(channel)
    refusal = refusal or standing.why_outside(ctx, channel, to_do)
    if refusal is None and channel.is_default:
        return Forbidden("cant_kick_from_general", f"Everybody stays in #{channel.name}.")
    if refusal is None and not standing.runs(ctx, channel):
        return Forbidden("restricted_action", f"Only admins can remove others from #{channel.name}")
    return refusal


@permits("chat.members.set_role", Channel)
def _may_set_role(ctx: Context, channel: Channel) -> Refused | None:
    if refusal := standing.why_direct(channel) or standing.why_read_only(channel):
        return refusal
    refusal = standing.why_outside(ctx, channel, "say who runs")
    return refusal or settings.why_not_entitled(ctx, "channel_admins", "say who runs", channel)


def _why_needed(ctx: Context, channel: Channel, person_id: str) -> Refused | None:
    """Why a private channel cannot do without somebody: nobody else runs it."""
    if admins(ctx, channel.id) != {person_id}:
        return None
    said = f"Somebody has to run #{channel.name}: make another member its admin first."
    return Forbidden("last_member", said)


def _drop(ctx: Context, channel: Channel, person_id: str, said: str) -> None:
    ctx.session.execute(
        delete(Membership).where(
            Membership.channel_id == channel.id, Membership.person_id == person_id
        )
    )
    log.note(ctx, channel, "channel_leave", said, person_id=person_id)
    ctx.touch(f"chat.sidebar:{person_id}")
    ctx.emit("chat.member_left", channel_id=channel.id, person_id=person_id)


@acquaints
def _shares_channel(person_id: str) -> ColumnElement[bool]:
    """Guests know those with whom they are in a channel."""
    theirs = select(_memberships.channel_id).where(_memberships.person_id == person_id)
    inside = select(_memberships.person_id).where(_memberships.channel_id.in_(theirs))
    return Person.__table__.c.id.in_(inside)


@on("directory.profile_changed")
def _show_profile(ctx: Context, event: Event) -> None:
    """Pages show names and titles beside what people write, and in lists of members."""
    mine = select(Membership.channel_id).where(Membership.person_id == event.facts["person_id"])
    found = ctx.session.scalars(mine.order_by(Membership.channel_id))
    ctx.touch(*(f"chat.channel:{channel_id}" for channel_id in found))
