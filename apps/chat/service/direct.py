"""Direct conversations: of two people, of a few, or with oneself; found again by who is in them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from pydantic import Field
from sqlalchemy import bindparam, func, select

from workworld.apps.chat import stamps
from workworld.apps.chat.models import Channel, Membership, Message
from workworld.apps.chat.service import channels, markers, titles, users, wording
from workworld.apps.chat.types import UserId
from workworld.clock import from_microseconds
from workworld.context import Context, Surface
from workworld.database import constant, insert_row, plain_rows
from workworld.directory.models import AccountKind, Person
from workworld.errors import Forbidden, Invalid, NotFound
from workworld.operations import Effect, operation
from workworld.permissions import sight_of, visible

MOST_OTHERS = 8
_SECOND = 1_000_000
_channels = Channel.__table__.c
_NEWEST = select(func.max(Message.ts)).where(Message.channel_id == _channels.id).scalar_subquery()
_RECENT = (
    visible(Channel)
    .where(_channels.kind.in_(titles.DIRECT))
    .with_only_columns(_channels.id, _NEWEST.label("newest"))
    .order_by(func.coalesce(_NEWEST, func.printf("%010d", _channels.created)).desc(), _channels.id)
    .limit(bindparam("most"))
)
_OF_PARTY = constant(select(Channel.__table__).where(_channels.party == bindparam("party")))


@dataclass(frozen=True, slots=True)
class Opened:
    """A conversation that somebody asked for."""

    channel: Channel
    is_new: bool


@dataclass(frozen=True, slots=True)
class Recent:
    """A direct conversation, and what was said in it last."""

    channel: Channel
    title: str
    others: Sequence[Person]
    excerpt: str
    moment: datetime
    is_unread: bool


@operation(Effect.WRITE, scope="im:write")
def open(
    ctx: Context,
    *,
    user_ids: Annotated[
        Sequence[UserId],
        Field(description="Whom to write to, without oneself; their order does not matter."),
    ],
) -> Opened:
    """Open the direct conversation with one person, or with up to eight: the same one each time."""
    others = sorted(set(user_ids) - {ctx.actor.person_id})
    if not user_ids:
        raise Invalid("users_list_not_supplied", "Say whom to write to.")
    if len(others) > MOST_OTHERS:
        said = f"A direct conversation has room for {MOST_OTHERS} others; make a channel instead."
        raise Invalid("too_many_users", said)
    for user_id in others:
        _require_reachable(ctx, user_id)
    party = sorted([ctx.actor.person_id, *others])
    found = _of_party(ctx, party)
    return Opened(found, is_new=False) if found else Opened(_begin(ctx, party), is_new=True)


@operation(Effect.READ, scope="im:read", doors=(Surface.UI,))
def recent(
    ctx: Context,
    *,
    limit: Annotated[int, Field(description="How many at most.", ge=1, le=200)] = 50,
) -> Sequence[Recent]:
    """List the caller's direct conversations, those first in which something was said last."""
    rows = ctx.session.execute(_RECENT, sight_of(ctx) | {"most": limit}).all()
    found = [channels.known(ctx, row.id) for row in rows]
    named, others = titles.titles(ctx, found), titles.others_in(ctx, [row.id for row in rows])
    unread = markers.unread(ctx)
    return [
        Recent(
            channel,
            named[channel.id],
            others[channel.id],
            _excerpt(ctx, channel, row.newest),
            stamps.moment(row.newest)
            if row.newest
            else from_microseconds(channel.created * _SECOND),
            channel.id in unread,
        )
        for channel, row in zip(found, rows, strict=True)
    ]


def _excerpt(ctx: Context, channel: Channel, ts: str | None) -> str:
    """What was said last, and by whom if it was the caller."""
    if ts is None:
        return ""
    message = ctx.session.get_one(Message, (channel.id, ts))
    said = " ".join(wording.in_words(ctx, message.text).split()) or "Sent a file"
    mine = message.author_id == ctx.actor.person_id
    return f"You: {said}" if mine else said


def reached(ctx: Context, channel_id: str) -> Channel:
    """The conversation that a message is sent to: one that the caller sees, by its id.

    The id of a person stands for the direct conversation with them, which begins so.

    Raises:
        NotFound: ``channel_not_found``, for an unknown and a hidden one alike.
        Forbidden: ``user_disabled``, ``cannot_dm_bot``.
    """
    if _is_person(ctx, channel_id):
        return open(ctx, user_ids=[channel_id]).channel
    return channels.known(ctx, channel_id)


def known(ctx: Context, channel_id: str) -> Channel:
    """The conversation that is read: one that the caller sees, or the one with a person.

    Raises:
        NotFound: ``channel_not_found``, also where nothing was said to the person yet.
    """
    if not _is_person(ctx, channel_id):
        return channels.known(ctx, channel_id)
    found = _of_party(ctx, sorted({ctx.actor.person_id, channel_id}))
    if found is None:
        raise NotFound("channel_not_found", "You have no conversation with this person yet.")
    return found


def _is_person(ctx: Context, channel_id: str) -> bool:
    if not channel_id.startswith(("U", "W")):
        return False
    try:
        users.known(ctx, channel_id)
    except NotFound:
        return False
    return True


def _require_reachable(ctx: Context, user_id: str) -> None:
    person = users.known(ctx, user_id)
    if person.is_deactivated:
        raise Forbidden("user_disabled", f"The account of {person.name} is deactivated.")
    if person.kind == AccountKind.BOT == users.me(ctx).kind:
        raise Forbidden("cannot_dm_bot", "Bots do not write to bots.")


def _of_party(ctx: Context, party: Sequence[str]) -> Channel | None:
    rows = plain_rows(ctx.session, Channel, _OF_PARTY, {"party": ",".join(party)})
    return rows[0] if rows else None


def _begin(ctx: Context, party: Sequence[str]) -> Channel:
    is_group = len(party) > 2
    now = ctx.clock.now_us() // _SECOND
    channel_id = ctx.ids.next_id("G" if is_group else "D")
    channel = Channel(
        id=channel_id,
        name=channel_id,
        kind="group_dm" if is_group else "dm",
        party=",".join(party),
        created=now,
        creator_id=ctx.actor.person_id,
    )
    insert_row(ctx.session, channel)
    for person_id in party:
        row = Membership(channel_id=channel.id, person_id=person_id, role="member", joined=now)
        insert_row(ctx.session, row)
        ctx.touch(f"chat.sidebar:{person_id}")
    ctx.emit("chat.conversation_opened", channel_id=channel.id, party=[*party])
    return channels.known(ctx, channel.id)


def is_with_leaver(ctx: Context, channel: Channel) -> bool:
    """Whether everybody else in a direct conversation has a deactivated account."""
    if not titles.is_direct(channel):
        return False
    others = titles.others_in(ctx, [channel.id])[channel.id]
    return bool(others) and all(person.is_deactivated for person in others)
