"""Reactions: emoji that people put below messages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field
from sqlalchemy import bindparam, func, select

from workworld.apps.chat.models import Message, Reaction
from workworld.apps.chat.service import channels, log, messages, own_emoji, standing, users
from workworld.apps.chat.types import ChannelId, EmojiName, PageSize, Ts, UserId
from workworld.context import Context, Surface
from workworld.database import constant, given, insert_row, plain_rows, rows_of
from workworld.errors import Forbidden, Invalid, NotFound, Refused
from workworld.operations import Effect, operation
from workworld.paging import NumberedPage, PageNumber
from workworld.permissions import permits, require, sight_of, visible

_MOST_KINDS = 50
_MOST_BY_ONE = 23
# Built once: building a statement takes about as long as running it.
_reactions = Reaction.__table__.c
_BELOW = constant(
    select(_reactions.ts, _reactions.emoji, _reactions.person_id)
    .where(
        _reactions.channel_id == bindparam("in_channel"),
        _reactions.ts.in_(given("stamps")),
    )
    .order_by(_reactions.added_us, _reactions.emoji, _reactions.person_id)
)


@dataclass(frozen=True, slots=True)
class Reactions:
    """One emoji below a message, and the ids of those who put it there, first come first."""

    emoji: str
    people: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Added:
    """An emoji that somebody wanted below a message."""

    message: Message
    emoji: str
    """The name under which it is kept."""
    is_new: bool
    """Whether it was not there before from the same person."""


@operation(Effect.WRITE, scope="reactions:write")
def add(ctx: Context, *, channel_id: ChannelId, ts: Ts, emoji: EmojiName) -> Added:
    """Put an emoji below a message. The same one again changes nothing."""
    message = messages.known(ctx, channel_id, ts)
    require(ctx, "chat.reactions.add", message)
    return put(ctx, message, emoji)


@operation(Effect.WRITE, scope="reactions:write")
def remove(ctx: Context, *, channel_id: ChannelId, ts: Ts, emoji: EmojiName) -> Message:
    """Take one's emoji away from below a message."""
    message = messages.known(ctx, channel_id, ts)
    require(ctx, "chat.reactions.remove", message)
    typed = emoji.strip().removeprefix(":").removesuffix(":")
    mine = (channel_id, ts, typed, ctx.actor.person_id)
    row = ctx.session.get(Reaction, mine)  # of an emoji that there may be no longer
    name = typed if row else _good_name(ctx, emoji)
    row = row or ctx.session.get(Reaction, (channel_id, ts, name, ctx.actor.person_id))
    if row is None:
        raise NotFound("no_reaction", f"You have not put :{name}: below this message.")
    ctx.session.delete(row)
    _tell(ctx, "chat.reaction_removed", message, name)
    return message


@operation(Effect.READ, scope="reactions:read", doors=(Surface.REST, Surface.MCP))
def get(ctx: Context, *, channel_id: ChannelId, ts: Ts) -> Message:
    """Look up a message whose reactions are wanted."""
    return messages.known(ctx, channel_id, ts)


@operation(Effect.READ, scope="reactions:read", doors=(Surface.REST,))
def list(
    ctx: Context,
    *,
    user_id: Annotated[
        UserId | None, Field(description="Whose; the caller's if not given.")
    ] = None,
    count: PageSize = 100,
    page: PageNumber = 1,
) -> NumberedPage[Message]:
    """List the messages below which somebody, the caller by default, put an emoji, newest first."""
    person = users.known(ctx, user_id or ctx.actor.person_id)
    reacted = select(_reactions.channel_id).where(
        _reactions.channel_id == Message.channel_id,
        _reactions.ts == Message.ts,
        _reactions.person_id == person.id,
    )
    query = visible(Message).where(reacted.exists())
    values = sight_of(ctx)
    total = ctx.session.scalars(select(func.count()).select_from(query.subquery()), values).one()
    ordered = query.order_by(Message.ts.desc(), Message.channel_id)
    rows = plain_rows(ctx.session, Message, ordered.limit(count).offset((page - 1) * count), values)
    return NumberedPage(rows, total, page, count)


def put(ctx: Context, message: Message, emoji: str) -> Added:
    """Put an emoji of the caller's below a message, whoever may."""
    name = _good_name(ctx, emoji)
    channel_id, ts = message.channel_id, message.ts
    present = below(ctx, channel_id, [ts]).get(ts, ())
    if any(each.emoji == name and ctx.actor.person_id in each.people for each in present):
        return Added(message, name, is_new=False)
    _require_room(present, name, ctx.actor.person_id)
    row = Reaction(
        channel_id=channel_id,
        ts=ts,
        emoji=name,
        person_id=ctx.actor.person_id,
        added_us=ctx.clock.now_us(),
    )
    insert_row(ctx.session, row)
    _tell(ctx, "chat.reaction_added", message, name)
    return Added(message, name, is_new=True)


def below(ctx: Context, channel_id: str, stamps: Sequence[str]) -> dict[str, tuple[Reactions, ...]]:
    """The reactions below these messages of a channel, by ts, in the order of their first."""
    values = {"in_channel": channel_id, "stamps": [*stamps]}
    found: dict[str, dict[str, tuple[str, ...]]] = {}
    for ts, emoji, person_id in rows_of(ctx.session, _BELOW, values):
        kinds = found.setdefault(ts, {})
        kinds[emoji] = (*kinds.get(emoji, ()), person_id)
    return {
        ts: tuple(Reactions(emoji, people) for emoji, people in kinds.items())
        for ts, kinds in found.items()
    }


@permits("chat.reactions.add", Message)
def _may_add(ctx: Context, message: Message) -> Refused | None:
    channel = channels.known(ctx, message.channel_id)
    return standing.why_read_only(channel) or standing.why_outside(ctx, channel, "react here")


@permits("chat.reactions.remove", Message)
def _may_remove(ctx: Context, message: Message) -> Refused | None:
    return standing.why_read_only(channels.known(ctx, message.channel_id))


def _good_name(ctx: Context, typed: str) -> str:
    name = own_emoji.canonical(ctx, typed)
    if name is None:
        raise Invalid("invalid_name", f"There is no emoji called {typed!r}.")
    return name


def _require_room(present: Sequence[Reactions], name: str, person_id: str) -> None:
    mine = [each.emoji for each in present if person_id in each.people]
    if len(mine) >= _MOST_BY_ONE:
        said = f"One person may put {_MOST_BY_ONE} emoji below a message."
        raise Forbidden("too_many_reactions", said)
    if len(present) >= _MOST_KINDS and name not in [each.emoji for each in present]:
        raise Forbidden("too_many_emoji", f"A message has room for {_MOST_KINDS} kinds of emoji.")


def _tell(ctx: Context, kind: str, message: Message, emoji: str) -> None:
    log.touch(ctx, message)
    ctx.emit(
        kind,
        channel_id=message.channel_id,
        ts=message.ts,
        thread_ts=message.thread_ts or message.ts,
        author_id=message.author_id,
        emoji=emoji,
    )
