"""Who may write to a channel: everybody, its admins, or those who are named."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import Field
from sqlalchemy import bindparam, delete, select

from workworld.apps.chat.models import Channel, Poster
from workworld.apps.chat.mrkdwn import from_mrkdwn
from workworld.apps.chat.service import channels, log, settings, standing, users
from workworld.apps.chat.types import ChannelId, UserIds
from workworld.context import Context
from workworld.database import constant, insert_row, rows_of
from workworld.directory import people
from workworld.errors import Forbidden, Invalid, Refused
from workworld.operations import Effect, operation
from workworld.permissions import permits, require
from workworld.richtext.nodes import addressed

_SAID = {
    "everyone": "let everybody post to the channel",
    "admins": "let only admins post to the channel",
    "list": "let only admins and named people post to the channel",
}
# Built once: building a statement takes about as long as running it.
_posters = Poster.__table__.c
_NAMED = constant(
    select(_posters.person_id)
    .where(_posters.channel_id == bindparam("in_channel"))
    .order_by(_posters.person_id)
)


@operation(Effect.WRITE, scope="admin.conversations:write")
def change(
    ctx: Context,
    *,
    channel_id: ChannelId,
    posting: Annotated[
        Literal["everyone", "admins", "list"], Field(description="Who may post.")
    ] = "everyone",
    user_ids: Annotated[UserIds, Field(description="Who may besides admins, for list.")] = (),
    replying: Annotated[
        Literal["everyone", "posters"],
        Field(description="Who may reply in threads: everyone, or whoever may post."),
    ] = "everyone",
) -> Channel:
    """Decide who may post to a channel, and who may reply in its threads."""
    require(ctx, "chat.posting.change", channels.known(ctx, channel_id))
    channel = ctx.session.get_one(Channel, channel_id)
    wanted = sorted({users.known(ctx, user_id).id for user_id in user_ids})
    if bool(wanted) != (posting == "list"):
        raise Invalid("invalid_arguments", "Name people if, and only if, a list of them may post.")
    before = (channel.posting, channel.replying, [*named(ctx, channel)])
    if before != (posting, replying, wanted):
        channel.posting, channel.replying = posting, replying
        _name(ctx, channel, wanted)
        log.note(ctx, channel, "channel_posting_permissions", _SAID[posting])
        ctx.emit("chat.channel_changed", channel_id=channel.id, name=channel.name)
    return channel


def named(ctx: Context, channel: Channel) -> Sequence[str]:
    """Ids of the people who may post besides admins, where a list of them does."""
    rows = rows_of(ctx.session, _NAMED, {"in_channel": channel.id})
    return [row.person_id for row in rows]


def why_not_posting(ctx: Context, channel: Channel) -> Refused | None:
    """Why the caller is not among those who may post to the channel, or None."""
    if channel.posting == "everyone" or standing.runs(ctx, channel):
        return None
    if channel.posting == "list" and ctx.actor.person_id in named(ctx, channel):
        return None
    whom = "Only admins" if channel.posting == "admins" else "Only some people"
    return Forbidden("restricted_action", f"{whom} can post in #{channel.name}.")


def why_not_replying(ctx: Context, channel: Channel) -> Refused | None:
    """Why the caller is not among those who may reply in the channel's threads, or None."""
    if channel.replying == "everyone" or why_not_posting(ctx, channel) is None:
        return None
    said = f"Only those who can post in #{channel.name} can reply in its threads."
    return Forbidden("restricted_action_non_threadable_channel", said)


def require_may_address(ctx: Context, channel: Channel, text: str) -> None:
    """See to it that the caller may mention everybody, if a text does.

    Raises:
        Forbidden: ``restricted_action``: not in the default channel.
    """
    if not channel.is_default or not addressed(from_mrkdwn(text)):
        return
    me = people.me(ctx)
    if me.is_admin or (settings.of(ctx).addressing == "members" and not me.is_guest):
        return
    said = f"Only admins of the workspace can mention everybody in #{channel.name}."
    raise Forbidden("restricted_action", said)


@permits("chat.posting.change", Channel)
def _may_change(ctx: Context, channel: Channel) -> Refused | None:
    if refusal := standing.why_direct(channel) or standing.why_read_only(channel):
        return refusal
    return settings.why_not_entitled(ctx, "channel_admins", "say who posts in", channel)


def _name(ctx: Context, channel: Channel, wanted: Sequence[str]) -> None:
    ctx.session.execute(delete(Poster).where(Poster.channel_id == channel.id))
    for person_id in wanted:
        insert_row(ctx.session, Poster(channel_id=channel.id, person_id=person_id))
