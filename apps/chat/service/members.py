"""Members of channels: who is in them, coming and going."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from pydantic import Field
from sqlalchemy import delete, select

from workworld.apps.chat.models import Channel, Membership
from workworld.apps.chat.service import channels, entries, log, standing, users
from workworld.apps.chat.types import ChannelId, Cursor, PageSize, UserId, UserIds
from workworld.context import Context, Event
from workworld.database import plain_rows
from workworld.directory.models import AccountKind, Person
from workworld.errors import Conflict, Forbidden, Invalid, Refused
from workworld.events import on
from workworld.operations import Effect, operation
from workworld.paging import Page, decode_cursor, page_of
from workworld.permissions import permits, require


@dataclass(frozen=True, slots=True)
class Entry:
    """Somebody asked to be in a channel."""

    channel: Channel
    is_new: bool
    """Whether they were outside before."""


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
) -> Channel:
    """Add people to a channel that the caller is in: all of them, or none."""
    channel = channels.known(ctx, channel_id)
    require(ctx, "chat.members.invite", channel)
    if not user_ids:
        raise Invalid("no_user", "Say whom to invite.")
    entries.let_all_in(ctx, channel, user_ids)
    return channel


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
    is_last = channels.member_counts(ctx, [channel.id]).get(channel.id) == 1
    if channel.kind != "public" and is_last and standing.is_member(ctx, channel):
        return Forbidden("last_member", "You are its last member: archive it instead.")
    return None


@permits("chat.members.invite", Channel)
def _may_invite(ctx: Context, channel: Channel) -> Refused | None:
    if refusal := standing.why_direct(channel) or standing.why_read_only(channel):
        return refusal
    return standing.why_outside(ctx, channel, "invite others")


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


def _drop(ctx: Context, channel: Channel, person_id: str, said: str) -> None:
    ctx.session.execute(
        delete(Membership).where(
            Membership.channel_id == channel.id, Membership.person_id == person_id
        )
    )
    log.note(ctx, channel, "channel_leave", said, person_id=person_id)
    ctx.touch(f"chat.sidebar:{person_id}")
    ctx.emit("chat.member_left", channel_id=channel.id, person_id=person_id)


@on("directory.profile_changed")
def _show_profile(ctx: Context, event: Event) -> None:
    """Pages show names and titles beside what people write, and in lists of members."""
    mine = select(Membership.channel_id).where(Membership.person_id == event.facts["person_id"])
    found = ctx.session.scalars(mine.order_by(Membership.channel_id))
    ctx.touch(*(f"chat.channel:{channel_id}" for channel_id in found))
